//! `tern extract`: takes functions, variables and aliases out of a module, as `llvm-extract` does.

use std::collections::HashSet;

use regex::bytes::Regex;
use tern_linker::Extraction;
use tern_llvm_ir::{Global, Module};

use super::{InOut, Outcome};
use crate::diagnostics::Report;
use crate::files::Input;
use crate::{ir, names};

const EXAMPLES: &str = "\
Examples:
  tern extract --func main program.ll -o main.ll
  tern extract --func main --recursive program.bc -o part.ll
  tern extract --func main --deps program.bc -o alone.ll
  tern extract --rfunc '^debug_' --delete program.ll -o rest.ll

Exit status:
  0  OUT is the module with these globals
  1  IN could not be read or has no such global; OUT is untouched
  2  the command line is wrong";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    files: InOut,

    /// A function, by its name or as LLVM IR spells it: `f`, `@f`, `@"a\20b"`, `@0`; so are variables and aliases.
    #[arg(long = "func", alias = "function", value_name = "NAME")]
    functions: Vec<String>,

    /// The functions whose name a regular expression matches.
    #[arg(long = "rfunc", value_name = "REGEX")]
    function_patterns: Vec<String>,

    /// A variable.
    #[arg(long = "glob", value_name = "NAME")]
    variables: Vec<String>,

    /// The variables whose name a regular expression matches.
    #[arg(long = "rglob", value_name = "REGEX")]
    variable_patterns: Vec<String>,

    /// An alias.
    #[arg(long = "alias", id = "alias", value_name = "NAME")]
    aliases: Vec<String>,

    /// The aliases whose name a regular expression matches.
    #[arg(long = "ralias", value_name = "REGEX")]
    alias_patterns: Vec<String>,

    /// Also the functions that these call, those that these call, and so on.
    #[arg(long)]
    recursive: bool,

    /// Also all definitions that these refer to: functions, variables and aliases, and what those refer to, so that OUT stands alone.
    #[arg(long)]
    deps: bool,

    /// Leave these out, and keep all others.
    #[arg(long)]
    delete: bool,

    /// Keep the initializers of constants.
    #[arg(long)]
    keep_const_init: bool,

    /// Write text, which is what is written unless the name of OUT ends in `.bc`.
    #[arg(long = "S", id = "text")]
    text: bool,

    /// Accepted as `llvm-extract` does; text goes to a terminal, too.
    #[arg(long = "f", id = "force", hide_short_help = true)]
    force: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let (name, mut module) = ir::module(Input::read(&args.files.input)?)?;
    let mut chosen: HashSet<Global> = HashSet::new();
    for (what, list, names, patterns) in [
        ("alias", &module.aliases, &args.aliases, &args.alias_patterns),
        ("global", &module.variables, &args.variables, &args.variable_patterns),
        ("function", &module.functions, &args.functions, &args.function_patterns),
    ] {
        let choice = choose(&module, what, list, names, patterns);
        chosen.extend(choice.map_err(|message| vec![Report::about_file(&name, message)])?);
    }
    let mut chosen = chosen.into_iter().collect();
    if args.recursive {
        tern_linker::add_callees(&module, &mut chosen);
    }
    if args.deps {
        tern_linker::add_dependencies(&module, &mut chosen);
    }
    let extraction = Extraction { delete: args.delete, keep_constants: args.keep_const_init };
    tern_linker::extract(&mut module, &chosen, extraction);
    ir::verify(&name, "what was extracted", &module)?;
    ir::write(&args.files.output, &module, &name)?;
    Ok(true)
}

/// The globals of a kind that are chosen by name or pattern. Each must choose something.
fn choose(
    module: &Module,
    what: &str,
    list: &[Global],
    names: &[String],
    patterns: &[String],
) -> Result<Vec<Global>, String> {
    let mut chosen = Vec::new();
    for name in names {
        let found = names::find(module, list, name);
        chosen.push(found.ok_or_else(|| format!("program doesn't contain {what} named '{name}'!"))?);
    }
    for pattern in patterns {
        let regex = Regex::new(pattern).map_err(|error| format!("'{pattern}' invalid regex: {error}"))?;
        let before = chosen.len();
        let matches = |global: &Global| regex.is_match(module.name(*global).unwrap_or_default());
        chosen.extend(list.iter().copied().filter(matches));
        if chosen.len() == before {
            return Err(format!("program doesn't contain global named '{pattern}'!"));
        }
    }
    Ok(chosen)
}
