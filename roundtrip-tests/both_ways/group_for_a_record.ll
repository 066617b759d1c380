; A group of attributes where a debug record may stand.
define void @f() {
  #0
  ret void
}
attributes #0 = { nounwind }
