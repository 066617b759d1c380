; RUN: tern import %s | tern export
; RUN: opt -S %s
; Module flags whose behavior or value is another today. LLVM's reader upgrades them in any text.
target triple = "x86_64-apple-macosx10.11"

!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}

!0 = !{i32 1, !"Objective-C Version", i32 2}
!1 = !{i32 1, !"Objective-C Image Info Version", i32 0}
!2 = !{i32 1, !"Objective-C Image Info Section", !"__DATA, __objc_imageinfo, regular, no_dead_strip"}
!3 = !{i32 1, !"PIC Level", i32 2}
!4 = !{i32 1, !"PIE Level", i32 2}
!5 = !{i32 4, !"Objective-C Garbage Collection", i32 84084480}
!6 = !{i32 1, !"branch-target-enforcement", i32 1}
!7 = !{i32 1, !"sign-return-address-all", i32 0}
!8 = !{i32 1, !"amdgpu_code_object_version", i32 500}
