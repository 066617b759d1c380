; What generated modules have found.
; RUN: tern import %s
; RUN: tern import %s | tern export
; RUN: tern import %s | mlir-opt --mlir-print-debuginfo | tern export | FileCheck %s --input-file - --check-prefix MLIR

@g = external global i8
declare void @h(float nofpclass(nan pinf), float nofpclass(snan zero))
declare i32 @p(...)
declare <4 x i32> @llvm.expect.v4i32(<4 x i32>, <4 x i32>)

; MLIR: !dereferenceable ![[N:[0-9]+]]
; MLIR: !dereferenceable_or_null ![[N]]
define void @twins(ptr %a) {
  %x = load ptr, ptr %a, align 8, !dereferenceable !0
  %y = load ptr, ptr %a, align 8, !dereferenceable_or_null !0
  %z = call <4 x i32> @llvm.expect.v4i32(<4 x i32> zeroinitializer, <4 x i32> splat (i32 1))
  ret void
}

; MLIR: shufflevector {{.*}} <vscale x 2 x i32> poison
define <vscale x 2 x i32> @mask(<vscale x 2 x i32> %a) {
  %s = shufflevector <vscale x 2 x i32> %a, <vscale x 2 x i32> %a, <vscale x 2 x i32> poison
  ret <vscale x 2 x i32> %s
}

define i32 @pads(i1 %c) personality ptr @p {
entry:
  invoke void getelementptr inbounds inrange(-8, 16) (i8, ptr @g, i64 4)(i1 %c) [ "deopt"(i1 %c) ]
          to label %end unwind label %pad

pad:
  %l = landingpad { ptr, i32 }
          cleanup
  %q = icmp eq ptr blockaddress(@pads, %pad), @g
  br label %end

end:
  %r = phi i32 [ 1, %entry ], [ 2, %pad ], !annotation !1, !other !2
  ret i32 %r
}

!0 = !{i64 16}
!1 = !{!"note"}
!2 = !{ptr blockaddress(@pads, %end)}
