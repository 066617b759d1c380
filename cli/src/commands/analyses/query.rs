//! `tern query`: instructions, blocks, functions and variables by a pattern.

use std::path::{Path, PathBuf};

use serde::Serialize;
use tern_analysis::query::{Answer, Query};
use tern_llvm_ir::Diagnostic;

use super::super::Outcome;
use super::{Named, each_file, nearest, print_json, print_lines, read_all};
use crate::diagnostics::{self, Report};

const EXAMPLES: &str = "\
Examples:
  tern query 'store to @x in functions called from main' program.ll
  tern query 'call to malloc not in loops' *.bc
  tern query 'load volatile of i32 at file.c:10-20' program.ll
  tern query 'icmp slt of i64 where operand 1 is constant 0' --count program.ll
  tern query 'functions with attribute noinline and not called' --json program.ll
  tern query --words                          the words of the language

An answer is FILE:LINE, function, block and instruction; the line is that of the text, bitcode has none. The language is described in
docs/QUERY.md.

Exit status:
  0  all files were read, whether something was found or not
  1  PATTERN is wrong, or at least one file could not be read
  2  the command line is wrong";

/// Arguments of `tern query`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What to look for.
    #[arg(value_name = "PATTERN", required_unless_present = "words")]
    pattern: Option<String>,

    /// The files to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print one object of JSON: {"files": [{"file": …, "count": …, "answers": […]}], "total": …}.
    #[arg(long)]
    json: bool,

    /// Print how much there is in each file, and not what.
    #[arg(long)]
    count: bool,

    /// Leave out the lines of the text, for which it is read a second time if something was found.
    #[arg(long)]
    no_lines: bool,

    /// Print the words of the language.
    #[arg(long, exclusive = true)]
    words: bool,
}

#[derive(Serialize)]
struct All {
    files: Vec<OfFile>,
    total: usize,
}

#[derive(Serialize)]
struct OfFile {
    file: String,
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<Vec<Answer>>,
}

/// What is found in a module, and what names the module does not have.
struct InModule {
    found: OfFile,
    unknown: Vec<(String, usize)>,
    /// The name in the module that is most like the first of them.
    near: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let Some(pattern) = args.pattern.as_ref().filter(|_| !args.words) else { return print_words() };
    let query = Query::parse(pattern).map_err(|error| vec![Report::of_ir(&error)])?;
    let (found, all_read) = each_file(&args.files, |path| in_file(args, &query, path));
    let modules: Vec<InModule> = found.into_iter().flat_map(|(_, modules)| modules).collect();
    warn_of_names(pattern, &modules);
    let files: Vec<OfFile> = modules.into_iter().map(|module| module.found).collect();
    let total = files.iter().map(|file| file.count).sum();
    if args.json {
        print_json(&All { files, total })?;
    } else if args.count {
        let one = files.len() == 1;
        let rows = files.iter().map(|file| match one {
            true => file.count.to_string(),
            false => format!("{:>10} {}", file.count, file.file),
        });
        let sum = (!one).then(|| format!("{total:>10} in all"));
        print_lines(rows.chain(sum))?;
    } else {
        print_lines(files.iter().flat_map(|file| {
            file.answers.iter().flatten().map(|answer| match answer.line {
                Some(line) => format!("{}:{line}: {answer}", file.file),
                None if files.len() > 1 => format!("{}: {answer}", file.file),
                None => answer.to_string(),
            })
        }))?;
    }
    Ok(all_read)
}

fn in_file(args: &Args, query: &Query, path: &Path) -> Result<Vec<InModule>, Vec<Report>> {
    let modules = read_all(path)?.into_iter().map(|Named { name, module, text }| {
        let found = query.find(&module);
        let text = text.as_ref().filter(|_| !args.no_lines);
        let answers = (!args.count).then(|| query.describe(&module, &found, text.map(|text| &text[..])));
        let unknown = query.unknown_names(&module).into_iter().map(|(name, at)| (name.to_owned(), at));
        let unknown: Vec<(String, usize)> = unknown.collect();
        let names = || module.listed_globals().filter_map(|it| module.name(it));
        let near = unknown.first().and_then(|(first, _)| {
            nearest(first, names().map(|name| String::from_utf8_lossy(name).into_owned()))
        });
        InModule { unknown, near, found: OfFile { file: name, count: found.len(), answers } }
    });
    Ok(modules.collect())
}

/// Warns of names in the query that no module has.
fn warn_of_names(pattern: &str, modules: &[InModule]) {
    let Some((first, others)) = modules.split_first() else { return };
    for (name, at) in &first.unknown {
        if others.iter().all(|module| module.unknown.iter().any(|(_, other)| other == at)) {
            let near = modules.iter().filter_map(|module| module.near.clone());
            let hint = match nearest(name, ["loops", "loop"].map(str::to_owned).into_iter().chain(near)) {
                Some(near) => format!("; did you mean '{near}'?"),
                None => String::new(),
            };
            let message = format!("no module has a global '{name}'{hint}");
            let warning = Diagnostic::new("query", pattern.as_bytes(), *at, message);
            diagnostics::emit(&[Report::of_ir(&warning).into_warning()]);
        }
    }
}

fn print_words() -> Outcome {
    let rows: Vec<[String; 3]> = Query::words().iter().map(tern_analysis::query::Word::row).collect();
    print_lines(rows.iter().flat_map(|[word, subjects, about]| {
        [word.replace('`', ""), format!("        {about}"), format!("        of {subjects}")]
    }))
}
