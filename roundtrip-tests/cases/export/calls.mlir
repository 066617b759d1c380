// RUN: tern export %s
llvm.func @callee(i32 {llvm.signext}, !llvm.ptr {llvm.nonnull, llvm.align = 8 : i64}) -> (i32 {llvm.noundef})
llvm.func @vararg(i32, ...)
llvm.func fastcc @fast() attributes {passthrough = ["nounwind", ["alignstack", "16"], ["key", "value"]]}

llvm.func @caller(%f: !llvm.ptr, %n: i32) {
  %0 = llvm.call @callee(%n, %f) : (i32, !llvm.ptr) -> i32
  llvm.call @vararg(%0, %f) vararg(!llvm.func<void (i32, ...)>) : (i32, !llvm.ptr) -> ()
  llvm.call fastcc @fast() {no_unwind} : () -> ()
  %1 = llvm.call tail %f(%n) : !llvm.ptr, (i32) -> i64
  llvm.call @vararg(%0) vararg(!llvm.func<void (i32, ...)>) ["tag"(%n, %f : i32, !llvm.ptr)] : (i32) -> ()
  llvm.return
}
