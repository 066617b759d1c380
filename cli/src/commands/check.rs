//! `tern check`: reports errors in files of either language.

use std::io::Write;
use std::path::Path;

use super::{Files, Outcome};
use crate::diagnostics::{self, Report};
use crate::files::Input;
use crate::languages::{self, Source};
use crate::{bitcode, llvm};

const EXAMPLES: &str = "\
Examples:
  tern check program.ll program.mlir
  tern import program.ll | tern check -
  tern verify --llvm program.mlir                    is it right for LLVM, too?

Exit status:
  0  all files are right
  1  at least one is not
  2  the command line is wrong";

/// Arguments of `tern check`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: Files,

    /// Say nothing about files that are right.
    #[arg(short, long)]
    quiet: bool,

    /// Accept operations, types and attributes of dialects that are not known.
    #[arg(long)]
    allow_unregistered_dialect: bool,

    /// Ask LLVM's verifier too, about MLIR as it is exported. Needs the feature `llvm`.
    #[arg(long)]
    llvm: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let mut all_right = true;
    for path in &args.files.files {
        let sources = match Input::read(path).and_then(|input| bitcode::sources(input, None)) {
            Ok(sources) => sources,
            Err(reports) => {
                diagnostics::emit(&reports);
                all_right = false;
                continue;
            }
        };
        for source in sources {
            let name = if path == Path::new("-") { "-".to_owned() } else { source.name().to_owned() };
            let mut found = match &source {
                Source::Text(input) => languages::check(input, args.allow_unregistered_dialect),
                Source::Module(name, module) => languages::check_bitcode(name, module),
            };
            if args.llvm && !found.iter().any(Report::is_error) {
                let text = source.into_text().and_then(|input| languages::for_llvm(input, false));
                found.extend(text.map_or_else(|reports| reports, |text| llvm::verify(&text)));
            }
            let right = !found.iter().any(Report::is_error);
            all_right &= right;
            diagnostics::emit(&found);
            if right && !args.quiet && writeln!(std::io::stdout(), "{name}: ok").is_err() {
                // Standard output is closed; the exit status still reports the result.
                continue;
            }
        }
    }
    Ok(all_right)
}
