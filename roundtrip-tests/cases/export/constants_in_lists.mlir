// RUN: tern export %s
// Elements that are not numbers.
llvm.mlir.global external @structure([#llvm.zero, #llvm.undef, 2.0 : f32, 7 : i16]) : !llvm.struct<(ptr, i8, f32, i16)>
