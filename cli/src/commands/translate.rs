//! `tern -import-llvm`, `tern -mlir-to-llvmir`: drops in for `mlir-translate`.
//!
//! `mlir-translate` takes its options with one dash or two, in any place. They are brought into the form that the rest
//! of the command line has before it is parsed.

use std::ffi::OsString;

use super::{OneToOne, Outcome};
use crate::languages::{self, DialectForm};

/// The options of `mlir-translate` that say what to do.
const ACTIONS: [&str; 2] = ["import-llvm", "mlir-to-llvmir"];

const EXAMPLES: &str = "\
Examples:
  tern -import-llvm program.ll -o program.mlir
  tern --mlir-to-llvmir < program.mlir
  tern translate --import-llvm program.ll

Exit status:
  0  the output is complete
  1  the input is wrong; the output is untouched
  2  the command line is wrong";

/// Translates as mlir-translate does; `translate` can be left out.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    action: Action,

    #[command(flatten)]
    io: OneToOne,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Action {
    /// LLVM IR to the llvm dialect; as `tern import`.
    #[arg(long)]
    import_llvm: bool,

    /// The llvm dialect to LLVM IR; as `tern export`.
    #[arg(long)]
    mlir_to_llvmir: bool,
}

/// The command line with `translate` where it was left out, and its options with two dashes.
pub(crate) fn normalized(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let action = |argument: &OsString| {
        let name = argument.to_str()?.strip_prefix('-')?;
        let name = name.strip_prefix('-').unwrap_or(name);
        ACTIONS.into_iter().find(|&action| action == name)
    };
    if !arguments.iter().skip(1).any(|argument| action(argument).is_some()) {
        return arguments;
    }
    for argument in &mut arguments {
        if let Some(name) = action(argument) {
            *argument = format!("--{name}").into();
        }
    }
    if arguments.get(1).is_none_or(|first| first != "translate") {
        arguments.insert(1, "translate".into());
    }
    arguments
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    match args.action.import_llvm {
        true => args.io.run(false, |input| languages::import(input, DialectForm::Text)),
        false => args.io.run(false, languages::export),
    }
}

#[cfg(test)]
mod tests {
    use super::normalized;

    fn normal(line: &str) -> String {
        let arguments = normalized(line.split(' ').map(Into::into).collect());
        arguments.iter().map(|a| a.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn one_dash_is_as_good_as_two() {
        assert_eq!(normal("tern -import-llvm a.ll -o b"), "tern translate --import-llvm a.ll -o b");
        assert_eq!(normal("tern a.mlir --mlir-to-llvmir"), "tern translate a.mlir --mlir-to-llvmir");
        assert_eq!(normal("tern translate -import-llvm -"), "tern translate --import-llvm -");
        assert_eq!(normal("tern import -o b"), "tern import -o b");
    }
}
