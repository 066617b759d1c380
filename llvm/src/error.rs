//! What goes wrong.

use std::process::ExitStatus;
use std::time::Duration;

/// What goes wrong between Tern and LLVM. The texts are LLVM's own.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// LLVM cannot read a module: bitcode is damaged, or a text is one that Tern prints and LLVM does not read.
    #[error("LLVM cannot read this: {0}")]
    Read(String),
    /// Tern cannot read what LLVM prints.
    #[error(transparent)]
    Tern(#[from] tern_llvm_ir::Diagnostic),
    /// LLVM's verifier rejects the module: one line for each thing that is wrong.
    #[error("LLVM's verifier: {0}")]
    Invalid(String),
    /// There is no such target, processor or pipeline, or LLVM cannot do for it what is asked.
    #[error("{0}")]
    Unsupported(String),
    /// There is no such function, it takes other arguments, or a symbol is missing.
    #[error("{0}")]
    Run(String),
    /// The process that LLVM ran in ended without an answer: LLVM crashed, or gave up on what it was given.
    #[error("LLVM {how} ({status}){said}", how = if status.code().is_some() { "gave up" } else { "crashed" }, said = after_colon(said))]
    Crashed {
        /// How the process ended.
        status: ExitStatus,
        /// What it said before.
        said: String,
    },
    /// The process that LLVM ran in was ended, as it took longer than it may.
    #[error("LLVM took more than {} s and was ended", .0.as_secs_f64())]
    Late(Duration),
    /// LLVM rejects the job in the other process, with a message like those above.
    #[error("{0}")]
    Rejected(String),
    /// The other process cannot be started or talked to.
    #[error("cannot run LLVM in a process of its own: {0}")]
    Process(#[from] std::io::Error),
}

fn after_colon(said: &str) -> String {
    // Stack dumps are for those who mend LLVM.
    let lines =
        said.lines().take_while(|line| !line.starts_with("Stack dump") && !line.starts_with("PLEASE submit"));
    let said = lines.collect::<Vec<_>>().join("\n");
    if said.is_empty() { said } else { format!(": {said}") }
}
