//! `cargo xtask test`: everything that must hold before a change goes in.

use std::process::Command;

use crate::{Outcome, cargo, ods_diff, oracle, succeed};

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
    for arguments in [
        &["fmt", "--all", "--check"][..],
        &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
        // Doc tests included.
        &["test", "--workspace"],
    ] {
        eprintln!("cargo {}", arguments.join(" "));
        succeed(cargo().args(arguments))?;
    }
    eprintln!("cargo xtask ods-diff");
    ods_diff::run(&ods_diff::Args { verbose: false })
}

/// Makes sure that a component of the toolchain is there.
fn component(subcommand: &str, name: &str) -> Result<(), String> {
    if cargo().args([subcommand, "--version"]).output().is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    succeed(Command::new("rustup").args(["component", "add", name]))
        .map_err(|error| format!("cargo {subcommand} is not installed, and {error}"))
}
