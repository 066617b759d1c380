//! `cargo xtask fuzz`: looks for input that Tern does not survive.

use std::process::Command;

use crate::{Outcome, cargo, root, succeed};

/// The bodies, as `roundtrip-tests/src/hostile.rs` has them.
const TARGETS: [&str; 6] = ["ll", "mlir", "bytecode", "import", "export", "lowering"];

/// Fuzzes the readers, the import, the export and the lowering, one after the other.
///
/// With cargo-fuzz and a nightly toolchain: libFuzzer with AddressSanitizer, guided by coverage; what it finds is in
/// `fuzz/artifacts`, what it learned in `fuzz/corpus`. With `--plain`: the same bodies on mutations of the corpora without any
/// instrumentation, as `cargo xtask test` tries them for some seconds.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Minutes for each target
    #[arg(long, default_value_t = 60)]
    minutes: u64,
    /// Neither cargo-fuzz nor a nightly toolchain
    #[arg(long)]
    plain: bool,
    /// The seed of the mutations, with --plain
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// ll, mlir, bytecode, import, export, lowering; all if none is given
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(TARGETS))]
    targets: Vec<String>,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    let all = TARGETS.map(str::to_owned);
    let targets = if args.targets.is_empty() { &all[..] } else { &args.targets };
    for target in targets {
        eprintln!("fuzzing {target} for {} minutes", args.minutes);
        match args.plain {
            true => plain(args, target)?,
            false => guided(args, target)?,
        }
    }
    Ok(true)
}

fn plain(args: &Args, target: &str) -> Result<(), String> {
    let test = format!("{target}_survives");
    let mut command = cargo();
    command.args(["test", "--release", "--package", "tern-roundtrip-tests", "--test", "hostile"]);
    command.args(["--", "--exact", &test, "--nocapture"]);
    command.env("TERN_FUZZ_SECONDS", (args.minutes * 60).to_string());
    succeed(command.env("TERN_SEED", args.seed.to_string()))
}

fn guided(args: &Args, target: &str) -> Result<(), String> {
    let works = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    if !works(cargo().args(["fuzz", "--version"])) {
        succeed(cargo().args(["install", "cargo-fuzz", "--locked"]))?;
    }
    let nightly = works(Command::new("cargo").args(["+nightly", "--version"]));
    let mut command = Command::new("cargo");
    command.current_dir(root());
    match nightly {
        true => command.arg("+nightly"),
        // The flags of the sanitizers are not stable.
        false => command.env("RUSTC_BOOTSTRAP", "1"),
    };
    command.args(["fuzz", "run", target, "--"]);
    command.arg(format!("-max_total_time={}", args.minutes * 60));
    succeed(command.args(["-max_len=65536", "-timeout=60", "-rss_limit_mb=4096"]))
}
