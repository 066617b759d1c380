; The result of an invoke does not dominate the block that it unwinds to.
declare i32 @g()
define void @f() personality ptr null {
  %r = invoke i32 @g() to label %normal unwind label %unwind
normal:
  ret void
unwind:
  %pad = landingpad { ptr, i32 } cleanup
  %x = add i32 %r, 1
  resume { ptr, i32 } %pad
}
