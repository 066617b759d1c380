// RUN: tern opt -split-input-file %s
// RUN: mlir-opt -split-input-file %s
// Some dialects may have operations that they do not declare.
"llvm.not.there"() : () -> ()
"rocdl.not.there"() : () -> ()
// -----
"func.not.there"() : () -> ()
// -----
"other.one"() : () -> ()
// -----
llvm.not_there
// -----
func.func @f() {
  not_there
}
// -----
llvm.func @undeclared() {
  llvm.return %x : i32
}
llvm.func @as_well() {
  llvm.return %y : i32
}
// -----
llvm.func @signature(%a: index)
