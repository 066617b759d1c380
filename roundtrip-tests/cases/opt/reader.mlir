// What the reader refuses.
// RUN: tern opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s -o /dev/null
// RUN: mlir-opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s -o /dev/null

llvm.func @f(%arg0: i32, %p: !llvm.ptr, %v: vector<4xi32>, %g: f32) {
// expected-error@below {{invalid kind of attribute specified}}
  llvm.icmp 42 %arg0, %arg0 : i32
  llvm.return
}

// -----

llvm.func @f(%arg0: i32) {
// expected-error@below {{expected trailing function type with one argument and one result}}
  %0 = llvm.alloca %arg0 x i32 : !llvm.ptr
}

// -----

llvm.func @f(%arg0: i32) {
// expected-error@below {{expected integer alignment}}
  %0 = llvm.alloca %arg0 x i32 {alignment = 3.0} : !llvm.ptr
}

// -----

llvm.func @f(%arg0: i32) {
// expected-error@below {{expected trailing function type with one argument and one result}}
  %0 = llvm.alloca %arg0 x i32 : (i32, i32) -> !llvm.ptr
}

// -----

llvm.func @f(%arg0: i32) {
// expected-error@below {{expected ':'}}
  %0 = llvm.alloca %arg0 x i32 
}

// -----

llvm.func @f(%base: !llvm.ptr, %pos: i64) {
// expected-error@below {{number of operands and types do not match: got 2 operands and 0 types}}
  llvm.getelementptr %base[%pos] : () -> (), i64
}

// -----

llvm.func @f(%base: !llvm.ptr, %pos: i64) {
// expected-error@below {{invalid kind of type specified: expected builtin.function, but found '!llvm.ptr'}}
  llvm.getelementptr %base[%pos] : !llvm.ptr
}

// -----

// expected-error@below {{'llvm.call' op must have either a `callee` attribute or at least an operand}}
"llvm.func"() ({ "llvm.call"() {op_bundle_sizes = array<i32>} : () -> () llvm.return }) {sym_name = "f", function_type = !llvm.func<void ()>} : () -> ()

// -----

// expected-error@below {{expected indirect call to have 2 trailing types}}
llvm.func @f(%a: !llvm.ptr) { llvm.call %a() : !llvm.ptr llvm.return }

// -----

// expected-error@below {{expected indirect call to have 2 trailing types}}
llvm.func @f(%a: !llvm.ptr) { llvm.call %a() : () -> () llvm.return }

// -----

// expected-error@below {{expected '('}}
// expected-error@below {{expected direct call to have 1 trailing types}}
llvm.func @f(%a: !llvm.ptr) { llvm.call @f(%a) : !llvm.ptr llvm.return }

// -----

// expected-error@below {{expected '('}}
// expected-error@below {{expected direct call to have 1 trailing types}}
llvm.func @f(%a: !llvm.ptr) { llvm.call @f(%a) : !llvm.ptr, (!llvm.ptr) -> () llvm.return }

// -----

// expected-error@below {{expected '('}}
// expected-error@below {{expected trailing function type}}
llvm.func @f(%a: !llvm.ptr) { llvm.call %a(%a) : !llvm.ptr, i32 llvm.return }

// -----

// expected-error@below {{expected a non-void result type}}
llvm.func @f(%a: !llvm.ptr) { llvm.call %a(%a) : !llvm.ptr, (!llvm.ptr) -> !llvm.void llvm.return }

// -----

// expected-error@below {{expected function with 0 or 1 result}}
llvm.func @f(%a: !llvm.ptr) { llvm.call %a(%a) : !llvm.ptr, (!llvm.ptr) -> (i32, i32) llvm.return }

// -----

// expected-error@below {{number of operands and types do not match: got 0 operands and 1 types}}
llvm.func @f(%a: !llvm.ptr) { llvm.call @f() : (!llvm.ptr) -> () llvm.return }

// -----

// expected-error@below {{number of operands and types do not match: got 2 operands and 1 types}}
llvm.func @f(%a: !llvm.ptr) { llvm.call @f(%a, %a) : (!llvm.ptr) -> () llvm.return }

// -----

// expected-error@below {{expected 1 types for operand bundle operands for operand bundle #0, but actually got 2}}
llvm.func @f(%a: !llvm.ptr) { llvm.call @f(%a) ["t"(%a : i32, i32)] : (!llvm.ptr) -> () llvm.return }

// -----

// expected-error@below {{expected string}}
// expected-error@below {{expect operand bundle tag}}
llvm.func @f(%a: !llvm.ptr) { llvm.call @f(%a) [t(%a : i32, i32)] : (!llvm.ptr) -> () llvm.return }

// -----

// expected-error@below {{'llvm.call' op attribute 'var_callee_type' failed to satisfy constraint: type attribute of LLVM function type}}
llvm.func @f(%a: !llvm.ptr) { llvm.call @f(%a) vararg(i32) : (!llvm.ptr) -> () llvm.return }

// -----

// expected-error@below {{failed to construct function type: expected LLVM type for function arguments}}
llvm.func @f(%a: tensor<*xi32>, %b : i32) { llvm.insertvalue %b, %a[0] : tensor<*xi32> }

// -----

// expected-error@below {{expected LLVM IR Dialect type, got 'tensor<*xi32>'}}
func.func @f(%a: tensor<*xi32>, %b : i32) { llvm.insertvalue %b, %a[0] : tensor<*xi32> }

// -----

// expected-error@below {{expected LLVM IR structure/array type, got: 'i32'}}
func.func @f(%a: !llvm.struct<(i32)>, %b : i32) { llvm.insertvalue %b, %a[0] : i32 }

// -----

// expected-error@below {{position out of bounds: 1}}
func.func @f(%a: !llvm.struct<(i32)>, %b : i32) { llvm.insertvalue %b, %a[1] : !llvm.struct<(i32)> }

// -----

// expected-error@below {{invalid kind of type specified: expected builtin.vector, but found 'f32'}}
func.func @f(%a: f32, %b : i32) { %0 = llvm.extractelement %a[%b : i32] : f32 }

// -----

// expected-error@below {{invalid kind of type specified: expected builtin.vector, but found 'f32'}}
func.func @f(%a: f32, %b : i32) { %0 = llvm.insertelement %a, %a[%b : i32] : f32 }

// -----

// expected-error@below {{invalid kind of type specified: expected builtin.vector, but found 'f32'}}
func.func @f(%a: f32, %b : i32) { %0 = llvm.shufflevector %a, %a [0, 1] : f32 }

// -----

// expected-error@below {{'val' must be floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector type, but got 'vector<[2]xf32>'}}
llvm.func @f(%p : !llvm.ptr, %f: vector<[2]xf32>) { %0 = llvm.atomicrmw fadd %p, %f unordered : !llvm.ptr, vector<[2]xf32> llvm.return }

// -----

// expected-error@below {{expected string or keyword containing one of the following enum values for attribute 'bin_op' [xchg, add, sub, _and, nand, _or, _xor, max, min, umax, umin, fadd, fsub, fmax, fmin, uinc_wrap, udec_wrap, usub_cond, usub_sat, fmaximum, fminimum]}}
llvm.func @f(%p : !llvm.ptr, %f: i32) { %0 = llvm.atomicrmw foo %p, %f unordered : !llvm.ptr, i32 llvm.return }

// -----

// expected-error@below {{expected string or keyword containing one of the following enum values for attribute 'bin_op' [xchg, add, sub, _and, nand, _or, _xor, max, min, umax, umin, fadd, fsub, fmax, fmin, uinc_wrap, udec_wrap, usub_cond, usub_sat, fmaximum, fminimum]}}
llvm.func @f(%p : !llvm.ptr, %f: i32) { %0 = llvm.atomicrmw 3 %p, %f unordered : !llvm.ptr, i32 llvm.return }

// -----

// expected-error@below {{expected string or keyword containing one of the following enum values for attribute 'success_ordering' [not_atomic, unordered, monotonic, acquire, release, acq_rel, seq_cst]}}
llvm.func @f(%p : !llvm.ptr, %f: i32) { %0 = llvm.cmpxchg %p, %f, %f foo monotonic : !llvm.ptr, i32 llvm.return }

// -----

// expected-error@below {{expected integer value}}
llvm.func @f(%p : i32) { llvm.switch %p : i32, ^a [ 42: ^a, foo: ^a ] ^a: llvm.return }

// -----

// expected-error@below {{expected ':'}}
llvm.func @f(%p : i32) { llvm.switch %p : i32, ^a [ 42 ^a ] ^a: llvm.return }

// -----

// expected-error@below {{invalid kind of type specified: expected builtin.integer, but found 'f32'}}
llvm.func @f(%p : f32) { llvm.switch %p : f32, ^a [ 42: ^a ] ^a: llvm.return }

// -----

// expected-error@below {{failed to construct function type: expected LLVM type for function arguments}}
llvm.func @f(%p : vector<2x3xf32>) { %0 = llvm.bitcast %p : vector<2x3xf32> to vector<2x3xi32> llvm.return }

// -----

// expected-error@below {{failed to construct function type: expected LLVM type for function arguments}}
llvm.func @f(%p : vector<2x3xf32>) { llvm.return }

// -----

// expected-error@below {{invalid kind of attribute specified}}
llvm.func @f(%p : !llvm.ptr) { %0 = llvm.mlir.addressof "foo" : !llvm.ptr llvm.return }

// -----

// expected-error@below {{invalid kind of attribute specified}}
llvm.func @f(%p : !llvm.ptr) { %0 = llvm.mlir.addressof @a::@b : !llvm.ptr llvm.return }

// -----

// expected-error@below {{expected ':'}}
llvm.func @f(%p : !llvm.ptr) { %0 = llvm.mlir.addressof @a llvm.return }

// -----

// expected-error@below {{'llvm.mlir.global' op requires attribute 'global_type'}}
"llvm.mlir.global"() ({}) {sym_name = "foo", constant, value = 42 : i64} : () -> ()

// -----

// expected-error@below {{'llvm.mlir.global' op attribute 'linkage' failed to satisfy constraint: LLVM Linkage specification}}
"llvm.mlir.global"() ({}) {sym_name = "foo", global_type = i64, linkage = 3} : () -> ()

// -----

// expected-error@below {{expected ':' followed by operation type}}
"llvm.mlir.global"() ({}) <{sym_name = "foo", constant, value = 42 : i64, foo = 1}> : () -> ()

// -----

// expected-error@below {{'llvm.func' op attribute 'function_type' failed to satisfy constraint: type attribute of LLVM function type}}
"llvm.func"() ({}) {sym_name = "foo", function_type = i32} : () -> ()

// -----

// expected-error@below {{'llvm.func' op attribute 'function_type' failed to satisfy constraint: type attribute of LLVM function type}}
"llvm.func"() ({}) {sym_name = "foo", function_type = 3} : () -> ()

// -----

// expected-error@below {{expected ':' followed by operation type}}
"llvm.func"() ({}) <{sym_name = "foo", function_type = 3}> : () -> ()

// -----

// expected-error@below {{'llvm.func' op requires one region}}
"llvm.func"() {sym_name = "foo", function_type = !llvm.func<i32()>} : () -> ()

// -----

// expected-error@below {{'llvm.func' op requires one region}}
"llvm.func"() ({},{}) {sym_name = "foo", function_type = !llvm.func<i32()>} : () -> ()

// -----

// expected-error@below {{expected zero or one type}}
llvm.mlir.global internal @x(0): i64, i32

// -----

// expected-error@below {{'llvm.mlir.global' op attribute 'addr_space' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
llvm.mlir.global internal @x(0) {addr_space = -1 : i32}: i64

// -----

// expected-error@below {{'llvm.mlir.global' op attribute 'addr_space' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
llvm.mlir.global internal @x(0) {addr_space = 1 : i64}: i64

// -----

// expected-error@below {{'llvm.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
llvm.func @f(%p : !llvm.ptr) { %0 = llvm.load %p {alignment = 1.0 : f32} : !llvm.ptr -> i32 llvm.return }

// -----

// expected-error@below {{'llvm.load' op attribute 'access_groups' failed to satisfy constraint: LLVM dialect access group metadata array}}
llvm.func @f(%p : !llvm.ptr) { %0 = llvm.load %p {access_groups = [1]} : !llvm.ptr -> i32 llvm.return }

// -----

// expected-error@below {{'llvm.load' op attribute 'alias_scopes' failed to satisfy constraint: LLVM dialect alias scope array}}
llvm.func @f(%p : !llvm.ptr) { %0 = llvm.load %p {alias_scopes = [1]} : !llvm.ptr -> i32 llvm.return }

// -----

// expected-error@below {{'llvm.load' op attribute 'tbaa' failed to satisfy constraint: LLVM dialect TBAA tag metadata array}}
llvm.func @f(%p : !llvm.ptr) { %0 = llvm.load %p {tbaa = [1]} : !llvm.ptr -> i32 llvm.return }

// -----

// expected-error@below {{'llvm.load' op attribute 'tbaa' failed to satisfy constraint: LLVM dialect TBAA tag metadata array}}
llvm.func @f(%p : !llvm.ptr) { %0 = llvm.load %p {tbaa = 1} : !llvm.ptr -> i32 llvm.return }

// -----

// expected-error@below {{'llvm.cmpxchg' op failed to verify that operand #1 and operand #2 have the same type}}
"llvm.func"() ({ ^a(%ptr: !llvm.ptr, %i32: i32, %i64: i64): %0 = "llvm.cmpxchg"(%ptr, %i32, %i64) {success_ordering=2,failure_ordering=2} : (!llvm.ptr, i32, i64) -> !llvm.struct<(i32, i1)> llvm.return}) {sym_name = "foo", function_type = !llvm.func<void(ptr, i32, i64)>} : () -> ()

// -----

// expected-error@below {{'llvm.cmpxchg' op failed to verify that result #0 has an LLVM struct type consisting of the type of operand #2 and a bool}}
"llvm.func"() ({ ^a(%ptr: !llvm.ptr, %i32: i32, %i64: i64): %0 = "llvm.cmpxchg"(%ptr, %i32, %i32) {success_ordering=2:i64,failure_ordering=2:i64} : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i2)> llvm.return}) {sym_name = "foo", function_type = !llvm.func<void(ptr, i32, i64)>} : () -> ()

// -----

// expected-error@below {{expected ','}}
llvm.func @f(%p : i32) { %0 = llvm.add %p : i32 llvm.return }

// -----

// expected-error@below {{expected one of [none, nsw, nuw] for LLVM integer overflow flags, got: foo}}
llvm.func @f(%p : i32) { %0 = llvm.add %p, %p overflow<foo> : i32 llvm.return }

// -----

// expected-error@below {{expected one of [none, nsw, nuw] for LLVM integer overflow flags, got: foo}}
llvm.func @f(%p : i32) { %0 = llvm.add %p, %p overflow<nsw, foo> : i32 llvm.return }

// -----

// expected-error@below {{expected ::mlir::LLVM::FastmathFlags to be one of: none, nnan, ninf, nsz, arcp, contract, afn, reassoc, fast}}
// expected-error@below {{failed to parse LLVM_FastmathFlagsAttr parameter 'value' which is to be a `::mlir::LLVM::FastmathFlags`}}
llvm.func @f(%p : f32) { %0 = llvm.fadd %p, %p {fastmathFlags = #llvm.fastmath<foo>} : f32 llvm.return }

// -----

// expected-error@below {{'llvm.fadd' op attribute 'fastmathFlags' failed to satisfy constraint: LLVM fastmath flags}}
llvm.func @f(%p : f32) { %0 = llvm.fadd %p, %p {fastmathFlags = 3} : f32 llvm.return }

// -----

// expected-error@below {{invalid properties {fastmathFlags = 3 : i64} for op llvm.fadd: Invalid attribute `fastmathFlags` in property conversion: 3 : i64}}
llvm.func @f(%p : f32) { %0 = "llvm.fadd"(%p, %p) <{fastmathFlags = 3}> : (f32, f32) -> f32 llvm.return }

// -----

// expected-error@below {{invalid properties {overflowFlags = "a"} for op llvm.add: expected ::mlir::LLVM::IntegerOverflowFlagsAttr or IntegerAttr storage for ::mlir::LLVM::IntegerOverflowFlags}}
llvm.func @f(%p : i32) { %0 = "llvm.add"(%p, %p) <{overflowFlags = "a"}> : (i32, i32) -> i32 llvm.return }
