//! `tern ranges`: what is known of the integers of a function.

use serde::Serialize;
use tern_analysis::known::{Known, KnownIntegers};
use tern_llvm_ir::Local;
use tern_llvm_ir::writer::Excerpts;

use super::super::Outcome;
use super::{Answers, OfFunction};

const EXAMPLES: &str = "\
Examples:
  tern ranges --function f program.ll     bits and bounds of the integers of a function

Listed are integers of which something is known, with their instructions. In the bits, the highest first, ? is one that is not known.
The bounds are those of the number taken as unsigned and as signed. All holds unless the integer is poison.

Exit status:
  0  all went well
  1  FILE could not be read, or has no such function
  2  the command line is wrong";

/// Arguments of `tern ranges`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    of: OfFunction,

    #[command(flatten)]
    answers: Answers,
}

#[derive(Serialize)]
struct Row {
    value: String,
    /// `null` for an argument.
    instruction: Option<String>,
    known: Known,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let (named, global) = args.of.read()?;
    let module = &named.module;
    let function = args.of.body(&named, global)?;
    let mut excerpts = Excerpts::new(module);
    let known = KnownIntegers::of(module, global);
    let results = function.instructions().filter_map(|(_, inst)| function.insts[inst].result.expand());
    let mut row = |local: Local| {
        let known = known.as_ref()?.value(module, local.into())?;
        let is_known = Known::nothing(known.width()) != Some(known);
        is_known.then(|| Row {
            value: excerpts.local_name(global, local),
            instruction: function.locals[local].inst.expand().map(|inst| excerpts.instruction(global, inst)),
            known,
        })
    };
    let rows: Vec<Row> = function.args.iter().copied().chain(results).filter_map(&mut row).collect();
    args.answers.print(&rows, rows.iter().map(|row| format!("{} {}", row.value, row.known)))
}
