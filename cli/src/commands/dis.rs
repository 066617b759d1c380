//! `tern dis`: prints bitcode as text, as `llvm-dis` does.

use std::collections::HashSet;
use std::path::Path;

use tern_llvm_ir::debug_info;
use tern_llvm_ir::verify::Ignored;
use tern_llvm_ir::writer::try_write_disassembled;

use super::{InOut, Outcome, file_name};
use crate::bitcode::{self, Read};
use crate::diagnostics::{self, Report};
use crate::files::{self, Input};

const EXAMPLES: &str = "\
Examples:
  tern dis program.bc -o program.ll
  clang -c -emit-llvm -o - f.c | tern dis
  tern dis --member zoom.o libcamera.a
  tern dis libcamera.a -o folder

Exit status:
  0  OUT is the text
  1  IN could not be read or is not bitcode; OUT is untouched
  2  the command line is wrong";

/// Prints bitcode of any version of LLVM as text, as `llvm-dis` of LLVM 22 does.
///
/// The bitcode may be in an archive, an offload bundle or an object.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: InOut,

    /// Of the modules in an archive or bundle, take this one. Without it, OUT is a folder that gets all of them.
    #[arg(long, value_name = "NAME")]
    member: Option<String>,

    /// Read the bitcode, and print nothing.
    #[arg(long)]
    disable_output: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let input = Input::read(&args.files.input)?;
    let mut modules = bitcode::read(&input, args.member.as_deref())?;
    modules.iter_mut().for_each(remove_debug_info);
    if args.disable_output {
        std::mem::forget(modules);
        return Ok(true);
    }
    if args.member.is_some() || !args.files.output.is_dir() {
        let only = bitcode::only(&input.name, modules, |read| &read.name)?;
        write(&only, &args.files.output)?;
        std::mem::forget(only);
        return Ok(true);
    }
    let mut taken = HashSet::new();
    for module in modules {
        write(&module, &args.files.output.join(file_name(&module.name, "ll", &mut taken)))?;
    }
    Ok(true)
}

/// Removes debug information of a version that LLVM does not understand, as its reader does.
fn remove_debug_info(read: &mut Read) {
    let version = debug_info::version(&read.module);
    if version == debug_info::VERSION {
        return;
    }
    let count = debug_info::strip(&mut read.module);
    if count > 0 {
        let warning = Ignored { version: Some(version), count }.warning(&read.name);
        diagnostics::emit(&[Report::about_file(&read.name, warning).into_warning()]);
    }
}

fn write(read: &Read, output: &Path) -> Result<(), Vec<Report>> {
    let text = try_write_disassembled(&read.module, &read.name, Some(&read.orders))
        .map_err(|problem| vec![Report::about_file(&read.name, problem.to_string())])?;
    files::write(output, Box::new(move |sink| sink.write_all(&text)))
}
