// ARGS: --split-input-file

module attributes {a = !ptr.ptr} {}
// -----
module attributes {a = !ptr.ptr_metadata<!ptr.ptr<#ptr.generic_space>>} {}
// -----
module attributes {a = #ptr.spec<size = 63, abi = 64, preferred = 128>} {}
// -----
module attributes {a = #ptr.spec<size = 64, abi = 63, preferred = 128>} {}
// -----
module attributes {a = #ptr.spec<size = 64, abi = 64, preferred = 127>} {}
// -----
module attributes {a = #ptr.spec<size = 64, abi = 64, preferred = 32>} {}
// -----
module attributes {a = #ptr.spec<size = 64, abi = 64, preferred = 64, index = 3>} {}
// -----
module attributes {a = #ptr.null} {}
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>, %q: !ptr.ptr<#llvm.address_space<1>>) { %0 = "ptr.ptr_diff"(%p, %q) : (!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#llvm.address_space<1>>) -> i64 return }
// -----
func.func @f(%p: vector<4x!ptr.ptr<#ptr.generic_space>>, %q: vector<4x!ptr.ptr<#ptr.generic_space>>) { %0 = ptr.ptr_diff %p, %q : vector<4x!ptr.ptr<#ptr.generic_space>> -> i64 return }
// -----
func.func @f(%p: vector<4x!ptr.ptr<#ptr.generic_space>>, %q: vector<4x!ptr.ptr<#ptr.generic_space>>) { %0 = ptr.ptr_diff %p, %q : vector<4x!ptr.ptr<#ptr.generic_space>> -> tensor<4xi64> return }
// -----
func.func @f(%p: memref<f32>) { %0 = ptr.to_ptr %p : memref<f32> -> !ptr.ptr<#ptr.generic_space> return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = ptr.to_ptr %p : !ptr.ptr<#ptr.generic_space> -> !ptr.ptr<#ptr.generic_space> return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = ptr.from_ptr %p : !ptr.ptr<#ptr.generic_space> -> !ptr.ptr<#ptr.generic_space> return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = ptr.from_ptr %p : !ptr.ptr<#ptr.generic_space> -> memref<f32> return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = ptr.load %p atomic monotonic : !ptr.ptr<#ptr.generic_space> -> i64 return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = ptr.load %p atomic release alignment = 4 : !ptr.ptr<#ptr.generic_space> -> i64 return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = ptr.load %p alignment = 3 : !ptr.ptr<#ptr.generic_space> -> i64 return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = ptr.load %p alignment = 0 : !ptr.ptr<#ptr.generic_space> -> i64 return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = "ptr.load"(%p) {syncscope = "x"} : (!ptr.ptr<#ptr.generic_space>) -> i64 return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>, %v: i64) { ptr.store %v, %p atomic acquire alignment = 4 : i64, !ptr.ptr<#ptr.generic_space> return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>, %v: i64) { ptr.store %v, %p alignment = 3 : i64, !ptr.ptr<#ptr.generic_space> return }
// -----
func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>, %v: tensor<3xi64>) { ptr.store %v, %p : tensor<3xi64>, !ptr.ptr<#llvm.address_space<1>> return }
// -----
func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>, %v: tensor<3xi64>) { ptr.store %v, %p atomic release alignment = 4 : tensor<3xi64>, !ptr.ptr<#llvm.address_space<1>> return }
// -----
func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) { %0 = ptr.load %p : !ptr.ptr<#llvm.address_space<1>> -> tensor<3xi64> return }
// -----
func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) { %0 = ptr.load %p atomic acquire alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> i7 return }
// -----
func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>) { %0 = ptr.load %p atomic acquire alignment = 4 : !ptr.ptr<#llvm.address_space<1>> -> vector<2xf32> return }
// -----
func.func @f(%p: !ptr.ptr<#nvvm.memory_space<shared>>) { %0 = ptr.load %p atomic acquire alignment = 4 : !ptr.ptr<#nvvm.memory_space<shared>> -> vector<2xf32> return }
// -----
func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>, %m: vector<4xi1>, %v: vector<4xf32>) { %0 = ptr.masked_load %p, %m, %v alignment = 3 : !ptr.ptr<#llvm.address_space<1>> -> vector<4xf32> return }
// -----
func.func @f(%p: !ptr.ptr<#llvm.address_space<1>>, %m: vector<8xi1>, %v: vector<4xf32>) { %0 = "ptr.masked_load"(%p, %m, %v) : (!ptr.ptr<#llvm.address_space<1>>, vector<8xi1>, vector<4xf32>) -> vector<4xf32> return }
// -----
func.func @f(%p: vector<8x!ptr.ptr<#llvm.address_space<1>>>, %m: vector<4xi1>, %v: vector<4xf32>) { %0 = ptr.gather %p, %m, %v : vector<8x!ptr.ptr<#llvm.address_space<1>>> -> vector<4xf32> return }
// -----
func.func @f(%p: tensor<4x!ptr.ptr<#llvm.address_space<1>>>, %m: vector<4xi1>, %v: vector<4xf32>) { %0 = ptr.gather %p, %m, %v : tensor<4x!ptr.ptr<#llvm.address_space<1>>> -> vector<4xf32> return }
// -----
func.func @f(%p: vector<2x2x!ptr.ptr<#llvm.address_space<1>>>, %m: vector<2x2xi1>, %v: vector<2x2xf32>) { %0 = ptr.gather %p, %m, %v : vector<2x2x!ptr.ptr<#llvm.address_space<1>>> -> vector<2x2xf32> return }
// -----
func.func @f(%p: i32) { %0 = ptr.ptr_add %p, %p : i32, i32 return }
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>, %f: f32) { %0 = ptr.ptr_add %p, %f : !ptr.ptr<#ptr.generic_space>, f32 return }
// -----
func.func @f() { %0 = ptr.type_offset f32 : si32 return }
// -----
func.func @f() { %0 = "ptr.constant"() {value = 1 : i32} : () -> !ptr.ptr<#ptr.generic_space> return }
// -----
llvm.func @f(%p: !ptr.ptr<#ptr.generic_space>)
// -----
func.func @f(%p: memref<4x!ptr.ptr<#ptr.generic_space>>, %v: vector<4x!ptr.ptr<#ptr.generic_space>>) -> memref<4x!llvm.ptr> 
// -----
func.func @f(%p: !ptr.ptr<#ptr.generic_space>) { %0 = ptr.load %p atomic syncscope("a") not_atomic : !ptr.ptr<#ptr.generic_space> -> i64 return }
