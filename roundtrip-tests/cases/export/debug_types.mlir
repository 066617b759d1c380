// RUN: tern export %s
// Every node that MLIR models, in a module that needs little else.
#file = #llvm.di_file<"foo.mlir" in "">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = LineTablesOnly, nameTableKind = GNU>
#i32 = #llvm.di_basic_type<tag = DW_TAG_unspecified_type, name = "x", sizeInBits = 32, encoding = DW_ATE_signed>
#exp1 =  #llvm.di_expression<[DW_OP_consts(16)]>
#cls = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #i32, rank=#exp1, flags="Private|Virtual|FwdDecl|SingleInheritance|BitField", elements = #llvm.di_generic_subrange<lowerBound=#exp1, stride=#exp1>, #llvm.di_subrange<count= 0:i64, lowerBound = -3 : i64>>
#st = #llvm.di_subroutine_type<types = #cls>
#sp = #llvm.di_subprogram<compileUnit = #cu, name = "test", file=#file, subprogramFlags = "LocalToUnit|Definition|Virtual", type=#st>
#spd = #llvm.di_subprogram<id = distinct[1]<>, name = "decl", subprogramFlags = "Optimized">
#sp2r = #llvm.di_subprogram<recId = distinct[9]<>, isRecSelf = true>
#ie = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope=#sp2r, entity=#file, name="ie", elements=#i32>
#ie2 = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope=#sp2r, entity=#file>
#sp2 = #llvm.di_subprogram<recId = distinct[9]<>, compileUnit = #cu, id = distinct[3]<>, name = "test2", file=#file, subprogramFlags = "Definition", type=#st, retainedNodes = #ie, #ie2>
#enum = #llvm.di_composite_type<tag = DW_TAG_enumeration_type, name = "e", baseType = #i32, alignInBits = 7>
#ns = #llvm.di_namespace<exportSymbols = false>
#mod = #llvm.di_module<name = "m">
#cb = #llvm.di_common_block<scope = #sp, name="cb">
#gv = #llvm.di_global_variable<file=#file, line=0, type=#enum, scope=#cb>
#gve = #llvm.di_global_variable_expression<var = #gv, expr = <[DW_OP_LLVM_fragment(0,1)]>>
#lv = #llvm.di_local_variable<scope = #sp2, arg=0, flags="Artificial", name="">
#lb = #llvm.di_lexical_block<scope = #sp2, line=5, column=6>
#lab = #llvm.di_label<scope = #lb, name = "l", file = #file, line = 7>
llvm.mlir.global @global_variable() {dbg_exprs = [#gve]} : i32
llvm.func @f(%arg0: i32) {
  llvm.intr.dbg.value #lv = %arg0 : i32
  llvm.intr.dbg.label #lab
  llvm.call @d() : () -> ()
   %0 =   "llvm.add"(%arg0, %arg0) : (i32, i32) -> i32
   llvm.return loc(fused["a":1:2, "b":3:4])
} loc(fused<#sp2>["foo.mlir":1:1])
llvm.func @d() loc(fused<#spd>["foo.mlir":1:1])
llvm.mlir.global @g2() : i32 loc(fused<[#ns,#mod,#sp]>["foo.mlir":1:1])
