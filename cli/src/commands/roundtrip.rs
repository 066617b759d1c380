//! `tern roundtrip`: does a module survive the way to the other language and back?
//!
//! Both the module and what comes back are printed by Tern and the texts compared, so the layout of the input does not
//! matter. The way leads through text on both sides: what is tested is what `tern import | tern export` does.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{Files, Outcome};
use crate::diagnostics::{self, Report};
use crate::files::Input;
use crate::{languages, llvm};

const EXAMPLES: &str = "\
Examples:
  tern roundtrip program.ll
  tern roundtrip --json corpus/*.ll > report.jsonl

Exit status:
  0  every file came back identical
  1  at least one did not, or could not be read
  2  the command line is wrong";

/// Carries modules to the other language and back and compares: one line for each file.
///
/// LLVM IR goes to the llvm dialect and back; MLIR goes to LLVM IR and back.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,

    /// Print a JSON object for each file.
    #[arg(long)]
    json: bool,

    /// How many files to work on at a time; by default as many as there are processors.
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
}

/// What became of a file.
#[derive(Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
enum Fate {
    Identical,
    Different(Difference),
    Failed {
        #[serde(skip)]
        reports: Vec<Report>,
        errors: Vec<String>,
    },
}

/// The first line at which two texts differ; `None` is the end of the text.
#[derive(Serialize, Debug, PartialEq)]
struct Difference {
    line: usize,
    before: Option<String>,
    after: Option<String>,
}

#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    #[serde(flatten)]
    fate: &'a Fate,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let files = &args.files.files;
    let processors = || std::thread::available_parallelism().map_or(1, Into::into);
    let jobs = args.jobs.map_or_else(processors, Into::into).min(files.len());
    let bar = progress(files.len());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let (mut all, mut identical) = (0, 0);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (name, fate) in fates(path) {
                        if sender.send((name, fate)).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        for (name, fate) in receiver {
            all += 1;
            identical += usize::from(matches!(fate, Fate::Identical));
            bar.suspend(|| report(args, &name, &fate));
            // An archive of many modules counts for more.
            bar.set_length(files.len().max(all) as u64);
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    if !args.json && all > 1 {
        // A closed pipe is not an error.
        let _ = writeln!(std::io::stdout(), "{identical} of {all} identical");
    }
    Ok(identical == all)
}

/// A bar on standard error, if that is a terminal and there is something to wait for.
fn progress(files: usize) -> ProgressBar {
    if files < 4 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Prints the line for a file.
fn report(args: &Args, name: &str, fate: &Fate) {
    let mut out = std::io::stdout().lock();
    // A closed pipe is not an error: the exit status still counts.
    let _ = if args.json {
        match serde_json::to_string(&Record { file: name, fate }) {
            Ok(record) => writeln!(out, "{record}"),
            Err(error) => writeln!(std::io::stderr(), "{name}: {error}"),
        }
    } else {
        match fate {
            Fate::Identical => writeln!(out, "{name}: identical"),
            Fate::Different(Difference { line, before, after }) => {
                let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "<end of text>".to_owned());
                writeln!(out, "{name}: differs at line {line}\n  - {}\n  + {}", side(before), side(after))
            }
            Fate::Failed { reports, .. } => {
                let result = writeln!(out, "{name}: failed");
                diagnostics::emit(reports);
                result
            }
        }
    };
}

/// What becomes of each module in a file.
fn fates(path: &Path) -> Vec<(String, Fate)> {
    match Input::read(path).and_then(llvm::modules) {
        // A file by itself is called as on the command line.
        Ok(modules) if modules.len() == 1 => {
            modules.iter().map(|module| (path.display().to_string(), fate(module))).collect()
        }
        Ok(modules) => modules.iter().map(|module| (module.name.clone(), fate(module))).collect(),
        Err(reports) => vec![(path.display().to_string(), failed(reports))],
    }
}

fn failed(reports: Vec<Report>) -> Fate {
    Fate::Failed { errors: reports.iter().map(Report::headline).collect(), reports }
}

fn fate(module: &Input) -> Fate {
    match languages::roundtrip(module) {
        Ok((before, after)) => match first_difference(&before, &after) {
            None => Fate::Identical,
            Some(difference) => Fate::Different(difference),
        },
        Err(reports) => failed(reports),
    }
}

fn first_difference(before: &[u8], after: &[u8]) -> Option<Difference> {
    if before == after {
        return None;
    }
    let lines = |text: &[u8]| -> Vec<String> {
        text.split(|&byte| byte == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect()
    };
    let (before, after) = (lines(before), lines(after));
    let line = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    Some(Difference { line: line + 1, before: before.get(line).cloned(), after: after.get(line).cloned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_found() {
        assert_eq!(first_difference(b"a\nb\n", b"a\nb\n"), None);
        let at = |line, before: Option<&str>, after: Option<&str>| {
            Some(Difference { line, before: before.map(Into::into), after: after.map(Into::into) })
        };
        assert_eq!(first_difference(b"a\nb\nc", b"a\nx\nc"), at(2, Some("b"), Some("x")));
        assert_eq!(first_difference(b"a", b"a\nb"), at(2, None, Some("b")));
    }
}
