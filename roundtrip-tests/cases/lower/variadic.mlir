// A call of a function that takes more arguments knows its type; upstream's does not, and is refused by its verifier.
// RUN: tern opt -convert-func-to-llvm %s
// RUN: tern opt -convert-func-to-llvm %s | tern export
func.func private @printf(!llvm.ptr) -> i32 attributes {func.varargs = true}
func.func @say(%text: !llvm.ptr) -> i32 {
  %0 = call @printf(%text) : (!llvm.ptr) -> i32
  return %0 : i32
}
