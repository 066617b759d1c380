$group = comdat nodeduplicate

@a = global i32 1, partition "part", comdat($group)
@b = global i32 2, code_model "large", section "s", align 16
@c = external dllimport global i32
@d = thread_local(initialexec) global i32 0
@e = global i32 0, no_sanitize_address
@0 = private unnamed_addr constant [2 x i8] c"x\00"
@f = alias i32, ptr @b
