//! `tern import`: LLVM IR to the `llvm` dialect.

use super::{OneToOne, Outcome};
use crate::languages::{self, DialectForm};

const EXAMPLES: &str = "\
Examples:
  tern import program.ll -o program.mlir
  tern import --emit-bytecode program.ll -o program.mlirbc
  clang -S -emit-llvm -o - f.c | tern import | mlir-opt --canonicalize

Exit status:
  0  OUT is the module in the llvm dialect
  1  IN could not be read or is not LLVM IR; OUT is untouched
  2  the command line is wrong";

/// Makes a module of the llvm dialect of a module of LLVM IR.
///
/// PHI nodes become block arguments, constants become operations, metadata becomes attributes. Nothing is lost: `tern
/// export` gives the same module back.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    io: OneToOne,

    /// Write MLIR bytecode instead of text. Names of values are kept, as names in locations.
    #[arg(long)]
    emit_bytecode: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let form = if args.emit_bytecode { DialectForm::Bytecode } else { DialectForm::Text };
    args.io.run(false, |input| languages::import(input, form))
}
