//! Diagnostics and their locations for operations that cannot be exported. The modules are in generic form and need not pass the
//! verifier.

use tern_export::{Compat, Options};
use tern_mapping::asides::{self, AsideType};
use tern_mlir::Context;
use tern_mlir::asm::{self, ParseOptions};

/// The messages of an export, each prefixed with its line and column.
fn messages(text: &str) -> Vec<String> {
    messages_with(text, Options::default())
}

fn messages_with(text: &str, options: Options) -> Vec<String> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let reading = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    let module = asm::parse(&context, "test.mlir", text.as_bytes(), &reading)
        .unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let found = match tern_export::export_with(&context, &module, options) {
        Ok(exported) => panic!("{text}\n{}", String::from_utf8_lossy(&tern_llvm_ir::write(&exported.module))),
        Err(found) => found,
    };
    let show = |diagnostic: &tern_mlir::diagnostic::Diagnostic| {
        let offset = diagnostic.location().offset().expect("it is about something in the text");
        let place = context.sources().position(offset).expect("it is in the text");
        let notes = diagnostic.notes().iter().map(|(_, note)| format!("; {note}"));
        format!("{}:{}: {}{}", place.line, place.column, diagnostic.message(), notes.collect::<String>())
    };
    found.iter().map(show).collect()
}

/// Invalid members of a module, each with the expected message.
const MEMBERS: &[(&str, &str)] = &[
    (
        r#""llvm.func"() <{sym_name = "f"}> ({}) : () -> ()"#,
        "1:1: 'llvm.func' op requires attribute 'function_type'",
    ),
    (
        r#""llvm.func"() <{function_type = !llvm.func<void ()>}> ({}) : () -> ()"#,
        "1:1: 'llvm.func' op requires attribute 'sym_name'",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = i32}> ({}) : () -> ()"#,
        "1:1: 'llvm.mlir.global' op requires attribute 'linkage'",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = tensor<2xi32>, linkage = #llvm.linkage<external>}> ({}) : () -> ()"#,
        "1:1: 'llvm.mlir.global' op type without LLVM IR",
    ),
    (
        r#""llvm.mlir.global"() <{global_type = i32, linkage = #llvm.linkage<external>}> ({}) : () -> ()"#,
        "1:1: 'llvm.mlir.global' op requires attribute 'sym_name'",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = i32, linkage = #llvm.linkage<external>, comdat = @a::@b}> ({}) : () -> ()"#,
        "1:1: 'llvm.mlir.global' op expected comdat symbol",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = i32, linkage = #llvm.linkage<external>, alignment = 3 : i64}> ({}) : () -> ()"#,
        "1:1: 'llvm.mlir.global' op alignment attribute is not a power of 2",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = i32, linkage = #llvm.linkage<external>}> ({ %0 = "llvm.mlir.zero"() : () -> i32 }) : () -> ()"#,
        "1:1: 'llvm.mlir.global' op initializer region must end with a return",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = i32, linkage = #llvm.linkage<external>, target_specific_attrs = [1 : i32]}> ({}) : () -> ()"#,
        "1:1: expected 'target_specific_attrs' to contain string or array attributes",
    ),
    (
        r#""llvm.mlir.alias"() <{sym_name = "f", alias_type = i32, linkage = #llvm.linkage<external>}> ({}) : () -> ()"#,
        "1:1: 'llvm.mlir.alias' op must have an initializer",
    ),
    (
        r#""llvm.mlir.alias"() <{sym_name = "f", alias_type = i32, linkage = #llvm.linkage<external>}> ({ "llvm.return"() : () -> () }) : () -> ()"#,
        "1:1: 'llvm.mlir.alias' op must have an initializer",
    ),
    (
        r#""llvm.mlir.ifunc"() <{sym_name = "f", i_func_type = !llvm.func<void ()>, resolver = @nothing, resolver_type = !llvm.ptr, linkage = #llvm.linkage<external>}> : () -> ()"#,
        "1:1: 'llvm.mlir.ifunc' op resolver must be a function in the module",
    ),
    (
        r#""llvm.mlir.global_ctors"() <{ctors = [@nothing], priorities = [1 : i32], data = [#llvm.zero]}> : () -> ()"#,
        "1:1: 'llvm.mlir.global_ctors' op must reference a function in the module",
    ),
    (
        r#""llvm.mlir.global_dtors"() <{dtors = [@nothing], priorities = [1 : i32], data = [#llvm.zero]}> : () -> ()"#,
        "1:1: 'llvm.mlir.global_dtors' op must reference a function in the module",
    ),
    (
        r#""llvm.func"() <{sym_name = "f", function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, personality = @nothing}> ({}) : () -> ()"#,
        "1:1: 'llvm.func' op malformed constant in an attribute",
    ),
    (
        r#""llvm.func"() <{sym_name = "f", function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>}> ({}) {llvm.prefix = @nothing} : () -> ()"#,
        "1:1: 'llvm.func' op malformed constant in an attribute",
    ),
    (
        r#""llvm.func"() <{sym_name = "f", function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>}> ({}) {llvm.prologue = {constant = "i32 x"}} : () -> ()"#,
        "1:1: 'llvm.func' op malformed constant in an attribute",
    ),
    (
        r#""llvm.func"() <{sym_name = "f", function_type = !llvm.func<void ()>, linkage = #llvm.linkage<external>, passthrough = [["a"]]}> ({}) : () -> ()"#,
        "1:1: expected 'passthrough' to contain string or array attributes",
    ),
    (
        "builtin.module attributes {llvm.metadata = [[]], llvm.named_metadata = [[\"a\", 0 : index, 1 : index]]} {}",
        "1:1: named metadata 'a' has an operand that is no node",
    ),
    (
        "builtin.module attributes {llvm.named_metadata = [[0 : index]]} {}",
        "1:1: named metadata without a name in `llvm.named_metadata`",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = i32, linkage = #llvm.linkage<external>}> ({}) {llvm.md = {a = 0 : index}} : () -> ()"#,
        "1:1: 'llvm.mlir.global' op attachment 'a' is no metadata node",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = i32, linkage = #llvm.linkage<external>}> ({}) {llvm.tls_model = "generaldynamics"} : () -> ()"#,
        "1:1: 'llvm.mlir.global' op expects attribute 'llvm.tls_model' to be one of LLVM's keywords as a string",
    ),
    (
        r#""llvm.mlir.global"() <{sym_name = "f", global_type = i32, linkage = #llvm.linkage<external>}> ({}) {llvm.sanitize = ["sanitize_memtag", "x"]} : () -> ()"#,
        "1:1: 'llvm.mlir.global' op expects attribute 'llvm.sanitize' to be a list of LLVM's keywords as strings",
    ),
    (
        r#""llvm.func"() <{sym_name = "f", function_type = !llvm.func<void ()>}> ({}) {llvm.cc = 4294967304 : i64} : () -> ()"#,
        "1:1: 'llvm.func' op expects attribute 'llvm.cc' to be an integer from 0 to 1023",
    ),
    (
        r#"module { "llvm.mlir.ifunc"() <{sym_name = "f", i_func_type = !llvm.func<void ()>, resolver = @g, resolver_type = !llvm.ptr, linkage = #llvm.linkage<external>}> {llvm.resolver = @nothing} : () -> () llvm.func @g() -> !llvm.ptr }"#,
        "1:10: 'llvm.mlir.ifunc' op malformed constant in an attribute",
    ),
    (
        r#""llvm.module_flags"() <{flags = [1 : i32]}> : () -> ()"#,
        "1:1: 'llvm.module_flags' op expected a module flag attribute",
    ),
    (
        r#""llvm.linker_options"() <{options = [1 : i32]}> : () -> ()"#,
        "1:1: 'llvm.linker_options' op option is no string",
    ),
    (r#""llvm.what"() : () -> ()"#, "1:1: LLVM Translation failed for operation: llvm.what"),
    (
        r#""x.y"() : () -> ()"#,
        "1:1: cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: x.y",
    ),
    (
        r#""llvm.comdat"() <{sym_name = "c"}> ({ "llvm.comdat_selector"() <{sym_name = "f", comdat = 0 : i64}> : () -> () "llvm.comdat_selector"() <{sym_name = "f", comdat = 0 : i64}> : () -> () }) : () -> ()"#,
        "1:112: comdat selection symbols must be unique even in different comdat regions",
    ),
    (
        r#"builtin.module attributes {llvm.module_asm = "x"} {}"#,
        "1:1: expected an array attribute for a module level asm",
    ),
    (
        "builtin.module attributes {llvm.module_asm = [1 : i32]} {}",
        "1:1: expected a string attribute for each entry of a module level asm",
    ),
    (
        r#"builtin.module attributes {dlti.dl_spec = #dlti.dl_spec<"x" = 1 : i32>} {}"#,
        r#"1:1: unsupported data layout key "x""#,
    ),
    (
        r#"builtin.module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = 1 : i32>} {}"#,
        r#"1:1: malformed value for data layout key "dlti.endianness""#,
    ),
    (
        r#"builtin.module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.alloca_memory_space" = "x">} {}"#,
        r#"1:1: malformed value for data layout key "dlti.alloca_memory_space""#,
    ),
    (
        "builtin.module attributes {dlti.dl_spec = #dlti.dl_spec<si32 = dense<32> : vector<2xi64>>} {}",
        "1:1: unsupported data layout for non-signless integer 'si32'",
    ),
    (
        "builtin.module attributes {dlti.dl_spec = #dlti.dl_spec<tensor<2xi32> = dense<32> : vector<2xi64>>} {}",
        "1:1: unsupported type in data layout: 'tensor<2xi32>'",
    ),
    (
        "builtin.module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<32> : vector<1xi64>>} {}",
        "1:1: unsupported type in data layout: '!llvm.ptr'",
    ),
    (
        r#"builtin.module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = "x">} {}"#,
        "1:1: malformed value of a type in the data layout",
    ),
    (
        r#""llvm.mlir.global_ctors"() <{ctors = [@f], priorities = [], data = []}> : () -> () llvm.func @f()"#,
        "1:1: 'llvm.mlir.global_ctors' op must have as many priorities and data as functions",
    ),
    (
        r#""llvm.mlir.global_ctors"() <{ctors = [@f], priorities = [1 : i32], data = [3 : i32]}> : () -> () llvm.func @f()"#,
        "1:1: 'llvm.mlir.global_ctors' op must have `#llvm.zero` or a symbol of the module as data",
    ),
    (
        r#""llvm.mlir.global_ctors"() <{ctors = [@f], priorities = ["first"], data = [#llvm.zero]}> : () -> () llvm.func @f()"#,
        "1:1: 'llvm.mlir.global_ctors' op malformed attribute 'priorities'",
    ),
    (
        r#""llvm.comdat"() <{sym_name = "c"}> ({ "llvm.comdat_selector"() <{comdat = 0 : i64}> : () -> () }) : () -> ()"#,
        "1:39: 'llvm.comdat_selector' op requires attribute 'sym_name'",
    ),
    (
        r#""llvm.func"() <{sym_name = "g", function_type = !llvm.func<void (i32)>, arg_attrs = [3 : i32]}> ({}) : () -> ()"#,
        "1:1: 'llvm.func' op malformed attribute 'arg_attrs'",
    ),
    (
        r#"module attributes {llvm.ident = 3 : i32} {}"#,
        "1:1: 'builtin.module' op expects attribute 'llvm.ident' to hold strings",
    ),
    (
        r#"module attributes {llvm.dependent_libraries = 3 : i32} {}"#,
        "1:1: 'builtin.module' op expects attribute 'llvm.dependent_libraries' to be a list",
    ),
];

/// Invalid operations in a function, each with the expected message.
const OPERATIONS: &[(&str, &str)] = &[
    (
        r#"%r = "llvm.mlir.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> i32"#,
        "2:6: 'llvm.mlir.constant' op expected vector or array type",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = sparse<[[0]], [1]> : tensor<1xi32>}> : () -> i32"#,
        "2:6: 'llvm.mlir.constant' op expected vector or array type",
    ),
    (r#""llvm.add"(%x) : (i32) -> i32"#, "2:1: LLVM Translation failed for operation: llvm.add"),
    (
        r#"%r = "x.y"(%x) : (i32) -> i32"#,
        "2:6: cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: x.y",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = 1.0 : f32}> : () -> i64"#,
        "2:6: 'llvm.mlir.constant' op expected integer type of width 32",
    ),
    (r#"%r = "llvm.mlir.constant"() : () -> i32"#, "2:6: 'llvm.mlir.constant' op expects a value"),
    (
        r#"%r = "llvm.mlir.constant"() <{value = [1 : i32, 2 : i32]}> : () -> !llvm.struct<(i32)>"#,
        "2:6: 'llvm.mlir.constant' op expected array attribute of size 1",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = @nothing}> : () -> !llvm.ptr"#,
        "2:6: 'llvm.mlir.constant' op only supports integer, float, string or elements attributes",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = sparse<1, 1.0> : tensor<2xf32>}> : () -> i32"#,
        "2:6: 'llvm.mlir.constant' op expected vector or array type",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> !llvm.array<2 x ptr>"#,
        "2:6: FloatAttr does not match expected type of the constant",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> !llvm.array<3 x i32>"#,
        "2:6: 'llvm.mlir.constant' op type and attribute have a different number of elements: 3 vs. 2",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> !llvm.array<536870912 x i64>"#,
        "2:6: 'llvm.mlir.constant' op type and attribute have a different number of elements: 536870912 vs. 2",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = dense_resource<none> : tensor<2xi32>}> : () -> !llvm.array<2 x i32>"#,
        "2:6: resource does not exist",
    ),
    (
        r#"%r = "llvm.mlir.constant"() <{value = dense_resource<none> : tensor<2xi32>}> : () -> !llvm.ptr"#,
        "2:6: 'llvm.mlir.constant' op expected vector or array type",
    ),
    (r#"%r = "llvm.mlir.zero"() : () -> tensor<2xi32>"#, "2:6: 'llvm.mlir.zero' op type without LLVM IR"),
    (
        r#"%r = "llvm.mlir.addressof"() <{global_name = @nothing}> : () -> !llvm.ptr"#,
        "2:6: 'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'",
    ),
    (
        r#"%r = "llvm.mlir.addressof"() : () -> !llvm.ptr"#,
        "2:6: 'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'",
    ),
    (
        r#"%r = "llvm.dso_local_equivalent"() <{function_name = @nothing}> : () -> !llvm.ptr"#,
        "2:6: 'llvm.dso_local_equivalent' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'",
    ),
    (
        r#"%r = "llvm.blockaddress"() <{block_addr = #llvm.blockaddress<function = @g, tag = <id = 1>>}> : () -> !llvm.ptr"#,
        "2:6: 'llvm.blockaddress' op expects an existing block label target in the referenced function",
    ),
    (
        r#"%r = "llvm.blockaddress"() <{block_addr = #llvm.blockaddress<function = @nothing, tag = <id = 1>>}> : () -> !llvm.ptr"#,
        "2:6: 'llvm.blockaddress' op expects an existing block label target in the referenced function",
    ),
    (
        r#"%r = "llvm.insertvalue"(%t) <{position = array<i64: 0>}> {llvm.constexpr} : (!llvm.struct<(i32, i32)>) -> !llvm.struct<(i32, i32)>"#,
        "2:6: 'llvm.insertvalue' op expects a container and a value",
    ),
    (
        r#"%r = "llvm.insertvalue"(%t, %x) <{position = array<i64: 0>}> {llvm.constexpr} : (!llvm.struct<(i32, i32)>, i32) -> !llvm.struct<(i32, i32)>"#,
        "2:6: 'llvm.insertvalue' op operand of a constant expression must be a constant",
    ),
    (
        r#"%r = "llvm.insertelement"(%v, %x) {llvm.constexpr} : (vector<4xi32>, i32) -> vector<4xi32>"#,
        "2:6: 'llvm.insertelement' op expects a position",
    ),
    (
        r#"%r = "llvm.getelementptr"(%p) <{elem_type = i8, rawConstantIndices = array<i32: 1>}> {llvm.constexpr} : (!llvm.ptr) -> !llvm.ptr"#,
        "2:6: 'llvm.getelementptr' op operand of a constant expression must be a constant",
    ),
    (
        r#"%r = "llvm.getelementptr"(%p) <{elem_type = tensor<2xi32>, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr"#,
        "2:6: 'llvm.getelementptr' op element type without LLVM IR",
    ),
    (
        r#"%r = "llvm.getelementptr"(%p) <{elem_type = i8, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr) -> !llvm.ptr"#,
        "2:6: 'llvm.getelementptr' op fewer operands than dynamic indices",
    ),
    (
        r#"%r = "llvm.mul"(%x, %x) {llvm.constexpr} : (i32, i32) -> i32"#,
        "2:6: 'llvm.mul' op operand of a constant expression must be a constant",
    ),
    (r#"%r = "llvm.udiv"() {llvm.constexpr} : () -> i32"#, "2:6: 'llvm.udiv' op is no constant expression"),
    (r#""llvm.fence"() : () -> ()"#, "2:1: 'llvm.fence' op requires attribute 'ordering'"),
    (
        r#"%r = "llvm.add"(%x, %x) <{overflowFlags = 4 : i32}> : (i32, i32) -> i32"#,
        "2:6: 'llvm.add' op malformed attribute 'overflowFlags'",
    ),
    (
        r#"%r = "llvm.getelementptr"(%p) <{elem_type = i8, noWrapFlags = 1 : i32, rawConstantIndices = array<i32: 1>}> : (!llvm.ptr) -> !llvm.ptr"#,
        "2:6: 'llvm.getelementptr' op malformed attribute 'noWrapFlags'",
    ),
    (
        r#"%r = "llvm.getelementptr"(%p) <{elem_type = i8}> : (!llvm.ptr) -> !llvm.ptr"#,
        "2:6: 'llvm.getelementptr' op requires attribute 'rawConstantIndices'",
    ),
    (
        r#"%r = "llvm.extractvalue"(%t) : (!llvm.struct<(i32, i32)>) -> i32"#,
        "2:6: 'llvm.extractvalue' op requires attribute 'position'",
    ),
    (
        r#""llvm.br"(%x)[^a] {llvm.md = {b = [0 : index]}} : (i32) -> () ^a(%y: i32):"#,
        "2:1: 'llvm.br' op attachment 'b' is no metadata node",
    ),
    (
        "llvm.br ^a(%x : i32) ^b: llvm.br ^a(%x : i32) ^a(%y: i32): \"llvm.return\"() {llvm.phis = [{order = array<i32: 1, 1>}]} : () -> () ^c:",
        "1:1: 'llvm.func' op has an order of 2 edges in `llvm.phis` that is none",
    ),
    (r#"%r = "llvm.icmp"(%x, %x) : (i32, i32) -> i1"#, "2:6: 'llvm.icmp' op requires attribute 'predicate'"),
    (r#"%r = "llvm.fcmp"(%x, %x) : (i32, i32) -> i1"#, "2:6: 'llvm.fcmp' op requires attribute 'predicate'"),
    (
        r#"%r = "llvm.extractvalue"(%t) <{position = array<i64: -1>}> : (!llvm.struct<(i32, i32)>) -> i32"#,
        "2:6: 'llvm.extractvalue' op position out of bounds",
    ),
    (
        r#"%r = "llvm.insertvalue"(%t, %x) <{position = array<i64: 4294967296>}> : (!llvm.struct<(i32, i32)>, i32) -> !llvm.struct<(i32, i32)>"#,
        "2:6: 'llvm.insertvalue' op position out of bounds",
    ),
    (
        r#"%r = "llvm.alloca"(%x) <{elem_type = tensor<2xi32>}> : (i32) -> !llvm.ptr"#,
        "2:6: 'llvm.alloca' op element type without LLVM IR",
    ),
    (
        r#"%r = "llvm.alloca"(%x) : (i32) -> !llvm.ptr"#,
        "2:6: 'llvm.alloca' op requires attribute 'elem_type'",
    ),
    (
        r#"%r = "llvm.alloca"(%x) <{elem_type = i8, alignment = 3 : i64}> : (i32) -> !llvm.ptr"#,
        "2:6: 'llvm.alloca' op alignment attribute is not a power of 2",
    ),
    (
        r#"%r = "llvm.load"(%p) <{alignment = 3 : i64}> : (!llvm.ptr) -> i32"#,
        "2:6: 'llvm.load' op alignment attribute is not a power of 2",
    ),
    (
        r#""llvm.store"(%x, %p) <{alignment = 12 : i64}> : (i32, !llvm.ptr) -> ()"#,
        "2:1: 'llvm.store' op alignment attribute is not a power of 2",
    ),
    (
        r#""llvm.cond_br"(%x)[^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> () ^a:"#,
        "2:1: 'llvm.cond_br' op has a wrong number of operands or successors",
    ),
    (
        r#""llvm.cond_br"()[^a, ^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : () -> () ^a:"#,
        "2:1: 'llvm.cond_br' op fewer operands than successors take",
    ),
    (
        r#""llvm.cond_br"(%x)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32) -> () ^a:"#,
        "2:1: 'llvm.cond_br' op fewer operands than successors take",
    ),
    (
        r#""llvm.switch"(%x)[^a] <{case_values = dense<[1, 2]> : vector<2xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> () ^a:"#,
        "2:1: 'llvm.switch' op expects number of branch weights and case values to match number of successors",
    ),
    (
        r#""llvm.indirectbr"()[^a] <{indbr_operand_segments = array<i32: 0>}> : () -> () ^a:"#,
        "2:1: 'llvm.indirectbr' op fewer operands than successors take",
    ),
    (
        r#""llvm.invoke"(%x)[^a] <{callee = @g, operandSegmentSizes = array<i32: 1, 0, 0, 0>, op_bundle_sizes = array<i32>}> : (i32) -> () ^a:"#,
        "2:1: 'llvm.invoke' op expects two successors",
    ),
    (
        r#""llvm.br"()[^a] : () -> () ^a(%y: i32):"#,
        "1:1: 'llvm.func' op an edge does not give a value to each block argument",
    ),
    (
        r#""llvm.call"() <{operandSegmentSizes = array<i32: 0, 0>, op_bundle_sizes = array<i32>}> : () -> ()"#,
        "2:1: 'llvm.call' op must have either a `callee` attribute or at least an operand",
    ),
    (
        r#""llvm.call"() <{callee = @nothing, operandSegmentSizes = array<i32: 0, 0>, op_bundle_sizes = array<i32>}> : () -> ()"#,
        "2:1: 'llvm.call' op 'nothing' does not reference a symbol in the current scope",
    ),
    (
        r#""llvm.call"(%x) <{callee = @g, operandSegmentSizes = array<i32: 0, 1>, op_bundle_sizes = array<i32: 2>, op_bundle_tags = ["a"]}> : (i32) -> ()"#,
        "2:1: 'llvm.call' op fewer operands than bundles take",
    ),
    (
        r#""llvm.call"(%x) <{callee = @g, operandSegmentSizes = array<i32: 0, 1>, op_bundle_sizes = array<i32: 1>, op_bundle_tags = []}> : (i32) -> ()"#,
        "2:1: 'llvm.call' op operand bundle without a tag",
    ),
    (
        r#""llvm.call"(%x) <{callee = @g, operandSegmentSizes = array<i32: 0, 1>, op_bundle_sizes = array<i32: 1>, op_bundle_tags = [1 : i32]}> : (i32) -> ()"#,
        "2:1: 'llvm.call' op operand bundle without a tag",
    ),
    (
        r#"%r = "llvm.call"() <{callee = @g, operandSegmentSizes = array<i32: 0, 0>, op_bundle_sizes = array<i32>}> : () -> tensor<2xi32>"#,
        "2:6: 'llvm.call' op result type without LLVM IR",
    ),
    (
        r#""llvm.call_intrinsic"(%x) <{intrin = "llvm.donothing", operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> {llvm.metadata_args = [unit, unit]} : (i32) -> ()"#,
        "2:1: 'llvm.call_intrinsic' op malformed `llvm.metadata_args`",
    ),
    (
        r#""llvm.call_intrinsic"(%x) <{intrin = "llvm.donothing", operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> {llvm.metadata_args = [2 : i64]} : (i32) -> ()"#,
        "2:1: 'llvm.call_intrinsic' op malformed `llvm.metadata_args`",
    ),
    (
        r#""llvm.call_intrinsic"(%x) <{intrin = "llvm.donothing", operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> {llvm.metadata_args = [{local = 7 : i64}]} : (i32) -> ()"#,
        "2:1: 'llvm.call_intrinsic' op malformed `llvm.metadata_args`",
    ),
    (
        r#""llvm.call_intrinsic"(%x) <{intrin = "llvm.donothing", operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> {llvm.metadata_args = [array<i64: 0, 7>]} : (i32) -> ()"#,
        "2:1: 'llvm.call_intrinsic' op malformed `llvm.metadata_args`",
    ),
    (
        r#""llvm.call_intrinsic"(%x) <{intrin = "llvm.donothing", operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> {llvm.metadata_args = [array<i64: -1, -1>]} : (i32) -> ()"#,
        "2:1: 'llvm.call_intrinsic' op malformed `llvm.metadata_args`",
    ),
    (
        r#""llvm.call_intrinsic"(%x) <{intrin = "llvm.donothing", operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> {llvm.metadata_args = [1 : i32]} : (i32) -> ()"#,
        "2:1: 'llvm.call_intrinsic' op malformed `llvm.metadata_args`",
    ),
    (
        r#""llvm.call_intrinsic"(%x) <{intrin = "llvm.dbg.other", operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> {llvm.debug_record} : (i32) -> ()"#,
        "2:1: 'llvm.call_intrinsic' op is no debug record",
    ),
    (
        r#""llvm.call_intrinsic"(%x) <{intrin = "llvm.donothing", operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> {llvm.debug_record} : (i32) -> ()"#,
        "2:1: 'llvm.call_intrinsic' op is no debug record",
    ),
    (
        r#""tern.call"(%x) {callee = @g} : (i32) -> ()"#,
        "2:1: 'tern.call' op requires attribute 'function_type'",
    ),
    (
        r#""tern.call"(%x) {callee = @g, function_type = i32} : (i32) -> ()"#,
        "2:1: 'tern.call' op `function_type` is no function type",
    ),
    (
        r#""tern.call"(%x) {callee = @nothing, function_type = !llvm.func<void ()>} : (i32) -> ()"#,
        "2:1: 'tern.call' op callee does not reference a symbol in the current scope",
    ),
    (
        r#""tern.call"() {function_type = !llvm.func<void ()>} : () -> ()"#,
        "2:1: 'tern.call' op must have a callee",
    ),
    (
        r#""tern.call"() {callee = @g, function_type = !llvm.func<void ()>, successor_segments = array<i32: 1>} : () -> ()"#,
        "2:1: 'tern.call' op fewer operands than successors take",
    ),
    (
        r#""tern.call"() {callee = @g, function_type = !llvm.func<void ()>, op_bundle_sizes = array<i32: 1>, op_bundle_tags = ["a"]} : () -> ()"#,
        "2:1: 'tern.call' op fewer operands than bundles take",
    ),
    (
        r#""tern.invoke"()[^a] {callee = @g, function_type = !llvm.func<void ()>} : () -> () ^a:"#,
        "2:1: 'tern.invoke' op has a wrong number of successors",
    ),
    (
        r#""tern.invoke"(%x)[^a, ^a] {callee = @g, function_type = !llvm.func<void ()>, llvm.metadata_args = []} : (i32) -> () ^a:"#,
        "2:1: 'tern.invoke' op malformed `llvm.metadata_args`",
    ),
    (
        r#"%r = "tern.catchswitch"(%x)[^a] : (i32) -> !llvm.token ^a:"#,
        "2:6: 'tern.catchswitch' op has a wrong number of operands or successors",
    ),
    (
        r#""tern.cleanupret"(%x)[^a, ^a] : (i32) -> () ^a:"#,
        "2:1: 'tern.cleanupret' op has a wrong number of operands or successors",
    ),
    (
        r#""tern.cleanupret"(%x) {successor_segments = [0]} : (i32) -> ()"#,
        "2:1: 'tern.cleanupret' op malformed attribute 'successor_segments'",
    ),
    (r#""tern.catchret"() : () -> ()"#, "2:1: 'tern.catchret' op fewer operands than successors take"),
    (r#"%r = "tern.what"() : () -> i32"#, "2:6: LLVM Translation failed for operation: tern.what"),
    (r#""llvm.what"() : () -> ()"#, "2:1: LLVM Translation failed for operation: llvm.what"),
    (
        r#"%r = "llvm.intr.smax"(%x, %x) : (i32, i32) -> tensor<2xi32>"#,
        "2:6: 'llvm.intr.smax' op result type without LLVM IR",
    ),
    (
        r#""llvm.intr.abs"(%x) : (i32) -> ()"#,
        "2:1: 'llvm.intr.abs' op requires attribute 'is_int_min_poison'",
    ),
    (
        r#""llvm.intr.masked.load"(%p, %v) <{alignment = 4 : i32}> : (!llvm.ptr, vector<4xi32>) -> ()"#,
        "2:1: 'llvm.intr.masked.load' op requires operand 'pass_thru'",
    ),
    (
        r#"%r = "llvm.load"(%p) <{tbaa = ["x"]}> : (!llvm.ptr) -> i32"#,
        "2:6: 'llvm.load' op has metadata for `tbaa` that cannot be translated",
    ),
    (
        r#"%r = "llvm.load"(%p) <{alias_scopes = ["x"]}> : (!llvm.ptr) -> i32"#,
        "2:6: 'llvm.load' op has metadata for `alias.scope` that cannot be translated",
    ),
    (
        r#"%r = "llvm.load"(%p) <{access_groups = ["x"]}> : (!llvm.ptr) -> i32"#,
        "2:6: 'llvm.load' op has metadata for `llvm.access.group` that cannot be translated",
    ),
    (
        r#"%r = "llvm.load"(%p) {llvm.mmra = "x"} : (!llvm.ptr) -> i32"#,
        "2:6: 'llvm.load' op expected an MMRA tag or an array of them in `llvm.mmra`",
    ),
    (
        r#"%r = "llvm.load"(%p) {llvm.mmra = ["x"]} : (!llvm.ptr) -> i32"#,
        "2:6: 'llvm.load' op expected an MMRA tag or an array of them in `llvm.mmra`",
    ),
    (
        r#""llvm.call"() <{callee = @g, branch_weights = "x", operandSegmentSizes = array<i32: 0, 0>, op_bundle_sizes = array<i32>}> : () -> ()"#,
        "2:1: 'llvm.call' op has metadata for `prof` that cannot be translated",
    ),
    (
        r#""llvm.call"() <{callee = @g, operandSegmentSizes = array<i32: 0, 0>, op_bundle_sizes = array<i32>}> {llvm.passthrough = [1 : i32]} : () -> ()"#,
        "2:1: expected 'llvm.passthrough' to contain string or array attributes",
    ),
    (
        r#"%r = "llvm.getelementptr"(%p, %x, %x) <{elem_type = i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr, i32, i32) -> !llvm.ptr"#,
        "2:6: 'llvm.getelementptr' op more operands than dynamic indices",
    ),
    (
        r#"%r = "llvm.load"(%p) <{alignment = -4 : i64}> : (!llvm.ptr) -> i32"#,
        "2:6: 'llvm.load' op alignment attribute is not a power of 2",
    ),
    (
        r#"%r = "llvm.load"(%p) <{alignment = 4 : i8}> : (!llvm.ptr) -> i32"#,
        "2:6: 'llvm.load' op malformed attribute 'alignment'",
    ),
    (
        r#""llvm.call"(%x, %x) <{callee = @g, operandSegmentSizes = array<i32: 1, 0>, op_bundle_sizes = array<i32>}> : (i32, i32) -> ()"#,
        "2:1: 'llvm.call' op has other operands than 'operandSegmentSizes' says",
    ),
    (
        r#""llvm.call"(%x) <{callee = @g, operandSegmentSizes = array<i32: 0, 1>, op_bundle_sizes = array<i32: 0>, op_bundle_tags = ["t"]}> : (i32) -> ()"#,
        "2:1: 'llvm.call' op more operands or tags than bundles take",
    ),
    (
        r#""tern.invoke"(%x)[^a, ^a] {function_type = !llvm.func<void ()>, callee = @g, successor_segments = array<i32: 0, -1>} : (i32) -> () ^a:"#,
        "2:1: 'tern.invoke' op malformed attribute 'successor_segments'",
    ),
];

/// Each aside is tried with a value of every kind but the right one.
#[test]
fn an_aside_that_holds_something_else_is_an_error() {
    let of_modules = [
        asides::METADATA,
        asides::NAMED_METADATA,
        asides::METADATA_FIELDS,
        asides::METADATA_KINDS,
        asides::SOURCE_FILENAME,
        asides::DATA_LAYOUT,
        asides::TARGET_TRIPLE,
    ];
    let mut refused = 0;
    for aside in asides::ALL {
        let right = match aside.form {
            AsideType::Unit | AsideType::Flag(_) => "unit",
            AsideType::Text => "\"no\"",
            AsideType::Number(_) => "5 : i64",
            AsideType::List => "[1 : i32]",
            AsideType::Dictionary => "{}",
            AsideType::Read => continue,
            _ => "",
        };
        for value in ["unit", "\"no\"", "5 : i64", "[1 : i32]", "{}"] {
            if value == right {
                continue;
            }
            let name = aside.name;
            let (text, place) = match of_modules.contains(&name) {
                true => {
                    (format!("builtin.module attributes {{{name} = {value}}} {{}}"), "1:1: 'builtin.module'")
                }
                false => {
                    let undef = format!("%u = llvm.mlir.undef {{{name} = {value}}} : i32");
                    let fence = format!("llvm.fence acquire {{{name} = {value}}}");
                    // The marks of constants are checked only on constants.
                    let op = if name == asides::CONSTEXPR { &undef } else { &fence };
                    let place = if name == asides::CONSTEXPR {
                        "2:6: 'llvm.mlir.undef'"
                    } else {
                        "2:1: 'llvm.fence'"
                    };
                    (format!("llvm.func @f() {{\n{op}\n  llvm.return\n}}"), place)
                }
            };
            let expected = format!("{place} op expects attribute '{name}' to be {}", aside.form);
            assert_eq!(messages(&text), [expected], "{text}");
            refused += 1;
        }
    }
    assert!(refused >= 4 * 30, "{refused}");
}

#[test]
fn members() {
    for (member, expected) in MEMBERS {
        assert_eq!(messages(member), [expected.to_owned()], "{member}");
    }
}

#[test]
fn operations() {
    for (operation, expected) in OPERATIONS {
        let text = format!(
            "llvm.func @f(%x: i32, %p: !llvm.ptr, %v: vector<4xi32>, %t: !llvm.struct<(i32, i32)>) {{\n\
             {operation}\n  llvm.return\n}}\nllvm.func @g()"
        );
        assert_eq!(messages(&text), [expected.to_owned()], "{operation}");
    }
}

/// Upstream mode adds a second message that names the operation.
#[test]
fn operations_as_upstream_exports_them() {
    let text = "llvm.func @f(%p: !llvm.ptr) {\n%r = \"llvm.load\"(%p) <{alignment = 3 : i64}> : (!llvm.ptr) -> i32\n  \
                llvm.return\n}\n";
    let message = "2:6: 'llvm.load' op alignment attribute is not a power of 2";
    let upstream = Options { compat: Compat::Upstream, ..Options::default() };
    let second = "2:6: LLVM Translation failed for operation: llvm.load";
    assert_eq!(messages_with(text, upstream), [message, second]);
    let shown = Options { show_operations: true, ..Options::default() };
    let note = "see current operation: %0 = \"llvm.load\"(%arg0) <{alignment = 3 : i64, ordering = 0 : i64}> : (!llvm.ptr) -> i32";
    assert_eq!(messages_with(text, shown), [format!("{message}; {note}")]);
    // An operation without a translation has been reported already.
    let unknown = "llvm.func @f() {\n\"llvm.what\"() : () -> ()\n  llvm.return\n}\n";
    assert_eq!(messages_with(unknown, upstream), ["2:1: LLVM Translation failed for operation: llvm.what"]);
    let intrinsic = "llvm.func @f() {\n\"llvm.call_intrinsic\"() <{intrin = \"llvm.what\", op_bundle_sizes = array<i32>, \
                     operandSegmentSizes = array<i32: 0, 0>}> : () -> ()\n  llvm.return\n}\n";
    let message = "2:1: could not find LLVM intrinsic: \"llvm.what\"";
    let second = "2:1: LLVM Translation failed for operation: llvm.call_intrinsic";
    assert_eq!(messages_with(intrinsic, upstream), [message, second]);
}

/// Blobs in the module's resources.
#[test]
fn resources() {
    let check = |attribute: &str, ty: &str, expected: &str| {
        let text = format!(
            "llvm.mlir.global internal @g({attribute}) {{addr_space = 0 : i32}} : {ty}\n\
             {{-# dialect_resources: {{ builtin: {{ blob: \"0x040000000100000002000000\" }} }} #-}}\n"
        );
        assert_eq!(messages(&text), [format!("1:1: {expected}")], "{text}");
    };
    let size = "raw data size does not match element type size";
    check("dense_resource<blob> : tensor<3xi32>", "!llvm.array<3 x i32>", size);
    check("dense_resource<blob> : tensor<0xi32>", "!llvm.array<0 x i32>", size);
    check("dense_resource<blob> : tensor<2xi16>", "!llvm.array<2 x i16>", size);
    check("dense_resource<blob> : memref<2xi32>", "!llvm.array<2 x i32>", "unsupported dense_resource type");
    check("dense_resource<other> : tensor<2xi32>", "!llvm.array<2 x i32>", "resource does not exist");
    let element = "no known conversion for innermost element type";
    check("dense_resource<blob> : tensor<2xi32>", "!llvm.array<2 x ptr>", element);
}

/// Flags in asides that the instruction cannot have.
#[test]
fn flags_of_other_instructions() {
    for (op, flags, expected) in [
        ("sext %a", "nnan, nsz", "'llvm.sext' op cannot have the flags nnan nsz"),
        ("zext %a", "fast", "'llvm.zext' op cannot have the flags fast"),
    ] {
        let flags = format!("{{llvm.fastmath = #llvm.fastmath<{flags}>}}");
        let text = format!(
            "llvm.func @f(%a: i8) -> i32 {{\n  %0 = llvm.{op} {flags} : i8 to i32\n  llvm.return %0 : i32\n}}"
        );
        assert_eq!(messages(&text), [format!("2:8: {expected}")]);
    }
}
