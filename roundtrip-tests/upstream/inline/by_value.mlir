// ARGS: --inline
// ARGS: --pass-pipeline=builtin.module(inline{default-pipeline=}) --mlir-print-debuginfo
// Parameters that are passed by value: copied or not, sizes and alignments.
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.stack_alignment" = 64 : i64, i64 = dense<32> : vector<2xi64>>} {
llvm.mlir.global external @g() {alignment = 8 : i64, addr_space=0:i32} : i64
llvm.func @ro(%p: !llvm.ptr {llvm.byval = i64, llvm.align = 16}) attributes {memory_effects = #llvm.memory_effects<other = readwrite, argMem = read, inaccessibleMem = readwrite, errnoMem = readwrite, targetMem0 = readwrite, targetMem1 = readwrite>} { llvm.return }
llvm.func @by(%p: !llvm.ptr {llvm.byval = !llvm.struct<(i8, i64, f80, !llvm.array<3 x i48>, !llvm.ptr, vector<3xi32>, i100)>, llvm.align = 2})  { llvm.return }
llvm.func @by2(%p: !llvm.ptr {llvm.byval = !llvm.struct<packed (i8, i64, f128)>}, %q: !llvm.ptr {llvm.byval = i3}, %r: !llvm.ptr {llvm.byval = vector<3xi7>}, %s : !llvm.ptr {llvm.byval = bf16})  { llvm.return }
llvm.func @main(%p: !llvm.ptr {llvm.align = 32}, %n: i32, %q: !llvm.ptr) {
  %c = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c x i64 : (i32) -> !llvm.ptr
  %b = llvm.alloca %c x i64 {alignment = 16 : i64} : (i32) -> !llvm.ptr
  %g = llvm.mlir.addressof @g : !llvm.ptr
  llvm.call @ro(%p) : (!llvm.ptr) -> ()
  llvm.call @ro(%q) : (!llvm.ptr) -> ()
  llvm.call @ro(%a) : (!llvm.ptr) -> ()
  llvm.call @ro(%b) : (!llvm.ptr) -> ()
  llvm.call @ro(%g) : (!llvm.ptr) -> ()
  llvm.call @by(%g) : (!llvm.ptr) -> ()
  llvm.call @by2(%g, %g, %g, %g) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
}
