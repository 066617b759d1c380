; RUN: tern import %s
%pair = type { i32, [2 x ptr] }

define ptr @f(i64 %n, ptr %p) {
  %1 = alloca %pair, align 8
  %2 = alloca inalloca i8, i64 %n, align 1
  %3 = load volatile i32, ptr %1, align 4
  store i32 %3, ptr %p, align 4, !nontemporal !0
  %4 = getelementptr inbounds %pair, ptr %1, i64 0, i32 1, i64 %n
  %5 = load ptr, ptr %4, align 8, !invariant.load !1, !nonnull !1
  %6 = getelementptr nuw i8, ptr %5, <2 x i64> <i64 1, i64 2>
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %1, ptr align 4 %p, i64 16, i1 false)
  call void @llvm.lifetime.end.p0(ptr %1)
  ret ptr %5
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }

!0 = !{i32 1}
!1 = !{}
