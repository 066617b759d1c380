; MLIR's own importer gives constants of type ppc_fp128 as numbers of f128, which its own exporter refuses: these are their bits.
; RUN: tern translate --import-llvm %s
; RUN: tern translate --import-llvm %s | tern translate --mlir-to-llvmir
@a = global ppc_fp128 zeroinitializer
@b = global [2 x ppc_fp128] zeroinitializer
@c = global <2 x ppc_fp128> zeroinitializer
@d = global ppc_fp128 0xM3FF00000000000000000000000000000
define ppc_fp128 @f(ppc_fp128 %a) {
  %r = fadd ppc_fp128 %a, 0xM00000000000000000000000000000000
  ret ppc_fp128 %r
}
define <2 x ppc_fp128> @g(<2 x ppc_fp128> %a) {
  ret <2 x ppc_fp128> %a
}
define ppc_fp128 @h(ppc_fp128 %a) {
  %r = fadd ppc_fp128 %a, 0xM3FF00000000000000000000000000000
  ret ppc_fp128 %r
}
