source_filename = "m.c"
module asm "nop"

!llvm.module.flags = !{!0, !1, !2}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 5, !"list", !3}
!2 = !{i32 2, !"text", !"value"}
!3 = !{!"a", i64 5}
