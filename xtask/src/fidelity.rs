//! `cargo xtask fidelity`: checks that `opt -S` prints the same before and after import and export.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::{Outcome, built_tern, corpus, oracle};

/// Counts the modules that survive `tern import` and `tern export`, as LLVM prints them.
///
/// A file that LLVM itself rejects is skipped.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Modules of LLVM IR, or `@list`; by default the dev corpus.
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    /// Name each file that does not survive, with the first line that differs.
    #[arg(short, long)]
    verbose: bool,
}

/// How well a module survived.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Identical,
    Differs,
    Invalid,
    Failed,
    Skipped,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    let tern = built_tern()?;
    let files = corpus::files(&args.files)?;
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut counts = BTreeMap::<Level, usize>::new();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, Into::into) {
            let (sender, next, files, tern) = (sender.clone(), &next, &files, &tern);
            scope.spawn(move || {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = level(tern, file).unwrap_or_else(|error| (Level::Failed, error));
                    if sender.send((file, found)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (file, (level, why)) in receiver {
            *counts.entry(level).or_default() += 1;
            if args.verbose && level != Level::Identical {
                println!("{level:?} {}\n  {}", file.display(), why.trim_end().replace('\n', "\n  "));
            }
        }
    });
    let count = |level| counts.get(&level).copied().unwrap_or(0);
    println!(
        "{} modules: identical {}  differs {}  invalid {}  failed {}  skipped {}",
        files.len() - count(Level::Skipped),
        count(Level::Identical),
        count(Level::Differs),
        count(Level::Invalid),
        count(Level::Failed),
        count(Level::Skipped)
    );
    Ok(count(Level::Identical) + count(Level::Skipped) == files.len())
}

/// Determines how well a module survives, with the reason.
fn level(tern: &Path, file: &Path) -> Result<(Level, String), String> {
    let before = match printed(file)? {
        Ok(text) => text,
        Err(why) => return Ok((Level::Skipped, why)),
    };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = |name: &str| folder.path().join(name);
    let (mlir, back) = (out("module.mlir"), out("module.ll"));
    for (command, input, output) in [("import", file, &mlir), ("export", &mlir, &back)] {
        if let Err(why) = output_of(Command::new(tern).arg(command).arg(input).arg("-o").arg(output))? {
            return Ok((Level::Failed, why));
        }
    }
    let after = match printed(&back)? {
        Ok(text) => text,
        Err(why) => return Ok((Level::Invalid, why)),
    };
    let (before, after) = (essence(&before), essence(&after));
    if before == after {
        return Ok((Level::Identical, String::new()));
    }
    let line = before.iter().zip(&after).find(|(a, b)| a != b);
    let why = line.map_or_else(
        || format!("{} lines against {}", before.len(), after.len()),
        |(a, b)| format!("- {a}\n+ {b}"),
    );
    Ok((Level::Differs, why))
}

/// The module as LLVM prints it; the inner error says why LLVM rejects it.
fn printed(file: &Path) -> Result<Result<String, String>, String> {
    let opt: PathBuf = oracle::tool("opt");
    output_of(Command::new(opt).arg("-S").arg(file).args(["-o", "-"]))
}

/// The output of a command; the inner error is its message if it fails.
pub(crate) fn output_of(command: &mut Command) -> Result<Result<String, String>, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(Ok(String::from_utf8_lossy(&output.stdout).into_owned()));
    }
    let said: String = String::from_utf8_lossy(&output.stderr).chars().take(400).collect();
    Ok(Err(format!("{}: {said}", output.status)))
}

/// The lines of a module without comments and the source file name.
fn essence(text: &str) -> Vec<&str> {
    text.lines()
        .map(|line| without_comment(line).trim_end())
        .filter(|line| !line.is_empty() && !line.starts_with("source_filename"))
        .collect()
}

/// A line up to the `;` of a comment, which must be outside of strings.
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

#[cfg(test)]
mod tests {
    use super::essence;

    #[test]
    fn comments_do_not_count() {
        let text = "; ModuleID = 'a'\nsource_filename = \"a\"\n@s = c\"a;b\" ; comment\n\nbb: ; preds = %x\n";
        assert_eq!(essence(text), ["@s = c\"a;b\"", "bb:"]);
    }
}
