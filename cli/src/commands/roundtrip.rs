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
use crate::languages;

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
    file: &'a Path,
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
    let mut identical = 0;
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send((path, fate(path))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (path, fate) in receiver {
            identical += usize::from(matches!(fate, Fate::Identical));
            bar.suspend(|| report(args, path, &fate));
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    if !args.json && files.len() > 1 {
        // A closed pipe is not an error.
        let _ = writeln!(std::io::stdout(), "{identical} of {} identical", files.len());
    }
    Ok(identical == files.len())
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
fn report(args: &Args, path: &Path, fate: &Fate) {
    let mut out = std::io::stdout().lock();
    // A closed pipe is not an error: the exit status still counts.
    let _ = if args.json {
        match serde_json::to_string(&Record { file: path, fate }) {
            Ok(record) => writeln!(out, "{record}"),
            Err(error) => writeln!(std::io::stderr(), "{}: {error}", path.display()),
        }
    } else {
        let path = path.display();
        match fate {
            Fate::Identical => writeln!(out, "{path}: identical"),
            Fate::Different(Difference { line, before, after }) => {
                let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "<end of text>".to_owned());
                writeln!(out, "{path}: differs at line {line}\n  - {}\n  + {}", side(before), side(after))
            }
            Fate::Failed { reports, .. } => {
                let result = writeln!(out, "{path}: failed");
                diagnostics::emit(reports);
                result
            }
        }
    };
}

fn fate(path: &Path) -> Fate {
    match Input::read(path).and_then(|input| languages::roundtrip(&input)) {
        Ok((before, after)) => match first_difference(&before, &after) {
            None => Fate::Identical,
            Some(difference) => Fate::Different(difference),
        },
        Err(reports) => Fate::Failed { errors: reports.iter().map(Report::headline).collect(), reports },
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
