//! The tools of LLVM 22 that Tern is compared with. A tool that is missing is a failure: `cargo xtask test` installs them.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The path of a tool: in `LLVM22_BIN`, or where Debian puts it.
pub fn tool(name: &str) -> PathBuf {
    let bin = std::env::var_os("LLVM22_BIN").map_or_else(|| "/usr/lib/llvm-22/bin".into(), PathBuf::from);
    bin.join(name)
}

/// What a tool prints for an input, or what it says as it fails.
///
/// # Panics
///
/// Panics if the tool cannot be started.
pub fn run(name: &str, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let mut command = Command::new(tool(name));
    command.args(arguments);
    let output = feed(&mut command, input);
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{name}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
    }
}

/// Runs a command with this standard input.
///
/// # Panics
///
/// Panics if the command cannot be started.
pub fn feed(command: &mut Command, input: &[u8]) -> std::process::Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; `cargo xtask test` installs what the tests need")
    });
    let mut stdin = child.stdin.take().expect("it is piped");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A command that fails may not read all of it.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("a child can be waited for")
    })
}

/// A module as `opt -S` prints it.
pub fn printed_by_llvm(text: &[u8]) -> Result<Vec<u8>, String> {
    run("opt", &["-S", "-", "-o", "-"], text)
}

/// The lines of a module of LLVM IR without comments and without the name of the source file, which say nothing about the
/// program.
pub fn essence(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text)
        .lines()
        .map(|line| without_comment(line).trim_end().to_owned())
        .filter(|line| !line.is_empty() && !line.starts_with("source_filename"))
        .collect()
}

/// A line up to the `;` that begins a comment: one outside a string.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b';' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// The first line at which two modules differ, for messages of failing tests.
pub fn first_difference(before: &[String], after: &[String]) -> Option<String> {
    if before == after {
        return None;
    }
    let line = before.iter().zip(after).find(|(a, b)| a != b);
    Some(line.map_or_else(
        || format!("{} lines against {}", before.len(), after.len()),
        |(a, b)| format!("- {a}\n+ {b}"),
    ))
}
