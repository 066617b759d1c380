//! `tern dis`: prints bitcode as text, as `llvm-dis` does.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use tern_llvm_ir::debug_info;
use tern_llvm_ir::verify::{Ignored, Options, verify_mut};
use tern_llvm_ir::writer::{try_write_annotated, try_write_disassembled};

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
  tern dis a.bc b.bc -o folder

Exit status:
  0  OUT is the text, or has all texts
  1  IN could not be read or is not bitcode; it is not in OUT
  2  the command line is wrong";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The files to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "IN")]
    inputs: Vec<PathBuf>,

    /// The file to write, whole or not at all; `-` is standard output, which is the default. For several modules it is a folder. By the name
    /// `llvm-dis` it is that of IN with the extension `ll`.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Of the modules in an archive or bundle, take this one. Without it, OUT is a folder that gets all of them.
    #[arg(long, value_name = "NAME")]
    member: Option<String>,

    /// Read the bitcode, and print nothing.
    #[arg(long)]
    disable_output: bool,

    /// Print how often values are used, their types, and lines of the source, as comments.
    #[arg(long)]
    show_annotations: bool,

    /// Print debug information as it is, even if it is broken.
    #[arg(long)]
    disable_verify: bool,

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
    let is_beside = args.beside && args.output.is_none();
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    let several = args.inputs.len() > 1;
    if several && !is_beside && !args.disable_output && !can_be_folder(output) {
        let message = "there are several files to print: OUT must be a folder";
        return Err(vec![Report::about_file(&output.display().to_string(), message)]);
    }
    let mut taken = HashSet::new();
    for input in &args.inputs {
        let mut modules = bitcode::read(&Input::read(input)?, args.member.as_deref())?;
        if !args.disable_verify {
            modules.iter_mut().for_each(remove_debug_info);
        }
        let fills_folder = output.is_dir() || modules.len() > 1 && can_be_folder(output) && !args.beside;
        if args.disable_output {
            std::mem::forget(modules);
        } else if is_beside {
            args.write_only(input, modules, &beside(input, "bc", "ll"))?;
        } else if several || fills_folder && args.member.is_none() {
            args.write_into(output, modules, &mut taken)?;
        } else {
            args.write_only(input, modules, output)?;
        }
    }
    Ok(true)
}

/// Whether a path is a folder, or can become one.
fn can_be_folder(path: &Path) -> bool {
    path.is_dir() || path != Path::new("-") && !path.exists()
}

impl Args {
    fn write_only(&self, input: &Path, modules: Vec<Read>, output: &Path) -> Result<(), Vec<Report>> {
        let only = bitcode::only(&input.display().to_string(), modules, |read| &read.name)?;
        self.write(&only, output)?;
        std::mem::forget(only);
        Ok(())
    }

    /// Writes each module to a file of its own, whose name is not among those that are taken.
    fn write_into(
        &self,
        folder: &Path,
        modules: Vec<Read>,
        taken: &mut HashSet<String>,
    ) -> Result<(), Vec<Report>> {
        std::fs::create_dir_all(folder).map_err(|error| {
            vec![Report::about_file(&folder.display().to_string(), format!("cannot write: {error}"))]
        })?;
        for module in modules {
            self.write(&module, &folder.join(file_name(&module.name, "ll", taken)))?;
        }
        Ok(())
    }

    fn write(&self, read: &Read, output: &Path) -> Result<(), Vec<Report>> {
        let print = if self.show_annotations { try_write_annotated } else { try_write_disassembled };
        let text = print(&read.module, &read.name, Some(&read.orders))
            .map_err(|problem| vec![Report::about_file(&read.name, problem.to_string())])?;
        files::write(output, Box::new(move |sink| sink.write_all(&text)))
    }
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
