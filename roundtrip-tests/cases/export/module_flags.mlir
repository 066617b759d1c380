// RUN: tern export %s
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>,
  #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<warning, "abc", "def">,
  #llvm.mlir.module_flag<append, "CG Profile", [#llvm.cgprofile_entry<from=@f, to=@g, count=222>, #llvm.cgprofile_entry<to=@g, count=222>]>,
  #llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format=InstrProf, total_count=263646, max_count=86427,max_internal_count=86427, max_function_count=4691, num_counts=3712, num_functions=796, is_partial_profile = 0, partial_profile_ratio = 0.5 : f64, detailed_summary=<cut_off=10000, min_count=86427, num_counts=1>, <cut_off=100000, min_count=86427, num_counts=1>>>]
llvm.linker_options ["a","b"]
llvm.linker_options ["c"]
llvm.func @g() attributes {llvm.mmra=#llvm.mmra_tag<"a":"b">} { llvm.fence release {llvm.mmra=#llvm.mmra_tag<"a":"b">}  
 %c = llvm.mlir.constant(1:i32) : i32
 %d = llvm.add %c, %c : i32
 %e = llvm.alloca %d x i32 : (i32) -> !llvm.ptr
 llvm.store %e, %e {llvm.mmra=[#llvm.mmra_tag<"a":"b">,#llvm.mmra_tag<"c":"b">,#llvm.mmra_tag<"a":"b">]}: !llvm.ptr, !llvm.ptr
 %f = llvm.load %e invariant dereferenceable <bytes = 8, mayBeNull = true> {nontemporal} : !llvm.ptr -> !llvm.ptr
llvm.return}
llvm.func @f()
