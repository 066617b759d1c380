//! `tern convert`: LLVM IR for another version of LLVM.

use super::{OneToOne, Outcome, Versioned};
use crate::languages::{self, IrForm};

const EXAMPLES: &str = "\
Examples:
  tern convert --llvm 14 new.ll -o old.ll
  tern convert --llvm 14 new.ll -o old.bc                bitcode that LLVM 14 reads
  tern convert --llvm 7 --report json kernel.ll -o kernel7.ll
  tern convert --for vitis-hls kernel.ll -o kernel7.ll

Exit status:
  0  OUT is the module as that version of LLVM has it
  1  IN could not be read, is not LLVM IR, or says what that version cannot; OUT is untouched
  2  the command line is wrong";

/// Arguments of `tern convert`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    io: OneToOne,

    /// Of the modules in an archive or bundle, take this one. Without it, OUT is a folder that gets all of them.
    #[arg(long, value_name = "NAME")]
    member: Option<String>,

    #[command(flatten)]
    version: Versioned,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let version = args.version.get();
    let form = IrForm::of_file(args.io.output());
    args.io.run_sources(args.member.as_deref(), "ll", |source| languages::convert(source, version, form))
}
