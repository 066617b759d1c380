//! One file for each subcommand; what they share is here.
//!
//! A command returns whether all went well, or what there is to say about why it could not go on.

pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod opt;
pub(crate) mod roundtrip;
pub(crate) mod translate;

use std::io::Write;
use std::path::PathBuf;

use crate::diagnostics::{self, Report};
use crate::files::{self, Input};
use crate::languages::{Losses, Translated};

/// What a command comes to.
pub(crate) type Outcome = Result<bool, Vec<Report>>;

/// The arguments of a command that makes one text of another.
#[derive(clap::Args)]
pub(crate) struct OneToOne {
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "IN")]
    input: PathBuf,

    /// The file to write, whole or not at all; `-` is standard output.
    #[arg(short, long, default_value = "-", value_name = "OUT")]
    output: PathBuf,

    /// Fail where something would have to be left out; otherwise that is a warning.
    #[arg(long)]
    deny_loss: bool,

    /// List what was left out on standard error in this form, instead of warnings: {"file": …, "losses": {kind: count}}.
    #[arg(long, value_name = "FORMAT")]
    report: Option<ReportForm>,
}

/// In which form losses are listed.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ReportForm {
    Json,
}

/// The list of losses.
#[derive(serde::Serialize)]
struct LossReport<'a> {
    file: &'a str,
    losses: &'a Losses,
}

impl OneToOne {
    /// Reads, translates, writes; says what had to be left out.
    pub(crate) fn run(&self, translate: impl FnOnce(&Input) -> Result<Translated, Vec<Report>>) -> Outcome {
        let input = Input::read(&self.input)?;
        let Translated { text, losses } = translate(&input)?;
        let left_out = losses.iter().map(|(what, count)| {
            Report::about_file(&input.name, format!("left out: {what} ({count} times)"))
        });
        if let Some(ReportForm::Json) = self.report {
            let report = LossReport { file: &input.name, losses: &losses };
            // A list of strings and numbers has a form in JSON, and a closed pipe is no error.
            let _ = serde_json::to_string(&report).map(|report| writeln!(std::io::stderr(), "{report}"));
        } else if !self.deny_loss {
            diagnostics::emit(&left_out.clone().map(Report::into_warning).collect::<Vec<_>>());
        }
        if self.deny_loss && !losses.is_empty() {
            return Err(left_out.collect());
        }
        files::write(&self.output, text)?;
        Ok(true)
    }
}

/// The files that a command looks at one by one.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// The files to read; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}
