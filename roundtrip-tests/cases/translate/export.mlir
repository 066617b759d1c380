// RUN: tern translate -mlir-to-llvmir -split-input-file %s
// RUN: mlir-translate -mlir-to-llvmir -split-input-file %s
// RUN: tern translate -mlir-to-llvmir -split-input-file -output-split-marker=;-- -error-diagnostics-only %s
llvm.mlir.global external @g() : i32
llvm.func @f(%x: i32) -> i32 {
  llvm.return %x : i32
}
// -----
llvm.func @wrong() -> i32 {
  llvm.return
}
// -----
llvm.func @h(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^bb2(%a : i32), ^bb2(%b : i32)
^bb2(%x: i32):
  llvm.return %x : i32
}
