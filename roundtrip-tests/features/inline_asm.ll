declare i32 @__gxx_personality_v0(...)

define void @f(i32 %x) personality ptr @__gxx_personality_v0 {
  call void asm sideeffect "nop", ""() [ "tag"(i32 %x) ]
  invoke void asm sideeffect unwind "nop", "r"(i32 %x)
          to label %end unwind label %pad

end:
  ret void

pad:
  %p = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %p
}
