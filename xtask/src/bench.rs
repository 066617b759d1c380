//! `cargo xtask bench`: time and memory of import and export against upstream and against LLVM's own parse.

use std::path::Path;
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
}

/// By default, only modules of this size and more are measured: the start of a process says nothing.
const WORTH_MEASURING: u64 = 1 << 20;

/// What a command took.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    /// The largest resident set, in bytes.
    memory: u64,
}

/// The commands that are compared, by their place in arrays.
const UP_IMPORT: usize = 0;
const TERN_IMPORT: usize = 1;
const PARSE: usize = 2;
const UP_EXPORT: usize = 3;
const TERN_EXPORT: usize = 4;
const PRINT: usize = 5;

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    let tern = built_tern()?;
    let mut files = corpus::files(&args.files)?;
    if args.files.is_empty() {
        files.retain(|file| file.metadata().is_ok_and(|metadata| metadata.len() >= WORTH_MEASURING));
    }
    println!(
        "{:28}{:>6} | import: {:>13}{:>11}{:>12} | export: {:>13}{:>12}{:>12}",
        "file",
        "MiB",
        "upstream/tern",
        "tern/parse",
        "mem tern/up",
        "upstream/tern",
        "tern/opt -S",
        "mem tern/up"
    );
    let mut complete = true;
    for file in &files {
        complete &= measure(&tern, file, args.runs.max(1))?;
    }
    Ok(complete)
}

/// Prints the line for a file; returns whether Tern managed it.
fn measure(tern: &Path, file: &Path, runs: usize) -> Outcome {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = |name: &str| folder.path().join(name);
    let (upstream_mlir, tern_mlir) = (out("upstream.mlir"), out("tern.mlir"));
    let translate = oracle::tool("mlir-translate");
    let opt = oracle::tool("opt");
    let command = |program: &Path, flags: &[&str], input: &Path, output: Option<&Path>| {
        let mut command = Command::new(program);
        command.args(flags).arg(input).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(output) = output {
            command.arg("-o").arg(output);
        }
        command
    };
    let import = ["--import-llvm", "--mlir-print-debuginfo"];
    // The inputs of export; that a tool cannot make them shows in the measurement.
    let _ = command(&translate, &import, file, Some(&upstream_mlir)).status();
    let _ = command(tern, &["import"], file, Some(&tern_mlir)).status();
    let mut commands = [
        command(&translate, &import, file, Some(&out("a"))),
        command(tern, &["import"], file, Some(&out("b"))),
        command(&opt, &["-disable-output", "-disable-verify"], file, None),
        command(&translate, &["--mlir-to-llvmir"], &upstream_mlir, Some(&out("c"))),
        command(tern, &["export"], &tern_mlir, Some(&out("d"))),
        command(&opt, &["-S", "-disable-verify"], file, Some(&out("e"))),
    ];
    let mut seen: [Vec<Option<Cost>>; 6] = Default::default();
    // The first run warms the caches.
    for _ in 0..=runs {
        for (command, seen) in commands.iter_mut().zip(&mut seen) {
            seen.push(cost(command)?);
        }
    }
    let costs: Vec<Option<Cost>> = seen.iter().map(|seen| median(&seen[1..])).collect();
    let ratio = |a: usize, b: usize, figure: fn(Cost) -> f64| match (costs[a], costs[b]) {
        (Some(a), Some(b)) => format!("{:.2}", figure(a) / figure(b)),
        _ => "failed".to_owned(),
    };
    let seconds = |cost: Cost| cost.seconds;
    let memory = |cost: Cost| cost.memory as f64;
    let size = file.metadata().map_or(0, |metadata| metadata.len()) as f64 / f64::from(1 << 20);
    println!(
        "{:28}{size:6.1} |         {:>13}{:>11}{:>12} |         {:>13}{:>12}{:>12}",
        file.file_name().unwrap_or_default().to_string_lossy(),
        ratio(UP_IMPORT, TERN_IMPORT, seconds),
        ratio(TERN_IMPORT, PARSE, seconds),
        ratio(TERN_IMPORT, UP_IMPORT, memory),
        ratio(UP_EXPORT, TERN_EXPORT, seconds),
        ratio(TERN_EXPORT, PRINT, seconds),
        ratio(TERN_EXPORT, UP_EXPORT, memory),
    );
    Ok(costs[TERN_IMPORT].is_some() && costs[TERN_EXPORT].is_some())
}

/// What one run costs; `None` if the command fails.
fn cost(command: &mut Command) -> Result<Option<Cost>, String> {
    let start = Instant::now();
    let child = command.spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let used = child.wait4().map_err(|error| format!("{command:?}: {error}"))?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(used.status.success().then_some(Cost { seconds, memory: used.rusage.maxrss }))
}

/// Median time and largest memory of runs that all succeeded.
fn median(runs: &[Option<Cost>]) -> Option<Cost> {
    let runs: Vec<Cost> = runs.iter().copied().collect::<Option<_>>()?;
    let mut times: Vec<f64> = runs.iter().map(|run| run.seconds).collect();
    times.sort_by(f64::total_cmp);
    let memory = runs.iter().map(|run| run.memory).max()?;
    let middle = times.len() / 2;
    let seconds =
        if times.len() % 2 == 1 { times[middle] } else { (times[middle - 1] + times[middle]) / 2.0 };
    Some(Cost { seconds, memory })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_ignores_outliers_and_failures_count() {
        let run = |seconds, memory| Some(Cost { seconds, memory });
        let cost = median(&[run(1.0, 5), run(9.0, 7), run(2.0, 6)]).unwrap();
        assert_eq!((cost.seconds, cost.memory), (2.0, 7));
        assert!(median(&[run(1.0, 5), None]).is_none());
        assert_eq!(median(&[run(1.0, 5), run(3.0, 5)]).unwrap().seconds, 2.0);
    }

    #[test]
    fn a_failing_command_costs_nothing() {
        assert!(cost(&mut Command::new("false")).unwrap().is_none());
        assert!(cost(&mut Command::new("true")).unwrap().unwrap().memory > 100_000, "in bytes");
    }
}
