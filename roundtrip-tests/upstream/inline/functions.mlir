// ARGS: --allow-unregistered-dialect --pass-pipeline=builtin.module(inline{default-pipeline=}) --mlir-print-debuginfo
// Calls and functions of the func dialect; operations of all dialects; regions that take no more than one block.
func.func private @once(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func private @unused() { return }
func.func nested @nested() { return }
func.func private @in_global() { return }
func.func @several(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%y: i32):
  return %y : i32
^b:
  %1 = arith.constant 3 : i32
  return %1 : i32
}
func.func @refused() attributes {no_inline} { return }
func.func @neon(%v: vector<8xi8>) -> vector<8xi16> {
  %0 = "arm_neon.intr.smull"(%v, %v) : (vector<8xi8>, vector<8xi8>) -> vector<8xi16>
  return %0 : vector<8xi16>
}
func.func @device() {
  nvvm.barrier0
  rocdl.s.barrier
  return
}
func.func @unused_argument(%c: i1, %x: i32) -> i32 {
  cf.br ^a(%x, %x : i32, i32)
^a(%0: i32, %1: i32):
  cf.cond_br %c, ^a(%0, %1 : i32, i32), ^b
^b:
  return %0 : i32
}
func.func @main(%c: i1, %x: i32, %v: vector<8xi8>, %lower: index) -> (i32, i32, i32) {
  %0 = call @once(%x) : (i32) -> i32
  scf.for %i = %lower to %lower step %lower {
    %1 = func.call @several(%c, %0) : (i1, i32) -> i32
    %2 = func.call @once(%1) : (i32) -> i32
    func.call @refused() : () -> ()
  }
  %3 = call @several(%c, %0) : (i1, i32) -> i32
  %4 = call @neon(%v) : (vector<8xi8>) -> vector<8xi16>
  call @device() {no_inline} : () -> ()
  call @device() : () -> ()
  %f = constant @once : (i32) -> i32
  %5 = call_indirect %f(%3) : (i32) -> i32
  %6 = call @unused_argument(%c, %5) : (i1, i32) -> i32
  return %3, %5, %6 : i32, i32, i32
}
module @inner {
  func.func nested @kept() { return }
  func.func private @gone() { return }
  func.func @calls() {
    call @gone() : () -> ()
    return
  }
}
"test.uses"() {callee = @in_global} : () -> ()
