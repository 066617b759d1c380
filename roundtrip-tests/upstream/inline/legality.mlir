// ARGS: --inline
// ARGS: --pass-pipeline=builtin.module(inline{default-pipeline=}) --mlir-print-debuginfo
// What forbids inlining, and what does not.
llvm.func @v(i32, ...)
llvm.func @ni() attributes {no_inline} { llvm.return }
llvm.func @vv(%x : i32, ...) { llvm.return }
llvm.func @ina(%p: !llvm.ptr {llvm.inalloca = i32}) { llvm.return }
llvm.func @pers() attributes {personality = @v} { llvm.return }
llvm.func @pt() attributes {passthrough = ["noduplicate"]} { llvm.return }
llvm.func @pt2() attributes {passthrough = ["returns_twice"]} { llvm.return }
llvm.func @pt3() attributes {passthrough = ["foo", ["strictfp", "a"], "presplitcoroutine"]} { llvm.return }
llvm.func @pt4() attributes {passthrough = ["noinline"]} { llvm.return }
llvm.func @on() attributes {optimize_none, no_inline} { llvm.return }
llvm.func @cv() attributes {convergent} { llvm.return }
llvm.func @res() -> (!llvm.ptr {llvm.noalias}) { %0 = llvm.mlir.zero : !llvm.ptr
 llvm.return %0 : !llvm.ptr }
llvm.func @c1() attributes {} { llvm.return }
llvm.func @c2() attributes {} { llvm.return }
llvm.func @ld(%p: !llvm.ptr) { 
 %1 = llvm.load volatile %p : !llvm.ptr -> i32
 %2 = llvm.load volatile %p {access_groups=[#llvm.access_group<id = distinct[0]<>>]} : !llvm.ptr -> i32
 llvm.return }
llvm.func @bundles() { llvm.return }
llvm.func @main(%p: !llvm.ptr, %x: i32) {
 llvm.call @ni() : () -> ()
 llvm.call @vv(%x) vararg(!llvm.func<void (i32, ...)>) : (i32) -> ()
 llvm.call @ina(%p) : (!llvm.ptr) -> ()
 llvm.call @pers() : () -> ()
 llvm.call @pt() : () -> ()
 llvm.call @pt2() : () -> ()
 llvm.call @pt3() : () -> ()
 llvm.call @pt4() : () -> ()
 llvm.call @on() : () -> ()
 llvm.call @cv() : () -> ()
 %0 = llvm.call @res() : () -> !llvm.ptr
 llvm.call @c1() {no_inline} : () -> ()
 llvm.call musttail @c2() : () -> ()
 llvm.call @ld(%p) {access_groups=[#llvm.access_group<id = distinct[1]<>>], noalias_scopes=[#llvm.alias_scope<id = distinct[2]<>, domain = #llvm.alias_scope_domain<id = distinct[3]<>>>]} : (!llvm.ptr) -> ()
 llvm.call @bundles() ["tag"(%x : i32)] : () -> ()
 llvm.return
}
