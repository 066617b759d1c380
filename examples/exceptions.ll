; `try { may_throw(); } catch (int) { … }`: invoke, landingpad, resume; a comdat, an alias and a constructor.
$inline = comdat any

@_ZTIi = external constant ptr
@message = linkonce_odr constant [3 x i8] c"no\00", comdat($inline), align 1
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @setup, ptr null }]

@also = alias i32 (), ptr @guarded

declare void @may_throw()

declare i32 @__gxx_personality_v0(...)

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_end_catch()

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #0

define internal void @setup() section ".text.startup" {
  ret void
}

define i32 @guarded() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw()
          to label %fine unwind label %caught

caught:                                           ; preds = %entry
  %pad = landingpad { ptr, i32 }
          cleanup
          catch ptr @_ZTIi
  %selector = extractvalue { ptr, i32 } %pad, 1
  %wanted = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi)
  %matches = icmp eq i32 %selector, %wanted
  br i1 %matches, label %handle, label %onwards

handle:                                           ; preds = %caught
  %thrown = extractvalue { ptr, i32 } %pad, 0
  %object = call ptr @__cxa_begin_catch(ptr %thrown)
  %value = load i32, ptr %object, align 4
  call void @__cxa_end_catch()
  br label %fine

onwards:                                          ; preds = %caught
  resume { ptr, i32 } %pad

fine:                                             ; preds = %handle, %entry
  %result = phi i32 [ 0, %entry ], [ %value, %handle ]
  ret i32 %result
}

attributes #0 = { nounwind memory(none) }
