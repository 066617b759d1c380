; A module that LLVM's reader accepts and its verifier refuses: several errors in one run, each with its place, and no output.
; RUN: tern import %s
; RUN: tern roundtrip %s
; RUN: tern roundtrip --json %s
; RUN: tern check %s
; RUN: tern translate --import-llvm %s
; RUN: tern import --no-verify %s
; RUN: tern roundtrip --no-verify %s
define i32 @early(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 1
  br label %b
b:
  ret i32 %x
}

define void @loop() {
entry:
  br label %entry
}

define i32 @phi(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi i32 [ 1, %a ]
  ret i32 %p
}

@tls = alias i32, ptr @declared
@declared = external global i32
