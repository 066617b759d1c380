// The calls are checked against what LLVM's intrinsics take and give, and get the suffixes of their types.
// RUN: tern translate --mlir-to-llvmir --split-input-file %s
llvm.func @a(%x: i32) { llvm.call_intrinsic "llvm.floor.f32"(%x) : (i32) -> i32 
 llvm.return }
// -----
llvm.func @a(%x: i32) { llvm.call_intrinsic "llvm.nothere"(%x) : (i32) -> i32
 llvm.return }
// -----
llvm.func @a(%x: i32) { llvm.call_intrinsic "llvm.readcyclecounter"() : () -> i32
 llvm.return }
// -----
llvm.func @a(%x: i32) { llvm.call_intrinsic "llvm.readcyclecounter"(%x) : (i32) -> i64
 llvm.return }
// -----
llvm.func @a(%x: i32) { llvm.call_intrinsic "llvm.returnaddress"(%x, %x) : (i32, i32) -> !llvm.ptr
 llvm.return }
// -----
llvm.func @a(%x: i64) { llvm.call_intrinsic "llvm.returnaddress"(%x) : (i64) -> !llvm.ptr
 llvm.return }
// -----
llvm.func @a(%x: i64) { llvm.call_intrinsic "llvm.returnaddress"(%x) : (i64) -> ()
 llvm.return }
// -----
llvm.func @a(%x: i64, %y: f32) { llvm.call_intrinsic "llvm.fake.use"(%x, %y) : (i64, f32) -> ()
 llvm.return }
// -----
llvm.func @a(%x: i64, %y: i32) { llvm.call_intrinsic "llvm.localescape"(%x, %y) : (i64, i32) -> i32
 llvm.return }
// -----
llvm.func @a(%x: i64, %y: !llvm.ptr) { llvm.call_intrinsic "llvm.experimental.gc.statepoint"(%x, %y) : (i64, !llvm.ptr) -> !llvm.token
 llvm.return }
// -----
llvm.func @a(%x: vector<2xf32>) { %r = llvm.call_intrinsic "llvm.floor.f32"(%x) : (vector<2xf32>) -> vector<2xf32>
 llvm.return }
// -----
llvm.func @a(%x: vector<2xf32>) { %r = llvm.call_intrinsic "llvm.floor"(%x) : (vector<2xf32>) -> vector<2xf32>
 llvm.return }
// -----
llvm.func @a(%x: !llvm.struct<(i32)>) { %r = llvm.call_intrinsic "llvm.ssa.copy"(%x) : (!llvm.struct<(i32)>) -> !llvm.struct<(i32)>
 llvm.return }
// -----
llvm.func @a(%x: i64, %y: !llvm.ptr) { llvm.call_intrinsic "llvm.lifetime.start.p0"(%x, %y) : (i64, !llvm.ptr) -> ()
 llvm.return }
// -----
llvm.func @a(%x: i64, %y: !llvm.ptr) { llvm.call_intrinsic "llvm.trap.foo"() : () -> ()
 llvm.return }
// -----
llvm.func @a(%x: i64, %y: !llvm.ptr) { llvm.call_intrinsic "llvm.readcyclecounter"() : () -> ()
 llvm.return }
// -----
// Intrinsics are declared in the address space of programs.
module attributes {llvm.data_layout = "e-P1-p:16:8"} {
  llvm.func @swapped(%x: i16, %p: !llvm.ptr) -> i16 {
    %0 = llvm.intr.bswap(%x) : (i16) -> i16
    %1 = llvm.call_intrinsic "llvm.ctpop"(%0) : (i16) -> i16
    llvm.return %1 : i16
  }
}
// -----
// A function with the name of an intrinsic has its attributes.
llvm.func @llvm.prefetch.p0(!llvm.ptr, i32, i32, i32)
