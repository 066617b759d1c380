//! Measures verification of LLVM IR, as a ratio to LLVM's verifier: `VerifierPass` in the report of `opt -time-passes`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{mebibytes, median};
use crate::{Outcome, cargo, oracle, succeed, target_folder};

/// Builds the program that reads and verifies modules within one process.
pub(super) fn built_verify() -> Result<PathBuf, String> {
    succeed(cargo().args(["build", "--release", "--package", "tern-llvm-ir", "--example", "verify"]))?;
    Ok(target_folder().join("release/examples/verify"))
}

/// Prints the table's heading.
pub(super) fn heading() {
    println!("\nverification");
    println!(
        "{:28}{:>6}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "file", "MiB", "one ms", "all ms", "LLVM ms", "one/LLVM", "all/LLVM"
    );
}

/// Prints the table's row for a file: on one thread, on all, and LLVM. Returns whether Tern accepts it.
pub(super) fn measure(verify: &Path, file: &Path, runs: usize) -> Outcome {
    let ours = |threads: Option<&str>| {
        let mut command = Command::new(verify);
        command.arg(runs.to_string()).arg(file);
        command.envs(threads.map(|count| ("RAYON_NUM_THREADS", count)));
        output(&mut command).map(|text| ours_in(&text))
    };
    let theirs = || {
        let flags = ["-passes=verify", "-time-passes", "-disable-output", "-disable-verify"];
        output(Command::new(oracle::tool("opt")).args(flags).arg(file)).map(|text| theirs_in(&text))
    };
    let (one, all) = (ours(Some("1"))?, ours(None)?);
    let llvm: Option<Vec<f64>> = (0..runs).map(|_| theirs()).collect::<Result<_, String>>()?;
    let llvm = llvm.and_then(|seen| median(seen.into_iter()));
    let shown = |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.2}"));
    let ratio = |ours: Option<f64>| shown(ours.zip(llvm).map(|(ours, theirs)| ours / theirs));
    println!(
        "{:28}{:6.1}{:>12}{:>12}{:>12}{:>12}{:>12}",
        file.file_name().unwrap_or_default().to_string_lossy(),
        mebibytes(file),
        shown(one),
        shown(all),
        shown(llvm),
        ratio(one),
        ratio(all)
    );
    Ok(one.is_some() && all.is_some())
}

/// What a command prints.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}

/// The milliseconds in a line `FILE: read 1.2 verify 3.4`.
fn ours_in(text: &str) -> Option<f64> {
    text.rsplit_once(" verify ")?.1.trim().parse().ok()
}

/// The milliseconds of wall time in the line of `VerifierPass`.
fn theirs_in(text: &str) -> Option<f64> {
    wall_time(text, " VerifierPass")
}

/// The milliseconds of wall time in the first line of a report of LLVM's that ends with a name.
pub(super) fn wall_time(report: &str, name: &str) -> Option<f64> {
    let line = report.lines().find(|line| line.ends_with(name))?;
    let wall = line.split_whitespace().rev().nth(2)?;
    Some(wall.parse::<f64>().ok()? * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found_in_reports() {
        assert_eq!(ours_in("a verify b.ll: read 10.5 verify 2.5\n"), Some(2.5));
        let line = "   0.3327 (100.0%)   0.0041 (100.0%)   0.3368 (100.0%)   0.3401 (100.0%)  VerifierPass";
        assert_eq!(theirs_in(&format!("report\n{line}\n")), Some(340.1));
        assert_eq!(theirs_in("VerifierPass"), None);
    }
}
