// RUN: tern export %s
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", !llvm.ptr = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>>, llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  llvm.func @f()
}
