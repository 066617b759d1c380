module attributes {t.a = dense_resource<"a b"> : tensor<1xi32>, t.b = dense_resource<c> : tensor<0xi32>} {
  "t.op"() {t.c = dense_resource<d> : tensor<2xi16>, t.e = dense_resource<missing> : tensor<i8>,
    t.f = #llvm.mlir.workgroup_attribution<4 : i64, i32>, t.g = #llvm.di_subrange<count = dense_resource<e> : tensor<1xi8>>} : () -> ()
}
{-#
  dialect_resources: { builtin: { c: "0x0200000000000000", unused: "0x0400000001", d: "0x1000000001000200", e: "0x0100000007", "a b": "0x0400000001000000" } },
  external_resources: { tool: { "k 1": false, s: "a\00\FFb\\", blob: "0x08000000ABCD" }, other: { t: true } }
#-}
