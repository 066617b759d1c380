// An unranked memref is no bare pointer: a warning, and the function stays as it is.
// RUN: tern opt -convert-func-to-llvm=use-bare-ptr-memref-call-conv %s
func.func @unranked(%m: memref<*xf32>) { return }
func.func private @returned() -> memref<*xf32>
func.func @other(%m: memref<2xf32>) { return }
