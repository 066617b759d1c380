// Each call counts what is left out of its own attributes.
llvm.func @callee(!llvm.ptr) -> i32
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.call @callee(%p) : (!llvm.ptr {unknown.attribute = 1 : i32}) -> i32
  %1 = llvm.call @callee(%p) : (!llvm.ptr {unknown.attribute = 1 : i32}) -> i32
  llvm.return
}
llvm.func @g(%p: !llvm.ptr) {
  %0 = llvm.call @callee(%p) : (!llvm.ptr {unknown.attribute = 1 : i32}) -> i32
  llvm.return
}
