// ARGS: -split-input-file -llvm-optimize-for-nvvm-target

llvm.func @f(%a: f16, %b: f16, %c: f16, %p: !llvm.ptr) -> f16 {
  %x = llvm.load %p : !llvm.ptr -> i32
  %0 = llvm.fdiv %a, %b : f16
  %1 = llvm.fdiv %0, %c : f16
  llvm.br ^bb1
^bb1:
  %2 = llvm.fdiv %1, %c : f16
  llvm.return %2 : f16
}
// -----
llvm.func @g(%a: f16, %b: f16, %p: !llvm.ptr) -> f32 {
  %x = llvm.load %p : !llvm.ptr -> i32
  %k = llvm.mlir.constant(1.0 : f32) : f32
  %c = llvm.mlir.constant(3 : i32) : i32
  %d = llvm.mlir.constant(3 : i32) : i32
  %e = llvm.add %c, %d : i32
  llvm.store %e, %p : i32, !llvm.ptr
  llvm.store %d, %p : i32, !llvm.ptr
  llvm.return %k : f32
}
