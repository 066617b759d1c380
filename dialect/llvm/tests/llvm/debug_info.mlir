#file = #llvm.di_file<"f.c" in "/dir">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, producer = "tern", isOptimized = true, emissionKind = Full, nameTableKind = None, splitDebugFilename = "f.dwo">
#null = #llvm.di_null_type
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#unspecified = #llvm.di_basic_type<tag = DW_TAG_unspecified_type, name = "decltype(nullptr)">
#ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #int, sizeInBits = 64, alignInBits = 32, offsetInBits = 8, dwarfAddressSpace = 3, extraData = #int>
#member = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #ptr>
#comp = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = "s", file = #file, line = 10, scope = #file, baseType = #int, flags = "Public|TypePassByValue", sizeInBits = 64, alignInBits = 32, dataLocation = <[DW_OP_push_object_address, DW_OP_deref]>, rank = <[DW_OP_constu(3)]>, allocated = <[DW_OP_lit0]>, associated = <[DW_OP_lit1]>, elements = #member, #int>
#array = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #int, elements = #llvm.di_subrange<count = 4 : i64>, #llvm.di_subrange<count = 2, lowerBound = 0, upperBound = 4, stride = 1>>
#gsub = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "g", elements = #llvm.di_generic_subrange<lowerBound = #llvm.di_expression<[DW_OP_push_object_address, DW_OP_plus_uconst(16)]>, stride = 1 : i64>>
#self = #llvm.di_composite_type<recId = distinct[1]<>, isRecSelf = true>
#selfptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #self, sizeInBits = 64>
#rec = #llvm.di_composite_type<recId = distinct[1]<>, tag = DW_TAG_class_type, name = "rec", elements = #selfptr>
#spt = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #null, #int, #comp, #array, #gsub, #rec, #unspecified>
#spt2 = #llvm.di_subroutine_type<>
#module = #llvm.di_module<file = #file, scope = #file, name = "m", configMacros = "c", includePath = "/i", apinotes = "a", line = 42, isDecl = true>
#ns = #llvm.di_namespace<name = "ns", scope = #module, exportSymbols = true>
#ie = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #file, entity = #module, file = #file, line = 1, name = "x", elements = #module>
#sp = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #cu, scope = #ns, name = "f", linkageName = "_f", file = #file, line = 3, scopeLine = 4, subprogramFlags = "Definition|Optimized", type = #spt, annotations = #llvm.di_annotation<name = "k", value = "v">>
#spdecl = #llvm.di_subprogram<scope = #file, name = "d", file = #file, subprogramFlags = Pure, type = #spt2, retainedNodes = #ie, #ie>
#block = #llvm.di_lexical_block<scope = #sp, file = #file, line = 5, column = 6>
#blockfile = #llvm.di_lexical_block_file<scope = #block, file = #file, discriminator = 7>
#var = #llvm.di_local_variable<scope = #blockfile, name = "v", file = #file, line = 8, arg = 1, alignInBits = 32, type = #int, flags = Artificial>
#label = #llvm.di_label<scope = #sp, name = "l", file = #file, line = 9>
#gvar = #llvm.di_global_variable<scope = #cu, name = "g", linkageName = "_g", file = #file, line = 2, type = #int, isLocalToUnit = true, isDefined = true, alignInBits = 8>
#gve = #llvm.di_global_variable_expression<var = #gvar, expr = <[DW_OP_push_object_address, DW_OP_deref]>>
#gve2 = #llvm.di_global_variable_expression<var = #gvar, expr = <>>
#gve3 = #llvm.di_global_variable_expression<var = #gvar>
#common = #llvm.di_common_block<scope = #sp, decl = #gvar, name = "block", file = #file, line = 3>
#string = #llvm.di_string_type<tag = DW_TAG_string_type, name = "character(*)", sizeInBits = 32, alignInBits = 8, stringLength = #gvar, stringLengthExp = <[DW_OP_push_object_address, DW_OP_plus_uconst(8)]>, stringLocationExp = <[DW_OP_push_object_address, DW_OP_deref]>, encoding = DW_ATE_ASCII>

llvm.mlir.global external @g() {dbg_exprs = [#gve, #gve2, #gve3]} : i32

llvm.func @f(%p: !llvm.ptr, %i: i32) attributes {other = #string, more = #common, decl = #spdecl} {
  llvm.intr.dbg.declare #var = %p : !llvm.ptr
  llvm.intr.dbg.declare #var #llvm.di_expression<[DW_OP_deref, DW_OP_LLVM_fragment(32, 8)]> = %p : !llvm.ptr
  llvm.intr.dbg.value #var = %i : i32
  llvm.intr.dbg.value #var #llvm.di_expression<[DW_OP_LLVM_convert(16, DW_ATE_signed), DW_OP_plus_uconst(3), DW_OP_LLVM_arg(0)]> = %i : i32
  llvm.intr.dbg.label #label
  llvm.return loc(fused<#sp>["f.c":1:2])
} loc(fused<#sp>["f.c":1:1])
