; The brace at the start of a line does not end the body.
define void @f() {
  call void asm "{
}", ""()
  ret void
}
define void @g() { ret void }
