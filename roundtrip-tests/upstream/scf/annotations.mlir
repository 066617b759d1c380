// ARGS: -allow-unregistered-dialect -convert-scf-to-cf

func.func @f(%a: i1, %x: i32) -> (i32, i64) {
  %r, %s = scf.while (%p = %x) : (i32) -> (i32, i64) {
    %y = "test.y"(%p) : (i32) -> i64
    scf.condition(%a) {foo = 1 : i32} %p, %y : i32, i64
  } do {
  ^bb0(%u: i32, %v: i64):
    scf.yield %u: i32
  } attributes {a = #llvm.loop_annotation<disableNonforced = true>, b = 3 : i32}
  return %r, %s : i32, i64
}

func.func @hands_on(%a: i1, %x: i32) -> i32 {
  %r = scf.while (%p = %x) : (i32) -> i32 {
    scf.condition(%a) %p : i32
  } do {
  ^bb0(%u: i32):
    scf.yield %u: i32
  } attributes {a = #llvm.loop_annotation<disableNonforced = true>, b = 3 : i32}
  return %r : i32
}
