//! Translates LLVM IR to MLIR's `llvm` dialect without losing anything.
//!
//! [`import`] takes a [`tern_llvm_ir::Module`] and returns a [`tern_mlir::Module`]. Each construct has one spelling in the
//! dialect, fixed in `docs/MAPPING.md`. What MLIR does not model is kept in discardable attributes called *asides*, whose names
//! and contents `tern_mapping::asides` declares. With [`Compat::Upstream`] the result is what `mlir-translate --import-llvm`
//! gives instead.
//!
//! [`import_text`] is for whole files: it reads a text, imports it and prints the result, overlaps these steps, and needs less memory.
//!
//! An import first chooses a representation for every metadata node (`representations.rs`) and then translates the globals and functions,
//! in parallel. The crate `tern-export` is the way back; its files have the same names as these.

mod alias_scopes;
mod attribute_cache;
mod attribute_nodes;
mod attributes;
mod beyond_mlir;
mod block_tags;
mod builder;
mod calls;
mod constants;
mod debug_attributes;
mod debug_info;
mod debug_records;
mod diagnostics;
mod extended_calls;
pub mod extension;
mod functions;
mod globals;
mod instruction_metadata;
mod instructions;
mod intrinsics;
mod locations;
mod loops;
mod memory_effects;
mod metadata;
mod module_metadata;
mod nodes;
mod op_cache;
mod phis;
mod policy;
mod profile_summary;
mod representations;
mod state;
mod summary;
mod tbaa;
mod text;
mod type_limits;
mod types;

use std::collections::BTreeMap;

use tern_dialect_llvm::versions::MlirVersion;
use tern_llvm_ir as ir;
use tern_mlir as mlir;
use tern_mlir::Context;
use tern_mlir::diagnostic::Diagnostic;

pub use diagnostics::Error;
pub use text::{Format, ImportTextError, ImportedText, MOST_PROBLEMS, import_module, import_text, verified};

pub(crate) use state::{Importer, Tables};

/// The result of importing one construct.
pub type Result<T> = std::result::Result<T, Error>;

/// Which importer's result to produce.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compat {
    /// Loses nothing: what MLIR does not model is kept in asides.
    #[default]
    Lossless,
    /// The output of `mlir-translate --import-llvm` of MLIR 22: metadata as attributes and locations, intrinsics as operations.
    /// What is not modelled is left out, with a warning.
    Upstream,
}

/// An imported module, and a record of what the import left out.
#[derive(Debug)]
pub struct Import {
    /// The module in the `llvm` dialect.
    pub module: mlir::Module,
    /// How often each kind of construct was left out because the dialect cannot represent it. Only [`Compat::Upstream`] leaves
    /// anything out.
    pub losses: BTreeMap<String, u64>,
    /// The messages of MLIR's own importer about the module, in its order. Empty unless [`Compat::Upstream`] is chosen.
    pub diagnostics: Vec<Diagnostic>,
}

/// Options of an import.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether [`import_text`] verifies the module that it has read, as LLVM's verifier does: what is wrong is an error before anything
    /// is imported, and broken debug information is left out, with a warning. It is set by default. [`import`] and [`import_with`] take
    /// the module as it is: who did not read it from a text that is known to be right calls
    /// [`Module::verify`](tern_llvm_ir::Module::verify) first.
    pub verify: bool,
    /// Which importer's result to produce. The options below that correspond to an option of `mlir-translate` only affect
    /// [`Compat::Upstream`].
    pub compat: Compat,
    /// `--drop-di-composite-type-elements`: leaves out the elements of composite types in debug information.
    pub drop_composite_elements: bool,
    /// `--prefer-unregistered-intrinsics`: keeps calls of intrinsics as calls by name.
    pub unregistered_intrinsics: bool,
    /// `--import-structs-as-literals`: imports identified struct types as literal ones.
    pub structs_as_literals: bool,
    /// `--emit-expensive-warnings`: warns at each instruction of what is left out.
    pub expensive_warnings: bool,
    /// `--convert-debug-rec-to-intrinsics`: imports debug records as calls of the intrinsics that they replaced.
    pub debug_records_as_calls: bool,
    /// Turns calls of intrinsics into the operations that stand for them, in any dialect that the context knows. Whatever such an
    /// operation has no field for (attributes of arguments, for instance) is then left out. Lets dialects
    /// [import instructions](extension::ImportsInstructions) in their own way, too.
    pub intrinsic_operations: bool,
    /// For which version of MLIR [`import_text`] prints assembly.
    pub mlir: MlirVersion,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            verify: true,
            compat: Compat::Lossless,
            drop_composite_elements: false,
            unregistered_intrinsics: false,
            structs_as_literals: false,
            expensive_warnings: false,
            debug_records_as_calls: false,
            intrinsic_operations: false,
            mlir: MlirVersion::DEFAULT,
        }
    }
}

/// Imports a module without losing anything. It is not verified.
///
/// # Errors
/// One diagnostic for each construct that the dialect cannot represent yet, by function. Nothing is left out silently.
pub fn import(context: &Context, module: &ir::Module) -> std::result::Result<mlir::Module, Vec<Diagnostic>> {
    import_with(context, module, Options::default()).map(|import| import.module)
}

/// Whether the lossless import gives operations locations that carry debug information. If so, the module must be printed with
/// locations, or they are lost.
pub fn has_locations(module: &ir::Module) -> bool {
    module.metadata.nodes.values().any(|node| match &node.kind {
        ir::metadata::MdNodeKind::Specialized { kind, .. } => {
            matches!(module.strings.get(*kind), b"DISubprogram" | b"DILocation")
        }
        ir::metadata::MdNodeKind::Tuple(_) => false,
    })
}

/// Imports a module with the given options. It is not verified.
///
/// # Errors
/// One diagnostic for each construct that the dialect cannot represent yet, by function. With [`Compat::Upstream`], the messages
/// of MLIR's own importer up to its first error.
pub fn import_with(
    context: &Context,
    module: &ir::Module,
    options: Options,
) -> std::result::Result<Import, Vec<Diagnostic>> {
    Importer::new(context, module, options, None).module(&module.functions)
}
