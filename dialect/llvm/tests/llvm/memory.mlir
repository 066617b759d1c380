#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "a domain">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
#named = #llvm.alias_scope<id = "text", domain = #domain, description = "a scope">
#group = #llvm.access_group<id = distinct[2]<>>
#root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#anonymous = #llvm.tbaa_root
#char = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#root, 0>}>
#int = #llvm.tbaa_type_desc<id = "int", members = {<#char, 0>}>
#pair = #llvm.tbaa_type_desc<id = "pair", members = {<#int, 0>, <#int, 4>}>
#other = #llvm.tbaa_type_desc<id = "other", members = {<#anonymous, 0>}>
#tag = #llvm.tbaa_tag<base_type = #pair, access_type = #int, offset = 4>
#constant = #llvm.tbaa_tag<base_type = #other, access_type = #other, offset = 0, constant = true>
#mmra = #llvm.mmra_tag<"amdgpu-as":"local">

llvm.func @memory(%n: i32, %w: i64, %p: !llvm.ptr, %v: vector<4x!llvm.ptr>, %vi: vector<4xi64>) {
  %0 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
  %1 = llvm.alloca %w x !llvm.struct<(i32, ptr)> {alignment = 16 : i64} : (i64) -> !llvm.ptr<5>
  %2 = llvm.alloca inalloca %n x !llvm.array<4 x vector<2xf32>> {alignment = 0 : i64, note} : (i32) -> !llvm.ptr
  %3 = llvm.getelementptr %p[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i8
  %4 = llvm.getelementptr inbounds %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, array<3 x i64>)>
  %5 = llvm.getelementptr inbounds|nuw %p[0, 1, %w] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<3 x i64>)>
  %6 = llvm.getelementptr nusw %p[-1] {note} : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
  %7 = llvm.getelementptr nuw %v[%vi] : (vector<4x!llvm.ptr>, vector<4xi64>) -> vector<4x!llvm.ptr>, i8
  %8 = llvm.getelementptr nusw|nuw %p[%n, 3, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x array<4 x i32>>
  %9 = llvm.load %p : !llvm.ptr -> i32
  %10 = llvm.load volatile %p {alignment = 4 : i64, nontemporal} : !llvm.ptr -> f32
  %11 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %12 = llvm.load volatile %p atomic syncscope("singlethread") acquire {alignment = 4 : i64} : !llvm.ptr -> f32
  %13 = llvm.load %p invariant : !llvm.ptr -> i32
  %14 = llvm.load %p invariant_group : !llvm.ptr -> i32
  %15 = llvm.load %p dereferenceable<bytes = 4> : !llvm.ptr -> !llvm.ptr
  %16 = llvm.load %p invariant invariant_group dereferenceable<bytes = 8, mayBeNull = true> {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %17 = llvm.load %p {access_groups = [#group], alias_scopes = [#scope, #named], noalias_scopes = [#scope], tbaa = [#tag, #constant], llvm.mmra = #mmra} : !llvm.ptr -> !llvm.struct<(i32)>
  llvm.store %n, %p : i32, !llvm.ptr
  llvm.store volatile %n, %p {alignment = 1 : i64, nontemporal, tbaa = [#tag]} : i32, !llvm.ptr
  llvm.store %n, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store volatile %n, %p atomic syncscope("agent") seq_cst {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %n, %p invariant_group : i32, !llvm.ptr
  llvm.store %p, %p {access_groups = [#group], llvm.mmra = [#mmra]} : !llvm.ptr, !llvm.ptr
  llvm.return
}

llvm.func @atomics(%p: !llvm.ptr, %i: i32, %f: f32, %v: vector<2xf16>) {
  %0 = llvm.atomicrmw xchg %p, %p monotonic : !llvm.ptr, !llvm.ptr
  %1 = llvm.atomicrmw volatile add %p, %i syncscope("workgroup") acq_rel {alignment = 16 : i64} : !llvm.ptr, i32
  %2 = llvm.atomicrmw sub %p, %i acquire : !llvm.ptr, i32
  %3 = llvm.atomicrmw _and %p, %i release : !llvm.ptr, i32
  %4 = llvm.atomicrmw nand %p, %i seq_cst : !llvm.ptr, i32
  %5 = llvm.atomicrmw _or %p, %i monotonic : !llvm.ptr, i32
  %6 = llvm.atomicrmw _xor %p, %i monotonic : !llvm.ptr, i32
  %7 = llvm.atomicrmw max %p, %i monotonic : !llvm.ptr, i32
  %8 = llvm.atomicrmw min %p, %i monotonic : !llvm.ptr, i32
  %9 = llvm.atomicrmw umax %p, %i monotonic : !llvm.ptr, i32
  %10 = llvm.atomicrmw umin %p, %i monotonic : !llvm.ptr, i32
  %11 = llvm.atomicrmw fadd %p, %f monotonic : !llvm.ptr, f32
  %12 = llvm.atomicrmw fsub %p, %f monotonic : !llvm.ptr, f32
  %13 = llvm.atomicrmw fmax %p, %f monotonic : !llvm.ptr, f32
  %14 = llvm.atomicrmw fmin %p, %f monotonic : !llvm.ptr, f32
  %15 = llvm.atomicrmw uinc_wrap %p, %i monotonic : !llvm.ptr, i32
  %16 = llvm.atomicrmw udec_wrap %p, %i monotonic : !llvm.ptr, i32
  %17 = llvm.atomicrmw usub_cond %p, %i monotonic : !llvm.ptr, i32
  %18 = llvm.atomicrmw usub_sat %p, %i monotonic : !llvm.ptr, i32
  %19 = llvm.atomicrmw fmaximum %p, %f monotonic : !llvm.ptr, f32
  %20 = llvm.atomicrmw fminimum %p, %v monotonic : !llvm.ptr, vector<2xf16>
  %21 = llvm.cmpxchg %p, %i, %i acq_rel monotonic : !llvm.ptr, i32
  %22 = llvm.cmpxchg weak volatile %p, %p, %p syncscope("singlethread") seq_cst acquire {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.fence release
  llvm.fence syncscope("agent") seq_cst
  llvm.return
}
