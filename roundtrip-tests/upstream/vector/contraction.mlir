// ARGS: -allow-unregistered-dialect
// ARGS: -allow-unregistered-dialect -mlir-print-op-generic

#trait = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
func.func @contract(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %m: vector<2x3xi1>) -> vector<2xf32> {
  %0 = vector.contract #trait %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  %1 = vector.mask %m { vector.contract #trait %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32> } : vector<2x3xi1> -> vector<2xf32>
  return %1 : vector<2xf32>
}

module attributes {llvm.x = [loc(fused<distinct[3]<>>["f":3:4]), loc("f":1:2)], llvm.y = [[#llvm.di_file<"a" in "b">, {checksum = "x"}]]} {
llvm.func @f() {
  llvm.br ^bb1 {llvm.loop_id = 3 : i64, loop_annotation = #llvm.loop_annotation<>} loc(fused<distinct[0]<>>["a":1:2])
^bb1:
  llvm.return loc(fused<distinct[1]<{a = 3 : i32}>>[fused<#llvm.di_file<"a" in "b">>["a":1:2]])
}
}
