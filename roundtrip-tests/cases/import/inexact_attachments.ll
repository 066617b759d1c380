; Metadata that is nearly what MLIR has terms for: what would not come back as it was is in the table.
; RUN: tern import %s
; RUN: tern import %s | tern export
define void @tags(ptr %p) {
  fence release, !mmra !0
  fence release, !mmra !1
  fence release, !mmra !2
  fence release, !mmra !3
  fence release, !mmra !4
  fence release, !mmra !5
  fence release, !mmra !6
  store i32 1, ptr %p, align 4, !mmra !0
  ret void
}

define i32 @accesses(ptr %p, i1 %c) {
  %a = load i32, ptr %p, align 4, !invariant.load !7, !nontemporal !8
  %b = load ptr, ptr %p, align 8, !nonnull !7, !dereferenceable !9
  %d = load ptr, ptr %p, align 8, !dereferenceable !9, !dereferenceable_or_null !10
  %e = load ptr, ptr %p, align 8, !dereferenceable_or_null !27
  %f = load ptr, ptr %p, align 8, !dereferenceable !9, !dereferenceable_or_null !27
  br i1 %c, label %left, label %right, !prof !11

left:
  br i1 %c, label %left, label %right, !prof !12

right:
  ret i32 %a
}

define void @functions1() !prof !13 !reqd_work_group_size !16 {
  ret void
}

define void @functions2() !prof !14 !work_group_size_hint !17 !vec_type_hint !20 {
  ret void
}

define void @functions3() !prof !15 !intel_reqd_sub_group_size !18 !vec_type_hint !21 {
  ret void
}

define void @functions4() !intel_reqd_sub_group_size !19 !vec_type_hint !22 !reqd_work_group_size !23 {
  ret void
}

define void @functions5() !vec_type_hint !24 !reqd_work_group_size !25 {
  ret void
}

!0 = !{!"amdgpu-as", !"local"}
!1 = distinct !{!"amdgpu-as", !"local"}
!2 = !{}
!3 = !{!0}
!4 = !{!0, !26}
!5 = distinct !{!0, !26}
!6 = !{!0, !1}
!7 = distinct !{}
!8 = distinct !{i32 1}
!9 = !{i64 8}
!10 = distinct !{i64 16}
!11 = !{!"branch_weights", !"expected", i32 1, i32 7}
!12 = distinct !{!"branch_weights", i32 1, i32 7}
!13 = !{!"function_entry_count", i64 3}
!14 = !{!"function_entry_count", i64 3, i64 77}
!15 = distinct !{!"function_entry_count", i64 3}
!16 = !{i32 8, i32 16, i32 32}
!17 = !{i32 8, i32 16, i32 32}
!18 = !{i32 16}
!19 = !{i32 16, i32 8}
!20 = !{<4 x i32> undef, i32 1}
!21 = !{<4 x i32> poison, i32 1}
!22 = !{<4 x i32> undef, i32 2}
!23 = !{i64 8, i32 16, i32 32}
!24 = !{<4 x i32> undef, i64 0}
!25 = distinct !{i32 8, i32 16, i32 32}
!26 = !{!"amdgpu-as", !"global"}
!27 = !{i64 16}
