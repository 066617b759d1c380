llvm.func @scalars(!llvm.ptr, !llvm.ptr<0>, !llvm.ptr<7>, !llvm.ppc_fp128, !llvm.x86_amx, !llvm.token, !llvm.metadata, vector<4x!llvm.ptr<1>>, vector<[4]x!llvm.ptr>)

llvm.func @arrays(!llvm.array<4 x i32>, !llvm.array<0 x ptr>, !llvm.array<2 x array<3 x vector<4xf32>>>, !llvm.array<18446744073709551615 x i8>, !llvm.array<1x!llvm.ptr<2>>, !llvm.array<4 x !llvm.struct<()>>)

llvm.func @functions(!llvm.ptr) attributes {
  a = !llvm.func<void ()>,
  b = !llvm.func<i32 (i32, ptr)>,
  c = !llvm.func<void (...)>,
  d = !llvm.func<ptr (ptr, ...)>,
  e = !llvm.func<struct<(i32, array<2 x ptr>)> (x86_amx)>,
  f = !llvm.label,
  g = !llvm.void
}

llvm.func @structs(
  !llvm.struct<()>,
  !llvm.struct<packed ()>,
  !llvm.struct<(i32)>,
  !llvm.struct<packed (i8, ptr<3>, struct<(f32)>)>,
  !llvm.struct<"named", (i32, ptr)>,
  !llvm.struct<"packed.named", packed (i8, i32)>,
  !llvm.struct<"empty", ()>,
  !llvm.struct<"with \22quotes\22 and spaces", (i1)>,
  !llvm.struct<"self", (i32, ptr, array<2 x struct<"self.part", (i32)>>)>,
  !llvm.ptr)

llvm.func @recursive() attributes {
  a = !llvm.struct<"opaque", opaque>,
  b = !llvm.struct<"list", (i32, target<"t", !llvm.struct<"list">>)>,
  c = !llvm.struct<"outer", (struct<"inner", (target<"u", !llvm.struct<"outer">, !llvm.struct<"inner">>)>, i8)>,
  d = !llvm.func<struct<"list", (i32, target<"t", !llvm.struct<"list">>)> ()>
}

llvm.func @targets(!llvm.target<"spirv.Image", !llvm.void, 1, 0, 0>, !llvm.target<"aarch64.svcount">, !llvm.target<"a", i32>, !llvm.target<"b", 1, 2>, !llvm.target<"c", i32, !llvm.ptr, vector<2xi8>>, !llvm.target<"spirv.Event">)
