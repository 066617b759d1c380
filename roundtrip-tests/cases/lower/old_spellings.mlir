// What was spelled otherwise from 2019 to 2022.
// RUN: tern opt %s
// RUN: tern opt %s | tern opt -convert-std-to-llvm=emit-c-wrappers | tern export
func @foo(%arg0: i32, %arg1: i64) -> (i32, i64) {
  return %arg0, %arg1 : i32, i64
}
func @qux(%arg0: memref<?x?xf32>)
func @bar(%c: i1, %a: f32, %m: memref<?xf32>, %i: index) {
  %0 = constant 42 : i32
  %1 = constant 17 : i64
  %2:2 = call @foo(%0, %1) : (i32, i64) -> (i32, i64)
  %3 = std.addi %0, %0 : i32
  %4 = addf %a, %a : f32
  %5 = load %m[%i] : memref<?xf32>
  %6 = cmpi "slt", %0, %3 : i32
  %7 = and %6, %c : i1
  %f = constant @foo : (i32, i64) -> (i32, i64)
  cond_br %7, ^bb1(%3 : i32), ^bb1(%0 : i32)
^bb1(%8: i32):
  store %5, %m[%i] : memref<?xf32>
  br ^bb2
^bb2:
  std.return
}
llvm.func @old(%arg0: !llvm<"float*">, %arg2: !llvm.i64, %v: !llvm.vec<4 x float>, %x: !llvm.ptr<ptr<i8>, 3>, %y: !llvm.type<"{i64, double} (i32, float)*">, %z: !llvm.struct<(float, ptr<struct<(i32, double)>>)>) -> !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }"> {
  %0 = llvm.mlir.undef : !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }">
  %1 = llvm.insertvalue %arg0, %0[0] : !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }">
  %8 = llvm.mlir.constant(1 : index) : !llvm.i64
  %9 = llvm.alloca %8 x !llvm<"{ float*, float*, i64, [2 x i64], [2 x i64] }"> : (!llvm.i64) -> !llvm<"{ float*, float*, i64, [2 x i64], [2 x i64] }*">
  %l = llvm.load %9 : !llvm<"{ float*, float*, i64, [2 x i64], [2 x i64] }*">
  llvm.store %l, %9 : !llvm<"{ float*, float*, i64, [2 x i64], [2 x i64] }*">
  %a = llvm.getelementptr %arg0[%arg2] : (!llvm<"float*">, !llvm<"i64">) -> !llvm<"float*">
  %b = llvm.load %x : !llvm.ptr<ptr<i8>, 3>
  llvm.return %1 : !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }">
}
