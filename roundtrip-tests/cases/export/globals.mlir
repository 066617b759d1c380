// RUN: tern export %s
llvm.comdat @__llvm_global_comdat {
  llvm.comdat_selector @any any
}
llvm.mlir.global internal constant @string("a\00b") {addr_space = 0 : i32}
llvm.mlir.global weak_odr thread_local unnamed_addr @t(1.5 : f32) comdat(@__llvm_global_comdat::@any) {addr_space = 0 : i32, alignment = 4 : i64} : f32
llvm.mlir.global external hidden @table(dense<[1, 2, 3]> : tensor<3xi16>) {addr_space = 1 : i32, section = "data"} : !llvm.array<3 x i16>
llvm.mlir.global external @address() {addr_space = 0 : i32} : !llvm.ptr {
  %0 = llvm.mlir.addressof @string : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.alias external @alias : f32 {
  %0 = llvm.mlir.addressof @t : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @setup() {
  llvm.return
}
llvm.mlir.global_ctors ctors = [@setup], priorities = [65535 : i32], data = [#llvm.zero]
