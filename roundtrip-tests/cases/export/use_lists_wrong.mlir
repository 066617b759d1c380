// RUN: tern export %s
module attributes {llvm.use_list_orders = [{constant = @g, order = array<i32: 1, 1>}]} {
  llvm.mlir.global external @g(0 : i32) : i32
}
