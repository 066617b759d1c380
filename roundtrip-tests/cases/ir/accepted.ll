; RUN: tern check %s
; RUN: tern check --quiet %s
define void @f() {
  ret void
}
