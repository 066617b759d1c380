// RUN: tern export %s
// Nothing is folded, as the module says what it computes; in the way of mlir-translate all of this is.
module attributes {llvm.data_layout = "e-m:e-p270:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128"} {
  llvm.mlir.global external @table() : !llvm.array<8 x struct<(i8, i64)>>
  llvm.mlir.global external @address() : !llvm.ptr {
    %0 = llvm.mlir.addressof @table : !llvm.ptr
    %1 = llvm.getelementptr %0[0, 2, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<8 x struct<(i8, i64)>>
    %2 = llvm.getelementptr inbounds %1[-1] : (!llvm.ptr) -> !llvm.ptr, i16
    llvm.return %2 : !llvm.ptr
  }
  llvm.func @use(...)
  llvm.func @integers() {
    %a = llvm.mlir.constant(-7 : i32) : i32
    %b = llvm.mlir.constant(2 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %wide = llvm.mlir.constant(170141183460469231731687303715884105727 : i128) : i128
    %undef = llvm.mlir.undef : i32
    %0 = llvm.sdiv %a, %b : i32
    %1 = llvm.srem %a, %b : i32
    %2 = llvm.udiv %a, %b : i32
    %3 = llvm.ashr %a, %b : i32
    %4 = llvm.lshr %a, %b : i32
    %5 = llvm.shl %b, %a : i32
    %6 = llvm.udiv %a, %zero : i32
    %7 = llvm.and %a, %undef : i32
    %8 = llvm.mul %b, %undef : i32
    %9 = llvm.add %wide, %wide : i128
    %10 = llvm.icmp "ult" %a, %b : i32
    %11 = llvm.select %10, %a, %b : i1, i32
    %12 = llvm.sext %a : i32 to i128
    %13 = llvm.trunc %wide : i128 to i8
    %14 = llvm.zext %a : i32 to i64
    %15 = llvm.xor %undef, %undef : i32
    llvm.call @use(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15) vararg(!llvm.func<void (...)>) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i128, i1, i32, i128, i8, i64, i32) -> ()
    llvm.return
  }
  llvm.func @floats() {
    %a = llvm.mlir.constant(1.0e+10 : f64) : f64
    %b = llvm.mlir.constant(3.0 : f64) : f64
    %h = llvm.mlir.constant(1.5 : f16) : f16
    %tiny = llvm.mlir.constant(1.0e-310 : f64) : f64
    %0 = llvm.fdiv %a, %b : f64
    %1 = llvm.frem %a, %b : f64
    %2 = llvm.fptosi %a : f64 to i32
    %3 = llvm.fptoui %b : f64 to i8
    %4 = llvm.fptrunc %0 : f64 to f32
    %5 = llvm.fpext %h : f16 to f64
    %6 = llvm.fcmp "olt" %a, %b : f64
    %7 = llvm.fneg %a : f64
    %8 = llvm.bitcast %a : f64 to i64
    %9 = llvm.fcmp "oeq" %tiny, %b : f64
    %10 = llvm.sitofp %2 : i32 to f32
    llvm.call @use(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10) vararg(!llvm.func<void (...)>) : (f64, f64, i32, i8, f32, f64, i1, f64, i64, i1, f32) -> ()
    llvm.return
  }
  llvm.func @vectors() {
    %a = llvm.mlir.constant(dense<[1, -2, 3, 4]> : vector<4xi16>) : vector<4xi16>
    %b = llvm.mlir.constant(dense<[1, 1, 0, 1]> : vector<4xi16>) : vector<4xi16>
    %i = llvm.mlir.constant(2 : i32) : i32
    %out = llvm.mlir.constant(9 : i32) : i32
    %0 = llvm.add %a, %b : vector<4xi16>
    %1 = llvm.sdiv %a, %b : vector<4xi16>
    %2 = llvm.shufflevector %a, %b [6, -1, 0, 2] : vector<4xi16>
    %3 = llvm.extractelement %a[%i : i32] : vector<4xi16>
    %4 = llvm.insertelement %3, %b[%out : i32] : vector<4xi16>
    %5 = llvm.bitcast %a : vector<4xi16> to vector<2xi32>
    %6 = llvm.bitcast %2 : vector<4xi16> to vector<8xi8>
    %7 = llvm.icmp "sgt" %a, %b : vector<4xi16>
    %8 = llvm.mlir.undef : !llvm.struct<(i16, array<2 x i16>)>
    %9 = llvm.insertvalue %3, %8[1, 0] : !llvm.struct<(i16, array<2 x i16>)>
    %10 = llvm.extractvalue %9[1] : !llvm.struct<(i16, array<2 x i16>)>
    llvm.call @use(%0, %1, %2, %3, %4, %5, %6, %7, %9, %10) vararg(!llvm.func<void (...)>) : (vector<4xi16>, vector<4xi16>, vector<4xi16>, i16, vector<4xi16>, vector<2xi32>, vector<8xi8>, vector<4xi1>, !llvm.struct<(i16, array<2 x i16>)>, !llvm.array<2 x i16>) -> ()
    llvm.return
  }
  llvm.func @pointers() {
    %null = llvm.mlir.zero : !llvm.ptr
    %table = llvm.mlir.addressof @table : !llvm.ptr
    %five = llvm.mlir.constant(5 : i64) : i64
    %0 = llvm.getelementptr inbounds %table[3, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64)>
    %1 = llvm.getelementptr %0[%five] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %2 = llvm.getelementptr %null[3] : (!llvm.ptr) -> !llvm.ptr, i32
    %3 = llvm.icmp "eq" %table, %null : !llvm.ptr
    %4 = llvm.ptrtoint %table : !llvm.ptr to i64
    %5 = llvm.inttoptr %4 : i64 to !llvm.ptr
    %6 = llvm.add %five, %4 : i64
    %7 = llvm.inttoptr %five : i64 to !llvm.ptr
    %8 = llvm.ptrtoint %7 : !llvm.ptr to i32
    llvm.call @use(%0, %1, %2, %3, %4, %5, %6, %7, %8) vararg(!llvm.func<void (...)>) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i1, i64, !llvm.ptr, i64, !llvm.ptr, i32) -> ()
    llvm.return
  }
}
