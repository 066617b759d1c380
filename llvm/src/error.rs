//! The error type of this crate.

use std::process::ExitStatus;
use std::time::Duration;

/// An error at the interface of Tern and LLVM. Messages of LLVM are passed on verbatim.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// LLVM cannot read a module: the bitcode is damaged, or LLVM does not accept text that Tern printed.
    #[error("LLVM cannot read this: {0}")]
    Read(String),
    /// Tern cannot read text that LLVM printed.
    #[error(transparent)]
    Tern(#[from] tern_llvm_ir::Diagnostic),
    /// LLVM's verifier rejects the module; the text has one line per problem.
    #[error("LLVM's verifier: {0}")]
    Invalid(String),
    /// There is no such target, processor or pipeline, or it does not support the request.
    #[error("{0}")]
    Unsupported(String),
    /// A function cannot be run: it does not exist, takes other arguments, or needs a missing symbol.
    #[error("{0}")]
    Run(String),
    /// The process that ran LLVM ended without an answer: LLVM crashed, or exited with an error.
    #[error("LLVM {how} ({status}){said}", how = if status.code().is_some() { "gave up" } else { "crashed" }, said = after_colon(said))]
    Crashed {
        /// The exit status of the process.
        status: ExitStatus,
        /// The output of the process on standard error.
        said: String,
    },
    /// The process that ran LLVM exceeded its time limit and was killed.
    #[error("LLVM took more than {} s and was ended", .0.as_secs_f64())]
    Late(Duration),
    /// LLVM rejected the job in the other process, with one of the messages above.
    #[error("{0}")]
    Rejected(String),
    /// The other process cannot be started, or communication with it failed.
    #[error("cannot run LLVM in a process of its own: {0}")]
    Process(#[from] std::io::Error),
}

fn after_colon(said: &str) -> String {
    // Stack dumps are only useful to LLVM's developers.
    let lines =
        said.lines().take_while(|line| !line.starts_with("Stack dump") && !line.starts_with("PLEASE submit"));
    let said = lines.collect::<Vec<_>>().join("\n");
    if said.is_empty() { said } else { format!(": {said}") }
}
