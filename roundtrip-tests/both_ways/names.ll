; Names that begin alike and are as long.
%a.long.name.1 = type { i32 }
%a.long.name.2 = type { i64 }
@global.number.1 = global i32 1
@global.number.2 = global i32 2
define void @f() {
  %1 = alloca %a.long.name.1, !attachment.one !0
  %2 = alloca %a.long.name.2, !attachment.two !0
  store ptr @global.number.1, ptr %1
  store ptr @global.number.2, ptr %2
  store i32 1, ptr %1, !attachment.one !0
  store i64 1, ptr %2, !attachment.two !0
  ret void
}
!0 = !{}
