//! The subcommands, one file each, and the arguments that they share.
//!
//! A command returns whether it succeeded, or the diagnostics that made it stop.

pub(crate) mod analyses;
pub(crate) mod assemble;
pub(crate) mod bitcode_dump;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod dis;
pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod import;
pub(crate) mod info;
pub(crate) mod link;
pub(crate) mod opt;
pub(crate) mod raise_memref;
pub(crate) mod roundtrip;
pub(crate) mod run;
pub(crate) mod strip;
pub(crate) mod translate;

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args as _;
use clap::builder::TypedValueParser;
use tern_llvm_ir::versions::{CONSUMERS, Consumer, LlvmVersion};

use crate::bitcode;
use crate::diagnostics::{self, Report};
use crate::files::{self, Input};
use crate::languages::{Losses, Source, Translated, WriteFor};
use crate::upstream::arguments;

/// Tools of LLVM, with the commands that stand for them. A command is also known by the name of the tool.
const TOOLS: [(&str, &str); 4] =
    [("llvm-as", "as"), ("llvm-dis", "dis"), ("llvm-extract", "extract"), ("llvm-link", "link")];

/// Rewrites the arguments of commands that take options as tools of LLVM do, with one dash or two; also those of Tern by the name of such
/// a tool.
///
/// # Errors
/// If an argument is not an option.
pub(crate) fn normalized(mut arguments: Vec<OsString>) -> Result<Vec<OsString>, String> {
    if let Some((tool, _)) = TOOLS.iter().find(|(tool, _)| arguments::is_called(&arguments, tool)) {
        arguments.insert(1, (*tool).into());
    }
    let Some(name) = arguments.get(1).and_then(|command| command.to_str()) else { return Ok(arguments) };
    let Some(&(tool, short)) = TOOLS.iter().find(|tool| tool.0 == name || tool.1 == name) else {
        return Ok(arguments);
    };
    let is_tool = name == tool;
    let command = clap::Command::new;
    let command = match short {
        "as" => assemble::Args::augment_args(command("tern as")),
        "dis" => dis::Args::augment_args(command("tern dis")),
        "extract" => extract::Args::augment_args(command("tern extract")),
        _ => link::Args::augment_args(command("tern link")),
    };
    let rest = arguments.split_off(2);
    arguments.extend(arguments::normalized(&command, None, rest)?);
    if is_tool && short == "dis" {
        arguments.push(dis::BESIDE.into());
    }
    Ok(arguments)
}

/// The file beside another one that has `to` as its extension instead of `from`, or behind any other; standard output for standard input.
pub(crate) fn beside(input: &Path, from: &str, to: &str) -> PathBuf {
    match input.extension() {
        _ if input == Path::new("-") => input.to_owned(),
        Some(extension) if extension == from => input.with_extension(to),
        _ => PathBuf::from(format!("{}.{to}", input.display())),
    }
}

/// The outcome of a command.
pub(crate) type Outcome = Result<bool, Vec<Report>>;

/// The input and output file of a command.
#[derive(clap::Args)]
pub(crate) struct InOut {
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "IN")]
    input: PathBuf,

    /// The file to write, whole or not at all; `-` is standard output.
    #[arg(short, long, default_value = "-", value_name = "OUT")]
    output: PathBuf,
}

/// The arguments of a command that translates one text to another.
#[derive(clap::Args)]
pub(crate) struct OneToOne {
    #[command(flatten)]
    files: InOut,

    /// Fail where something would have to be left out; otherwise that is a warning.
    #[arg(long)]
    deny_loss: bool,

    /// List what was left out on standard error in this form, instead of warnings: {"file": …, "losses": {kind: count}}.
    #[arg(long, value_name = "FORMAT")]
    report: Option<ReportForm>,
}

/// The version of LLVM to write for.
#[derive(clap::Args)]
pub(crate) struct Versioned {
    /// Write for this version of LLVM, from 5 to 23. Without it, the text is that of LLVM 22, with what only LLVM 23 has if the
    /// module has such.
    #[arg(long, value_name = "N")]
    llvm: Option<LlvmVersion>,

    /// Write for this program, which reads LLVM IR of a fixed version and has further rules.
    #[arg(long = "for", value_name = "PROGRAM", conflicts_with = "llvm", value_parser = programs())]
    program: Option<&'static Consumer>,
}

/// Finds a program by its name.
fn programs() -> impl clap::builder::TypedValueParser<Value = &'static Consumer> {
    let values = CONSUMERS.iter().map(|it| clap::builder::PossibleValue::new(it.name).help(it.about));
    clap::builder::PossibleValuesParser::new(values)
        .try_map(|name| Consumer::find(&name).ok_or_else(|| format!("there is no rule for `{name}`")))
}

impl Versioned {
    pub(crate) fn get(&self) -> WriteFor {
        match (self.program, self.llvm) {
            (Some(program), _) => WriteFor::Program(program),
            (None, Some(version)) => WriteFor::Version(version),
            (None, None) => WriteFor::Any,
        }
    }
}

/// The format of the list of losses.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ReportForm {
    Json,
}

/// The losses of a translation, for JSON output.
#[derive(serde::Serialize)]
struct LossReport<'a> {
    file: &'a str,
    losses: &'a Losses,
}

impl OneToOne {
    /// The file to write.
    pub(crate) fn output(&self) -> &Path {
        &self.files.output
    }

    /// Reads the input, translates it, writes the output, and reports losses.
    pub(crate) fn run(&self, translate: impl FnOnce(Input) -> Result<Translated, Vec<Report>>) -> Outcome {
        let input = Input::read(&self.files.input)?;
        let name = input.name.clone();
        self.translate(&name, &self.files.output, || translate(input))
    }

    /// Like [`run`](Self::run) for LLVM IR in any form. If the input contains several modules and the output is a folder, each
    /// module is written to a file in it.
    pub(crate) fn run_sources(
        &self,
        member: Option<&str>,
        extension: &str,
        translate: impl Fn(Source) -> Result<Translated, Vec<Report>>,
    ) -> Outcome {
        let file = Input::read(&self.files.input)?;
        let name = file.name.clone();
        let sources = bitcode::sources(file, member)?;
        if member.is_some() || !self.files.output.is_dir() {
            let source = bitcode::only(&name, sources, Source::name)?;
            let name = source.name().to_owned();
            return self.translate(&name, &self.files.output, || translate(source));
        }
        let mut taken = HashSet::new();
        for source in sources {
            let name = source.name().to_owned();
            let output = self.files.output.join(file_name(&name, extension, &mut taken));
            self.translate(&name, &output, || translate(source))?;
        }
        Ok(true)
    }

    fn translate(
        &self,
        name: &str,
        output: &Path,
        translate: impl FnOnce() -> Result<Translated, Vec<Report>>,
    ) -> Outcome {
        let Translated { text, losses } = translate()?;
        let left_out = losses
            .iter()
            .map(|(what, count)| Report::about_file(name, format!("left out: {what} ({count} times)")));
        if let Some(ReportForm::Json) = self.report {
            let report = LossReport { file: name, losses: &losses };
            // Strings and numbers always serialize to JSON, and a closed pipe is not an error.
            let _ = serde_json::to_string(&report).map(|report| writeln!(std::io::stderr(), "{report}"));
        } else if !self.deny_loss {
            diagnostics::emit(&left_out.clone().map(Report::into_warning).collect::<Vec<_>>());
        }
        if self.deny_loss && !losses.is_empty() {
            return Err(left_out.collect());
        }
        files::write(output, text)?;
        Ok(true)
    }
}

/// The file name for a module: its base name, with problematic characters replaced.
fn file_name(module: &str, extension: &str, taken: &mut HashSet<String>) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "._-".contains(letter) { letter } else { '_' };
    // `libx.a(folder/y.o)` gives `y.o`, `folder/z.bc` gives `z.bc`.
    let inner =
        module.strip_suffix(')').and_then(|name| name.split_once('(')).map_or(module, |(_, inner)| inner);
    let last = inner.rsplit(['/', '\\']).next().unwrap_or(inner);
    let stem: String = last.trim_start_matches('.').chars().map(plain).collect();
    let names =
        (1..).map(|n| if n == 1 { format!("{stem}.{extension}") } else { format!("{stem}.{n}.{extension}") });
    names.into_iter().find(|name| taken.insert(name.clone())).unwrap_or(stem)
}

/// The files of a command that processes each file separately.
#[derive(clap::Args)]
pub(crate) struct Files {
    /// The files to read; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    #[test]
    fn names_of_members_are_names_of_files() {
        let mut taken = HashSet::new();
        let mut name = |module: &str| super::file_name(module, "mlir", &mut taken);
        assert_eq!(name("libx.a(../../etc/y.o)"), "y.o.mlir");
        assert_eq!(name("libx.a(y.o)"), "y.o.2.mlir");
        assert_eq!(name("x.hipfb(hip-amdgcn--gfx906(a b.o))"), "hip-amdgcn--gfx906_a_b.o_.mlir");
        assert_eq!(name("/tmp/z.bc"), "z.bc.mlir");
        assert_eq!(name("x(..)"), ".mlir");
    }
}
