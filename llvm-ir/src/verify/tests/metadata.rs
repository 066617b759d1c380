//! Attachments, access tags, module flags: modules that are wrong, and the sentence that says so.

use super::problems;

/// Each text is put into a module; the sentence is that of the first problem, or empty if there is none.
#[track_caller]
fn table(module: impl Fn(&str) -> String, rows: &[(&str, &str)]) {
    for (text, sentence) in rows {
        let module = module(text);
        let found = problems(&module);
        assert_eq!(found.first().map_or("", String::as_str), *sentence, "{module}");
    }
}

/// An instruction with the attachment `!0`, and nodes.
fn attached(text: &str) -> String {
    let (inst, nodes) = text.split_once(" | ").unwrap();
    format!(
        "declare void @g()\ndeclare i32 @h()\ndefine void @f(ptr %p, i32 %i, float %x, i1 %c) {{\n  {inst} !0\n  ret void\n}}\n\
         !0 = {}\n",
        nodes.replace("; ", "\n")
    )
}

#[test]
fn ranges_are_apart_and_in_order() {
    let module = |range: &str| attached(&format!("%v = load i32, ptr %p, !range | !{{{range}}}"));
    let range = [
        ("i32 0, i32 10", ""),
        ("i32 10, i32 0", ""),
        ("i32 -10, i32 -5, i32 0, i32 2", ""),
        ("", "It should have at least one range!"),
        ("i32 1", "Unfinished range!"),
        ("!\"a\", i32 1", "The lower limit must be an integer!"),
        ("i32 1, !\"a\"", "The upper limit must be an integer!"),
        ("i32 0, i64 5", "Range pair types must match!"),
        ("i64 0, i64 5", "Range types must match instruction type!"),
        ("i32 5, i32 5", "The upper and lower limits cannot be the same value"),
        ("i32 0, i32 0", "Range must not be empty!"),
        ("i32 -1, i32 -1", "Range must not be empty!"),
        ("i32 0, i32 10, i32 5, i32 20", "Intervals are overlapping"),
        ("i32 20, i32 30, i32 0, i32 10", "Intervals are not in order"),
        ("i32 0, i32 10, i32 10, i32 20", "Intervals are contiguous"),
        ("i32 0, i32 2, i32 4, i32 6, i32 8, i32 1", "Intervals are overlapping"),
        ("i32 0, i32 2, i32 4, i32 6, i32 8, i32 0", "Intervals are contiguous"),
    ];
    table(module, &range);
    let absolute = |range: &str| format!("@x = external global i8, !absolute_symbol !0\n!0 = !{{{range}}}\n");
    table(absolute, &[("i64 -1, i64 -1", ""), ("i64 0, i64 0", "Range must not be empty!")]);
}

#[test]
fn attachments_stand_where_they_mean_something() {
    let stack = "!{!1}; !1 = !{!2, !\"cold\"}; !2 = ";
    let rows = [
        ("%v = add i32 %i, 1, !range | !{i32 0, i32 1}", "Ranges are only for loads, calls and invokes!"),
        ("%v = call i32 @h(), !range | !{i32 0, i32 1}", ""),
        ("store i32 1, ptr %p, !noalias.addrspace | !{i64 0, i64 1}", "noalias.addrspace type must be i32!"),
        (
            "%v = add i32 %i, 1, !invariant.group | !{}",
            "invariant.group metadata is only for loads and stores",
        ),
        ("%v = load i32, ptr %p, !nonnull | !{}", "nonnull applies only to pointer types"),
        ("%v = load ptr, ptr %p, !nonnull | !{i32 1}", "nonnull metadata must be empty"),
        (
            "%v = load ptr, ptr %p, !dereferenceable | !{i32 4}",
            "dereferenceable, dereferenceable_or_null metadata value must be an i64!",
        ),
        ("%v = inttoptr i32 %i to ptr, !dereferenceable_or_null | !{i64 4}", ""),
        ("%v = load ptr, ptr %p, !align | !{i64 3}", "align metadata value must be a power of 2!"),
        ("%v = load ptr, ptr %p, !align | !{i64 4}", ""),
        ("%v = load ptr, ptr %p, !nofree | !{}", "nofree applies only to inttoptr instruction"),
        ("%v = add i32 %i, 1, !fpmath | !{float 1.0}", "fpmath requires a floating point result!"),
        ("%v = fadd float %x, %x, !fpmath | !{float 0.0}", "fpmath accuracy not a positive number!"),
        ("%v = fadd float %x, %x, !fpmath | !{double 1.0}", "fpmath accuracy must have float type"),
        ("%v = fadd float %x, %x, !fpmath | !{i32 1}", "invalid fpmath accuracy!"),
        ("call void @g(), !prof | !{!\"branch_weights\", i32 1, i32 2}", "Wrong number of operands"),
        ("%v = select i1 %c, i32 1, i32 2, !prof | !{!\"branch_weights\", !\"expected\", i32 1, i32 2}", ""),
        (
            "%v = load i32, ptr %p, !prof | !{!\"branch_weights\", i32 1}",
            "!prof branch_weights are not allowed for this instruction",
        ),
        ("call void @g(), !prof | !{!\"VP\", i32 9, i64 1, i64 2, i64 3}", "Invalid VP !prof kind"),
        ("call void @g(), !prof | !{!\"other\", i32 1}", "expected either branch_weights or VP profile name"),
        (
            "call void @g(), !prof | !{!\"unknown\"}",
            "'unknown' !prof should have a single additional operand",
        ),
        (
            "call void @g(), !memprof | !{!1}; !1 = !{}",
            "Each !memprof MemInfoBlock should have at least 2 operands",
        ),
        ("%v = load i32, ptr %p, !callsite | !{i64 1}", "!callsite metadata should only exist on calls"),
        ("fence seq_cst, !mmra | !{!\"a\"}", "!mmra metadata tuple operand is not an MMRA tag"),
        ("fence seq_cst, !mmra | !{!\"a\", !\"b\"}", ""),
        ("%v = add i32 %i, 1, !annotation | !{i32 1}", "operands must be a string or a tuple of strings"),
        ("store ptr %p, ptr %p, !captures | !{!\"all\"}", "invalid entry in !captures metadata"),
        ("call void @g(), !alloc_token | !{!\"a\"}", "!alloc_token must have 2 operands"),
        (
            "call void %p(), !callee_type | !{!1}; !1 = !{i64 0, !\"t\"}",
            "Only generalized type metadata can be part of the callee_type metadata list",
        ),
        (
            "call void %p(), !callee_type | !DIEnumerator(name: \"a\", value: 1)",
            "The callee_type metadata must be a list of type metadata nodes",
        ),
        ("call void %p(), !callee_type | !DIExpression()", ""),
        (
            "%v = load ptr, ptr %p, !nonnull | !DIFile(filename: \"a.c\", directory: \"/\")",
            "nonnull metadata must be empty",
        ),
        ("%v = load ptr, ptr %p, !nonnull | !DIExpression()", ""),
        (
            "%v = load i32, ptr %p, !tbaa | !{!1, !2, i64 0}; !1 = !{!\"s\", !2, i64 0}; !2 = !{!\"int\", !3, i64 0}; \
             !3 = !DIFile(filename: \"a.c\", directory: \"/\")",
            "Access type node must be a valid scalar type",
        ),
        ("%v = load i32, ptr %p, !noalias | !{!1}; !1 = !{!1}", "scope must have two or three operands"),
        (
            "%v = load i32, ptr %p, !alias.scope | !{!1}; !1 = !{!\"a\", !2}; !2 = !{i32 1}",
            "first domain operand must be self-referential or string",
        ),
        (
            "%v = load i32, ptr %p, !llvm.access.group | !{!1}; !1 = !{!1}",
            "Access scope list contains invalid access scope",
        ),
        ("%v = load i32, ptr %p, !llvm.access.group | !{!1}; !1 = distinct !{}", ""),
    ];
    table(attached, &rows);
    table(
        |node| attached(&format!("call void @g(), !memprof | {stack}{node}")),
        &[("!{i64 1}", ""), ("!{}", "call stack metadata should have at least 1 operand")],
    );
}

#[test]
fn functions_and_variables_have_attachments_of_their_own() {
    let function = |text: &str| {
        format!(
            "define void @f() {text} {{\n  ret void\n}}\n!0 = !{{!\"function_entry_count\", i64 1}}\n\
        !1 = !{{i32 1}}\n!2 = !{{i64 1}}\n!3 = !{{!\"x\", i64 1}}\n"
        )
    };
    table(
        function,
        &[
            ("!prof !0 !kcfi_type !1", ""),
            ("!prof !0 !prof !0", "function must have a single !prof attachment"),
            ("!kcfi_type !2", "expected a 32-bit integer constant operand for !kcfi_type"),
            (
                "!prof !3",
                "first operand should be 'function_entry_count' or 'synthetic_function_entry_count'",
            ),
        ],
    );
    let variable =
        |text: &str| format!("@x = global i32 0, !associated !0\n@a = alias i32, ptr @x\n!0 = !{{{text}}}\n");
    table(
        variable,
        &[
            ("ptr null", ""),
            ("", "associated metadata must have one operand"),
            ("null", "associated metadata must have a global value"),
            ("!\"x\"", "associated metadata must be ValueAsMetadata"),
            ("i32 1", "associated value must be pointer typed"),
            ("ptr @a", "global values should not associate to themselves"),
        ],
    );
}

#[test]
fn tags_of_errno_are_tuples() {
    let text = "!llvm.errno.tbaa = !{!0}\n!0 = !DIFile(filename: \"a.c\", directory: \"/\")\n";
    super::says(text, &["TBAA metadata cannot have 0 operands"]);
}

#[test]
fn access_tags_lead_from_the_base_to_the_access() {
    let module = |text: &str| {
        let (tag, base) = text.split_once(" | ").unwrap();
        format!(
            "define void @f(ptr %p) {{\n  %v = load i32, ptr %p, !tbaa !0\n  ret void\n}}\n!0 = !{{{tag}}}\n!6 = !{{{base}}}\n\
             !7 = !{{!\"int\", !8, i64 0}}\n!8 = !{{!\"char\", !9, i64 0}}\n!9 = !{{!\"root\"}}\n!x = !{{!6, !7}}\n"
        )
    };
    let pair = "!\"s\", !7, i64 0, !7, i64 4";
    let with = |tag: &'static str, sentence| (format!("{tag} | {pair}"), sentence);
    let rows = [
        with("!6, !7, i64 4", ""),
        with("!7, !7, i64 0, i64 1", ""),
        with("!6, !7, i64 2", "Offset not zero at the point of scalar access"),
        with("!6, !6, i64 0", "Access type node must be a valid scalar type"),
        with("!6, !7, i32 0", "Access bit-width not the same as description bit-width"),
        with("!8, !7, i64 0", "Did not see access type in access path!"),
        with("!7, !7, !\"a\"", "Offset must be constant integer"),
        with("!7, !7, i64 0, i64 2", "Immutability part of the struct tag metadata must be either 0 or 1"),
        with("!7, !7, i64 0, i64 1, i64 1", "Struct tag metadata must have either 3 or 4 operands"),
        ("!6, !7, i64 0 | !\"s\", !7, i64 4, !7, i64 0".into(), "Offsets must be increasing!"),
        (
            "!6, !7, i64 0 | !\"s\", i32 1, i64 0, !7, i64 4".into(),
            "Incorrect field entry in struct type node!",
        ),
        (
            "!6, !7, i64 0 | !\"s\", !7, i64 0, !7".into(),
            "Struct tag nodes must have an odd number of operands!",
        ),
        (
            "!6, !7, i64 0 | !\"s\", !7, i64 4, !7, i64 8".into(),
            "Could not find TBAA parent in struct type node",
        ),
    ];
    let rows: Vec<(&str, &str)> = rows.iter().map(|(text, sentence)| (text.as_str(), *sentence)).collect();
    table(module, &rows);
}

#[test]
fn module_flags_have_a_behavior_a_name_and_a_value() {
    let module = |flag: &str| {
        format!(
            "!llvm.module.flags = !{{!0}}\n!0 = !{{{flag}}}\n!1 = !{{!\"b\", i32 1}}\n!2 = !{{!1}}\n!x = !{{!2}}\n"
        )
    };
    table(
        module,
        &[
            ("i32 1, !\"a\", i32 1", ""),
            ("i32 1, !\"a\"", "incorrect number of operands in module flag"),
            ("!\"x\", !\"a\", i32 1", "invalid behavior operand in module flag (expected constant integer)"),
            ("i32 9, !\"a\", i32 1", "invalid behavior operand in module flag (unexpected constant)"),
            ("i32 1, i32 1, i32 1", "invalid ID operand in module flag (expected metadata string)"),
            (
                "i32 8, !\"a\", i32 -1",
                "invalid value for 'min' module flag (expected constant non-negative integer)",
            ),
            ("i32 7, !\"a\", !\"b\"", "invalid value for 'max' module flag (expected constant integer)"),
            ("i32 3, !\"a\", !1", "invalid requirement on flag, flag is not present in module"),
            ("i32 3, !\"a\", i32 1", "invalid value for 'require' module flag (expected metadata pair)"),
            (
                "i32 5, !\"a\", i32 1",
                "invalid value for 'append'-type module flag (expected a metadata node)",
            ),
            ("i32 5, !\"CG Profile\", !2", "expected a MDNode triple"),
            ("i32 1, !\"wchar_size\", !\"4\"", "wchar_size metadata requires constant integer argument"),
        ],
    );
    table(
        |entry| format!("!llvm.ident = !{{!0}}\n!0 = !{{{entry}}}\n"),
        &[
            ("!\"tern\"", ""),
            ("", "incorrect number of operands in llvm.ident metadata"),
            ("i32 1", "invalid value for llvm.ident metadata entry operand(the operand should be a string)"),
        ],
    );
}
