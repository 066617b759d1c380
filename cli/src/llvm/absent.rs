//! The implementation without the LLVM library: every function reports how to get it.

use std::process::ExitCode;

use super::{OutputFormat, Passes, Ran, Run, Target};
use crate::diagnostics::Report;
use crate::files::Input;

/// The advice in error messages.
const HOW: &str = "takes the LLVM library, which this `tern` was built without. With LLVM 22 at hand (on Debian: apt-get \
                   install --no-install-recommends llvm-22-dev g++), `cargo install --path cli --features llvm` in Tern's \
                   repository builds one that has it";

/// Always `None`: without LLVM there are no worker processes.
pub(crate) fn served() -> Option<ExitCode> {
    None
}

/// Fails: passes and code generation need LLVM.
pub(crate) fn transform(
    name: &str,
    _: &[u8],
    _: OutputFormat,
    _: &Passes,
    _: &Target,
) -> Result<Vec<u8>, Vec<Report>> {
    Err(vec![Report::about_file(name, format!("to write anything but LLVM IR as it is {HOW}"))])
}

/// Fails: LLVM's verifier is not available.
pub(crate) fn verify(input: &Input) -> Vec<Report> {
    vec![Report::about_file(&input.name, format!("`--llvm` {HOW}"))]
}

/// Fails: running code needs LLVM.
pub(crate) fn run(input: &Input, _: Run) -> Result<Ran, Vec<Report>> {
    Err(vec![Report::about_file(&input.name, format!("to run it {HOW}"))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_tell_how_to_get_the_library() {
        let reports = verify(&Input::new("a.ll", Vec::new()));
        let said = reports[0].headline();
        assert!(
            said.contains("cargo install --path cli --features llvm") && said.contains("llvm-22-dev"),
            "{said}"
        );
    }
}
