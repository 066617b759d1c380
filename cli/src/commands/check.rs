//! `tern check`: says what is wrong with files of either language.

use std::io::Write;

use super::{Files, Outcome};
use crate::diagnostics;
use crate::files::Input;
use crate::languages;

const EXAMPLES: &str = "\
Examples:
  tern check program.ll program.mlir
  tern import program.ll | tern check -

Exit status:
  0  all files are right
  1  at least one is not
  2  the command line is wrong";

/// Reads and verifies files of LLVM IR and of MLIR, and says what is wrong with them.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,

    /// Say nothing about files that are right.
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let mut all_right = true;
    for path in &args.files.files {
        let found = match Input::read(path) {
            Ok(input) => languages::check(&input),
            Err(reports) => reports,
        };
        let right = !found.iter().any(|report| report.is_error());
        all_right &= right;
        diagnostics::emit(&found);
        if right && !args.quiet && writeln!(std::io::stdout(), "{}: ok", path.display()).is_err() {
            // Nobody listens any more; the exit status still counts.
            continue;
        }
    }
    Ok(all_right)
}
