// RUN: tern translate -test-to-llvmir -split-input-file %s
// RUN: mlir-translate -test-to-llvmir -split-input-file %s
// The members of the dialect come after the globals, what the module's attribute adds before them.
module attributes {test.discardable_mod_attr = true} {
  llvm.mlir.global @first(1 : i32) : i32
  "test.symbol"() <{sym_name = "elsewhere"}> : () -> ()
  llvm.func @annotated(%a: i32) -> i32 {
    %0 = llvm.add %a, %a {test.add_annotation = "sum"} : i32
    llvm.return {test.add_annotation} %0 : i32
  }
  llvm.mlir.global @second(2 : i32) : i32
}
// -----
llvm.func @misplaced() attributes {test.discardable_mod_attr = true} {
  llvm.return
}
// -----
"test.something"() : () -> ()
