; Metadata on instructions
; Kinds with a field use it, all others are in `llvm.md`, as indices of the table `llvm.metadata`.
define i32 @f(ptr %p, float %x) !kcfi_type !0 {
  %1 = load i32, ptr %p, align 4, !range !1, !noundef !2
  %2 = load ptr, ptr %p, align 8, !nonnull !2, !align !3, !dereferenceable_or_null !3, !invariant.group !2
  %3 = fdiv float %x, %x, !fpmath !4
  %4 = call i32 %2(i32 %1), !callees !5, !srcloc !6
  %5 = add i32 %1, %4, !custom !7, !annotation !8
  store i32 %5, ptr %p, align 4, !DIAssignID !9
  call void @llvm.consume(metadata !"text", metadata ptr %p, metadata !7, metadata !DIArgList(i32 %1, i32 8))
  ret i32 %5
}

declare void @llvm.consume(metadata, metadata, metadata, metadata)

!0 = !{i32 7}
!1 = !{i32 0, i32 9, i32 20, i32 30}
!2 = !{}
!3 = !{i64 8}
!4 = !{float 2.500000e+00}
!5 = !{ptr @f}
!6 = !{i64 1, i64 2}
!7 = distinct !{!7, !"text", null, i8 undef}
!8 = !{!"auto-init"}
!9 = distinct !DIAssignID()
