//! `tern callgraph`: functions and the calls between them, as a graph.

use tern_analysis::call_graph::CallGraph;
use tern_analysis::picture::Picture;
use tern_llvm_ir::Global;

use super::super::Outcome;
use super::{Drawn, One};

const EXAMPLES: &str = "\
Examples:
  tern callgraph program.ll -o calls.svg
  tern callgraph --root main program.bc | dot -Tpdf > calls.pdf
  tern callgraph --format json program.ll

Dashed edges are calls through pointers that may reach the function. Recursive functions are shaded.

Exit status:
  0  OUT is the graph
  1  FILE could not be read, or has no such function; OUT is untouched
  2  the command line is wrong";

/// Arguments of `tern callgraph`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    module: One,

    #[command(flatten)]
    drawn: Drawn,

    /// Show only what calls lead to from this function; may be repeated.
    #[arg(long, value_name = "FUNCTION")]
    root: Vec<String>,

    /// Leave out functions that are only declared.
    #[arg(long)]
    defined: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let named = args.module.read()?;
    let calls = CallGraph::of(&named.module);
    let roots = args.root.iter().map(|name| named.function(name)).collect::<Result<Vec<Global>, _>>()?;
    let mut shown = if roots.is_empty() { calls.functions().to_vec() } else { calls.reachable(roots) };
    if args.defined {
        let is_defined = |function: &Global| {
            named.module.globals[*function].as_function().is_some_and(|function| !function.is_declaration())
        };
        shown.retain(is_defined);
    }
    let title = format!("calls in {}", named.name);
    args.drawn.write(&Picture::call_graph(&named.module, &calls, &shown, &title))
}
