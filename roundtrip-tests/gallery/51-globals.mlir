// Globals and their initializers
// A value, or a region that computes it; constants all the way.
llvm.mlir.global internal constant @text("hello\00") {addr_space = 0 : i32}
llvm.mlir.global external @number(42 : i64) {addr_space = 0 : i32, alignment = 16 : i64, section = ".mine"} : i64
llvm.mlir.global private unnamed_addr constant @dense(dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>) {addr_space = 0 : i32, dso_local} : !llvm.array<2 x array<2 x i32>>
llvm.mlir.global linkonce_odr hidden @sparse(dense<0.0> : vector<4xf32>) comdat(@comdats::@mine) {addr_space = 0 : i32} : vector<4xf32>
llvm.mlir.global external thread_local @declared() {addr_space = 0 : i32} : !llvm.ptr
llvm.mlir.global internal constant @pair() {addr_space = 0 : i32} : !llvm.struct<(i32, ptr)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, ptr)>
  %1 = llvm.mlir.constant(7 : i32) : i32
  %2 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i32, ptr)>
  %3 = llvm.mlir.addressof @number : !llvm.ptr
  %4 = llvm.getelementptr inbounds %3[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %5 = llvm.insertvalue %4, %2[1] : !llvm.struct<(i32, ptr)>
  llvm.return %5 : !llvm.struct<(i32, ptr)>
}
llvm.comdat @comdats {
  llvm.comdat_selector @mine any
}
llvm.mlir.alias external @also : i64 {
  %0 = llvm.mlir.addressof @number : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.ifunc external @chosen : !llvm.func<void ()>, !llvm.ptr @resolve {dso_local}
llvm.func @resolve() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func internal @setup() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@setup], priorities = [65535 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@setup], priorities = [1 : i32], data = [@number]
