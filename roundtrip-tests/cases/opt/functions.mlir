// What is demanded of functions.
// RUN: tern opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s -o /dev/null
// RUN: mlir-opt -split-input-file -verify-diagnostics -allow-unregistered-dialect %s -o /dev/null

// expected-error@below {{'func.func' op symbol declaration cannot have public visibility}}
func.func @x()

// -----

// expected-error@below {{redefinition of symbol named 'x'}}
// expected-note@below {{see existing symbol definition here}}
func.func private @x() { return } func.func private @x() -> (i32, i32)  func.func private @y() { %0 = call @x() : () -> i32 return }

// -----

// expected-error@below {{'func.call' op incorrect number of results for callee}}
func.func private @x() { return } func.func private @y() { %0 = call @x() : () -> i32 return }

// -----

// expected-error@below {{'func.call' op incorrect number of operands for callee}}
func.func private @x(i32)  func.func private @y() { %0 = call @x() : () -> i32 return }

// -----

// expected-error@below {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
func.func private @x(i32)  func.func private @y(%0: f32) { call @x(%0) : (f32) -> () return }

// -----

// expected-error@below {{'func.call' op 'x' does not reference a valid function}}
func.func private @y(%0: f32) { call @x(%0) : (f32) -> () return }

// -----

// expected-error@below {{'func.call' op result type mismatch at index 0}}
// expected-note@below {{      op result types: 'i32'}}
// expected-note@below {{function result types: 'f32'}}
func.func private @x(i32) -> f32  func.func private @y(%0: i32) { call @x(%0) : (i32) -> (i32) return }

// -----

// expected-error@below {{'func.return' op has 1 operands, but enclosing function (@y) returns 0}}
func.func @y(%0: f32) { return %0 : f32 }

// -----

// expected-error@below {{type of return operand 0 ('f32') doesn't match function result type ('i32') in function @y}}
func.func @y(%0: f32) -> i32 { return %0 : f32 }

// -----

// expected-error@below {{'func.constant' op reference to undefined function 'y'}}
func.func @x(%0: f32) { %1 = constant @y : () -> () return  }

// -----

// expected-error@below {{'func.constant' op reference to function with mismatched type}}
func.func @x(%0: f32) { %1 = constant @x : () -> () return  }

// -----

// expected-error@below {{'func.constant' op reference to function with mismatched type}}
func.func @x(%0: f32) { %1 = constant @x : i32 return  }

// -----

// expected-error@below {{'func.return' op expects parent op 'func.func'}}
func.return

// -----

// expected-error@below {{'func.return' op expects parent op 'func.func'}}
llvm.func @f() { func.return }

// -----

// expected-error@below {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @x(i32) { return }

// -----

// expected-error@below {{'func.func' op arguments may only have dialect attributes}}
func.func @x(%a: i32 {b}) { return }

// -----

// expected-error@below {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1}}
func.func @x(%a: i32) attributes {arg_attrs = [] } { return }

// -----

// expected-error@below {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() <{arg_attrs = [{},{}], sym_name = "x", function_type = (i32) -> i32}> ({ ^a(%a: i32): func.return %a : i32}) : () -> ()

// -----

// expected-error@below {{'func.func' op type of entry block argument #0('i32') must match the type of the corresponding argument in function signature('i64')}}
"func.func"() <{sym_name = "x", function_type = (i64) -> i32}> ({ ^a(%a: i32): func.return %a : i32}) : () -> ()

// -----

// expected-error@below {{'func.func' op entry block must have 0 arguments to match function signature}}
"func.func"() <{sym_name = "x", function_type = () -> i32}> ({ ^a(%a: i32): func.return %a : i32}) : () -> ()

// -----

// expected-error@below {{use of value '%a' expects different type than prior uses: '() -> ()' vs 'i32'}}
// expected-note@below {{prior use here}}
func.func @x(%a: i32) { call_indirect %a() : () -> () return }

// -----

// expected-error@below {{use of value '%b' expects different type than prior uses: 'i32' vs 'i64'}}
// expected-note@below {{prior use here}}
func.func @x(%a: (i32) -> i32, %b: i64) { call_indirect %a(%b) : (i32) -> i32 return }

// -----

// expected-error@below {{number of operands and types do not match: got 2 operands and 1 types}}
func.func @x(%a: (i32) -> i32, %b: i32) { call_indirect %a(%b,%b) : (i32) -> i32 return }

// -----

// expected-error@below {{invalid kind of type specified: expected builtin.function, but found 'i32'}}
func.func @x(%a: i32) { call_indirect %a() : i32 return }

// -----

// expected-error@below {{'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @x(%a: i32) attributes {sym_name="y"} { return }

// -----

// expected-error@below {{'func.func' op results may only have dialect attributes}}
func.func @x(%a: i32) -> (i32 {b = 1}) { return %a : i32}

// -----

// expected-error@below {{"llvm.noalias" attribute attached to non-pointer LLVM type}}
func.func @x(%a: i32) -> (i32 {llvm.noalias}) { return %a : i32}

// -----

// expected-error@below {{expected valid '@'-identifier for symbol name}}
func.func x(%a: i32)

// -----

// expected-error@below {{expected ')'}}
func.func @x(%a: i32

// -----

// expected-error@below {{expected SSA identifier}}
func.func @x(%a: i32, i64)

// -----

// expected-error@below {{expected type instead of SSA identifier}}
func.func @x(i32, %a: i64)

// -----

// expected-error@below {{expected non-function type}}
func.func @x(i32) -> 

// -----

// expected-error@below {{'func.func' op symbol's parent must have the SymbolTable trait}}
func.func @x() { func.func private @y() return }

// -----

// expected-error@below {{expected non-empty function body}}
func.func @x() { }

// -----

// expected-error@below {{invalid block name in region with named arguments}}
func.func @x(%a: i32) { ^bb0: return }
