// What MLIR's verifier accepts and LLVM's refuses.
// RUN: tern check %s
// RUN: tern export --verify %s
// RUN: tern export --verify --emit ll %s -o /dev/null
// RUN: tern translate --mlir-to-llvmir %s
// RUN: tern roundtrip %s
llvm.func @copy(%to: !llvm.ptr, %from: !llvm.ptr, %size: i64, %is_volatile: i1) {
  llvm.call_intrinsic "llvm.memcpy.p0.p0.i64"(%to, %from, %size, %is_volatile) : (!llvm.ptr, !llvm.ptr, i64, i1) -> ()
  llvm.return
}
