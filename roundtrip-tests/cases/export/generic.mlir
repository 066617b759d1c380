// RUN: tern export %s
"llvm.func"() <{function_type = !llvm.func<i32 (i32)>, linkage = #llvm.linkage<external>, sym_name = "f"}> ({
^bb0(%x: i32):
  %0 = "llvm.mlir.constant"() <{value = 3 : i32}> : () -> i32
  %1 = "llvm.mul"(%x, %0) <{overflowFlags = #llvm.overflow<nsw>}> : (i32, i32) -> i32
  "llvm.return"(%1) : (i32) -> ()
}) : () -> ()
