//! Each fast path gives what its plain twin gives (`tern_roundtrip_tests::both_ways`): on files, on generated modules of LLVM IR and of
//! all dialects, on mutants of both, and on what is made for paths that these seldom take.

use std::path::PathBuf;
use std::sync::LazyLock;

use rayon::prelude::*;
use tern_mlir::asm::{self, PrintOptions};
use tern_mlir::{Context, bytecode};
use tern_roundtrip_tests::hostile::{self, Language};
use tern_roundtrip_tests::{both_ways, samples};
use tern_testing::mutate::Dictionary;
use tern_testing::property::{Property, Verdict};
use tern_testing::{Choices, dialect, llvm};

fn property(name: &'static str) -> Property {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("regressions");
    Property::new(name, &folder).seed(20_778)
}

/// Adds the text to what is wrong with it.
fn about(verdict: Verdict, text: &[u8]) -> Verdict {
    verdict.map_err(|wrong| format!("{wrong}\n{}", String::from_utf8_lossy(text)))
}

fn llvm(text: &[u8]) -> Verdict {
    about(both_ways::llvm(text), text)
}

fn mlir(text: &[u8]) -> Verdict {
    about(both_ways::mlir(text), text)
}

/// In half of the cases, a mutant of the text.
fn mutated(text: Vec<u8>, dictionary: &Dictionary, choices: &mut Choices) -> Vec<u8> {
    match choices.chance(50) {
        true => dictionary.mutated(&text, choices),
        false => text,
    }
}

static LLVM: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::of(hostile::corpus(Language::Llvm)));
static MLIR: LazyLock<Dictionary> = LazyLock::new(|| Dictionary::of(hostile::corpus(Language::Mlir)));

#[test]
fn files_of_the_repository() {
    let folders = ["examples", "roundtrip-tests"].map(|folder| samples::root().join(folder));
    let of = |extension| folders.iter().flat_map(move |folder| samples::files(folder, extension));
    let paths: Vec<PathBuf> = of("ll").chain(of("mlir")).chain(samples::assembler()).collect();
    assert!(paths.len() > 300, "{}", paths.len());
    all_of(&paths, 48 << 10);
}

/// Modules of a corpus, where there is one.
#[test]
fn files_of_the_corpus() {
    all_of(&samples::corpus(), 16 << 10);
}

/// Compares what is done with the files of at most this size.
fn all_of(paths: &[PathBuf], largest: usize) {
    let wrong: Vec<String> = paths
        .par_iter()
        .filter_map(|path| {
            let text = std::fs::read(path).expect("it can be read");
            let verdict = match path.extension() {
                _ if text.len() > largest => Ok(()),
                Some(extension) if extension == "ll" => both_ways::llvm(&text),
                _ => parts(&text).try_for_each(both_ways::mlir),
            };
            verdict.err().map(|wrong| format!("{}: {wrong}", path.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The modules of a file, which are divided by `// -----`.
fn parts(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    const DIVIDER: &[u8] = b"// -----\n";
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let at = text.windows(DIVIDER.len()).position(|window| window == DIVIDER);
        rest = at.map(|at| &text[at + DIVIDER.len()..]);
        Some(&text[..at.unwrap_or(text.len())])
    })
}

#[test]
fn generated_llvm_ir() {
    property("generated_llvm_ir").cases(300).check(|choices| {
        let module = llvm::module(choices, &llvm::Options::default());
        llvm(&mutated(tern_llvm_ir::write(&module), &LLVM, choices))
    });
}

#[test]
fn generated_modules_of_the_dialect_llvm() {
    property("generated_modules_of_the_dialect_llvm").cases(300).check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let options = dialect::Options { for_export: choices.chance(70), ..dialect::Options::default() };
        let made = dialect::module(&context, choices, &options);
        let options =
            PrintOptions { generic: choices.chance(20), debug_info: true, ..PrintOptions::default() };
        mlir(&mutated(asm::print(&context, &made, &options), &MLIR, choices))
    });
}

#[test]
fn generated_bytecode() {
    property("generated_bytecode").cases(60).check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let made = dialect::module(&context, choices, &dialect::Options::default());
        let mut bytes = bytecode::write(&context, &made, &bytecode::WriteOptions::default());
        if choices.chance(50) {
            bytes = tern_testing::mutate::bytes(&bytes, choices);
        }
        both_ways::bytecode(&bytes)
    });
}

/// Mutants of files.
#[test]
fn mutated_files() {
    property("mutated_files").cases(300).check(|choices| match choices.chance(50) {
        true => llvm(&hostile::input(Language::Llvm, &LLVM, choices)),
        false => mlir(&hostile::input(Language::Mlir, &MLIR, choices)),
    });
}
