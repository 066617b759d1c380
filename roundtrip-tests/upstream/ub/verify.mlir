// ARGS: -split-input-file

func.func @f() {
  %0 = ub.poison {value = #ub.poison} : i32
  return
}

// -----

func.func @f() {
  ub.unreachable }
