//! Programs for tests: their sources, and how they are built.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::samples;

/// The folder of programs for tests.
pub fn programs() -> PathBuf {
    samples::root().join("roundtrip-tests/programs")
}

/// The folder of a package named in `programs/Cargo.toml`.
///
/// # Errors
///
/// What `cargo` says, or that it does not know the package.
pub fn package(name: &str) -> Result<PathBuf, String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--format-version=1"]);
    let output = run(cargo.arg("--manifest-path").arg(programs().join("Cargo.toml")))?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let manifest =
        packages.filter(|package| package["name"] == name).find_map(|found| found["manifest_path"].as_str());
    let manifest = Path::new(manifest.ok_or_else(|| format!("cargo does not know the package {name}"))?);
    Ok(manifest.parent().unwrap_or(manifest).to_owned())
}

/// Builds the Rust standard library as a static library, from a crate without other content.
///
/// # Errors
///
/// What `rustc` says.
pub fn rust_library() -> Result<&'static Path, String> {
    static LIBRARY: OnceLock<Result<(tempfile::TempDir, PathBuf), String>> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let (source, library) = (folder.path().join("nothing.rs"), folder.path().join("libnothing.a"));
        std::fs::write(&source, "").map_err(|error| error.to_string())?;
        let mut rustc = Command::new("rustc");
        run(rustc.args(["--crate-type=staticlib", "--edition=2024"]).arg(&source).arg("-o").arg(&library))?;
        Ok((folder, library))
    });
    match library {
        Ok((_, path)) => Ok(path),
        Err(error) => Err(error.clone()),
    }
}

/// Runs a command, which must succeed.
///
/// # Errors
///
/// The command, its status, and what it said.
pub fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{command:?}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}
