//! Measures the structural analyses: as a share of the time of reading, and as a ratio to LLVM's, by `opt -time-passes`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::verification::{output, wall_time};
use super::{mebibytes, median};
use crate::{Outcome, cargo, oracle, succeed, target_folder};

/// LLVM's passes for the same. Uses it has from reading on.
const PASSES: &str = "-passes=require<callgraph>,function(require<domtree>,require<postdomtree>,require<domfrontier>,require<loops>,require<cycles>)";

/// Builds the program that reads and analyses modules within one process.
pub(super) fn built_analyses() -> Result<PathBuf, String> {
    succeed(cargo().args(["build", "--release", "--package", "tern-analysis", "--example", "analyses"]))?;
    Ok(target_folder().join("release/examples/analyses"))
}

/// Prints the table's heading.
pub(super) fn heading() {
    println!("\nanalyses, on all threads and on one");
    println!(
        "{:28}{:>6}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}",
        "file",
        "MiB",
        "read ms",
        "graphs",
        "uses",
        "calls",
        "query",
        "all/read",
        "one ms",
        "LLVM ms",
        "one/LLVM"
    );
}

/// Prints the table's row for a file.
pub(super) fn measure(analyses: &Path, file: &Path, runs: usize) -> Outcome {
    let ours = |threads: Option<&str>| {
        let mut command = Command::new(analyses);
        command.arg(runs.to_string()).arg(file);
        command.envs(threads.map(|count| ("RAYON_NUM_THREADS", count)));
        output(&mut command)
    };
    let theirs = || {
        let flags = [PASSES, "-time-passes", "-disable-output", "-disable-verify"];
        output(Command::new(oracle::tool("opt")).args(flags).arg(file)).map(|text| theirs_in(&text))
    };
    let (all, one) = (ours(None)?, ours(Some("1"))?);
    let llvm: Option<Vec<f64>> = (0..runs).map(|_| theirs()).collect::<Result<_, String>>()?;
    let llvm = llvm.and_then(|seen| median(seen.into_iter()));
    let shown = |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.2}"));
    let ratio = |one: Option<f64>, other: Option<f64>| shown(one.zip(other).map(|(one, other)| one / other));
    let figure = |what: &str| figure(&all, what);
    let one_all = self::figure(&one, "all");
    print!("{:28}{:6.1}", file.file_name().unwrap_or_default().to_string_lossy(), mebibytes(file));
    for column in ["read", "graphs", "uses", "calls", "query"].map(|what| shown(figure(what))) {
        print!("{column:>10}");
    }
    let share = ratio(figure("all"), figure("read"));
    println!("{share:>10}{:>10}{:>10}{:>10}", shown(one_all), shown(llvm), ratio(one_all, llvm));
    Ok(one_all.is_some() && figure("all").is_some())
}

/// The milliseconds behind a word in a line `FILE: read 1.2 graphs 3.4 …`.
fn figure(text: &str, what: &str) -> Option<f64> {
    let (_, figures) = text.rsplit_once(": read ")?;
    let words: Vec<&str> = ["read"].into_iter().chain(figures.split_whitespace()).collect();
    words.chunks_exact(2).find(|pair| pair[0] == what)?[1].parse().ok()
}

/// The milliseconds of wall time of all analyses, the total of their report.
fn theirs_in(text: &str) -> Option<f64> {
    let (_, report) = text.split_once("Analysis execution timing report")?;
    wall_time(report, " Total")
}

#[cfg(test)]
mod tests {
    use super::{figure, theirs_in};

    #[test]
    fn times_are_found_in_reports() {
        let text = "a: read b.ll: read 10.5 graphs 2.5 all 7.25\n";
        assert_eq!((figure(text, "read"), figure(text, "all")), (Some(10.5), Some(7.25)));
        let report = "Analysis execution timing report\n  0.1 (1%) 0.1 (1%) 0.1 (1%) 0.2 (3%)  LoopAnalysis\n   \
            0.0911 (100.0%)   0.0228 (100.0%)   0.1140 (100.0%)   0.2500 (100.0%)  Total\n";
        assert_eq!(theirs_in(report), Some(250.0));
        assert_eq!(theirs_in("Total"), None);
    }
}
