; ARGS: --import-llvm --mlir-print-debuginfo --split-input-file --emit-expensive-warnings
; Globals: each property.
@x18 = private global [1 x i8] zeroinitializer
@x19 = internal global [1 x i8] zeroinitializer
@x20 = available_externally global [1 x i8] zeroinitializer
@x21 = linkonce global [1 x i8] zeroinitializer
@x22 = linkonce_odr global [1 x i8] zeroinitializer
@x23 = weak global [1 x i8] zeroinitializer
@x24 = weak_odr global [1 x i8] zeroinitializer
@x25 = common global [1 x i8] zeroinitializer
@x26 = appending global [1 x i8] zeroinitializer
@x27 = external global [1 x i8]
@x28 = extern_weak global [1 x i8]
@x29 = hidden global i32 0
@x30 = protected global i32 0
@x31 = default global i32 0
@x32 = dso_local global i32 0
@x33 = dso_preemptable global i32 0
@x34 = unnamed_addr global i32 0
@x35 = local_unnamed_addr global i32 0
@x36 = thread_local global i32 0
@x37 = thread_local(localexec) global i32 0
@x38 = thread_local(initialexec) global i32 0
@x39 = external dllimport global i32
@x40 = dllexport global i32 0
@x41 = externally_initialized global i32 0
@x42 = addrspace(3) global i32 0
@x43 = global i32 0, section "s"
@x44 = global i32 0, align 16
@x45 = global i32 0, partition "p"
@x46 = global i32 0, code_model "large"
@x47 = global i32 0, no_sanitize_address
@x48 = global i32 0, sanitize_memtag
$x49 = comdat any
@x49 = global i32 0, comdat
$c50 = comdat any
$d50 = comdat any
@y50 = global i32 0, comdat($d50)
@x50 = global i32 0, comdat($c50)
$c51 = comdat exactmatch
$d51 = comdat any
@y51 = global i32 0, comdat($d51)
@x51 = global i32 0, comdat($c51)
$c52 = comdat largest
$d52 = comdat any
@y52 = global i32 0, comdat($d52)
@x52 = global i32 0, comdat($c52)
$c53 = comdat nodeduplicate
$d53 = comdat any
@y53 = global i32 0, comdat($d53)
@x53 = global i32 0, comdat($c53)
$c54 = comdat samesize
$d54 = comdat any
@y54 = global i32 0, comdat($d54)
@x54 = global i32 0, comdat($c54)
@x55 = global i32 0
@a55 = alias i32, ptr @x55
@b55 = internal unnamed_addr alias i8, getelementptr (i8, ptr @x55, i64 1)
@c55 = thread_local alias i32, ptr @t55
@t55 = thread_local global i32 0
@i56 = ifunc i32 (i32), ptr @r56
@j56 = internal ifunc void (), ptr @s56
define internal ptr @r56() {
  ret ptr null
}
define ptr @s56() {
  ret ptr null
}
@x57 = global i32 0 #57
attributes #57 = { "a"="b" "c" }
@x58 = external addrspace(1) global i32
@y58 = addrspace(1) global ptr addrspace(1) @x58
@x59 = global target("spirv.Image") undef
declare void @f60() section "s" align 16
define void @g60() section "t" align 32 gc "shadow-stack" prefix i32 1 prologue i8 2 personality ptr @f60 {
  ret void
}
define void @f61() addrspace(1) {
  ret void
}
define fastcc void @f62() {
  ret void
}
define cc 99 void @g62() {
  ret void
}
define coldcc void @h62() {
  ret void
}
define void @f63() #63 {
  ret void
}
attributes #63 = { "a"="b" "c" nounwind alignstack=8 memory(read) uwtable(sync) "frame-pointer"="all" "no-jump-tables"="true" "target-features"="+a,-b" vscale_range(1,2) }

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr @d }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr null, ptr null }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr getelementptr (i8, ptr @d, i64 1) }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } zeroinitializer]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @d, ptr null }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] zeroinitializer

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }, { i32, ptr, ptr } { i32 2, ptr @f, ptr @d }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr @d }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr null, ptr null }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr getelementptr (i8, ptr @d, i64 1) }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } zeroinitializer]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @d, ptr null }]

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] zeroinitializer

; // -----

@d = global i8 0
define void @f() {
  ret void
}
@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }, { i32, ptr, ptr } { i32 2, ptr @f, ptr @d }]
