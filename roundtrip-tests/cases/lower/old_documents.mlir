// Programs as the documents of 2019 to 2022 spell what comes of a conversion.
// RUN: tern opt -allow-unregistered-dialect %s
!memref_2d = type !llvm.struct<(ptr<f32>, ptr<f32>, i64, array<2xi64>, array<2xi64>)>
!memref_2d_ptr = type !llvm.ptr<struct<(ptr<f32>, ptr<f32>, i64, array<2xi64>, array<2xi64>)>>

llvm.func @packed(%arg0: !llvm.type<"i32">, %arg1: !llvm.type<"i64">) -> !llvm.type<"{i32, i64}"> {
  %0 = llvm.mlir.undef :  !llvm.type<"{i32, i64}">
  %1 = llvm.insertvalue %arg0, %0[0] : !llvm.type<"{i32, i64}">
  %2 = llvm.insertvalue %arg1, %1[1] : !llvm.type<"{i32, i64}">
  llvm.return %2 : !llvm.type<"{i32, i64}">
}

llvm.func @qux(%arg0: !llvm<"float*">, %arg1: !llvm<"float*">, %arg2: !llvm.i64, %arg3: !llvm.i64, %arg4: !llvm.i64) {
  %0 = llvm.mlir.undef : !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }">
  %1 = llvm.insertvalue %arg0, %0[0] : !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }">
  %8 = llvm.mlir.constant(1 : index) : !llvm.i64
  %9 = llvm.alloca %8 x !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }"> : (!llvm.i64) -> !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }*">
  llvm.store %1, %9 : !llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }*">
  llvm.call @_mlir_ciface_qux(%9) : (!llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }*">) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_qux(!llvm<"{ float*, float*, i64, [1 x i64], [1 x i64] }*">)

llvm.func @_mlir_ciface_foo(%arg0: !memref_2d_ptr, %arg1: !memref_2d_ptr) {
  %0 = llvm.load %arg1 : !memref_2d_ptr
  %1 = llvm.extractvalue %0[3, 0] : !memref_2d
  llvm.store %0, %arg0 : !memref_2d_ptr
  llvm.return
}

llvm.func @element(%base: !llvm<"float*">, %index: !llvm<"i64">) -> !llvm.float {
  %a = llvm.getelementptr %base[%index] : (!llvm<"float*">, !llvm<"i64">) -> !llvm<"float*">
  %0 = llvm.load %a : !llvm<"float*">
  llvm.return %0 : !llvm.float
}

llvm.func @repeated(%0: !llvm.i1, %1: !llvm.i32, %2: !llvm.i32) {
  llvm.cond_br %0, ^bb1(%1 : !llvm.type<"i32">), ^dummy
^bb1(%3 : !llvm.type<"i32">):
  "test.use"(%3) : (!llvm.type<"i32">) -> ()
  llvm.return
^dummy:
  llvm.br ^bb1(%2 : !llvm.type<"i32">)
}
