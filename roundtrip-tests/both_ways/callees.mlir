// Calls that differ in the type of the callee, or in what they leave out.
llvm.func @v(!llvm.ptr, ...) -> i32
llvm.func @g(i32)
llvm.func @f(%p: !llvm.ptr, %a: i32, %b: i64) {
  llvm.call %p(%a) : !llvm.ptr, (i32) -> ()
  llvm.call %p(%b) : !llvm.ptr, (i64) -> ()
  llvm.call %p(%a, %b) : !llvm.ptr, (i32, i64) -> ()
  %0 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i32
  %1 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i64
  llvm.call @g(%a) {CConv = #llvm.cconv<fastcc>} : (i32) -> ()
  llvm.call @g(%a) : (i32) -> ()
  llvm.call @g(%a) {x.y} : (i32) -> ()
  llvm.call tail @g(%a) : (i32) -> ()
  llvm.return
}
