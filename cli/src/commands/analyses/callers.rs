//! `tern callers` and `tern callees`: the calls of a function, and the calls in it.

use serde::Serialize;
use tern_analysis::call_graph::{Call, CallGraph, Reached};

use super::super::Outcome;
use super::{Answers, Finder, Found, OfFunction};

const EXAMPLES: &str = "\
Examples:
  tern callers --function malloc program.ll
  tern callers --function llvm.memcpy.p0.p0.i64 program.ll
  tern callees --function main --all program.bc

Exit status:
  0  all went well
  1  FILE could not be read, or has no such function
  2  the command line is wrong";

/// Arguments of both commands.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    of: OfFunction,

    /// List the functions at the other end of chains of calls as well, instead of the calls.
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    answers: Answers,
}

/// Which end of calls is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Callers,
    Callees,
}

#[derive(Serialize)]
struct Listed {
    callee: String,
    reached: Reached,
    #[serde(flatten)]
    at: Found,
}

/// Runs the command.
pub(crate) fn run(args: &Args, end: End) -> Outcome {
    let (named, function) = args.of.read()?;
    let module = &named.module;
    let calls = CallGraph::with_intrinsics(module);
    let mut finder = Finder::new(module);
    if args.all {
        let found = match end {
            End::Callers => calls.reaching([function]),
            End::Callees => calls.reachable([function]),
        };
        let names: Vec<String> =
            found[1..].iter().map(|&global| finder.excerpts.global_name(global)).collect();
        return args.answers.print(&names, names.iter().cloned());
    }
    let found: Vec<Call> = match end {
        End::Callers => calls.callers(function).collect(),
        End::Callees => calls.callees(function).collect(),
    };
    let listed = found.into_iter().map(|call| Listed {
        callee: finder.excerpts.global_name(call.callee),
        reached: call.reached,
        at: finder.found(call.caller, call.site),
    });
    let listed: Vec<Listed> = listed.collect();
    let line = |call: &Listed| match call.reached {
        Reached::Directly => call.at.to_string(),
        _ => format!("{}  (perhaps {})", call.at, call.callee),
    };
    args.answers.print(&listed, listed.iter().map(line))
}
