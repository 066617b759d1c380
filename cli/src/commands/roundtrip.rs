//! `tern roundtrip`: checks whether a module survives the translation to the other language and back.
//!
//! There are three verdicts. `identical`: the resulting text equals the input, apart from comments and whitespace. `same
//! module`: the texts differ, but the modules are equal; for LLVM IR, [`tern_llvm_ir::compare`] defines equality; modules of
//! MLIR are equal if they print the same and nothing was left out. `differs`: something is lost. The translation goes through
//! text on both sides, so it tests what `tern import | tern export` does.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use serde::Serialize;

use super::{Files, Outcome, ReportForm};
use crate::diagnostics::{self, Report};
use crate::files::Input;
use crate::languages::{Difference, LineDifference, Losses, ThereAndBack};
use crate::{bitcode, languages, progress};

const EXAMPLES: &str = "\
Examples:
  tern roundtrip program.ll
  tern roundtrip --json corpus/*.ll > report.jsonl

Exit status:
  0  every file came back as the same module
  1  at least one did not, could not be read, or is what LLVM's or MLIR's verifier refuses
  2  the command line is wrong";

/// Arguments of `tern roundtrip`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,

    /// Print a JSON object for each file.
    #[arg(long)]
    json: bool,

    /// The same, as `import` and `export` have it.
    #[arg(long, value_name = "FORMAT")]
    report: Option<ReportForm>,

    /// Take modules as they are, whatever the verifiers would say.
    #[arg(long)]
    no_verify: bool,

    /// How many files to work on at a time; by default as many as there are processors.
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
}

impl Args {
    fn as_json(&self) -> bool {
        self.json || matches!(self.report, Some(ReportForm::Json))
    }
}

/// The verdict on a file.
#[derive(Serialize)]
#[serde(tag = "result", rename_all = "lowercase")]
enum Fate {
    Identical,
    /// The first input line that differs in the resulting text.
    Same(LineDifference),
    Different(Different),
    Failed {
        #[serde(skip)]
        reports: Vec<Report>,
        errors: Vec<String>,
    },
}

/// The difference between a module and the result of its round trip.
#[derive(Serialize)]
struct Different {
    /// The function that contains the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
    /// The differing line of the module, as Tern prints it in MLIR.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    before: Option<String>,
    after: Option<String>,
    /// The losses that `tern import` and `tern export` report.
    losses: Losses,
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
    let bar = progress::of_files(files.len());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut counts = Counts::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (name, fate) in fates(path, !args.no_verify) {
                        if sender.send((name, fate)).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        for (name, fate) in receiver {
            counts.add(&fate);
            bar.suspend(|| report(args, &name, &fate));
            // An archive counts with the number of its modules.
            bar.set_length(files.len().max(counts.all()) as u64);
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    if !args.as_json() && counts.all() > 1 {
        let Counts { identical, same, different, failed } = counts;
        // A closed pipe is not an error.
        let _ = writeln!(
            std::io::stdout(),
            "{} modules: identical {identical}  same {same}  differs {different}  failed {failed}",
            counts.all()
        );
    }
    Ok(counts.different + counts.failed == 0)
}

/// The number of modules with each verdict.
#[derive(Default)]
struct Counts {
    identical: usize,
    same: usize,
    different: usize,
    failed: usize,
}

impl Counts {
    fn add(&mut self, fate: &Fate) {
        *match fate {
            Fate::Identical => &mut self.identical,
            Fate::Same(_) => &mut self.same,
            Fate::Different(_) => &mut self.different,
            Fate::Failed { .. } => &mut self.failed,
        } += 1;
    }

    fn all(&self) -> usize {
        self.identical + self.same + self.different + self.failed
    }
}

/// Prints the line for a file.
fn report(args: &Args, name: &str, fate: &Fate) {
    let mut out = std::io::stdout().lock();
    // A closed pipe is not an error; the exit status still reports the verdict.
    let _ = if args.as_json() {
        match serde_json::to_string(&Record { file: name, fate }) {
            Ok(record) => writeln!(out, "{record}"),
            Err(error) => writeln!(std::io::stderr(), "{name}: {error}"),
        }
    } else {
        match fate {
            Fate::Identical => writeln!(out, "{name}: identical"),
            Fate::Same(LineDifference { line, .. }) => {
                writeln!(out, "{name}: same module, other text from line {line} on")
            }
            Fate::Different(Different { function, line, before, after, losses }) => {
                let place = match (function, line) {
                    (Some(function), _) => format!(" in @{function}"),
                    (None, Some(line)) => format!(" at line {line}"),
                    (None, None) => String::new(),
                };
                let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "<end of text>".to_owned());
                let losses: String = losses
                    .iter()
                    .map(|(what, count)| format!("  left out: {what} ({count} times)\n"))
                    .collect();
                let lines = match (before, after) {
                    (None, None) => String::new(),
                    _ => format!("  - {}\n  + {}\n", side(before), side(after)),
                };
                write!(out, "{name}: differs{place}\n{lines}{losses}")
            }
            Fate::Failed { reports, .. } => {
                let result = writeln!(out, "{name}: failed");
                diagnostics::emit(reports);
                result
            }
        }
    };
}

/// The verdict on each module in a file.
fn fates(path: &Path, verify: bool) -> Vec<(String, Fate)> {
    match Input::read(path).and_then(|input| bitcode::modules(input, None)) {
        // A single module is named after the file.
        Ok(modules) if modules.len() == 1 => {
            modules.iter().map(|module| (path.display().to_string(), fate(module, verify))).collect()
        }
        Ok(modules) => modules.iter().map(|module| (module.name.clone(), fate(module, verify))).collect(),
        Err(reports) => vec![(path.display().to_string(), failed(reports))],
    }
}

fn failed(reports: Vec<Report>) -> Fate {
    Fate::Failed { errors: reports.iter().map(Report::headline).collect(), reports }
}

fn fate(module: &Input, verify: bool) -> Fate {
    let ThereAndBack { text, difference, losses } = match languages::roundtrip(module, verify) {
        Ok(result) => result,
        Err(reports) => return failed(reports),
    };
    match difference {
        // Omitted constructs count as lost, even if the texts do not show them.
        None if !losses.is_empty() => {
            Fate::Different(Different { function: None, line: None, before: None, after: None, losses })
        }
        None => {
            let comment: &[u8] = if languages::is_mlir(module) { b"//" } else { b";" };
            LineDifference::in_essence(&module.bytes, &text, comment).map_or(Fate::Identical, Fate::Same)
        }
        Some(Difference::Ir(tern_llvm_ir::compare::Difference { function, before, after })) => {
            Fate::Different(Different { function, line: None, before, after, losses })
        }
        Some(Difference::Dialect(LineDifference { line, before, after })) => {
            Fate::Different(Different { function: None, line: Some(line), before, after, losses })
        }
    }
}
