; Exceptions by landing pads
; `invoke`, `landingpad` with all clauses, `resume`; a PHI node on the edge of an `invoke` that takes its result gets a block.
@_ZTIi = external constant ptr

declare i32 @may_throw()

declare i32 @__gxx_personality_v0(...)

define i32 @f() personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @may_throw()
          to label %end unwind label %pad

pad:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi
          catch ptr null
          filter [1 x ptr] [ptr @_ZTIi]
  %selector = extractvalue { ptr, i32 } %l, 1
  %wanted = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi)
  %matches = icmp eq i32 %selector, %wanted
  br i1 %matches, label %end, label %onwards

onwards:
  resume { ptr, i32 } %l

end:
  %result = phi i32 [ %r, %entry ], [ 0, %pad ]
  ret i32 %result
}
