//! `cargo xtask instructions`: counts the instructions that Tern executes, a measure that is independent of the machine's load.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Outcome, built_dev_tern, oracle, root, succeed};

/// Counts the instructions of import, export and `opt` by valgrind, and compares them with what was recorded.
///
/// The counts are those of one thread of the development build, of modules that clang makes of the samples. More than 5 % above the
/// recorded number is a failure, more than 5 % below asks for a new record (`--bless`).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record the counts.
    #[arg(long)]
    pub(crate) bless: bool,
}

/// The samples and their compiler flags. There is no C++, because its headers differ between machines.
const SAMPLES: &[(&str, &[&str])] = &[
    ("control.c", &["-O0"]),
    ("floats.c", &["-O0", "-g"]),
    ("bitfields.c", &["-O2", "-g"]),
    ("vectors.c", &["-O2"]),
];

/// The permitted deviation from the record, in percent.
const TOLERANCE: u64 = 5;

/// The file with the recorded counts.
const RECORD: &str = "xtask/instructions.json";

/// Instruction counts by the name of the measurement.
type Counts = BTreeMap<String, u64>;

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    oracle::ensure_valgrind()?;
    let counts = count(&built_dev_tern()?)?;
    let path = root().join(RECORD);
    if args.bless {
        let text = serde_json::to_string_pretty(&counts).map_err(|error| error.to_string())?;
        fs::write(&path, text + "\n").map_err(|error| format!("{RECORD}: {error}"))?;
        return Ok(true);
    }
    let text = fs::read(&path).map_err(|error| format!("{RECORD}: {error}"))?;
    let recorded: Counts = serde_json::from_slice(&text).map_err(|error| format!("{RECORD}: {error}"))?;
    let mut good = true;
    for (what, &count) in &counts {
        let Some(&known) = recorded.get(what) else {
            return Err(format!("{what} is not in {RECORD}: --bless records it"));
        };
        let verdict = match count * 100 {
            count if count > known * (100 + TOLERANCE) => "MORE",
            count if count < known * (100 - TOLERANCE) => "fewer: --bless records it",
            _ => "",
        };
        good &= verdict != "MORE";
        println!(
            "{what:32}{:>10.2} million{:>+8.2} % {verdict}",
            count as f64 / 1e6,
            (count as f64 / known as f64 - 1.0) * 100.0
        );
    }
    Ok(good)
}

fn count(tern: &Path) -> Result<Counts, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut counts = Counts::new();
    for (sample, options) in SAMPLES {
        let source = root().join("roundtrip-tests/samples").join(sample);
        let (ll, mlir) = (folder.path().join("sample.ll"), folder.path().join("sample.mlir"));
        let mut clang = Command::new(oracle::tool("clang"));
        succeed(clang.args(*options).args(["-S", "-emit-llvm", "-o"]).arg(&ll).arg(&source))?;
        // Only development builds verify what they export.
        for (command, further, input, output) in [
            ("import", None, &ll, mlir.as_path()),
            ("export", Some(Path::new("--no-verify")), &mlir, Path::new("/dev/null")),
            ("opt", None, &mlir, Path::new("/dev/null")),
        ] {
            let what = format!("{command} {sample} {}", options.join(" "));
            let mut arguments: Vec<&Path> = vec![command.as_ref(), input, "-o".as_ref(), output];
            arguments.extend(further);
            counts.insert(what, instructions(tern, &arguments)?);
        }
    }
    Ok(counts)
}

/// Counts the instructions that a command of Tern executes on one thread.
fn instructions(tern: &Path, arguments: &[&Path]) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(tern).args(arguments);
    valgrind.env("RAYON_NUM_THREADS", "1").stdin(Stdio::null());
    let output = valgrind.output().map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let count = said.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    match count {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("{valgrind:?}: {}\n{said}", output.status)),
    }
}
