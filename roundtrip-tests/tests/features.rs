//! The feature table of the README: each row names a module, and says truly what Tern and what `mlir-translate` make of it.

use std::collections::BTreeSet;

use tern_roundtrip_tests::oracle::{self, essence, first_difference, printed_by_llvm};
use tern_roundtrip_tests::{pipeline, samples};

/// Where the modules are, from the root of the workspace.
const FOLDER: &str = "roundtrip-tests/features";

/// A row: the module, what Tern and what upstream make of it.
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

/// `kept`, `lost` (with the first difference) or `refused` (with the message).
fn verdict(module: &[u8], back: Result<Vec<u8>, String>) -> (&'static str, String) {
    let back = match back {
        Ok(back) => back,
        Err(error) => return ("refused", error),
    };
    let lines = |text: &[u8]| printed_by_llvm(text).map(|printed| essence(&printed));
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
