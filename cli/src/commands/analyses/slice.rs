//! `tern slice`: what a value is made of, and what depends on it.

use tern_analysis::uses::{LocalUses, backward_slice, forward_slice};
use tern_llvm_ir::Inst;
use tern_llvm_ir::writer::Excerpts;

use super::super::Outcome;
use super::{Found, One, print_json, print_lines};
use crate::diagnostics::Report;

const EXAMPLES: &str = "\
Examples:
  tern slice --function main --value %sum program.ll
  tern slice --function main --value %5 --forward program.ll

Operands and PHI nodes are followed; memory and control flow are not.

Exit status:
  0  all went well
  1  FILE could not be read, or has no such function or value
  2  the command line is wrong";

/// Lists the instructions that a value depends on, or those that depend on it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    module: One,

    /// The function.
    #[arg(long, value_name = "FUNCTION")]
    function: String,

    /// The result of an instruction, by its name or number: `%x`, `%5`.
    #[arg(long, value_name = "VALUE")]
    value: String,

    /// List what depends on the value.
    #[arg(long)]
    forward: bool,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let named = args.module.read()?;
    let module = &named.module;
    let global = named.function(&args.function)?;
    let wrong = |message: String| vec![Report::about_file(&named.name, message)];
    let Some(function) = module.globals[global].as_function().filter(|function| !function.is_declaration())
    else {
        return Err(wrong(format!("the function '{}' is only declared", args.function)));
    };
    let mut excerpts = Excerpts::new(module);
    let wanted = format!("%{}", args.value.strip_prefix('%').unwrap_or(&args.value));
    let results =
        function.instructions().filter_map(|(_, inst)| Some((inst, function.insts[inst].result.expand()?)));
    let mut found: Option<Inst> = None;
    for (inst, local) in results {
        if excerpts.local_name(global, local) == wanted {
            found = Some(inst);
        }
    }
    let Some(from) = found else {
        return Err(wrong(format!("no instruction of '{}' has the result {wanted}", args.function)));
    };
    let slice = match args.forward {
        true => forward_slice(function, &LocalUses::of(function), from),
        false => backward_slice(function, from),
    };
    let found = std::iter::once(from).chain(slice);
    let found: Vec<Found> = found.map(|inst| Found::new(module, &mut excerpts, global, inst)).collect();
    match args.json {
        true => print_json(&found),
        false => print_lines(found.iter().map(Found::to_string)),
    }
}
