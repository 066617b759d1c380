; Loops that are annotations, and loops that are nearly: an annotation is made where export makes exactly the node of it.
; RUN: tern import %s
; RUN: tern import %s | tern export
define void @f(ptr %p, i1 %c) {
  store i8 0, ptr %p, align 1, !llvm.access.group !0
  store i8 0, ptr %p, align 1, !llvm.access.group !1
  br label %l0

l0:  ; every property in order
  br i1 %c, label %l0, label %l1, !llvm.loop !23

l1:  ; another one with the same properties
  br i1 %c, label %l1, label %l2, !llvm.loop !24

l2:  ; the same properties again
  br i1 %c, label %l2, label %l3, !llvm.loop !25

l3:  ; other values
  br i1 %c, label %l3, label %l4, !llvm.loop !32

l4:  ; order
  br i1 %c, label %l4, label %l5, !llvm.loop !33

l5:  ; a number of 64 bits
  br i1 %c, label %l5, label %l6, !llvm.loop !35

l6:  ; a bit of 32 bits
  br i1 %c, label %l6, label %l7, !llvm.loop !37

l7:  ; a bit of 32 bits that is neither
  br i1 %c, label %l7, label %l8, !llvm.loop !39

l8:  ; a value too many
  br i1 %c, label %l8, label %l9, !llvm.loop !41

l9:  ; no value
  br i1 %c, label %l9, label %l10, !llvm.loop !43

l10:  ; a distinct property
  br i1 %c, label %l10, label %l11, !llvm.loop !45

l11:  ; unknown
  br i1 %c, label %l11, label %l12, !llvm.loop !47

l12:  ; followup
  br i1 %c, label %l12, label %l13, !llvm.loop !49

l13:  ; groups of accesses
  br i1 %c, label %l13, label %l14, !llvm.loop !51

l14:  ; no groups
  br i1 %c, label %l14, label %l15, !llvm.loop !53

l15:  ; groups that are none
  br i1 %c, label %l15, label %l16, !llvm.loop !55

l16:  ; something else refers to it
  br i1 %c, label %l16, label %l17, !llvm.loop !56

l17:  ; a loop with two latches
  br i1 %c, label %l17, label %l18, !llvm.loop !57

l18:
  br i1 %c, label %l17, label %end, !llvm.loop !57

end:
  ret void
}

!mine = !{!56}

!0 = distinct !{}
!1 = distinct !{}
!2 = !{!"llvm.loop.unroll.disable"}
!3 = !{!"llvm.loop.mustprogress"}
!4 = !{!"llvm.loop.isvectorized", i32 1}
!5 = !{!"llvm.loop.vectorize.enable", i1 false}
!6 = !{!"llvm.loop.vectorize.predicate.enable", i1 true}
!7 = !{!"llvm.loop.vectorize.scalable.enable", i1 false}
!8 = !{!"llvm.loop.vectorize.width", i32 4}
!9 = !{!"llvm.loop.interleave.count", i32 2}
!10 = !{!"llvm.loop.unroll.enable"}
!11 = !{!"llvm.loop.unroll.count", i32 3}
!12 = !{!"llvm.loop.unroll.runtime.disable", i1 true}
!13 = !{!"llvm.loop.unroll.full"}
!14 = !{!"llvm.loop.unroll_and_jam.disable"}
!15 = !{!"llvm.loop.unroll_and_jam.count", i32 5}
!16 = !{!"llvm.licm.disable"}
!17 = !{!"llvm.loop.licm_versioning.disable"}
!18 = !{!"llvm.loop.distribute.enable", i1 true}
!19 = !{!"llvm.loop.pipeline.disable", i1 true}
!20 = !{!"llvm.loop.pipeline.initiationinterval", i32 10}
!21 = !{!"llvm.loop.peeled.count", i32 1}
!22 = !{!"llvm.loop.unswitch.partial.disable"}
!23 = distinct !{!23, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22}
!24 = distinct !{!24, !3}
!25 = distinct !{!25, !3}
!26 = !{!"llvm.loop.disable_nonforced"}
!27 = !{!"llvm.loop.isvectorized", i32 0}
!28 = !{!"llvm.loop.vectorize.enable", i1 true}
!29 = !{!"llvm.loop.unroll.disable"}
!30 = !{!"llvm.loop.unroll_and_jam.enable"}
!31 = !{!"llvm.loop.distribute.enable", i1 false}
!32 = distinct !{!32, !26, !27, !28, !29, !30, !31}
!33 = distinct !{!33, !11, !3}
!34 = !{!"llvm.loop.vectorize.width", i64 4}
!35 = distinct !{!35, !34}
!36 = !{!"llvm.loop.vectorize.enable", i32 1}
!37 = distinct !{!37, !36}
!38 = !{!"llvm.loop.isvectorized", i32 2}
!39 = distinct !{!39, !38}
!40 = !{!"llvm.loop.mustprogress", i32 1}
!41 = distinct !{!41, !40}
!42 = !{!"llvm.loop.vectorize.width"}
!43 = distinct !{!43, !42}
!44 = distinct !{!"llvm.loop.mustprogress"}
!45 = distinct !{!45, !44}
!46 = !{!"my.own", i32 1}
!47 = distinct !{!47, !46}
!48 = !{!"llvm.loop.unroll.followup_all", !2}
!49 = distinct !{!49, !48}
!50 = !{!"llvm.loop.parallel_accesses", !0, !1}
!51 = distinct !{!51, !50}
!52 = !{!"llvm.loop.parallel_accesses"}
!53 = distinct !{!53, !52}
!54 = !{!"llvm.loop.parallel_accesses", !2}
!55 = distinct !{!55, !54}
!56 = distinct !{!56, !3, !11}
!57 = distinct !{!57, !11}
