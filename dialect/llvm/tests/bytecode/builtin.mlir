// What bytecode encodes of the builtin dialect.
module attributes {
  t.array = [], t.dictionary = {a = 1 : i8, b = {}}, t.unit,
  t.strings = ["", "a\00b\FF", "typed" : i32],
  t.symbols = [@a, @a::@b::@"c d"],
  t.types = [index, none, (i32, f32) -> (), () -> (si8, ui16), bf16, f16, f32, f64, f80, f128, tf32, f8E4M3FN,
    complex<f32>, tuple<>, tuple<i1, tuple<i2>>, memref<2x?xf32>, memref<f32, 3 : i32>,
    memref<?xf32, strided<[2], offset: ?>>, memref<4xf32, affine_map<(d0) -> (d0 * 2)>, "space">, memref<*xf32>,
    memref<*xf32, 1>, tensor<2x?xf32>, tensor<3xi8, "encoding">, tensor<*xindex>, vector<4xf32>, vector<f32>,
    vector<2x[4]xi1>, i16777215, !foreign.type<x, 1>],
  t.integers = [true, false, -1 : i1, 127 : i8, -128 : i8, 255 : ui8, -5 : i16, 2147483648 : i32, -1 : i64, -1 : index,
    5 : si32, 0 : i128, -1 : i128, 340282366920938463463374607431768211455 : i128, 1267650600228229401496703205376 : i200],
  t.floats = [1.5 : f16, -0.0 : f32, 0x7FF8000000000001 : f64, 1.0e+10 : f80, 3.25 : f128, 2.0 : bf16, 1.0 : f8E5M2, 1.0 : tf32],
  t.arrays = [array<i1: true, false>, array<i8: -1>, array<i64>, array<i32: 1, 2, 3>, array<f32: 1.0, 2.0>],
  t.dense = [dense<> : tensor<0xi8>, dense<1> : tensor<1xindex>, dense<[1, 2]> : vector<2xi16>, dense<7> : tensor<4x4xi64>,
    dense<true> : tensor<3xi1>, dense<[true, false, true, true, false, false, false, false, true]> : tensor<9xi1>,
    dense<[1, -1]> : tensor<2xi5>, dense<[1, -1]> : tensor<2xi17>, dense<(1.0, 2.0)> : tensor<3xcomplex<f32>>,
    dense<1.0> : tensor<2xf64>, dense<["a", "b"]> : tensor<2x!foreign.string>, dense<"c"> : tensor<2x!foreign.string>],
  t.sparse = [sparse<[[0, 1], [2, 3]], [1, 2]> : tensor<4x4xi32>, sparse<1, 5> : tensor<3xi8>],
  t.maps = [affine_map<(d0)[s0] -> (d0 + s0)>, affine_set<(d0) : (d0 >= 0)>, strided<[1, ?]>],
  t.opaque = [#foreign.attribute<1, "x">, #foreign<"y">, #foreign.z],
  t.distinct = [distinct[0]<>, distinct[1]<42 : i32>],
  t.locations = [loc(unknown), loc("f":1:2), loc("f":1:2 to :5), loc("f":1:2 to 3:4), loc("n"), loc("n"("f":0:0)),
    loc(callsite("a" at "b")), loc(fused["a", "b"]), loc(fused<"m">["a"])]
} {
  "foreign.op"() ({
    %0:2 = "foreign.two"() : () -> (i8, i16) loc("two")
    "foreign.use"(%0#1, %0#0) ({
      // Not isolated: it uses what is around it, and what comes after it.
      "foreign.inner"(%0#0, %1) : (i8, i32) -> ()
    }) : (i16, i8) -> ()
    %1 = "foreign.one"() {a} : () -> i32
  }, {
    "foreign.br"()[^bb1, ^bb2] : () -> ()
  ^bb1(%a: i32 loc("argument"), %b: i64):
    "foreign.br"(%a)[^bb2] : (i32) -> ()
  ^bb2:
    "foreign.end"() : () -> ()
  }) : () -> ()
  "foreign.regions"() ({}, {}) : () -> ()
  module @inner attributes {sym_visibility = "private"} {
  }
}
