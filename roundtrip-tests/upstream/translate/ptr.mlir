// ARGS: --mlir-to-llvmir --split-input-file

llvm.func @a(%p: !ptr.ptr<#llvm.address_space<0>>, %q: !ptr.ptr<#llvm.address_space<3>>, %i: i32, %v: vector<4x!ptr.ptr<#llvm.address_space<0>>>, %s: vector<[4]x!ptr.ptr<#llvm.address_space<0>>>, %l: vector<4xi64>) {
  %0 = ptr.ptr_add inbounds %p, %i : !ptr.ptr<#llvm.address_space<0>>, i32
  %2 = ptr.ptr_diff nsw %p, %p : !ptr.ptr<#llvm.address_space<0>> -> i8
  %3 = ptr.ptr_diff nsw | nuw %q, %q : !ptr.ptr<#llvm.address_space<3>> -> i128
  %4 = ptr.load volatile %p atomic syncscope("a") monotonic alignment = 8 invariant nontemporal {foo = 1} : !ptr.ptr<#llvm.address_space<0>> -> i64
  %9 = ptr.type_offset !llvm.struct<(i8, i32, i8)> : i64
  %10 = ptr.type_offset i7 : i8
  %11 = ptr.type_offset f80 : i32
  %a1 = ptr.type_offset vector<3xi32> : i32
  %14 = ptr.ptr_add %s, %i : vector<[4]x!ptr.ptr<#llvm.address_space<0>>>, i32
  %15 = ptr.ptr_add nuw %p, %l : !ptr.ptr<#llvm.address_space<0>>, vector<4xi64>
  %16 = ptr.ptr_diff %v, %15 : vector<4x!ptr.ptr<#llvm.address_space<0>>> -> vector<4xi64>
  %18 = ptr.load %p : !ptr.ptr<#llvm.address_space<0>> -> !llvm.struct<(i8, i32)>
  ptr.store %11, %q : i32, !ptr.ptr<#llvm.address_space<3>>
  ptr.store %a1, %q : i32, !ptr.ptr<#llvm.address_space<3>>
  ptr.store %18, %q : !llvm.struct<(i8, i32)>, !ptr.ptr<#llvm.address_space<3>>
  llvm.return
}
// -----
module attributes {llvm.data_layout = "e-p:64:64-p3:64:64:64:32"} {
llvm.func @a() -> i64 {
  %p = ptr.constant #ptr.address<0x123456789ABC> : !ptr.ptr<#llvm.address_space<3>>
  %q = ptr.constant #ptr.address<0x10> : !ptr.ptr<#llvm.address_space<3>>
  %d = ptr.ptr_diff %p, %q : !ptr.ptr<#llvm.address_space<3>> -> i64
  llvm.return %d : i64
}
llvm.func @v(%g : !ptr.ptr<#llvm.address_space<3>>) -> i8 {
  %p = ptr.constant #ptr.address<0x123456789ABC> : !ptr.ptr<#llvm.address_space<3>>
  %d = ptr.ptr_diff %p, %g : !ptr.ptr<#llvm.address_space<3>> -> i8
  llvm.return %d : i8
}
}
// -----
module attributes {llvm.data_layout = "e-p:32:32-p3:16:16:16:8"} {
llvm.func @a(%p: !ptr.ptr<#llvm.address_space<0>>, %q: !ptr.ptr<#llvm.address_space<3>>, %i: i32, %v: vector<4x!ptr.ptr<#llvm.address_space<0>>>, %s: vector<[4]x!ptr.ptr<#llvm.address_space<0>>>, %l: vector<4xi64>) {
  %0 = ptr.ptr_add inbounds %p, %i : !ptr.ptr<#llvm.address_space<0>>, i32
  %2 = ptr.ptr_diff nsw %p, %p : !ptr.ptr<#llvm.address_space<0>> -> i8
  %3 = ptr.ptr_diff nsw | nuw %q, %q : !ptr.ptr<#llvm.address_space<3>> -> i128
  %4 = ptr.load volatile %p atomic syncscope("a") monotonic alignment = 8 invariant nontemporal {foo = 1} : !ptr.ptr<#llvm.address_space<0>> -> i64
  %9 = ptr.type_offset !llvm.struct<(i8, i32, i8)> : i64
  %10 = ptr.type_offset i7 : i8
  %11 = ptr.type_offset f80 : i32
  %a1 = ptr.type_offset vector<3xi32> : i32
  %14 = ptr.ptr_add %s, %i : vector<[4]x!ptr.ptr<#llvm.address_space<0>>>, i32
  %15 = ptr.ptr_add nuw %p, %l : !ptr.ptr<#llvm.address_space<0>>, vector<4xi64>
  %16 = ptr.ptr_diff %v, %15 : vector<4x!ptr.ptr<#llvm.address_space<0>>> -> vector<4xi64>
  %18 = ptr.load %p : !ptr.ptr<#llvm.address_space<0>> -> !llvm.struct<(i8, i32)>
  ptr.store %11, %q : i32, !ptr.ptr<#llvm.address_space<3>>
  ptr.store %a1, %q : i32, !ptr.ptr<#llvm.address_space<3>>
  ptr.store %18, %q : !llvm.struct<(i8, i32)>, !ptr.ptr<#llvm.address_space<3>>
  llvm.return
}
}
