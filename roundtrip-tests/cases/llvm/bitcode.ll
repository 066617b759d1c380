; Bitcode is read like text; what several modules in one file are is not clear.
; RUN: llvm-as %s -o - | tern import
; RUN: llvm-as %s -o - | tern check -
; RUN: llvm-as %s -o - | tern roundtrip -
; RUN: llvm-as %s -o - | tern translate --import-llvm
; RUN: llvm-as %s -o - | tern export
; RUN: tern import %s | tern export --emit bc | llvm-dis
define i32 @double(i32 %x) {
  %y = shl nsw i32 %x, 1
  ret i32 %y
}
