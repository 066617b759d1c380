//! Checks that Tern agrees with LLVM and MLIR about a module.

use std::sync::LazyLock;

use regex::Regex;

use crate::oracle::{self, essence, first_difference, printed_by_llvm};
use crate::pipeline::{self, Result};

fn lines(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text).lines().map(str::to_owned).collect()
}

/// Checks that LLVM prints two modules equally.
fn same_to_llvm(before: &[u8], after: &[u8]) -> Result<()> {
    let before = essence(&printed_by_llvm(before)?);
    let after = essence(&printed_by_llvm(after)?);
    first_difference(&before, &after).map_or(Ok(()), Err)
}

/// Checks that a module of LLVM IR survives a round trip, according to LLVM, and that LLVM's verifier accepts the result.
pub fn nothing_is_lost(text: &[u8]) -> Result<()> {
    let back = pipeline::there_and_back(text)?;
    oracle::run("opt", &["-passes=verify", "-disable-output", "-"], &back)?;
    same_to_llvm(text, &back)
}

/// Numbers of metadata nodes in messages, which depend on what was printed before.
static NODE_NUMBERS: LazyLock<Regex> = LazyLock::new(|| Regex::new("![0-9]+").expect("it is a regex"));

/// A message of upstream when it tries representations of a constant; whether it appears depends on what was tried before.
const ASIDE: &str = "error: scalable vectors not supported";

/// Checks that the upstream-compatible import gives the result and the messages of `mlir-translate`. If that crashes, there is
/// nothing to compare. (Positions of messages are compared by `tests/upstream.rs`.)
pub fn imports_as_upstream(text: &[u8]) -> Result<()> {
    let flags = ["--import-llvm", "--mlir-print-debuginfo", "--emit-expensive-warnings"];
    let upstream = oracle::answer("mlir-translate", &flags, text);
    let (imported, said) = pipeline::import_as_upstream(text);
    if upstream.status == oracle::CRASHED {
        return Ok(());
    }
    let without_numbers = |text: &str| NODE_NUMBERS.replace_all(text, "!N").into_owned();
    let all = without_numbers(&upstream.said);
    let mut rest = all.as_str();
    for message in said.iter().filter(|message| !message.ends_with(ASIDE)) {
        let after = rest.split_once(&without_numbers(message)).map(|(_, after)| after);
        rest = after.ok_or_else(|| format!("{message}\nis not what upstream says next:\n{rest}"))?;
    }
    let is_said = |line: &&str| line.contains(": error: ") || line.contains(": warning: ");
    if let Some(line) = rest.lines().filter(|line| !line.ends_with(ASIDE)).find(is_said) {
        return Err(format!("upstream says, too: {line}"));
    }
    match imported {
        Err(_) if upstream.status != "0" => Ok(()),
        Err(error) => Err(format!("upstream accepts it: {error}")),
        Ok(_) if upstream.status != "0" => Err(format!("upstream refuses it: {}", upstream.said)),
        Ok(imported) => first_difference(&lines(&upstream.printed), &lines(&imported)).map_or(Ok(()), Err),
    }
}

/// The number of attempts to reproduce an export of upstream: it inserts a block for each repeated successor with arguments, in
/// the order of addresses, which differs between runs. (In SQLite at -O2, a `switch` repeats two successors: two texts, each
/// half of the time.)
const ASKED: usize = 48;

/// Checks that Tern exports a module of the dialect as upstream does. If upstream cannot export it (at times, not even its own
/// import), or LLVM cannot read the result, there is nothing to compare.
pub fn exports_as_upstream(module: &[u8]) -> Result<()> {
    let Ok(mut upstream) = oracle::run("mlir-translate", &["--mlir-to-llvmir"], module) else {
        return Ok(());
    };
    let ours = pipeline::export_as_upstream(module)?;
    if essence(&upstream) == essence(&ours) {
        return Ok(());
    }
    let ours = match printed_by_llvm(&ours) {
        Ok(printed) => essence(&printed),
        Err(_) if printed_by_llvm(&upstream).is_err() => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut difference = None;
    for _ in 0..ASKED {
        let Ok(printed) = printed_by_llvm(&upstream) else { return Ok(()) };
        let Some(found) = first_difference(&essence(&printed), &ours) else { return Ok(()) };
        difference.get_or_insert(found);
        upstream = oracle::run("mlir-translate", &["--mlir-to-llvmir"], module)?;
    }
    difference.map_or(Ok(()), Err)
}
