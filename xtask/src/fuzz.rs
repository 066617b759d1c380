//! `cargo xtask fuzz`: searches for input that makes Tern panic or hang.

mod guided;

use std::path::PathBuf;

use crate::{Outcome, cargo, succeed};

/// The fuzz targets, defined in `roundtrip-tests/src/hostile.rs`.
const TARGETS: [&str; 13] = [
    "ll",
    "bitcode",
    "mlir",
    "bytecode",
    "import",
    "export",
    "lowering",
    "layout_ll",
    "layout_mlir",
    "both_ways_ll",
    "both_ways_bitcode",
    "both_ways_mlir",
    "both_ways_bytecode",
];

/// Fuzzes the readers, the import, the export and the lowering.
///
/// With cargo-fuzz: libFuzzer, guided by coverage, begins with the texts of the project; what it finds is in `fuzz/artifacts`, what it
/// learned in `fuzz/corpus`, what it said in `fuzz/logs`. A finding does not end a target: it goes on until its time is over. With
/// `--plain`: the same bodies on mutations of the corpora without any instrumentation, as `cargo xtask test` tries them for some
/// seconds.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Minutes for each target
    #[arg(long, default_value_t = 60)]
    minutes: u64,
    /// Targets at the same time
    #[arg(long, default_value_t = 1, conflicts_with = "plain")]
    jobs: usize,
    /// Further texts to begin with: a folder with .ll and .mlir files
    #[arg(long, value_name = "FOLDER", conflicts_with = "plain")]
    seeds: Vec<PathBuf>,
    /// With AddressSanitizer, which takes twice the time: for what Tern uses, as its own code has no `unsafe`
    #[arg(long, conflicts_with = "plain")]
    address_sanitizer: bool,
    /// Without cargo-fuzz
    #[arg(long)]
    plain: bool,
    /// The seed of the mutations, with --plain
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The targets to run; all if none is given
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(TARGETS))]
    targets: Vec<String>,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    let all = TARGETS.map(str::to_owned);
    let targets = if args.targets.is_empty() { &all[..] } else { &args.targets };
    if !args.plain {
        return guided::run(args, targets);
    }
    for target in targets {
        eprintln!("fuzzing {target} for {} minutes", args.minutes);
        plain(args, target)?;
    }
    Ok(true)
}

fn plain(args: &Args, target: &str) -> Result<(), String> {
    let test = format!("{target}_survives");
    let mut command = cargo();
    command.args(["test", "--release", "--package", "tern-roundtrip-tests", "--test", "hostile"]);
    command.args(["--", "--exact", &test, "--nocapture"]);
    // Fast paths can be switched off with debug assertions only.
    command.env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true");
    command.env("TERN_FUZZ_SECONDS", (args.minutes * 60).to_string());
    succeed(command.env("TERN_SEED", args.seed.to_string()))
}
