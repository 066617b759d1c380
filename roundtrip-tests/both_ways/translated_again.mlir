// A record without a location is left out, and its body is translated again. What else is left out counts once.
#root = #llvm.tbaa_root<id = "root">
#type0 = #llvm.tbaa_type_desc<id = "t0", members = {<#root, 0>}>
#type1 = #llvm.tbaa_type_desc<id = "t1", members = {<#root, 0>}>
#tag0 = #llvm.tbaa_tag<base_type = #type0, access_type = #type0, offset = 0>
#tag1 = #llvm.tbaa_tag<base_type = #type1, access_type = #type1, offset = 0>
#file = #llvm.di_file<"a.c" in "">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
#own = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "s", file = #file, subprogramFlags = Definition>
#variable = #llvm.di_local_variable<scope = #own, name = "v", file = #file, line = 1>
llvm.func @f(%p: !llvm.ptr, %a: i32) {
  %0 = llvm.load %p {tbaa = [#tag0, #tag1]} : !llvm.ptr -> i32
  llvm.intr.dbg.value #variable = %a : i32
  llvm.return
}
llvm.func @g(%p: !llvm.ptr, %a: i32) {
  %0 = llvm.load %p {tbaa = [#tag0, #tag1]} : !llvm.ptr -> i32
  llvm.intr.dbg.value #variable = %a : i32
  llvm.return
}
