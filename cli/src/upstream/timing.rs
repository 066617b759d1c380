//! `--mlir-timing`: measures and prints the time of each part of the work.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tern_lower::Timing;

/// Names of parts that several commands have, as in MLIR's tools.
pub(crate) const PARSER: &str = "Parser";
pub(crate) const OUTPUT: &str = "Output";

/// Which times are wanted, and how they are shown.
#[derive(clap::Args)]
pub(crate) struct TimingArgs {
    /// Print how long reading, each pass and writing take, on standard error.
    #[arg(long)]
    mlir_timing: bool,

    /// How times are shown: those of passes within others indented, or all in one list, the longest first.
    #[arg(long, value_enum, default_value = "tree", value_name = "FORM")]
    mlir_timing_display: Display,
}

/// How times are shown.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Display {
    Tree,
    List,
}

/// Measures the parts of a command's work.
pub(crate) struct Clock {
    start: Instant,
    parts: Vec<Timing>,
}

impl Clock {
    /// Starts the clock of a command.
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), parts: Vec::new() }
    }

    /// Runs and measures a part of the work.
    pub(crate) fn measure<T>(&mut self, name: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add(vec![Timing { name: name.to_owned(), wall: start.elapsed(), parts: Vec::new() }]);
        result
    }

    /// Adds times that were measured elsewhere. Parts of the same name, from several chunks, are summed.
    pub(crate) fn add(&mut self, parts: Vec<Timing>) {
        add(&mut self.parts, parts);
    }

    /// Prints the report, if requested.
    pub(crate) fn report(&self, args: &TimingArgs) {
        if args.mlir_timing {
            eprint!("{}", report(&self.parts, self.start.elapsed(), args.mlir_timing_display));
        }
    }
}

fn add(parts: &mut Vec<Timing>, more: Vec<Timing>) {
    // A pass may run several times: the n-th part of a name is added to the n-th part of that name.
    let mut used = vec![false; parts.len()];
    for part in more {
        match (0..used.len()).find(|&at| !used[at] && parts[at].name == part.name) {
            Some(at) => {
                used[at] = true;
                parts[at].wall += part.wall;
                add(&mut parts[at].parts, part.parts);
            }
            None => parts.push(part),
        }
    }
}

/// Formats the report in MLIR's layout.
fn report(parts: &[Timing], total: Duration, display: Display) -> String {
    let mut lines = Vec::new();
    flatten(parts, 0, &mut lines);
    if display == Display::List {
        lines.iter_mut().for_each(|line| line.0 = 0);
        lines.sort_by_key(|(_, _, wall)| std::cmp::Reverse(*wall));
    }
    let known: Duration = parts.iter().map(|part| part.wall).sum();
    lines.push((0, "Rest", total.saturating_sub(known)));
    lines.push((0, "Total", total));
    let rule = format!("==={}===\n", "-".repeat(73));
    let seconds = total.as_secs_f64();
    let mut out = format!(
        "{rule}                         ... Execution time report ...\n{rule}  Total Execution Time: {seconds:.4} seconds\n\n  \
         ----Wall Time----  ----Name----\n"
    );
    for (depth, name, wall) in lines {
        let wall = wall.as_secs_f64();
        let share = if seconds == 0.0 { 0.0 } else { 100.0 * wall / seconds };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "  {wall:>8.4} ({share:>5.1}%)  {:1$}{name}", "", 2 * depth);
    }
    out
}

fn flatten<'p>(parts: &'p [Timing], depth: usize, lines: &mut Vec<(usize, &'p str, Duration)>) {
    for part in parts {
        lines.push((depth, &part.name, part.wall));
        flatten(&part.parts, depth + 1, lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, milliseconds: u64, parts: Vec<Timing>) -> Timing {
        Timing { name: name.to_owned(), wall: Duration::from_millis(milliseconds), parts }
    }

    #[test]
    fn the_report_is_laid_out_as_mlirs() {
        let parts = [part("Parser", 50, vec![]), part("'f' Pipeline", 30, vec![part("cse", 25, vec![])])];
        let shown = |display| {
            let report = report(&parts, Duration::from_millis(100), display);
            report.lines().skip(5).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(
            shown(Display::Tree),
            "  ----Wall Time----  ----Name----\n    0.0500 ( 50.0%)  Parser\n    0.0300 ( 30.0%)  'f' Pipeline\n    \
             0.0250 ( 25.0%)    cse\n    0.0200 ( 20.0%)  Rest\n    0.1000 (100.0%)  Total"
        );
        assert!(shown(Display::List).contains("\n    0.0250 ( 25.0%)  cse\n    0.0200 ( 20.0%)  Rest\n"));
    }

    #[test]
    fn chunks_add_up() {
        let mut parts = Vec::new();
        let chunk = || vec![part("cse", 1, vec![]), part("cse", 2, vec![part("x", 3, vec![])])];
        add(&mut parts, chunk());
        add(&mut parts, chunk());
        let walls: Vec<_> = parts.iter().map(|part| part.wall.as_millis()).collect();
        assert_eq!((walls, parts[1].parts[0].wall.as_millis()), (vec![2, 4], 6));
    }
}
