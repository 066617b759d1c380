// ARGS: -convert-func-to-llvm -split-input-file
// ARGS: -convert-to-llvm -split-input-file
// ARGS: -set-llvm-module-datalayout=data-layout=e-p:32:32 -convert-func-to-llvm -split-input-file
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
  func.func @f(%i: index, %m: memref<*xf32>)  -> memref<*xf32> { return %m : memref<*xf32> }
}
// -----
module attributes {llvm.data_layout = "e-p:32:32-p1:16:16"} {
  func.func @f(%i: index, %m: memref<*xf32, 1>)  -> memref<*xf32, 1> { return %m : memref<*xf32, 1> }
}
