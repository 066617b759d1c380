//! The commands that answer questions about a module: each reads LLVM IR in any form, or MLIR that can be exported.

pub(crate) mod callers;
pub(crate) mod callgraph;
pub(crate) mod cfg;
pub(crate) mod layout;
pub(crate) mod line;
pub(crate) mod loops;
pub(crate) mod query;
pub(crate) mod ranges;
pub(crate) mod slice;
pub(crate) mod stack;
pub(crate) mod stats;

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tern_analysis::picture::Picture;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::cranelift_entity::packed_option::PackedOption;
use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Block, Function, Global, Inst, Module};

use super::Outcome;
use crate::bytes::Bytes;
use crate::diagnostics::{self, Report};
use crate::files::{self, Input};
use crate::{bitcode, languages, names, progress};

/// The module of a command that looks at one.
#[derive(clap::Args)]
pub(crate) struct One {
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    input: PathBuf,

    /// Of the modules in an archive or bundle, take this one.
    #[arg(long, value_name = "NAME")]
    member: Option<String>,
}

/// A module that was read, and the name of its file.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) module: Module,
    /// The text of LLVM IR that it was read from.
    pub(crate) text: Option<Bytes>,
}

impl One {
    pub(crate) fn read(&self) -> Result<Named, Vec<Report>> {
        let input = Input::read(&self.input)?;
        let name = input.name.clone();
        bitcode::only(&name, read(input, self.member.as_deref())?, |named| &named.name)
    }
}

/// Reads the modules in a file: one of a text of either language, where MLIR is exported; any number of bitcode. `member` selects one.
fn read(input: Input, member: Option<&str>) -> Result<Vec<Named>, Vec<Report>> {
    if bitcode::is_in(&input.bytes) {
        let named = |read: bitcode::Read| Named { name: read.name, module: read.module, text: None };
        return Ok(bitcode::read(&input, member)?.into_iter().map(named).collect());
    }
    let is_mlir = languages::is_mlir(&input);
    let texts = bitcode::modules(input, member)?.into_iter().map(|input| {
        let input = if is_mlir { languages::for_llvm(input, false)? } else { input };
        let read = tern_llvm_ir::read(&input.bytes[..], &input.name);
        let module = read.map_err(|error| error.all().map(Report::of_ir).collect::<Vec<_>>())?;
        Ok(Named { name: input.name, module, text: (!is_mlir).then_some(input.bytes) })
    });
    texts.collect()
}

/// The modules in a file.
pub(crate) fn read_all(path: &Path) -> Result<Vec<Named>, Vec<Report>> {
    read(Input::read(path)?, None)
}

/// A function of a module.
#[derive(clap::Args)]
pub(crate) struct OfFunction {
    #[command(flatten)]
    module: One,

    /// The function: its name, or as LLVM IR spells it: `main`, `@main`, `@"a\20b"`, `@0`.
    #[arg(long, value_name = "FUNCTION")]
    function: String,
}

impl OfFunction {
    fn read(&self) -> Result<(Named, Global), Vec<Report>> {
        let named = self.module.read()?;
        let function = named.function(&self.function)?;
        Ok((named, function))
    }

    /// The function with its body.
    fn body<'m>(&self, named: &'m Named, function: Global) -> Result<&'m Function, Vec<Report>> {
        let body = named.module.globals[function].as_function().filter(|function| !function.is_declaration());
        body.ok_or_else(|| {
            let message = format!("the function '{}' is only declared", self.function);
            vec![Report::about_file(&named.name, message)]
        })
    }
}

impl Named {
    /// The function with this [name](names::find).
    pub(crate) fn function(&self, name: &str) -> Result<Global, Vec<Report>> {
        names::find(&self.module, &self.module.functions, name).ok_or_else(|| {
            let plain = name.strip_prefix('@').unwrap_or(name);
            let names = self.module.functions().filter_map(|(global, ..)| self.module.name(global));
            let near = nearest(plain, names.map(|name| String::from_utf8_lossy(name).into_owned()));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
            vec![Report::about_file(&self.name, format!("there is no function '{name}'{hint}"))]
        })
    }
}

/// The name that is most like another one, if one is.
fn nearest(name: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let likeness = |other: String| (strsim::jaro_winkler(name, &other), other);
    let best = names.map(likeness).max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (best.0 > 0.8).then_some(best.1)
}

/// Writes a result as JSON, in one line.
pub(crate) fn print_json(result: &impl Serialize) -> Outcome {
    // The results have string keys only, so they always serialize; a closed pipe is not an error.
    let _ = serde_json::to_string(result).map(|text| writeln!(std::io::stdout(), "{text}"));
    Ok(true)
}

/// Writes lines to standard output.
pub(crate) fn print_lines(lines: impl IntoIterator<Item = String>) -> Outcome {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in lines {
        if writeln!(out, "{line}").is_err() {
            // The reader has closed standard output.
            break;
        }
    }
    let _ = out.flush();
    Ok(true)
}

/// The form of answers.
#[derive(clap::Args)]
pub(crate) struct Answers {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Answers {
    /// Prints results as JSON, or these lines.
    fn print(&self, results: &impl Serialize, lines: impl IntoIterator<Item = String>) -> Outcome {
        if self.json { print_json(results) } else { print_lines(lines) }
    }
}

/// An instruction with its place, for answers.
#[derive(Serialize)]
pub(crate) struct Found {
    function: String,
    block: String,
    instruction: String,
    /// The line of the source, if debug information has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

/// Describes instructions of a module.
pub(crate) struct Finder<'m> {
    module: &'m Module,
    pub(crate) excerpts: Excerpts<'m>,
    /// The function that was asked about last, and the blocks of its instructions.
    last: Option<(Global, SecondaryMap<Inst, PackedOption<Block>>)>,
}

impl<'m> Finder<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        Self { module, excerpts: Excerpts::new(module), last: None }
    }

    /// Describes an instruction of a defined function.
    pub(crate) fn found(&mut self, global: Global, inst: Inst) -> Found {
        let function = self.module.globals[global].as_function();
        if self.last.as_ref().is_none_or(|(last, _)| *last != global) {
            self.last = function.map(|function| (global, function.blocks_of_insts()));
        }
        let block = self.last.as_ref().and_then(|(_, blocks)| blocks[inst].expand());
        let place = function.and_then(|function| tern_analysis::lines::place(self.module, function, inst));
        Found {
            function: self.excerpts.global_name(global),
            block: block.map_or_else(String::new, |block| self.excerpts.block_name(global, block)),
            instruction: self.excerpts.instruction(global, inst).trim().to_owned(),
            source: place.map(|place| place.to_string()),
        }
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}: {}", self.function, self.block, self.instruction)?;
        match &self.source {
            Some(source) => write!(f, "  ; {source}"),
            None => Ok(()),
        }
    }
}

/// The form of a graph.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// Graphviz's language.
    Dot,
    /// A picture, laid out by Tern.
    Svg,
    /// GraphML.
    Graphml,
    /// Nodes and edges.
    Json,
}

/// Where a graph goes, and how.
#[derive(clap::Args)]
pub(crate) struct Drawn {
    /// The file to write, whole or not at all; `-` is standard output.
    #[arg(short, long, default_value = "-", value_name = "OUT")]
    output: PathBuf,

    /// The form of the graph; by default that of the output's extension, or DOT.
    #[arg(long, value_name = "FORM")]
    format: Option<Form>,
}

impl Drawn {
    pub(crate) fn write(&self, picture: &Picture) -> Outcome {
        let by_extension = || match self.output.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Form::Svg,
            Some("graphml" | "xml") => Form::Graphml,
            Some("json") => Form::Json,
            _ => Form::Dot,
        };
        let text = match self.format.unwrap_or_else(by_extension) {
            Form::Dot => picture.to_dot(),
            Form::Svg => picture.to_svg(),
            Form::Graphml => picture.to_graphml(),
            Form::Json => serde_json::to_string(picture).unwrap_or_default() + "\n",
        };
        files::write(&self.output, Box::new(move |sink| sink.write_all(text.as_bytes())))?;
        Ok(true)
    }
}

/// Looks at each of several files, on all threads. Says what is wrong with some, and goes on with the others.
pub(crate) fn each_file<T: Send>(
    paths: &[PathBuf],
    each: impl Fn(&Path) -> Result<T, Vec<Report>> + Sync,
) -> (Vec<(PathBuf, T)>, bool) {
    use rayon::prelude::*;
    let bar = progress::of_files(paths.len());
    let of_file = |path: &PathBuf| {
        let result = each(path);
        bar.inc(1);
        (path.clone(), result)
    };
    let results: Vec<_> = paths.par_iter().map(of_file).collect();
    bar.finish_and_clear();
    let mut all_read = true;
    let mut found = Vec::new();
    for (path, result) in results {
        match result {
            Ok(result) => found.push((path, result)),
            Err(reports) => {
                diagnostics::emit(&reports);
                all_read = false;
            }
        }
    }
    (found, all_read)
}
