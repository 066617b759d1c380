; ARGS: --import-llvm --split-input-file --emit-expensive-warnings
; Metadata of functions: each kind as it should be and as it should not.
define void @f() !prof !0 {
  ret void
}
!0 = !{!"function_entry_count", i64 7}

; // -----

define void @f() !prof !0 {
  ret void
}
!0 = !{!"function_entry_count", i32 7}

; // -----

define void @f() !prof !0 {
  ret void
}
!0 = !{!"function_entry_count", i64 -1}

; // -----

define void @f() !prof !0 {
  ret void
}
!0 = !{!"synthetic_function_entry_count", i64 7}

; // -----

define void @f() !prof !0 {
  ret void
}
!0 = !{!"function_entry_count", i64 7, i64 8}

; // -----

define void @f() !vec_type_hint !0 {
  ret void
}
!0 = !{i32 undef, i32 1}

; // -----

define void @f() !vec_type_hint !0 {
  ret void
}
!0 = !{<4 x float> undef, i32 0}

; // -----

define void @f() !vec_type_hint !0 {
  ret void
}
!0 = !{i32 undef}

; // -----

define void @f() !vec_type_hint !0 {
  ret void
}
!0 = !{i32 undef, !"x"}

; // -----

define void @f() !vec_type_hint !0 {
  ret void
}
!0 = !{i32 undef, i32 2}

; // -----

define void @f() !vec_type_hint !0 {
  ret void
}
!0 = !{!"x", i32 1}

; // -----

define void @f() !work_group_size_hint !0 {
  ret void
}
!0 = !{i32 1, i32 2, i32 3}

; // -----

define void @f() !work_group_size_hint !0 {
  ret void
}
!0 = !{i32 1}

; // -----

define void @f() !work_group_size_hint !0 {
  ret void
}
!0 = !{}

; // -----

define void @f() !work_group_size_hint !0 {
  ret void
}
!0 = !{!"x"}

; // -----

define void @f() !reqd_work_group_size !0 {
  ret void
}
!0 = !{i32 1, i32 2, i32 3}

; // -----

define void @f() !reqd_work_group_size !0 {
  ret void
}
!0 = !{i64 1, i32 2, i32 3}

; // -----

define void @f() !reqd_work_group_size !0 {
  ret void
}
!0 = !{i64 5000000000, i32 2, i32 3}

; // -----

define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{i32 16}

; // -----

define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{i32 16, i32 1}

; // -----

define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{}

; // -----

define void @f() !intel_reqd_sub_group_size !0 {
  ret void
}
!0 = !{!"x"}

; // -----

define void @f() !mine !0 {
  ret void
}
!0 = !{}

; // -----

define void @f() !mmra !0 {
  ret void
}
!0 = !{!"a", !"b"}

; // -----

define void @f() !range !0 {
  ret void
}
!0 = !{i32 0, i32 1}
