//! `tern dis`: prints bitcode as text, as `llvm-dis` does.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use tern_llvm_ir::debug_info;
use tern_llvm_ir::verify::{Ignored, Options, verify_mut};
use tern_llvm_ir::writer::try_write_disassembled;

use super::{Outcome, beside, file_name};
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
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "IN")]
    input: PathBuf,

    /// The file to write, whole or not at all; `-` is standard output, which is the default. By the name `llvm-dis` it is that of IN with the
    /// extension `ll`.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Of the modules in an archive or bundle, take this one. Without it, OUT is a folder that gets all of them.
    #[arg(long, value_name = "NAME")]
    member: Option<String>,

    /// Read the bitcode, and print nothing.
    #[arg(long)]
    disable_output: bool,

    /// Write over existing files, which is so anyway.
    #[arg(short)]
    force: bool,

    /// Write beside IN, as `llvm-dis` does.
    #[arg(long, hide = true)]
    beside: bool,
}

/// The option by which the command writes as `llvm-dis` does.
pub(super) const BESIDE: &str = "--beside";

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let input = Input::read(&args.input)?;
    let mut modules = bitcode::read(&input, args.member.as_deref())?;
    modules.iter_mut().for_each(remove_debug_info);
    if args.disable_output {
        std::mem::forget(modules);
        return Ok(true);
    }
    let output = match &args.output {
        Some(output) => output.clone(),
        None if args.beside => beside(&args.input, "bc", "ll"),
        None => PathBuf::from("-"),
    };
    let is_new_folder = modules.len() > 1 && output != Path::new("-") && !output.exists() && !args.beside;
    if args.member.is_some() || !(output.is_dir() || is_new_folder) {
        let only = bitcode::only(&input.name, modules, |read| &read.name)?;
        write(&only, &output)?;
        std::mem::forget(only);
        return Ok(true);
    }
    let failed =
        |error| vec![Report::about_file(&output.display().to_string(), format!("cannot write: {error}"))];
    std::fs::create_dir_all(&output).map_err(failed)?;
    let mut taken = HashSet::new();
    for module in modules {
        write(&module, &output.join(file_name(&module.name, "ll", &mut taken)))?;
    }
    Ok(true)
}

/// Removes debug information that is broken, or of a version that LLVM does not understand, as its reader does.
fn remove_debug_info(read: &mut Read) {
    let ignored = match debug_info::version(&read.module) {
        // The verifier tells whether it is broken. Its other problems do not matter here.
        debug_info::VERSION => verify_mut(&mut read.module, Options { unites_types: false }).ignored,
        version => Some(Ignored { version: Some(version), count: debug_info::strip(&mut read.module) }),
    };
    if let Some(ignored) = ignored.filter(|ignored| ignored.version.is_none() || ignored.count > 0) {
        let warning = ignored.warning(&read.name);
        diagnostics::emit(&[Report::about_file(&read.name, warning).into_warning()]);
    }
}

fn write(read: &Read, output: &Path) -> Result<(), Vec<Report>> {
    let text = try_write_disassembled(&read.module, &read.name, Some(&read.orders))
        .map_err(|problem| vec![Report::about_file(&read.name, problem.to_string())])?;
    files::write(output, Box::new(move |sink| sink.write_all(&text)))
}
