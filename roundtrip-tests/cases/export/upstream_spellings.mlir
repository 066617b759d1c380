// RUN: tern export %s
llvm.func @f(%a: i32) -> i32 {
  %0 = "llvm.mul"(%a, %a) <{overflowFlags = #llvm.overflow<nsw>}> : (i32, i32) -> i32
  %4 = llvm.inline_asm has_side_effects "nop", "" : () -> !llvm.void
  llvm.return %0 : i32
}
