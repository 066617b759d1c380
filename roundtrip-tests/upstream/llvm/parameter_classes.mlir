// ARGS: -split-input-file -allow-unregistered-dialect
// Parameters of attributes that are attributes of another kind than they are to be.
"a"() {x = #llvm.loop_annotation<startLoc = #foo.fused>} : () -> ()
// -----
"a"() {x = #llvm.loop_annotation<endLoc = loc("x":1:2)>} : () -> ()
// -----
"a"() {x = #llvm.loop_annotation<endLoc = 7 : i32>} : () -> ()
// -----
#di_file = #llvm.di_file<"a" in "b">
"a"() {x = #llvm.loop_annotation<endLoc = loc(fused<#di_file>["x":1:2])>} : () -> ()
// -----
"a"() {x = #llvm.loop_annotation<unroll = <count = "many">>} : () -> ()
// -----
"a"() {x = #llvm.loop_annotation<unroll = <count = 4 : i64>>} : () -> ()
// -----
"a"() {x = #llvm.loop_annotation<mustProgress = 1>} : () -> ()
// -----
"a"() {x = #llvm.access_group<id = 7>} : () -> ()
// -----
"a"() {x = #llvm.access_group<id = distinct[0]<>>} : () -> ()
// -----
"a"() {x = #llvm.alias_scope_domain<id = distinct[0]<>, description = 7>} : () -> ()
// -----
"a"() {x = #llvm.tbaa_root<id = @f>} : () -> ()
// -----
"a"() {x = #llvm.vscale_range<minRange = 1 : i64, maxRange = 2 : i32>} : () -> ()
// -----
"a"() {x = #llvm.vscale_range<minRange = 1.0, maxRange = 2 : i32>} : () -> ()
// -----
"a"() {x = #llvm.target_features<["+a", 7]>} : () -> ()
// -----
"a"() {x = #llvm.di_basic_type<tag = DW_TAG_base_type, name = 7>} : () -> ()
// -----
"a"() {x = #llvm.di_subrange<count = "a">} : () -> ()
// -----
"a"() {x = #llvm.constant_range<i32, 1.0, 3>} : () -> ()
// -----
"a"() {x = #llvm.constant_range<i32, true, 3>, y = #llvm.constant_range<i8, -3, false>} : () -> ()
