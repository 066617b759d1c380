// RUN: tern export %s
#scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "domain">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #scope_domain, description = "scope">
#group = #llvm.access_group<id = distinct[2]<>>
#root = #llvm.tbaa_root<id = "root">
#int = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #int, access_type = #int, offset = 0>
#loop = #llvm.loop_annotation<disableNonforced = false, mustProgress = true, unroll = <disable = true>>

llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]

llvm.func @f(%p: !llvm.ptr, %c: i1) {
  llvm.br ^loop
^loop:
  %0 = llvm.load %p {access_groups = [#group], alias_scopes = [#scope], alignment = 4 : i64, tbaa = [#tag]} : !llvm.ptr -> i32
  llvm.store volatile %0, %p {alignment = 4 : i64, noalias_scopes = [#scope]} : i32, !llvm.ptr
  llvm.cond_br %c, ^loop, ^end {loop_annotation = #loop}
^end:
  llvm.return
}
