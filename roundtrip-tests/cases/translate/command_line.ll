; RUN: tern translate %s
; RUN: tern translate -import-lvm %s
; RUN: tern translate -import-llvm -split-input-file %s
; RUN: mlir-translate -import-llvm -split-input-file %s
; RUN: tern translate -import-llvm %s
; RUN: mlir-translate -import-llvm %s
; RUN: tern translate -import-llvm missing.ll
; RUN: tern translate -mlir-to-llvmir %s
; RUN: tern translate -import-llvm -o
define i32 @f(i32 %x) {
  ret i32 %y
}
; // -----
@g = global i32 x
