// ARGS: -convert-func-to-llvm
// Function Types, Function Signature Conversion.
func.func private @foo() -> ()
func.func private @bar(i32) -> (i64)
func.func private @binary(i32, f32) -> (i64)
func.func private @qux(i32, f32) -> (i64, f64)
func.func private @quux(() -> ()) -> (() -> ())
