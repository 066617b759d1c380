//! LLVM in a process of its own, so that input which crashes it, or keeps it busy for ever, leaves the caller alone.
//!
//! The caller starts a program that calls [`serve`]: itself with an argument of its choice, or a helper. The [`Job`] goes to
//! its standard input as one line of JSON, the module follows, and the result comes from its standard output. What comes is
//! text of LLVM IR, bitcode or code, to be read by one who checks what they read.

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;
use std::{ffi::OsString, thread};

use inkwell::context::Context;
use process_control::{ChildExt, Control};
use serde::{Deserialize, Serialize};

use crate::target::{Code, Target, adopt, emit};
use crate::{Error, Result, bitcode, carry, optimise};

/// What is to be done to a module.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// What messages call the module.
    pub name: String,
    /// The passes to run: see [`optimise::run`]. The module is verified before.
    pub passes: Option<String>,
    /// What code is made for, and what passes reckon with.
    pub target: Target,
    /// What is wanted.
    pub output: Output,
}

impl Job {
    /// This and nothing else, for the module's own target.
    pub fn new(name: &str, output: Output) -> Self {
        Self { name: name.to_owned(), passes: None, target: Target::default(), output }
    }
}

/// What is wanted of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Output {
    /// The text.
    Text,
    /// Bitcode.
    Bitcode,
    /// Code; the module is verified before.
    Code(Code),
    /// Nothing but whether LLVM's verifier accepts it.
    Verdict,
}

/// What comes of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// The text, bitcode or code; empty for a verdict.
    pub output: Vec<u8>,
    /// What LLVM said meanwhile: warnings, such as about debug information that it leaves out.
    pub said: String,
}

/// What a process may take before it is ended; `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How long it may run.
    pub time: Option<Duration>,
    /// How many bytes of memory it may have, and write as its result. Systems other than Linux and Windows limit the result alone.
    pub memory: Option<u64>,
}

impl Default for Limits {
    /// Ten minutes and 8 GiB: what is optimised in earnest takes less, what never ends is ended.
    fn default() -> Self {
        Self { time: Some(Duration::from_secs(600)), memory: Some(8 << 30) }
    }
}

/// A process that [`serve`]s: how it is started.
#[derive(Clone, Debug)]
pub struct Isolated {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// What it may take.
    pub limits: Limits,
}

/// The exit status of a process whose message says what is wrong with the job. No other is used by LLVM.
const REJECTED: u8 = 79;

impl Isolated {
    /// Starts this program anew, with these arguments and the limits of [`Limits::default`].
    ///
    /// # Errors
    ///
    /// [`Error::Process`] if its path cannot be found.
    pub fn itself(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Self> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Ok(Self { program: std::env::current_exe()?, arguments, limits: Limits::default() })
    }

    /// Has a job done on a module, text or bitcode.
    ///
    /// # Errors
    ///
    /// [`Error::Rejected`] with LLVM's message, [`Error::Crashed`] if the process ended otherwise, as one does that wants more memory
    /// than it may have, [`Error::Late`] if it was ended because its time was over, [`Error::Process`] if it could not be started.
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
                // A process that crashes does not read all; how it ended says what is to be said.
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

    /// Waits for the end of a process within the limits; `None` if it took too long, and was ended.
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

    /// Reads bitcode from an unknown source, bare or in a wrapper. What LLVM has to say about it goes with the module.
    ///
    /// # Errors
    ///
    /// As [`Self::run`], and [`Error::Tern`] if Tern cannot read what LLVM prints.
    pub fn read(&self, bytes: &[u8], name: &str) -> Result<(tern_llvm_ir::Module, String)> {
        let done = self.run(&Job::new(name, Output::Text), bytes)?;
        Ok((tern_llvm_ir::read(&done.output, name)?, done.said))
    }
}

/// What a process says at most.
const MOST_SAID: u64 = 1 << 20;

/// Reads a pipe to its end, or so far. A process that writes more finds it closed.
fn read_at_most(most: u64, pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        pipe.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Does the job that comes from standard input. The process is to end with what this returns.
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
            // If nobody listens, the status says it.
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

/// Does a job in this process.
///
/// # Errors
///
/// As the functions that it is made of.
pub fn perform(job: &Job, module: &[u8]) -> Result<Vec<u8>> {
    let context = Context::create();
    let module = carry::read(&context, module, &job.name)?;
    if job.passes.is_some() || matches!(job.output, Output::Verdict | Output::Code(_)) {
        carry::verify(&module)?;
    }
    if job.passes.is_some() || job.target.triple.is_some() {
        let machine = job.target.machine(&module)?;
        // Passes make use of the data layout; a module that nobody wants for a machine stays without one, as in `opt`.
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
