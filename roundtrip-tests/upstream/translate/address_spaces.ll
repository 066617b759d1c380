; ARGS: --import-llvm
; Globals of all kinds in other address spaces.
@g = addrspace(3) global i8 0
@a = alias i8, ptr addrspace(3) @g
@i = ifunc void (), ptr addrspace(1) @r
define ptr addrspace(1) @r() addrspace(1) {
  ret ptr addrspace(1) null
}
define void @f() addrspace(2) {
  call addrspace(2) void @f()
  ret void
}
