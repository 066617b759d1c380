//! Checks that LLVM's reader and verifier and Tern's agree on which modules are wrong: mutants of generated modules and of sample files,
//! changed in the model. `TERN_CASES` and `TERN_SEED` search further; `examples/verdicts.rs` lists all disagreements by kind.

use std::path::{Path, PathBuf};

use tern_llvm_ir::Module;
use tern_llvm_ir::writer::write_unchecked;
use tern_roundtrip_tests::{samples, verdicts};
use tern_testing::property::{Property, Verdict};
use tern_testing::{Choices, llvm, mutants};

/// The number of modules that LLVM looks at in one process.
const BATCH: usize = 100;

/// Larger files are left to `examples/verdicts.rs`.
const LARGEST: u64 = 16 << 10;

fn property(name: &'static str) -> Property {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    Property::new(name, &folder).cases(400).batches_of(BATCH).seed(20_778)
}

/// Whether the verdicts on a mutant of what `make` makes agree, for each case.
fn agree(cases: &[Choices], make: impl Fn(&mut Choices) -> Module) -> Vec<Verdict> {
    let mutants: Vec<(Module, Vec<&str>)> =
        cases.iter().map(|case| mutants::mutant(&mut case.clone(), &make)).collect();
    let texts: Vec<Vec<u8>> = mutants.iter().map(|(module, _)| write_unchecked(module)).collect();
    let said = verdicts::of_llvm(&texts);
    let each = mutants.iter().zip(&texts).zip(&said);
    each.map(|(((module, made), text), llvm)| match verdicts::disagreement(module, text, llvm) {
        None => Ok(()),
        Some(said) => Err(format!("{said}\n{made:?}\n{}", String::from_utf8_lossy(text))),
    })
    .collect()
}

fn generated(choices: &mut Choices) -> Module {
    let options = llvm::Options { functions: 1, blocks: 4, instructions: 4, ..llvm::Options::default() };
    llvm::module(choices, &options)
}

#[test]
fn verdicts_agree_on_mutants_of_generated_modules() {
    property("verdicts_agree_on_mutants_of_generated_modules").check_batches(|cases| agree(cases, generated));
}

#[test]
fn verdicts_agree_on_mutants_of_files() {
    let is_small = |path: &PathBuf| path.metadata().is_ok_and(|metadata| metadata.len() <= LARGEST);
    let paths = samples::llvm().into_iter().filter(is_small);
    let texts: Vec<Vec<u8>> = paths.map(|path| std::fs::read(path).expect("a sample can be read")).collect();
    // Some are of a newer LLVM.
    let said = verdicts::of_llvm(&texts);
    let right = texts.iter().zip(&said).filter(|(_, llvm)| **llvm == verdicts::Verdict::Accepted);
    let files: Vec<Module> =
        right.filter_map(|(text, _)| tern_llvm_ir::read(text, "sample.ll").ok()).collect();
    assert!(!files.is_empty(), "there are samples");
    let one = |choices: &mut Choices| choices.pick(&files).clone();
    property("verdicts_agree_on_mutants_of_files").check_batches(|cases| agree(cases, one));
}
