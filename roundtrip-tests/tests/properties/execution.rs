//! Checks that functions give the same results before and after a round trip.

use tern_roundtrip_tests::{oracle, pipeline};
use tern_testing::Choices;
use tern_testing::property::Verdict;
use tern_testing::runnable::{INPUTS, program};

use crate::{about, property};

/// The output of a program: one line per case and input.
fn results(program: &[u8]) -> Result<Vec<String>, String> {
    let printed = oracle::run("lli", &["-O0", "-"], program)?;
    Ok(String::from_utf8_lossy(&printed).lines().map(str::to_owned).collect())
}

/// The LLVM IR that upstream makes of an imported module.
fn translated_by_mlir(imported: &[u8]) -> Result<Vec<u8>, String> {
    oracle::run("mlir-translate", &["--mlir-to-llvmir"], imported)
}

/// The verdict on each case: whether its lines are equal.
fn compared(cases: &[Choices], before: &[String], after: &[String]) -> Vec<Verdict> {
    let line = |lines: &[String], number: usize| lines.get(number).cloned().unwrap_or_default();
    let verdict = |case: usize| {
        let lines = case * INPUTS..(case + 1) * INPUTS;
        match lines
            .map(|number| (line(before, number), line(after, number)))
            .find(|(a, b)| a != b || a.is_empty())
        {
            None => Ok(()),
            Some((a, b)) => Err(format!("- {a}\n+ {b}\n{}", program(&cases[case..=case]))),
        }
    };
    (0..cases.len()).map(verdict).collect()
}

/// The processing of a module between its two runs.
type Way = fn(&[u8]) -> Result<Vec<u8>, String>;

/// By Tern alone, and by MLIR's export of Tern's import.
const WAYS: [Way; 2] = [pipeline::there_and_back, |source| translated_by_mlir(&pipeline::import(source)?)];

/// Runs all cases before and after processing; if a step fails, bisects them.
fn judged(cases: &[Choices]) -> Vec<Verdict> {
    let source = program(cases).into_bytes();
    let after = |way: Way| results(&about(way(&source), &source)?);
    let all = || Ok((results(&source)?, after(WAYS[0])?, after(WAYS[1])?));
    match all() {
        Ok((before, by_tern, by_mlir)) => {
            let both = compared(cases, &before, &by_tern).into_iter().zip(compared(cases, &before, &by_mlir));
            both.map(|(by_tern, by_mlir)| by_tern.and(by_mlir)).collect()
        }
        Err(reason) if cases.len() <= 1 => vec![about(Err(reason), &source)],
        Err(_) => {
            let (left, right) = cases.split_at(cases.len() / 2);
            [judged(left), judged(right)].concat()
        }
    }
}

/// Functions give the same results after the way there and back, and when `mlir-translate` exports their import.
#[test]
fn functions_give_the_same_results() {
    // Compiling the functions takes most of the time.
    property("functions_give_the_same_results").cases(1_500).batches_of(250).check_batches(judged);
}
