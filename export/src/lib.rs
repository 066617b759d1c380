//! MLIR's `llvm` dialect to LLVM IR. `docs/MAPPING.md` says what becomes what; its other half is `tern-import`, whose files
//! have the names of these. Export also reads what MLIR's own importer writes.

mod alias_scopes;
mod alike;
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
mod instruction_metadata;
mod instructions;
mod intrinsics;
mod kinds;
mod layout;
mod left_out;
mod locations;
mod loops;
mod metadata;
mod module_metadata;
mod needs;
mod nodes;
mod parts;
mod stream;
mod tbaa;
mod types;

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tern_llvm_ir as ir;
use tern_llvm_ir::datalayout::DataLayout;
use tern_mlir as mlir;
use tern_mlir::resources::Resources;
use tern_mlir::{Context, Ident};

pub use stream::{export_text, is_for_export_text};
pub use tern_mlir::diagnostic::Diagnostic;

/// What a step of the translation gives, or why it cannot.
pub type Result<T> = std::result::Result<T, Diagnostic>;

/// An exported module, and what it had to leave out.
#[derive(Clone, Debug)]
pub struct Export {
    /// The module.
    pub module: ir::Module,
    /// What has no form in it yet, by kind, with the number of times it was left out.
    pub losses: BTreeMap<String, u64>,
}

/// Whose result export is to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compat {
    /// Nothing is lost: names stay, nothing is added that the module does not say.
    #[default]
    Lossless,
    /// What `mlir-translate --mlir-to-llvmir` of MLIR 22 prints: values and blocks have no names, incoming values of PHI nodes
    /// are in the order of MLIR's lists of uses, what LLVM's builder would fold is folded.
    Upstream,
}

/// Choices for an export.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whose result export is to give.
    pub compat: Compat,
    /// Whether errors have a note that shows the operation.
    pub show_operations: bool,
}

/// Exports a module, losing nothing.
///
/// # Errors
/// Operations and types that have no LLVM IR.
pub fn export(context: &Context, module: &mlir::Module) -> std::result::Result<Export, Vec<Diagnostic>> {
    export_with(context, module, Options::default())
}

/// Exports a module as `options` say.
///
/// # Errors
/// Operations and types that have no LLVM IR.
pub fn export_with<'c>(
    context: &'c Context,
    module: &'c mlir::Module,
    options: Options,
) -> std::result::Result<Export, Vec<Diagnostic>> {
    Exporter::new(context, module.resources(), options).module(module)
}

pub(crate) struct Exporter<'c> {
    pub(crate) context: &'c Context,
    /// Blobs to which constants refer.
    pub(crate) resources: &'c Resources,
    pub(crate) options: Options,
    pub(crate) ir: ir::Module,
    /// The data layout of the module.
    pub(crate) layout: DataLayout,
    /// The constant expressions that were made.
    expressions: expressions::Expressions,
    types: types::Known,
    /// Structs whose fields are being exported, the innermost last.
    open_structs: Vec<ir::Type>,
    symbols: FxHashMap<Ident, ir::Global>,
    /// Intrinsics whose names are those of symbols that are something else, which have other names now.
    displacing: FxHashMap<Ident, ir::Global>,
    comdats: FxHashMap<Ident, ir::globals::Comdat>,
    /// Kinds of attachments that LLVM does not know, in order.
    other_kinds: Vec<Vec<u8>>,
    /// Nodes of the module's metadata table.
    table: Vec<ir::MdNode>,
    /// Nodes that are made of attributes.
    nodes: nodes::Nodes,
    /// The names of the fields in the table of attachments, in its order.
    attachment_fields: Vec<Ident>,
    debug: debug_info::DebugInfo,
    locations: locations::Locations,
    location_names: locations::Names,
    /// Nodes of TBAA, alias scopes and access groups, by attribute.
    attribute_nodes: FxHashMap<mlir::Attribute, ir::MdNode>,
    /// Nodes of loops, by annotation and the number that tells apart those with the same one.
    loop_nodes: FxHashMap<(mlir::Attribute, Option<u64>), ir::MdNode>,
    /// The operations that are functions.
    definitions: Arc<FxHashMap<ir::Global, mlir::OpRef<'c>>>,
    /// Blocks whose addresses can be taken, of functions of which one was.
    tags: FxHashMap<ir::Global, layout::Tags>,
    losses: BTreeMap<String, u64>,
    errors: Vec<Diagnostic>,
    /// What follows from the names of operations.
    kinds: Arc<kinds::Kinds<'c>>,
    /// What operations that are alike become.
    forms: alike::Forms,
    /// The operations of a body that are no constants, block by block, while it is exported.
    steps: Vec<(mlir::Op, alike::Alike)>,
    /// Bodies that are read when their turn comes.
    bodies: stream::Bodies<'c>,
    /// Whether bodies are exported in order only.
    alone: bool,
    /// How many bodies were exported beside others.
    beside: usize,
    /// Whether what was exported is not what exporting in order gives.
    out_of_order: bool,
    /// What it is a part of, if it exports bodies beside others.
    part: Option<parts::Part>,
    /// The types that are met, if these are noted.
    met: Option<parts::Met>,
    /// Attributes of functions, calls and variables, by what these say.
    attribute_sets: FxHashMap<attributes::Said, ir::attributes::AttributeSetId>,
    /// Attributes of parameters and return values, by their dictionaries.
    param_sets: FxHashMap<mlir::Attribute, ir::attributes::AttributeSetId>,
    /// What call sites have besides callee and operands, by properties and attributes of the operation.
    call_attributes: FxHashMap<(mlir::Attribute, mlir::Attribute), calls::CallAttributes>,
}

impl Exporter<'_> {
    /// An error at an operation; with a note that shows the operation, where that is asked for.
    #[cold]
    fn plain_diagnostic(&self, op: mlir::OpRef<'_>, message: impl Into<String>) -> Diagnostic {
        let location = op.body.op_location(op.op);
        let error = Diagnostic::error(location, message);
        match self.options.show_operations {
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

    /// What a field says; an error where it says nothing that `read` can read.
    pub(crate) fn property<T>(
        &self,
        op: mlir::OpRef<'_>,
        name: &'static str,
        read: impl FnOnce(&Context, mlir::Attribute) -> Option<T>,
    ) -> Result<Option<T>> {
        let Some(attribute) = op.property(name) else { return Ok(None) };
        match read(self.context, attribute) {
            Some(value) => Ok(Some(value)),
            None => self.error(op, format!("malformed attribute '{name}'")),
        }
    }

    /// The same of a field that must be there.
    pub(crate) fn required_property<T>(
        &self,
        op: mlir::OpRef<'_>,
        name: &'static str,
        read: impl FnOnce(&Context, mlir::Attribute) -> Option<T>,
    ) -> Result<T> {
        match self.property(op, name, read)? {
            Some(value) => Ok(value),
            None => self.error(op, format!("requires attribute '{name}'")),
        }
    }

    /// An error that does not begin with the operation's name.
    #[cold]
    pub(crate) fn plain_error<T>(&self, op: mlir::OpRef<'_>, message: impl Into<String>) -> Result<T> {
        Err(Diagnostic::error(op.body.op_location(op.op), message))
    }

    /// An operation that nothing translates: its dialect has no translation, or does not know it.
    #[cold]
    pub(crate) fn no_translation<T>(&self, op: mlir::OpRef<'_>) -> Result<T> {
        let name = op.name();
        let namespace = name.split('.').next().unwrap_or_default();
        let message = match self.kinds.is_translated(namespace) {
            true => format!("LLVM Translation failed for operation: {name}"),
            false => format!(
                "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: {name}"
            ),
        };
        Err(self.plain_diagnostic(op, message))
    }

    /// What an error within the translation of an operation leads to: as in MLIR, a second error says which operation that was.
    #[cold]
    pub(crate) fn failed(&mut self, op: mlir::OpRef<'_>, error: Diagnostic) -> Diagnostic {
        let second = format!("LLVM Translation failed for operation: {}", op.name());
        if self.options.compat != Compat::Upstream || error.message() == second {
            return error;
        }
        self.errors.push(error);
        self.plain_diagnostic(op, second)
    }

    /// How much was left out so far.
    fn lost(&self) -> u64 {
        self.losses.values().sum()
    }

    /// Counts something that is left out.
    pub(crate) fn lose(&mut self, what: &str) {
        if self.must_find() {
            return;
        }
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
