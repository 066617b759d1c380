llvm.func @integers(%a: i32, %b: i32, %v: vector<4xi64>, %s: vector<[2]xi8>) -> i32 {
  %0 = llvm.add %a, %b : i32
  %1 = llvm.add %a, %b overflow<nsw, nuw> {discardable = 1 : i8} : i32
  %2 = llvm.sub %v, %v overflow<nuw> : vector<4xi64>
  %3 = llvm.mul %s, %s overflow<nsw> : vector<[2]xi8>
  %4 = llvm.udiv exact %a, %b : i32
  %5 = llvm.udiv %a, %b : i32
  %6 = llvm.sdiv exact %a, %b : i32
  %7 = llvm.urem %a, %b : i32
  %8 = llvm.srem %a, %b : i32
  %9 = llvm.and %a, %b : i32
  %10 = llvm.or disjoint %a, %b : i32
  %11 = llvm.or %a, %b : i32
  %12 = llvm.xor %a, %b : i32
  %13 = llvm.shl %a, %b overflow<nsw> : i32
  %14 = llvm.lshr exact %a, %b : i32
  %15 = llvm.ashr %a, %b : i32
  llvm.return %15 : i32
}

llvm.func @floats(%a: f32, %b: f32, %v: vector<2xf64>, %x: f80, %h: bf16, %q: f128, %f: f16, %p: !llvm.ppc_fp128) {
  %0 = llvm.fadd %a, %b : f32
  %1 = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<fast>} : f32
  %2 = llvm.fsub %v, %v {fastmathFlags = #llvm.fastmath<nnan, ninf>} : vector<2xf64>
  %3 = llvm.fmul %x, %x : f80
  %4 = llvm.fdiv %h, %h {fastmathFlags = #llvm.fastmath<none>} : bf16
  %5 = llvm.frem %q, %q : f128
  %6 = llvm.fneg %f : f16
  %7 = llvm.fadd %p, %p {fastmathFlags = #llvm.fastmath<nsz, arcp, contract, afn, reassoc>, other} : !llvm.ppc_fp128
  %8 = llvm.fneg %v {fastmathFlags = #llvm.fastmath<reassoc>} : vector<2xf64>
  llvm.return
}

llvm.func @comparisons(%a: i32, %v: vector<4xi64>, %s: vector<[4]xi64>, %p: !llvm.ptr, %w: vector<4x!llvm.ptr>, %f: f32, %g: vector<4xf32>) {
  %0 = llvm.icmp "eq" %a, %a : i32
  %1 = llvm.icmp "ne" %v, %v : vector<4xi64>
  %2 = llvm.icmp "slt" %s, %s : vector<[4]xi64>
  %3 = llvm.icmp "sle" %p, %p : !llvm.ptr
  %4 = llvm.icmp "sgt" %w, %w {note = "x"} : vector<4x!llvm.ptr>
  %5 = llvm.icmp "sge" %a, %a : i32
  %6 = llvm.icmp "ult" %a, %a : i32
  %7 = llvm.icmp "ule" %a, %a : i32
  %8 = llvm.icmp "ugt" %a, %a : i32
  %9 = llvm.icmp "uge" %a, %a : i32
  %10 = llvm.fcmp "_false" %f, %f : f32
  %11 = llvm.fcmp "oeq" %g, %g {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
  %12 = llvm.fcmp "ogt" %f, %f : f32
  %13 = llvm.fcmp "oge" %f, %f : f32
  %14 = llvm.fcmp "olt" %f, %f : f32
  %15 = llvm.fcmp "ole" %f, %f : f32
  %16 = llvm.fcmp "one" %f, %f : f32
  %17 = llvm.fcmp "ord" %f, %f : f32
  %18 = llvm.fcmp "ueq" %f, %f : f32
  %19 = llvm.fcmp "ugt" %f, %f : f32
  %20 = llvm.fcmp "uge" %f, %f : f32
  %21 = llvm.fcmp "ult" %f, %f : f32
  %22 = llvm.fcmp "ule" %f, %f : f32
  %23 = llvm.fcmp "une" %f, %f : f32
  %24 = llvm.fcmp "uno" %f, %f : f32
  %25 = llvm.fcmp "_true" %f, %f : f32
  llvm.return
}

llvm.func @conversions(%i: i32, %l: i64, %p: !llvm.ptr, %f: f32, %d: f64, %v: vector<4xi16>) {
  %0 = llvm.bitcast %f : f32 to i32
  %1 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<3>
  %2 = llvm.inttoptr %l : i64 to !llvm.ptr
  %3 = llvm.inttoptr %l dereferenceable<bytes = 8> : i64 to !llvm.ptr
  %4 = llvm.inttoptr %l dereferenceable<bytes = 4, mayBeNull = true> : i64 to !llvm.ptr<1>
  %5 = llvm.ptrtoint %p : !llvm.ptr to i64
  %6 = llvm.sext %i : i32 to i64
  %7 = llvm.zext %i : i32 to i64
  %8 = llvm.zext nneg %v : vector<4xi16> to vector<4xi32>
  %9 = llvm.trunc %l : i64 to i32
  %10 = llvm.trunc %l overflow<nsw, nuw> : i64 to i32
  %11 = llvm.sitofp %i : i32 to f32
  %12 = llvm.uitofp %i : i32 to f32
  %13 = llvm.uitofp nneg %i : i32 to f64
  %14 = llvm.fptosi %f : f32 to i32
  %15 = llvm.fptoui %f : f32 to i128
  %16 = llvm.fpext %f : f32 to f64
  %17 = llvm.fptrunc %d : f64 to f32
  llvm.return
}
