; RUN: tern import %s
declare i32 @may_throw(i32)

declare i32 @__gxx_personality_v0(...)

define i32 @f() personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @may_throw(i32 1)
          to label %end unwind label %pad

pad:                                              ; preds = %entry
  %p = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] zeroinitializer
  resume { ptr, i32 } %p

end:                                              ; preds = %entry
  %v = phi i32 [ %r, %entry ]
  ret i32 %v
}
