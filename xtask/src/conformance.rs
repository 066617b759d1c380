//! `cargo xtask conformance`: runs MLIR's own tests with Tern instead of `mlir-translate` and `mlir-opt`.

use std::process::Command;

use crate::{Outcome, built_tern, corpus, oracle};

/// Runs MLIR's own tests with Tern in the place of mlir-translate and mlir-opt.
///
/// The tests and their runner lie beside the repository, in ../shared/conformance; they are no part of it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Lists of tests: `import`, `export`, `dialect` …
    #[arg(default_values = ["import", "export"], value_name = "LIST")]
    lists: Vec<String>,

    /// One line for each test that fails.
    #[arg(short, long)]
    verbose: bool,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> Outcome {
    oracle::ensure()?;
    let runner = corpus::shared("conformance/conformance.py")?;
    let tern = built_tern()?.display().to_string();
    let mut command = Command::new("python3");
    command.arg(runner).args(["--translate", &format!("{tern} translate"), "--opt", &format!("{tern} opt")]);
    for list in &args.lists {
        command.arg("--list").arg(corpus::shared(&format!("conformance/lists/{list}.txt"))?);
    }
    if args.verbose {
        command.arg("--verbose");
    }
    crate::succeed(&mut command).map(|()| true)
}
