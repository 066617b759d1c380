//! Builds the `tern` command for tests.

use std::path::PathBuf;
use std::process::Command;

use crate::samples;

/// Builds the command with the profile of the calling test, with or without the LLVM library; returns its path.
///
/// # Panics
///
/// If it cannot be built.
pub fn built() -> PathBuf {
    let mut build = Command::new(env!("CARGO"));
    build.current_dir(samples::root()).args(["build", "--quiet", "--package", "tern-cli"]);
    // Test executables are at target/<profile>/deps/<test>-<hash>.
    let mut folder = std::env::current_exe().expect("a test has a path");
    folder.pop();
    folder.pop();
    if cfg!(feature = "llvm") {
        build.args(["--features", "llvm"]);
    }
    // The folder of the profile `dev` is named `debug`.
    let profile = folder.file_name().filter(|profile| *profile != "debug");
    build.arg("--profile").arg(profile.unwrap_or("dev".as_ref()));
    if let Some(target) = folder.parent() {
        build.arg("--target-dir").arg(target);
    }
    assert!(build.status().is_ok_and(|status| status.success()), "tern cannot be built");
    folder.join("tern")
}
