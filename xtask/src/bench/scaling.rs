//! Measures how time and memory grow with the input: with the number of functions, and with the number of instructions in one
//! function.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::Command;

use super::{Cost, command, cost, median_cost, plot};
use crate::{Outcome, oracle};

/// The smallest input, and the growth factor from each input to the next.
const FIRST: u64 = 1 << 10;
const FACTOR: u64 = 4;

/// From this size on, the start-up time of the process is negligible.
const LARGE: u64 = 1 << 18;

/// Inputs up to this size are measured several times.
const QUICK: u64 = 1 << 24;
const RUNS: usize = 5;

/// A series of inputs of one kind.
struct Series {
    title: &'static str,
    generate: fn(u64, &Path) -> Result<(), String>,
    /// The largest input of the series: `llvm-stress` takes too long for larger ones.
    limit: u64,
}

const SERIES: [Series; 2] = [
    Series { title: "more functions", generate: more_functions, limit: u64::MAX },
    Series { title: "a larger function (llvm-stress)", generate: a_larger_function, limit: 1 << 26 },
];

/// The cost of an input.
pub(super) struct Point {
    /// The size of the input, in bytes.
    pub(super) bytes: u64,
    cost: Cost,
}

impl Point {
    pub(super) fn seconds(&self) -> f64 {
        self.cost.seconds
    }

    pub(super) fn memory(&self) -> f64 {
        self.cost.memory as f64
    }
}

/// The costs of inputs of growing size in one direction of translation.
pub(super) struct Curve {
    pub(super) title: String,
    pub(super) points: Vec<Point>,
}

/// Measures all series up to `limit` bytes, and plots them. Returns whether Tern processed every input.
pub(super) fn run(tern: &Path, limit: u64, plot: Option<&Path>) -> Outcome {
    let mut curves = Vec::new();
    let mut complete = true;
    for series in &SERIES {
        println!("\n{}", series.title);
        println!("{:>12} | {:>37} | {:>37}", "", "import", "export");
        let columns = format!("{:>10}{:>10}{:>17}", "s", "MiB/s", "peak/input byte");
        println!("{:>12} | {columns} | {columns}", "bytes");
        let mut import = Curve { title: format!("import, {}", series.title), points: Vec::new() };
        let mut export = Curve { title: format!("export, {}", series.title), points: Vec::new() };
        let mut size = FIRST;
        while size <= limit.min(series.limit) {
            let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
            let file = |name: &str| folder.path().join(name);
            (series.generate)(size, &file("in.ll"))?;
            let there = measure(tern, "import", &file("in.ll"), &file("out.mlir"))?;
            let back = measure(tern, "export", &file("out.mlir"), &file("out.ll"))?;
            complete &= there.is_some() && back.is_some();
            let bytes = there.as_ref().or(back.as_ref()).map_or(size, |point| point.bytes);
            println!("{bytes:>12} | {} | {}", shown(there.as_ref()), shown(back.as_ref()));
            import.points.extend(there);
            export.points.extend(back);
            size *= FACTOR;
        }
        for curve in [&import, &export] {
            let large: Vec<&Point> = curve.points.iter().filter(|point| point.bytes >= LARGE).collect();
            let grown = |figure: fn(&Point) -> f64| {
                let slope = slope(large.iter().map(|point| (point.bytes as f64, figure(point))));
                slope.map_or_else(|| "-".to_owned(), |slope| format!("{slope:.2}"))
            };
            println!(
                "{}: time grows as size^{}, memory as size^{}",
                curve.title,
                grown(Point::seconds),
                grown(Point::memory)
            );
        }
        curves.extend([import, export]);
    }
    if let Some(path) = plot {
        plot::draw(&curves, path)?;
    }
    Ok(complete)
}

fn measure(tern: &Path, direction: &str, input: &Path, output: &Path) -> Result<Option<Point>, String> {
    let bytes = input.metadata().map_err(|error| format!("{}: {error}", input.display()))?.len();
    let runs = if bytes <= QUICK { RUNS } else { 1 };
    let costs: Result<Vec<_>, _> =
        (0..runs).map(|_| cost(&mut command(tern, &[direction], input, Some(output)))).collect();
    Ok(median_cost(&costs?).map(|cost| Point { bytes, cost }))
}

fn shown(point: Option<&Point>) -> String {
    let Some(point) = point else { return format!("{:>37}", "failed") };
    let bytes = point.bytes as f64;
    format!(
        "{:>10.4}{:>10.1}{:>17.1}",
        point.seconds(),
        bytes / f64::from(1 << 20) / point.seconds(),
        point.memory() / bytes
    )
}

/// The exponent of growth of the second number in the first: the slope of a line fitted to the logarithms.
fn slope(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let points: Vec<(f64, f64)> = points.map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let along: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let both: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (points.len() > 1).then(|| both / along)
}

/// Writes a module of about `size` bytes with many functions: loops, memory, calls, metadata.
///
/// It is written incrementally: memory held by this process would count for the processes that it starts.
fn more_functions(size: u64, path: &Path) -> Result<(), String> {
    let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    write_functions(size, BufWriter::new(file)).map_err(|error| format!("{}: {error}", path.display()))
}

fn write_functions(size: u64, mut out: impl Write) -> io::Result<()> {
    let head = "%node = type { ptr, i32, [4 x i16] }\n\n@table = global [64 x ptr] zeroinitializer\n";
    out.write_all(head.as_bytes())?;
    let mut written = head.len() as u64;
    let mut index = 0u64;
    while written < size {
        let before = index.saturating_sub(1);
        let function = format!(
            "\ndefine i32 @walk{index}(ptr %head, i32 %limit) {{
entry:
  %empty = icmp eq ptr %head, null
  br i1 %empty, label %end, label %loop

loop:
  %node = phi ptr [ %head, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %place = getelementptr inbounds %node, ptr %node, i64 0, i32 1
  %value = load i32, ptr %place, align 8, !tbaa !0
  %more = add nsw i32 %sum, %value
  %next = load ptr, ptr %node, align 8, !tbaa !3
  %done = icmp eq ptr %next, null
  br i1 %done, label %end, label %loop, !llvm.loop !5

end:
  %all = phi i32 [ 0, %entry ], [ %more, %loop ]
  %slot = getelementptr inbounds [64 x ptr], ptr @table, i64 0, i64 {}
  store ptr %head, ptr %slot, align 8
  %large = icmp sgt i32 %all, %limit
  %chosen = select i1 %large, i32 %limit, i32 {index}
  %rest = call i32 @walk{before}(ptr %head, i32 %chosen)
  ret i32 %rest
}}
",
            index % 64
        );
        out.write_all(function.as_bytes())?;
        written += function.len() as u64;
        index += 1;
    }
    let tail = "\n!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2, i64 0}\n!2 = !{!\"root\"}\n!3 = !{!4, !4, i64 0}\n!4 = !{!\"pointer\", !2, i64 0}\n\
             !5 = distinct !{!5, !6}\n!6 = !{!\"llvm.loop.mustprogress\"}\n";
    out.write_all(tail.as_bytes())?;
    out.flush()
}

/// Writes one function of about `size` bytes, generated by `llvm-stress`.
fn a_larger_function(size: u64, path: &Path) -> Result<(), String> {
    // The approximate size of an instruction in bytes.
    let instructions = (size / 70).max(8).to_string();
    let mut stress = Command::new(oracle::tool("llvm-stress"));
    let status = stress.args(["--seed=7", "--size", &instructions, "-o"]).arg(path).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("llvm-stress: {status}")),
        Err(error) => Err(format!("llvm-stress: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_is_found() {
        let cubic = (1..9).map(|x| (f64::from(x), 5.0 * f64::from(x).powi(3)));
        assert!((slope(cubic).unwrap() - 3.0).abs() < 1e-9);
        assert!(slope(std::iter::once((1.0, 1.0))).is_none());
    }

    #[test]
    fn modules_are_as_large_as_asked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.ll");
        more_functions(100_000, &path).unwrap();
        let size = path.metadata().unwrap().len();
        assert!((100_000..103_000).contains(&size), "{size}");
    }
}
