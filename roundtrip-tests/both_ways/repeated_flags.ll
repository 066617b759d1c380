define i8 @casts(i64 %a, i64 %b) {
  %1 = trunc nuw nuw i64 %a to i8
  ret i8 %1
}

; A word that ends a list of flags is no flag there, but another instruction's.
define i64 @sums(i64 %a, i64 %b) {
  %1 = add nsw nuw exact i64 %a, %b
  ret i64 %1
}
