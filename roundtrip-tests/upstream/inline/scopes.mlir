// ARGS: --pass-pipeline=builtin.module(inline{default-pipeline=}) --mlir-print-debuginfo
// Scopes that the callee has already are copied; those of the call hold for all that it does.
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "callee">
#read = #llvm.alias_scope<id = distinct[1]<>, domain = #domain, description = "read">
#write = #llvm.alias_scope<id = distinct[2]<>, domain = #domain, description = "write">
#around = #llvm.alias_scope_domain<id = distinct[3]<>>
#of_call = #llvm.alias_scope<id = distinct[4]<>, domain = #around>
llvm.func @callee(%from: !llvm.ptr, %to: !llvm.ptr {llvm.noalias}) {
  llvm.intr.experimental.noalias.scope.decl #read
  %v = llvm.load %from {alias_scopes = [#read], noalias_scopes = [#write]} : !llvm.ptr -> i32
  llvm.store %v, %to {alias_scopes = [#write], noalias_scopes = [#read]} : i32, !llvm.ptr
  llvm.return
}
llvm.func @caller(%from: !llvm.ptr, %to: !llvm.ptr) {
  llvm.call @callee(%from, %to) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @callee(%to, %from) {alias_scopes = [#of_call]} : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
// Values that come by way of structured control flow.
llvm.func @regions(%p: !llvm.ptr {llvm.noalias}, %q: !llvm.ptr {llvm.noalias}, %c: i1, %m: !llvm.ptr) {
  %i = llvm.mlir.constant(4 : i32) : i32
  %s = scf.if %c -> !llvm.ptr { scf.yield %p : !llvm.ptr } else { scf.yield %q : !llvm.ptr }
  llvm.store %i, %s : i32, !llvm.ptr
  llvm.return
}
llvm.func @call_regions(%p: !llvm.ptr, %c: i1, %b: i64) {
  llvm.call @regions(%p, %p, %c, %p) : (!llvm.ptr, !llvm.ptr, i1, !llvm.ptr) -> ()
  llvm.return
}
