; Aggregates
; `extractvalue` and `insertvalue` have their indices in brackets.
%inner = type { i8, [2 x float] }

define float @f({ i32, %inner } %a, float %x) {
  %1 = extractvalue { i32, %inner } %a, 1, 1, 0
  %2 = insertvalue { i32, %inner } %a, float %x, 1, 1, 1
  %3 = insertvalue { i32, i1 } poison, i32 1, 0
  %4 = insertvalue { i32, i1 } %3, i1 true, 1
  ret float %1
}
