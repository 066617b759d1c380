; Functions without a name and with any characters, as LLVM IR spells them; calls of intrinsics.
; RUN: tern callers --function llvm.umax.i32 %s
; RUN: tern callers --function llvm.umax.i32 --all %s
; RUN: tern callees --function @0 %s
; RUN: tern callees --function '@"a\20b"' --all %s
; RUN: tern callers --function 'a b' %s
; RUN: tern callers --function @1 %s
; RUN: tern stack --root '@"a b"' %s
; RUN: tern extract --func @0 -S %s

declare i32 @llvm.umax.i32(i32, i32)
declare void @take(ptr byval([20 x i8]) align 8)

define i32 @0(i32 %x) {
  %y = call i32 @llvm.umax.i32(i32 %x, i32 7)
  ret i32 %y
}

define void @"a b"(ptr %p) {
  %z = call i32 @0(i32 1)
  call void @take(ptr %p)
  ret void
}
