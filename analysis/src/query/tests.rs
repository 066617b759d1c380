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
        ("functions convention fastc", "22: `fastc` is no calling convention | did you mean `fastcc`?"),
    ] {
        let error = Query::parse(text).expect_err(text);
        let notes: Vec<&str> = error.notes().iter().map(String::as_str).collect();
        let parts = [&[error.message()], &notes[..]].concat().join(" | ");
        assert_eq!(format!("{}: {parts}", error.column()), expected, "{text}");
    }
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
