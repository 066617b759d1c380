// RUN: tern opt -llvm-legalize-for-export %s
// RUN: tern opt --pass-pipeline=builtin.module(reconcile-unrealized-casts) %s
// RUN: tern opt -strip-debuginfo -mlir-print-debuginfo %s
// RUN: tern opt -llvm-request-c-wrappers %s
// RUN: tern opt --pass-pipeline=builtin.module(func.func(strip-debuginfo),any(reconcile-unrealized-casts)) --dump-pass-pipeline %s
llvm.func @edges(%c: i1, %x: i32, %y: i32) -> i32 {
  llvm.cond_br %c, ^join(%x : i32), ^join(%y : i32)
^join(%z: i32):
  llvm.switch %z : i32, ^join(%x : i32) [
    1: ^join(%y : i32),
    2: ^end,
    3: ^end
  ]
^end:
  llvm.return %z : i32
}

func.func @casts(%a: index, %b: i32) -> (i64, index, f32) {
  %0 = builtin.unrealized_conversion_cast %a : index to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to index
  %2:2 = builtin.unrealized_conversion_cast %b : i32 to i16, i16
  %3 = builtin.unrealized_conversion_cast %2#0, %2#1 : i16, i16 to i32
  %4 = builtin.unrealized_conversion_cast %3 : i32 to f32
  %5 = builtin.unrealized_conversion_cast %1 : index to i64
  %6 = builtin.unrealized_conversion_cast %b : i32 to f64
  return %5, %1, %4 : i64, index, f32
}

func.func private @declared(i32)
