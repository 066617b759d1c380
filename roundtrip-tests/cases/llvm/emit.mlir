// Passes, assembly, and what is wrong with what is asked for.
// RUN: tern export %s -O1
// RUN: tern export %s --passes mem2reg
// RUN: tern export %s --passes no-such-pass
// RUN: tern export %s --emit asm --target riscv64
// RUN: tern export %s --emit asm --target aarch64-linux-gnu --cpu neoverse-v2 --relocation static -O3
// RUN: tern export %s --emit asm --target pdp11
// RUN: tern export %s --emit obj --target nvptx64
// RUN: tern verify --llvm %s
llvm.func @twice(%x: i32) -> i32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %place = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %x, %place : i32, !llvm.ptr
  %value = llvm.load %place : !llvm.ptr -> i32
  %result = llvm.shl %value, %one : i32
  llvm.return %result : i32
}
