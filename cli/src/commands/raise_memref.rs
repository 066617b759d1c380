//! `tern raise-memref`: recognizes memrefs in signatures and restores them.

use std::io::Write;

use super::{InOut, Outcome};
use crate::diagnostics::Report;
use crate::files::{self, Input};
use crate::languages;

const EXAMPLES: &str = "\
Examples:
  tern raise-memref kernel.ll                 which parameters are the fields of descriptors?
  tern raise-memref --json kernel.ll
  tern raise-memref --rewrite kernel.ll -o kernel.mlir
  tern opt --convert-func-to-llvm --reconcile-unrealized-casts kernel.mlir | tern export
                                              gives kernel.ll back

Exit status:
  0  OUT is what was recognised, or the module with memrefs
  1  IN could not be read
  2  the command line is wrong";

/// Arguments of `tern raise-memref`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: InOut,

    /// Write the module with the memrefs, and what was recognised to standard error.
    #[arg(long)]
    rewrite: bool,

    /// Say what was recognised in JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let input = Input::read(&args.files.input)?;
    let (report, module) = languages::raise_memref(&input)?;
    let text = if args.json {
        let json = serde_json::to_string_pretty(&report);
        let json = json.map_err(|error| vec![Report::about_file(&input.name, error.to_string())])?;
        format!("{json}\n")
    } else {
        report.to_string()
    };
    if args.rewrite {
        files::write(&args.files.output, module)?;
        // The module is written even if standard error is closed.
        let _ = std::io::stderr().write_all(text.as_bytes());
    } else {
        files::write(&args.files.output, Box::new(move |sink| sink.write_all(text.as_bytes())))?;
    }
    Ok(true)
}
