; Exceptions by funclets
; MLIR has no operations for Windows' exceptions; these are extensions, in generic form.
declare void @g()

declare i32 @__CxxFrameHandler3(...)

define void @f() personality ptr @__CxxFrameHandler3 {
  invoke void @g()
          to label %end unwind label %dispatch

dispatch:
  %s = catchswitch within none [label %handler] unwind label %cleanup

handler:
  %p = catchpad within %s [ptr null, i32 64, ptr null]
  call void @g() [ "funclet"(token %p) ]
  catchret from %p to label %end

cleanup:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller

end:
  ret void
}
