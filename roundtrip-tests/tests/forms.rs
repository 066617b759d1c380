//! Metadata of a module that MLIR has terms for, and metadata that nearly is: a module for each case, as one node that has no such
//! form decides for all of its kind. LLVM says that nothing is lost, `mlir-translate` what upstream makes of it.

use tern_roundtrip_tests::{agreement, pipeline};

/// Named metadata, and whether it is attributes or operations of the module, or in the table.
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
}

/// What is modelled comes back in one order; another one is kept.
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
    // By behaviour: error, warning, override, append, append without doubles, max, min.
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
    // The list, and its edges.
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

/// Summaries of profiles: all rows, and each of them missing or wrong.
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
    // Without the rows that need not be there, the last of which is then another one.
    check(&[&ROWS[..7], &ROWS[9..]].concat());
    check(&[&ROWS[..7], &ROWS[9..], &ROWS[7..8]].concat());
    check(&[&ROWS[..7], &ROWS[8..9], &ROWS[7..8]].concat());
    check(&[&ROWS[..1], &ROWS[2..3], &ROWS[1..2], &ROWS[3..]].concat());
}
