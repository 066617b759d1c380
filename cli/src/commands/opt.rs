//! `tern opt`: a drop-in replacement for `mlir-opt`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args as _;
use tern_dialect_llvm::versions::{self, MlirVersion};
use tern_lower::{Pipeline, Registry};
use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::bytecode::{self, Version, WriteOptions};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::VerifyOptions;
use tern_mlir::{Context, Module, OpRef};

use super::Outcome;
use crate::diagnostics::Report;
use crate::upstream::arguments::{self, Extra};
use crate::upstream::dialects::UNDECLARED;
use crate::upstream::timing::{OUTPUT, PARSER};
use crate::upstream::{
    Chunk, ChunkArgs, Clock, Message, Places, Printing, Reading, TimingArgs, reading, test_dialect,
};

/// The separator between the outputs of chunks.
const OUTPUT_MARKER: &str = "// -----";

/// The anchor of passes that are given as flags.
const ROOT: &str = "builtin.module";

const EXAMPLES: &str = "\
Examples:
  tern opt program.mlir
  tern opt --emit-bytecode program.mlir -o program.mlirbc
  tern opt -strip-debuginfo -llvm-legalize-for-export program.mlir -o out.mlir
  tern opt --pass-pipeline='builtin.module(func.func(llvm-request-c-wrappers))' program.mlir
  tern opt -split-input-file -verify-diagnostics tests.mlir

Exit status:
  0  the output is complete, or all messages were as expected
  1  an input is wrong, a pass failed, or a message was not as expected
  2  the command line is wrong";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = help())]
pub(crate) struct Args {
    /// The file to read; `-` is standard input.
    #[arg(default_value = "-", value_name = "IN")]
    input: PathBuf,

    /// The file to write; `-` is standard output.
    #[arg(short, default_value = "-", value_name = "OUT", allow_hyphen_values = true)]
    output: PathBuf,

    #[command(flatten)]
    chunks: ChunkArgs,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    timing: TimingArgs,

    /// Print what was read, read that, and compare; as text and as bytecode.
    #[arg(long)]
    verify_roundtrip: bool,

    /// Write assembly for MLIR 16, 19, 22 or 24. Constructs of the dialect `llvm` that this version lacks are encoded so that its tools
    /// preserve them.
    #[arg(long, value_name = "N", conflicts_with = "emit_bytecode")]
    mlir: Option<MlirVersion>,

    /// Write bytecode instead of text.
    #[arg(long)]
    emit_bytecode: bool,

    /// The version of the bytecode to write.
    #[arg(long, value_name = "VERSION", requires = "emit_bytecode", allow_negative_numbers = true)]
    emit_bytecode_version: Option<i64>,

    /// Write bytecode without the data of resources.
    #[arg(long)]
    elide_resource_data_from_bytecode: bool,

    /// Do not verify after each pass.
    #[arg(long, num_args = 0..=1, require_equals = true, default_value = "true", default_missing_value = "true",
          action = clap::ArgAction::Set, value_parser = clap::builder::BoolishValueParser::new(), value_name = "BOOL")]
    verify_each: bool,

    /// The passes to run: `builtin.module(pass,operation(pass{option=value}))`.
    #[arg(long, value_name = "PIPELINE")]
    pass_pipeline: Option<String>,

    /// Print the pipeline with the values of all options on standard error.
    #[arg(long)]
    dump_pass_pipeline: bool,

    /// Print the dialects that there are, and nothing else.
    #[arg(long)]
    show_dialects: bool,

    /// Print the passes that there are, and nothing else.
    #[arg(long)]
    list_passes: bool,

    /// Accepted and of no effect: Tern prints nothing of the kind.
    #[arg(long, hide = true)]
    mlir_disable_threading: bool,

    /// A pass to run, with its options: `name=options`. What flags that are names of passes become.
    #[arg(long, hide = true)]
    pass: Vec<String>,
}

/// The text that `--help` shows after the options: the list of passes.
fn help() -> String {
    format!("Passes:\n{}\n{EXAMPLES}", passes(&registry()))
}

/// The passes with their options, one per line.
fn passes(registry: &Registry) -> String {
    let mut out = String::new();
    for pass in registry.passes() {
        out += &format!("  --{:<40} {}\n", pass.name, pass.summary);
        for option in pass.options {
            out += &format!("      --{:<36} {} (default: {})\n", option.name, option.summary, option.default);
        }
    }
    out
}

/// Normalizes the command line of `opt` for clap. The program may be called as `mlir-opt`.
pub(crate) fn normalized(mut arguments: Vec<OsString>) -> Result<Vec<OsString>, String> {
    if arguments::is_called(&arguments, "mlir-opt") {
        arguments.insert(1, "opt".into());
    }
    if arguments.get(1).is_none_or(|command| command != "opt") {
        return Ok(arguments);
    }
    let registry = registry();
    let names: Vec<&str> = registry.passes().iter().map(|pass| pass.name).collect();
    let command = Args::augment_args(clap::Command::new("tern opt"));
    let rest = arguments.split_off(2);
    arguments.extend(arguments::normalized(&command, Some(&Extra { option: "pass", names: &names }), rest)?);
    Ok(arguments)
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let registry = registry();
    if args.show_dialects {
        let context = context();
        let names: Vec<&str> = context.dialects().iter().map(|dialect| dialect.namespace).collect();
        println!("Available Dialects: {}", names.join(","));
        return Ok(true);
    }
    if args.list_passes {
        print!("Passes:\n{}", passes(&registry));
        return Ok(true);
    }
    let pipeline = pipeline(args, &registry).map_err(|message| vec![Report::about_file("", message)])?;
    if args.dump_pass_pipeline {
        eprintln!("Pass Manager with {} passes:\n{pipeline}\n", pipeline.steps().len());
    }
    let mut clock = Clock::start();
    let result = args.chunks.run(&args.input, &args.output, OUTPUT_MARKER, Places::OfFile, |chunk, said| {
        process(args, &pipeline, chunk, said, &mut clock)
    });
    clock.report(&args.timing);
    result
}

fn pipeline(args: &Args, registry: &Registry) -> Result<Pipeline, String> {
    if let Some(text) = &args.pass_pipeline {
        if !args.pass.is_empty() {
            return Err("'-pass-pipeline' option can't be used with individual pass options".to_owned());
        }
        return Pipeline::parse(text, registry).map_err(|error| error.to_string());
    }
    let mut pipeline = Pipeline::new(ROOT);
    for pass in &args.pass {
        let (name, options) = pass.split_once('=').unwrap_or((pass, ""));
        let def =
            registry.pass(name).ok_or_else(|| format!("'{name}' does not refer to a registered pass"))?;
        pipeline.add(def, options).map_err(|error| error.to_string())?;
    }
    Ok(pipeline)
}

/// Processes a chunk: returns its text after all passes.
fn process(
    args: &Args,
    pipeline: &Pipeline,
    chunk: &Chunk<'_>,
    said: &mut Vec<Message>,
    clock: &mut Clock,
) -> Option<Vec<u8>> {
    let context = context();
    // When diagnostics are verified, old spellings are rejected, as upstream's tests expect.
    let verifies = args.chunks.verifies_diagnostics();
    let options = ParseOptions { old_spellings: !verifies, ..args.reading.options(chunk, verifies) };
    let mut module = clock.measure(PARSER, || reading::module(&context, chunk, &options, said))?;
    let mut say = |found: &[Diagnostic]| {
        said.extend(found.iter().flat_map(|diagnostic| Message::of_dialect(&context, diagnostic)));
    };
    if args.verify_roundtrip
        && let Err(found) = roundtrip(&context, &module, &options)
    {
        say(&found);
        return None;
    }
    let verify = VerifyOptions { first_only: verifies, show_operations: !verifies };
    let ran = pipeline.run_with(&context, &mut module, args.verify_each.then_some(verify));
    say(&ran.diagnostics);
    clock.add(ran.times);
    if !ran.succeeded {
        return None;
    }
    if args.emit_bytecode {
        let written = clock.measure(OUTPUT, || write_bytecode(args, &context, &module));
        return written.map_err(|found| say(&[found])).ok();
    }
    let version = args.mlir.unwrap_or_default();
    versions::downgrade(&context, &mut module, version);
    let printing = PrintOptions { style: version.style(), ..args.printing.options() };
    let mut text = clock.measure(OUTPUT, || asm::print(&context, &module, &printing));
    if !args.printing.options().local_scope {
        text.push(b'\n');
    }
    Some(text)
}

/// Writes a module as bytecode of the requested version.
fn write_bytecode(args: &Args, context: &Context, module: &Module) -> Result<Vec<u8>, Diagnostic> {
    let current = Version::CURRENT.number();
    let asked = args.emit_bytecode_version.unwrap_or(current as i64);
    let Some(version) = u64::try_from(asked).ok().and_then(Version::new) else {
        let location = module.body().op_location(module.root());
        let message = format!("unsupported version requested {asked}, must be in range [0, {current}]");
        return Err(Diagnostic::error(location, message));
    };
    let elide_resources = args.elide_resource_data_from_bytecode;
    Ok(bytecode::write(
        context,
        module,
        &WriteOptions { version, elide_resources, ..WriteOptions::default() },
    ))
}

/// The passes of `mlir-opt`, including its test passes.
fn registry() -> Registry {
    let mut registry = Registry::default();
    test_dialect::PASSES.iter().for_each(|pass| registry.add(pass));
    registry
}

/// A context with the dialects of `mlir-opt`, including its `test` dialect.
fn context() -> Context {
    Context::new(&[&tern::dialects::of_mlir()[..], &[&test_dialect::DIALECT], UNDECLARED].concat())
}

/// Prints a module as text and as bytecode, reads both back, and compares the results with the original, including locations.
fn roundtrip(context: &Context, module: &Module, options: &ParseOptions) -> Result<(), Vec<Diagnostic>> {
    let again = self::context();
    let bytes = bytecode::write(context, module, &WriteOptions::default());
    let reread =
        bytecode::read(&again, &bytes, &reading::bytecode_options(options)).map_err(|found| vec![found]);
    compare(context, module, &again, reread, "bytecode")?;
    let with_locations = PrintOptions { debug_info: true, discard_names: true, ..PrintOptions::default() };
    let text = asm::print(context, module, &with_locations);
    let again = self::context();
    let options = ParseOptions { before: (0, 0), old_spellings: false, ..*options };
    let reread = asm::parse(&again, "roundtrip", &text, &options);
    compare(context, module, &again, reread, "module")
}

/// Compares a module with the module read back.
fn compare(
    context: &Context,
    module: &Module,
    again: &Context,
    reread: Result<Module, Vec<Diagnostic>>,
    what: &str,
) -> Result<(), Vec<Diagnostic>> {
    let root = OpRef::new(context, module.body(), module.root());
    let location = root.body.op_location(root.op);
    let reread = reread.map_err(|found| {
        let first = found.first().map(|diagnostic| diagnostic.message().to_owned()).unwrap_or_default();
        let text =
            format!("failed to parse the {what} that was printed, roundtrip verification failed: {first}");
        vec![Diagnostic::error(location, text)]
    })?;
    // Compared in custom form, so that defaults for omitted parts are equal on both sides.
    let fingerprint = PrintOptions { debug_info: true, discard_names: true, ..PrintOptions::default() };
    let before = asm::print(context, module, &fingerprint);
    let after = asm::print(again, &reread, &fingerprint);
    if before == after {
        return Ok(());
    }
    let (before, after) = (String::from_utf8_lossy(&before), String::from_utf8_lossy(&after));
    let text = format!(
        "roundTrip testing roundtripped module differs from reference:\n<<<<<<Reference\n{before}\n=====\n{after}\n>>>>>roundtripped\n"
    );
    Err(vec![Diagnostic::error(location, text)])
}
