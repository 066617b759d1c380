// ARGS: -split-input-file

func.func @f(%a: index) {
  %c = index.add %a, %a {a} %d = index.casts %a : index to i32 %e = index.castu %d : i32 to index %f = index.casts %a : index to index
  return
}

// -----

func.func @f(%a: index) {
  %e = index.casts %a : index to f32
  return
}

// -----

func.func @f(%a: i32) {
  %e = index.casts %a : i32 to i64
  return
}

// -----

func.func @f(%a: si32) {
  %e = index.casts %a : si32 to index
  return
}

// -----

func.func @f(%a: index) {
  %e = index.cmp slt(%a, %a) {x}
  return
}

// -----

func.func @f(%a: index) {
  %e = index.constant 5 {x}
  return
}

// -----

func.func @f(%a: index) {
  %e = index.constant {x} -5 %f = index.bool.constant false %g = index.bool.constant {a} true
  return
}

// -----

func.func @f(%a: index, %b: i32) {
  %e = "index.add"(%a, %b) : (index, i32) -> index
  return
}
