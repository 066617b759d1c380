// The data layout as MLIR 16 imports it.
// RUN: tern export %s
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<i64, dense<64> : vector<2xi32>>, #dlti.dl_entry<f80, dense<[128, 256]> : vector<2xi32>>>} {
  llvm.func @f()
}
