//! `tern link`: links modules, as `llvm-link` does.

use std::io::Write;
use std::path::PathBuf;

use tern_linker::{LinkError, Linker, Options};
use tern_llvm_ir::Module;

use super::Outcome;
use crate::diagnostics::{self, Report};
use crate::files::Input;
use crate::ir;

const EXAMPLES: &str = "\
Examples:
  tern link main.ll util.bc -o program.ll
  tern link --only-needed --internalize kernel.ll libdevice.10.bc -o linked.ll
  tern link -S -override=new_f.ll program.ll -o changed.ll

Exit status:
  0  OUT is the linked module
  1  an input could not be read or linked, or the linked module is broken; OUT is untouched
  2  the command line is wrong";

/// The name of the module that is linked into, in messages and as `source_filename`; that of LLVM's tool.
const NAME: &str = "llvm-link";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The files to link, in this order; `-` is standard input.
    #[arg(value_name = "FILE", required_unless_present = "overriding")]
    files: Vec<PathBuf>,

    /// The file to write, whole or not at all; `-` is standard output.
    #[arg(short, default_value = "-", value_name = "OUT", allow_hyphen_values = true)]
    output: PathBuf,

    /// Link this file at last; what it defines takes the place of what there is.
    #[arg(long = "override", id = "overriding", value_name = "FILE")]
    overriding: Vec<PathBuf>,

    /// Of the second and later files, link only the globals that the others use.
    #[arg(long)]
    only_needed: bool,

    /// Make internal what the second and further files add.
    #[arg(long)]
    internalize: bool,

    /// Do not print warnings.
    #[arg(long)]
    suppress_warnings: bool,

    /// Do not merge types of debug information by their identifiers.
    #[arg(long)]
    disable_debug_info_type_map: bool,

    /// Say what is done: on standard error, in the words of `llvm-link`.
    #[arg(long = "v", id = "verbose")]
    verbose: bool,

    /// Print the linked module as text on standard error, even if it is broken.
    #[arg(long = "d", id = "dump")]
    dump: bool,

    /// Write text, which is what is written unless the name of OUT ends in `.bc`.
    #[arg(long = "S", id = "text")]
    text: bool,

    /// Accepted as `llvm-link` does; nothing depends on it.
    #[arg(long, hide_short_help = true)]
    disable_lazy_loading: bool,

    /// Accepted as `llvm-link` does; text goes to a terminal, too.
    #[arg(long = "f", id = "force", hide_short_help = true)]
    force: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let tell = |what: std::fmt::Arguments<'_>| {
        if args.verbose {
            let _ = writeln!(std::io::stderr(), "{what}");
        }
    };
    let mut linker = Linker::new(
        NAME,
        Options {
            only_needed: args.only_needed,
            internalize: args.internalize,
            one_type_for_an_identifier: !args.disable_debug_info_type_map,
        },
    );
    for (files, link) in [
        (&args.files, Linker::link as fn(&mut Linker, Module, &str) -> Result<(), LinkError>),
        (&args.overriding, Linker::link_over),
    ] {
        for file in files {
            let input = Input::read(file)?;
            tell(format_args!("Loading '{}'", input.name));
            for (name, module) in ir::modules(input)? {
                tell(format_args!("Linking in '{name}'"));
                let result = link(&mut linker, module, &name);
                let warnings = linker.warnings();
                if !args.suppress_warnings {
                    let report = |it: &String| Report::about_file(&name, it.trim_end()).into_warning();
                    diagnostics::emit(&warnings.iter().map(report).collect::<Vec<_>>());
                }
                result.map_err(|error| vec![Report::about_file(&name, error.0)])?;
            }
        }
    }
    let module = linker.finish();
    if args.dump {
        let text = ir::text(&module, NAME)?;
        let _ = std::io::stderr().write_all(&[b"Here's the assembly:\n", &text[..]].concat());
    }
    ir::verify(NAME, "the linked module", &module)?;
    tell(format_args!("Writing bitcode..."));
    ir::write(&args.output, &module, NAME)?;
    std::mem::forget(module);
    Ok(true)
}
