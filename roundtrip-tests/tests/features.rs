//! Tests of the feature table in the README: each row names a module, and states correctly what Tern and `mlir-translate` do
//! with it.

use std::collections::BTreeSet;

use tern_roundtrip_tests::oracle::{self, essence, first_difference, printed_by_llvm, printed_whole_by_llvm};
use tern_roundtrip_tests::{pipeline, samples};

/// The folder of the modules, relative to the root of the workspace.
const FOLDER: &str = "roundtrip-tests/features";

/// A row: the module, and the verdicts on Tern and on upstream.
struct Row<'a> {
    module: &'a str,
    tern: &'a str,
    upstream: &'a str,
}

fn rows(readme: &str) -> Vec<Row<'_>> {
    let row = |line| -> Option<Row<'_>> {
        let (_, rest) = str::split_once(line, "](roundtrip-tests/features/")?;
        let (module, rest) = rest.split_once(')')?;
        let mut cells = rest.split('|').map(str::trim).skip(1);
        Some(Row { module, tern: cells.next()?, upstream: cells.next()? })
    };
    readme.lines().filter_map(row).collect()
}

/// The verdict `kept`, `lost` (with the first difference) or `refused` (with the message).
fn verdict(module: &[u8], back: Result<Vec<u8>, String>) -> (&'static str, String) {
    let back = match back {
        Ok(back) => back,
        Err(error) => return ("refused", error),
    };
    let lines = |text: &[u8]| printed_whole_by_llvm(text).map(|printed| essence(&printed));
    let before = lines(module).unwrap_or_else(|error| panic!("LLVM refuses the module itself: {error}"));
    match lines(&back) {
        Err(error) => ("refused", error),
        Ok(after) => match first_difference(&before, &after) {
            None => ("kept", String::new()),
            Some(difference) => ("lost", difference),
        },
    }
}

fn upstream(module: &[u8]) -> Result<Vec<u8>, String> {
    let imported = oracle::run("mlir-translate", &["--import-llvm", "--mlir-print-debuginfo"], module)?;
    oracle::run("mlir-translate", &["--mlir-to-llvmir"], &imported)
}

#[test]
fn the_table_says_what_is_so() {
    let root = samples::root();
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let rows = rows(&readme);
    let files = samples::files(&root.join(FOLDER), "ll");
    let names = files.iter().map(|file| file.file_name().unwrap().to_str().unwrap().to_owned());
    let listed: BTreeSet<_> = rows.iter().map(|row| row.module.to_owned()).collect();
    assert_eq!(listed, names.collect(), "each module has a row, and each row a module");
    for row in rows {
        let module = std::fs::read(root.join(FOLDER).join(row.module)).unwrap();
        let (tern, why) = verdict(&module, pipeline::there_and_back(&module));
        assert_eq!(tern, row.tern, "{}, Tern: {why}", row.module);
        let (theirs, why) = verdict(&module, upstream(&module));
        assert_eq!(theirs, row.upstream, "{}, mlir-translate: {why}", row.module);
    }
}

/// A module survives exactly if no losses are reported. Modules that are rejected have their own tests.
#[test]
fn all_losses_are_reported_and_nothing_else() {
    let root = samples::root();
    let folders = [FOLDER, "examples", "roundtrip-tests/cases", "roundtrip-tests/gallery"];
    let files = folders.iter().flat_map(|folder| samples::files(&root.join(folder), "ll"));
    let texts = files.filter_map(|file| Some((file.display().to_string(), std::fs::read(&file).ok()?)));
    let generated = (0..100).map(|seed| {
        let mut choices = tern_testing::Choices::from_seed(seed);
        let options = tern_testing::llvm::Options { beyond_opt: true, ..Default::default() };
        let module = tern_testing::llvm::module(&mut choices, &options);
        (format!("seed {seed}"), tern_llvm_ir::write(&module))
    });
    let mut compared = 0;
    for (name, text) in texts.chain(generated) {
        let Ok(fate) = pipeline::fate(&text) else { continue };
        compared += 1;
        assert_eq!(fate.difference.is_some(), !fate.losses.is_empty(), "{name}: {fate:?}");
    }
    assert!(compared > 150, "{compared}");
}

/// Modules are equal exactly if LLVM prints them equally.
#[test]
fn equal_results_are_printed_the_same_by_llvm() {
    let variants: &[(&str, &str, bool)] = &[
        (
            "define void @f(ptr %p) {\n  %v = load i32, ptr %p, align 4, !range !1, !invariant.load !2, !range2 !0\n  ret void\n}\n",
            "define void @f(ptr %p) {\n  %v = load i32, ptr %p, align 4, !range2 !0, !invariant.load !2, !range !1\n  ret void\n}\n",
            true,
        ),
        (
            "define i32 @f(i32 %7, i32 %9) {\n12:\n  %20 = add nsw nuw i32 %7, %9\n  ret i32 %20\n}\n",
            "define i32 @f(i32 %0, i32 %1) {\n  %3 = add nuw nsw i32 %0, %1\n  ret i32 %3\n}\n",
            true,
        ),
        (
            "%4 = type { i8 }\n%2 = type { i16, %4 }\n@x = global %2 zeroinitializer\n%u = type { ptr }\n",
            "%0 = type { i16, %1 }\n%1 = type { i8 }\n@x = global %0 zeroinitializer\n",
            true,
        ),
        ("@x = global ptr null, !n !0\n", "@x = global ptr null, !n !3\n!3 = !{!\"a\"}\n", true),
        (
            "!n = !{!4}\n!4 = !DIFile(directory: \"d\", filename: \"f\")\n",
            "!n = !{!9}\n!9 = !DIFile(filename: \"f\", directory: \"d\")\n",
            true,
        ),
        ("@x = global i32 0\n", "@x = global i32 1\n", false),
        ("@x = global i32 0\n", "@x = constant i32 0\n", false),
        ("define void @f() cold {\n  ret void\n}\n", "define void @f() hot {\n  ret void\n}\n", false),
        ("!n = !{!4}\n!4 = distinct !{}\n", "!n = !{!4}\n!4 = !{}\n", false),
    ];
    let nodes = "!0 = !{!\"a\"}\n!1 = !{i32 0, i32 5}\n!2 = !{}\n";
    for (one, other, same) in variants {
        let [one, other] = [one, other].map(|text| format!("{text}{nodes}"));
        let printed = |text: &str| {
            essence(&printed_by_llvm(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}")))
        };
        assert_eq!(
            first_difference(&printed(&one), &printed(&other)).is_none(),
            *same,
            "LLVM: {one}\n{other}"
        );
        let read = |text: &str| {
            tern_llvm_ir::read(text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"))
        };
        let found = tern_llvm_ir::compare::first_difference(&read(&one), &read(&other));
        assert_eq!(found.is_none(), *same, "{one}\n{other}\n{found:?}");
    }
}
