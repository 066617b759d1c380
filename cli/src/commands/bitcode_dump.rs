//! `tern bitcode-dump`: prints the blocks and records of bitcode.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use tern_llvm_ir::bitcode::dump::{Detail, dump};

use super::Outcome;
use crate::bitcode::{Bitcode, members, only};
use crate::diagnostics::Report;
use crate::files::{self, Input};
use crate::kind::{self, Kind};

const EXAMPLES: &str = "\
Examples:
  tern bitcode-dump program.bc              every block and record
  tern bitcode-dump --summary program.bc    what takes how many bits
  tern bitcode-dump --member y.o libx.a     that of one member

Exit status:
  0  all was printed
  1  FILE could not be read or is damaged; what precedes the damage was printed
  2  the command line is wrong";

/// Arguments of `tern bitcode-dump`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,

    /// Print only the sums.
    #[arg(long)]
    summary: bool,

    /// Of the bitcode in an archive or bundle, take this one.
    #[arg(long, value_name = "NAME")]
    member: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let input = Input::read(&args.file)?;
    let Bitcode { name, bytes } = match args.member.is_some() || kind::of(&input.bytes) == Kind::Container {
        true => only(&input.name, members(&input, args.member.as_deref())?, |member| &member.name)?,
        // What is no bitcode at all is damage at a bit.
        false => Bitcode { name: input.name.clone(), bytes: Cow::Borrowed(&input.bytes) },
    };
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
