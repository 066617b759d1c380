//! `cargo xtask compat`: checks that `tern translate --import-llvm` prints what `mlir-translate` prints.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fidelity::output_of;
use crate::{Outcome, built_tern, corpus, oracle};

/// Counts the modules for which `tern translate --import-llvm --mlir-print-debuginfo` prints, byte for byte, what
/// `mlir-translate` prints.
///
/// A file that upstream cannot import is skipped.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Modules of LLVM IR, or `@list`; by default the dev corpus.
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    /// The `tern` to run, instead of one that is built with optimisations.
    #[arg(long, value_name = "PATH")]
    tern: Option<PathBuf>,

    /// Name each file that differs, with the first line that does.
    #[arg(short, long)]
    verbose: bool,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    let tern = match &args.tern {
        Some(tern) => tern.clone(),
        None => built_tern()?,
    };
    let (mut same, mut skipped, mut differ) = (0, 0, 0);
    for file in corpus::files(&args.files)? {
        let upstream = match printed(&oracle::tool("mlir-translate"), &[], &file)? {
            Ok(text) => text,
            Err(_) => {
                skipped += 1;
                continue;
            }
        };
        let why = match printed(&tern, &["translate"], &file)? {
            Ok(text) if text == upstream => {
                same += 1;
                continue;
            }
            Ok(text) => first_difference(&upstream, &text),
            Err(why) => why,
        };
        differ += 1;
        if args.verbose {
            println!("{}\n  {}", file.display(), why.trim_end().replace('\n', "\n  "));
        }
    }
    println!("{} modules: same {same}  different {differ}  skipped {skipped}", same + differ);
    Ok(differ == 0)
}

/// The output of a tool for a file; the inner error is its message if it fails.
fn printed(tool: &Path, command: &[&str], file: &Path) -> Result<Result<String, String>, String> {
    let flags = ["--import-llvm", "--mlir-print-debuginfo"];
    output_of(Command::new(tool).args(command).args(flags).arg(file))
}

fn first_difference(upstream: &str, ours: &str) -> String {
    let lines = upstream.lines().zip(ours.lines()).zip(1..);
    let cut = |line: &str| line.chars().take(300).collect::<String>();
    match lines.into_iter().find(|((upstream, ours), _)| upstream != ours) {
        Some(((upstream, ours), line)) => format!("line {line}\n- {}\n+ {}", cut(upstream), cut(ours)),
        None => format!("{} lines against {}", upstream.lines().count(), ours.lines().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), "line 2\n- b\n+ c");
        assert_eq!(first_difference("a\nb\n", "a\n"), "2 lines against 1");
    }
}
