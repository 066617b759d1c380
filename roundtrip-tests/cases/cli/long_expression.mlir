// Operations on constants spell an expression of 500 constants and operations at the most (a value's number says how many): what
// is more is an instruction, or an error where there can be none.
// RUN: tern translate --mlir-to-llvmir --split-input-file %s
llvm.mlir.global external @g() : i64
llvm.func @most() -> i64 {
  %p = llvm.mlir.addressof @g : !llvm.ptr
  %2 = llvm.ptrtoint %p : !llvm.ptr to i64
  %5 = llvm.add %2, %2 : i64
  %11 = llvm.add %5, %5 : i64
  %23 = llvm.add %11, %11 : i64
  %47 = llvm.add %23, %23 : i64
  %95 = llvm.add %47, %47 : i64
  %191 = llvm.add %95, %95 : i64
  %383 = llvm.add %191, %191 : i64
  %479 = llvm.add %383, %95 : i64
  %491 = llvm.add %479, %11 : i64
  %497 = llvm.add %491, %5 : i64
  %500 = llvm.add %497, %2 : i64
  llvm.return %500 : i64
}
llvm.func @more() -> i64 {
  %p = llvm.mlir.addressof @g : !llvm.ptr
  %2 = llvm.ptrtoint %p : !llvm.ptr to i64
  %5 = llvm.add %2, %2 : i64
  %11 = llvm.add %5, %5 : i64
  %23 = llvm.add %11, %11 : i64
  %47 = llvm.add %23, %23 : i64
  %95 = llvm.add %47, %47 : i64
  %191 = llvm.add %95, %95 : i64
  %383 = llvm.add %191, %191 : i64
  %479 = llvm.add %383, %95 : i64
  %491 = llvm.add %479, %11 : i64
  %497 = llvm.add %491, %5 : i64
  %500 = llvm.add %497, %2 : i64
  %503 = llvm.add %500, %2 : i64
  llvm.return %503 : i64
}

// -----
llvm.mlir.global external @g() : i64
llvm.mlir.global external @more() : i64 {
  %p = llvm.mlir.addressof @g : !llvm.ptr
  %2 = llvm.ptrtoint %p : !llvm.ptr to i64
  %5 = llvm.add %2, %2 : i64
  %11 = llvm.add %5, %5 : i64
  %23 = llvm.add %11, %11 : i64
  %47 = llvm.add %23, %23 : i64
  %95 = llvm.add %47, %47 : i64
  %191 = llvm.add %95, %95 : i64
  %383 = llvm.add %191, %191 : i64
  %479 = llvm.add %383, %95 : i64
  %491 = llvm.add %479, %11 : i64
  %497 = llvm.add %491, %5 : i64
  %500 = llvm.add %497, %2 : i64
  %503 = llvm.add %500, %2 : i64
  llvm.return %503 : i64
}
