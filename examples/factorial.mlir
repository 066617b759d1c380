// n! in the llvm dialect: a loop whose variables are block arguments.
module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  llvm.func @factorial(%n: i64) -> i64 attributes {passthrough = ["nounwind"]} {
    %one = llvm.mlir.constant(1 : i64) : i64
    llvm.br ^loop(%one, %one : i64, i64)
  ^loop(%i: i64, %product: i64):
    %more = llvm.icmp "sle" %i, %n : i64
    llvm.cond_br %more, ^body, ^done
  ^body:
    %next_product = llvm.mul %product, %i overflow<nsw> : i64
    %next = llvm.add %i, %one overflow<nsw, nuw> : i64
    llvm.br ^loop(%next, %next_product : i64, i64)
  ^done:
    llvm.return %product : i64
  }
}
