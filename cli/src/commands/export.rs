//! `tern export`: translates the `llvm` dialect to LLVM IR.

use tern_llvm_ir::versions::LlvmVersion;

use super::{OneToOne, Outcome, Versioned};
use crate::diagnostics::Report;
use crate::languages::{self, IrForm, WriteFor};
use crate::llvm::{self, OutputFormat, Passes, Target};

const EXAMPLES: &str = "\
Examples:
  tern export program.mlir -o program.ll
  mlir-opt --convert-func-to-llvm f.mlir | tern export | opt -O2 -S
  tern export --llvm 14 program.mlir -o program14.ll
  tern export --for nvvm kernel.mlir -o kernel.ll
  tern export --emit obj -O2 program.mlir -o program.o
  tern export --emit asm --target aarch64-linux-gnu program.mlir
  tern export --verify program.mlir -o program.ll        only what LLVM accepts

Exit status:
  0  OUT is the module as LLVM IR
  1  IN could not be read, is not MLIR, or has what LLVM IR cannot say or, with --verify, LLVM refuses; OUT is
     untouched
  2  the command line is wrong";

/// Arguments of `tern export`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    io: OneToOne,

    /// What to write.
    #[arg(long, value_name = "FORM", default_value = "ll")]
    emit: OutputFormat,

    /// Check the module that was made as LLVM's verifier does; what is wrong with it is an error.
    #[arg(long, overrides_with = "no_verify")]
    verify: bool,

    /// Do not; that is so by default, but in builds for debugging.
    #[arg(long, overrides_with = "verify")]
    no_verify: bool,

    #[command(flatten)]
    version: Versioned,

    #[command(flatten)]
    passes: Passes,

    #[command(flatten)]
    target: Target,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let (form, passes, target, version) = (args.emit, &args.passes, &args.target, args.version.get());
    // LLVM IR as it is does not need the LLVM library.
    let is_ir = matches!(form, OutputFormat::Ll | OutputFormat::Bc);
    let plain = is_ir && *passes == Passes::default() && *target == Target::default();
    let ir = if form == OutputFormat::Bc { IrForm::Bitcode } else { IrForm::Text };
    let mut options = tern_export::Options::default();
    options.verify = args.verify || options.verify && !args.no_verify;
    args.io.run(|input| {
        let name = input.name.clone();
        if !plain && !matches!(version, WriteFor::Any | WriteFor::Version(LlvmVersion::DEFAULT)) {
            return Err(vec![Report::about_file(
                &name,
                "the LLVM library cannot write for another version of LLVM",
            )]);
        }
        let then = move |text: &[u8]| llvm::transform(&name, text, form, passes, target);
        languages::export(input, options, version, ir, (!plain).then_some(then))
    })
}
