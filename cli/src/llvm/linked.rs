//! The implementation with the LLVM library. LLVM reads input only in a separate process: this executable, started with
//! [`WORKER`].

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use tern_llvm::isolated::{self, Isolated, Job, Limits, Output};
use tern_llvm::memref::Array;
use tern_llvm::optimise::Level;
use tern_llvm::run::{self, Call};
use tern_llvm::target::Code;

use super::{Argument, OutputFormat, Passes, Ran, Run, Target, What};
use crate::diagnostics::{self, Report};
use crate::files::{Input, Text};

/// The argument that starts this executable as a worker process.
const WORKER: &str = "__llvm";

/// If this is a worker process, performs its job; returns the exit code.
pub(crate) fn served() -> Option<ExitCode> {
    std::env::args_os().nth(1).is_some_and(|argument| argument == WORKER).then(isolated::serve)
}

/// The resource limits of a worker. `TERN_LLVM_SECONDS` and `TERN_LLVM_MEBIBYTES` override them; 0 means no limit.
fn limits() -> Limits {
    let number = |name| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let mut limits = Limits::default();
    if let Some(seconds) = number("TERN_LLVM_SECONDS") {
        limits.time = Some(Duration::from_secs(seconds)).filter(|time| !time.is_zero());
    }
    if let Some(mebibytes) = number("TERN_LLVM_MEBIBYTES") {
        limits.memory = Some(mebibytes.saturating_mul(1 << 20)).filter(|&memory| memory > 0);
    }
    limits
}

/// Performs a job in a worker process; prints its warnings.
fn perform(job: &Job, module: &[u8]) -> Result<Vec<u8>, Vec<Report>> {
    let done = Isolated::itself([WORKER])
        .and_then(|isolated| Isolated { limits: limits(), ..isolated }.run(job, module));
    match done {
        Ok(done) => {
            if !done.said.is_empty() {
                diagnostics::emit(&[Report::about_file(&job.name, done.said).into_warning()]);
            }
            Ok(done.output)
        }
        Err(error) => Err(vec![Report::about_file(&job.name, error.to_string())]),
    }
}

/// Runs passes and code generation on a text.
pub(crate) fn transform(
    name: &str,
    text: &[u8],
    form: OutputFormat,
    passes: &Passes,
    target: &Target,
) -> Result<Vec<u8>, Vec<Report>> {
    let output = match form {
        OutputFormat::Ll => Output::Text,
        OutputFormat::Bc => Output::Bitcode,
        OutputFormat::Obj => Output::Code(Code::Object),
        OutputFormat::Asm => Output::Code(Code::Assembly),
    };
    let of_command_line = |message: String| vec![Report::about_file(name, message)];
    let level: Option<Level> =
        passes.level.as_deref().map(str::parse).transpose().map_err(of_command_line)?;
    let pipeline = passes.passes.clone().or_else(|| level.map(Level::pipeline));
    let relocation = target.relocation.as_deref().map(str::parse).transpose().map_err(of_command_line)?;
    let target = tern_llvm::target::Target {
        triple: target.target.clone(),
        cpu: target.cpu.clone(),
        features: target.features.clone(),
        relocation: relocation.unwrap_or_default(),
        level: level.unwrap_or_default(),
    };
    perform(&Job { passes: pipeline, target, ..Job::new(name, output) }, text)
}

/// Checks a text with LLVM's verifier.
pub(crate) fn verify(input: &Input) -> Vec<Report> {
    perform(&Job::new(&input.name, Output::Verdict), &input.bytes).err().unwrap_or_default()
}

/// Runs a text of LLVM IR in this process.
pub(crate) fn run(input: &Input, run: Run) -> Result<Ran, Vec<Report>> {
    let module = tern_llvm_ir::read(&input.bytes, &input.name)
        .map_err(|found| found.all().map(Report::of_ir).collect::<Vec<_>>())?;
    let wrong = |error: tern_llvm::Error| vec![Report::about_file(&input.name, error.to_string())];
    let Run { what, libraries } = run;
    let (function, written, results) = match what {
        What::Main { arguments } => {
            let status = run::main(&module, &arguments, &libraries).map_err(wrong)?;
            return Ok(Ran { status: Some(status), ..Ran::default() });
        }
        What::Function { name, arguments, results } => (name, arguments, results),
    };
    let (mut arguments, mut files) = (Vec::new(), Vec::new());
    for argument in written {
        let (argument, file) = match argument {
            Argument::Number(text) => (run::Argument::Number(text), None),
            Argument::File { from, to } => (run::Argument::Array(array(&from)?), to),
            Argument::Zeros { shape, to } => {
                let array = shape.parse().and_then(|shape| Array::zeros(&shape)).map_err(wrong)?;
                (run::Argument::Array(array), to)
            }
        };
        arguments.push(argument);
        files.push(file);
    }
    let (shapes, result_files): (Vec<String>, Vec<PathBuf>) = results.into_iter().unzip();
    let results = shapes.iter().map(|shape| shape.parse()).collect::<Result<_, _>>().map_err(wrong)?;
    let ran = run::call(&module, Call { function, arguments, results, libraries }).map_err(wrong)?;
    let arguments =
        ran.arguments.into_iter().zip(files).filter_map(|(argument, file)| match (argument, file) {
            (run::Argument::Array(array), Some(file)) => Some((file, array)),
            _ => None,
        });
    let arrays = arguments.chain(result_files.into_iter().zip(ran.results));
    let written = arrays
        .map(|(file, array)| -> (PathBuf, Text) { (file, Box::new(move |mut sink| array.write(&mut sink))) });
    Ok(Ran { written: written.collect(), number: ran.number, status: None })
}

/// Reads an array from a `.npy` file.
fn array(path: &Path) -> Result<Array, Vec<Report>> {
    let wrong = |message: String| vec![Report::about_file(&path.display().to_string(), message)];
    let file = File::open(path).map_err(|error| wrong(format!("cannot read: {error}")))?;
    Array::read(BufReader::new(file)).map_err(|error| wrong(error.to_string()))
}
