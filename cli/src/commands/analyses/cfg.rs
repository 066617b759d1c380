//! `tern cfg`: the control flow of a function, as a graph.

use tern_analysis::picture::{CfgOptions, Picture};

use super::super::Outcome;
use super::{Drawn, OfFunction};

const EXAMPLES: &str = "\
Examples:
  tern cfg --function main program.ll -o main.svg
  tern cfg --function main --instructions program.ll | dot -Tpdf > main.pdf
  tern cfg --function main --source --dominators program.bc -o main.dot
  tern cfg --function main --frequencies program.ll -o main.svg

Blocks are shaded by the depth of their loop; edges back to the header of a loop are red.

Exit status:
  0  OUT is the graph
  1  FILE could not be read, or has no such function; OUT is untouched
  2  the command line is wrong";

/// Arguments of `tern cfg`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    of: OfFunction,

    #[command(flatten)]
    drawn: Drawn,

    /// Show the instructions of each block.
    #[arg(long)]
    instructions: bool,

    /// Show the lines of the source that each block comes from.
    #[arg(long)]
    source: bool,

    /// Show the dominator tree as well, as dashed edges.
    #[arg(long)]
    dominators: bool,

    /// Show how often each block runs in a call of the function, and how likely each branch is: by the profile, or else as LLVM guesses.
    #[arg(long)]
    frequencies: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let (named, global) = args.of.read()?;
    let function = args.of.body(&named, global)?;
    let Args { instructions, source, dominators, frequencies, .. } = *args;
    let options = CfgOptions { instructions, source, dominators, frequencies };
    args.drawn.write(&Picture::cfg(&named.module, global, function, options))
}
