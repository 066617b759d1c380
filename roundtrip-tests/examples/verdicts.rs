//! Looks for mutants on which LLVM and Tern disagree, and lists them by what is said:
//! `cargo run -p tern-roundtrip-tests --example verdicts -- COUNT SEED FOLDER [FILE…]`. The mutants are those of generated modules, or of
//! the files. The shortest mutant of each kind is written to FOLDER. With a COUNT of 0, the files themselves are compared; with the word
//! `unchanged` for the files, generated modules.
//!
//! What is not compared: mutants on which LLVM crashes. What mutants do not have: the wrong kind of node where LLVM takes whatever is
//! there without a look (`inlinedAt:`, `var:`, the value of the flag `CG Profile`), and attributes that only a newer LLVM has at their place. Types of
//! debug information are not united by their identifiers, as `opt` does.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tern_llvm_ir::Module;
use tern_llvm_ir::writer::write_unchecked;
use tern_roundtrip_tests::verdicts::{self, Verdict};
use tern_testing::property::seed_of_case;
use tern_testing::{Choices, llvm, mutants};

/// Something on which they disagree: what is said, what was changed, the text.
type Found = (String, String, Vec<u8>);

/// The mutants in a batch.
const BATCH: u64 = 100;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0);
    let (count, seed) = (number(), number());
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "target/verdicts".to_owned()));
    let mut files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let is_unchanged = files.first().is_some_and(|word| *word == *"unchanged");
    if is_unchanged {
        files.clear();
    }
    let found: Vec<Found> = match count {
        0 => files.par_chunks(4).flat_map_iter(of_files).collect(),
        _ => {
            let modules = readable(&files);
            let starts: Vec<u64> = (0..count).step_by(BATCH as usize).collect();
            let make = if is_unchanged {
                |seed, _: &[Module]| (generated(&mut Choices::from_seed(seed)), Vec::new())
            } else {
                mutant
            };
            let batch = |&start: &u64| of_batch(start..(start + BATCH).min(count), seed, &modules, make);
            starts.par_iter().flat_map_iter(batch).collect()
        }
    };
    let mut kinds: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    for it in found {
        kinds.entry(it.0.clone()).or_default().push(it);
    }
    std::fs::create_dir_all(&folder).expect("it can be created");
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, found)| std::cmp::Reverse(found.len()));
    for (index, (said, mut found)) in kinds.into_iter().enumerate() {
        found.sort_by_key(|(_, _, text)| text.len());
        let file = folder.join(format!("{index:03}.ll"));
        std::fs::write(&file, &found[0].2).expect("it can be written");
        println!("{:5} {}: {} | {}", found.len(), file.display(), said, found[0].1);
    }
}

fn read(path: &Path) -> Option<Module> {
    let text = std::fs::read(path).ok()?;
    catch_unwind(|| tern_llvm_ir::read(&text, "file.ll").ok()).ok()?
}

/// The files that can be read and written again.
fn readable(files: &[PathBuf]) -> Vec<Module> {
    files.par_iter().filter_map(|path| read(path)).collect()
}

fn of_files(files: &[PathBuf]) -> Vec<Found> {
    let texts: Vec<Vec<u8>> = files.iter().map(|path| std::fs::read(path).unwrap_or_default()).collect();
    let llvm = verdicts::of_llvm(&texts);
    let each = files.iter().zip(&texts).zip(&llvm);
    each.filter_map(|((path, text), llvm)| {
        let tern = verdicts::of_tern(text).0;
        (!tern.agrees(llvm)).then(|| (said(&tern, llvm), path.display().to_string(), text.clone()))
    })
    .collect()
}

/// Makes a module from a seed, and says what was changed.
type Make = fn(u64, &[Module]) -> (Module, Vec<&'static str>);

fn of_batch(cases: std::ops::Range<u64>, seed: u64, modules: &[Module], make: Make) -> Vec<Found> {
    let mutants: Vec<(Module, Vec<&str>)> =
        cases.map(|case| make(seed_of_case(seed, case), modules)).collect();
    let texts: Vec<Vec<u8>> = mutants.iter().map(|(module, _)| write_unchecked(module)).collect();
    let llvm = verdicts::of_llvm(&texts);
    let each = mutants.iter().zip(&texts).zip(&llvm);
    each.filter_map(|(((module, made), text), llvm)| {
        let disagree = catch_unwind(AssertUnwindSafe(|| {
            let tern = verdicts::of_tern(text).0;
            match tern.agrees(llvm) {
                false => Some(said(&tern, llvm)),
                true => verdicts::disagreement(module, text, llvm)
                    .map(|_| "the model: ".to_owned() + llvm.sentence()),
            }
        }));
        let said = disagree.unwrap_or_else(|_| Some("it panics".to_owned()))?;
        Some((said, made.join(", "), text.clone()))
    })
    .collect()
}

fn generated(choices: &mut Choices) -> Module {
    let options = llvm::Options { functions: 1, blocks: 4, instructions: 4, ..Default::default() };
    llvm::module(choices, &options)
}

fn mutant(seed: u64, modules: &[Module]) -> (Module, Vec<&'static str>) {
    mutants::mutant(&mut Choices::from_seed(seed), |choices| match modules.is_empty() {
        true => generated(choices),
        false => modules[choices.number() as usize % modules.len()].clone(),
    })
}

/// What both say, without what differs from case to case.
fn said(tern: &Verdict, llvm: &Verdict) -> String {
    let letter = |verdict: &Verdict| match verdict {
        Verdict::Accepted => "accepts",
        Verdict::Unreadable(_) => "reader:",
        Verdict::Wrong(_) => "verifier:",
        Verdict::Crashed => "crashes",
    };
    let plain = |verdict: &Verdict| {
        let sentence = verdict.sentence();
        let sentence = sentence.split_once(": error: ").map_or(sentence, |(_, sentence)| sentence);
        let quoted: String = sentence.split('\'').step_by(2).collect();
        quoted.chars().filter(|letter| !letter.is_ascii_digit()).take(100).collect::<String>()
    };
    format!("Tern {} {} / LLVM {} {}", letter(tern), plain(tern), letter(llvm), plain(llvm))
}
