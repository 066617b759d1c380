//! Tasks for Tern's developers: `cargo xtask test`, `bench`, `fidelity`, `compat`, `conformance`, `ods-diff`, `instructions`,
//! `intrinsics`, `manual`, `fuzz`, `mutants`, `pgo`, `versions`.

mod bench;
mod compat;
mod conformance;
mod corpus;
mod fidelity;
mod fuzz;
mod instructions;
mod intrinsics;
mod manual;
mod mutants;
mod ods;
mod ods_diff;
mod oracle;
mod pgo;
mod test;
mod versions;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Parser;

/// What Tern's developers run.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    Test(test::Args),
    Bench(bench::Args),
    Fidelity(fidelity::Args),
    Compat(compat::Args),
    Conformance(conformance::Args),
    OdsDiff(ods_diff::Args),
    Instructions(instructions::Args),
    Intrinsics(intrinsics::Args),
    Manual(manual::Args),
    Fuzz(fuzz::Args),
    Mutants(mutants::Args),
    Pgo(pgo::Args),
    Versions(versions::Args),
}

/// The result of a task: whether it passed, or the error that prevented it from running.
type Outcome = Result<bool, String>;

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Test(args) => test::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Fidelity(args) => fidelity::run(&args),
        Task::Compat(args) => compat::run(&args),
        Task::Conformance(args) => conformance::run(&args),
        Task::OdsDiff(args) => ods_diff::run(&args),
        Task::Instructions(args) => instructions::run(&args),
        Task::Intrinsics(args) => intrinsics::run(&args),
        Task::Manual(args) => manual::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Mutants(args) => mutants::run(&args),
        Task::Pgo(args) => pgo::run(&args),
        Task::Versions(args) => versions::run(&args),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root folder of the workspace.
fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path
}

/// The `cargo` that runs this task.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    if std::env::var_os("CI").is_some() {
        // Nothing is rebuilt, so incremental compilation would only cost time.
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Runs a command and waits for it; the error names a command that failed.
fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// Builds `tern` with optimisations; returns the path of the executable.
fn built_tern() -> Result<PathBuf, String> {
    built(&["--release", "--package", "tern-cli"], "release")
}

/// Builds `tern` with the development profile, of the crates that `cargo test --workspace` builds; returns the path of the
/// executable.
fn built_dev_tern() -> Result<PathBuf, String> {
    built(&["--workspace", "--bin", "tern"], "debug")
}

/// Builds `tern` with these arguments of cargo; returns the path of the executable in `folder` of the target folder.
fn built(arguments: &[&str], folder: &str) -> Result<PathBuf, String> {
    succeed(cargo().arg("build").args(arguments))?;
    let path = target_folder().join(folder).join("tern");
    if path.is_file() { Ok(path) } else { Err(format!("{}: was not built", path.display())) }
}

/// The target folder of cargo.
fn target_folder() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}
