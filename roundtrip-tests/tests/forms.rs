//! Tests of metadata that MLIR can represent, and of metadata that it nearly can. There is one module per case, because one
//! node without an MLIR form decides for all nodes of its kind. LLVM is the oracle for losslessness, `mlir-translate` for the
//! upstream-compatible import.

use tern_roundtrip_tests::{agreement, oracle, pipeline};

/// Checks whether named metadata is imported to attributes or operations of the module, or to the metadata table.
#[track_caller]
fn named(name: &str, nodes: &[&str], others: &str, modelled: bool) {
    let list: Vec<String> = (0..nodes.len()).map(|at| format!("!{at}")).collect();
    let nodes = nodes.iter().enumerate().map(|(at, node)| format!("!{at} = {node}\n"));
    let text = format!("!{name} = !{{{}}}\n{}{others}", list.join(", "), nodes.collect::<String>());
    let imported = pipeline::import(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let imported = String::from_utf8_lossy(&imported).into_owned();
    assert_eq!(!imported.contains("llvm.named_metadata"), modelled, "{text}{imported}");
    agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    upstream(&text);
}

#[track_caller]
fn upstream(text: &str) {
    agreement::imports_as_upstream(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
}

#[test]
fn identification() {
    for name in ["llvm.ident", "llvm.commandline"] {
        named(name, &["!{!\"a\"}"], "", true);
        named(name, &["!{!\"a\"}", "!{!\"b\"}"], "", false);
        named(name, &["distinct !{!\"a\"}"], "", false);
    }
    named("llvm.dependent-libraries", &["!{!\"a\"}", "!{!\"b\"}"], "", true);
    named("llvm.dependent-libraries", &["!{!\"a\"}", "!{!\"b\", !\"c\"}"], "", false);
    named("llvm.dependent-libraries", &["distinct !{!\"a\"}"], "", false);
    named("llvm.dependent-libraries", &[], "", false);
    named("llvm.linker.options", &["!{!\"-l\", !\"a\"}", "!{}"], "", true);
    named("llvm.linker.options", &["!{!\"-l\", !\"a\"}", "!{!\"-l\", i32 3}"], "", false);
    named("llvm.linker.options", &["distinct !{!\"-l\"}"], "", false);
    named("llvm.linker.options", &[], "", false);
    named("mine", &["!{!\"a\"}"], "", false);
    named("mine", &["!{i32 1, !\"a\", i32 7}"], "", false);
}

/// MLIR's form has a fixed order; another order must be preserved.
#[test]
fn order_of_named_metadata() {
    let nodes = "!0 = !{!\"a\"}\n!1 = !{i32 1, !\"a\", i32 1}\n";
    let (ident, flags) = ("!llvm.ident = !{!0}\n", "!llvm.module.flags = !{!1}\n");
    for (first, second, plain) in [(ident, flags, true), (flags, ident, false)] {
        let text = format!("{first}{second}{nodes}");
        let imported = pipeline::import(text.as_bytes()).expect("it can be imported");
        let imported = String::from_utf8_lossy(&imported).into_owned();
        assert_eq!(!imported.contains("llvm.named_metadata"), plain, "{imported}");
        agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

#[test]
fn flags() {
    const FLAGS: &str = "llvm.module.flags";
    // By behavior: error, warning, override, append, append unique, max, min.
    for behavior in [1, 2, 4, 7, 8] {
        named(FLAGS, &[&format!("!{{i32 {behavior}, !\"a\", i32 7}}")], "", true);
    }
    named(FLAGS, &["!{i32 1, !\"a\", i32 -7}"], "", true);
    named(FLAGS, &["!{i32 1, !\"a\", !\"text\"}"], "", true);
    named(FLAGS, &["!{i32 3, !\"a\", !{!\"b\", i32 1}}", "!{i32 1, !\"b\", i32 1}"], "", false);
    named(FLAGS, &["!{i32 5, !\"a\", !{!\"b\"}}"], "", false);
    named(FLAGS, &["!{i32 6, !\"a\", !{!\"b\"}}"], "", false);
    named(FLAGS, &["!{i32 1, !\"a\", i64 1}"], "", false);
    named(FLAGS, &["!{i32 1, !\"a\", i1 true}"], "", false);
    named(FLAGS, &["!{i32 1, !\"a\", float 1.0}"], "", false);
    named(FLAGS, &["!{i64 1, !\"a\", i32 1}"], "", false);
    named(FLAGS, &["distinct !{i32 1, !\"a\", i32 1}"], "", false);
    named(FLAGS, &["!{i32 1, !\"a\", i32 1}", "!{i32 1, !\"b\", !{}}"], "", false);
    named(FLAGS, &["!{i32 1, !\"ProfileSummary\", i32 1}"], "", false);
    named(FLAGS, &["!{i32 1, !\"ProfileSummary\", !\"text\"}"], "", false);
}

#[test]
fn call_graph_profiles() {
    let functions = "declare void @f()\ndeclare void @g()\ndefine void @h() { ret void }\n";
    // The list and its edges.
    let lists = [
        ("distinct !{!11}", "!{ptr @f, ptr @g, i64 7}", true),
        ("distinct !{!11, !12}", "!{ptr @f, ptr @g, i64 -1}", true),
        ("distinct !{!11}", "!{null, ptr @g, i64 7}", true),
        ("distinct !{!11}", "!{ptr @f, null, i64 7}", true),
        ("!{!11}", "!{ptr @f, ptr @g, i64 7}", false),
        ("distinct !{}", "!{ptr @f, ptr @g, i64 7}", false),
        ("distinct !{!11}", "distinct !{ptr @f, ptr @g, i64 7}", false),
        ("distinct !{!11}", "!{ptr @f, ptr @g, i32 7}", false),
        ("distinct !{!12, !11}", "!{ptr @f, ptr @g, i32 7}", false),
    ];
    for (list, edge, modelled) in lists {
        let others = format!("{functions}!10 = {list}\n!11 = {edge}\n!12 = !{{ptr @g, ptr @h, i64 1}}\n");
        for behavior in [5, 6] {
            let flag = format!("!{{i32 {behavior}, !\"CG Profile\", !10}}");
            named("llvm.module.flags", &[&flag], &others, modelled);
        }
    }
}

/// Profile summaries: complete, and with each row missing or wrong.
#[test]
fn profile_summaries() {
    const ROWS: [&str; 10] = [
        "!\"ProfileFormat\", !\"InstrProf\"",
        "!\"TotalCount\", i64 263",
        "!\"MaxCount\", i64 86",
        "!\"MaxInternalCount\", i64 85",
        "!\"MaxFunctionCount\", i64 4",
        "!\"NumCounts\", i64 13",
        "!\"NumFunctions\", i64 2",
        "!\"IsPartialProfile\", i64 0",
        "!\"PartialProfileRatio\", double 5.000000e-01",
        "!\"DetailedSummary\", !{!{i32 10000, i64 86, i32 1}, !{i32 999999, i64 1, i32 4}}",
    ];
    const OTHERS: &[(usize, &str)] = &[
        (0, "!\"ProfileFormat\", !\"CSInstrProf\""),
        (0, "!\"ProfileFormat\", !\"SampleProfile\""),
        (0, "!\"ProfileFormat\", !\"Own\""),
        (0, "!\"ProfileFormat\", i32 1"),
        (0, "!\"Format\", !\"InstrProf\""),
        (0, "!\"ProfileFormat\", !\"InstrProf\", i32 1"),
        (1, "!\"Total\", i64 1"),
        (1, "!\"TotalCount\", !\"x\""),
        (1, "!\"TotalCount\", float 1.0"),
        (1, "!\"TotalCount\", i64 1, i64 2"),
        (1, "!\"TotalCount\""),
        (1, ""),
        (1, "!\"TotalCount\", i32 7"),
        (1, "!\"TotalCount\", i64 -1"),
        (7, "!\"IsPartialProfile\", !\"x\""),
        (7, "!\"IsPartialProfile\", double 1.0"),
        (8, "!\"PartialProfileRatio\", i64 1"),
        (8, "!\"PartialProfileRatio\", float 5.000000e-01"),
        (8, "!\"PartialProfileRatio\", !\"x\""),
        (9, "!\"Detailed\", !{!{i32 10000, i64 86, i32 1}}"),
        (9, "!\"DetailedSummary\", !\"x\""),
        (9, "!\"DetailedSummary\", !{}"),
        (9, "!\"DetailedSummary\", !{!{i32 1, i64 86}}"),
        (9, "!\"DetailedSummary\", !{!{i32 1, i64 86, i32 1, i32 1}}"),
        (9, "!\"DetailedSummary\", !{!{i32 1, i64 86, i32 1}, !{i32 1, !\"x\", i32 1}}"),
        (9, "!\"DetailedSummary\", !{!\"x\"}"),
    ];
    let check = |rows: &[&str]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("!{{{row}}}")).collect();
        let flag = format!("!{{i32 1, !\"ProfileSummary\", !{{{}}}}}", rows.join(", "));
        named("llvm.module.flags", &[&flag], "", false);
    };
    check(&ROWS);
    for &(at, other) in OTHERS {
        let mut rows = ROWS;
        rows[at] = other;
        check(&rows);
    }
    for left_out in 0..ROWS.len() {
        let rows: Vec<&str> =
            ROWS.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, row)| *row).collect();
        check(&rows);
    }
    for length in [0, 7, 8] {
        check(&ROWS[..length]);
    }
    // Without the optional rows.
    check(&[&ROWS[..7], &ROWS[9..]].concat());
    check(&[&ROWS[..7], &ROWS[9..], &ROWS[7..8]].concat());
    check(&[&ROWS[..7], &ROWS[8..9], &ROWS[7..8]].concat());
    check(&[&ROWS[..1], &ROWS[2..3], &ROWS[1..2], &ROWS[3..]].concat());
    for last in [
        "!\"IsPartialProfile\", double 1.0",
        "!\"PartialProfileRatio\", i64 1",
        "!\"PartialProfileRatio\", double 1.0",
    ] {
        check(&[&ROWS[..7], &[last]].concat());
    }
}

/// Strings that spell keywords of LLVM.
#[test]
fn strings_that_are_keywords() {
    let attributes = [
        "\"alignstack\" \"noinline\" \"memory\" \"preallocated\" \"uwtable\"",
        "\"alignstack\"=\"8\" \"memory\"=\"none\" \"preallocated\"=\"i32\" \"uwtable\"=\"sync\"",
        "\"noinline\"=\"x\" \"alignstack\"=\"x\" \"allocsize\"=\"1\"",
        "alignstack(8) noinline memory(none) uwtable(sync) allocsize(1)",
        "uwtable \"other\" \"other=\"=\"=\"",
    ];
    for attributes in attributes {
        let text = format!(
            "declare void @f(i32, i32) {attributes}\n\
             declare void @g(i32 \"align\" \"noundef\" \"range\"=\"i32 0, 1\" \"byval\" noundef range(i32 0, 2))\n\
             define void @h(ptr %p) {{\n  call void %p(i32 1, i32 2) {attributes}\n  ret void\n}}\n"
        );
        agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

/// Checks where these debug information nodes go, `count` in all: to attributes or to the table. Attributes nest up to a limit,
/// because MLIR's readers process them recursively; deeper nodes go to the table.
#[track_caller]
fn nested(nodes: &str, listed: &[usize], attribute: &str, element: &str, count: usize) {
    let listed: Vec<String> = listed.iter().map(|node| format!("!{node}")).collect();
    let text = format!(
        "!llvm.module.flags = !{{!0}}\n!types = !{{{}}}\n!0 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n{nodes}",
        listed.join(", ")
    );
    agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let imported = pipeline::import(text.as_bytes()).expect("it can be imported");
    let imported = String::from_utf8_lossy(&imported).into_owned();
    let attributes = imported.matches(attribute).count();
    let elements = imported.matches(element).count();
    assert_eq!(attributes + elements, count, "{imported}");
    assert!((40..=100).contains(&attributes), "{attributes}\n{imported}");
}

#[test]
fn debug_types_that_are_nested() {
    let int = "!10 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n".to_owned();
    let pointers = (11..160).map(|node| {
        let base = node - 1;
        format!("!{node} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{base}, size: 64)\n")
    });
    let types: String = std::iter::once(int).chain(pointers).collect();
    // Nodes are reached from the inside out, and from the outside in.
    for listed in [(10..160).collect(), vec![159]] {
        nested(&types, &listed, "#llvm.di_derived_type<", "\"DIDerivedType(", 149);
    }
}

/// Types in type lists count towards the nesting as other component types.
#[test]
fn debug_types_that_are_nested_in_lists() {
    let types = (10..310).step_by(2).map(|node| {
        let inner = if node == 10 { "null".to_owned() } else { format!("!{}", node - 2) };
        let list = node + 1;
        format!("!{node} = !DISubroutineType(types: !{list})\n!{list} = !{{null, {inner}}}\n")
    });
    let types: String = types.collect();
    for listed in [(10..310).step_by(2).collect(), vec![308]] {
        nested(&types, &listed, "#llvm.di_subroutine_type<", "\"DISubroutineType(", 150);
    }
}

/// A declaration of one scope is an operation; with several or none, which LLVM's verifier rejects, it stays a call.
#[test]
fn declarations_of_scopes() {
    for (list, modelled) in [("!1", true), ("!1, !3", false), ("", false)] {
        let text = format!(
            "declare void @llvm.experimental.noalias.scope.decl(metadata)
            define i32 @f(ptr %p) {{
              call void @llvm.experimental.noalias.scope.decl(metadata !2)
              %x = load i32, ptr %p, align 4, !alias.scope !4, !noalias !5
              ret i32 %x
            }}
            !0 = distinct !{{!0}}
            !1 = distinct !{{!1, !0}}
            !2 = !{{{list}}}
            !3 = distinct !{{!3, !0}}
            !4 = !{{!1}}
            !5 = !{{!3}}"
        );
        let imported = pipeline::import(text.as_bytes()).expect("it can be imported");
        let imported = String::from_utf8_lossy(&imported).into_owned();
        assert_eq!(imported.contains("llvm.intr.experimental.noalias.scope.decl"), modelled, "{imported}");
        pipeline::export_unverified(imported.as_bytes())
            .unwrap_or_else(|error| panic!("{error}\n{imported}"));
    }
}

/// Zeros of all shapes: upstream has a form for each.
#[test]
fn zeros() {
    let types = [
        "i32",
        "i1",
        "i70",
        "float",
        "x86_fp80",
        "fp128",
        "bfloat",
        "<2 x i32>",
        "[2 x i32]",
        "[2 x [3 x float]]",
        "[2 x <4 x i16>]",
        "[2 x [2 x <4 x i16>]]",
        "[0 x i32]",
        "{ i32, float }",
        "[2 x { i32, ptr }]",
        "[2 x ptr]",
        "<2 x ptr>",
        "{ [2 x <2 x i8>], <2 x i8> }",
    ];
    for ty in types {
        let text = format!(
            "@g = global {ty} zeroinitializer
            define void @f(ptr %p) {{
              store {ty} zeroinitializer, ptr %p, align 16
              ret void
            }}"
        );
        let text = match ty {
            "i32" | "i1" | "i70" => text.replace("zeroinitializer", "0"),
            "float" | "bfloat" => text.replace("zeroinitializer", "0.0"),
            _ => text,
        };
        agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        upstream(&text);
    }
}

/// The operation of an intrinsic has fewer fields than a call; the rest goes to the table.
#[test]
fn attachments_of_intrinsics() {
    let text = "define i32 @f(i32 %x) {
          %y = call i32 @llvm.smax.i32(i32 %x, i32 3), !prof !0, !tbaa !1
          ret i32 %y
        }
        declare i32 @llvm.smax.i32(i32, i32)
        !0 = !{!\"branch_weights\", i32 7}
        !1 = !{!2, !2, i64 0}
        !2 = !{!\"int\", !3, i64 0}
        !3 = !{!\"root\"}";
    let imported = pipeline::import(text.as_bytes()).expect("it can be imported");
    let imported = String::from_utf8_lossy(&imported).into_owned();
    assert!(imported.contains("[\"branch_weights\", {value = 7 : i32}]"), "{imported}");
}

/// Inline assembly has fewer fields than a call; the rest goes to the table.
#[test]
fn attachments_of_assembly() {
    for attachment in ["!prof !0", "!tbaa !1", "!alias.scope !4", "!llvm.access.group !7", "!srcloc !8"] {
        let text = format!(
            "define i32 @f(ptr %p) {{
              %y = call i32 asm \"mov $0, $1\", \"=r,r\"(ptr %p), {attachment}
              %z = load i32, ptr %p, align 4, {}
              ret i32 %y
            }}
            !0 = !{{!\"branch_weights\", i32 7}}
            !1 = !{{!2, !2, i64 0}}
            !2 = !{{!\"int\", !3, i64 0}}
            !3 = !{{!\"root\"}}
            !4 = !{{!5}}
            !5 = distinct !{{!5, !6}}
            !6 = distinct !{{!6}}
            !7 = distinct !{{}}
            !8 = !{{i64 3}}",
            // The verifier does not accept a profile here.
            attachment.replace("!prof !0", "!srcloc !8"),
        );
        agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let imported = pipeline::import(text.as_bytes()).expect("it can be imported");
        let imported = String::from_utf8_lossy(&imported).into_owned();
        let assembly = imported.lines().find(|line| line.contains("inline_asm")).unwrap_or_default();
        assert!(assembly.contains("llvm.md"), "{imported}");
    }
}

/// Locations whose scope is not a scope node: LLVM reads them, but its verifier rejects them.
#[test]
fn locations_in_other_scopes() {
    for scope in ["!DIFile(filename: \"a\", directory: \"b\")", "!DIBasicType(name: \"a\")", "!{}"] {
        let text = format!(
            "define void @f() {{\n  ret void, !dbg !0\n}}\n!llvm.module.flags = !{{!2}}\n\
             !0 = !DILocation(line: 3, column: 7, scope: !1)\n!1 = {scope}\n\
             !2 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n"
        );
        let before = pipeline::reprint_ir(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let back =
            pipeline::there_and_back(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(String::from_utf8_lossy(&before), String::from_utf8_lossy(&back));
    }
}

/// Checks the export of attributes as other tools may write them.
#[track_caller]
fn exported(text: &str, expected: &str) {
    let found = pipeline::export(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let found = String::from_utf8_lossy(&found);
    assert!(found.contains(expected), "{expected}\n{found}");
}

#[test]
fn spellings_of_attributes() {
    exported("llvm.func @f(f32 {llvm.nofpclass = 3 : i64})", "@f(float nofpclass(nan))");
    exported("llvm.func @f(f32 {llvm.nofpclass = \"nan\"})", "@f(float nofpclass(nan))");
    exported("llvm.func @f(i32 {llvm.range = \"i32 0, 7\"})", "@f(i32 range(i32 0, 7))");
    exported("llvm.func @f(i32 {llvm.range = #llvm.constant_range<i32, -1, 7>})", "@f(i32 range(i32 -1, 7))");
}

/// Numbers of type `index` get the width that the type of the global requires.
#[test]
fn numbers_that_are_indices() {
    for (numbers, ty, expected) in [
        ("[1, -2]", "i64", "[i64 1, i64 -2]"),
        ("[1, -2]", "i32", "[i32 1, i32 -2]"),
        ("[1, -2]", "i128", "[i128 1, i128 -2]"),
        ("7", "i16", "[i16 7, i16 7]"),
    ] {
        let text = format!(
            "llvm.mlir.global external constant @g(dense<{numbers}> : tensor<2xindex>) \
             {{addr_space = 0 : i32}} : !llvm.array<2 x {ty}>\n"
        );
        exported(&text, expected);
        agreement::exports_as_upstream(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

/// All errors are reported; the upstream-compatible export stops at the first.
#[test]
fn several_functions_that_are_wrong() {
    let function = |name: &str| format!("llvm.func @{name}() {{ \"x.y\"() : () -> ()\n llvm.return }}\n");
    let (one, two) = (function("f"), function("f") + &function("g"));
    let messages = |error: String| error.matches("cannot be converted to LLVM IR").count();
    assert_eq!(pipeline::export(one.as_bytes()).map_err(messages), Err(1));
    assert_eq!(pipeline::export(two.as_bytes()).map_err(messages), Err(2));
    assert_eq!(pipeline::export_as_upstream(two.as_bytes()).map_err(messages), Err(1));
}

/// MLIR's importer supports ranges of up to 128 bits, its other readers only 64 bits.
#[test]
fn wide_ranges() {
    for (range, form) in [
        ("range(i64 -5, 7)", "#llvm.constant_range<i64, -5, 7>"),
        ("range(i65 -5, 7)", "\"i65 -5, 7\""),
        ("range(i128 -5, 36893488147419103232)", "\"i128 -5, 36893488147419103232\""),
    ] {
        let ty = &range[6..range.find(' ').expect("it is behind the type")];
        let text = format!("declare void @f({ty} {range})\n");
        let imported = pipeline::import(text.as_bytes()).expect("it can be imported");
        let imported = String::from_utf8_lossy(&imported).into_owned();
        assert!(imported.contains(&format!("llvm.range = {form}")), "{imported}");
        agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        upstream(&text);
    }
}

/// TBAA types may be many, but their nesting is limited.
#[test]
fn many_types_for_aliasing() {
    let tag = |types: String| {
        let text = format!(
            "define void @f(ptr %p) {{\n  store i32 0, ptr %p, align 4, !tbaa !0\n  ret void\n}}\n\
             !0 = !{{!1, !3, i64 0}}\n!2 = !{{!\"root\"}}\n!3 = !{{!\"int\", !2, i64 0}}\n{types}"
        );
        agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let imported = pipeline::import(text.as_bytes()).expect("it can be imported");
        String::from_utf8_lossy(&imported).contains("tbaa = [#")
    };
    let members: String = (0..400).map(|at| format!(", !{}, i64 {}", at + 10, 4 * at + 4)).collect();
    let types = (0..400).map(|at| format!("!{} = !{{!\"t{at}\", !2, i64 0}}\n", at + 10));
    assert!(tag(format!("!1 = !{{!\"wide\", !3, i64 0{members}}}\n{}", types.collect::<String>())));
    let nested = |depth: usize| {
        let types = (10..10 + depth).map(|at| format!("!{at} = !{{!\"t{at}\", !{}, i64 0}}\n", at + 1));
        format!(
            "!1 = !{{!\"deep\", !10, i64 0}}\n{}!{} = !{{!\"last\", !3, i64 0}}\n",
            types.collect::<String>(),
            10 + depth
        )
    };
    assert!(tag(nested(150)));
    assert!(!tag(nested(250)));
}

/// Errors in lists of attributes, with upstream's messages.
#[test]
fn lists_of_attributes() {
    let lists = [
        "\"noinline\"",
        "\"alignstack\"",
        "\"uwtable\"",
        "\"own\"",
        "[\"noinline\", \"\"]",
        "[\"noinline\", \"x\"]",
        "[\"alignstack\", \"16\"]",
        "[\"alignstack\", \"\"]",
        "[\"memory\", \"0\"]",
        "[\"memory\", \"\"]",
        "[\"own\", \"\"]",
        "[\"own\", \"x\"]",
        "[\"own\"]",
        "[\"own\", 1 : i32]",
        "1 : i32",
    ];
    for list in lists {
        let text = format!("llvm.func @f() attributes {{passthrough = [{list}]}}\n");
        let upstream = oracle::answer("mlir-translate", &["--mlir-to-llvmir"], text.as_bytes());
        match pipeline::export_as_upstream(text.as_bytes()) {
            Ok(_) => {
                assert_eq!(upstream.status, "0", "{text}{}", upstream.said);
                agreement::exports_as_upstream(text.as_bytes())
                    .unwrap_or_else(|error| panic!("{error}\n{text}"));
            }
            Err(error) => {
                let message = error.lines().next().unwrap_or_default();
                assert!(upstream.said.contains(message), "{text}{error}\n{}", upstream.said);
            }
        }
    }
}

/// Lists of constructors are imported to operations if these can represent the whole variable.
#[test]
fn constructors() {
    const ROW: &str = "{ i32, ptr, ptr }";
    let check = |before: &str, ty: &str, value: &str, after: &str, modelled: bool| {
        for name in ["ctors", "dtors"] {
            let text = format!(
                "@d = global i8 0\n@llvm.global_{name} = {before} [1 x {ty}] [{ty} {value}]{}\n\
                 define void @f() {{\n  ret void\n}}\n$c = comdat any\n!0 = !{{}}\n",
                after.replace("NAME", &format!("llvm.global_{name}"))
            );
            let imported =
                pipeline::import(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let imported = String::from_utf8_lossy(&imported).into_owned();
            assert_eq!(imported.contains(&format!("llvm.mlir.global_{name}")), modelled, "{text}{imported}");
            let before = pipeline::reprint_ir(text.as_bytes()).expect("it can be read");
            let after =
                pipeline::export_back(imported.as_bytes(), text.as_bytes()).expect("it can be exported");
            assert_eq!(String::from_utf8_lossy(&before), String::from_utf8_lossy(&after));
        }
    };
    let value = "{ i32 1, ptr @f, ptr null }";
    check("appending global", ROW, value, "", true);
    check("appending global", ROW, "{ i32 65535, ptr @f, ptr @d }", "", true);
    for before in [
        "internal global",
        "appending constant",
        "appending hidden global",
        "appending protected global",
        "appending dllexport global",
        "appending unnamed_addr global",
        "appending local_unnamed_addr global",
        "appending dso_local global",
        "appending thread_local global",
        "appending addrspace(1) global",
        "appending externally_initialized global",
    ] {
        check(before, ROW, value, "", false);
    }
    for after in [
        "section \"s\"",
        "align 8",
        "partition \"p\"",
        "comdat($c)",
        "code_model \"large\"",
        "no_sanitize_address",
        "!mine !0",
    ] {
        check("appending global", ROW, value, &format!(", {after}"), false);
    }
    check("appending global", ROW, value, "\n@r = global ptr @NAME", false);
    check("appending global", "<{ i32, ptr, ptr }>", "<{ i32 1, ptr @f, ptr null }>", "", false);
    check("appending global", "{ i64, ptr, ptr }", "{ i64 1, ptr @f, ptr null }", "", false);
    for value in [
        "{ i32 1, ptr null, ptr null }",
        "{ i32 1, ptr @d, ptr null }",
        "{ i32 1, ptr @f, ptr getelementptr (i8, ptr @d, i64 1) }",
        "{ i32 1, ptr getelementptr (i8, ptr @f, i64 1), ptr null }",
        "zeroinitializer",
        "undef",
        "{ i32 undef, ptr @f, ptr null }",
    ] {
        check("appending global", ROW, value, "", false);
    }
}

/// Lists of attributes as other tools may write them: export accepts more than upstream, and reports what it rejects.
#[test]
fn lists_that_are_kept() {
    const KEPT: &[(&str, &str)] = &[
        (r#""uwtable""#, "uwtable"),
        (r#""alwaysinline""#, "alwaysinline"),
        (r#"["uwtable", "sync"]"#, "uwtable(sync)"),
        (r#"["alignstack", "16"]"#, "alignstack=16"),
        (r#"["alignstack", ""]"#, r#""alignstack""#),
        (r#"["alignstack", "16", "string"]"#, r#""alignstack"="16""#),
        (r#"["noinline", "", "string"]"#, r#""noinline""#),
        (r#"["noinline", ""]"#, r#""noinline""#),
        (r#"["preallocated", "{ i32, ptr }"]"#, "preallocated({ i32, ptr })"),
        (r#"["allocsize", "4294967295"]"#, "allocsize(0)"),
        (r#"["allocsize", "1"]"#, "allocsize(0,1)"),
        (r#"["allockind", "9"]"#, r#"allockind("alloc,uninitialized")"#),
        (r#"["own", ""]"#, r#""own""#),
        (r#"["own", "x"]"#, r#""own"="x""#),
        (r#"["memory", "none"]"#, "memory(none)"),
    ];
    const REFUSED: &[(&str, &str)] = &[
        (r#"["alignstack", "x"]"#, "LLVM attribute 'alignstack' expects a number, found 'x'"),
        (r#"["preallocated", "zz"]"#, "LLVM attribute 'preallocated' expects a type, found 'zz'"),
        (r#"["noinline", "x"]"#, "LLVM attribute 'noinline' does not expect a value, found 'x'"),
        (r#""alignstack""#, "LLVM attribute 'alignstack' expects a value"),
        (r#"[1 : i32, "x", "string"]"#, "expected arrays within 'passthrough' to contain strings"),
        (r#"["a", "x", "other"]"#, "expected 'passthrough' to contain string or array attributes"),
    ];
    let export = |entry: &str| {
        let text = format!("llvm.func @f() attributes {{passthrough = [{entry}]}}\n");
        pipeline::export_unverified(text.as_bytes())
    };
    for (entry, expected) in KEPT {
        let found = export(entry).unwrap_or_else(|error| panic!("{error}\n{entry}"));
        let found = String::from_utf8_lossy(&found);
        assert!(found.contains(&format!("attributes #0 = {{ {expected} }}")), "{entry}: {expected}\n{found}");
    }
    for (entry, expected) in REFUSED {
        assert_eq!(export(entry), Err(format!("error: {expected}\n")));
    }
}

/// Data layouts part by part, as upstream exports them.
#[test]
fn data_layouts() {
    for entry in [
        "\"dlti.endianness\" = \"little\"",
        "\"dlti.endianness\" = \"big\"",
        "\"dlti.alloca_memory_space\" = 0 : ui64",
        "\"dlti.alloca_memory_space\" = 5 : ui64",
        "\"dlti.global_memory_space\" = 2 : ui64",
        "\"dlti.program_memory_space\" = 3 : ui64",
        "\"dlti.stack_alignment\" = 0 : i64",
        "\"dlti.stack_alignment\" = 128 : i64",
        "\"dlti.mangling_mode\" = \"e\"",
        "\"dlti.function_pointer_alignment\" = #dlti.function_pointer_alignment<0, function_dependent = true>",
        "\"dlti.function_pointer_alignment\" = #dlti.function_pointer_alignment<32, function_dependent = true>",
        "\"dlti.function_pointer_alignment\" = #dlti.function_pointer_alignment<32, function_dependent = false>",
        "\"dlti.legal_int_widths\" = array<i32: 8, 16>",
        "index = 32 : i64",
        "i1 = dense<8> : vector<2xi64>",
        "i32 = dense<[32, 64]> : vector<2xi64>",
        "i64 = dense<32> : vector<2xi64>",
        "f16 = dense<16> : vector<2xi64>",
        "f32 = dense<[32, 64]> : vector<2xi64>",
        "f64 = dense<64> : vector<2xi64>",
        "f80 = dense<128> : vector<2xi64>",
        "f128 = dense<128> : vector<2xi64>",
        "!llvm.ptr = dense<32> : vector<4xi64>",
        "!llvm.ptr<3> = dense<[32, 32, 64, 16]> : vector<4xi64>",
        "!llvm.ptr<3> = dense<[32, 32, 64]> : vector<3xi64>",
        "i8 = dense<8> : vector<2xi64>, \"dlti.endianness\" = \"little\", i16 = dense<[8, 16]> : vector<2xi64>",
    ] {
        let text =
            format!("module attributes {{dlti.dl_spec = #dlti.dl_spec<{entry}>}} {{\n  llvm.func @f()\n}}\n");
        agreement::exports_as_upstream(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        pipeline::export(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

/// Positions in which a function can state its subprogram.
#[test]
fn locations_of_functions() {
    const PROGRAM: &str = "#file = #llvm.di_file<\"f.c\" in \"/\">
        #unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
        #sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = \"f\", file = #file, subprogramFlags = Definition>
        #other = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #unit, scope = #file, name = \"g\", file = #file, subprogramFlags = Definition>
        #block = #llvm.di_lexical_block<scope = #sp, file = #file, line = 7>\n";
    for location in [
        "\"f.c\":1:2",
        "fused<#sp>[\"f.c\":1:2]",
        "\"name\"(fused<#sp>[\"f.c\":1:2])",
        "callsite(fused<#sp>[\"f.c\":1:2] at \"g.c\":3:4)",
        "callsite(\"f.c\":1:2 at fused<#sp>[\"g.c\":3:4])",
        "fused[\"f.c\":1:2, fused<#sp>[\"g.c\":3:4]]",
        "fused<\"x\">[\"f.c\":1:2, fused<#sp>[\"g.c\":3:4]]",
        "fused<#block>[fused<#sp>[\"g.c\":3:4]]",
        "fused<#block>[\"g.c\":3:4]",
        "unknown",
    ] {
        for inner in [
            "\"f.c\":5:6",
            "\"f.c\":5:70000",
            "fused<#block>[\"f.c\":5:6]",
            "fused<#sp>[\"f.c\":5:6, \"f.c\":5:7]",
            "fused<#sp>[\"f.c\":5:6, \"f.c\":6:6]",
            "fused<#sp>[\"f.c\":5:6, fused<#block>[\"f.c\":5:6]]",
            "fused<#sp>[\"f.c\":5:6, fused<#other>[\"f.c\":5:6]]",
            "callsite(fused<#other>[\"g.c\":3:4] at \"f.c\":5:6)",
            "fused<#sp>[callsite(fused<#other>[\"g.c\":3:4] at \"f.c\":5:6), callsite(fused<#other>[\"g.c\":3:9] at \"f.c\":5:6)]",
            "fused<#sp>[callsite(fused<#other>[\"g.c\":3:4] at \"f.c\":5:6), \"f.c\":5:6]",
            "fused<#sp>[unknown, \"f.c\":5:6]",
            "\"name\"(\"f.c\":5:6)",
            "unknown",
        ] {
            let text = format!(
                "{PROGRAM}llvm.func @f(%p: !llvm.ptr) {{\n  llvm.store %p, %p : !llvm.ptr, !llvm.ptr loc({inner})\n  \
                 llvm.return loc(unknown)\n}} loc({location})\n"
            );
            agreement::exports_as_upstream(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
    }
}

/// Attachments of instructions that become fields of operations.
#[test]
fn attachments_of_all_accesses() {
    for access in [
        "load i32, ptr %p, align 4",
        "cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic, align 4",
        "atomicrmw add ptr %p, i32 1 monotonic, align 4",
        "call i32 @g()",
        "call i32 @llvm.smax.i32(i32 1, i32 %x)",
        "call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> splat (i32 1))",
        "add i32 %x, 1",
    ] {
        let text = format!(
            "declare i32 @g()\ndeclare i32 @llvm.smax.i32(i32, i32)\n\
             declare i32 @llvm.vector.reduce.add.v2i32(<2 x i32>)\n\
             define void @f(ptr %p, i32 %x) {{\n  %y = {access}, !tbaa !0, !alias.scope !3, !noalias !3, !llvm.access.group !6\n  ret void\n}}\n\
             !0 = !{{!1, !1, i64 0}}\n!1 = !{{!\"int\", !2, i64 0}}\n!2 = !{{!\"root\"}}\n!3 = !{{!4}}\n\
             !4 = distinct !{{!4, !5}}\n!5 = distinct !{{!5}}\n!6 = distinct !{{}}\n"
        );
        let imported = pipeline::import(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let imported = String::from_utf8_lossy(&imported).into_owned();
        let modelled =
            ["load", "cmpxchg", "atomicrmw", "call i32 @g"].iter().any(|known| access.starts_with(known));
        assert_eq!(imported.contains("tbaa = [#"), modelled, "{imported}");
        assert_eq!(imported.contains("alias_scopes = [#"), modelled, "{imported}");
        let back = pipeline::export_back(imported.as_bytes(), text.as_bytes()).expect("it can be exported");
        let before = pipeline::reprint_ir(text.as_bytes()).expect("it can be read");
        assert_eq!(String::from_utf8_lossy(&before), String::from_utf8_lossy(&back));
    }
}

/// With debug information, nodes outside of the list are absent.
#[test]
fn named_metadata_beside_debug_information() {
    let text = "@g = global i32 0, !mine !1\n!llvm.module.flags = !{!0}\n\
                !0 = !{i32 2, !\"Debug Info Version\", i32 3}\n!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n";
    let imported = pipeline::import(text.as_bytes()).expect("it can be imported");
    let imported = String::from_utf8_lossy(&imported).into_owned();
    assert!(imported.contains("llvm.named_metadata = [\"llvm.module.flags\"]"), "{imported}");
    agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
}

/// Metadata that LLVM's reader accepts but its verifier rejects is preserved.
#[test]
fn metadata_as_arguments_of_functions() {
    let text = "define void @f(ptr %p, i32 %x) {\n  call void %p(metadata i32 %x, metadata i32 7, metadata !0, metadata ptr @f)\n  \
                ret void\n}\n\n!0 = !{}\n";
    let back = pipeline::there_and_back(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let before = pipeline::reprint_ir(text.as_bytes()).expect("it can be read");
    assert_eq!(String::from_utf8_lossy(&before), String::from_utf8_lossy(&back));
}

/// Rare kinds of attributes as constants, as upstream exports them.
#[test]
fn constants_that_are_attributes() {
    for (value, ty) in [
        ("dense<[true, false]> : vector<2xi1>", "vector<2xi1>"),
        ("dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>", "!llvm.array<2 x array<2 x i16>>"),
        ("dense<7> : tensor<2x2xi16>", "!llvm.array<2 x array<2 x i16>>"),
        ("dense<0> : tensor<2x2xi16>", "!llvm.array<2 x array<2 x i16>>"),
        ("dense<7> : tensor<2xi70>", "!llvm.array<2 x i70>"),
        ("dense<[1, -1]> : tensor<2xi128>", "!llvm.array<2 x i128>"),
        ("dense<[1.0, -0.0]> : tensor<2xf16>", "!llvm.array<2 x f16>"),
        ("dense<1.5> : vector<[2]xf32>", "vector<[2]xf32>"),
        ("dense<3> : vector<[2]xi32>", "vector<[2]xi32>"),
        ("dense<0> : vector<[2]xi32>", "vector<[2]xi32>"),
        ("sparse<[[0, 1], [1, 0]], [5, 6]> : tensor<2x3xi16>", "!llvm.array<2 x array<3 x i16>>"),
        ("sparse<[[0, 2], [1, 1]], 5> : tensor<2x3xi16>", "!llvm.array<2 x array<3 x i16>>"),
        ("sparse<[[2]], [5]> : tensor<4xi32>", "!llvm.array<4 x i32>"),
        ("sparse<[[3]], [1.5]> : vector<4xf32>", "vector<4xf32>"),
        ("sparse<[[1], [3]], 7> : vector<4xi64>", "vector<4xi64>"),
        ("[1 : i8, 2.0 : f32]", "!llvm.struct<(i8, f32)>"),
        ("[#llvm.undef, 2 : i32]", "!llvm.struct<(i8, i32)>"),
        ("[#llvm.poison, #llvm.zero]", "!llvm.struct<(i8, i32)>"),
        ("\"ab\"", "!llvm.array<2 x i8>"),
        ("\"\\00\\00\"", "!llvm.array<2 x i8>"),
    ] {
        let text = format!(
            "llvm.mlir.global internal constant @g({value}) {{addr_space = 0 : i32}} : {ty}\n\
             llvm.func @f() -> {ty} {{\n  %0 = llvm.mlir.constant({value}) : {ty}\n  llvm.return %0 : {ty}\n}}\n"
        );
        agreement::exports_as_upstream(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let exported =
            pipeline::export(text.as_bytes()).map(|text| String::from_utf8_lossy(&text).into_owned());
        let upstream = oracle::run("mlir-translate", &["--mlir-to-llvmir"], text.as_bytes());
        // Whatever upstream accepts, the lossless export accepts as well.
        assert!(upstream.is_err() || exported.is_ok(), "{text}{exported:?}");
    }
}

/// `!"x"` in fields that hold metadata, `"x"` in fields that hold strings.
#[test]
fn strings_in_fields() {
    let parameter = "!DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: \"C\", value: !\"std::vector\")";
    let empty = "!DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, value: !\"\")";
    for node in [parameter, empty] {
        let text = format!("!n = !{{!0}}\n!0 = {node}\n");
        agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let of_type = format!(
            "!llvm.dbg.cu = !{{!1}}\n!llvm.module.flags = !{{!5}}\n!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, \
             retainedTypes: !3, emissionKind: FullDebug)\n!2 = !DIFile(filename: \"a\", directory: \"/\")\n!3 = !{{!4}}\n\
             !4 = !DICompositeType(tag: DW_TAG_class_type, name: \"s\", file: !2, templateParams: !6)\n\
             !5 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n!6 = !{{!7}}\n!7 = {node}\n"
        );
        agreement::nothing_is_lost(of_type.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{of_type}"));
    }
}

/// Metadata that LLVM's verifier rejects is preserved unchanged.
#[test]
fn what_is_not_valid() {
    let tag = "!0 = !{!1, !1, i64 0, i64 1, i64 1}";
    let load = format!(
        "define i32 @f(ptr %p) {{\n  %a = load i32, ptr %p, !tbaa !0\n  ret i32 %a\n}}\n{tag}\n!1 = !{{!\"int\", !2, i64 0}}\n\
         !2 = !{{!\"root\"}}\n"
    );
    let nodes = "!named = !{!0}\n!0 = distinct !DISubprogram(name: \"f\", retainedNodes: !1)\n!1 = !{null}\n";
    let string = "!0 = distinct !DISubprogram(name: \"f\", type: !\"\")";
    let named = format!("!named = !{{!0}}\n{string}\n");
    for (text, carried) in [(&load[..], tag), (nodes, "!1 = !{null}"), (&named, string)] {
        let back =
            pipeline::there_and_back(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let back = String::from_utf8_lossy(&back).into_owned();
        assert!(back.lines().any(|line| line == carried), "{back}");
    }
}

#[test]
fn assembly_of_modules() {
    let text = "module asm \"a\"\nmodule asm \"\\0A\"\nmodule asm \"b\\0Ac\"\n";
    agreement::nothing_is_lost(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    upstream(text);
}
