// ARGS: -convert-to-llvm=dynamic
// ARGS: -convert-to-llvm=filter-dialects=func
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
  func.func @f(%i: index, %m: memref<*xf32>)  -> memref<*xf32> {
    cf.br ^bb1(%i : index)
  ^bb1(%j: index):
    return %m : memref<*xf32>
  }
}
