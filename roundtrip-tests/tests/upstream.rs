//! Compares `tern translate` with `mlir-translate` on the files of `upstream/translate`, and `tern opt` with `mlir-opt` on
//! those of the other folders. For the arguments of each `ARGS` line of a file, both must print the same output and the same
//! errors. There are no golden files; upstream is the oracle.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use tern_roundtrip_tests::oracle::{first_difference, tool};
use tern_roundtrip_tests::{command, samples};

fn main() {
    let arguments = Arguments::from_args();
    let tern = command::built();
    let folder = samples::root().join("roundtrip-tests/upstream");
    let files = ["mlir", "ll"].into_iter().flat_map(|extension| samples::files(&folder, extension));
    let trials = files.map(|path| {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let tern = tern.clone();
        Trial::test(name, move || agree(&tern, &path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// Checks that both tools do the same with a file.
fn agree(tern: &Path, path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let comment =
        if path.extension().is_some_and(|extension| extension == "ll") { "; ARGS:" } else { "// ARGS:" };
    let (subcommand, oracle) = match path.parent().is_some_and(|folder| folder.ends_with("translate")) {
        true => ("translate", "mlir-translate"),
        false => ("opt", "mlir-opt"),
    };
    let runs: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(comment)).collect();
    if runs.is_empty() {
        return Err(format!("no line begins with {comment}").into());
    }
    for run in runs {
        let upstream = lines(Command::new(tool(oracle)), path, run)?;
        let mut command = Command::new(tern);
        command.arg(subcommand);
        let ours = lines(command, path, run)?;
        if let Some(difference) = first_difference(&upstream, &ours) {
            return Err(format!("{run}: {difference}").into());
        }
    }
    Ok(())
}

/// The output and the messages of a tool.
fn lines(mut command: Command, path: &Path, arguments: &str) -> Result<Vec<String>, Failed> {
    let output = command.args(arguments.split_ascii_whitespace()).arg(path).output()?;
    let mut lines = vec![format!("exit status: {:?}", output.status.code())];
    for text in [output.stdout, output.stderr] {
        lines.extend(String::from_utf8_lossy(&text).lines().map(str::to_owned));
    }
    Ok(lines)
}
