// A struct that holds itself has no size, so that a call that passes it by value stays.
// RUN: tern opt %s --inline
llvm.func @by(%p: !llvm.ptr {llvm.byval = !llvm.struct<"a", (i32, struct<"a">)>}) { llvm.return }
llvm.func @main(%p: !llvm.ptr) {
  llvm.call @by(%p) : (!llvm.ptr) -> ()
  llvm.return
}
