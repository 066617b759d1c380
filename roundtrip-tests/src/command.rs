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
    build.current_dir(samples::root()).args(["build", "--quiet"]);
    // Test executables are at target/<profile>/deps/<test>-<hash>.
    let mut folder = std::env::current_exe().expect("a test has a path");
    folder.pop();
    folder.pop();
    // With the library of LLVM, the crates are those that `cargo test --workspace --all-features` has built.
    build.args(match cfg!(feature = "llvm") {
        true => &["--workspace", "--all-features", "--bin", "tern"][..],
        false => &["--package", "tern-cli"],
    });
    // The folder of the profile `dev` is named `debug`.
    let profile = folder.file_name().filter(|profile| *profile != "debug");
    build.arg("--profile").arg(profile.unwrap_or("dev".as_ref()));
    if let Some(target) = folder.parent() {
        build.arg("--target-dir").arg(target);
    }
    assert!(build.status().is_ok_and(|status| status.success()), "tern cannot be built");
    folder.join("tern")
}
