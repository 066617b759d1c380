//! `cargo xtask test`: all checks that a change must pass.

use std::process::Command;

use crate::{Outcome, cargo, instructions, ods_diff, oracle, succeed, versions};

/// The variable that tells `llvm-sys` where LLVM is; without it, `llvm-config-22` is looked up in the path.
const LLVM_PREFIX: &str = "LLVM_SYS_221_PREFIX";

/// The workspace that depends on the crate `llvm-ir`.
const INTEROP: &str = "interop/llvm-ir/Cargo.toml";

/// The workspaces whose lock files must fit their manifests.
const LOCKED: [&str; 4] = ["Cargo.toml", INTEROP, "fuzz/Cargo.toml", "roundtrip-tests/programs/Cargo.toml"];

/// Checks format and lints and runs all tests, those against LLVM included.
///
/// On Debian it installs the tools of LLVM 22 that are missing, elsewhere it says what to install.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Runs the task.
pub(crate) fn run(_: &Args) -> Outcome {
    oracle::ensure()?;
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    for manifest in LOCKED {
        succeed(cargo().args(["fetch", "--quiet", "--locked", "--manifest-path", manifest]))?;
    }
    for arguments in [
        &["fmt", "--all", "--check"][..],
        &["clippy", "--workspace", "--all-features", "--all-targets", "--quiet", "--", "-D", "warnings"],
        // The command without the feature `llvm`. All commands select the whole workspace, so that cargo enables the same
        // features of dependencies for each, and checks and builds each crate once.
        &["clippy", "--workspace", "--bin", "tern", "--quiet", "--", "-D", "warnings"],
        // Includes doc tests.
        &["test", "--workspace", "--all-features"],
    ] {
        eprintln!("cargo {}", arguments.join(" "));
        let mut cargo = cargo();
        if std::env::var_os("LLVM22_BIN").is_some() {
            cargo.env(LLVM_PREFIX, oracle::prefix());
        }
        succeed(cargo.args(arguments))?;
    }
    // A separate workspace, because only it needs LLVM 19.
    oracle::ensure_llvm_19()?;
    eprintln!("cargo test --manifest-path {INTEROP}");
    succeed(cargo().args(["test", "--locked", "--manifest-path", INTEROP]))?;
    for &version in versions::FEW {
        oracle::ensure_llvm(version)?;
    }
    eprintln!("cargo xtask versions");
    if !versions::run(&versions::Args::few())? {
        return Ok(false);
    }
    eprintln!("cargo xtask instructions");
    if !instructions::run(&instructions::Args { bless: false })? {
        return Ok(false);
    }
    eprintln!("cargo xtask ods-diff");
    ods_diff::run(&ods_diff::Args { verbose: false })
}

/// Ensures that a component of the toolchain is installed.
fn component(subcommand: &str, name: &str) -> Result<(), String> {
    if cargo().args([subcommand, "--version"]).output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    succeed(Command::new("rustup").args(["component", "add", name]))
        .map_err(|error| format!("cargo {subcommand} is not installed, and {error}"))
}
