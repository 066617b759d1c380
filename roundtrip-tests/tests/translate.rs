//! `tern translate` beside `mlir-translate`: on each file of `upstream/translate/`, with the arguments of each of its `ARGS` lines,
//! both print the same, say the same of what is wrong, and end with the same exit status. No golden files: upstream says what is right.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use tern_roundtrip_tests::oracle::{first_difference, tool};
use tern_roundtrip_tests::{command, samples};

fn main() {
    let arguments = Arguments::from_args();
    let tern = command::built();
    let folder = samples::root().join("roundtrip-tests/upstream/translate");
    let trials = samples::files(&folder, "ll").into_iter().map(|path| {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let tern = tern.clone();
        Trial::test(name, move || agree(&tern, &path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// Whether both tools do the same with a file.
fn agree(tern: &Path, path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let runs: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("; ARGS:")).collect();
    if runs.is_empty() {
        return Err("no line begins with ; ARGS:".into());
    }
    for run in runs {
        let upstream = lines(&mut Command::new(tool("mlir-translate")), path, run)?;
        let ours = lines(Command::new(tern).arg("translate"), path, run)?;
        if let Some(difference) = first_difference(&upstream, &ours) {
            return Err(format!("{run}: {difference}").into());
        }
    }
    Ok(())
}

/// What a tool prints and says.
fn lines(command: &mut Command, path: &Path, arguments: &str) -> Result<Vec<String>, Failed> {
    let output = command.args(arguments.split_ascii_whitespace()).arg(path).output()?;
    let mut lines = vec![format!("exit status: {:?}", output.status.code())];
    for text in [output.stdout, output.stderr] {
        lines.extend(String::from_utf8_lossy(&text).lines().map(str::to_owned));
    }
    Ok(lines)
}
