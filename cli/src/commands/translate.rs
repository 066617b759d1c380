//! `tern translate`: a drop-in replacement for `mlir-translate`.
//!
//! Flags that are names of translations select what to do. Several of them form a chain.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args as _, ValueEnum};
use tern_export::Compat;
use tern_llvm_ir::writer::try_write_with_comments;
use tern_mlir::Context;
use tern_mlir::asm;
use tern_mlir::declare::Dialect;
use tern_mlir::diagnostic::Severity;

use super::Outcome;
use crate::bitcode;
use crate::files::Input;
use crate::upstream::arguments::{self, Extra};
use crate::upstream::timing::{OUTPUT, PARSER};
use crate::upstream::{
    self, Chunk, ChunkArgs, Clock, Message, Places, Printing, Reading, TimingArgs, reading, test_dialect,
};

/// The name of exported modules.
const MODULE_NAME: &str = "LLVMDialectModule";

/// The separator between the outputs of chunks.
const OUTPUT_MARKER: &str = "";

/// The option that collects the names of translations.
const TRANSLATION: &str = "translation";

const EXAMPLES: &str = "\
Translations:
  --import-llvm         LLVM IR to the llvm dialect
  --mlir-to-llvmir      the llvm dialect to LLVM IR
  --test-import-llvmir  LLVM IR to the llvm dialect, with loads for MLIR's test dialect
  --test-to-llvmir      the llvm dialect with MLIR's test dialect to LLVM IR

Examples:
  tern translate -import-llvm program.ll -o program.mlir
  tern translate --mlir-to-llvmir < program.mlir
  tern translate -split-input-file -verify-diagnostics -import-llvm tests.ll
  tern -import-llvm program.ll

Exit status:
  0  the output is complete, or all messages were as expected
  1  the input is wrong, or a message was not as expected; an output file is untouched
  2  the command line is wrong";

/// Arguments of `tern translate`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "IN")]
    input: PathBuf,

    /// The file to write; `-` is standard output.
    #[arg(short, long, default_value = "-", value_name = "OUT", allow_hyphen_values = true)]
    output: PathBuf,

    #[command(flatten)]
    chunks: ChunkArgs,

    #[command(flatten)]
    importing: Importing,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    timing: TimingArgs,

    /// Say nothing but errors.
    #[arg(long)]
    error_diagnostics_only: bool,

    /// Accepted and of no effect: the output does not depend on it.
    #[arg(long, hide = true)]
    mlir_disable_threading: bool,

    /// What to do, in this order: what flags that are names of translations become.
    #[arg(long, hide = true)]
    translation: Vec<Translation>,
}

/// The options of the import of LLVM IR.
#[derive(clap::Args)]
#[command(next_help_heading = "Import")]
struct Importing {
    /// Warn of everything that is left out.
    #[arg(long)]
    emit_expensive_warnings: bool,

    /// Leave out the elements of composite types of debug information.
    #[arg(long)]
    drop_di_composite_type_elements: bool,

    /// Make `llvm.call_intrinsic` of all intrinsics, also of those that have operations of their own.
    #[arg(long)]
    prefer_unregistered_intrinsics: bool,

    /// Make literal structs of structs with names.
    #[arg(long)]
    import_structs_as_literals: bool,

    /// Take debug records for calls of the intrinsics that they replaced.
    #[arg(long)]
    convert_debug_rec_to_intrinsics: bool,
}

impl Importing {
    fn options(&self) -> tern_import::Options {
        tern_import::Options {
            compat: tern_import::Compat::Upstream,
            unregistered_intrinsics: self.prefer_unregistered_intrinsics,
            drop_composite_elements: self.drop_di_composite_type_elements,
            structs_as_literals: self.import_structs_as_literals,
            expensive_warnings: self.emit_expensive_warnings,
            debug_records_as_calls: self.convert_debug_rec_to_intrinsics,
            ..Default::default()
        }
    }
}

/// A translation between two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Translation {
    ImportLlvm,
    MlirToLlvmir,
    TestImportLlvmir,
    TestToLlvmir,
}

/// Normalizes the command line of `translate` for clap. The program may be called as `mlir-translate`.
pub(crate) fn normalized(mut arguments: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let values: Vec<_> =
        Translation::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
    let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    let translates = |argument: &OsString| {
        argument
            .to_str()
            .and_then(|argument| argument.strip_prefix('-'))
            .is_some_and(|name| names.contains(&name.strip_prefix('-').unwrap_or(name)))
    };
    let command = arguments.get(1).and_then(|command| command.to_str()).unwrap_or_default();
    let is_other = matches!(command, "translate" | "opt") || arguments::is_called(&arguments, "mlir-opt");
    let left_out = !is_other && arguments.iter().skip(1).any(translates);
    if arguments::is_called(&arguments, "mlir-translate") || left_out {
        arguments.insert(1, "translate".into());
    }
    if arguments.get(1).is_none_or(|command| command != "translate") {
        return Ok(arguments);
    }
    let command = Args::augment_args(clap::Command::new("tern translate"));
    let rest = arguments.split_off(2);
    let rest = arguments::normalized(&command, Some(&Extra { option: TRANSLATION, names: &names }), rest)?;
    let is_translation = |argument: &OsString| {
        argument
            .to_str()
            .is_some_and(|argument| argument == "--help" || argument.starts_with("--translation="))
    };
    if !rest.iter().any(is_translation) {
        return Err("for the Translations to perform option: must be specified at least once!\n\
                    Try: 'tern translate --help'"
            .to_owned());
    }
    arguments.extend(rest);
    Ok(arguments)
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let mut clock = Clock::start();
    let result = args.chunks.run(&args.input, &args.output, OUTPUT_MARKER, Places::OfChunk, |chunk, said| {
        let output = chain(args, chunk, said, &mut clock);
        if args.error_diagnostics_only && !args.chunks.verifies_diagnostics() {
            *said = upstream::errors(std::mem::take(said));
        }
        output
    });
    clock.report(&args.timing);
    result
}

/// A context with the dialects that `mlir-translate` registers for an export, and `more`.
fn context_of(more: &[&'static Dialect]) -> Context {
    Context::new(&[tern_dialect_llvm::DIALECTS, &[&tern_dialect_core::func::DIALECT], more].concat())
}

/// Runs all translations on a chunk; returns the final text.
fn chain(args: &Args, chunk: &Chunk<'_>, said: &mut Vec<Message>, clock: &mut Clock) -> Option<Vec<u8>> {
    let (first, others) = args.translation.split_first()?;
    let mut text = translate(args, *first, chunk, said, clock)?;
    for translation in others {
        let file = Input::new(chunk.file.name.clone(), text);
        let chunk = Chunk { file: &file, text: &file.bytes, before: (0, 0) };
        text = translate(args, *translation, &chunk, said, clock)?;
    }
    Some(text)
}

fn translate(
    args: &Args,
    translation: Translation,
    chunk: &Chunk<'_>,
    said: &mut Vec<Message>,
    clock: &mut Clock,
) -> Option<Vec<u8>> {
    match translation {
        Translation::ImportLlvm => {
            import(args, &tern_dialect_hardware::context(), args.importing.options(), chunk, said, clock)
        }
        Translation::MlirToLlvmir => {
            export(args, &context_of(tern_dialect_hardware::DIALECTS), chunk, said, clock)
        }
        // Upstream's test translation heeds no options of the import.
        Translation::TestImportLlvmir => {
            let options =
                tern_import::Options { compat: tern_import::Compat::Upstream, ..Default::default() };
            import(args, &context_of(&[&test_dialect::DIALECT]), options, chunk, said, clock)
        }
        Translation::TestToLlvmir => export(args, &context_of(&[&test_dialect::DIALECT]), chunk, said, clock),
    }
}

fn import(
    args: &Args,
    context: &Context,
    options: tern_import::Options,
    chunk: &Chunk<'_>,
    said: &mut Vec<Message>,
    clock: &mut Clock,
) -> Option<Vec<u8>> {
    let text = match bitcode::text(&chunk.file.name, chunk.text) {
        Ok(text) => text,
        Err(message) => {
            said.push(Message::new(Severity::Error, None, message));
            return None;
        }
    };
    let mut ir = match clock.measure(PARSER, || tern_llvm_ir::read(&text, &chunk.file.name)) {
        Ok(ir) => ir,
        Err(diagnostic) => {
            said.push(Message::of_ir(chunk.file, &diagnostic));
            return None;
        }
    };
    // LLVM prints what its reader and its verifier find itself, so that cannot be an expected diagnostic. A closed standard error is not
    // an error of the module.
    let warning = reading::as_llvm_reads(&mut ir, &chunk.file.name).unwrap_or_default();
    let (found, is_right) = reading::verifies_ir(&mut ir, &chunk.file.name);
    let _ = std::io::stderr().write_all((warning + &found).as_bytes());
    if !is_right {
        return None;
    }
    let imported =
        clock.measure("Translate LLVMIR to MLIR", || tern_import::import_with(context, &ir, options));
    let (module, diagnostics) = match imported {
        Ok(imported) => (Some(imported.module), imported.diagnostics),
        Err(diagnostics) => (None, diagnostics),
    };
    said.extend(diagnostics.iter().flat_map(|diagnostic| Message::of_dialect(context, diagnostic)));
    let module = module?;
    // Upstream's importer can produce invalid modules.
    if !reading::verifies(context, &module, args.chunks.verifies_diagnostics(), said) {
        return None;
    }
    let options = args.printing.options();
    let mut text = clock.measure(OUTPUT, || asm::print(context, &module, &options));
    if options.local_scope {
        text.pop_if(|last| *last == b'\n');
    }
    Some(text)
}

fn export(
    args: &Args,
    context: &Context,
    chunk: &Chunk<'_>,
    said: &mut Vec<Message>,
    clock: &mut Clock,
) -> Option<Vec<u8>> {
    let options = args.reading.options(chunk, args.chunks.verifies_diagnostics());
    let module = clock.measure(PARSER, || reading::module(context, chunk, &options, said))?;
    let options = tern_export::Options {
        compat: Compat::Upstream,
        show_operations: !args.chunks.verifies_diagnostics(),
        // As LLVM does it, below.
        verify: false,
    };
    let exported =
        clock.measure("Translate MLIR to LLVMIR", || tern_export::export_with(context, &module, options));
    match exported {
        Ok(exported) => {
            // Upstream does not report this, so tests cannot expect it.
            if !args.chunks.verifies_diagnostics() {
                said.extend(exported.losses.iter().map(|(what, count)| {
                    Message::new(Severity::Warning, None, format!("left out: {what} ({count} times)"))
                }));
            }
            let wrong = tern_llvm_ir::verify(&exported.module);
            let wrong: String = wrong
                .problems
                .iter()
                .chain(&wrong.debug_info)
                .map(|problem| format!("{problem}\n"))
                .collect();
            if !wrong.is_empty() {
                // As on import, LLVM prints this itself.
                let _ = std::io::stderr().write_all(wrong.as_bytes());
                return None;
            }
            let written = clock.measure(OUTPUT, || try_write_with_comments(&exported.module, MODULE_NAME));
            written
                .map_err(|problem| said.push(Message::new(Severity::Error, None, problem.to_string())))
                .ok()
        }
        Err(found) => {
            said.extend(found.iter().flat_map(|diagnostic| Message::of_dialect(context, diagnostic)));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::normalized;

    fn normal(line: &str) -> Result<String, String> {
        normalized(line.split(' ').map(Into::into).collect())
            .map(|all| all.iter().map(|one| one.to_str().unwrap()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_command_can_be_left_out() {
        for (line, normalized) in [
            ("tern -import-llvm a.ll", "tern translate --translation=import-llvm a.ll"),
            ("tern a.mlir --mlir-to-llvmir", "tern translate a.mlir --translation=mlir-to-llvmir"),
            ("tern translate -import-llvm -", "tern translate --translation=import-llvm -"),
            (
                "/bin/mlir-translate-22 -import-llvm -mlir-to-llvmir",
                "/bin/mlir-translate-22 translate --translation=import-llvm --translation=mlir-to-llvmir",
            ),
            ("mlir-translate -help", "mlir-translate translate --help"),
            ("tern import -o b", "tern import -o b"),
            ("tern opt -import-llvm", "tern opt -import-llvm"),
        ] {
            assert_eq!(normal(line).as_deref(), Ok(normalized));
        }
    }

    #[test]
    fn something_is_to_be_done() {
        assert!(normal("mlir-translate a.ll").unwrap_err().contains("at least once"));
        assert!(
            normal("tern translate -import-lvm a.ll").unwrap_err().ends_with("Did you mean '--import-llvm'?")
        );
    }
}
