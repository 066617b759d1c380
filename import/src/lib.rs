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
mod tbaa;
mod text;
mod type_limits;
mod types;

use std::collections::BTreeMap;
use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tern_llvm_ir as ir;
use tern_mlir as mlir;
use tern_mlir::Context;
use tern_mlir::diagnostic::Diagnostic;
use tern_support::intern::Recent;

use crate::policy::Policy;

pub use diagnostics::Error;
pub use text::{Format, ImportTextError, ImportedText, import_text};

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
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
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
}

/// Imports a module without losing anything.
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

/// Imports a module with the given options.
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

/// The state of an import. Importers of the same module share nothing mutable but the context, so that functions can be imported
/// in parallel.
#[derive(Clone)]
pub(crate) struct Importer<'m, 'c> {
    pub(crate) context: &'c Context,
    pub(crate) ir: &'m ir::Module,
    pub(crate) options: Options,
    pub(crate) policy: Policy,
    intrinsics: extension::IntrinsicOperations,
    /// The dialects that import instructions in their own way.
    instruction_imports: SmallVec<[&'static dyn extension::InstructionImport; 1]>,
    /// Cache: the operation that stands for calls of an intrinsic without losing anything, if there is one.
    exact_intrinsics: FxHashMap<ir::Global, Option<&'static mlir::declare::OpDef>>,
    types: SecondaryMap<ir::Type, Option<mlir::Type>>,
    type_attributes: SecondaryMap<ir::Type, Option<mlir::Attribute>>,
    /// Cache: translated sets of function attributes.
    function_sets:
        FxHashMap<(ir::attributes::AttributeSetId, attributes::Fields), Arc<attributes::FunctionAttributes>>,
    param_sets: FxHashMap<ir::attributes::AttributeSetId, mlir::Attribute>,
    /// Cache: the shapes of specialized nodes, keyed by their kind followed by the names of their fields.
    shapes: FxHashMap<SmallVec<[ir::StrId; 16]>, mlir::Ident>,
    /// Whether the module and the context intern their strings in the same table.
    shares_strings: bool,
    /// The tag numbers of blocks whose address is taken.
    block_tags: FxHashMap<(ir::Global, ir::Block), u32>,
    /// Constructs of this module that the dialect has no operations for.
    beyond_mlir: Arc<beyond_mlir::BeyondMlir>,
    /// The names given to unnamed struct types.
    struct_names: FxHashMap<ir::types::StructId, String>,
    symbols: FxHashMap<ir::Global, mlir::Ident>,
    /// How often each kind of construct was left out.
    losses: BTreeMap<String, u64>,
    /// The diagnostics reported so far.
    reported: Vec<Diagnostic>,
    pieces: diagnostics::Pieces<'m>,
    /// Cache: attributes made of metadata nodes.
    attributes_of_nodes: FxHashMap<ir::MdNode, mlir::Attribute>,
    /// Cache: nodes that have no attribute.
    unrepresentable_nodes: FxHashSet<ir::MdNode>,
    debug: policy::DebugInfo,
    /// Cache: values of keywords in debug information, keyed by the address of a table and the keywords.
    keywords: FxHashMap<(usize, ir::StrId), Option<u64>>,
    /// Cache: attributes for keywords in asides.
    keyword_asides: FxHashMap<ir::StrId, mlir::Attribute>,
    /// Cache: loop annotations by node; `None` for loop nodes that have none.
    loop_annotations: FxHashMap<ir::MdNode, Option<mlir::Attribute>>,
    /// Cache: annotations of loop nodes that differ only in their identity, keyed by the operands after the first.
    loops_alike: FxHashMap<&'m [ir::metadata::Metadata], Option<mlir::Attribute>>,
    /// Cache: the file name of each scope.
    files_of_scopes: FxHashMap<ir::MdNode, mlir::Ident>,
    /// The loop annotations under construction, innermost last.
    loops: Vec<ir::MdNode>,
    /// The access groups that some instruction is in.
    groups: Arc<FxHashSet<ir::MdNode>>,
    /// The representation chosen for each metadata node.
    representations: Arc<representations::Representations>,
    attribute_cache: FxHashMap<(usize, u64), mlir::Attribute>,
    dictionaries: builder::Dictionaries,
    /// Cache: translated instructions, keyed by everything but their operands and locations.
    op_cache: FxHashMap<op_cache::OpKey, op_cache::CachedOp>,
    /// Cache: recently used constants that become operations without operands.
    constants_alone: Recent<ir::Constant, Option<op_cache::CachedOp>, 1>,
    /// Cache: recently made `array<i32>` attributes, such as operand segments and indices.
    arrays: Recent<i32, mlir::Attribute, 13>,
    /// The data layout, for alignments that are not spelled out.
    layout: Arc<ir::datalayout::DataLayout>,
}

impl<'c> Importer<'_, 'c> {
    /// An importer that makes the same decisions over `module`, a changed version of the module that this one was made for.
    /// Caches start empty.
    pub(crate) fn over(self, module: &ir::Module) -> Importer<'_, 'c> {
        Importer {
            intrinsics: self.intrinsics,
            block_tags: self.block_tags,
            beyond_mlir: self.beyond_mlir,
            symbols: self.symbols,
            groups: self.groups,
            representations: self.representations,
            ..Importer::undecided(self.context, module, self.options)
        }
    }
}
