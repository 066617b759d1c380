// ARGS: -convert-func-to-llvm
// ARGS: -convert-to-llvm
func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32, 3>, %i: index) -> (memref<*xf32>, index, memref<*xf32, 3>) {
  %0:3 = call @unranked(%a, %b, %i) : (memref<*xf32>, memref<*xf32, 3>, index) -> (memref<*xf32>, index, memref<*xf32, 3>)
  return %0#0, %i, %b: memref<*xf32>, index, memref<*xf32, 3>
}
func.func @one(%a: memref<*xf32>) -> memref<*xf32> {
  %0 = call @one(%a) {test.bar} : (memref<*xf32>) -> (memref<*xf32>)
  return {test.x} %0: memref<*xf32>
}
func.func @nothing() {
  call @nothing() {no_inline} : () -> ()
  %f = func.constant {test.y} @nothing : () -> ()
  func.call_indirect %f() {test.z} : () -> ()
  %g = func.constant @one : (memref<*xf32>) -> memref<*xf32>
  return
}
func.func @indirect(%f: (memref<2xf32>, index) -> (memref<2xf32>, index), %m: memref<2xf32>, %i: index) -> index {
  %0:2 = call_indirect %f(%m, %i) : (memref<2xf32>, index) -> (memref<2xf32>, index)
  return %0#1 : index
}
func.func private @variadic(i32) -> i32 attributes {func.varargs = true}
func.func @properties() attributes {dso_local, CConv = #llvm.cconv<fastcc>, passthrough = ["noinline"], llvm.test = 1, target_cpu = "x", frame_pointer = #llvm.framePointerKind<all>, section = "abc", llvm.linkage = #llvm.linkage<weak>, always_inline} { return }
module @inner attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
  func.func @one(%a: memref<*xf32>) -> memref<*xf32> {
    %0 = call @one(%a) : (memref<*xf32>) -> (memref<*xf32>)
    return %0 : memref<*xf32>
  }
}
