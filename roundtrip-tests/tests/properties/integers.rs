//! Integers out of range: Tern's reader and LLVM's make the same module from a text, or both reject it.

use std::collections::BTreeSet;

use tern_roundtrip_tests::oracle;
use tern_testing::canonical::merged_nodes;
use tern_testing::property::{Verdict, halved};
use tern_testing::{Choices, integers};

use super::{about, alike, property};

/// A line that no reader accepts, and one that separates texts for `mlir-translate`, which reads many in one process.
const END: &str = "refused\n; ----\n";

/// For each text, whether LLVM's reader rejects it before its end.
fn refused(texts: &[String]) -> Vec<bool> {
    let (mut together, mut begins, mut line) = (END.to_owned(), Vec::new(), 2);
    for text in texts {
        together += text;
        together += END;
        begins.push((line, text.lines().count()));
        line += text.lines().count() + 2;
    }
    let said = oracle::answer(
        "mlir-translate",
        &["--import-llvm", "--split-input-file=; ----"],
        together.as_bytes(),
    );
    // `error: within split at <stdin>:12 offset :2:16: error: …`; the first number is that of the line before the text.
    let at = said.said.lines().filter_map(|said| {
        let (begin, error) = said.split_once("within split at <stdin>:")?.1.split_once(" offset :")?;
        let line = error.split(':').next()?;
        // LLVM's lexer reports this, but continues.
        let is_only_said =
            error.contains("value number (too large)") || error.contains("bigger than 64 bits");
        if is_only_said {
            return None;
        }
        Some((begin.parse::<usize>().ok()?, line.parse::<usize>().ok()?))
    });
    let at: BTreeSet<(usize, usize)> = at.collect();
    // The line before the text counts as the first one.
    let before_end = |&(begin, lines): &(usize, usize)| {
        at.range((begin, 0)..=(begin, usize::MAX)).next().is_some_and(|&(_, line)| line <= lines + 1)
    };
    begins.iter().map(before_end).collect()
}

/// Prints a text with the reader only, without verification.
fn printed(text: &[u8]) -> Result<Vec<u8>, String> {
    oracle::run("opt", &["-S", "-disable-verify", "-", "-o", "-"], text)
}

/// Checks that LLVM's reader rejects all these texts, which Tern's rejects for these reasons.
fn all_refused(texts: &[String], reasons: &[String]) -> Verdict {
    for ((text, reason), refused) in texts.iter().zip(reasons).zip(refused(texts)) {
        // The error may only be found after the end.
        if !refused
            && oracle::run("llvm-as", &["-disable-verify", "-", "-o", "/dev/null"], text.as_bytes()).is_ok()
        {
            return Err(format!("only Tern refuses it: {reason}\n{text}"));
        }
    }
    Ok(())
}

#[test]
fn integers_are_read_or_refused_as_llvm_does_it() {
    let same = |cases: &[Choices]| -> Verdict {
        let (mut read, mut refused, mut reasons) = (String::new(), Vec::new(), Vec::new());
        for (number, case) in cases.iter().enumerate() {
            let text = integers::entities(&mut case.clone(), 1_000 + number);
            match tern_llvm_ir::read(text.as_bytes(), "integers.ll") {
                Ok(_) => read += &text,
                Err(error) => {
                    refused.push(text);
                    reasons.push(error.to_string());
                }
            }
        }
        let source = read.as_bytes();
        let ours =
            about(tern_llvm_ir::read(source, "integers.ll").map_err(|error| error.to_string()), source)?;
        let before = about(printed(source), source)?;
        let after = about(printed(&tern_llvm_ir::write(&ours)), source)?;
        // LLVM may distinguish nodes whose integers have different widths, which is not printed.
        let merged = |text: &[u8]| merged_nodes(&String::from_utf8_lossy(text)).into_bytes();
        alike(&before, &after, source).or_else(|_| alike(&merged(&before), &merged(&after), source))?;
        match refused.is_empty() {
            true => Ok(()),
            false => all_refused(&refused, &reasons),
        }
    };
    property("integers_are_read_or_refused_as_llvm_does_it")
        .batches_of(500)
        .check_batches(|cases| halved(cases, &same));
}
