; Operand bundles
; A tag and operands, after the arguments.
declare void @g(i32)

declare i32 @__gxx_personality_v0(...)

define void @f(i32 %x, ptr %p, i64 %auth) personality ptr @__gxx_personality_v0 {
  call void @g(i32 %x) [ "deopt"(i32 %x, ptr %p), "mine"() ]
  call void %p() [ "ptrauth"(i32 0, i64 %auth) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16), "nonnull"(ptr %p) ]
  invoke void @g(i32 %x) [ "mine"(i32 1) ]
          to label %next unwind label %pad

next:
  ret void

pad:
  %l = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %l
}
