// What the verifier refuses of operations of the llvm dialect.
// RUN: tern opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s -o /dev/null
// RUN: mlir-opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s -o /dev/null

llvm.mlir.global external @ctor() : i32
// expected-error@below {{'llvm.mlir.global_ctors' op 'ctor' does not reference a valid LLVM function}}
llvm.mlir.global_ctors ctors = [@ctor], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @ctor()
// expected-error@below {{'llvm.mlir.global_ctors' op 'ctor' does not have a definition}}
llvm.mlir.global_ctors ctors = [@ctor], priorities = [0 : i32], data = [#llvm.zero]

// -----

// expected-error@below {{'llvm.mlir.global_ctors' op 'ctor' does not reference a valid LLVM function}}
llvm.mlir.global_ctors ctors = [@ctor], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @f() { llvm.return }
// expected-error@below {{data element must be symbol or #llvm.zero}}
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [1:i32]

// -----

// expected-error@below {{duplicate block tag '1' in the same function: }}
llvm.func @f() { llvm.blocktag <id = 1> llvm.blocktag <id = 1> llvm.return }

// -----

// expected-error@below {{'llvm.blockaddress' op expects an existing block label target in the referenced function}}
llvm.func @f() { %0 = llvm.blockaddress <function = @g, tag = <id = 1>> : !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.blockaddress' op expects an existing block label target in the referenced function}}
llvm.func @f() { %0 = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr llvm.return }

// -----

llvm.func @g()
// expected-error@below {{'llvm.blockaddress' op expects an existing block label target in the referenced function}}
llvm.func @f() { %0 = llvm.blockaddress <function = @g, tag = <id = 1>> : !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.mlir.global' op this target extension type cannot be used in a global}}
llvm.mlir.global external @g() : !llvm.target<"foo">

// -----

// expected-error@below {{'llvm.mlir.global' op global with target extension type can only be initialized with zero-initializer}}
llvm.mlir.global external @g(0 : i32) : !llvm.target<"spirv.Event">

// -----

// expected-error@below {{'llvm.mlir.global' op global with target extension type can only be initialized with zero-initializer}}
llvm.mlir.global external @g(#llvm.zero) : !llvm.target<"spirv.Event">

// -----

// expected-error@below {{'llvm.mlir.global' op this target extension type cannot be used in a global}}
llvm.mlir.global external @g() : !llvm.target<"aarch64.svcount">

// -----

// expected-error@below {{'llvm.alloca' op this target extension type cannot be used in alloca}}
llvm.func @f(%n: i64) { %0 = llvm.alloca %n x !llvm.target<"foo"> : (i64) -> !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.mlir.zero' op target extension type does not support zero-initializer}}
llvm.func @f(%n: i64) { %0 = llvm.mlir.zero : !llvm.target<"aarch64.svcount"> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.zero' op target extension type does not support zero-initializer}}
llvm.func @f(%n: i64) { %0 = llvm.mlir.zero : !llvm.target<"amdgcn.named.barrier", 0> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.zero' op target extension type does not support zero-initializer}}
llvm.func @f(%n: i64) { %0 = llvm.mlir.zero : !llvm.target<"riscv.vector.tuple", vector<[4]xi8>, 2> llvm.return }

// -----

// expected-error@below {{'llvm.alloca' op this target extension type cannot be used in alloca}}
llvm.func @f(%n: i64) { %0 = llvm.alloca %n x !llvm.target<"amdgcn.named.barrier", 0> : (i64) -> !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.alloca' op this target extension type cannot be used in alloca}}
llvm.func @f(%n: i64) { %0 = llvm.alloca %n x !llvm.target<"riscv.vector.tuple", vector<[4]xi8>, 2> : (i64) -> !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.alloca' op this target extension type cannot be used in alloca}}
llvm.func @f(%n: i64) { %0 = llvm.alloca %n x !llvm.target<"dx.Foo", 2> : (i64) -> !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.load' op unsupported type 'vector<2xi32>' for atomic access}}
llvm.func @f(%n: !llvm.ptr) { %0 = llvm.load %n atomic monotonic {alignment = 32 : i64} : !llvm.ptr -> vector<2xi32> llvm.return }

// -----

// expected-error@below {{'llvm.load' op unsupported type '!llvm.struct<(i32)>' for atomic access}}
llvm.func @f(%n: !llvm.ptr) { %0 = llvm.load %n atomic monotonic {alignment = 32 : i64} : !llvm.ptr -> !llvm.struct<(i32)> llvm.return }

// -----

// expected-error@below {{'llvm.load' op unsupported type 'vector<2x!llvm.ptr>' for atomic access}}
llvm.func @f(%n: !llvm.ptr) { %0 = llvm.load %n atomic monotonic {alignment = 32 : i64} : !llvm.ptr -> vector<2x!llvm.ptr> llvm.return }

// -----

// expected-error@below {{'llvm.load' op unsupported type 'vector<[4]xi32>' for atomic access}}
llvm.func @f(%n: !llvm.ptr) { %0 = llvm.load %n atomic monotonic {alignment = 32 : i64} : !llvm.ptr -> vector<[4]xi32> llvm.return }

// -----

// expected-error@below {{'llvm.load' op unsupported type 'vector<3xi32>' for atomic access}}
llvm.func @f(%n: !llvm.ptr) { %0 = llvm.load %n atomic monotonic {alignment = 32 : i64} : !llvm.ptr -> vector<3xi32> llvm.return }

// -----

// expected-error@below {{'builtin.module' op expected 'llvm.data_layout' to be a string attributes}}
module attributes {llvm.data_layout = 1} {}

// -----

// expected-error@below {{'builtin.module' op invalid data layout descriptor: unknown mangling mode}}
module attributes {llvm.data_layout = "e-m:q"} {}

// -----

// expected-error@below {{'builtin.module' op invalid data layout descriptor: malformed specification, must be of the form "p[<n>]:<size>:<abi>[:<pref>[:<idx>]]"}}
module attributes {llvm.data_layout = "p:3"} {}

// -----

// expected-error@below {{'builtin.module' op invalid data layout descriptor: unknown specifier 'z'}}
module attributes {llvm.data_layout = "z", llvm.target_triple = 1} {}

// -----

// expected-error@below {{'llvm.func' op invalid data layout descriptor: unknown specifier 'q'}}
llvm.func @f() attributes {llvm.data_layout = "q"} 

// -----

// expected-error@below {{'llvm.module_flags' op expected a module flag attribute}}
llvm.module_flags [1]

// -----

// expected-error@below {{only integer and string values are currently supported for unknown key '"x"'}}
llvm.module_flags [#llvm.mlir.module_flag<error, "x", 1.0 : f32>]

// -----

// expected-error@below {{expected comdat symbol}}
llvm.func internal @f() comdat(@x::@y) { llvm.return }

// -----

// expected-error@below {{expected comdat symbol}}
llvm.mlir.global external @g() comdat(@x::@y) : i32

// -----

// expected-error@below {{only comdat selector symbols can appear in a comdat region}}
llvm.comdat @x { llvm.mlir.undef : i32 }

// -----

// expected-error@below {{'llvm.comdat' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
llvm.comdat @x { }
llvm.mlir.global external @g() comdat(@x) : i32

// -----

// expected-error@below {{'llvm.switch' op expects number of case values to match number of case destinations}}
llvm.func @f(%c: i32) { "llvm.switch"(%c)[^a, ^a] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1,0,0>}> : (i32) -> () ^a: llvm.return }

// -----

// expected-error@below {{'llvm.switch' op expects number of case values to match number of case destinations}}
llvm.func @f(%c: i32) { "llvm.switch"(%c)[^a, ^a] <{case_values = dense<[1,2]>:vector<2xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1,0,0>}> : (i32) -> () ^a: llvm.return }

// -----

// expected-error@below {{'llvm.call_intrinsic' op intrinsic name must start with 'llvm.'}}
llvm.func @f(%c: i32) { llvm.call_intrinsic "foo"() : () -> () llvm.return }

// -----

// expected-error@below {{'llvm.func' op entry block must have 1 arguments to match function signature}}
llvm.func @x(i32) -> !llvm.ptr { llvm.return }

// -----

// expected-error@below {{'llvm.func' op symbol's parent must have the SymbolTable trait}}
llvm.func @x() { %0 = llvm.mlir.constant(1 : i32) : i32 llvm.func @y() llvm.return }

// -----

// expected-error@below {{'llvm.mlir.global' op symbol's parent must have the SymbolTable trait}}
llvm.func @x() { llvm.mlir.global external @y() : i32 llvm.return }

// -----

// expected-error@below {{expected attribute name}}
llvm.mlir.global external @y() { %0 = llvm.mlir.undef : i32 llvm.return %0, %0 : i32, i32 } : i32

// -----

// expected-error@below {{'llvm.mlir.global' op initializer region cannot return void}}
llvm.mlir.global external @y() : i32 { llvm.return }

// -----

// expected-error@below {{use of value '%0' expects different type than prior uses: 'i64' vs 'i32'}}
// expected-note@below {{prior use here}}
llvm.mlir.global external @y() : i32 { %0 = llvm.mlir.undef : i32 llvm.return %0 : i64 }

// -----

// expected-error@below {{'llvm.mlir.alias' op initializer region must always return a pointer}}
llvm.mlir.alias external @y : i32 { %0 = llvm.mlir.undef : i32 llvm.return %0 : i32 }

// -----

// expected-error@below {{'llvm.mlir.alias' op 'common' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally}}
llvm.mlir.alias common @y : i32 { %0 = llvm.mlir.undef : !llvm.ptr llvm.return %0 : !llvm.ptr }

// -----

// expected-error@below {{ops with side effects are not allowed in alias initializers}}
llvm.mlir.alias external @y : i32 { %0 = llvm.mlir.undef : !llvm.ptr %1 = llvm.load %0 : !llvm.ptr -> i32 llvm.return %0 : !llvm.ptr }

// -----

llvm.func @z()
// expected-error@below {{'llvm.mlir.ifunc' op resolver must be a definition}}
llvm.mlir.ifunc external @y : !llvm.func<void ()>, !llvm.ptr @z

// -----

llvm.func @z() { llvm.return }
// expected-error@below {{'llvm.mlir.ifunc' op resolver must return a pointer}}
llvm.mlir.ifunc external @y : !llvm.func<void ()>, !llvm.ptr @z

// -----

llvm.func @z() -> !llvm.ptr { %0 = llvm.mlir.zero : !llvm.ptr llvm.return %0 : !llvm.ptr}
// expected-error@below {{'llvm.mlir.ifunc' op resolver has incorrect type}}
llvm.mlir.ifunc external @y : !llvm.func<void ()>, !llvm.ptr<1> @z

// -----

// expected-error@below {{'llvm.mlir.ifunc' op 'common' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage}}
llvm.mlir.ifunc common @y : !llvm.func<void ()>, !llvm.ptr<1> @z

// -----

llvm.mlir.global external @y() : i32
// expected-error@below {{'llvm.dso_local_equivalent' op must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'}}
llvm.func @x() { %0 = llvm.dso_local_equivalent @y : !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.dso_local_equivalent' op must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'}}
llvm.func @x() { %0 = llvm.dso_local_equivalent @y : !llvm.ptr llvm.return }

// -----

llvm.func extern_weak @y()
// expected-error@below {{'llvm.dso_local_equivalent' op target function with 'extern_weak' linkage not allowed}}
llvm.func @x() { %0 = llvm.dso_local_equivalent @y : !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'}}
llvm.func @x() { %0 = llvm.mlir.addressof @z : !llvm.ptr<3> llvm.return }

// -----

llvm.func @__gxx() -> i32
llvm.func @f() attributes {personality = @__gxx} {
// expected-error@below {{first operation in unwind destination should be a llvm.landingpad operation}}
  %0 = llvm.invoke @__gxx() to ^a unwind ^b : () -> i32
^a: llvm.return
^b: llvm.return
}

// -----

llvm.func @f() {
// expected-error@below {{'llvm.inline_asm' op tail call kind 'musttail' is not supported by this operation}}
  llvm.inline_asm tail_call_kind = <musttail> "foo", "=r" : () -> ()
  llvm.return
}

// -----

llvm.func @f(%v: vector<4xi32>, %p: vector<3x!llvm.ptr>, %m: vector<4xi1>) {
// expected-error@below {{'llvm.intr.masked.gather' op expected operand #1 type to be 'vector<4x!llvm.ptr>'}}
  %0 = llvm.intr.masked.gather %p, %m {alignment = 1 : i32} : (vector<3x!llvm.ptr>, vector<4xi1>) -> vector<4xi32>
  llvm.return
}
