//! `tern bitcode-dump`: prints the blocks and records of bitcode.

use std::path::{Path, PathBuf};

use tern_llvm_ir::bitcode::dump::{Detail, dump};

use super::Outcome;
use crate::diagnostics::Report;
use crate::files::{self, Input};

const EXAMPLES: &str = "\
Examples:
  tern bitcode-dump program.bc              every block and record
  tern bitcode-dump --summary program.bc    what takes how many bits

Exit status:
  0  all was printed
  1  FILE could not be read or is damaged; what precedes the damage was printed
  2  the command line is wrong";

/// Prints the blocks and records of bitcode with their names, abbreviations, positions and sizes in bits, and sums by kind of block.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,

    /// Print only the sums.
    #[arg(long)]
    summary: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let Input { name, bytes } = Input::read(&args.file)?;
    let detail = if args.summary { Detail::Summary } else { Detail::All };
    let mut text = Vec::new();
    let result = dump(&bytes, detail, &mut text)
        .map_err(|error| vec![Report::about_file(&name, format!("cannot write: {error}"))])?;
    files::write(Path::new("-"), Box::new(move |sink| sink.write_all(&text)))?;
    match result {
        Ok(()) => Ok(true),
        Err(damage) => {
            let message = format!("{} (at bit {})", damage.message(), damage.bit());
            Err(vec![Report::about_file(&name, message)])
        }
    }
}
