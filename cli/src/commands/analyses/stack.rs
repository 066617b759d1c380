//! `tern stack`: how much stack functions take.

use serde::Serialize;
use tern_analysis::call_graph::CallGraph;
use tern_analysis::stack::{Stack, Unknown};
use tern_llvm_ir::Global;
use tern_llvm_ir::writer::Excerpts;

use super::super::Outcome;
use super::{Answers, One};

const EXAMPLES: &str = "\
Examples:
  tern stack program.ll                 all functions, the deepest first
  tern stack --root main program.bc     the chain of calls that needs most

Counted are the allocas of functions, and the copies of byval arguments that they make for calls. What code generation adds (saved
registers, spills, other arguments, return addresses) comes on top.

Exit status:
  0  all went well
  1  FILE could not be read, or has no such function
  2  the command line is wrong";

/// Arguments of `tern stack`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    module: One,

    /// Show the chain of calls from this function that needs the most stack.
    #[arg(long, value_name = "FUNCTION")]
    root: Option<String>,

    #[command(flatten)]
    answers: Answers,
}

#[derive(Serialize)]
struct Row {
    function: String,
    /// The bytes of its own allocas, and of copies for calls.
    frame: u64,
    /// The bytes of the deepest chain of calls from it.
    deepest: u64,
    /// Why the numbers are lower bounds.
    unknown: Vec<Unknown>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let named = args.module.read()?;
    let module = &named.module;
    let stack = Stack::of(module, &CallGraph::of(module));
    let mut excerpts = Excerpts::new(module);
    let mut row = |function: Global| {
        let depth = stack.depth(function);
        Row {
            function: excerpts.global_name(function),
            frame: stack.frame(function).unwrap_or_default().bytes,
            deepest: depth.map_or(0, |depth| depth.bytes),
            unknown: depth.map(|depth| depth.unknown.clone()).unwrap_or_default(),
        }
    };
    let rows: Vec<Row> = match &args.root {
        Some(root) => stack.deepest(named.function(root)?).into_iter().map(row).collect(),
        None => {
            let mut rows: Vec<Row> = module.definitions().map(|(global, ..)| row(global)).collect();
            rows.sort_by_key(|row| std::cmp::Reverse(row.deepest));
            rows
        }
    };
    let header = format!("{:>10} {:>10}  function", "frame", "deepest");
    let lines = std::iter::once(header).chain(rows.iter().map(|row| {
        let words: Vec<&str> = row.unknown.iter().map(|&unknown| word(unknown)).collect();
        let note =
            if words.is_empty() { String::new() } else { format!("  (at least: {})", words.join(", ")) };
        format!("{:>10} {:>10}  {}{note}", row.frame, row.deepest, row.function)
    }));
    args.answers.print(&rows, lines)
}

fn word(unknown: Unknown) -> &'static str {
    match unknown {
        Unknown::Recursion => "recursion",
        Unknown::Pointer => "calls through pointers",
        Unknown::Declaration => "functions without a body",
        Unknown::Dynamic => "dynamic allocas",
    }
}
