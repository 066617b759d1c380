//! Translates MLIR's `llvm` dialect to LLVM IR without losing anything.
//!
//! [`export`] takes a [`tern_mlir::Module`] and returns a [`tern_llvm_ir::Module`], restoring from asides what MLIR does not
//! model; `docs/MAPPING.md` gives the correspondence. It also accepts everything that MLIR's own importer writes, and with
//! [`Compat::Upstream`] its result is what `mlir-translate --mlir-to-llvmir` prints. The input need not be verified: whatever
//! cannot be translated is an error with its location.
//!
//! [`export_text`] is for whole files: it reads assembly or bytecode and exports it, overlaps these steps if it pays, and needs less
//! memory.
//!
//! Other dialects take part through [`extension`]. The bodies of functions are translated on all threads, and then
//! completed in order (`parallel.rs`). The crate `tern-import` is the way back; its files have the same names as
//! these.

mod alias_scopes;
mod attributes;
mod calls;
mod constant_attributes;
mod constants;
mod data_layout;
mod debug_info;
mod expressions;
mod extended_calls;
pub mod extension;
mod fold;
mod functions;
mod globals;
mod instruction_cache;
mod instruction_metadata;
mod instructions;
mod intrinsics;
mod layout;
mod left_out;
mod locations;
mod loops;
mod metadata;
mod module_metadata;
mod nodes;
mod op_facts;
mod parallel;
mod policy;
mod stages;
mod state;
mod summary;
mod tbaa;
mod text;
mod types;

use std::collections::BTreeMap;
use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use tern_llvm_ir as ir;
use tern_mlir as mlir;
use tern_mlir::{Context, Location};

pub use tern_mlir::diagnostic::Diagnostic;
pub use text::{ExportTextError, ExportedText, export_text};

/// The result of one step of the translation.
pub type Result<T> = std::result::Result<T, Diagnostic>;

/// An exported module, and a record of what the export left out.
#[derive(Clone, Debug)]
pub struct Export {
    /// The module in LLVM IR.
    pub module: ir::Module,
    /// How often each kind of construct was left out because LLVM IR cannot represent it.
    pub losses: BTreeMap<String, u64>,
}

/// Which exporter's result to produce.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compat {
    /// Loses nothing: names are kept, and nothing is added that the module does not contain.
    #[default]
    Lossless,
    /// The output of `mlir-translate --mlir-to-llvmir` of MLIR 22: values and blocks have no names, the incoming values of PHI
    /// nodes are in the order of MLIR's use lists, and operations that LLVM's builder would fold are folded.
    Upstream,
}

/// Options of an export.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether the module that was made is verified, as LLVM's verifier does; what is wrong with it is an error. By default that is so in
    /// builds with debug assertions, in which it finds mistakes of the export: MLIR that its verifier accepts may still say what LLVM
    /// IR cannot.
    pub verify: bool,
    /// Which exporter's result to produce.
    pub compat: Compat,
    /// Adds a note that shows the operation to each error.
    pub show_operations: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { verify: cfg!(debug_assertions), compat: Compat::Lossless, show_operations: false }
    }
}

/// Exports a module without losing anything.
///
/// # Errors
/// One diagnostic for each operation or type that LLVM IR cannot represent, as far as they are independent of each other.
pub fn export(context: &Context, module: &mlir::Module) -> std::result::Result<Export, Vec<Diagnostic>> {
    export_with(context, module, Options::default())
}

/// Exports a module with the given options.
///
/// # Errors
/// The operations and types that LLVM IR cannot represent, [`Compat::Upstream`] stops at the first error; or what the
/// [verifier](Options::verify) finds.
pub fn export_with<'c>(
    context: &'c Context,
    module: &'c mlir::Module,
    options: Options,
) -> std::result::Result<Export, Vec<Diagnostic>> {
    let export = Exporter::new(context, module.resources(), options).module(module)?;
    match options.verify {
        true => verified(context, export),
        false => Ok(export),
    }
}

/// Verifies what was exported. Broken debug information is an error as well, as LLVM would drop it.
fn verified(context: &Context, export: Export) -> std::result::Result<Export, Vec<Diagnostic>> {
    /// Further problems are not reported.
    const MOST: usize = 20;
    let module = &export.module;
    let report = module.verify();
    let found: Vec<_> = report.described(module).take(MOST).collect();
    let broken = report.ignored.filter(|ignored| ignored.version.is_none());
    let found = match broken {
        Some(_) if found.is_empty() => report.debug_info.iter().take(MOST).map(ToString::to_string).collect(),
        _ => found,
    };
    if found.is_empty() {
        return Ok(export);
    }
    let unknown = Location::unknown(context);
    Err(found
        .into_iter()
        .map(|problem| Diagnostic::error(unknown, format!("the LLVM IR that was made is wrong: {problem}")))
        .collect())
}

/// The export of a module, or a worker that translates bodies for it: the state of which each has its own.
pub(crate) struct Exporter<'c> {
    pub(crate) context: &'c Context,
    pub(crate) tables: Arc<state::Tables<'c>>,
    pub(crate) ir: ir::Module,
    metadata: state::MetadataState,
    types: types::TypeCache,
    /// Structs whose fields are being exported, innermost last.
    open_structs: Vec<ir::Type>,
    /// The constant expressions created so far, with their sizes.
    expressions: expressions::Expressions,
    /// Cache: translated operations, keyed by everything but their operands.
    instruction_cache: instruction_cache::InstructionCache,
    /// Cache: attribute sets of functions, calls and variables.
    attribute_sets: FxHashMap<attributes::AttributeSetKey, ir::attributes::AttributeSetId>,
    /// Cache: attribute sets of parameters and return values, by dictionary.
    param_sets: FxHashMap<mlir::Attribute, ir::attributes::AttributeSetId>,
    /// Cache: the parts of call sites that come from attributes.
    call_attributes: SecondaryMap<mlir::OpShape, Option<calls::CallAttributes>>,
    /// Cache: blocks by tag, for functions of which a block's address is taken.
    tags: FxHashMap<ir::Global, layout::Tags>,
    /// The operations of the body being exported, without constants, in block order.
    steps: Vec<(mlir::Op, mlir::OpShape)>,
    /// Bodies that are parsed on demand.
    bodies: text::Bodies<'c>,
    losses: BTreeMap<String, u64>,
    errors: Vec<Diagnostic>,
    /// Whether the error that is being returned is about an attribute of another dialect, to which MLIR adds no second error.
    is_final_error: bool,
    /// The state of a worker.
    worker: Option<parallel::Worker>,
    /// Set while bodies are completed, because workers have made structs in any order.
    struct_order: Option<parallel::StructOrder>,
    /// Whether `worker` or `struct_order` needs to know which types are exported in which order.
    records_types: bool,
    /// How many bodies were completed that workers had translated; for tests.
    completed: usize,
}

impl Exporter<'_> {
    /// An error at an operation, with a note that shows it if that option is set.
    #[cold]
    fn plain_diagnostic(&self, op: mlir::OpRef<'_>, message: impl Into<String>) -> Diagnostic {
        let location = op.body.op_location(op.op);
        let error = Diagnostic::error(location, message);
        match self.tables.show_operations {
            true => error.with_note(location, mlir::asm::see_operation(op)),
            false => error,
        }
    }

    #[cold]
    pub(crate) fn diagnostic(&self, op: mlir::OpRef<'_>, message: impl Into<String>) -> Diagnostic {
        self.plain_diagnostic(op, format!("'{}' op {}", op.name(), message.into()))
    }

    #[cold]
    pub(crate) fn error<T>(&self, op: mlir::OpRef<'_>, message: impl Into<String>) -> Result<T> {
        Err(self.diagnostic(op, message))
    }

    /// The value of a required attribute. [`check_attributes`](Self::check_attributes) has reported by name what is missing.
    pub(crate) fn required<T>(&self, op: mlir::OpRef<'_>, value: Option<T>) -> Result<T> {
        value.map_or_else(|| self.error(op, "lacks a required attribute"), Ok)
    }

    /// Returns an error whose message does not begin with the operation's name.
    #[cold]
    pub(crate) fn plain_error<T>(&self, op: mlir::OpRef<'_>, message: impl Into<String>) -> Result<T> {
        Err(Diagnostic::error(op.body.op_location(op.op), message))
    }

    /// Returns the error for an operation without translation: its dialect has none, or does not know the operation.
    #[cold]
    pub(crate) fn no_translation<T>(&self, op: mlir::OpRef<'_>) -> Result<T> {
        let name = op.name();
        let namespace = name.split('.').next().unwrap_or_default();
        let message = match self.tables.facts.is_translated(namespace) {
            true => format!("LLVM Translation failed for operation: {name}"),
            false => format!(
                "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: {name}"
            ),
        };
        Err(self.plain_diagnostic(op, message))
    }

    /// Adds a second error that names the operation in which the first one occurred, if MLIR's errors are wanted.
    #[cold]
    pub(crate) fn failed(&mut self, op: mlir::OpRef<'_>, error: Diagnostic) -> Diagnostic {
        let second = format!("LLVM Translation failed for operation: {}", op.name());
        let is_final = std::mem::take(&mut self.is_final_error);
        if !self.tables.policy.stops_at_first_error || is_final || error.message() == second {
            return error;
        }
        self.errors.push(error);
        self.plain_diagnostic(op, second)
    }

    /// The number of constructs left out so far.
    fn lost(&self) -> u64 {
        self.losses.values().sum()
    }

    /// Counts one construct as left out.
    pub(crate) fn count_loss(&mut self, what: &str) {
        self.put_off();
        *self.losses.entry(what.to_owned()).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_upstream_are_exported() {
        let text = br#"
            llvm.func @f(%a: i32) -> i32 {
              %0 = "llvm.mul"(%a, %a) <{overflowFlags = #llvm.overflow<nsw>}> : (i32, i32) -> i32
              %1 = llvm.inline_asm has_side_effects "nop", "" : () -> !llvm.void
              llvm.return %0 : i32
            }"#;
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = mlir::asm::parse(&context, "test", text, &mlir::asm::ParseOptions::default()).unwrap();
        let text = String::from_utf8(ir::write(&export(&context, &module).unwrap().module)).unwrap();
        assert!(text.contains("%1 = mul nsw i32 %a, %a\n  call void asm sideeffect \"nop\""), "{text}");
    }
}
