; Calls that may unwind, with a cleanup and a handler.
declare ptr @acquire()
declare void @use(ptr)
declare void @release(ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()

define i32 @guarded() personality ptr @__gxx_personality_v0 {
entry:
  %resource = invoke ptr @acquire()
          to label %acquired unwind label %none

acquired:
  invoke void @use(ptr %resource)
          to label %used unwind label %unwinding

used:
  call void @release(ptr %resource)
  br label %done

none:
  %first = landingpad { ptr, i32 }
          catch ptr null
  br label %handler

unwinding:
  %second = landingpad { ptr, i32 }
          catch ptr null
  call void @release(ptr %resource)
  br label %handler

handler:
  %pad = phi { ptr, i32 } [ %first, %none ], [ %second, %unwinding ]
  %object = extractvalue { ptr, i32 } %pad, 0
  %begun = call ptr @__cxa_begin_catch(ptr %object)
  call void @__cxa_end_catch()
  br label %done

done:
  %r = phi i32 [ 0, %used ], [ 1, %handler ]
  ret i32 %r
}
