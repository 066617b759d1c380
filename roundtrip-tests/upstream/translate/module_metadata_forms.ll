; ARGS: --import-llvm --split-input-file --emit-expensive-warnings
; Named metadata: each kind as it should be and as it should not.
define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"a", i32 7}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"a", i32 -7}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"a", !"t"}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 5, !"a", !{!"x"}}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 6, !"a", !{}}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"a", i64 7}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"a", i64 4294967297}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"a", !{}}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"a", float 1.0}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"ProfileSummary", !"t"}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 5, !"CG Profile", !{}}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 5, !"CG Profile", !{!{null, null, i64 1}}}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 5, !"CG Profile", !{!{ptr @f, ptr @f, i64 1}, !{ptr @f, null, i64 -1}}}

; // -----

define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 5, !"CG Profile", !{!{ptr @f, null, i32 1}}}

; // -----

!llvm.ident = !{!0}
!0 = !{!"a"}

; // -----

!llvm.ident = !{!0, !1}
!0 = !{!"a"}
!1 = !{!"b"}

; // -----

!llvm.commandline = !{!0}
!0 = !{!"a"}

; // -----

!llvm.commandline = !{!0, !0}
!0 = !{!"a"}

; // -----

!llvm.dependent-libraries = !{!0, !1}
!0 = !{!"a"}
!1 = !{!"b"}

; // -----

!llvm.dependent-libraries = !{}

; // -----

!llvm.linker.options = !{!0, !1}
!0 = !{!"-l", !"a"}
!1 = !{}

; // -----

!llvm.linker.options = !{!0}
!0 = !{!"-l", !"a"}

; // -----

!mine = !{!0}
!0 = !{i32 1}

; // -----

!llvm.module.flags = !{}
