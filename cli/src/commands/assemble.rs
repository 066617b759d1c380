//! `tern as`: writes a text of LLVM IR as bitcode, as `llvm-as` does.

use std::path::{Path, PathBuf};

use tern_llvm_ir::bitcode::write::{Options, write};
use tern_llvm_ir::verify::Options as VerifyOptions;

use super::{Outcome, beside};
use crate::diagnostics::Report;
use crate::files::{self, Input};
use crate::kind::{self, Kind};
use crate::languages;

const EXAMPLES: &str = "\
Examples:
  tern as program.ll                       writes program.bc
  tern as program.ll -o - | opt -O2 -S
  tern export program.mlir | tern as -o program.bc

Exit status:
  0  OUT is the module as bitcode
  1  IN could not be read or is wrong; OUT is untouched
  2  the command line is wrong";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "IN")]
    input: PathBuf,

    /// The file to write, whole or not at all; `-` is standard output. Without it, that of IN with the extension `bc`.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Write nothing, but say what is wrong.
    #[arg(long)]
    disable_output: bool,

    /// Do not check the module as LLVM's verifier does.
    #[arg(long)]
    disable_verify: bool,

    /// The data layout of the module, whatever IN says.
    #[arg(long, value_name = "LAYOUT", value_parser = data_layout)]
    data_layout: Option<String>,

    /// Write over existing files, which is so anyway.
    #[arg(short)]
    force: bool,

    /// Write the hash of the module, by which caches of link-time optimization know it.
    #[arg(long)]
    module_hash: bool,

    /// Write the orders of uses, so that readers arrive at those of the text; `false` leaves them out.
    #[arg(
        long,
        value_name = "BOOL",
        default_value = "true",
        default_missing_value = "true",
        num_args = 0..=1,
        require_equals = true,
        value_parser = clap::builder::BoolishValueParser::new(),
        action = clap::ArgAction::Set
    )]
    preserve_bc_uselistorder: bool,
}

/// Checks a data layout.
fn data_layout(layout: &str) -> Result<String, String> {
    tern_llvm_ir::datalayout::check(layout).map(|()| layout.to_owned())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let input = Input::read(&args.input)?;
    // What is unclear may be empty, or wrong at a place that the reader names.
    let kind = kind::of(&input.bytes);
    if !matches!(kind, Kind::LlvmText | Kind::Unclear) {
        let message = format!("this is {kind}, not text of LLVM IR");
        return Err(vec![Report::about_file(&input.name, message)]);
    }
    // As `llvm-as` does.
    let verify = (!args.disable_verify).then_some(VerifyOptions { unites_types: false });
    let (module, debug_info) = languages::read_as_llvm(&input, args.data_layout.clone(), verify)?;
    if args.disable_output {
        return Ok(true);
    }
    let name = match args.input == Path::new("-") {
        true => "<stdin>".to_owned(),
        false => input.name.clone(),
    };
    let options = Options {
        name: &name,
        use_list_orders: args.preserve_bc_uselistorder,
        debug_info,
        module_hash: args.module_hash,
        ..Options::default()
    };
    let bytes = write(&module, &options)
        .map_err(|problem| vec![Report::about_file(&input.name, problem.to_string())])?;
    std::mem::forget(module);
    let output = args.output.clone().unwrap_or_else(|| beside(&args.input, "ll", "bc"));
    files::write(&output, Box::new(move |sink| sink.write_all(&bytes)))?;
    Ok(true)
}
