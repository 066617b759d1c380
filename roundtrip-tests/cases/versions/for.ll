; What programs want that read LLVM IR of a fixed version.
; RUN: tern convert --for nvvm %s
; RUN: tern convert --for nvvm-blackwell %s
; RUN: tern convert --for vitis-hls %s
; RUN: tern convert --for metal %s
; RUN: tern convert --for abacus %s
define void @f(ptr addrspace(1) %p, double %x) {
  %old = atomicrmw fadd ptr addrspace(1) %p, double %x monotonic, align 8
  ret void
}
