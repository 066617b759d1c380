; Texts that are spelled as attributes are told apart from these, with a value and without.
; RUN: tern import %s
; RUN: tern import %s | tern export
declare void @f0() nounwind
declare void @f1() "nounwind"
declare void @f2() "nounwind"="yes"
declare void @f3() "alignstack"
declare void @f4() "alignstack"="8"
declare void @f5() "byval"
declare void @f6() "of my own"
declare void @f7() "of my own"="yes"
declare "noundef" i32 @f8(ptr "nonnull", ptr "align"="8")
