// Bodies that do not end where their indentation says, or are not a list of lines.
llvm.func @f() {
  llvm.return }
llvm.func @g() { llvm.return
}
llvm.func @h() {
"x.y"() ({
}) : () -> ()
  llvm.return
}
// -----
// A comment that looks like the end of a body.
llvm.func @f() {
  // {
//}
  llvm.return
}
// -----
// What looks like the definition of an alias, within an attribute of an unknown dialect.
"x.y"() {a = #x<"
#b = 1">} : () -> ()
llvm.func @f() attributes {x.a = #x<[
#a = 1
]>} {
  llvm.return
}
// -----
// Names that occur twice, in other places than before.
llvm.func @f(%a: i32, %b: i32) {
  %0 = llvm.add %a, %b : i32
  %1 = llvm.add %a, %a : i32
  %2 = llvm.add %b, %b : i32
  %3 = llvm.add %b, %a : i32
  %4 = llvm.add %3, %b : i32 // : i32
  %5:2 = "x.y"(%a, %b) : (i32, i32) -> (i32, i32)
  %6 = llvm.add %5#0, %5#1 : i32
  %7 = llvm.add %5#1, %5#0 : i32
  %8 = llvm.add %5#1, %7 : i32
  llvm.return
}
// -----
// Lines that mean something else for another type of their operand, and for none.
llvm.func @f(%a: i32, %b: i64, %p: !llvm.ptr) {
  %0 = llvm.add %a, %a : i32
  %1 = llvm.add %b, %a : i32
  llvm.return
}
// -----
llvm.func @f(%c: i1) {
  %0 = llvm.mlir.constant(1 : i32) : i32
  %1 = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^b(%0 : i32)
^b(%x: i32):
  llvm.cond_br %c, ^b(%1 : i32), ^d(%x, %0 : i32, i32)
^d(%y: i32, %z: i32):
  llvm.cond_br %c, ^d(%z, %y : i32, i32), ^d(%y, %z : i32, i32)
}
// -----
// The same text, followed by something else.
func.func @f(%c: i1) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = scf.if %c -> i32 {
    scf.yield %0 : i32
  } else {
    scf.yield %0 : i32
  }
  return %1 : i32
}
func.func @g() {
  return
  ^bb1:
  return
}
func.func @h() {
  return %0 : i32
}
// -----
// An alias that is only defined within an attribute of an unknown dialect is not defined.
llvm.func @f() attributes {x.a = #x<[
#a = 1
]>} {
  "x.y"() {b = #a} : () -> ()
  llvm.return
}
// -----
// Lines of an operation that is indented in two ways.
llvm.func @f(%x: i32) {
  llvm.switch %x : i32, ^a [
    1: ^b
  ]
^a:
  llvm.return
^b:
  llvm.return
}
module {
  llvm.func @g(%x: i32) {
    llvm.switch %x : i32, ^a [
      1: ^b
    ]
  ^a:
    llvm.return
  ^b:
    llvm.return
  }
}
// -----
// The same outside of a body.
"x.z"() {x.a = #x<[
#a = 1
]>} : () -> ()
"x.y"() {b = #a} : () -> ()
// -----
// Subscripts that name a value once, twice, and another one.
func.func @f(%m: memref<4x4xf32>, %i: index, %j: index) {
  affine.for %a = 0 to 4 {
    affine.for %b = 0 to 4 {
      %0 = affine.load %m[%a, %b] : memref<4x4xf32>
      %1 = affine.load %m[%a, %a] : memref<4x4xf32>
      %2 = affine.load %m[%b, %a] : memref<4x4xf32>
      %3 = affine.load %m[%a + %b, 0] : memref<4x4xf32>
      %4 = affine.load %m[%a + %a, 0] : memref<4x4xf32>
    }
  }
  return
}
// -----
// Numbers of distinct attributes within lines that repeat.
"x.y"() {a = distinct[3]<unit>} : () -> ()
"x.y"() {a = distinct[3]<unit>} : () -> ()
"x.y"() {a = distinct[4]<unit>} : () -> ()
"x.y"() {a = distinct[4]<unit>} : () -> ()
"x.y"() {a = [distinct[4]<unit>, 1 : i64, 1.0 : f64], b = 1 : i64} : () -> ()
"x.z"() {a = [distinct[4]<unit>, 1 : i64, 1.0 : f64], b = 1 : i64, c = [1 : i64, 2 : i32]} : () -> ()
"x.z"() {a = {c = [1 : i64, 2 : i32]}, b = dense<[1, 2]> : tensor<2xi64>, c = [1 : i64, 2 : i32]} : () -> ()
// -----
// A struct within itself, and without.
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<"a", (i32, array<2 x struct<"b", (struct<"c", (i8)>, ptr)>>)>
  %1 = llvm.load %p : !llvm.ptr -> !llvm.struct<"c", (i8)>
  %2 = llvm.load %p : !llvm.ptr -> !llvm.struct<"b", (struct<"c", (i8)>, ptr)>
  "x.y"() {a = !llvm.struct<"d", (func<void (struct<"d">, struct<"e", (func<void (struct<"d">, struct<"e">)>)>)>)>} : () -> ()
  "x.y"() {a = !llvm.struct<"e", (func<void (struct<"d", (func<void (struct<"d">, struct<"e">)>)>, struct<"e">)>)>} : () -> ()
  "x.y"() {a = !llvm.func<void (struct<"d", (func<void (struct<"d">, struct<"e", (func<void (struct<"d">, struct<"e">)>)>)>)>)>} : () -> ()
  llvm.return
}
// -----
// Calls of unknown functions that are wrong by themselves.
llvm.func @f(%x: i32) {
  "llvm.call"(%x) <{callee = @unknown, operandSegmentSizes = array<i32: 7, 0>, op_bundle_sizes = array<i32>}> : (i32) -> ()
  llvm.return
}
llvm.func @g(%x: i32) {
  "llvm.call"(%x) <{callee = @unknown, operandSegmentSizes = array<i32: 7, 0>, op_bundle_sizes = array<i32>}> : (i32) -> ()
  %0 = llvm.add %x, %x : i32
  %1 = llvm.add %x, %x : i32
  %2 = llvm.add %x, %x : i32
  %3 = llvm.add %x, %x : i32
  %4 = llvm.add %x, %x : i32
  %5 = llvm.add %x, %x : i32
  %6 = llvm.add %x, %x : i32
  %7 = llvm.add %x, %x : i32
  llvm.return
}
llvm.func @h(%x: i32) {
  llvm.call @unknown(%x) : (i32) -> ()
  llvm.return
}
// -----
// A name without a dialect is one of the surrounding operation's.
%0 = unrealized_conversion_cast to i32
%1 = unrealized_conversion_cast to i32
func.func @f() {
  %0 = unrealized_conversion_cast to i32
  return
}
