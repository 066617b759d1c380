// RUN: tern opt %s
// RUN: tern opt --mlir-print-op-generic %s
// RUN: tern opt -mlir-use-nameloc-as-prefix %s
// RUN: tern opt -mlir-print-debuginfo -mlir-print-local-scope %s
// RUN: tern opt -mlir-print-skip-regions %s
// RUN: tern opt --mlir-elide-elementsattrs-if-larger=2 --mlir-elide-resource-strings-if-larger=20 %s
// RUN: tern opt --mlir-print-elementsattrs-with-hex-if-larger=1 %s
// RUN: tern opt -verify-roundtrip -mlir-print-unique-ssa-ids %s
#tag = #llvm.mmra_tag<"a":"b">
llvm.func @f(%a: i32 loc("first"), %b: i32 loc("the second")) -> i32 {
  %sum = llvm.add %a, %b {llvm.mmra = #tag} : i32 loc("sum")
  %0 = llvm.mlir.constant(dense<[1, 2, 3]> : vector<3xi8>) : vector<3xi8>
  %1 = llvm.mlir.constant(dense_resource<blob> : vector<2xi8>) : vector<2xi8>
  %2 = llvm.add %sum, %a overflow<nsw> : i32 loc(fused["sum", "f.c":1:2])
  llvm.return %2 : i32 loc(callsite("inner" at "f.c":3:4))
}
"llvm.func"() <{sym_name = "g", function_type = !llvm.func<void (i32)>}> ({
^entry(%x: i32):
  %0 = "llvm.mul"(%x, %x) <{overflowFlags = #llvm.overflow<nsw, nuw>}> : (i32, i32) -> i32
  "llvm.return"() : () -> ()
}) : () -> ()
{-#
  dialect_resources: { builtin: { blob: "0x010000000102", unused: "0x0100000003" } },
  external_resources: { tool: { flag: true, text: "a longer text than the limit" } }
#-}
