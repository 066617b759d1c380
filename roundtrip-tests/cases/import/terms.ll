; What MLIR has terms for is said in them, where all of it can be; the rest is in the table: a root or loop with
; what no attribute holds, and what refers to that.
; RUN: tern import %s
; RUN: tern import %s | mlir-opt --allow-unregistered-dialect --mlir-print-debuginfo | tern export | opt -S --disable-output
; RUN: tern import %s | tern export
@x = global i32 0
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }, { i32, ptr, ptr } { i32 1, ptr @init, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }], section "x"
define void @init() !prof !20 {
  ret void
}
define i32 @f(ptr %p, ptr noalias %q, i1 %c, float %z) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !8)
  %a = load i32, ptr %p, align 4, !tbaa !2, !invariant.load !6, !alias.scope !8
  %b = load ptr, ptr %q, align 8, !dereferenceable !11, !noalias !8, !nonnull !6
  store i32 1, ptr %p, align 4, !nontemporal !12, !llvm.access.group !13
  br label %l
l:
  %m = call i32 @llvm.smax.i32(i32 %a, i32 3)
  %s = call nnan float @llvm.sqrt.f32(float %z)
  %s2 = tail call nnan noundef float @llvm.sqrt.f32(float noundef %z) #3
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr nonnull align 4 %q, i64 16, i1 false), !tbaa.struct !18
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 16, i1 false), !tbaa !2
  fence release, !mmra !27
  fence release, !mmra !29
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  %ml = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> zeroinitializer, <4 x i32> poison)
  %cf = call float @llvm.experimental.constrained.fptrunc.f32.f64(double 1.0, metadata !"round.dynamic", metadata !"fpexcept.strict") #4
  br i1 %c, label %l, label %e, !llvm.loop !15, !prof !14
e:
  br i1 %c, label %e, label %e2, !llvm.loop !17
e2:
  br i1 %c, label %e2, label %e3, !llvm.loop !19
e3:
  br i1 %c, label %e3, label %e4, !llvm.loop !25
e4:
  ret i32 %m
}
attributes #3 = { nounwind }
attributes #4 = { strictfp }
!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!21}
!foo = !{!9, !2}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"char", !5, i64 0}
!5 = !{!"root"}
!6 = !{}
!8 = !{!9}
!9 = distinct !{!9, !10, !"a scope"}
!10 = distinct !{!10, !"dom"}
!11 = !{i64 8}
!12 = !{i32 1}
!13 = distinct !{}
!14 = !{!"branch_weights", i32 1, i32 7}
!15 = distinct !{!15, !16}
!16 = !{!"llvm.loop.mustprogress"}
!17 = distinct !{!17, !16}
!18 = !{i64 0, i64 4, !2}
!19 = distinct !{!19, !16, !22, !23}
!20 = !{!"function_entry_count", i64 3}
!21 = !{!"tern"}
!22 = !{!"llvm.loop.parallel_accesses", !13}
!23 = !{!"llvm.loop.unroll.disable"}
!25 = distinct !{!25, !16, !26}
!26 = !{!"custom"}
!27 = !{!28, !29}
!28 = !{!"amdgpu-as", !"local"}
!29 = !{!"amdgpu-as", !"global"}
