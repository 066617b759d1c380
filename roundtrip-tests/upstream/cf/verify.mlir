// ARGS: -split-input-file

func.func @f(%a: i1) {
  cf.switch %a : i1, [default: ^bb1, 0: ^bb1, 1: ^bb1, 1: ^bb1] ^bb1:
  return
}

// -----

func.func @f(%a: si32) {
  cf.switch %a : si32, [default: ^bb1, 0: ^bb1, 1: ^bb1, 1: ^bb1] ^bb1:
  return
}

// -----

func.func @f(%a: i8) {
  cf.switch %a : i8, [default: ^bb1, -1: ^bb1, 255: ^bb1, 128: ^bb1] ^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  "cf.switch"(%a)[^bb1] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>, case_values = dense<[1, 2]> : vector<2xi32>}> : (i32) -> () ^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>, case_values = dense<[1]> : vector<1xi64>}> : (i32) -> () ^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  cf.br ^bb1(%a : i32) ^bb1(%b: i64):
  return
}

// -----

func.func @f(%a: i32) {
  cf.cond_br %a, ^bb1, ^bb1 ^bb1(%b: i64):
  return
}

// -----

func.func @f(%a: i1) {
  cf.cond_br %a weights([1]), ^bb1, ^bb1 ^bb1:
  return
}

// -----

func.func @f(%a: i1) {
  cf.cond_br %a weights([0, 0]), ^bb1, ^bb1 ^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  cf.switch %a : i32, [default: ^bb1, 0: ^bb1, 0: ^bb1] ^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  cf.switch %a : i32, [default: ^bb1,] ^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  cf.switch %a : i32, [0: ^bb1] ^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  cf.switch %a : i32, [default: ^bb1, x: ^bb1] ^bb1:
  return
}

// -----

func.func @f(%a: i32) {
  cf.assert %a, "x"
  return
}

// -----

func.func @f() {
  cf.br ^bb1 {loop_annotation = 1} ^bb1:
  return
}
