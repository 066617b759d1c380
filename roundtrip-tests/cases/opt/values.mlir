// What is demanded of constants, calls, conversions and blocks.
// RUN: tern opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s -o /dev/null
// RUN: mlir-opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s -o /dev/null

// expected-error@below {{'llvm.mlir.constant' op expected array type of 3 i8 elements for the string constant}}
llvm.func @f() { %0 = llvm.mlir.constant("abc") : !llvm.array<2 x i8> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected array attribute for struct type}}
llvm.func @f() { %0 = llvm.mlir.constant(1 : i32) : !llvm.struct<(i32)> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected array attribute of size 2}}
llvm.func @f() { %0 = llvm.mlir.constant([1 : i32]) : !llvm.struct<(i32, i32)> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op struct element at index 1 is of wrong type}}
llvm.func @f() { %0 = llvm.mlir.constant([1 : i32, 2 : i64]) : !llvm.struct<(i32, i32)> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected element of array attribute to be floating point or integer}}
llvm.func @f() { %0 = llvm.mlir.constant([1 : i32, "a"]) : !llvm.struct<(i32, i32)> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected struct element types to be floating point type or integer type}}
llvm.func @f() { %0 = llvm.mlir.constant([1 : i32, 2 : i32]) : !llvm.struct<(i32, !llvm.ptr)> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op does not support target extension type.}}
llvm.func @f() { %0 = llvm.mlir.constant(1 : i32) : !llvm.target<"spirv.Event"> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected integer type}}
llvm.func @f() { %0 = llvm.mlir.constant(1 : i32) : f32 llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op attribute and type have different float semantics}}
llvm.func @f() { %0 = llvm.mlir.constant(1.0 : f32) : f64 llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected integer type of width 32}}
llvm.func @f() { %0 = llvm.mlir.constant(1.0 : f32) : i64 llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op scalable vector type requires a splat attribute}}
llvm.func @f() { %0 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<[2]xi32> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected vector or array type}}
llvm.func @f() { %0 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : i32 llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op type and attribute have a different number of elements: 3 vs. 2}}
llvm.func @f() { %0 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : !llvm.array<3 x i32> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op type and attribute have a different number of elements: 4 vs. 6}}
llvm.func @f() { %0 = llvm.mlir.constant(dense<1> : tensor<2x3xi32>) : !llvm.array<2 x array<2 x i32>> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op type and attribute have a different number of elements: 4 vs. 6}}
llvm.func @f() { %0 = llvm.mlir.constant(dense<1> : tensor<2x3xi32>) : !llvm.array<2 x vector<2xi32>> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected integer element type for integer elements attribute}}
llvm.func @f() { %0 = llvm.mlir.constant(dense<[1, 2]> : vector<2xi32>) : vector<2xf32> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected integer type of width 32}}
llvm.func @f() { %0 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xi64> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op attribute and type have different float semantics}}
llvm.func @f() { %0 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xf16> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op expected array or struct type for array attribute}}
llvm.func @f() { %0 = llvm.mlir.constant([1, 2]) : i64 llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op for array with an array attribute must have a struct element type}}
llvm.func @f() { %0 = llvm.mlir.constant([1, 2]) : !llvm.array<2 x i64> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op array attribute size does not match array type size in dimension 0: 1 vs. 2}}
llvm.func @f() { %0 = llvm.mlir.constant([[1 : i32]]) : !llvm.array<2 x struct<(i32)>> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op nested array attribute size for struct element at index 0 must match struct size: 2 vs. 1}}
llvm.func @f() { %0 = llvm.mlir.constant([[1 : i32, 2 : i32], #llvm.zero]) : !llvm.array<2 x struct<(i32)>> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op nested attribute for struct element at index 1 must be a zero, or undef, or array attribute}}
llvm.func @f() { %0 = llvm.mlir.constant([[1 : i32], 3]) : !llvm.array<2 x struct<(i32)>> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op nested attribute for sub-array in dimension 0 at index 1 must be a zero, or undef, or array attribute}}
llvm.func @f() { %0 = llvm.mlir.constant([[[1 : i32]], 3]) : !llvm.array<2 x array<1 x struct<(i32)>>> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op array attribute size does not match array type size in dimension 1: 2 vs. 1}}
llvm.func @f() { %0 = llvm.mlir.constant([[[1 : i32]], [#llvm.undef, #llvm.zero]]) : !llvm.array<2 x array<1 x struct<(i32)>>> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op only supports integer, float, string or elements attributes}}
llvm.func @f() { %0 = llvm.mlir.constant(@f) : !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op only supports integer, float, string or elements attributes}}
llvm.func @f() { %0 = llvm.mlir.constant(unit) : i32 llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op only supports integer, float, string or elements attributes}}
llvm.func @f() { %0 = llvm.mlir.constant(array<i32: 1, 2>) : vector<2xi32> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op only supports integer, float, string or elements attributes}}
llvm.func @f() { %0 = llvm.mlir.constant(array<i32: 1, 2>) : vector<3xi32> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op type and attribute have a different number of elements: 3 vs. 4}}
llvm.func @f() { %0 = llvm.mlir.constant(sparse<[[0]], [1]> : vector<4xi32>) : vector<3xi32> llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op result #0 must be LLVM dialect-compatible type, but got 'index'}}
llvm.func @f() { %0 = llvm.mlir.constant(true) : index llvm.return }

// -----

// expected-error@below {{'llvm.mlir.constant' op attribute and type have different float semantics}}
llvm.func @f() { %0 = llvm.mlir.constant(1.0 : tf32) : f32 llvm.return }

// -----

// expected-error@below {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @g(1 : i32) : i32

// -----

// expected-error@below {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @g([0, 1]) : !llvm.array<2 x i64>

// -----

// expected-error@below {{'llvm.mlir.global' op expected array type for 'appending' linkage}}
llvm.mlir.global appending @g() : i32

// -----

// expected-error@below {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM global}}
llvm.mlir.global external @g() : !llvm.void

// -----

// expected-error@below {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM global}}
llvm.mlir.global external @g() : memref<2xi32>

// -----

// expected-error@below {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM global}}
llvm.mlir.global external @g() : tensor<2xi32>

// -----

// expected-error@below {{'llvm.mlir.alias' op expects type to be a valid element type for an LLVM global alias}}
llvm.mlir.alias external @a : !llvm.void { %0 = llvm.mlir.undef : !llvm.ptr llvm.return %0 : !llvm.ptr }

// -----

// expected-error@below {{'llvm.getelementptr' op operand #1 must be variadic of signless integer or LLVM dialect-compatible vector of signless integer, but got '!llvm.ptr'}}
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.getelementptr %p[0, %p] : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32)> llvm.return }

// -----

// expected-error@below {{'llvm.getelementptr' op expected index 1 indexing a struct to be constant}}
llvm.func @f(%p: !llvm.ptr, %i: i64) { %0 = llvm.getelementptr %p[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32)> llvm.return }

// -----

// expected-error@below {{'llvm.getelementptr' op type 'i32' cannot be indexed (index #4)}}
llvm.func @f(%p: !llvm.ptr, %i: i64) { %0 = llvm.getelementptr %p[0, 0, 3, 7, 9] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(array<2 x vector<4xi32>>)> llvm.return }

// -----

// expected-error@below {{'llvm.getelementptr' op 'inbounds_flag' cannot be used directly.}}
llvm.func @f(%p: !llvm.ptr, %i: i64) { %0 = llvm.getelementptr inbounds_flag %p[0] : (!llvm.ptr) -> !llvm.ptr, i32 llvm.return }

// -----

// Beside another flag it can be.
llvm.func @f(%p: !llvm.ptr) { %0 = llvm.getelementptr inbounds_flag|nuw %p[0] : (!llvm.ptr) -> !llvm.ptr, i32 llvm.return }

// -----

// expected-error@below {{'llvm.getelementptr' op property 'noWrapFlags' failed to satisfy constraint: ::mlir::LLVM::GEPNoWrapFlags}}
llvm.func @f(%p: !llvm.ptr) { %0 = "llvm.getelementptr"(%p) <{elem_type = i8, noWrapFlags = 8 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr llvm.return }

// -----

// expected-error@below {{'llvm.add' op property 'overflowFlags' failed to satisfy constraint: LLVM integer overflow flags}}
llvm.func @f(%i: i32) { %0 = "llvm.add"(%i, %i) <{overflowFlags = 4 : i32}> : (i32, i32) -> i32 llvm.return }

// -----

// expected-error@below {{input type is an integer but output type is a vector}}
llvm.func @f(%a: i32, %v: vector<2xi32>) { %0 = llvm.zext %a : i32 to vector<2xi64> llvm.return }

// -----

// expected-error@below {{input type is a vector but output type is an integer}}
llvm.func @f(%a: i32, %v: vector<2xi32>) { %0 = llvm.sext %v : vector<2xi32> to i64 llvm.return }

// -----

// expected-error@below {{input and output vectors are of incompatible shape}}
llvm.func @f(%a: i32, %v: vector<2xi32>) { %0 = llvm.sext %v : vector<2xi32> to vector<4xi64> llvm.return }

// -----

// expected-error@below {{input and output vectors are of incompatible shape}}
llvm.func @f(%a: i32, %v: vector<2xi32>) { %0 = llvm.sext %v : vector<2xi32> to vector<[2]xi64> llvm.return }

// -----

// expected-error@below {{integer width of the output type is smaller or equal to the integer width of the input type}}
llvm.func @f(%a: i32, %v: vector<2xi32>) { %0 = llvm.zext %a : i32 to i32 llvm.return }

// -----

// expected-error@below {{'llvm.bitcast' op can only cast pointers from and to pointers}}
llvm.func @f(%a: !llvm.ptr, %v: vector<2x!llvm.ptr>) { %0 = llvm.bitcast %a : !llvm.ptr to i64 llvm.return }

// -----

// expected-error@below {{'llvm.bitcast' op cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead}}
llvm.func @f(%a: !llvm.ptr, %v: vector<2x!llvm.ptr>) { %0 = llvm.bitcast %a : !llvm.ptr to !llvm.ptr<1> llvm.return }

// -----

// expected-error@below {{'llvm.bitcast' op cannot cast pointer to vector of pointers}}
llvm.func @f(%a: !llvm.ptr, %v: vector<1x!llvm.ptr>) { %0 = llvm.bitcast %a : !llvm.ptr to vector<1x!llvm.ptr> llvm.return }

// -----

// expected-error@below {{'llvm.bitcast' op cannot cast vector of pointers to pointer}}
llvm.func @f(%a: !llvm.ptr, %v: vector<1x!llvm.ptr>) { %0 = llvm.bitcast %v : vector<1x!llvm.ptr> to !llvm.ptr llvm.return }

// -----

// expected-error@below {{llvm.landingpad needs to be in a function with a personality}}
llvm.func @f() { %0 = llvm.landingpad cleanup : i32 llvm.return }

// -----

// expected-error@below {{clause #0 is not a known constant - null, addressof, bitcast}}
llvm.func @f(%p: !llvm.ptr) attributes {personality = @p} { %0 = llvm.landingpad (catch %p : !llvm.ptr) : i32 llvm.return }

// -----

// expected-error@below {{landingpad instruction expects at least one clause or cleanup attribute}}
llvm.func @f(%p: !llvm.ptr) attributes {personality = @p} { %0 = llvm.landingpad : i32 llvm.return }

// -----

// expected-error@below {{constant clauses expected}}
// expected-note@below {{global addresses expected as operand to bitcast used in clauses for landingpad}}
llvm.func @f(%p: !llvm.ptr) attributes {personality = @p} { %c = llvm.bitcast %p : !llvm.ptr to !llvm.ptr %0 = llvm.landingpad (catch %c : !llvm.ptr) : i32 llvm.return }

// -----

// expected-error@below {{'llvm.landingpad' should have a consistent result type inside a function}}
llvm.func @f(%p: !llvm.ptr) attributes {personality = @p} { %0 = llvm.landingpad cleanup : i32 %1 = llvm.landingpad cleanup : i64 llvm.return }

// -----

llvm.func @v(...)
// expected-error@below {{'llvm.call' op missing var_callee_type attribute for vararg call}}
llvm.func @f(%a: i32) { llvm.call @v(%a) : (i32) -> () llvm.return }

// -----

llvm.func @v(i32, ...)
// expected-error@below {{'llvm.call' op incorrect number of operands (0) for varargs callee (expecting at least: 1)}}
llvm.func @f(%a: i32) { llvm.call @v() vararg(!llvm.func<void (...)>) : () -> () llvm.return }

// -----

llvm.func @v(...) -> i32
// expected-error@below {{'llvm.call' op var_callee_type return type mismatch: '!llvm.void' != 'i32'}}
llvm.func @f(%a: i32) { llvm.call @v(%a) vararg(!llvm.func<void (...)>) : (i32) -> i32 llvm.return }

// -----

llvm.func @v(...)
// expected-error@below {{'llvm.call' op var_callee_type parameter type mismatch: 'i64' != 'i32'}}
llvm.func @f(%a: i32) { llvm.call @v(%a) vararg(!llvm.func<void (i64, ...)>) : (i32) -> () llvm.return }

// -----

llvm.func @v(...)
// expected-error@below {{'llvm.call' op expected var_callee_type to have at most 1 parameters}}
llvm.func @f(%a: i32) { llvm.call @v(%a) vararg(!llvm.func<void (i32, i32, ...)>) : (i32) -> () llvm.return }

// -----

llvm.func @v(...)
// expected-error@below {{'llvm.call' op expected var_callee_type to be a variadic function type}}
llvm.func @f(%a: i32) { llvm.call @v(%a) vararg(!llvm.func<void (i32)>) : (i32) -> () llvm.return }

// -----

llvm.func @v(...) -> i32
// expected-error@below {{'llvm.call' op expected var_callee_type to return void}}
llvm.func @f(%a: i32) { llvm.call @v(%a) vararg(!llvm.func<i32 (...)>) : (i32) -> () llvm.return }

// -----

llvm.mlir.global external @v() : i32
// expected-error@below {{'llvm.call' op 'v' does not reference a valid LLVM function or IFunc}}
llvm.func @f(%a: i32) { llvm.call @v(%a) : (i32) -> () llvm.return }

// -----

llvm.func @v(i32) -> i32
// expected-error@below {{'llvm.call' op expected function call to produce a value}}
llvm.func @f(%a: i32) { llvm.call @v(%a) : (i32) -> () llvm.return }

// -----

llvm.func @v(i32)
// expected-error@below {{'llvm.call' op calling function with void result must not produce values}}
llvm.func @f(%a: i32) { %0 = llvm.call @v(%a) : (i32) -> i32 llvm.return }

// -----

llvm.func @v(i32) -> i64
// expected-error@below {{'llvm.call' op result type mismatch: 'i32' != 'i64'}}
llvm.func @f(%a: i32) { %0 = llvm.call @v(%a) : (i32) -> i32 llvm.return }

// -----

llvm.mlir.alias external @a : !llvm.func<void ()> { %0 = llvm.mlir.addressof @f : !llvm.ptr llvm.return %0 : !llvm.ptr }
// expected-error@below {{'llvm.call' op 'a' does not reference a valid LLVM function or IFunc}}
llvm.func @f() { llvm.call @a() : () -> () llvm.return }

// -----

// expected-error@below {{expects number of branch weights to match number of successors: 3 vs 2}}
llvm.func @f(%c: i1) { llvm.cond_br %c weights([1, 2, 3]), ^a, ^a ^a: llvm.return }

// -----

// expected-error@below {{type mismatch for bb argument #0 of successor #0}}
llvm.func @f(%c: i1) -> i32 { llvm.br ^a(%c : i1) ^a(%x: i32): llvm.return %x : i32 }

// -----

// expected-error@below {{reference to an undefined block}}
llvm.func @f(%c: i1) { llvm.br ^a ^b: llvm.return %x : i32 ^a: llvm.br ^c }

// -----

// expected-error@below {{redefinition of SSA value '%c'}}
// expected-note@below {{previously defined here}}
llvm.func @f(%c: i1) { %c = llvm.add %c, %c : i1 llvm.return }

// -----

// expected-error@below {{invalid block name in region with named arguments}}
llvm.func @f(%c: i1) { ^a: llvm.return ^a: llvm.return }

// -----

// expected-error@below {{entry block of region may not have predecessors}}
llvm.func @f() { ^a: llvm.br ^a }

// -----

// expected-error@below {{redefinition of block '^a'}}
llvm.func @f() { llvm.br ^a ^a: llvm.br ^a ^a: llvm.return }

// -----

// expected-error@below {{'llvm.add' op expected 2 operands, but found 3}}
llvm.func @f(%a: i32) { %0 = "llvm.add"(%a, %a, %a) : (i32, i32, i32) -> i32 llvm.return }

// -----

// expected-error@below {{'llvm.add' op requires one result}}
llvm.func @f(%a: i32) { %0:2 = "llvm.add"(%a, %a) : (i32, i32) -> (i32, i32) llvm.return }

// -----

// expected-error@below {{'llvm.add' op requires one result}}
llvm.func @f(%a: i32) { "llvm.add"(%a, %a) : (i32, i32) -> () llvm.return }

// -----

// expected-error@below {{'llvm.br' op requires 1 successor but found 0}}
llvm.func @f(%a: i32) { "llvm.br"(%a) : (i32) -> () }

// -----

// expected-error@below {{'llvm.return' op operand group starting at #0 requires 0 or 1 element, but found 2}}
llvm.func @f(%a: i32) { "llvm.return"(%a, %a) : (i32, i32) -> () }

// -----

// expected-error@below {{'llvm.add' op requires zero regions}}
llvm.func @f(%a: i32) { "llvm.add"(%a, %a) ({}) : (i32, i32) -> (i32) llvm.return }

// -----

// expected-error@below {{invalid properties {predicate = 77 : i64} for op llvm.icmp: Invalid attribute `predicate` in property conversion: 77 : i64}}
llvm.func @f(%a: i32) { %0 = "llvm.icmp"(%a, %a) <{predicate = 77 : i64}> : (i32, i32) -> i1 llvm.return }

// -----

// expected-error@below {{'llvm.icmp' op result #0 must be 1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer, but got 'i2'}}
llvm.func @f(%a: i32) { %0 = "llvm.icmp"(%a, %a) <{predicate = 0 : i64}> : (i32, i32) -> i2 llvm.return }

// -----

// expected-error@below {{'llvm.icmp' op requires attribute 'predicate'}}
llvm.func @f(%a: i32) { %0 = "llvm.icmp"(%a, %a) : (i32, i32) -> i1 llvm.return }

// -----

// expected-error@below {{is unknown}}
llvm.func @f(%a: i32) { %0 = llvm.foo %a, %a : i32 llvm.return }

// -----

// expected-error@below {{reference to invalid result number}}
llvm.func @f(%a: i32) { %0 = llvm.add %a, %a#1 : i32 llvm.return }

// -----

// expected-error@below {{operation defines 1 results but was provided 2 to bind}}
llvm.func @f(%a: i32) { %0:2 = llvm.add %a, %a : i32 llvm.return }

// -----

// expected-error@below {{cannot name an operation with no results}}
llvm.func @f(%a: i32) { %0 = llvm.return }
