//! The examples of `docs/QUERY.md`, its table, and what is wrong with wrong queries.

use super::Query;

const GUIDE: &str = include_str!("../../../docs/QUERY.md");

/// The contents of the fenced blocks of the guide of a language.
fn fenced(language: &str) -> String {
    let start = format!("```{language}\n");
    let blocks = GUIDE.split(&start).skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn the_examples_of_the_guide_are_true() {
    let module = tern_llvm_ir::read(fenced("llvm").as_bytes(), "guide.ll").unwrap();
    let mut expected = String::new();
    let mut count = 0;
    for line in fenced("query").lines().filter(|line| !line.is_empty() && !line.starts_with(' ')) {
        count += 1;
        let query = Query::parse(line).unwrap_or_else(|error| panic!("{error}"));
        expected += &format!("{line}\n");
        query.run(&module).iter().for_each(|answer| expected += &format!("    {answer}\n"));
    }
    let found: String =
        fenced("query").lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
    assert!(found == expected && count > 60, "{count} examples; they find:\n{expected}");
}

#[test]
fn the_table_of_the_guide_has_all_words() {
    let mut table = String::from("| word | about | meaning |\n|---|---|---|\n");
    for word in Query::words() {
        table += &format!("| {} |\n", word.row().join(" | "));
    }
    assert!(GUIDE.contains(&table), "the table is:\n{table}");
}

/// The column, the message and the notes of each wrong query.
#[test]
fn wrong_queries_are_explained() {
    for (text, expected) in [
        ("stor to @x", "1: `stor` is no word for instructions | did you mean `store`?"),
        (
            "call to malloc not in lops and in loops deep 2",
            "41: `deep` is no word for instructions | did you mean `depth`?",
        ),
        ("functions recursve", "11: `recursve` is no word for functions | did you mean `recursive`?"),
        ("functions volatile", "11: `volatile` is about instructions, not about functions"),
        (
            "store in functions called from main volatile",
            "37: `volatile` is about instructions, not about functions | write `and` before it if it is about the instructions before",
        ),
        ("load of i32 in", "15: expected functions or a name, found the end"),
        ("load of node", "9: `node` is no type | a struct is `%node`"),
        ("load of flaots", "9: `flaots` is no type | did you mean `floats`?"),
        ("store to (@x", "13: expected `)`, found the end"),
        ("store to @x, @y", "12: `,` means nothing here | write `or`"),
        ("store to @x)", "12: did not expect `)`"),
        ("call to /(/", "9: `/(/` is no regular expression | error: unclosed group"),
        ("call to \"x", "9: a quoted text has no end"),
        ("icmp depth x", "12: expected a number, found `x`"),
        ("load ordering seqcst", "15: `seqcst` is no ordering | did you mean `seq_cst`?"),
        ("functions with attribute noinlin", "26: `noinlin` is no attribute | did you mean `noinline`?"),
        ("load at f.c:x", "9: `x` is no line, nor `FIRST-LAST`"),
        ("load at f.c:9-3", "9: the last line is before the first"),
        ("icmp where operand 1 is constnt", "25: `constnt` is no value | did you mean `constant`?"),
        ("icmp operand 1 constant", "16: expected `is`, found `constant`"),
        (
            "@x",
            "1: `@x` is no condition of instructions | write how it is related: `to`, `from`, `uses`, `in`, `named`",
        ),
        ("functions main", "11: `main` is no word for functions | a name is `@main` or `\"main\"`"),
        ("blocks in blocks", "11: a block is in no other"),
        ("call may writ @x", "10: `writ` is no access | did you mean `write`?"),
        ("load $", "6: `$` is no word for instructions"),
        ("load ^", "6: `^` means nothing here"),
        ("call with", "10: expected a condition, found the end"),
        ("store or", "9: expected a condition, found the end | the opcode is `operation or`"),
        ("or", "1: expected a condition, found `or` | the opcode is `operation or`"),
        ("and of i32", "1: expected a condition, found `and` | the opcode is `operation and`"),
        ("load and or store", "10: expected a condition, found `or` | the opcode is `operation and`"),
        ("(load or) volatile", "9: expected a condition, found `)` | the opcode is `operation or`"),
        ("functions or declared", "11: expected a condition, found `or`"),
        ("load and ()", "11: expected a condition, found `)`"),
        ("store to ()", "11: expected a condition, found `)`"),
        ("alloca used by or store", "16: expected a condition, found `or`"),
        (
            "load ordering foo",
            "15: `foo` is no ordering | it is one of `unordered`, `monotonic`, `acquire`, `release`, `acq_rel`, `seq_cst`",
        ),
        ("blocks e", "8: `e` is no word for blocks | a name is `%e` or `\"e\"`"),
        ("functions convention fastc", "22: `fastc` is no calling convention | did you mean `fastcc`?"),
    ] {
        let error = Query::parse(text).expect_err(text);
        let notes: Vec<&str> = error.notes().iter().map(String::as_str).collect();
        let parts = [&[error.message()], &notes[..]].concat().join(" | ");
        assert_eq!(format!("{}: {parts}", error.column()), expected, "{text}");
    }
}

/// How much each query finds in a module.
fn assert_counts(text: &str, expected: &[(&str, usize)]) {
    let module = tern_llvm_ir::read(text.as_bytes(), "x.ll").unwrap_or_else(|error| panic!("{error}"));
    for &(pattern, count) in expected {
        let query = Query::parse(pattern).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(query.count(&module), count, "{pattern}");
    }
}

#[test]
fn opcodes_that_are_words_of_the_language_are_found() {
    let text = "define i32 @f(i32 %a) {\n  %b = and i32 %a, 1\n  %c = or i32 %b, 2\n  ret i32 %c\n}\n";
    assert_counts(
        text,
        &[
            ("operation and", 1),
            ("operation or or operation and", 2),
            ("ret operand 0 is operation or", 1),
            ("operation or where operand 0 is operation and", 1),
        ],
    );
}

#[test]
fn regular_expressions_have_classes_boundaries_and_case() {
    let text = "declare void @Memcpy()\ndeclare void @memcpy_8()\ndeclare void @memset.i()\ndeclare void @m\u{e4}()\n";
    let text = text.replace("@m\u{e4}", "@\"m\u{e4}\"");
    assert_counts(
        &text,
        &[
            ("functions /^(?i)memcpy/", 2),
            ("functions /\\d$/", 1),
            ("functions /^mem\\w+$/", 1),
            ("functions /\\bi\\b/", 1),
            ("functions /^m\\w$/", 1),
        ],
    );
}

#[test]
fn allocas_count_their_elements() {
    let text = "define void @f(i32 %n) {\n  %a = alloca i64\n  %b = alloca i64, i32 5\n  %c = alloca i64, i32 %n\n  ret void\n}\n";
    assert_counts(text, &[("alloca size 8", 1), ("alloca size 40", 1), ("alloca size >= 0", 2)]);
}

/// The values alone, in LLVM's order.
#[test]
fn blocks_are_no_operands() {
    let text = "declare void @g(i32)\ndeclare i32 @p(...)\ndefine void @f(i1 %c, i32 %n) personality ptr @p {\n\
        \x20 br i1 %c, label %a, label %b\na:\n  switch i32 %n, label %b [\n    i32 3, label %c1\n    i32 4, label %c1\n  ]\n\
        b:\n  invoke void @g(i32 %n) to label %c1 unwind label %l\nc1:\n  ret void\n\
        l:\n  %x = landingpad { ptr, i32 } cleanup\n  ret void\n}\n\
        define void @pad() personality ptr @p {\n  invoke void @g(i32 1) to label %a unwind label %b\na:\n  ret void\n\
        b:\n  %x = cleanuppad within none [i32 7]\n  cleanupret from %x unwind to caller\n}\n";
    assert_counts(
        text,
        &[
            ("br operands 1 and operand 0 is %c", 1),
            ("switch operands 3 and operand 0 is %n and operand 2 is 4", 1),
            ("call operands 2 and operand 0 is %n and operand 1 is @g", 1),
            ("cleanuppad operands 2 and operand 0 is none and operand 1 is 7", 1),
        ],
    );
}

#[test]
fn calls_of_intrinsics_count() {
    let text = "declare i32 @llvm.ctpop.i32(i32)\ndeclare i32 @llvm.abs.i32(i32, i1)\n\
        define i32 @f(i32 %a) {\n  %b = call i32 @llvm.ctpop.i32(i32 %a)\n  ret i32 %b\n}\n\
        define i32 @g(i32 %a) {\n  %b = call i32 @f(i32 %a)\n  ret i32 %b\n}\n";
    assert_counts(
        text,
        &[
            ("functions called", 2),
            ("functions not called and intrinsic", 1),
            ("functions called from f", 1),
            ("functions called from g", 1),
            ("functions calling llvm.ctpop.*", 1),
            ("functions calling llvm.abs.*", 0),
            ("functions reachable from g", 3),
            ("functions reaching llvm.ctpop.i32", 3),
        ],
    );
}

/// What the linker may put in the place of an alias can do anything, like what it may put in the place of a function.
#[test]
fn weak_aliases_may_do_anything() {
    let text = "@h = global i32 0\n@x = global i32 0\n@strong = alias void (), ptr @f\n@fal = weak alias void (), ptr @f\n\
        define void @f() {\n  store i32 1, ptr @x\n  ret void\n}\n\
        define weak void @w() {\n  ret void\n}\n\
        define void @main() {\n  call void @f()\n  call void @strong()\n  call void @fal()\n  call void @w()\n  ret void\n}\n";
    assert_counts(text, &[("call may write @h", 2), ("call may write @x", 4), ("call direct", 4)]);
}

#[test]
fn deep_queries_are_refused() {
    let text = format!("{}load{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(Query::parse(&text).unwrap_err().message(), "this is nested too deeply");
    let nots = "not ".repeat(100_000) + "load";
    assert_eq!(Query::parse(&nots).unwrap_err().message(), "this is nested too deeply");
}

#[test]
fn names_that_no_global_has_are_told() {
    let module = tern_llvm_ir::read(b"@x = global i32 0\n", "x.ll").unwrap();
    let query =
        Query::parse("store to @x in (functions called from mian or /a/) or call to (f or @x)").unwrap();
    let mut unknown = query.unknown_names(&module);
    unknown.sort();
    assert_eq!(unknown, [("mian", 38)]);
}

#[test]
fn places_are_told() {
    let text = b"@x = global i32 0\ndefine void @f() !dbg !1 {\n  store i32 1, ptr @x, !dbg !3\n  ret void\n}\n\
        !llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!4}\n!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2)\n\
        !1 = distinct !DISubprogram(name: \"f\", file: !2, scope: !2, unit: !0, line: 3, spFlags: DISPFlagDefinition)\n\
        !2 = !DIFile(filename: \"dir/f.c\", directory: \"/src\")\n!3 = !DILocation(line: 4, column: 2, scope: !1)\n\
        !4 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
    let module = tern_llvm_ir::read(text, "f.ll").unwrap();
    for (pattern, count) in [
        ("store at f.c:4", 1),
        ("store at dir/f.c:3-5", 1),
        ("store at f.c", 1),
        ("store at f.c:5", 0),
        ("functions at f.c:3", 1),
        ("functions at g.c", 0),
        ("with !dbg", 1),
    ] {
        assert_eq!(Query::parse(pattern).unwrap().count(&module), count, "{pattern}");
    }
    let query = Query::parse("store").unwrap();
    let answers = query.describe(&module, &query.find(&module), Some(text));
    assert_eq!((answers[0].line, answers[0].source.as_deref()), (Some(3), Some("dir/f.c:4:2")));
}

/// Any text gives a query or an error.
#[test]
fn broken_queries_do_no_harm() {
    let texts = fenced("query") + "load named \"ä\" in /ö/ with !ü of <4 x %\"é\"> at \"a b.c:1\"\n";
    for line in texts.lines() {
        let ends: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
        for &end in &ends {
            let _ = Query::parse(&line[..end]);
            let _ = Query::parse(&line[end..]);
            for insert in ["(", " not ", "\"", "/", "%", " or ", "<"] {
                let _ = Query::parse(&format!("{}{insert}{}", &line[..end], &line[end..]));
            }
        }
    }
}

/// A chain of queries is answered in time that does not double with each.
#[test]
fn chains_of_queries_are_fast() {
    let mut text = String::from("define i32 @f(i32 %x0) {\n");
    for n in 1..60 {
        text += &format!("  %x{n} = add i32 %x{}, %x{}\n", n - 1, n - 1);
    }
    text += "  ret i32 %x59\n}\n";
    let module = tern_llvm_ir::read(text.as_bytes(), "f.ll").unwrap();
    let query = "add uses ".repeat(50) + "%x0";
    assert_eq!(Query::parse(&query).unwrap().count(&module), 1);
    let query = "add used by ".repeat(50) + "ret";
    assert_eq!(Query::parse(&query).unwrap().count(&module), 1);
}
