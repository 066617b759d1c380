// RUN: tern check %s
llvm.func @f() -> i32 {
  llvm.return %nowhere : i32
}
