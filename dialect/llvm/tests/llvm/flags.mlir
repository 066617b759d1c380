#file = #llvm.di_file<"f.c" in "/dir">
llvm.func @flags() attributes {
  a = #llvm.di_composite_type<tag = DW_TAG_structure_type, flags = Zero>,
  b = #llvm.di_composite_type<tag = DW_TAG_structure_type, flags = Bit0>,
  c = #llvm.di_composite_type<tag = DW_TAG_structure_type, flags = "Bit0|Bit1">,
  d = #llvm.di_composite_type<tag = DW_TAG_structure_type, flags = Protected>,
  e = #llvm.di_composite_type<tag = DW_TAG_structure_type, flags = "Public|Private|FwdDecl">,
  g = #llvm.di_composite_type<tag = DW_TAG_structure_type, flags = "AllCallsDescribed|LittleEndian">,
  h = #llvm.di_composite_type<tag = DW_TAG_structure_type>
}
