// ARGS: --allow-unregistered-dialect --split-input-file
// Parameters in structs: what is missing, of another kind, or twice.
"x"() {a = #llvm.di_module<name = "x", scope = 3>} : () -> ()

// -----
"x"() {a = #llvm.di_module<name = "x">} : () -> ()

// -----
"x"() {a = #llvm.di_module<>} : () -> ()

// -----
"x"() {a = #llvm.di_module<name = "x",>} : () -> ()

// -----
"x"() {a = #llvm.di_module<name = "x" : i32>} : () -> ()

// -----
"x"() {a = #llvm.tbaa_root<id = "x" : i32>} : () -> ()

// -----
"x"() {a = #llvm.tbaa_tag<base_type = "x" : i32>} : () -> ()

// -----
"x"() {a = #llvm.tbaa_tag<base_type = "x" offset = 3>} : () -> ()

// -----
"x"() {a = #llvm.tbaa_tag<base_type = #llvm.tbaa_root
    <id = "x"> 
  offset = 3>} : () -> ()

// -----
"x"() {a = #llvm.di_lexical_block<scope = #llvm.di_file<"f" in "d">

>} : () -> ()

// -----
"x"() {a = #llvm.di_lexical_block<line = 3
 : i32>} : () -> ()
