// ARGS: -allow-unregistered-dialect
// ARGS: -allow-unregistered-dialect -mlir-print-op-generic

func.func @a(%c: i1, %i: index, %m: memref<4xf32>, %n: i32, %f: f32, %t: tensor<4xf32>) {
  scf.if %c { scf.if %c {} else {} }
  scf.if %c { } else { } {a}
  %r0:2 = scf.if %c -> (i1, index) { scf.yield %c, %i : i1, index } else { scf.yield %c, %i : i1, index}
  %r1 = scf.if %c -> i1 { scf.yield %c : i1 } else { scf.yield %c : i1 } {b = 1}
  scf.for %a = %i to %i step %i  { "test.x"() : () -> () } {z}
  scf.for unsigned %a = %n to %n step %n : i32 { scf.yield }
  %r2:2 = scf.for %a = %i to %i step %i iter_args(%x = %c, %y = %i) -> (i1, index) { scf.yield %x, %a : i1, index}
  %r3 = scf.for %a = %n to %n step %n iter_args(%x = %c) -> i1 : i32 { scf.yield %x : i1}
  scf.parallel (%a) = (%i) to (%i) step (%i) { }
  scf.parallel (%a, %b) = (%i, %i) to (%i, %i) step (%i, %i) { scf.reduce } {u}
  %r4 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%f) -> f32 { scf.reduce (%f : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %l : f32 } }
  %r5:2 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%f, %i) -> (f32, index) { scf.reduce (%f, %i : f32, index) { ^bb0(%l: f32, %r: f32): scf.reduce.return %l : f32 }, { ^bb0(%l: index, %r: index): scf.reduce.return %l : index } }
  scf.execute_region { scf.yield }
  %r6 = scf.execute_region -> i32 no_inline { scf.yield %n : i32 }
  %r7:2 = scf.execute_region -> (i32, i1) { cf.br ^bb1 
 ^bb1: scf.yield %n, %c : i32, i1 } {a}
  scf.index_switch %i case 1 { scf.yield} case 2 {scf.yield} default {scf.yield}
  scf.index_switch %i {a} default {}
  %r8 = scf.index_switch %i -> i32 case -1 { scf.yield %n : i32} default {scf.yield %n : i32}
  scf.forall (%a, %b) in (%i, 2) { }
  scf.forall (%a, %b) = (0, %i) to (%i, 2) step (1, 1) { scf.forall.in_parallel {} }
  %r9 = scf.forall (%a) in (2) shared_outs(%o = %t) -> (tensor<4xf32>) { scf.forall.in_parallel { } } {x}
  scf.while : () -> () { scf.condition(%c) } do { scf.yield } attributes {a}
  %w:2 = scf.while (%x = %n, %y = %c) : (i32, i1) -> (i1, i32) { scf.condition(%y) %y, %x : i1, i32 } do { ^bb0(%x: i1, %z: i32): scf.yield %z, %x : i32, i1 }
  return 
}
