; Aliases and ifuncs
; The aliasee is an initializer region.
@g = global [2 x i32] zeroinitializer
@whole = alias [2 x i32], ptr @g
@half = internal unnamed_addr alias i32, getelementptr inbounds (i8, ptr @g, i64 4)
@function = hidden alias void (), ptr @f
@chosen = ifunc void (), ptr @resolve
@chosen_too = weak ifunc i32 (i32), ptr @resolve

define void @f() {
  call void @chosen()
  ret void
}

define internal ptr @resolve() {
  ret ptr @f
}
