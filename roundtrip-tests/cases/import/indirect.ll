; RUN: tern import %s
define i32 @f(ptr %where, i32 %x) {
entry:
  indirectbr ptr %where, [label %a, label %b]

a:                                                ; preds = %entry
  ret i32 1

b:                                                ; preds = %entry
  callbr void asm sideeffect "", "r,!i"(i32 %x)
          to label %c [label %d]

c:                                                ; preds = %b
  ret i32 2

d:                                                ; preds = %b
  unreachable
}
