// Initializers: what LLVM's builder makes of operations on constants, where there is no function around them.
// RUN: tern export %s
llvm.mlir.global external @a(1 : i64) {addr_space = 0 : i32} : i64
llvm.mlir.global external @b(2 : i64) {addr_space = 0 : i32} : i64
llvm.mlir.global external @add() {addr_space = 0 : i32} : i64 {
  %0 = llvm.mlir.constant(3 : i64) : i64
  %1 = llvm.mlir.constant(4 : i64) : i64
  %2 = llvm.add %0, %1 overflow<nsw> : i64
  llvm.return %2 : i64
}
llvm.mlir.global external @difference() {addr_space = 0 : i32} : i64 {
  %0 = llvm.mlir.addressof @a : !llvm.ptr
  %1 = llvm.mlir.addressof @b : !llvm.ptr
  %2 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %3 = llvm.ptrtoint %1 : !llvm.ptr to i64
  %4 = llvm.sub %2, %3 : i64
  llvm.return %4 : i64
}
llvm.mlir.global external @conversion() {addr_space = 0 : i32} : i8 {
  %0 = llvm.mlir.constant(300 : i64) : i64
  %1 = llvm.trunc %0 : i64 to i8
  llvm.return %1 : i8
}
llvm.mlir.global external @widened() {addr_space = 0 : i32} : f64 {
  %0 = llvm.mlir.constant(1.5 : f32) : f32
  %1 = llvm.fpext %0 : f32 to f64
  llvm.return %1 : f64
}
llvm.mlir.global external @address() {addr_space = 0 : i32} : !llvm.ptr {
  %0 = llvm.mlir.addressof @a : !llvm.ptr
  %1 = llvm.getelementptr inbounds %0[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return %1 : !llvm.ptr
}
llvm.mlir.global external @dynamic() {addr_space = 0 : i32} : !llvm.ptr {
  %0 = llvm.mlir.addressof @a : !llvm.ptr
  %1 = llvm.mlir.constant(2 : i64) : i64
  %2 = llvm.getelementptr %0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i16
  llvm.return %2 : !llvm.ptr
}
llvm.mlir.global external @compared() {addr_space = 0 : i32} : i1 {
  %0 = llvm.mlir.constant(3 : i64) : i64
  %1 = llvm.mlir.constant(-4 : i64) : i64
  %2 = llvm.icmp "slt" %0, %1 : i64
  llvm.return %2 : i1
}
llvm.mlir.global external @compared_unsigned() {addr_space = 0 : i32} : i1 {
  %0 = llvm.mlir.constant(3 : i64) : i64
  %1 = llvm.mlir.constant(-4 : i64) : i64
  %2 = llvm.icmp "ult" %0, %1 : i64
  llvm.return %2 : i1
}
llvm.mlir.global external @compared_floats() {addr_space = 0 : i32} : i1 {
  %0 = llvm.mlir.constant(3.0 : f32) : f32
  %1 = llvm.mlir.constant(4.0 : f32) : f32
  %2 = llvm.fcmp "olt" %0, %1 : f32
  llvm.return %2 : i1
}
llvm.mlir.global external @never() {addr_space = 0 : i32} : i1 {
  %0 = llvm.mlir.constant(3.0 : f32) : f32
  %2 = llvm.fcmp "_false" %0, %0 : f32
  llvm.return %2 : i1
}
llvm.mlir.global external @chosen() {addr_space = 0 : i32} : i8 {
  %0 = llvm.mlir.constant(true) : i1
  %1 = llvm.mlir.constant(1 : i8) : i8
  %2 = llvm.mlir.constant(2 : i8) : i8
  %3 = llvm.select %0, %1, %2 : i1, i8
  llvm.return %3 : i8
}
llvm.mlir.global external @negative() {addr_space = 0 : i32} : f32 {
  %0 = llvm.mlir.constant(1.5 : f32) : f32
  %1 = llvm.fneg %0 : f32
  llvm.return %1 : f32
}
llvm.mlir.global external @inserted() {addr_space = 0 : i32} : !llvm.struct<(i8, struct<(i16, array<2 x i32>)>)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i8, struct<(i16, array<2 x i32>)>)>
  %1 = llvm.mlir.constant(1 : i8) : i8
  %2 = llvm.mlir.constant(2 : i16) : i16
  %3 = llvm.mlir.constant(3 : i32) : i32
  %4 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i8, struct<(i16, array<2 x i32>)>)>
  %5 = llvm.insertvalue %2, %4[1, 0] : !llvm.struct<(i8, struct<(i16, array<2 x i32>)>)>
  %6 = llvm.insertvalue %3, %5[1, 1, 1] : !llvm.struct<(i8, struct<(i16, array<2 x i32>)>)>
  llvm.return %6 : !llvm.struct<(i8, struct<(i16, array<2 x i32>)>)>
}
llvm.mlir.global external @inserted_twice() {addr_space = 0 : i32} : !llvm.array<2 x struct<(i8, i8)>> {
  %0 = llvm.mlir.undef : !llvm.struct<(i8, i8)>
  %1 = llvm.mlir.constant(1 : i8) : i8
  %2 = llvm.mlir.constant(2 : i8) : i8
  %3 = llvm.insertvalue %1, %0[0] : !llvm.struct<(i8, i8)>
  %4 = llvm.insertvalue %2, %3[1] : !llvm.struct<(i8, i8)>
  %5 = llvm.insertvalue %1, %3[1] : !llvm.struct<(i8, i8)>
  %6 = llvm.mlir.undef : !llvm.array<2 x struct<(i8, i8)>>
  %7 = llvm.insertvalue %4, %6[0] : !llvm.array<2 x struct<(i8, i8)>>
  %8 = llvm.insertvalue %5, %7[1] : !llvm.array<2 x struct<(i8, i8)>>
  llvm.return %8 : !llvm.array<2 x struct<(i8, i8)>>
}
llvm.mlir.global external @elements() {addr_space = 0 : i32} : vector<2xi16> {
  %0 = llvm.mlir.undef : vector<2xi16>
  %1 = llvm.mlir.constant(5 : i16) : i16
  %2 = llvm.mlir.constant(0 : i32) : i32
  %3 = llvm.mlir.constant(1 : i32) : i32
  %4 = llvm.insertelement %1, %0[%2 : i32] : vector<2xi16>
  %5 = llvm.insertelement %1, %4[%3 : i32] : vector<2xi16>
  llvm.return %5 : vector<2xi16>
}
llvm.mlir.global external @extracted() {addr_space = 0 : i32} : i8 {
  %0 = llvm.mlir.undef : !llvm.struct<(i8, array<2 x i8>)>
  %1 = llvm.mlir.constant(7 : i8) : i8
  %2 = llvm.insertvalue %1, %0[1, 1] : !llvm.struct<(i8, array<2 x i8>)>
  %3 = llvm.extractvalue %2[1, 1] : !llvm.struct<(i8, array<2 x i8>)>
  llvm.return %3 : i8
}
llvm.mlir.global external @product() {addr_space = 0 : i32} : i64 {
  %0 = llvm.mlir.constant(3 : i64) : i64
  %1 = llvm.mlir.constant(4 : i64) : i64
  %2 = llvm.mul %0, %1 : i64
  llvm.return %2 : i64
}
llvm.mlir.global external @shifted() {addr_space = 0 : i32} : i128 {
  %0 = llvm.mlir.constant(3 : i64) : i64
  %1 = llvm.zext %0 : i64 to i128
  %2 = llvm.shl %1, %1 : i128
  llvm.return %2 : i128
}
