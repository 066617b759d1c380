//! Links modules with Tern and with `llvm-link`, and compares the results.

use std::path::PathBuf;
use std::process::Command;

use tern_linker::{Linker, Options};
use tern_llvm_ir::bitcode::write::{Options as WriteOptions, write};
use tern_llvm_ir::{Module, bitcode, compare};

use crate::oracle::tool;

fn read(bytes: &[u8], name: &str) -> Result<Module, String> {
    // Bitcode, or its wrapper for systems of Apple.
    if bytes.starts_with(b"BC") || bytes.starts_with(&[0xde, 0xc0, 0x17, 0x0b]) {
        return bitcode::read(bytes, name).map_err(|problem| problem.to_string());
    }
    tern_llvm_ir::read(bytes, name).map_err(|problem| problem.to_string())
}

/// What Tern makes of files, and what it says. `over` are those that take the place of what there is.
///
/// # Panics
///
/// If a file cannot be read.
pub fn linked(options: Options, files: &[PathBuf], over: &[PathBuf]) -> (Option<Module>, String) {
    let mut linker = Linker::new("llvm-link", options);
    let mut said = String::new();
    let inputs = files.iter().map(|file| (false, file)).chain(over.iter().map(|file| (true, file)));
    for (over, file) in inputs {
        let name = file.display().to_string();
        let bytes = std::fs::read(file).unwrap();
        let module = read(&bytes, &name).unwrap_or_else(|problem| panic!("{problem}"));
        let result = if over { linker.link_over(module, &name) } else { linker.link(module, &name) };
        for warning in linker.warnings() {
            // LLVM leaves summaries out, too, and does not say so.
            if !warning.starts_with("the summary of") {
                said += &format!("warning: {warning}\n");
            }
        }
        if let Err(error) = result {
            return (None, said + &format!("error: {error}\n"));
        }
    }
    (Some(linker.finish()), said)
}

/// Links files with Tern and with `llvm-link`, and says how the results differ.
///
/// # Panics
///
/// If a file cannot be read, or the tool cannot be started.
pub fn difference(flags: &[&str], files: &[PathBuf], over: &[PathBuf]) -> Option<String> {
    let options = Options {
        only_needed: flags.contains(&"-only-needed"),
        internalize: flags.contains(&"-internalize"),
        one_type_for_an_identifier: !flags.contains(&"-disable-debug-info-type-map"),
    };
    let (ours, said) = linked(options, files, over);
    let over = over.iter().map(|file| format!("-override={}", file.display()));
    // Some text of LLVM cannot be read again: addresses of unnamed blocks of functions that stand before.
    let output = Command::new(tool("llvm-link")).args(flags).args(files).args(over).output();
    let output = output.expect("llvm-link");
    let expected = String::from_utf8_lossy(&output.stderr);
    // LLVM may crash, and it verifies the result, which `tern link` does, too.
    output.status.code()?;
    if expected.ends_with("error: linked module is broken!\n") {
        let is_broken = ours.is_some_and(|ours| !tern_llvm_ir::verify(&ours).is_empty());
        return (!is_broken).then(|| format!("not broken: {expected}"));
    }
    if said != expected {
        return Some(format!("messages:\n- {expected}\n+ {said}"));
    }
    match (ours, output.status.success()) {
        (None, false) => None,
        (Some(ours), true) => {
            let ours = match write(&ours, &WriteOptions { name: "llvm-link", ..WriteOptions::default() }) {
                Ok(ours) => ours,
                Err(problem) => return Some(format!("Tern's module cannot be written: {problem}")),
            };
            match (read(&output.stdout, "llvm-link"), read(&ours, "tern")) {
                (Ok(theirs), Ok(ours)) => {
                    compare::first_difference(&theirs, &ours).map(|difference| difference.to_string())
                }
                (Err(problem), _) | (_, Err(problem)) => Some(problem),
            }
        }
        (ours, _) => Some(format!("one of them fails; Tern: {}", ours.is_none())),
    }
}
