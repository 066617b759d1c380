; ARGS: --import-llvm
; Calls of intrinsics that MLIR has no operation for: attributes of operands stay, bundles do not. An assumption keeps them.
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i32 @llvm.arm.foo(ptr)
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32, i32)
define i64 @s(ptr %p) {
  %t = call noundef range(i64 0, 9) i64 @llvm.objectsize.i64.p0(ptr nonnull align 4 %p, i1 noundef true, i1 true, i1 true) [ "deopt"(i32 1) ]
  %u = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([2 x i32]) %p, i32 0, i32 0)
  %v = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([2 x i32]) nonnull %p, i32 0, i32 0)
  ret i64 %t
}
define void @assumed(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  call void @llvm.assume(i1 true)
  ret void
}
