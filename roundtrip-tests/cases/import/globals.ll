; RUN: tern import %s
$group = comdat largest

@a = global i32 7, align 4
@b = external dso_local local_unnamed_addr addrspace(1) constant i64
@c = private unnamed_addr constant [6 x i8] c"ab\00\FFcd", section ".text", partition "part", align 1
@d = weak_odr hidden thread_local(localdynamic) global ptr @a, comdat($group), align 8
@e = common global [4 x i8] zeroinitializer, code_model "large"
@f = dllexport externally_initialized global { i32, ptr } { i32 1, ptr getelementptr (i8, ptr @c, i64 2) }, !custom !0
@0 = private global i1 true

@alias = weak alias i32, ptr @a

@ifunc = ifunc i32 (), ptr @resolver

define internal ptr @resolver() {
  ret ptr null
}

!0 = !{!"attached"}
