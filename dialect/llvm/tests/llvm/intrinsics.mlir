#domain = #llvm.alias_scope_domain<id = distinct[0]<>>
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
#group = #llvm.access_group<id = distinct[2]<>>

llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr<3>, %n: i64, %b: i8, %m: vector<4xi1>, %v: vector<4xf32>, %a: vector<4x!llvm.ptr>) {
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = true, access_groups = [#group], alias_scopes = [#scope], arg_attrs = [{llvm.align = 4 : i64}, {}, {}]}> : (!llvm.ptr, !llvm.ptr<3>, i64) -> ()
  "llvm.intr.memcpy.inline"(%p, %p) <{isVolatile = false, len = 10 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  "llvm.intr.memmove"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memset"(%p, %b, %n) <{isVolatile = false}> {note} : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memset.inline"(%p, %b) <{isVolatile = false, len = 10 : i32}> : (!llvm.ptr, i8) -> ()
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  %al = llvm.mlir.constant(1 : i32) : i32
  %st = llvm.alloca %al x i32 : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %st : !llvm.ptr
  llvm.intr.lifetime.end %st {note} : !llvm.ptr
  %0 = llvm.intr.invariant.start 1, %p : !llvm.ptr
  llvm.intr.invariant.end %0, 1, %p : !llvm.ptr
  %1 = llvm.intr.launder.invariant.group %p : !llvm.ptr
  %2 = llvm.intr.strip.invariant.group %q : !llvm.ptr<3>
  %3 = llvm.intr.ptrmask %p, %n : (!llvm.ptr, i64) -> !llvm.ptr
  %4 = "llvm.intr.threadlocal.address"(%p) : (!llvm.ptr) -> !llvm.ptr
  %5 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %5 : !llvm.ptr
  llvm.intr.vastart %p : !llvm.ptr
  llvm.intr.vacopy %p to %p : !llvm.ptr, !llvm.ptr
  llvm.intr.vaend %p : !llvm.ptr
  llvm.intr.experimental.noalias.scope.decl #scope
  %6 = llvm.intr.masked.load %p, %m {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  %7 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32, nontemporal} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %8 = llvm.intr.masked.gather %a, %m {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
  %9 = llvm.intr.masked.gather %a, %m, %v {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.scatter %v, %a, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %10 = "llvm.intr.masked.expandload"(%p, %m, %v) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%v, %p, %m) <{arg_attrs = [{}, {llvm.align = 8 : i64}, {}]}> : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.return
}

llvm.func @vectors(%i: vector<8xi32>, %f: vector<8xf32>, %s: f32, %v: vector<4xf32>, %sc: vector<[4]xf32>, %p: !llvm.ptr, %l: i64) {
  %0 = "llvm.intr.vector.reduce.add"(%i) : (vector<8xi32>) -> i32
  %1 = "llvm.intr.vector.reduce.mul"(%i) : (vector<8xi32>) -> i32
  %2 = "llvm.intr.vector.reduce.and"(%i) : (vector<8xi32>) -> i32
  %3 = "llvm.intr.vector.reduce.or"(%i) : (vector<8xi32>) -> i32
  %4 = "llvm.intr.vector.reduce.xor"(%i) : (vector<8xi32>) -> i32
  %5 = "llvm.intr.vector.reduce.smax"(%i) : (vector<8xi32>) -> i32
  %6 = "llvm.intr.vector.reduce.smin"(%i) : (vector<8xi32>) -> i32
  %7 = "llvm.intr.vector.reduce.umax"(%i) : (vector<8xi32>) -> i32
  %8 = "llvm.intr.vector.reduce.umin"(%i) : (vector<8xi32>) -> i32
  %9 = "llvm.intr.vector.reduce.fadd"(%s, %f) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<8xf32>) -> f32
  %10 = "llvm.intr.vector.reduce.fmul"(%s, %f) : (f32, vector<8xf32>) -> f32
  %11 = llvm.intr.vector.reduce.fmax(%f) : (vector<8xf32>) -> f32
  %12 = llvm.intr.vector.reduce.fmin(%f) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<8xf32>) -> f32
  %13 = llvm.intr.vector.reduce.fmaximum(%f) : (vector<8xf32>) -> f32
  %14 = llvm.intr.vector.reduce.fminimum(%f) : (vector<8xf32>) -> f32
  %15 = llvm.intr.vector.insert %v, %f[4] : vector<4xf32> into vector<8xf32>
  %16 = llvm.intr.vector.insert %v, %sc[0] {note} : vector<4xf32> into vector<[4]xf32>
  %17 = llvm.intr.vector.extract %f[4] : vector<4xf32> from vector<8xf32>
  %18 = "llvm.intr.vector.interleave2"(%v, %v) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
  %19 = "llvm.intr.vector.deinterleave2"(%f) : (vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
  %20 = "llvm.intr.vscale"() : () -> i64
  %21 = llvm.intr.stepvector : vector<4xi32>
  %22 = llvm.intr.get.active.lane.mask %l, %l : i64, i64 to vector<4xi1>
  %23 = llvm.intr.matrix.multiply %v, %v {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %24 = llvm.intr.matrix.transpose %v {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
  %25 = llvm.intr.matrix.column.major.load %p, <stride = %l> {columns = 2 : i32, isVolatile = false, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
  llvm.intr.matrix.column.major.store %v, %p, <stride = %l> {columns = 2 : i32, isVolatile = true, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
  llvm.return
}

llvm.func @coroutines(%i: i32, %p: !llvm.ptr, %b: i1) {
  %none = llvm.mlir.none : !llvm.token
  %0 = llvm.intr.coro.id %i, %p, %p, %p : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %1 = llvm.intr.coro.begin %0, %p : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %2 = llvm.intr.coro.size : i64
  %3 = llvm.intr.coro.align : i32
  %4 = llvm.intr.coro.save %p : (!llvm.ptr) -> !llvm.token
  %5 = llvm.intr.coro.suspend %4, %b : i8
  %e = llvm.intr.coro.end %p, %b, %none : (!llvm.ptr, i1, !llvm.token) -> i1
  %6 = llvm.intr.coro.free %0, %p : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.intr.coro.resume %p : !llvm.ptr
  %7 = llvm.intr.coro.promise %p, %i, %b : (!llvm.ptr, i32, i1) -> !llvm.ptr
  llvm.return
}

llvm.func @others(%c: i1, %i: i32, %p: !llvm.ptr, %f: f32) {
  llvm.intr.assume %c : i1
  llvm.intr.assume %c ["align"(%p, %i : !llvm.ptr, i32), "cold"()] : i1 {note}
  %0 = llvm.intr.expect %i, %i : i32
  %1 = llvm.intr.expect.with.probability %i, %i, 5.000000e-01 : i32
  %2 = "llvm.intr.is.constant"(%i) : (i32) -> i1
  %3 = llvm.intr.ssa.copy %f : f32
  %4 = "llvm.intr.annotation"(%i, %p, %p, %i) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
  %5 = "llvm.intr.ptr.annotation"(%p, %p, %p, %i, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  "llvm.intr.var.annotation"(%p, %p, %p, %i, %p) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
  llvm.intr.trap
  llvm.intr.debugtrap {note}
  llvm.intr.ubsantrap <{failureKind = 1 : i8}>
  llvm.intr.ubsantrap <{failureKind = -1 : i8}> {note}
  %6 = llvm.intr.eh.typeid.for %p : (!llvm.ptr) -> i32
  llvm.return
}
