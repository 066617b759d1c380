//! `tern import`: translates LLVM IR to the `llvm` dialect.

use tern_dialect_llvm::versions::MlirVersion;
use tern_import::{Compat, Format, Options};
use tern_mlir::asm::PrintOptions;

use super::{OneToOne, Outcome};
use crate::languages;

const EXAMPLES: &str = "\
Examples:
  tern import program.ll -o program.mlir
  tern import --emit-bytecode program.ll -o program.mlirbc
  tern import --compat upstream program.ll
  tern import --mlir 19 program.ll | mlir-opt-19 --allow-unregistered-dialect
  tern import program.bc -o program.mlir              bitcode of any LLVM
  tern import --member zoom.o libcamera.a             one module of an archive
  clang -S -emit-llvm -o - f.c | tern import | mlir-opt --canonicalize
  tern import --no-verify reduced.ll                 whatever LLVM's verifier says

Exit status:
  0  OUT is the module in the llvm dialect
  1  IN could not be read, is not LLVM IR, or is what LLVM's verifier refuses; OUT is untouched
  2  the command line is wrong";

/// Arguments of `tern import`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    io: OneToOne,

    /// Of the modules in an archive or bundle, take this one. Without it, OUT is a folder that gets all of them.
    #[arg(long, value_name = "NAME")]
    member: Option<String>,

    /// Write MLIR bytecode instead of text. Names of values are kept, as names in locations.
    #[arg(long)]
    emit_bytecode: bool,

    /// Give what this tool gives, which leaves out what MLIR does not model; each kind of loss is a warning.
    #[arg(long, value_name = "TOOL")]
    compat: Option<Tool>,

    /// Write assembly for MLIR 16, 19, 22 or 24. Constructs that this version lacks are encoded so that its tools preserve them.
    #[arg(long, value_name = "N", conflicts_with_all = ["emit_bytecode", "compat"])]
    mlir: Option<MlirVersion>,

    /// Take the module as it is, whatever LLVM's verifier would say.
    #[arg(long)]
    no_verify: bool,

    #[command(flatten)]
    upstream: Upstream,
}

/// A tool whose result is to be reproduced.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Tool {
    /// `mlir-translate --import-llvm`
    Upstream,
}

/// Options of `mlir-translate`.
#[derive(clap::Args)]
#[command(next_help_heading = "Options with --compat")]
struct Upstream {
    /// Print locations.
    #[arg(long, requires = "compat")]
    mlir_print_debuginfo: bool,

    /// Print operations in generic form.
    #[arg(long, requires = "compat")]
    mlir_print_op_generic: bool,

    /// Leave the elements of types out of debug information.
    #[arg(long, requires = "compat")]
    drop_di_composite_type_elements: bool,

    /// Call intrinsics by name, where there is an operation as well.
    #[arg(long, requires = "compat")]
    prefer_unregistered_intrinsics: bool,

    /// Make struct types without names.
    #[arg(long, requires = "compat")]
    import_structs_as_literals: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let upstream = &args.upstream;
    let options = Options {
        verify: !args.no_verify,
        compat: args.compat.map_or(Compat::Lossless, |Tool::Upstream| Compat::Upstream),
        drop_composite_elements: upstream.drop_di_composite_type_elements,
        unregistered_intrinsics: upstream.prefer_unregistered_intrinsics,
        structs_as_literals: upstream.import_structs_as_literals,
        mlir: args.mlir.unwrap_or_default(),
        ..Options::default()
    };
    let format = match args.emit_bytecode {
        true => Format::Bytecode,
        false => Format::Assembly(PrintOptions {
            debug_info: upstream.mlir_print_debuginfo,
            generic: upstream.mlir_print_op_generic,
            discard_names: options.compat == Compat::Upstream,
            ..languages::print_options()
        }),
    };
    let extension = if args.emit_bytecode { "mlirbc" } else { "mlir" };
    args.io
        .run_sources(args.member.as_deref(), extension, |source| languages::import(source, format, options))
}
