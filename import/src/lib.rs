//! LLVM IR to MLIR's `llvm` dialect, losing nothing. `docs/MAPPING.md` says what becomes what; its other half is
//! `tern-export`, whose files have the names of these.

mod alias_scopes;
mod alike;
mod attributes;
mod beyond_mlir;
mod block_tags;
mod builder;
mod calls;
mod constant_order;
mod constants;
mod data_layout;
mod debug_forms;
mod debug_info;
mod debug_records;
mod diagnostics;
mod extended_calls;
pub mod extension;
mod forms;
mod functions;
mod globals;
mod instruction_metadata;
mod instructions;
mod intrinsics;
mod locations;
mod loops;
mod memo;
mod memory_effects;
mod metadata;
mod module_metadata;
mod nodes;
mod owners;
mod phis;
mod profile_summary;
mod stream;
mod tbaa;
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

use diagnostics::Error;
pub use stream::import_to_text;

type Result<T> = std::result::Result<T, Error>;

/// Whose result import is to give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compat {
    /// Nothing is lost: what MLIR does not model travels in asides.
    #[default]
    Lossless,
    /// What `mlir-translate --import-llvm` of MLIR 22 gives: metadata as attributes and locations, intrinsics as operations, and what
    /// is not modelled left out, with a warning.
    Upstream,
}

/// An imported module, and what it had to leave out.
#[derive(Debug)]
pub struct Import {
    /// The module.
    pub module: mlir::Module,
    /// What has no form in it, by kind, with the number of times it was left out. Only [`Compat::Upstream`] leaves anything out.
    pub losses: BTreeMap<String, u64>,
    /// What MLIR's own importer says about the module, in its order. Empty but for [`Compat::Upstream`].
    pub diagnostics: Vec<Diagnostic>,
}

/// Choices for an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whose result import is to give. The choices below that name an option of `mlir-translate` matter to
    /// [`Compat::Upstream`] alone.
    pub compat: Compat,
    /// `--drop-di-composite-type-elements`: types of debug information have no elements.
    pub drop_composite_elements: bool,
    /// `--prefer-unregistered-intrinsics`: calls of intrinsics stay calls by name.
    pub unregistered_intrinsics: bool,
    /// `--import-structs-as-literals`: struct types have no names.
    pub structs_as_literals: bool,
    /// `--emit-expensive-warnings`: what is left out is said of each instruction.
    pub expensive_warnings: bool,
    /// `--convert-debug-rec-to-intrinsics`: debug records are imported as the calls that they replaced.
    pub debug_records_as_calls: bool,
    /// Whether calls of intrinsics become the operations that stand for them, of whatever dialect the context knows. What such
    /// an operation has no field for (attributes of arguments, for instance) is left out then.
    pub intrinsic_operations: bool,
}

/// Imports a module, losing nothing.
///
/// # Errors
/// What the dialect has no form for yet, by function; nothing is left out silently.
pub fn import(context: &Context, module: &ir::Module) -> std::result::Result<mlir::Module, Vec<Diagnostic>> {
    import_with(context, module, Options::default()).map(|import| import.module)
}

/// Whether the import of a module that loses nothing gives its operations locations, without which the text would lose them: there
/// is debug information.
pub fn has_locations(module: &ir::Module) -> bool {
    module.metadata.nodes.values().any(|node| match &node.kind {
        ir::metadata::MdNodeKind::Specialized { kind, .. } => {
            matches!(module.strings.get(*kind), b"DISubprogram" | b"DILocation")
        }
        ir::metadata::MdNodeKind::Tuple(_) => false,
    })
}

/// Imports a module as `options` say.
///
/// # Errors
/// What the dialect has no form for yet, by function. [`Compat::Upstream`]: what MLIR's own importer says up to its first error.
pub fn import_with(
    context: &Context,
    module: &ir::Module,
    options: Options,
) -> std::result::Result<Import, Vec<Diagnostic>> {
    Importer::new(context, module, options, None).module(&module.functions)
}

/// What is found of a module before the bodies of its functions are read.
pub struct Looked(Arc<forms::Forms>);

/// What is decided of the import of a module before the bodies of its functions are known.
pub struct Begun(Arc<forms::Forms>);

/// Finds what each node of debug information says by itself, on all threads.
pub fn look(context: &Context, module: &ir::Module, options: Options) -> Looked {
    let mut importer = Importer::undecided(context, module, options);
    importer.look_at_nodes();
    Looked(importer.forms)
}

/// Decides of the import of a module what does not depend on the bodies of its functions: what becomes of its debug information. That
/// takes one thread, as each node depends on those that it refers to.
pub fn begin(context: &Context, module: &ir::Module, looked: Looked, options: Options) -> Begun {
    let mut importer = Importer::undecided(context, module, options);
    importer.forms = looked.0;
    importer.begin_forms();
    Begun(importer.forms)
}

/// Two importers of one module share nothing but the context, so that functions can be imported in parallel.
#[derive(Clone)]
pub(crate) struct Importer<'m, 'c> {
    pub(crate) context: &'c Context,
    pub(crate) ir: &'m ir::Module,
    pub(crate) options: Options,
    intrinsics: extension::IntrinsicOperations,
    /// The operations that stand for calls of intrinsics without losing anything.
    exact_intrinsics: FxHashMap<ir::Global, Option<&'static mlir::declare::OpDef>>,
    types: SecondaryMap<ir::Type, Option<mlir::Type>>,
    type_attributes: SecondaryMap<ir::Type, Option<mlir::Attribute>>,
    /// What became of sets of function attributes.
    function_sets:
        FxHashMap<(ir::attributes::AttributeSetId, attributes::Fields), Arc<attributes::FunctionAttributes>>,
    param_sets: FxHashMap<ir::attributes::AttributeSetId, mlir::Attribute>,
    /// The shapes of specialised nodes, by their kinds and the names of their fields.
    shapes: FxHashMap<SmallVec<[ir::StrId; 16]>, mlir::Ident>,
    /// Whether the module and the context have their strings in one table.
    shares_strings: bool,
    /// The numbers of blocks whose address is taken.
    block_tags: FxHashMap<(ir::Global, ir::Block), u32>,
    /// What the module has that the dialect has no operations for.
    beyond_mlir: Arc<beyond_mlir::BeyondMlir>,
    /// The names that struct types without names have got.
    struct_names: FxHashMap<ir::types::StructId, String>,
    symbols: FxHashMap<ir::Global, mlir::Ident>,
    /// What was left out, and how often.
    losses: BTreeMap<String, u64>,
    /// What was said.
    said: Vec<Diagnostic>,
    pieces: diagnostics::Pieces<'m>,
    /// What has been made of metadata that MLIR models by attributes.
    attributes_of_nodes: FxHashMap<ir::MdNode, mlir::Attribute>,
    /// Nodes that are known to have no attribute.
    unrepresentable: FxHashSet<ir::MdNode>,
    debug: debug_info::DebugInfo,
    /// Loop annotations, and loop nodes that have no form as one.
    loop_annotations: FxHashMap<ir::MdNode, Option<mlir::Attribute>>,
    /// What becomes of loop nodes that are told apart by their identity alone, by their operands but the first.
    loops_alike: FxHashMap<&'m [ir::metadata::Metadata], Option<mlir::Attribute>>,
    /// The name of the file of a scope.
    files_of_scopes: FxHashMap<ir::MdNode, mlir::Ident>,
    /// Loop annotations that are being made.
    loops: Vec<ir::MdNode>,
    /// The access groups that instructions are in.
    groups: Arc<FxHashSet<ir::MdNode>>,
    /// What becomes of each node of metadata.
    forms: Arc<forms::Forms>,
    memo: FxHashMap<(memo::Memo, u64), mlir::Attribute>,
    dictionaries: builder::Dictionaries,
    /// What became of instructions.
    alike: FxHashMap<alike::Likeness, alike::Form>,
    /// What became lately of constants that are operations without operands.
    constants_alone: Recent<ir::Constant, Option<alike::Form>, 1>,
    /// Arrays of numbers that were made lately: segments of operands, indices.
    arrays: Recent<i32, mlir::Attribute, 13>,
    /// The data layout, for alignments that are not written.
    layout: Arc<ir::datalayout::DataLayout>,
}

impl<'c> Importer<'_, 'c> {
    /// An importer that has decided the same, for what the module has become.
    pub(crate) fn over(self, module: &ir::Module) -> Importer<'_, 'c> {
        Importer {
            intrinsics: self.intrinsics,
            block_tags: self.block_tags,
            beyond_mlir: self.beyond_mlir,
            symbols: self.symbols,
            groups: self.groups,
            forms: self.forms,
            ..Importer::undecided(self.context, module, self.options)
        }
    }

    /// Whether the result is to be what MLIR's own importer gives.
    pub(crate) fn upstream(&self) -> bool {
        self.options.compat == Compat::Upstream
    }

    /// Notes that something is left out.
    pub(crate) fn lose(&mut self, what: &str) {
        match self.losses.get_mut(what) {
            Some(count) => *count += 1,
            None => {
                self.losses.insert(what.to_owned(), 1);
            }
        }
    }
}
