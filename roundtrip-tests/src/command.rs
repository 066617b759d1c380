//! The command that is tested.

use std::path::PathBuf;
use std::process::Command;

use crate::samples;

/// The command, built as the test is that asks, with or without the LLVM library.
///
/// # Panics
///
/// Panics if it cannot be built.
pub fn built() -> PathBuf {
    let mut build = Command::new(env!("CARGO"));
    build.current_dir(samples::root()).args(["build", "--quiet", "--package", "tern-cli"]);
    // The tests are at target/<profile>/deps/<test>-<hash>.
    let mut folder = std::env::current_exe().expect("a test has a path");
    folder.pop();
    folder.pop();
    if cfg!(feature = "llvm") {
        build.args(["--features", "llvm"]);
    }
    // (The folder of the profile `dev` has a name of its own.)
    let profile = folder.file_name().filter(|profile| *profile != "debug");
    build.arg("--profile").arg(profile.unwrap_or("dev".as_ref()));
    if let Some(target) = folder.parent() {
        build.arg("--target-dir").arg(target);
    }
    assert!(build.status().is_ok_and(|status| status.success()), "tern cannot be built");
    folder.join("tern")
}
