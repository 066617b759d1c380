//! `tern strip`: removes names, debug information and unused declarations.

use super::{InOut, Outcome};
use crate::files::Input;
use crate::ir;

const EXAMPLES: &str = "\
Examples:
  tern strip program.ll -o stripped.ll
  tern strip --debug program.bc -o program.ll
  tern strip --dead-prototypes --dead-debug-info program.ll

Exit status:
  0  OUT is the stripped module
  1  IN could not be read; OUT is untouched
  2  the command line is wrong";

/// Arguments of `tern strip`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: InOut,

    /// Remove debug information (`opt -strip-debug`).
    #[arg(long)]
    debug: bool,

    /// Remove the names of values, blocks, types and internal globals (`opt -passes=strip-nondebug`).
    #[arg(long)]
    names: bool,

    /// Remove declarations that nothing uses (`opt -passes=strip-dead-prototypes`).
    #[arg(long)]
    dead_prototypes: bool,

    /// Remove debug information of variables that are gone (`opt -passes=strip-dead-debug-info`).
    #[arg(long)]
    dead_debug_info: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let (name, mut module) = ir::module(Input::read(&args.files.input)?)?;
    tern_llvm_ir::intrinsics::redeclare(&mut module);
    let all = !(args.debug || args.names || args.dead_prototypes || args.dead_debug_info);
    if args.debug || all {
        tern_linker::strip_debug(&mut module);
    }
    if args.names || all {
        tern_linker::strip_names(&mut module, !all);
    }
    if args.dead_debug_info {
        tern_linker::strip_dead_debug_info(&mut module);
    }
    if args.dead_prototypes {
        tern_linker::strip_dead_prototypes(&mut module);
    }
    ir::verify(&name, "the stripped module", &module)?;
    ir::write(&args.files.output, &module, &name)?;
    Ok(true)
}
