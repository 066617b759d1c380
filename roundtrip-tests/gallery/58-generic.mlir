// The generic form
// Every operation can be written so; what is printed by `mlir-opt --mlir-print-op-generic` is exported too.
"llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32)>, linkage = #llvm.linkage<external>, sym_name = "f", visibility_ = 0 : i64}> ({
^bb0(%x: i32):
  %0 = "llvm.mlir.constant"() <{value = 1 : i32}> : () -> i32
  %1 = "llvm.add"(%x, %0) <{overflowFlags = #llvm.overflow<nsw>}> : (i32, i32) -> i32
  "llvm.return"(%1) : (i32) -> ()
}) : () -> ()
