; RUN: tern import %s
; RUN: tern import %s | mlir-translate --mlir-to-llvmir
; Numbers that MLIR, which reads decimals as doubles, would read as others are printed as bits.
@third = global fp128 0xL55555555555555553FFD555555555555
@half = global fp128 0xL00000000000000003FFE000000000000
@large = global x86_fp80 0xK7FFE8000000000000000
@vector = global <2 x x86_fp80> <x86_fp80 0xK3FFDAAAAAAAAAAAAAAAB, x86_fp80 0xK3FFF8000000000000000>

define fp128 @pi() {
  ret fp128 0xL8469898CC51701B84000921FB54442D1
}
