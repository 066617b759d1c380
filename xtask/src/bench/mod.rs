//! `cargo xtask bench`: compares the cost of Tern's work with upstream's and with LLVM's own parser, and measures how it grows
//! with the input.

mod analyses;
mod bitcode;
mod compare;
mod plot;
mod scaling;
mod stages;
mod verification;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use wait4::Wait4;

use crate::{Outcome, built_tern, corpus, oracle};

/// Measures import and export as ratios to mlir-translate and to LLVM's own parse.
///
/// For each file, medians of alternating runs: `tern import` and `tern export` against mlir-translate's, and against the
/// floor that no tool built on LLVM's reader can beat: `opt` that only parses; for export, `opt -S`, which parses and
/// prints. Absolute times do not carry from machine to machine, ratios do.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Modules of LLVM IR, or `@list`; by default the larger ones of the dev corpus.
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    /// How many runs the median is taken of.
    #[arg(long, default_value_t = 5)]
    runs: usize,

    /// Also show the parts of the work, by `--mlir-timing` of both tools.
    #[arg(long)]
    stages: bool,

    /// Also compare verification of LLVM IR with LLVM's verifier.
    #[arg(long)]
    verification: bool,

    /// Also compare structural analyses with the time of reading and with LLVM's.
    #[arg(long)]
    analyses: bool,

    /// Also compare reading and writing bitcode with LLVM's.
    #[arg(long)]
    bitcode: bool,

    /// Another build of tern to compare with, such as that of the last release.
    #[arg(long, value_name = "TERN")]
    against: Option<PathBuf>,

    /// Instead, show how time and memory grow with the input, from 1 KiB to so many MiB.
    #[arg(long, value_name = "MIB", conflicts_with_all = ["files", "stages", "verification", "analyses", "bitcode", "against"])]
    scaling: Option<u64>,

    /// Draw what `--scaling` measured.
    #[arg(long, value_name = "SVG", requires = "scaling")]
    plot: Option<PathBuf>,
}

/// By default, only modules of at least this size are measured; for smaller ones, start-up time dominates.
pub(crate) const WORTH_MEASURING: u64 = 1 << 20;

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    let tern = built_tern()?;
    let runs = args.runs.max(1);
    if let Some(limit) = args.scaling {
        return scaling::run(&tern, limit << 20, args.plot.as_deref());
    }
    let mut files = corpus::files(&args.files)?;
    if args.files.is_empty() {
        files.retain(|file| file.metadata().is_ok_and(|metadata| metadata.len() >= WORTH_MEASURING));
    }
    let mut complete = true;
    compare::heading(args.against.is_some());
    for file in &files {
        complete &= compare::measure(&tern, args.against.as_deref(), file, runs)?;
    }
    if args.stages {
        for file in &files {
            complete &= stages::measure(&tern, file, runs)?;
        }
    }
    if args.verification {
        let verify = verification::built_verify()?;
        verification::heading();
        for file in &files {
            complete &= verification::measure(&verify, file, runs)?;
        }
    }
    if args.analyses {
        let program = analyses::built_analyses()?;
        analyses::heading();
        for file in &files {
            complete &= analyses::measure(&program, file, runs)?;
        }
    }
    if args.bitcode {
        bitcode::heading();
        for file in &files {
            complete &= bitcode::measure(&tern, file, runs)?;
        }
    }
    Ok(complete)
}

/// The cost of running a command.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    /// The peak resident set size, in bytes.
    memory: u64,
}

/// A command that reads a file, with its messages discarded.
fn command(program: &Path, flags: &[&str], input: &Path, output: Option<&Path>) -> Command {
    let mut command = Command::new(program);
    command.args(flags).arg(input).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Some(output) = output {
        command.arg("-o").arg(output);
    }
    command
}

/// Runs a command and measures its cost; `None` if the command fails.
fn cost(command: &mut Command) -> Result<Option<Cost>, String> {
    let start = Instant::now();
    let child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let used = child.wait4().map_err(|error| format!("{command:?}: {error}"))?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(used.status.success().then_some(Cost { seconds, memory: used.rusage.maxrss }))
}

/// The median time and the largest memory of the runs; `None` if one failed.
fn median_cost(runs: &[Option<Cost>]) -> Option<Cost> {
    let runs: Vec<Cost> = runs.iter().copied().collect::<Option<_>>()?;
    let memory = runs.iter().map(|run| run.memory).max()?;
    Some(Cost { seconds: median(runs.iter().map(|run| run.seconds))?, memory })
}

/// The median of some numbers.
fn median(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    match figures.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(figures[middle]),
        _ => Some((figures[middle - 1] + figures[middle]) / 2.0),
    }
}

/// The size of a file in MiB.
fn mebibytes(file: &Path) -> f64 {
    file.metadata().map_or(0, |metadata| metadata.len()) as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_ignores_outliers_and_failures_count() {
        let run = |seconds, memory| Some(Cost { seconds, memory });
        let cost = median_cost(&[run(1.0, 5), run(9.0, 7), run(2.0, 6)]).unwrap();
        assert_eq!((cost.seconds, cost.memory), (2.0, 7));
        assert!(median_cost(&[run(1.0, 5), None]).is_none());
        assert_eq!(median_cost(&[run(1.0, 5), run(3.0, 5)]).unwrap().seconds, 2.0);
    }

    #[test]
    fn a_failing_command_costs_nothing() {
        assert!(cost(&mut Command::new("false")).unwrap().is_none());
        assert!(cost(&mut Command::new("true")).unwrap().unwrap().memory > 100_000, "in bytes");
    }
}
