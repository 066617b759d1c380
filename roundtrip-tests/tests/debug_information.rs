//! Tests of large or deep debug information: types that refer to each other grow linearly, scopes may nest to any depth; and of
//! nodes that attributes cannot distinguish.

use std::fmt::Write;

use tern_roundtrip_tests::{oracle, pipeline};

const UNIT: &str = "
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: \"hand\", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !5)
!1 = !DIFile(filename: \"f.c\", directory: \"/\")
!2 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!6 = !{i32 2, !\"Debug Info Version\", i32 3}
";

/// A module with structs that each point to themselves and to two others.
fn structs(count: usize) -> String {
    let first = |index: usize| 10 + 8 * (index % count);
    let mut text = format!("define void @f() !dbg !2 {{\n  ret void\n}}\n{UNIT}");
    let all: Vec<String> = (0..count).map(|index| format!("!{}", first(index))).collect();
    writeln!(text, "!5 = !{{{}}}", all.join(", ")).unwrap();
    for index in 0..count {
        let own = first(index);
        let members: Vec<String> = (1..=3).map(|member| format!("!{}", own + 1 + member)).collect();
        writeln!(text, "!{own} = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s{index}\", size: 192, elements: !{})", own + 1).unwrap();
        writeln!(text, "!{} = !{{{}}}", own + 1, members.join(", ")).unwrap();
        for (member, to) in [(1, index), (2, index * 7 + 3), (3, index * 13 + 5)] {
            let pointer = own + 4 + member;
            writeln!(text, "!{} = !DIDerivedType(tag: DW_TAG_member, name: \"m{member}\", scope: !{own}, baseType: !{pointer}, size: 64, offset: {})", own + 1 + member, 64 * (member - 1)).unwrap();
            writeln!(
                text,
                "!{pointer} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{}, size: 64)",
                first(to)
            )
            .unwrap();
        }
    }
    text
}

#[test]
fn recursive_types_grow_linearly() {
    let size = |count: usize| {
        let text = structs(count);
        let imported = pipeline::import(text.as_bytes()).expect("it is imported");
        let back = pipeline::export(&imported).expect("it is exported");
        assert_eq!(count_of(&back, "DICompositeType"), count);
        imported.len()
    };
    let (small, large) = (size(100), size(400));
    assert!(large < small * 9 / 2, "{small} bytes for 100 types, {large} for 400");
}

#[test]
fn deep_scopes_and_inlining_come_back() {
    const DEEP: usize = 3000;
    let last = 10 + DEEP;
    let mut text = format!("define void @f() !dbg !2 {{\n  ret void, !dbg !8\n}}\n{UNIT}!5 = !{{}}\n");
    writeln!(text, "!8 = !DILocation(line: 1, column: 1, scope: !{last}, inlinedAt: !{})", last + DEEP)
        .unwrap();
    for index in 1..=DEEP {
        let scope = if index == 1 { 2 } else { 9 + index };
        writeln!(
            text,
            "!{} = distinct !DILexicalBlock(scope: !{scope}, file: !1, line: {index})",
            10 + index
        )
        .unwrap();
        let at = if index == 1 { String::new() } else { format!(", inlinedAt: !{}", last + index - 1) };
        writeln!(text, "!{} = distinct !DILocation(line: {index}, column: 1, scope: !2{at})", last + index)
            .unwrap();
    }
    let back = pipeline::there_and_back(text.as_bytes()).expect("it comes back");
    assert_eq!(count_of(&back, "!DILexicalBlock("), DEEP);
    assert_eq!(count_of(&back, "distinct !DILocation("), DEEP);
}

/// In the upstream-compatible import, nodes that nest too deeply have no form, because MLIR's readers process attributes
/// recursively.
#[test]
fn upstream_form_ends_at_a_depth() {
    let attributes = |count: usize| {
        let mut text = format!(
            "define void @f() !dbg !2 {{\n  ret void\n}}\n{UNIT}!5 = !{{!{}}}\n\
             !7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())\n\
             !8 = distinct !DIGlobalVariable(name: \"g\", scope: !0, file: !1, line: 1, type: !{})\n\
             @g = global i8 0, !dbg !7\n",
            10 + count - 1,
            10 + count - 1,
        );
        for at in 0..count {
            let base = if at == 0 { "null".to_owned() } else { format!("!{}", 10 + at - 1) };
            writeln!(
                text,
                "!{} = !DIDerivedType(tag: DW_TAG_pointer_type, size: {}, baseType: {base})",
                10 + at,
                64 + at
            )
            .unwrap();
        }
        let (imported, _) = pipeline::import_as_upstream(text.as_bytes());
        count_of(&imported.expect("it is imported"), "#llvm.di_derived_type<")
    };
    // The expression and the variable are around the types. A type whose base has no form has none either.
    let kept: Vec<usize> = (395..=405).filter(|&count| attributes(count) == count).collect();
    assert_eq!(kept, (395..=399).collect::<Vec<_>>());
    assert_eq!(attributes(500), 0);
}

/// The limit also holds for nesting through lists: outer nodes go to the table, and nothing is lost.
#[test]
fn lists_nest_to_a_depth() {
    let count = 300;
    let mut text = format!("{UNIT}!5 = !{{!{}}}\n", 10 + 2 * (count - 1));
    for at in 0..count {
        let (node, inner) = (10 + 2 * at, 10 + 2 * at - 2);
        let types = if at == 0 { "null".to_owned() } else { format!("!{inner}") };
        writeln!(text, "!{node} = !DISubroutineType(cc: DW_CC_normal, types: !{})", node + 1).unwrap();
        writeln!(text, "!{} = !{{{types}}}", node + 1).unwrap();
    }
    let imported = pipeline::import(text.as_bytes()).expect("it is imported");
    let nodes = count_of(&imported, "{\"DISubroutineType(");
    let attributes = count_of(&imported, "= #llvm.di_subroutine_type<");
    // A hundred levels, including the nodes around them.
    assert_eq!((nodes, attributes), (201, 99));
    oracle::run("mlir-opt", &[], &imported).expect("mlir-opt reads it");
    let back = pipeline::export(&imported).expect("it comes back");
    assert_eq!(count_of(&back, "!DISubroutineType("), count);
}

/// Expressions that LLVM's reader accepts, though its verifier rejects most of them, are preserved.
#[test]
fn expressions_of_all_kinds_come_back() {
    for expression in [
        "",
        "DW_OP_deref",
        "DW_OP_plus_uconst, 3, DW_OP_stack_value",
        "DW_OP_LLVM_convert, 16, DW_ATE_signed",
        "DW_OP_LLVM_convert, DW_ATE_signed, 16",
        "DW_OP_LLVM_convert, 16, DW_ATE_signed, DW_ATE_signed",
        "DW_OP_deref, DW_ATE_signed",
        "DW_ATE_signed",
        "7",
        "DW_OP_constu, 18446744073709551615",
        "DW_OP_LLVM_fragment, 0, 8",
        "DW_OP_LLVM_fragment, 0, 8, DW_OP_LLVM_fragment, 8, 8",
        "4096, 3",
    ] {
        let text = format!("!e = !{{!0}}\n!0 = !{{!DIExpression({expression})}}\n");
        let back =
            pipeline::there_and_back(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let back = String::from_utf8_lossy(&back).into_owned();
        assert!(back.contains(&format!("!DIExpression({expression})")), "{expression}\n{back}");
    }
}

/// Required fields are always printed, although LLVM omits a line that is 0.
#[test]
fn fields_that_must_be_there_come_back() {
    for node in [
        "!DILabel(scope: !2, name: \"\", file: null, line: 0)",
        "!DILabel(scope: !2, name: \"l\", file: !1, line: 0, column: 7)",
        "!DIModule(scope: null, name: \"\")",
        "!DIEnumerator(name: \"\", value: 0)",
        "!DIFile(filename: \"\", directory: \"\")",
        "!DICommonBlock(scope: null, name: \"b\")",
    ] {
        let text = format!("{UNIT}!5 = !{{}}\n!mine = !{{!9}}\n!9 = {node}\n");
        let back =
            pipeline::there_and_back(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        pipeline::reprint_ir(&back)
            .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&back)));
        let essence = node.split_once('(').expect("it has fields").0;
        assert_eq!(count_of(&back, essence), count_of(text.as_bytes(), essence), "{node}");
    }
}

/// Nodes stay distinct even if the dialect's attribute cannot represent the difference.
#[test]
fn files_that_differ_in_checksums_stay_two() {
    let checksum = "checksumkind: CSK_MD5, checksum: \"000102030405060708090a0b0c0d0e0f\"";
    let with_checksum = UNIT.replace("directory: \"/\"", &format!("directory: \"/\", {checksum}"));
    let text = with_checksum.replace("cu = !{!0}", "cu = !{!0, !7}")
        + "!5 = !{}\n\
        !7 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !8, producer: \"hand\", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)\n\
        !8 = !DIFile(filename: \"f.c\", directory: \"/\")\n";
    let back = pipeline::there_and_back(text.as_bytes()).expect("it comes back");
    assert_eq!((count_of(&back, "!DIFile("), count_of(&back, checksum)), (2, 1));
}

fn count_of(text: &[u8], what: &str) -> usize {
    String::from_utf8_lossy(text).matches(what).count()
}
