// Metadata as attributes
// TBAA, alias scopes, access groups, module flags, linker options.
#root = #llvm.tbaa_root<id = "C">
#char = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#int = #llvm.tbaa_type_desc<id = "int", members = {<#char, 0>}>
#tag = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "f">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain, description = "f: p">
#group = #llvm.access_group<id = distinct[2]<>>

module attributes {llvm.target_triple = "x86_64-unknown-linux-gnu", llvm.ident = "me", llvm.commandline = "cc", llvm.dependent_libraries = ["c"], llvm.module_asm = [".globl mine"]} {
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
  llvm.linker_options ["-lm"]
  llvm.func @f(%p: !llvm.ptr, %q: !llvm.ptr) {
    llvm.intr.experimental.noalias.scope.decl #scope
    %0 = llvm.load %p {alignment = 4 : i64, tbaa = [#tag], alias_scopes = [#scope], access_groups = [#group]} : !llvm.ptr -> i32
    llvm.store %0, %q {alignment = 4 : i64, tbaa = [#tag], noalias_scopes = [#scope]} : i32, !llvm.ptr
    llvm.return
  }
}
