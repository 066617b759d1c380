; MLIR reads case values of 64 bits only: wider ones are printed in generic form. Of no indices it reads none.
; RUN: tern import %s
; RUN: tern import %s | mlir-opt | tern export
; RUN: tern check %s -q
define ptr @wide(i128 %a, ptr %p) {
  switch i128 %a, label %rest [
    i128 18446744073709551616, label %large
    i128 -170141183460469231731687303715884105728, label %large
    i128 -1, label %rest
  ]
rest:
  ret ptr %p
large:
  %q = getelementptr i8, ptr %p
  ret ptr %q
}
define void @narrow(i65 %a) {
  switch i65 %a, label %rest [
    i65 9223372036854775807, label %rest
    i65 -9223372036854775808, label %rest
  ]
rest:
  ret void
}
