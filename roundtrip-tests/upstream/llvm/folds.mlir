// ARGS: -convert-vector-to-llvm
// ARGS: -expand-strided-metadata
llvm.func @u1(i32)
llvm.func @ints(%a: i32, %b: i32) {
  %z = llvm.mlir.constant(0 : i32) : i32
  %o = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.mlir.constant(-1 : i32) : i32
  %t = llvm.mlir.constant(3 : i32) : i32
  %0 = llvm.add %a, %z : i32
  llvm.call @u1(%0) : (i32) -> ()
  %1 = llvm.sub %a, %a : i32
  llvm.call @u1(%1) : (i32) -> ()
  %2 = llvm.or %a, %z : i32
  llvm.call @u1(%2) : (i32) -> ()
  %3 = llvm.or %z, %a : i32
  llvm.call @u1(%3) : (i32) -> ()
  %4 = llvm.or %a, %a : i32
  llvm.call @u1(%4) : (i32) -> ()
  %5 = llvm.or %a, %m : i32
  llvm.call @u1(%5) : (i32) -> ()
  %6 = llvm.shl %a, %z : i32
  llvm.call @u1(%6) : (i32) -> ()
  %7 = llvm.shl %t, %t : i32
  llvm.call @u1(%7) : (i32) -> ()
  %8 = llvm.add %t, %t : i32
  llvm.call @u1(%8) : (i32) -> ()
  %9 = llvm.or %t, %o : i32
  llvm.call @u1(%9) : (i32) -> ()
  %10 = llvm.and %a, %z : i32
  llvm.call @u1(%10) : (i32) -> ()
  %11 = llvm.mul %a, %o : i32
  llvm.call @u1(%11) : (i32) -> ()
  %12 = llvm.add %t, %a : i32
  llvm.call @u1(%12) : (i32) -> ()
  %13 = llvm.lshr %a, %z : i32
  llvm.call @u1(%13) : (i32) -> ()
  %14 = llvm.xor %a, %a : i32
  llvm.call @u1(%14) : (i32) -> ()
  llvm.return
}
llvm.func @casts(%a: i32, %p: !llvm.ptr, %f: f32, %q : !llvm.ptr<3>, %v: vector<2xi16>) -> !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)> {
  %c = llvm.mlir.constant(-3 : i8) : i8
  %0 = llvm.zext %c : i8 to i64
  %1 = llvm.sext %c : i8 to i32
  %2 = llvm.bitcast %a : i32 to i32
  %c7 = llvm.mlir.constant(700 : i32) : i32
  %3 = llvm.trunc %c7 : i32 to i8
  %4 = llvm.bitcast %p : !llvm.ptr to !llvm.ptr
  %b0 = llvm.bitcast %a : i32 to f32
  %5 = llvm.bitcast %b0 : f32 to i32
  %c1 = llvm.mlir.constant(1.5 : f32) : f32
  %6 = llvm.fpext %c1 : f32 to f64
  %b1 = llvm.ptrtoint %p : !llvm.ptr to i64
  %7 = llvm.trunc %b1 : i64 to i32
  %8 = llvm.inttoptr %b1 : i64 to !llvm.ptr
  %d = llvm.addrspacecast %q : !llvm.ptr<3> to !llvm.ptr
  %9 = llvm.addrspacecast %d : !llvm.ptr to !llvm.ptr<3>
  %10 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr
  %11 = llvm.addrspacecast %d : !llvm.ptr to !llvm.ptr<1>
  %bb = llvm.bitcast %v : vector<2xi16> to i32
  %12 = llvm.bitcast %bb : i32 to f32
  %s = llvm.mlir.undef : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s0 = llvm.insertvalue %0, %s[0] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s1 = llvm.insertvalue %1, %s0[1] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s2 = llvm.insertvalue %2, %s1[2] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s3 = llvm.insertvalue %3, %s2[3] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s4 = llvm.insertvalue %4, %s3[4] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s5 = llvm.insertvalue %5, %s4[5] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s6 = llvm.insertvalue %6, %s5[6] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s7 = llvm.insertvalue %7, %s6[7] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s8 = llvm.insertvalue %8, %s7[8] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s9 = llvm.insertvalue %9, %s8[9] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s10 = llvm.insertvalue %10, %s9[10] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s11 = llvm.insertvalue %11, %s10[11] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  %s12 = llvm.insertvalue %12, %s11[12] : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
  llvm.return %s12 : !llvm.struct<(i64, i32, i32, i8, ptr, i32, f64, i32, ptr, ptr<3>, ptr, ptr<1>, f32)>
}
llvm.func @ub(i1)
llvm.func @cmp(%a: i32, %p: !llvm.ptr, %v: vector<4xi32>) -> vector<4xi1> {
  %0 = llvm.icmp "eq" %a, %a : i32
  llvm.call @ub(%0) : (i1) -> ()
  %1 = llvm.icmp "ne" %a, %a : i32
  llvm.call @ub(%1) : (i1) -> ()
  %2 = llvm.icmp "slt" %a, %a : i32
  llvm.call @ub(%2) : (i1) -> ()
  %3 = llvm.icmp "eq" %v, %v : vector<4xi32>
  %c = llvm.mlir.constant(1 : i32) : i32
  %al = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  %n = llvm.mlir.zero : !llvm.ptr
  %4 = llvm.icmp "eq" %al, %n : !llvm.ptr
  llvm.call @ub(%4) : (i1) -> ()
  %5 = llvm.icmp "ne" %n, %al : !llvm.ptr
  llvm.call @ub(%5) : (i1) -> ()
  %6 = llvm.icmp "eq" %n, %p : !llvm.ptr
  llvm.call @ub(%6) : (i1) -> ()
  %7 = llvm.icmp "ugt" %al, %n : !llvm.ptr
  llvm.call @ub(%7) : (i1) -> ()
  %8 = llvm.icmp "eq" %c, %a : i32
  llvm.call @ub(%8) : (i1) -> ()
  llvm.return %3 : vector<4xi1>
}
llvm.func @up(!llvm.ptr)
llvm.func @gep(%p: !llvm.ptr, %i: i64) {
  %z = llvm.mlir.constant(0 : i64) : i64
  %3 = llvm.mlir.constant(3 : i32) : i32
  %big = llvm.mlir.constant(3000000000 : i64) : i64
  %0 = llvm.getelementptr %p[%z] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.call @up(%0) : (!llvm.ptr) -> ()
  %1 = llvm.getelementptr %p[0] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.call @up(%1) : (!llvm.ptr) -> ()
  %2 = llvm.getelementptr %p[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32)>
  llvm.call @up(%2) : (!llvm.ptr) -> ()
  %4 = llvm.getelementptr %p[%i, %3] : (!llvm.ptr, i64, i32) -> !llvm.ptr, !llvm.array<4 x i32>
  llvm.call @up(%4) : (!llvm.ptr) -> ()
  %5 = llvm.getelementptr %p[%big] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.call @up(%5) : (!llvm.ptr) -> ()
  %6 = llvm.getelementptr inbounds %p[4] : (!llvm.ptr) -> !llvm.ptr, i8
  %7 = llvm.getelementptr inbounds %6[4] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.call @up(%7) : (!llvm.ptr) -> ()
  llvm.return
}
llvm.func @agg(%s: !llvm.struct<(i32, struct<(i32, f32)>)>, %t: !llvm.struct<(i32, f32)>, %x: i32, %f: f32) {
  %0 = llvm.insertvalue %x, %s[0] : !llvm.struct<(i32, struct<(i32, f32)>)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(i32, struct<(i32, f32)>)>
  llvm.call @u1(%1) : (i32) -> ()
  %2 = llvm.insertvalue %t, %0[1] : !llvm.struct<(i32, struct<(i32, f32)>)>
  %3 = llvm.extractvalue %2[1, 0] : !llvm.struct<(i32, struct<(i32, f32)>)>
  llvm.call @u1(%3) : (i32) -> ()
  %4 = llvm.insertvalue %f, %s[1, 1] : !llvm.struct<(i32, struct<(i32, f32)>)>
  %5 = llvm.extractvalue %4[1] : !llvm.struct<(i32, struct<(i32, f32)>)>
  %6 = llvm.extractvalue %5[0] : !llvm.struct<(i32, f32)>
  llvm.call @u1(%6) : (i32) -> ()
  %7 = llvm.extractvalue %4[0] : !llvm.struct<(i32, struct<(i32, f32)>)>
  llvm.call @u1(%7) : (i32) -> ()
  %c = llvm.mlir.constant([1 : i32, 2 : i32]) : !llvm.struct<(i32, i32)>
  %8 = llvm.extractvalue %c[1] : !llvm.struct<(i32, i32)>
  llvm.call @u1(%8) : (i32) -> ()
  %d = llvm.mlir.constant(dense<[4, 5]> : tensor<2xi32>) : !llvm.array<2 x i32>
  %9 = llvm.extractvalue %d[1] : !llvm.array<2 x i32>
  llvm.call @u1(%9) : (i32) -> ()
  %un = llvm.mlir.undef : !llvm.struct<(i32, i32)>
  %10 = llvm.extractvalue %un[1] : !llvm.struct<(i32, i32)>
  llvm.call @u1(%10) : (i32) -> ()
  %po = llvm.mlir.poison : !llvm.struct<(i32, i32)>
  %11 = llvm.extractvalue %po[1] : !llvm.struct<(i32, i32)>
  llvm.call @u1(%11) : (i32) -> ()
  %ze = llvm.mlir.zero : !llvm.struct<(i32, i32)>
  %12 = llvm.extractvalue %ze[1] : !llvm.struct<(i32, i32)>
  llvm.call @u1(%12) : (i32) -> ()
  %vv = llvm.mlir.constant(dense<[4, 5]> : vector<2xi32>) : vector<2xi32>
  %13 = llvm.extractelement %vv[%x : i32] : vector<2xi32>
  llvm.call @u1(%13) : (i32) -> ()
  %one = llvm.mlir.constant(1 : i32) : i32
  %14 = llvm.extractelement %vv[%one : i32] : vector<2xi32>
  llvm.call @u1(%14) : (i32) -> ()
  %tr = llvm.mlir.constant(true) : i1
  %15 = llvm.select %tr, %x, %one : i1, i32
  llvm.call @u1(%15) : (i32) -> ()
  %16 = llvm.freeze %one : i32
  llvm.call @u1(%16) : (i32) -> ()
  llvm.return
}
func.func @casts_there_and_back(%a: i32, %x: index) -> (i32, index, index) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %x : index to index
  %3:2 = builtin.unrealized_conversion_cast %x : index to i32, i32
  %4 = builtin.unrealized_conversion_cast %3#0, %3#1 : i32, i32 to index
  %5 = builtin.unrealized_conversion_cast %3#1, %3#0 : i32, i32 to index
  %6 = arith.addi %4, %5 : index
  return %1, %2, %6 : i32, index, index
}
