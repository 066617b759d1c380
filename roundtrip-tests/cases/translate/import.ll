; RUN: tern -import-llvm %s
; RUN: tern translate --import-llvm %s -o - | tern --mlir-to-llvmir -
; RUN: tern translate --import-llvm --mlir-to-llvmir %s
; RUN: tern translate -import-llvm -mlir-print-op-generic -mlir-print-local-scope %s
define i32 @f(i32 %x) {
  %y = mul nsw i32 %x, 3
  ret i32 %y
}
