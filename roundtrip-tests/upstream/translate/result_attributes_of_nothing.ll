; ARGS: --import-llvm --split-input-file
define "result" void @f(ptr %p) {
  ret void
}
declare "x" void @g()
