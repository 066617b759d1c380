llvm.comdat @comdats {
  llvm.comdat_selector @any any
  llvm.comdat_selector @exactmatch exactmatch
  llvm.comdat_selector @largest largest
  llvm.comdat_selector @nodeduplicate nodeduplicate
  llvm.comdat_selector @samesize samesize {note}
}

llvm.mlir.global @plain(42 : i32) : i32
llvm.mlir.global external @no_value() : i64
llvm.mlir.global internal constant @constant(1.0 : f32) {alignment = 16 : i64} : f32
llvm.mlir.global private unnamed_addr constant @string("text\0A\00")
llvm.mlir.global private local_unnamed_addr constant @typed_string("abc") : !llvm.array<3 x i8>
llvm.mlir.global linkonce_odr hidden thread_local @tls(0 : i8) {addr_space = 3 : i32, dso_local, section = "mine"} : i8
llvm.mlir.global weak protected thread_local unnamed_addr constant @all(dense<[1, 2]> : tensor<2xi32>) comdat(@comdats::@any) {externally_initialized, alignment = 8 : i64, target_specific_attrs = ["no-value", ["key", "value"]]} : !llvm.array<2 x i32>
llvm.mlir.global available_externally @l1() : i32
llvm.mlir.global linkonce @l2(0 : i32) : i32
llvm.mlir.global weak_odr @l4(0 : i32) : i32
llvm.mlir.global appending @l5(dense<1> : tensor<1xi32>) : !llvm.array<1 x i32>
llvm.mlir.global extern_weak @l6() : i32
llvm.mlir.global common @l7(0 : i32) : i32
llvm.mlir.global external constant @attr(dense<0> : vector<4xi8>) {custom.attr = 1 : i32} : vector<4xi8>

llvm.mlir.global internal @region() {addr_space = 0 : i32} : !llvm.ptr {
  %0 = llvm.mlir.addressof @plain : !llvm.ptr
  %1 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return %1 : !llvm.ptr
}

llvm.mlir.global_ctors ctors = [@ctor], priorities = [65535 : i32], data = [#llvm.zero]
llvm.mlir.global_dtors dtors = [@ctor, @ctor], priorities = [0 : i32, 1 : i32], data = [#llvm.zero, @plain]

llvm.mlir.alias external @alias : i32 {
  %0 = llvm.mlir.addressof @plain : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.alias weak hidden thread_local unnamed_addr @fancy {dso_local, note} : i64 {
  %0 = llvm.mlir.addressof @no_value : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.mlir.ifunc @ifunc : !llvm.func<f32 (i64)>, !llvm.ptr @resolver
llvm.mlir.ifunc linkonce_odr hidden @ifunc2 : !llvm.func<f32 (i64)>, !llvm.ptr @resolver {dso_local}
llvm.mlir.ifunc private protected local_unnamed_addr @ifunc3 : !llvm.func<void ()>, !llvm.ptr @resolver {note}

llvm.func @resolver() -> !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @ctor() {
  llvm.return
}

llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>,
  #llvm.mlir.module_flag<warning, "a", 1 : i32>,
  #llvm.mlir.module_flag<require, "b", 1 : i32>,
  #llvm.mlir.module_flag<override, "probe-stack", "inline-asm">,
  #llvm.mlir.module_flag<append, "CG Profile", [#llvm.cgprofile_entry<from = @ctor, to = @ctor, count = 222>, #llvm.cgprofile_entry<to = @ctor, count = 1>]>,
  #llvm.mlir.module_flag<append_unique, "c", 1 : i32>,
  #llvm.mlir.module_flag<max, "PIC Level", 2 : i32>,
  #llvm.mlir.module_flag<min, "d", 2 : i32>,
  #llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = InstrProf, total_count = 263646, max_count = 86427, max_internal_count = 86427, max_function_count = 4691, num_counts = 3712, num_functions = 796, is_partial_profile = 0, partial_profile_ratio = 0.000000e+00 : f64, detailed_summary = <cut_off = 10000, min_count = 86427, num_counts = 1>, <cut_off = 100000, min_count = 86427, num_counts = 1>>>]

llvm.linker_options ["/DEFAULTLIB:", "libcmt"]
llvm.linker_options []

llvm.func @attributes() attributes {
  a = #llvm.address_space<3>,
  b = #llvm.cconv<fastcc>,
  c = #llvm<comdat any>,
  d = #llvm.linkage<weak>,
  e = #llvm.framePointerKind<"non-leaf">,
  f = #llvm.uwtableKind<async>,
  g = #llvm.tailcallkind<musttail>,
  h = #llvm.overflow<nsw, nuw>,
  i = #llvm.fastmath<nnan, contract>,
  j = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = write, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>,
  k = #llvm.constant_range<i32, 0, 12>,
  l = #llvm.constant_range<i8, -1, 5>,
  m = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>,
  n = #llvm.target_features<["+sse", "-avx"]>,
  o = #llvm.target_features<[]>,
  p = #llvm.target<triple = "x86_64", chip = "generic", features = <["+a"]>>,
  q = #llvm.target<triple = "x86_64", chip = "generic">,
  r = #llvm.vec_type_hint<hint = vector<4xi32>, is_signed = true>,
  s = #llvm.vec_type_hint<hint = f32>,
  t = #llvm.dereferenceable<bytes = 8>,
  u = #llvm.mlir.workgroup_attribution<64 : i64, f32>,
  v = #llvm.undef,
  w = #llvm.poison,
  x = #llvm.zero,
  y = #llvm<dso_local_equivalent @f>,
  z = #llvm.blockaddress<function = @f, tag = <id = 7>>,
  za = #llvm.blocktag<id = 3>,
  zb = #llvm.dependent_libraries<"a", "b">,
  zc = #llvm.fastmath<none>,
  zd = #llvm.mmra_tag<"p":"s">,
  ze = #llvm.constant_range<i100, 1, 1267650600228229401496703205375>
}
