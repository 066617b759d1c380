// RUN: tern export %s
// Places: inlined, in common, unknown.
#file = #llvm.di_file<"foo.mlir" in "">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = LineTablesOnly>
#cu2 = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = true, emissionKind = LineTablesOnly>
#sp = #llvm.di_subprogram<compileUnit = #cu, id=distinct[5]<>, name = "test", file=#file, subprogramFlags = "Definition">
#sp2 = #llvm.di_subprogram<compileUnit = #cu, id=distinct[6]<>, name = "test2", file=#file, subprogramFlags = "Definition">
#sp3 = #llvm.di_subprogram<compileUnit = #cu, id=distinct[7]<>, name = "test3", file=#file, subprogramFlags = "Definition">
#i32 = #llvm.di_basic_type<tag=DW_TAG_base_type, name = "x", sizeInBits = 32, encoding = DW_ATE_signed>
#gv = #llvm.di_global_variable<file=#file, line=0, type=#i32, scope=#cu2>
#gve = #llvm.di_global_variable_expression<var = #gv>
#lv = #llvm.di_local_variable<scope = #sp, arg=0, flags="Artificial", name="">
#lb = #llvm.di_lexical_block<scope = #sp, line=5, column=6>
#lb2 = #llvm.di_lexical_block<scope = #sp, line=8, column=6>
#lb3 = #llvm.di_lexical_block<scope = #lb, line=9, column=6>
llvm.mlir.global @global_variable() {dbg_exprs = [#gve]} : i32
llvm.func @f(%arg0: i32) {
  llvm.intr.dbg.value #lv #llvm.di_expression<[DW_OP_LLVM_fragment(0, 8), DW_OP_LLVM_fragment(4,16)]> = %arg0 : i32
  llvm.intr.dbg.value #lv #llvm.di_expression<[DW_OP_LLVM_fragment(3, 8), DW_OP_LLVM_fragment(4,16), DW_OP_LLVM_fragment(5,3)]> = %arg0 : i32
  llvm.call @d() : () -> () loc(unknown)
  llvm.call @d() : () -> () loc("x")
  llvm.call @d() : () -> () loc("x"("yy":0:3))
  llvm.call @d() : () -> () loc(fused<"meta">["a":1:2, unknown])
  llvm.call @d() : () -> () loc(fused["a":1:2, "a":1:2])
  llvm.call @d() : () -> () loc(fused["a":1:2, "a":1:3])
  llvm.call @d() : () -> () loc(fused[fused<#lb>["a":1:2], fused<#lb2>["a":1:3]])
  llvm.call @d() : () -> () loc(fused[fused<#lb>["a":1:2], fused<#lb>["a":1:3]])
  llvm.call @d() : () -> () loc(fused[fused<#lb>["a":1:2], fused<#lb3>["a":1:3]])
  llvm.call @d() : () -> () loc(fused[fused<#lb>["a":1:2], fused<#lb3>["a":1:2]])
  llvm.call @d() : () -> () loc(callsite(fused<#sp2>["a":1:2] at fused<#sp>["b":3:4]))
  llvm.call @d() : () -> () loc(fused[callsite(fused<#sp2>["a":1:2] at fused<#sp>["b":3:4]), callsite(fused<#sp2>["a":1:9] at fused<#sp>["b":3:4])])
  llvm.call @d() : () -> () loc(fused[callsite(fused<#sp2>["a":1:2] at fused<#sp>["b":3:4]), callsite(fused<#sp2>["a":1:9] at fused<#sp>["b":7:4])])
  llvm.call @d() : () -> () loc(fused[callsite(fused<#sp2>["a":1:2] at fused<#sp>["b":3:4]), callsite(fused<#sp3>["a":1:9] at fused<#sp>["b":3:4])])
  llvm.call @d() : () -> () loc(fused[callsite(fused<#sp2>["a":1:2] at fused<#sp>["b":3:4]), "a":5:6])
  llvm.call @d() : () -> () loc(fused[callsite(fused<#sp2>["a":1:2] at fused<#sp>["b":3:4]), "b":3:4])
  llvm.return loc(fused["a":1:2, "b":3:4])
} loc(fused<#sp>["foo.mlir":1:1])
llvm.func @d() loc(fused<#file>["foo.mlir":1:1])
