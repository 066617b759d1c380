//! `tern loops`: the loops of functions, and how often they run.

use serde::Serialize;
use tern_analysis::frequencies::Frequencies;
use tern_analysis::graph::{Cfg, Dominators, Loop, Loops};
use tern_analysis::lines;
use tern_analysis::probabilities::Probabilities;
use tern_analysis::trip_counts::TripCounts;
use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Function, Global, Module};

use super::super::Outcome;
use super::{Answers, One};

const EXAMPLES: &str = "\
Examples:
  tern loops program.ll                     the loops of all functions
  tern loops --function main program.bc     those of one

A trip count is said where it is a constant: how often control goes back to the header. The frequency is relative to a call
of the function, from profiles or guessed.

Exit status:
  0  all went well
  1  FILE could not be read, or has no such function
  2  the command line is wrong";

/// Arguments of `tern loops`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    module: One,

    /// Only the loops of this function.
    #[arg(long, value_name = "FUNCTION")]
    function: Option<String>,

    #[command(flatten)]
    answers: Answers,
}

#[derive(Serialize)]
struct Row {
    function: String,
    header: String,
    depth: u32,
    /// The number of blocks.
    blocks: usize,
    /// How often the edge to the header is taken; a text, because it can exceed 64 bits.
    trip_count: Option<String>,
    inductions: Vec<Induction>,
    /// How often the header runs in a call of the function.
    frequency: Option<f64>,
    source: Option<String>,
}

#[derive(Serialize)]
struct Induction {
    phi: String,
    start: String,
    /// What each iteration adds; a text, because it can exceed 64 bits.
    step: String,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let named = args.module.read()?;
    let module = &named.module;
    let only = args.function.as_ref().map(|name| named.function(name)).transpose()?;
    let mut excerpts = Excerpts::new(module);
    let mut rows = Vec::new();
    for (global, _, function) in
        module.definitions().filter(|(global, ..)| only.is_none_or(|only| only == *global))
    {
        rows.extend(loops_of(module, &mut excerpts, global, function));
    }
    args.answers.print(&rows, rows.iter().map(line))
}

fn loops_of(module: &Module, excerpts: &mut Excerpts<'_>, global: Global, function: &Function) -> Vec<Row> {
    let cfg = Cfg::of(function);
    let dominators = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    if loops.is_empty() {
        return Vec::new();
    }
    let counts = TripCounts::new(module, function, &cfg, &dominators, &loops);
    let probabilities = Probabilities::new(module, function, &cfg, &dominators, &loops);
    let frequencies = Frequencies::new(module, global, function, &cfg, &loops, &probabilities);
    let row = |(this, data): (Loop, &tern_analysis::graph::LoopData<_>)| {
        let terminator = function.terminator(data.header);
        let place = terminator.and_then(|inst| lines::places(module, function, inst).into_iter().next());
        let inductions = counts.inductions(this).iter().map(|induction| Induction {
            phi: excerpts.local_name(global, induction.phi),
            start: excerpts.value(global, induction.start),
            step: induction.step.to_string(),
        });
        Row {
            inductions: inductions.collect(),
            function: excerpts.global_name(global),
            header: excerpts.block_name(global, data.header),
            depth: data.depth,
            blocks: loops.nodes(this).len(),
            trip_count: counts.back_edges(this).map(|count| count.to_string()),
            frequency: frequencies.block(data.header).map(|frequency| frequency.relative()),
            source: place.map(|place| place.to_string()),
        }
    };
    loops.iter().map(row).collect()
}

/// Loops that are deeper are not moved further to the right.
const DEEPEST_MOVED: u32 = 40;

/// A loop in one line, moved to the right by its depth.
fn line(row: &Row) -> String {
    let space = "  ".repeat(row.depth.min(DEEPEST_MOVED) as usize - 1);
    let mut line = format!("{}: {space}{}: {} blocks", row.function, row.header, row.blocks);
    if row.depth > DEEPEST_MOVED {
        line += &format!(", depth {}", row.depth);
    }
    if let Some(count) = &row.trip_count {
        line += &format!(", trip count {count}");
    }
    for Induction { phi, start, step } in &row.inductions {
        line += &format!(", {phi} from {start} by {step}");
    }
    if let Some(frequency) = row.frequency {
        // Beyond 2^53 the digits say nothing more.
        line += &match frequency < 9e15 {
            true => format!(", frequency {frequency:.1}"),
            false => format!(", frequency {frequency:.1e}"),
        };
    }
    if let Some(source) = &row.source {
        line += &format!("  ; {source}");
    }
    line
}
