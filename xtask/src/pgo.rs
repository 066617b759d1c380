//! `cargo xtask pgo`: builds `tern` with profile-guided optimisation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::bench::WORTH_MEASURING;
use crate::{Outcome, cargo, corpus, oracle, root, succeed, target_folder};

/// Builds `tern` with profile-guided optimisation, as published executables are built.
///
/// An instrumented build imports and exports samples; the compiler then inlines and lays out code by what was executed how often. It
/// takes `llvm-profdata` of rustup's component `llvm-tools`, or of LLVM 22.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Modules of LLVM IR to learn from, or `@list`; by default those of the dev corpus that `bench` does not measure.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    let merge = profdata()?;
    let mut samples = corpus::files(&args.files)?;
    if args.files.is_empty() {
        samples.retain(|file| file.metadata().is_ok_and(|metadata| metadata.len() < WORTH_MEASURING));
    }
    let folder = target_folder().join("pgo");
    let (counts, profile) = (folder.join("counts"), folder.join("tern.profdata"));
    if counts.exists() {
        fs::remove_dir_all(&counts).map_err(|error| format!("{}: {error}", counts.display()))?;
    }
    let instrumented = build(&folder, &format!("-Cprofile-generate={}", counts.display()))?;
    for sample in &samples {
        learn(&instrumented, sample, &folder)?;
    }
    succeed(Command::new(merge).arg("merge").arg("-o").arg(&profile).arg(&counts))?;
    let tern = build(&folder, &format!("-Cprofile-use={}", profile.display()))?;
    println!("{}", tern.display());
    Ok(true)
}

/// Compiler flags for a static executable.
const STATIC: &str = "-Crelocation-model=static -Ctarget-feature=+crt-static";

/// Builds the executable with a compiler flag; returns its path.
fn build(folder: &Path, flag: &str) -> Result<PathBuf, String> {
    let host = host()?;
    // With an explicit target, the flag does not apply to build scripts and procedural macros.
    let mut build = cargo();
    build
        .args(["build", "--release", "--package", "tern-cli", "--target", &host])
        .arg("--target-dir")
        .arg(folder);
    let mut flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    // Linked statically at a fixed address, the executable starts in four fifths of the time.
    let is_static = host.ends_with("-linux-gnu");
    for flag in is_static.then_some(STATIC).into_iter().chain([flag]) {
        flags = format!("{flags} {flag}");
    }
    succeed(build.env("RUSTFLAGS", flags))?;
    Ok(folder.join(host).join("release").join("tern"))
}

/// Imports and exports a module to collect a profile. The results are ignored, including errors.
fn learn(tern: &Path, sample: &Path, folder: &Path) -> Result<(), String> {
    let (dialect, ir) = (folder.join("sample.mlir"), folder.join("sample.ll"));
    for (command, input, output) in [("import", sample, &dialect), ("export", &dialect, &ir)] {
        let mut tern = Command::new(tern);
        tern.arg(command).arg(input).arg("-o").arg(output).stderr(Stdio::null());
        tern.status().map_err(|error| format!("{tern:?}: {error}"))?;
    }
    Ok(())
}

/// The target triple of the compiler's host.
fn host() -> Result<String, String> {
    let said = rustc(&["-vV"])?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV names no host".to_owned())
}

/// The path of `llvm-profdata`: the toolchain's own if installed.
fn profdata() -> Result<PathBuf, String> {
    let libraries = PathBuf::from(rustc(&["--print", "target-libdir"])?.trim_end());
    let own = libraries.with_file_name("bin").join("llvm-profdata");
    let found = [own, oracle::tool("llvm-profdata")].into_iter().find(|path| path.is_file());
    found.ok_or_else(|| "there is no llvm-profdata: `rustup component add llvm-tools` brings it".to_owned())
}

fn rustc(arguments: &[&str]) -> Result<String, String> {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let output = rustc.args(arguments).current_dir(root()).output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
