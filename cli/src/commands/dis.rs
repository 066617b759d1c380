//! `tern dis`: prints bitcode as text, as `llvm-dis` does.

use super::{InOut, Outcome};
use crate::diagnostics::{self, Report};
use crate::files::{self, Input};
use crate::kind::{self, Kind};

const EXAMPLES: &str = "\
Examples:
  tern dis program.bc -o program.ll
  clang -c -emit-llvm -o - f.c | tern dis

Exit status:
  0  OUT is the text
  1  IN could not be read or is not bitcode; OUT is untouched
  2  the command line is wrong";

/// Prints bitcode of any version of LLVM as text, as `llvm-dis` of LLVM 22 does.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: InOut,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let Input { name, bytes } = Input::read(&args.files.input)?;
    if kind::of(&bytes) != Kind::LlvmBitcode {
        let message = format!("this is {}, not bitcode", kind::of(&bytes));
        return Err(vec![Report::about_file(&name, message)]);
    }
    let (module, orders) = tern_llvm_ir::bitcode::read_with_orders(&bytes, &name)
        .map_err(|found| vec![Report::of_ir(&found)])?;
    let warnings = module.warnings.iter().map(|warning| Report::of_ir(warning).into_warning());
    diagnostics::emit(&warnings.collect::<Vec<_>>());
    let text = tern_llvm_ir::writer::try_write_disassembled(&module, &name, Some(&orders))
        .map_err(|problem| vec![Report::about_file(&name, problem.to_string())])?;
    std::mem::forget(module);
    files::write(&args.files.output, Box::new(move |sink| sink.write_all(&text)))?;
    Ok(true)
}
