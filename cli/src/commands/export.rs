//! `tern export`: the `llvm` dialect to LLVM IR.

use super::{OneToOne, Outcome};
use crate::languages;

const EXAMPLES: &str = "\
Examples:
  tern export program.mlir -o program.ll
  mlir-opt --convert-func-to-llvm f.mlir | tern export | opt -O2 -S

Exit status:
  0  OUT is the module as LLVM IR
  1  IN could not be read, is not MLIR, or has operations that are not of the llvm dialect; OUT is untouched
  2  the command line is wrong";

/// Makes a module of LLVM IR of a module of the llvm dialect.
///
/// Block arguments become PHI nodes. Everything that mlir-translate's importer writes is read, too.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    io: OneToOne,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    args.io.run(languages::export)
}
