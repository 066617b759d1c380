//! One file for each subcommand; what they share is here.
//!
//! A command returns whether all went well, or what there is to say about why it could not go on.

pub(crate) mod check;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod opt;
pub(crate) mod roundtrip;
pub(crate) mod translate;

use std::path::PathBuf;

use crate::diagnostics::{self, Report};
use crate::files::{self, Input};
use crate::languages::Translated;

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
}

impl OneToOne {
    /// Reads, translates, writes. What had to be left out is an error if `deny_loss`, otherwise a warning.
    pub(crate) fn run(
        &self,
        deny_loss: bool,
        translate: impl FnOnce(&Input) -> Result<Translated, Vec<Report>>,
    ) -> Outcome {
        let input = Input::read(&self.input)?;
        let Translated { text, losses } = translate(&input)?;
        if deny_loss && !losses.is_empty() {
            return Err(losses);
        }
        diagnostics::emit(&losses.into_iter().map(Report::into_warning).collect::<Vec<_>>());
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
