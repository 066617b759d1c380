; RUN: tern import --compat upstream --report json %s
; Attachments of kinds of their own have no form upstream.
define i32 @f(i32 %x) !mine !0 {
  %y = add i32 %x, 1, !mine !0
  ret i32 %y
}

!0 = !{}
