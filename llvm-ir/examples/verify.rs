//! Prints the time of reading and of verifying modules, in milliseconds: `verify [RUNS] FILE…`; with `RAYON_NUM_THREADS=1`, on one thread.
//! `opt -passes=verify -time-passes -disable-output` says how long LLVM's verifier takes.

use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let runs = arguments.peek().and_then(|first| first.parse::<usize>().ok());
    if runs.is_some() {
        arguments.next();
    }
    for path in arguments {
        let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (mut reads, mut checks) = (Vec::new(), Vec::new());
        for _ in 0..runs.unwrap_or(5).max(1) {
            let start = Instant::now();
            let module = match tern_llvm_ir::read(&text, &path) {
                Ok(module) => module,
                Err(error) => {
                    eprintln!("{error}");
                    break;
                }
            };
            reads.push(start.elapsed());
            let start = Instant::now();
            let report = tern_llvm_ir::verify(&module);
            checks.push(start.elapsed());
            assert!(report.is_empty(), "{path}: {}", report.problems[0]);
        }
        println!("{path}: read {:.1} verify {:.1}", median(&mut reads), median(&mut checks));
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
