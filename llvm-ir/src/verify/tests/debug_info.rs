//! Debug information that is wrong: an error if something else leads to it, and otherwise a reason to remove it.

use crate::verify::{Options, verify, verify_with};

const NODES: &str = "!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n\
    !2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1)\n\
    !3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, unit: !2, spFlags: DISPFlagDefinition)\n\
    !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n!5 = !{}\n!6 = !{null}\n\
    !7 = !DISubroutineType(types: !6)\n!8 = !DILocalVariable(name: \"v\", scope: !3, type: !4)\n!9 = !{!\"x\"}\n\
    !12 = !DISubprogram(name: \"d\", spFlags: 0)\n!13 = !DILocation(line: 1, scope: !3)\n\
    !20 = distinct !DISubprogram(name: \"o\", unit: !2, spFlags: DISPFlagDefinition)\n\
    !21 = !DILocation(line: 1, scope: !20)\n!23 = !DILocalVariable(name: \"a\", arg: 1, scope: !3, type: !4)\n\
    !24 = !DILocalVariable(name: \"b\", arg: 1, scope: !3, type: !4)\n";

/// The sentences of the problems, and of what is wrong with the debug information that is removed.
fn sentences(text: &str) -> (Vec<String>, Vec<String>) {
    let module = crate::read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let report = verify(&module);
    let messages = |problems: Vec<super::super::Problem>| problems.into_iter().map(|it| it.message).collect();
    (messages(report.problems), messages(report.debug_info))
}

#[test]
fn nodes_that_named_metadata_leads_to_are_right() {
    for (node, sentence) in [
        ("!DILocation(line: 1, scope: !4)", "location requires a valid scope"),
        ("!DILocation(line: 1, scope: !12)", "scope points into the type hierarchy"),
        ("!DILocalVariable(scope: !4)", "local variable requires a valid scope"),
        ("!DILocalVariable(scope: !3, type: !7)", "invalid type"),
        ("!DIBasicType(tag: DW_TAG_member, name: \"x\")", "invalid tag"),
        ("!DIDerivedType(tag: DW_TAG_member, baseType: !5)", "invalid base type"),
        (
            "!DIDerivedType(tag: DW_TAG_member, baseType: !4, dwarfAddressSpace: 1)",
            "DWARF address space only applies to pointer or reference types",
        ),
        ("!DIDerivedType(tag: DW_TAG_set_type, baseType: !7)", "invalid set base type"),
        ("!DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, dwarfAddressSpace: 1)", ""),
        ("!DICompositeType(tag: DW_TAG_array_type)", "array types must have a base type"),
        ("!DICompositeType(tag: DW_TAG_union_type, elements: !4)", "invalid composite elements"),
        (
            "!DICompositeType(tag: DW_TAG_union_type, elements: !6)",
            "DISubprogram contains null entry in `elements` field",
        ),
        (
            "!DICompositeType(tag: DW_TAG_union_type, flags: DIFlagTypePassByValue | DIFlagTypePassByReference)",
            "invalid reference flags",
        ),
        ("!DISubroutineType(types: !9)", "invalid subroutine type ref"),
        ("!DISubprogram(name: \"y\", line: 3, spFlags: 0)", "line specified with no file"),
        (
            "!DISubprogram(name: \"y\", unit: !2, spFlags: 0)",
            "subprogram declarations must not have a compile unit",
        ),
        ("distinct !DISubprogram(name: \"y\")", "subprogram definitions must have a compile unit"),
        ("!DISubrange(count: i64 -2)", "invalid subrange count"),
        ("!DIGenericSubrange(count: !8)", "GenericSubrange must contain lowerBound"),
        ("!DILexicalBlock(scope: !3, column: 3)", "cannot have column info without line info"),
        (
            "!DIFile(filename: \"a\", directory: \"\", checksumkind: CSK_MD5, checksum: \"00\")",
            "invalid checksum length",
        ),
        ("!DIMacro(type: DW_MACINFO_start_file, name: \"a\")", "invalid macinfo type"),
        ("!DIModule(scope: null, name: \"\")", "anonymous module"),
        ("!DIImportedEntity(tag: DW_TAG_imported_module, scope: !9)", "invalid scope for imported entity"),
        (
            "!DIImportedEntity(tag: DW_TAG_imported_module, scope: null, entity: !31)\n!31 = distinct !DIAssignID()",
            "",
        ),
        (
            "!DIDerivedType(tag: DW_TAG_member, baseType: null, extraData: !{})",
            "extraData must be ConstantAsMetadata, MDString, DIObjCProperty, or MDTuple with single ConstantAsMetadata operand",
        ),
        ("!DIDerivedType(tag: DW_TAG_member, baseType: null, extraData: !{i32 1})", ""),
        ("!DIDerivedType(tag: DW_TAG_friend, baseType: null, extraData: !{})", ""),
        (
            "!DIDerivedType(tag: DW_TAG_template_alias, baseType: null, extraData: i32 1)",
            "invalid template parameters",
        ),
        (
            "distinct !DISubprogram(name: \"s\", spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !{!8})",
            "invalid retained nodes, retained node does not belong to subprogram",
        ),
        ("!DIGlobalVariableExpression(var: !9, expr: !DIExpression())", "invalid global variable ref"),
        ("!{!DIExpression(DW_OP_swap)}", "invalid expression"),
        ("!{!DIExpression(DW_OP_LLVM_fragment, 0, 8, DW_OP_deref)}", "invalid expression"),
        ("!{!DIExpression(DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8)}", ""),
        ("!{!DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_entry_value, 1)}", ""),
    ] {
        let (problems, removed) = sentences(&format!("{NODES}!30 = {node}\n!named = !{{!30}}\n"));
        assert_eq!(problems.first().map_or("", String::as_str), sentence, "{node}");
        assert_eq!(removed.len(), 0, "{node}");
    }
}

/// A function with debug information.
fn function(attachment: &str, body: &str) -> String {
    format!(
        "define void @f(i32 %i, ptr %p) {attachment} {{\n  {body}\n}}\n!llvm.module.flags = !{{!0}}\n!llvm.dbg.cu = !{{!2}}\n\
         !0 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n{NODES}"
    )
}

#[test]
fn broken_debug_information_is_removed() {
    for (attachment, body, sentence) in [
        ("!dbg !3", "ret void, !dbg !13", ""),
        ("!dbg !3", "ret void, !dbg !21", "!dbg attachment points at wrong subprogram for function"),
        ("!dbg !3", "ret void, !dbg !9", "invalid !dbg metadata attachment"),
        ("!dbg !9", "ret void", "function !dbg attachment must be a subprogram"),
        ("!dbg !3 !dbg !20", "ret void", "function must have a single !dbg attachment"),
        (
            "!dbg !3",
            "#dbg_value(!9, !8, !DIExpression(), !13)\n  ret void",
            "invalid #dbg record address/value",
        ),
        (
            "!dbg !3",
            "#dbg_value(i32 %i, !9, !DIExpression(), !13)\n  ret void",
            "invalid #dbg record variable",
        ),
        ("!dbg !3", "#dbg_value(i32 %i, !8, !9, !13)\n  ret void", "invalid #dbg record expression"),
        (
            "!dbg !3",
            "#dbg_value(i32 %i, !8, !DIExpression(), !9)\n  ret void",
            "invalid #dbg record DILocation",
        ),
        (
            "!dbg !3",
            "#dbg_value(i32 %i, !8, !DIExpression(), !21)\n  ret void",
            "mismatched subprogram between #dbg record variable and DILocation",
        ),
        (
            "!dbg !3",
            "#dbg_value(i32 %i, !8, !DIExpression(DW_OP_LLVM_fragment, 16, 32), !13)\n  ret void",
            "fragment is larger than or outside of variable",
        ),
        (
            "!dbg !3",
            "#dbg_value(i32 %i, !23, !DIExpression(), !13)\n  #dbg_value(i32 %i, !24, !DIExpression(), !13)\n  ret void",
            "conflicting debug info for argument",
        ),
    ] {
        let text = function(attachment, body);
        let (problems, removed) = sentences(&text);
        assert_eq!(problems.len(), 0, "{text}\n{problems:?}");
        assert!(
            removed.iter().any(|it| it == sentence) || sentence.is_empty() && removed.is_empty(),
            "{text}\n{removed:?}"
        );
    }
}

#[test]
fn what_remains_of_debug_information_is_right() {
    // Another attachment than `!dbg` leads to the location.
    let sentence = "DILocation not allowed within this metadata node";
    let text =
        function("!dbg !9", "ret void, !foo !30").replace("!1 = !DIFile", "!30 = !{!13}\n!1 = !DIFile");
    let (problems, removed) = sentences(&text);
    assert_eq!(problems, [sentence]);
    assert!(removed.iter().any(|it| it == "function !dbg attachment must be a subprogram"), "{removed:?}");
    // A loop loses its locations, but not what else has its properties attached.
    let nodes = "!30 = distinct !{!30, !13}\n!31 = !{!30}\n!1 = !DIFile";
    for (attachments, rest) in [("!llvm.loop !30", vec![]), ("!llvm.loop !30, !foo !31", vec![sentence])] {
        let text = function("!dbg !9", &format!("ret void, {attachments}")).replace("!1 = !DIFile", nodes);
        assert_eq!(sentences(&text).0, rest, "{attachments}");
    }
    // Without a version, nothing of it is verified.
    let unversioned = function("!dbg !9", "ret void").replace("i32 3}", "i32 1}");
    assert_eq!(sentences(&unversioned), (vec![], vec![]));
}

#[test]
fn calls_of_described_functions_have_locations() {
    let with = |call: &str| {
        format!(
            "define void @f() !dbg !3 {{\n  {call}\n  ret void\n}}\ndefine void @o() !dbg !20 {{\n  ret void\n}}\n\
             !llvm.module.flags = !{{!0}}\n!0 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n{NODES}"
        )
    };
    let sentence = "inlinable function call in a function with debug info must have a !dbg location";
    assert_eq!(sentences(&with("call void @o()")), (vec![], vec![sentence.to_owned()]));
    assert_eq!(sentences(&with("call void @o(), !dbg !13")), (vec![], vec![]));
    // A function that is called with another type cannot be inlined.
    assert_eq!(sentences(&with("call void @o(i32 1)")), (vec![], vec![]));
}

#[test]
fn a_repeated_member_of_a_type_with_an_identifier_is_the_first_one() {
    let with = |identifier: &str| {
        format!(
            "!llvm.module.flags = !{{!0}}\n!x = !{{!2, !3}}\n!0 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n\
             !1 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\"{identifier})\n\
             !2 = !DISubprogram(name: \"f\", linkageName: \"g\", scope: !1, spFlags: 0)\n\
             !3 = !DISubprogram(name: \"h\", linkageName: \"g\", scope: !1, spFlags: 0, unit: !0)\n"
        )
    };
    let sentence = "subprogram declarations must not have a compile unit";
    assert_eq!(sentences(&with("")).1, [sentence]);
    assert_eq!(sentences(&with(", identifier: \"S\"")), (vec![], vec![]));
}

#[test]
fn a_function_may_be_defined_in_a_type_that_is_not_united_with_others() {
    let text = "define void @f() !dbg !2 {\n  ret void\n}\n\
        !llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!3}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !1 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", identifier: \"S\")\n\
        !2 = distinct !DISubprogram(name: \"f\", scope: !1, spFlags: DISPFlagDefinition, unit: !3)\n\
        !3 = distinct !DICompileUnit(language: DW_LANG_C, file: !4)\n!4 = !DIFile(filename: \"a.c\", directory: \"/\")\n";
    let sentence = "definition subprograms cannot be nested within DICompositeType when enabling ODR";
    assert_eq!(sentences(text), (vec![], vec![sentence.to_owned()]));
    let module = crate::read(text.as_bytes(), "f.ll").unwrap();
    let report = verify_with(&module, Options { unites_types: false });
    assert!(report.is_empty() && report.ignored.is_none());
}

#[test]
fn units_are_listed_where_types_are_not_united() {
    let text = "define void @f() !dbg !1 {\n  ret void\n}\n!llvm.module.flags = !{!0}\n\
        !0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
        !1 = distinct !DISubprogram(name: \"f\", spFlags: DISPFlagDefinition, unit: !2)\n\
        !2 = distinct !DICompileUnit(language: DW_LANG_C, file: !3)\n!3 = !DIFile(filename: \"a.c\", directory: \"/\")\n";
    assert_eq!(sentences(text), (vec![], vec![]));
    let module = crate::read(text.as_bytes(), "f.ll").unwrap();
    let report = verify_with(&module, Options { unites_types: false });
    assert_eq!(report.debug_info[0].message, "DICompileUnit not listed in llvm.dbg.cu");
    assert!(report.ignored.is_some());
}
