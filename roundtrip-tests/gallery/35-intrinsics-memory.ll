; Intrinsics on memory
; Copies, masked accesses, invariants, the stack.
@t = thread_local global i32 0

define void @f(ptr %p, ptr %q, i64 %n, <4 x i32> %v, <4 x i1> %m, <4 x ptr> %ps) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 true)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @llvm.memset.inline.p0.i64(ptr %p, i8 0, i64 16, i1 false)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %1 = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  call void @llvm.invariant.end.p0(ptr %1, i64 4, ptr %p)
  %2 = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %3 = call ptr @llvm.strip.invariant.group.p0(ptr %p)
  %4 = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %5 = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %5)
  %6 = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %7 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> %v)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> %m)
  %8 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %ps, <4 x i1> %m, <4 x i32> %v)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 4 %ps, <4 x i1> %m)
  %9 = call <4 x i32> @llvm.masked.expandload.v4i32(ptr %p, <4 x i1> %m, <4 x i32> %v)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %v, ptr %p, <4 x i1> %m)
  %slot = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %slot)
  call void @llvm.lifetime.end.p0(ptr %slot)
  ret void
}
