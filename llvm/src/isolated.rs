//! Runs LLVM in a separate process, so that input that crashes it or makes it loop does not affect the caller.
//!
//! The caller starts a program that calls [`serve`]: itself with a special argument, or a helper. The [`Job`] is written to its
//! standard input as one line of JSON, followed by the module; the result is read from its standard output. The result is LLVM
//! IR text, bitcode or code, and is as untrusted as the input.

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;
use std::{ffi::OsString, thread};

use inkwell::context::Context;
use process_control::{ChildExt, Control};
use serde::{Deserialize, Serialize};

use crate::target::{Code, Target, adopt, emit};
use crate::{Error, Result, bitcode, optimise, transfer};

/// The work to do on a module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The name of the module in messages.
    pub name: String,
    /// The passes to run: see [`optimise::run`]. The module is verified first.
    pub passes: Option<String>,
    /// The target for code generation, and for passes that depend on it.
    pub target: Target,
    /// The requested output.
    pub output: Output,
}

impl Job {
    /// A job with this output, without passes, for the module's own target.
    pub fn new(name: &str, output: Output) -> Self {
        Self { name: name.to_owned(), passes: None, target: Target::default(), output }
    }
}

/// The output of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Output {
    /// LLVM IR as text.
    Text,
    /// Bitcode.
    Bitcode,
    /// Code; the module is verified first.
    Code(Code),
    /// No output: only the verdict of LLVM's verifier.
    Verdict,
}

/// The result of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// The text, bitcode or code; empty for a verdict.
    pub output: Vec<u8>,
    /// Messages that LLVM printed, such as warnings about debug information that it drops.
    pub said: String,
}

/// The resource limits of the process; `None` means no limit. A process that exceeds them is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The wall-clock time limit.
    pub time: Option<Duration>,
    /// The limit in bytes on memory, and on the size of the result. Only Linux and Windows limit memory; other systems only
    /// limit the result.
    pub memory: Option<u64>,
}

impl Default for Limits {
    /// Ten minutes and 8 GiB: more than real optimisation takes.
    fn default() -> Self {
        Self { time: Some(Duration::from_secs(600)), memory: Some(8 << 30) }
    }
}

/// The command that starts a process that [`serve`]s.
#[derive(Clone, Debug)]
pub struct Isolated {
    /// The path of the program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The resource limits.
    pub limits: Limits,
}

/// The exit status of a process that rejects the job with a message. LLVM does not use this status itself.
const REJECTED: u8 = 79;

impl Isolated {
    /// Starts the current executable again, with these arguments and the limits of [`Limits::default`].
    ///
    /// # Errors
    ///
    /// [`Error::Process`] if its path cannot be found.
    pub fn itself(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Self> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Ok(Self { program: std::env::current_exe()?, arguments, limits: Limits::default() })
    }

    /// Runs a job on a module, given as text or bitcode.
    ///
    /// # Errors
    ///
    /// [`Error::Rejected`] with LLVM's message; [`Error::Crashed`] if the process ended otherwise, for instance because it
    /// exceeded its memory limit; [`Error::Late`] if it exceeded its time limit; [`Error::Process`] if it could not be started.
    pub fn run(&self, job: &Job, module: &[u8]) -> Result<Done> {
        let mut head = serde_json::to_vec(job).map_err(io::Error::from)?;
        head.push(b'\n');
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let most = self.limits.memory.unwrap_or(u64::MAX);
        let (ended, output, said) = thread::scope(|scope| {
            scope.spawn(move || {
                // A crashed process does not read everything; its exit status is reported instead of this write error.
                stdin.map(|mut stdin| stdin.write_all(&head).and_then(|()| stdin.write_all(module)))
            });
            let output = scope.spawn(move || read_at_most(most, stdout));
            let said = scope.spawn(move || read_at_most(MOST_SAID, stderr));
            let ended = self.wait(&mut child);
            let joined = |thread: thread::ScopedJoinHandle<'_, io::Result<Vec<u8>>>| {
                thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread that reads panicked")))
            };
            (ended, joined(output), joined(said))
        });
        let Some(status) = ended? else {
            return Err(Error::Late(self.limits.time.unwrap_or_default()));
        };
        let said = String::from_utf8_lossy(&said?).trim_end().to_owned();
        match status.code() {
            Some(0) => Ok(Done { output: output?, said }),
            Some(code) if code == i32::from(REJECTED) => Err(Error::Rejected(said)),
            _ => Err(Error::Crashed { status, said }),
        }
    }

    /// Waits for a process to exit; `None` if it exceeded the time limit and was killed.
    fn wait(&self, child: &mut Child) -> io::Result<Option<ExitStatus>> {
        let mut control = child.controlled();
        if let Some(time) = self.limits.time {
            control = control.time_limit(time).terminate_for_timeout();
        }
        #[cfg(any(all(target_os = "linux", any(target_env = "gnu", target_env = "musl")), windows))]
        if let Some(memory) = self.limits.memory {
            control = control.memory_limit(usize::try_from(memory).unwrap_or(usize::MAX));
        }
        Ok(control.wait()?.map(process_control::ExitStatus::into_std_lossy))
    }

    /// Reads untrusted bitcode, bare or in a wrapper. Returns the module with LLVM's messages.
    ///
    /// # Errors
    ///
    /// As [`Self::run`], and [`Error::Tern`] if Tern cannot read what LLVM prints.
    pub fn read(&self, bytes: &[u8], name: &str) -> Result<(tern_llvm_ir::Module, String)> {
        let done = self.run(&Job::new(name, Output::Text), bytes)?;
        Ok((tern_llvm_ir::read(&done.output, name)?, done.said))
    }
}

/// The maximum size of the messages of a process.
const MOST_SAID: u64 = 1 << 20;

/// Reads a pipe to its end, or up to `most` bytes. The pipe is then closed, so that a process that writes more gets an error.
fn read_at_most(most: u64, pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        pipe.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Performs the job that is read from standard input. The process should exit with the returned code.
pub fn serve() -> ExitCode {
    let mut input = io::stdin().lock();
    let done = read_job(&mut input).and_then(|job| {
        let mut module = Vec::new();
        input.read_to_end(&mut module)?;
        perform(&job, &module)
    });
    let written = done.and_then(|result| {
        let mut out = io::stdout().lock();
        out.write_all(&result)?;
        Ok(out.flush()?)
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the exit status still reports the error.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(REJECTED)
        }
    }
}

fn read_job(input: &mut impl BufRead) -> Result<Job> {
    let mut line = Vec::new();
    input.read_until(b'\n', &mut line)?;
    Ok(serde_json::from_slice(&line).map_err(io::Error::from)?)
}

/// Performs a job in this process.
///
/// # Errors
///
/// The errors of reading, verifying, optimising and writing the module.
pub fn perform(job: &Job, module: &[u8]) -> Result<Vec<u8>> {
    let context = Context::create();
    let module = transfer::read(&context, module, &job.name)?;
    if job.passes.is_some() || matches!(job.output, Output::Verdict | Output::Code(_)) {
        transfer::verify(&module)?;
    }
    if job.passes.is_some() || job.target.triple.is_some() {
        let machine = job.target.machine(&module)?;
        // Passes use the data layout. A module without a target keeps none, as in `opt`.
        if job.target.triple.is_some() || matches!(job.output, Output::Code(_)) {
            adopt(&module, &machine);
        }
        if let Some(passes) = &job.passes {
            optimise::run(&module, passes, &machine)?;
        }
    }
    match job.output {
        Output::Text => Ok(module.print_to_string().to_bytes().to_vec()),
        Output::Bitcode => Ok(bitcode::of(&module)),
        Output::Code(code) => emit(&module, &job.target.machine(&module)?, code),
        Output::Verdict => Ok(Vec::new()),
    }
}
