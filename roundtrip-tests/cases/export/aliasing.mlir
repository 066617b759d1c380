// RUN: tern export %s
#rt = #llvm.tbaa_root
#rt2 = #llvm.tbaa_root<id = "x">
#td = #llvm.tbaa_type_desc<id = "int", members = {<#rt, 0>}>
#td2 = #llvm.tbaa_type_desc<id = "s", members = {<#td, 0>, <#td, 4>}>
#tag = #llvm.tbaa_tag<base_type = #td2, access_type = #td, offset = 4>
#tag2 = #llvm.tbaa_tag<base_type = #td2, access_type = #td, offset = 4, constant = true>
#dom = #llvm.alias_scope_domain<id = distinct[0]<>, description = "dd">
#dom2 = #llvm.alias_scope_domain<id = "foo">
#s1 = #llvm.alias_scope<id = distinct[1]<>, domain = #dom, description="ss">
#s2 = #llvm.alias_scope<id = "xx", domain = #dom2>
module attributes {llvm.ident = "me", llvm.commandline="-O2", llvm.dependent_libraries = ["a","b"], llvm.target_triple="x86_64-pc-windows-msvc"} { 
llvm.func @f(%e: !llvm.ptr) {
  llvm.intr.experimental.noalias.scope.decl #s1
 %f = llvm.load %e {tbaa=[#tag], alias_scopes=[#s1], noalias_scopes=[#s2,#s1]} : !llvm.ptr -> !llvm.ptr
 %g = llvm.load %e {alias_scopes=[], noalias_scopes=[#s2]} : !llvm.ptr -> !llvm.ptr
 %h = llvm.load %e {tbaa=[#tag2]} : !llvm.ptr -> !llvm.ptr
 llvm.return
}
}
