; Structs that only constants in metadata name come back with their bodies.
; RUN: tern import %s
; RUN: tern import %s | mlir-opt | tern export
; RUN: tern roundtrip %s
%point = type { i32, %inner }
%inner = type <{ i8, i64 }>
%0 = type { i64, %point }
%1 = type { ptr }
@g = global %1 zeroinitializer

!m = !{!0, !1, !2}
!0 = !{%point { i32 1, %inner <{ i8 2, i64 3 }> }}
!1 = !{%0 zeroinitializer, i32 7}
!2 = !{ptr getelementptr (%inner, ptr @g, i64 1)}
