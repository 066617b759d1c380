//! Checks that stock `mlir-opt` and Tern's verifier agree on which modules are invalid.

use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::{Context, verify};
use tern_roundtrip_tests::oracle;
use tern_testing::Choices;
use tern_testing::dialect::mutate::mutate;
use tern_testing::dialect::{Options, module};
use tern_testing::property::Verdict;

use crate::{property, text};

/// A small module in generic form, possibly with one error.
fn mutant(case: &Choices) -> Vec<u8> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let mut choices = case.clone();
    let options = Options { functions: 1, blocks: 4, operations: 4, ..Options::default() };
    let mut made = module(&context, &mut choices, &options);
    mutate(&context, &mut made, &mut choices);
    asm::print(&context, &made, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// Tern's error for a module.
fn objection(source: &[u8]) -> Option<String> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    match asm::parse(&context, "mutant.mlir", source, &options) {
        Err(found) => Some(found.first().map(ToString::to_string).unwrap_or_default()),
        Ok(read) => verify::verify(&context, &read).first().map(ToString::to_string),
    }
}

/// The errors of `mlir-opt` for each module; the outer error means that it crashed.
fn objections(sources: &[Vec<u8>]) -> Result<Vec<Option<String>>, String> {
    const SEPARATOR: &[u8] = b"\n// -----\n";
    let mut starts = Vec::new();
    let (mut all, mut line) = (Vec::new(), 1);
    for source in sources {
        starts.push(line);
        for part in [source, SEPARATOR] {
            all.extend_from_slice(part);
            line += part.iter().filter(|&&byte| byte == b'\n').count();
        }
    }
    let flags = [
        "--allow-unregistered-dialect",
        "--split-input-file",
        "--mlir-print-op-on-diagnostic=false",
        "-o",
        "/dev/null",
    ];
    let mut found = vec![None; sources.len()];
    let Err(message) = oracle::run("mlir-opt", &flags, &all) else { return Ok(found) };
    for (line, error) in message.lines().filter_map(located) {
        let module = starts.partition_point(|&start| start <= line).checked_sub(1);
        if let Some(place) = module.and_then(|module| found.get_mut(module)) {
            place.get_or_insert_with(|| error.to_owned());
        }
    }
    match found.iter().any(Option::is_some) && !message.contains("PLEASE submit a bug report") {
        true => Ok(found),
        false => Err(message),
    }
}

/// Splits `<stdin>:line:column: error: text` into the line and the text.
fn located(message: &str) -> Option<(usize, &str)> {
    let place = &message[message.find("<stdin>:")? + "<stdin>:".len()..];
    let (line, rest) = place.split_once(':')?;
    let (_, text) = rest.split_once(" error: ")?;
    Some((line.parse().ok()?, text))
}

fn verdicts(cases: &[Choices]) -> Vec<Verdict> {
    let sources: Vec<Vec<u8>> = cases.iter().map(mutant).collect();
    let theirs = match objections(&sources) {
        Ok(theirs) => theirs,
        // A module that crashes MLIR allows no comparison.
        Err(_) if cases.len() <= 1 => return vec![Ok(())],
        Err(_) => {
            let (left, right) = cases.split_at(cases.len() / 2);
            return [verdicts(left), verdicts(right)].concat();
        }
    };
    let verdict = |(source, theirs): (&Vec<u8>, Option<String>)| match (objection(source), theirs) {
        (Some(ours), None) => Err(format!("only Tern objects: {ours}\n{}", text(source))),
        (None, Some(theirs)) => Err(format!("only MLIR objects: {theirs}\n{}", text(source))),
        _ => Ok(()),
    };
    sources.iter().zip(theirs).map(verdict).collect()
}

#[test]
fn mlir_opt_agrees_on_what_is_wrong() {
    property("mlir_opt_agrees_on_what_is_wrong").batches_of(250).check_batches(verdicts);
}
