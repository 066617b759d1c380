//! Measures the stages of the work, as reported by `--mlir-timing` of Tern and of upstream's tools.

use std::path::Path;
use std::process::Stdio;

use super::{command, mebibytes, median};
use crate::{Outcome, oracle};

/// A stage of one tool: the flags, the line in the timing report, and the label in the table.
struct Stage {
    title: &'static str,
    flags: &'static [&'static str],
    part: &'static str,
    /// Whether the stage reads MLIR rather than LLVM IR, and whether upstream reports the same stage.
    reads_mlir: bool,
    upstream: bool,
}

const IMPORT: &[&str] = &["translate", "--import-llvm", "--mlir-print-debuginfo"];
const EXPORT: &[&str] = &["translate", "--mlir-to-llvmir"];

#[rustfmt::skip]
const STAGES: [Stage; 8] = [
    Stage { title: "read .ll", flags: IMPORT, part: "Parser", reads_mlir: false, upstream: false },
    Stage { title: "import", flags: IMPORT, part: "Translate LLVMIR to MLIR", reads_mlir: false, upstream: false },
    Stage { title: "print MLIR", flags: &["opt"], part: "Output", reads_mlir: true, upstream: true },
    Stage { title: "read, verify MLIR", flags: &["opt"], part: "Parser", reads_mlir: true, upstream: true },
    Stage { title: "export", flags: EXPORT, part: "Translate MLIR to LLVMIR", reads_mlir: true, upstream: false },
    Stage { title: "print .ll", flags: EXPORT, part: "Output", reads_mlir: true, upstream: false },
    Stage { title: "all of import", flags: IMPORT, part: "Total", reads_mlir: false, upstream: true },
    Stage { title: "all of export", flags: EXPORT, part: "Total", reads_mlir: true, upstream: true },
];

/// Prints the table for a file. Returns whether Tern processed it.
pub(super) fn measure(tern: &Path, file: &Path, runs: usize) -> Outcome {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mlir = folder.path().join("module.mlir");
    let translate = oracle::tool("mlir-translate");
    // If upstream cannot make it, the measurement shows that.
    let _ = command(&translate, &IMPORT[1..], file, Some(&mlir)).status();
    println!(
        "\n{}\n{:20}{:>10}{:>10}{:>12}{:>9}",
        file.display(),
        "part",
        "tern ms",
        "MiB/s",
        "upstream ms",
        "up/tern"
    );
    let mut complete = true;
    for stage in &STAGES {
        let input = if stage.reads_mlir { &mlir } else { file };
        let tool = oracle::tool(if stage.flags[0] == "opt" { "mlir-opt" } else { "mlir-translate" });
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..=runs {
            ours.push(part(tern, stage.flags, stage.part, input)?);
            if stage.upstream {
                theirs.push(part(&tool, &stage.flags[1..], stage.part, input)?);
            }
        }
        let middle = |seen: &[Option<f64>]| {
            let seen: Option<Vec<f64>> = seen.iter().skip(1).copied().collect();
            median(seen?.into_iter())
        };
        let (ours, theirs) = (middle(&ours), middle(&theirs));
        complete &= ours.is_some();
        let shown =
            |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.1}"));
        println!(
            "{:20}{:>10}{:>10}{:>12}{:>9}",
            stage.title,
            shown(ours.map(|seconds| seconds * 1e3)),
            shown(ours.map(|seconds| mebibytes(input) / seconds)),
            shown(theirs.map(|seconds| seconds * 1e3)),
            shown(ours.zip(theirs).map(|(ours, theirs)| theirs / ours))
        );
    }
    Ok(complete)
}

/// The seconds that a tool reports for a stage; `None` if the tool fails.
fn part(tool: &Path, flags: &[&str], name: &str, input: &Path) -> Result<Option<f64>, String> {
    let mut command = command(tool, flags, input, Some(Path::new("/dev/null")));
    let output = command.arg("--mlir-timing").stderr(Stdio::piped()).output();
    let output = output.map_err(|error| format!("{command:?}: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    Ok(seconds(&report, name).filter(|_| output.status.success()))
}

/// The seconds in the report line of a stage: `  0.0500 ( 50.0%)  Parser`.
fn seconds(report: &str, name: &str) -> Option<f64> {
    let line = report.lines().find_map(|line| {
        let (figures, part) = line.split_once("%)")?;
        (part.trim() == name).then_some(figures)
    })?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn parts_are_found_in_a_report() {
        let report = "  Total Execution Time: 5.8070 seconds\n\n  ----Wall Time----  ----Name----\n    3.1551 ( 54.3%)  Parser\n    \
                      5.8070 (100.0%)  Total\n";
        assert_eq!(super::seconds(report, "Parser"), Some(3.1551));
        assert_eq!(super::seconds(report, "Total"), Some(5.807));
        assert_eq!(super::seconds(report, "Output"), None);
    }
}
