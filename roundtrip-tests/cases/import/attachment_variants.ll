; Metadata of functions and instructions, each kind as it should be and as it should not: which become fields.
; RUN: tern import %s
; RUN: tern import %s | tern export
define void @f0() !prof !0 {
  ret void
}

define void @f1() !prof !1 {
  ret void
}

define void @f2() !prof !2 {
  ret void
}

define void @f3() !prof !3 {
  ret void
}

define void @f4() !prof !4 {
  ret void
}

define void @f5() !vec_type_hint !5 {
  ret void
}

define void @f6() !vec_type_hint !6 {
  ret void
}

define void @f7() !vec_type_hint !7 {
  ret void
}

define void @f8() !vec_type_hint !8 {
  ret void
}

define void @f9() !vec_type_hint !9 {
  ret void
}

define void @f10() !vec_type_hint !10 {
  ret void
}

define void @f11() !work_group_size_hint !11 {
  ret void
}

define void @f12() !work_group_size_hint !12 {
  ret void
}

define void @f13() !work_group_size_hint !13 {
  ret void
}

define void @f14() !work_group_size_hint !14 {
  ret void
}

define void @f15() !reqd_work_group_size !15 {
  ret void
}

define void @f16() !reqd_work_group_size !16 {
  ret void
}

define void @f17() !reqd_work_group_size !17 {
  ret void
}

define void @f18() !intel_reqd_sub_group_size !18 {
  ret void
}

define void @f19() !intel_reqd_sub_group_size !19 {
  ret void
}

define void @f20() !intel_reqd_sub_group_size !20 {
  ret void
}

define void @f21() !intel_reqd_sub_group_size !21 {
  ret void
}

define void @f22() !mine !22 {
  ret void
}

define void @f23() !mmra !23 {
  ret void
}

define void @f24() !range !24 {
  ret void
}

define i32 @f25(ptr %p) {
  %x = load i32, ptr %p, align 4, !mmra !25
  ret i32 %x
}

define i32 @f26(ptr %p) {
  %x = load i32, ptr %p, align 4, !mmra !26
  ret i32 %x
}

define i32 @f27(ptr %p) {
  %x = load i32, ptr %p, align 4, !mmra !29
  ret i32 %x
}

define i32 @f28(ptr %p) {
  %x = load i32, ptr %p, align 4, !nontemporal !30
  ret i32 %x
}

define i32 @f29(ptr %p) {
  %x = load i32, ptr %p, align 4, !nontemporal !31
  ret i32 %x
}

define i32 @f30(ptr %p) {
  %x = load i32, ptr %p, align 4, !invariant.load !32
  ret i32 %x
}

define i32 @f31(ptr %p) {
  %x = load i32, ptr %p, align 4, !invariant.group !33
  ret i32 %x
}

define i32 @f32(ptr %p) {
  %x = load i32, ptr %p, align 4, !range !34
  ret i32 %x
}

define i32 @f33(ptr %p) {
  %x = load i32, ptr %p, align 4, !noundef !35
  ret i32 %x
}

define i32 @f34(ptr %p) {
  %x = load i32, ptr %p, align 4, !mine !36
  ret i32 %x
}

define ptr @f35(ptr %p) {
  %x = load ptr, ptr %p, align 8, !dereferenceable !37
  ret ptr %x
}

define ptr @f36(ptr %p) {
  %x = load ptr, ptr %p, align 8, !dereferenceable_or_null !38
  ret ptr %x
}

define ptr @f37(ptr %p) {
  %x = load ptr, ptr %p, align 8, !nonnull !39
  ret ptr %x
}

define ptr @f38(ptr %p) {
  %x = load ptr, ptr %p, align 8, !align !40
  ret ptr %x
}

define ptr @f39(ptr %p) {
  %x = load ptr, ptr %p, align 8, !dereferenceable !41, !dereferenceable_or_null !41
  ret ptr %x
}

define void @f40(i1 %c) {
  br i1 %c, label %a, label %b, !prof !42
a:
  ret void
b:
  ret void
}

define void @f41(i1 %c) {
  br i1 %c, label %a, label %b, !prof !43
a:
  ret void
b:
  ret void
}

define void @f42(i1 %c) {
  br i1 %c, label %a, label %b, !prof !44
a:
  ret void
b:
  ret void
}

define void @f43(i1 %c) {
  br i1 %c, label %a, label %b, !prof !45
a:
  ret void
b:
  ret void
}

declare void @g44()
define void @f44(i1 %c) {
  call void @g44(), !prof !46
  ret void
}

declare void @g45()
define void @f45(i1 %c) {
  call void @g45(), !prof !47
  ret void
}

declare void @g46()
define void @f46(i1 %c) {
  call void @g46(), !prof !48
  ret void
}

declare i32 @llvm.smax.i32(i32, i32)
define i32 @f47(i32 %x) {
  %y = call i32 @llvm.smax.i32(i32 %x, i32 3), !prof !49, !mine !50
  ret i32 %y
}

!0 = !{!"function_entry_count", i64 7}
!1 = !{!"function_entry_count", i32 7}
!2 = !{!"function_entry_count", i64 -1}
!3 = !{!"synthetic_function_entry_count", i64 7}
!4 = !{!"function_entry_count", i64 7, i64 8}
!5 = !{i32 undef, i32 1}
!6 = !{<4 x float> undef, i32 0}
!7 = !{i32 undef}
!8 = !{i32 undef, !"x"}
!9 = !{i32 undef, i32 2}
!10 = !{!"x", i32 1}
!11 = !{i32 1, i32 2, i32 3}
!12 = !{i32 1}
!13 = !{}
!14 = !{!"x"}
!15 = !{i32 1, i32 2, i32 3}
!16 = !{i64 1, i32 2, i32 3}
!17 = !{i64 5000000000, i32 2, i32 3}
!18 = !{i32 16}
!19 = !{i32 16, i32 1}
!20 = !{}
!21 = !{!"x"}
!22 = !{}
!23 = !{!"a", !"b"}
!24 = !{i32 0, i32 1}
!25 = !{!"a", !"b"}
!26 = !{!27, !28}
!27 = !{!"a", !"b"}
!28 = !{!"a", !"c"}
!29 = !{}
!30 = !{i32 1}
!31 = !{i32 1}
!32 = !{}
!33 = !{}
!34 = !{i32 0, i32 7}
!35 = !{}
!36 = !{i32 1}
!37 = !{i64 8}
!38 = !{i64 8}
!39 = !{}
!40 = !{i64 8}
!41 = !{i64 8}
!42 = !{!"branch_weights", i32 1, i32 2}
!43 = !{!"branch_weights", !"expected", i32 1, i32 2}
!44 = !{!"branch_weights", i32 -1, i32 2}
!45 = !{!"unknown", !"x"}
!46 = !{!"branch_weights", i32 1}
!47 = !{!"branch_weights", !"expected", i32 1}
!48 = !{!"VP", i32 0, i64 1, i64 2, i64 3}
!49 = !{!"branch_weights", i32 7}
!50 = !{}
; Two attachments for one field.
define ptr @both(ptr %p) {
  %q = load ptr, ptr %p, align 8, !dereferenceable !51, !dereferenceable_or_null !52
  ret ptr %q
}
!51 = !{i64 8}
!52 = !{i64 16}
