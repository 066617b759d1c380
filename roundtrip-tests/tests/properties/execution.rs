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
type Way = dyn Fn(&[u8]) -> Result<Vec<u8>, String>;

/// Runs all cases before and after processing; if a step fails, bisects them.
fn judged(cases: &[Choices], way: &Way) -> Vec<Verdict> {
    let source = program(cases).into_bytes();
    let both = || Ok((results(&source)?, results(&about(way(&source), &source)?)?));
    match both() {
        Ok((before, after)) => compared(cases, &before, &after),
        Err(reason) if cases.len() <= 1 => vec![about(Err(reason), &source)],
        Err(_) => {
            let (left, right) = cases.split_at(cases.len() / 2);
            [judged(left, way), judged(right, way)].concat()
        }
    }
}

#[test]
fn functions_give_the_same_results_after_the_way_there_and_back() {
    property("functions_give_the_same_results_after_the_way_there_and_back")
        .batches_of(250)
        .check_batches(|cases| judged(cases, &pipeline::there_and_back));
}

/// The imported module means the same to MLIR and to Tern.
#[test]
fn functions_give_the_same_results_when_mlir_translates_their_import() {
    let way = |source: &[u8]| translated_by_mlir(&pipeline::import(source)?);
    property("functions_give_the_same_results_when_mlir_translates_their_import")
        .batches_of(250)
        .check_batches(|cases| judged(cases, &way));
}
