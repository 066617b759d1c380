// RUN: tern export %s
llvm.func @f(%s: !llvm.struct<"pair", (i32, array<2 x f32>)>, %x: f32) -> f32 {
  %0 = llvm.insertvalue %x, %s[1, 0] : !llvm.struct<"pair", (i32, array<2 x f32>)>
  %1 = llvm.extractvalue %0[1, 1] : !llvm.struct<"pair", (i32, array<2 x f32>)>
  llvm.return %1 : f32
}
