; ARGS: --import-llvm --split-input-file
; Metadata that is wrong is told of before what else is; zeros of all types.
define void @f(ptr %p, <2 x i32> %x) {
  %1 = call i64 @llvm.read_register.i64(metadata !5)
  store i32 1, ptr %p, align 4, !tbaa !2
  ret void
}
declare i64 @llvm.read_register.i64(metadata)
!2 = !{!3, !3, i64 0, i64 4}
!3 = !{!4, i64 4, !"int"}
!4 = !{!6, i64 1, !"omnipotent char"}
!5 = !{!"rsp"}
!6 = !{!"Simple C++ TBAA"}

; // -----

@z4 = global [2 x x86_fp80] zeroinitializer
@z5 = global [2 x fp128] zeroinitializer
@z6 = global [2 x [3 x bfloat]] zeroinitializer
@z7 = global <2 x half> zeroinitializer
@z8 = global [2 x i7] zeroinitializer
@z9 = global [2 x ptr] zeroinitializer
