// Options that ask for instructions which are not made say so.
// RUN: tern opt -convert-vector-to-llvm=enable-x86vector=1 -allow-unregistered-dialect %s
// RUN: tern opt -convert-vector-to-llvm=enable-amx=1 %s

func.func @dot(%a: vector<8xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  %0 = x86vector.avx.intr.dot %a, %b : vector<8xf32>
  return %0 : vector<8xf32>
}
