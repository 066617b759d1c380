//! `tern slice`: what a value is made of, and what depends on it.

use tern_analysis::uses::{LocalUses, backward_slice, forward_slice_of};
use tern_llvm_ir::Inst;

use super::super::Outcome;
use super::{Answers, Finder, Found, OfFunction};
use crate::diagnostics::Report;

const EXAMPLES: &str = "\
Examples:
  tern slice --function main --value %sum program.ll
  tern slice --function main --value %argc --forward program.ll

Operands and PHI nodes are followed; memory and control flow are not.

Exit status:
  0  all went well
  1  FILE could not be read, or has no such function or value
  2  the command line is wrong";

/// Arguments of `tern slice`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    of: OfFunction,

    /// The result of an instruction or an argument of the function, by its name or number: `%x`, `%5`.
    #[arg(long, value_name = "VALUE")]
    value: String,

    /// List what depends on the value.
    #[arg(long)]
    forward: bool,

    #[command(flatten)]
    answers: Answers,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let (named, global) = args.of.read()?;
    let module = &named.module;
    let function = args.of.body(&named, global)?;
    let mut finder = Finder::new(module);
    let wanted = format!("%{}", args.value.strip_prefix('%').unwrap_or(&args.value));
    let results = function.instructions().filter_map(|(_, inst)| function.insts[inst].result.expand());
    let mut values = function.args.iter().copied().chain(results);
    let Some(value) = values.find(|&local| finder.excerpts.local_name(global, local) == wanted) else {
        let message = format!("'{}' has no instruction or argument {wanted}", args.of.function);
        return Err(vec![Report::about_file(&named.name, message)]);
    };
    // An argument is made of nothing.
    let from: Option<Inst> = function.locals[value].inst.expand();
    let slice = match args.forward {
        true => forward_slice_of(function, &LocalUses::of(function), value),
        false => from.map_or_else(Vec::new, |inst| backward_slice(function, inst)),
    };
    // In a loop, an instruction may depend on itself.
    let slice = slice.into_iter().filter(|&inst| Some(inst) != from);
    let found: Vec<Found> = from.into_iter().chain(slice).map(|inst| finder.found(global, inst)).collect();
    args.answers.print(&found, found.iter().map(Found::to_string))
}
