// RUN: tern export %s
llvm.func @f(%x: i8, %a: i32, %b: i32) -> i32 {
  llvm.switch %x : i8, ^d(%a : i32) [
    1: ^p(%a : i32), 2: ^q(%a : i32), 3: ^p(%b : i32), 4: ^q(%b : i32)]
^p(%u: i32):
  llvm.return %u : i32
^q(%v: i32):
  %w = llvm.add %v, %v : i32
  llvm.return %w : i32
^d(%z: i32):
  llvm.return %b : i32
}
