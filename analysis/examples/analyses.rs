//! Prints the time of reading modules and of all structural analyses, in milliseconds: `analyses [RUNS] FILE…`; with `RAYON_NUM_THREADS=1`,
//! on one thread. `opt -passes=… -time-passes -disable-output` says how long LLVM's take: `cargo xtask bench --analyses`.
//!
//! Of each function: graph, dominators, post-dominators, frontiers, loops, cycles, users of locals. Of the module: users of constants, and
//! the call graph.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use tern_analysis::call_graph::CallGraph;
use tern_analysis::graph::{Cfg, Cycles, Dominators, Frontiers, Loops, PostDominators};
use tern_analysis::query::Query;
use tern_analysis::uses::{ConstantUses, LocalUses};
use tern_llvm_ir::{Function, Module};

/// The allocator of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A query that needs the call graph, loops and uses.
const QUERY: &str = "load in loops depends on call in functions reachable from /./";

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let runs = arguments.peek().and_then(|first| first.parse::<usize>().ok());
    if runs.is_some() {
        arguments.next();
    }
    let query = Query::parse(QUERY).expect("it is right");
    for path in arguments {
        let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut times = [const { Vec::new() }; 5];
        for _ in 0..runs.unwrap_or(5).max(1) {
            let mut timed = |at: usize, work: &mut dyn FnMut()| {
                let start = Instant::now();
                work();
                times[at].push(start.elapsed());
            };
            let mut module = None;
            timed(0, &mut || module = Some(tern_llvm_ir::read(&text, &path)));
            let module = module.expect("it was read").unwrap_or_else(|error| panic!("{error}"));
            let bodies: Vec<&Function> = module.definitions().map(|(_, _, function)| function).collect();
            timed(1, &mut || bodies.par_iter().for_each(|function| shape(function)));
            timed(2, &mut || {
                bodies.par_iter().for_each(|&function| drop(black_box(LocalUses::of(function))))
            });
            timed(3, &mut || calls(&module));
            timed(4, &mut || drop(black_box(query.find(&module))));
        }
        let [read, shape, uses, calls, query] = times.map(|mut times| median(&mut times));
        let all = shape + uses + calls;
        println!(
            "{path}: read {read:.1} graphs {shape:.1} uses {uses:.1} calls {calls:.1} query {query:.1} all {all:.2}"
        );
    }
}

fn shape(function: &Function) {
    let cfg = Cfg::of(function);
    let dominators = Dominators::new(&cfg);
    black_box(Frontiers::new(&cfg, &dominators));
    black_box(Loops::new(&cfg, &dominators));
    black_box(PostDominators::new(&cfg));
    black_box(Cycles::new(&cfg));
}

fn calls(module: &Module) {
    let uses = ConstantUses::of(module);
    black_box(CallGraph::with_uses(module, &uses));
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
