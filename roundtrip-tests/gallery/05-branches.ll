; Branches
; Every terminator but those of exceptions: `ret`, `br`, `switch`, `indirectbr`, `unreachable`; weights are a field.
define ptr @place() {
  ret ptr blockaddress(@choose, %three)
}

define i32 @choose(i32 %x, i1 %c, ptr %place) {
entry:
  br i1 %c, label %one, label %two, !prof !0

one:
  switch i32 %x, label %two [
    i32 0, label %three
    i32 -7, label %three
    i32 9, label %two
  ], !prof !1

two:
  indirectbr ptr %place, [label %one, label %three, label %never]

three:
  br label %four

four:
  ret i32 %x

never:
  unreachable
}

define void @nothing() {
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 9}
!1 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
