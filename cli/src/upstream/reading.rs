//! Reads modules of MLIR with the options and diagnostics of upstream's tools.

use tern_dialect_llvm::versions;
use tern_llvm_ir::verify::{Options, verify_mut};
use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::bytecode::{self, ReadOptions};
use tern_mlir::diagnostic::{Diagnostic, Severity};
use tern_mlir::verify::{self, VerifyOptions};
use tern_mlir::{AttrKind, Context, Location, Module};

use super::{Chunk, Message};
use crate::kind::{self, Kind};

/// What is accepted as a module of the dialect.
#[derive(clap::Args)]
pub(crate) struct Reading {
    /// Accept operations of dialects that are not known.
    #[arg(long)]
    allow_unregistered_dialect: bool,

    /// Do not put operations that are not in a module into one.
    #[arg(long)]
    no_implicit_module: bool,
}

impl Reading {
    /// The parse options for a chunk.
    pub(crate) fn options(&self, chunk: &Chunk<'_>, stop_at_first_error: bool) -> ParseOptions {
        ParseOptions {
            allow_unregistered_dialects: self.allow_unregistered_dialect,
            no_implicit_module: self.no_implicit_module,
            stop_at_first_error,
            before: chunk.before,
            old_spellings: false,
        }
    }
}

/// Parses and verifies the module in a chunk of text or bytecode. Diagnostics are added to `said`; `None` if there is an error.
pub(crate) fn module(
    context: &Context,
    chunk: &Chunk<'_>,
    options: &ParseOptions,
    said: &mut Vec<Message>,
) -> Option<Module> {
    match read_or_old(context, chunk, options, said) {
        Ok(module) => verifies(context, &module, options.stop_at_first_error, said).then_some(module),
        Err(found) => {
            said.extend(found.iter().flat_map(|diagnostic| Message::of_dialect(context, diagnostic)));
            None
        }
    }
}

/// Verifies a module and reports errors, with the operations that they refer to unless only the first error is wanted. Returns
/// whether the module is valid.
pub(crate) fn verifies(
    context: &Context,
    module: &Module,
    first_only: bool,
    said: &mut Vec<Message>,
) -> bool {
    let options = VerifyOptions { first_only, show_operations: !first_only };
    let found = verify::verify_with(context, module, &options);
    said.extend(found.iter().flat_map(|diagnostic| Message::of_dialect(context, diagnostic)));
    found.iter().all(|diagnostic| diagnostic.severity() != Severity::Error)
}

/// The options for reading bytecode that correspond to `options` for text.
pub(crate) fn bytecode_options(options: &ParseOptions) -> ReadOptions {
    ReadOptions {
        allow_unregistered_dialects: options.allow_unregistered_dialects,
        no_implicit_module: options.no_implicit_module,
    }
}

/// Parses a chunk of any version if the options allow it, with a warning if it is not today's.
fn read_or_old(
    context: &Context,
    chunk: &Chunk<'_>,
    options: &ParseOptions,
    said: &mut Vec<Message>,
) -> Result<Module, Vec<Diagnostic>> {
    let found = versions::read_with(context, options, |options| read(context, chunk, options))?;
    if let Some(first) = found.wrong_today.first() {
        let warning = "the spelling of another version of MLIR is read as what it is now";
        let warning = Diagnostic::new(Severity::Warning, first.location(), warning);
        said.extend(Message::of_dialect(context, &warning));
    }
    Ok(found.module)
}

fn read(context: &Context, chunk: &Chunk<'_>, options: &ParseOptions) -> Result<Module, Vec<Diagnostic>> {
    let name = &chunk.file.name;
    // As upstream, the location names the file only.
    let about_file = |message: &str| {
        let file = context.ident(name);
        let location = AttrKind::FileLocation { file, line: 0, column: 0, end: None };
        vec![Diagnostic::error(Location::from_attribute(context.attr(location)), message)]
    };
    match kind::of(chunk.text) {
        Kind::MlirBytecode => bytecode::read(context, chunk.text, &bytecode_options(options))
            .map_err(|found| about_file(found.message())),
        found @ (Kind::LlvmBitcode | Kind::Container) => {
            Err(about_file(&found.instead_of(Kind::MlirText, "tern import")))
        }
        _ => asm::parse(context, name, chunk.text, options),
    }
}

/// Applies what LLVM's reader does to a module of LLVM IR and Tern's does not, because it would lose information: sets the
/// source file name, resets attributes of intrinsics, and drops debug information of another version. Returns the warning that
/// LLVM prints about the latter.
pub(crate) fn as_llvm_reads(ir: &mut tern_llvm_ir::Module, name: &str) -> Option<String> {
    if ir.source_filename.is_none() {
        ir.source_filename = Some(ir.strings.intern(name.as_bytes()));
    }
    tern_llvm_ir::intrinsics::redeclare(ir);
    let version = tern_llvm_ir::debug_info::version(ir);
    let ignored = version != tern_llvm_ir::debug_info::VERSION && tern_llvm_ir::debug_info::strip(ir) > 0;
    ignored.then(|| format!("warning: ignoring debug info with an invalid version ({version}) in {name}\n"))
}

/// Verifies a module of LLVM IR as LLVM's reader and `mlir-translate` do: what they print, and whether the module is right. Broken debug
/// information is removed.
pub(crate) fn verifies_ir(ir: &mut tern_llvm_ir::Module, name: &str) -> (String, bool) {
    let report = verify_mut(ir, Options { unites_types: false });
    let mut said: String =
        report.debug_info.iter().chain(&report.problems).map(|problem| format!("{problem}\n")).collect();
    if let Some(ignored) = report.ignored {
        said += &format!("warning: {}\n", ignored.warning(name));
    }
    (said, report.is_empty())
}
