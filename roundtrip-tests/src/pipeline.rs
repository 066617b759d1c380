//! Translations of texts in memory, shared by file tests, property tests and robustness tests.

use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::bytecode::{self, ReadOptions, WriteOptions};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::{VerifyOptions, verify_with};
use tern_mlir::{Context, Module};

/// A result whose error is the text of the diagnostics.
pub type Result<T> = std::result::Result<T, String>;

/// Reads and prints a module of LLVM IR.
pub fn reprint_ir(text: &[u8]) -> Result<Vec<u8>> {
    write_ir(&read_ir(text)?)
}

/// Reads a module of MLIR, text or bytecode, and prints it.
pub fn reprint_dialect(text: &[u8]) -> Result<Vec<u8>> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = read_dialect(&context, text)?;
    Ok(print_dialect(&context, &module, false))
}

/// Reads a module of MLIR and prints it, with locations if its `source` in LLVM IR has debug information.
pub fn reprint_as_imported(text: &[u8], source: &[u8]) -> Result<Vec<u8>> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = read_dialect(&context, text)?;
    Ok(print_dialect(&context, &module, tern_import::has_locations(&read_ir(source)?)))
}

/// Imports LLVM IR to the `llvm` dialect.
pub fn import(text: &[u8]) -> Result<Vec<u8>> {
    let module = read_ir(text)?;
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let imported = tern_import::import(&context, &module).map_err(all)?;
    Ok(print_dialect(&context, &imported, tern_import::has_locations(&module)))
}

/// Imports LLVM IR as upstream does, with locations. Also returns the messages, errors last.
pub fn import_as_upstream(text: &[u8]) -> (Result<Vec<u8>>, Vec<String>) {
    let mut module = match tern_llvm_ir::read(text, "<stdin>") {
        Ok(module) => module,
        Err(diagnostic) => return (Err(diagnostic.to_string()), Vec::new()),
    };
    // Apply what LLVM's reader does, as in `tern translate`.
    module.source_filename.get_or_insert_with(|| module.strings.intern(b"<stdin>"));
    tern_llvm_ir::intrinsics::redeclare(&mut module);
    if tern_llvm_ir::debug_info::version(&module) != tern_llvm_ir::debug_info::VERSION {
        tern_llvm_ir::debug_info::strip(&mut module);
    }
    let context = Context::new(&[tern_dialect_llvm::DIALECTS, tern_dialect_hardware::DIALECTS].concat());
    let options = tern_import::Options {
        compat: tern_import::Compat::Upstream,
        intrinsic_operations: true,
        expensive_warnings: true,
        ..Default::default()
    };
    let said = |diagnostics: &[Diagnostic]| {
        diagnostics
            .iter()
            .map(|diagnostic| format!("{}: {}", diagnostic.severity(), diagnostic.message()))
            .collect()
    };
    match tern_import::import_with(&context, &module, options) {
        Ok(imported) => {
            // Upstream's importer can produce invalid modules.
            let options = VerifyOptions { first_only: true, ..VerifyOptions::default() };
            let wrong = verify_with(&context, &imported.module, &options);
            if !wrong.is_empty() {
                return (Err("refused".to_owned()), said(&[imported.diagnostics, wrong].concat()));
            }
            let print = PrintOptions { debug_info: true, discard_names: true, ..PrintOptions::default() };
            (Ok(asm::print(&context, &imported.module, &print)), said(&imported.diagnostics))
        }
        Err(diagnostics) => (Err("refused".to_owned()), said(&diagnostics)),
    }
}

/// Exports the `llvm` dialect to LLVM IR. A loss is an error, unless it is one of [locations](is_of_location): texts and bytecode of `mlir-opt` say
/// where an operation stands in a file of MLIR, for which LLVM IR has no place.
pub fn export(text: &[u8]) -> Result<Vec<u8>> {
    whole(export_with_losses(text)?)
}

fn whole((text, losses): (Vec<u8>, Vec<String>)) -> Result<Vec<u8>> {
    let losses: Vec<_> = losses.into_iter().filter(|loss| !is_of_location(loss)).collect();
    if losses.is_empty() { Ok(text) } else { Err(format!("left out: {losses:?}")) }
}

/// Like [`export`], of a module that was imported from `source`. If that is right for LLVM's verifier, what comes back must be.
pub fn export_back(text: &[u8], source: &[u8]) -> Result<Vec<u8>> {
    let verify = is_right(&read_ir(source)?);
    whole(exported(text, tern_export::Options { verify, ..Default::default() })?)
}

/// Like [`export`], and the result may be wrong for LLVM's verifier.
pub fn export_unverified(text: &[u8]) -> Result<Vec<u8>> {
    whole(exported(text, tern_export::Options { verify: false, ..Default::default() })?)
}

fn is_right(module: &tern_llvm_ir::Module) -> bool {
    let found = tern_llvm_ir::verify(module);
    found.is_empty() && found.ignored.is_none()
}

/// Whether a kind of loss is one of locations that no debug information says.
pub fn is_of_location(loss: &str) -> bool {
    ["debug record without a location", "location outside of debug information", "part of a location"]
        .contains(&loss)
}

/// Exports the `llvm` dialect, and returns what was left out: some constructs that only upstream writes are not supported.
pub fn export_with_losses(text: &[u8]) -> Result<(Vec<u8>, Vec<String>)> {
    exported(text, tern_export::Options::default())
}

fn exported(text: &[u8], options: tern_export::Options) -> Result<(Vec<u8>, Vec<String>)> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = read_dialect(&context, text)?;
    let exported = tern_export::export_with(&context, &module, options).map_err(all)?;
    let losses = exported.losses.keys().cloned().collect();
    Ok((write_ir(&exported.module)?, losses))
}

/// Exports the `llvm` dialect as upstream does.
pub fn export_as_upstream(text: &[u8]) -> Result<Vec<u8>> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = read_dialect(&context, text)?;
    let options = tern_export::Options { compat: tern_export::Compat::Upstream, ..Default::default() };
    let exported = tern_export::export_with(&context, &module, options).map_err(all)?;
    write_ir(&exported.module)
}

/// Verifies MLIR of the dialects `llvm` and `tern`.
pub fn check(text: &[u8]) -> Result<()> {
    let context = Context::new(&[tern_dialect_llvm::DIALECTS, tern_dialect_tern::DIALECTS].concat());
    let module = read_dialect(&context, text)?;
    match verify_with(&context, &module, &VerifyOptions::default()) {
        wrong if wrong.is_empty() => Ok(()),
        wrong => Err(all(wrong)),
    }
}

/// Imports LLVM IR and exports it again, through text.
pub fn there_and_back(text: &[u8]) -> Result<Vec<u8>> {
    export_back(&import(text)?, text)
}

/// The outcome of a round trip of a module of LLVM IR, through text.
#[derive(Debug)]
pub struct Fate {
    /// The first difference, if the resulting module is not the same.
    pub difference: Option<tern_llvm_ir::compare::Difference>,
    /// The constructs that import and export report as left out.
    pub losses: Vec<String>,
}

/// Performs a round trip of LLVM IR.
pub fn fate(text: &[u8]) -> Result<Fate> {
    let module = read_ir(text)?;
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let imported =
        tern_import::import_with(&context, &module, tern_import::Options::default()).map_err(all)?;
    let printed = print_dialect(&context, &imported.module, tern_import::has_locations(&module));
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let options = tern_export::Options { verify: is_right(&module), ..Default::default() };
    let exported =
        tern_export::export_with(&context, &read_dialect(&context, &printed)?, options).map_err(all)?;
    let difference = tern_llvm_ir::compare::first_difference(&module, &exported.module);
    let losses = imported.losses.into_keys().chain(exported.losses.into_keys()).collect();
    Ok(Fate { difference, losses })
}

/// Imports LLVM IR to bytecode, with value names.
pub fn import_to_bytecode(text: &[u8]) -> Result<Vec<u8>> {
    let module = read_ir(text)?;
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let imported = tern_import::import(&context, &module).map_err(all)?;
    Ok(bytecode::write(&context, &imported, &WriteOptions { names: true, ..WriteOptions::default() }))
}

/// Converts MLIR to the bytecode that `mlir-opt` writes.
pub fn to_bytecode(text: &[u8]) -> Result<Vec<u8>> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = read_dialect(&context, text)?;
    Ok(bytecode::write(&context, &module, &WriteOptions::default()))
}

fn read_ir(text: &[u8]) -> Result<tern_llvm_ir::Module> {
    tern_llvm_ir::read(text, "test.ll").map_err(|diagnostic| diagnostic.to_string())
}

fn write_ir(module: &tern_llvm_ir::Module) -> Result<Vec<u8>> {
    tern_llvm_ir::try_write(module).map_err(|problem| problem.to_string())
}

/// Reads a module from text or bytecode.
fn read_dialect(context: &Context, text: &[u8]) -> Result<Module> {
    if bytecode::is_bytecode(text) {
        let options = ReadOptions { allow_unregistered_dialects: true, ..ReadOptions::default() };
        return bytecode::read(context, text, &options).map_err(|diagnostic| diagnostic.to_string());
    }
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    asm::parse(context, "test.mlir", text, &options).map_err(|found| {
        let lines = found.iter().map(|diagnostic| {
            let position =
                diagnostic.location().offset().and_then(|offset| context.sources().position(offset));
            let place =
                position.map_or_else(String::new, |p| format!("{}:{}:{}: ", p.file, p.line, p.column));
            format!("{place}{diagnostic}\n")
        });
        lines.collect()
    })
}

fn print_dialect(context: &Context, module: &Module, debug_info: bool) -> Vec<u8> {
    asm::print(context, module, &PrintOptions { for_mlir: true, debug_info, ..PrintOptions::default() })
}

fn all<D: std::fmt::Display>(found: Vec<D>) -> String {
    found.iter().map(|diagnostic| format!("{diagnostic}\n")).collect()
}
