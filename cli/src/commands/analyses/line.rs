//! `tern where`: the instructions that a line of the source became.

use tern_analysis::lines;

use super::super::Outcome;
use super::{Answers, Finder, Found, One};
use crate::diagnostics::Report;

const EXAMPLES: &str = "\
Examples:
  tern where main.c:42 program.ll
  tern where --json src/lib.rs:7 program.bc

Exit status:
  0  there are such instructions
  1  FILE could not be read, or no instruction comes from that line
  2  the command line is wrong";

/// Arguments of `tern where`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The line, as `FILE:LINE`; the end of the file's path is enough.
    #[arg(value_name = "FILE:LINE", value_parser = source_line)]
    line: (String, u32),

    #[command(flatten)]
    module: One,

    #[command(flatten)]
    answers: Answers,
}

fn source_line(text: &str) -> Result<(String, u32), String> {
    let parts = text.rsplit_once(':').and_then(|(file, line)| Some((file.to_owned(), line.parse().ok()?)));
    parts.filter(|(file, line)| !file.is_empty() && *line > 0).ok_or_else(|| "expected FILE:LINE".to_owned())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let named = args.module.read()?;
    let module = &named.module;
    let mut finder = Finder::new(module);
    let (file, line) = &args.line;
    let found = lines::at_line(module, file, *line).into_iter();
    let found: Vec<Found> = found.map(|(global, inst)| finder.found(global, inst)).collect();
    if found.is_empty() && !args.answers.json {
        let message = format!("no instruction comes from {file}:{line}");
        return Err(vec![Report::about_file(&named.name, message)]);
    }
    args.answers.print(&found, found.iter().map(Found::to_string))?;
    Ok(!found.is_empty())
}
