; ARGS: --import-llvm --split-input-file --emit-expensive-warnings
; Metadata of instructions: each kind as it should be and as it should not.
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !mmra !0
  ret i32 %x
}
!0 = !{!"a", !"b"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !mmra !0
  ret i32 %x
}
!0 = !{!1, !2}
!1 = !{!"a", !"b"}
!2 = !{!"a", !"c"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !mmra !0
  ret i32 %x
}
!0 = !{}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !nontemporal !0
  ret i32 %x
}
!0 = !{i32 1}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !nontemporal !0
  ret i32 %x
}
!0 = !{i32 1}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !invariant.load !0
  ret i32 %x
}
!0 = !{}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !invariant.group !0
  ret i32 %x
}
!0 = !{}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !range !0
  ret i32 %x
}
!0 = !{i32 0, i32 7}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !noundef !0
  ret i32 %x
}
!0 = !{}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !mine !0
  ret i32 %x
}
!0 = !{i32 1}

; // -----

define ptr @f(ptr %p) {
  %x = load ptr, ptr %p, align 8, !dereferenceable !0
  ret ptr %x
}
!0 = !{i64 8}

; // -----

define ptr @f(ptr %p) {
  %x = load ptr, ptr %p, align 8, !dereferenceable_or_null !0
  ret ptr %x
}
!0 = !{i64 8}

; // -----

define ptr @f(ptr %p) {
  %x = load ptr, ptr %p, align 8, !nonnull !0
  ret ptr %x
}
!0 = !{}

; // -----

define ptr @f(ptr %p) {
  %x = load ptr, ptr %p, align 8, !align !0
  ret ptr %x
}
!0 = !{i64 8}

; // -----

define ptr @f(ptr %p) {
  %x = load ptr, ptr %p, align 8, !dereferenceable !0, !dereferenceable_or_null !0
  ret ptr %x
}
!0 = !{i64 8}

; // -----

define void @f(i1 %c) {
  br i1 %c, label %a, label %b, !prof !0
a:
  ret void
b:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 2}

; // -----

define void @f(i1 %c) {
  br i1 %c, label %a, label %b, !prof !0
a:
  ret void
b:
  ret void
}
!0 = !{!"branch_weights", !"expected", i32 1, i32 2}

; // -----

define void @f(i1 %c) {
  br i1 %c, label %a, label %b, !prof !0
a:
  ret void
b:
  ret void
}
!0 = !{!"branch_weights", i32 -1, i32 2}

; // -----

define void @f(i1 %c) {
  br i1 %c, label %a, label %b, !prof !0
a:
  ret void
b:
  ret void
}
!0 = !{!"unknown", !"x"}

; // -----

declare void @g()
define void @f(i1 %c) {
  call void @g(), !prof !0
  ret void
}
!0 = !{!"branch_weights", i32 1}

; // -----

declare void @g()
define void @f(i1 %c) {
  call void @g(), !prof !0
  ret void
}
!0 = !{!"branch_weights", !"expected", i32 1}

; // -----

declare void @g()
define void @f(i1 %c) {
  call void @g(), !prof !0
  ret void
}
!0 = !{!"VP", i32 0, i64 1, i64 2, i64 3}

; // -----

declare i32 @llvm.smax.i32(i32, i32)
define i32 @f(i32 %x) {
  %y = call i32 @llvm.smax.i32(i32 %x, i32 3), !prof !0, !mine !1
  ret i32 %y
}
!0 = !{!"branch_weights", i32 7}
!1 = !{}
