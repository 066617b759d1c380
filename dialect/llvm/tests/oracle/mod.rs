//! Runs `mlir-opt` of LLVM 22 as an oracle: from `MLIR_OPT`, or Debian's default path. If it is missing, tests fail.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The output of `mlir-opt` with these arguments, or its error messages.
pub(crate) fn mlir_opt(input: &[u8], arguments: &[&str]) -> Result<Vec<u8>, String> {
    let path =
        std::env::var_os("MLIR_OPT").map_or_else(|| "/usr/lib/llvm-22/bin/mlir-opt".into(), PathBuf::from);
    let mut child = Command::new(&path)
        .args(arguments)
        .args(["--allow-unregistered-dialect", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}, of LLVM 22: {error}", path.display()));
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // It may exit before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("mlir-opt ends");
    writer.join().expect("the writer ends");
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
