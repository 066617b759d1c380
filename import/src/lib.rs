//! LLVM IR to MLIR's `llvm` dialect, losing nothing. `docs/MAPPING.md` says what becomes what; its other half is
//! `tern-export`, whose files have the names of these.

mod attributes;
mod builder;
mod calls;
mod constants;
mod dominance;
mod extended_calls;
pub mod extension;
mod functions;
mod globals;
mod instructions;
mod metadata;
mod types;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_dialect as mlir;
use tern_dialect::Context;
use tern_ir as ir;

/// What cannot be imported, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
}

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

type Result<T> = std::result::Result<T, Error>;

/// Choices for an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether calls of intrinsics become the operations that stand for them, of whatever dialect the context knows. What such
    /// an operation has no field for (attributes of arguments, for instance) is left out then.
    pub intrinsic_operations: bool,
}

/// Imports a module, losing nothing.
///
/// # Errors
/// What the dialect has no form for yet, by function; nothing is left out silently.
pub fn import(context: &Context, module: &ir::Module) -> std::result::Result<mlir::Module, Vec<Error>> {
    import_with(context, module, Options::default())
}

/// Imports a module as `options` say.
///
/// # Errors
/// What the dialect has no form for yet, by function.
pub fn import_with(
    context: &Context,
    module: &ir::Module,
    options: Options,
) -> std::result::Result<mlir::Module, Vec<Error>> {
    Importer::new(context, module, options).module()
}

/// Two importers of one module share nothing but the context, so that functions can be imported in parallel.
#[derive(Clone)]
pub(crate) struct Importer<'m, 'c> {
    pub(crate) context: &'c Context,
    pub(crate) ir: &'m ir::Module,
    pub(crate) options: Options,
    intrinsics: extension::IntrinsicOperations,
    types: SecondaryMap<ir::Type, Option<mlir::Type>>,
    param_sets: FxHashMap<ir::attributes::AttributeSetId, mlir::Attribute>,
    /// The shapes of specialised nodes, by their kinds and the names of their fields.
    shapes: FxHashMap<SmallVec<[ir::StrId; 16]>, mlir::Ident>,
    /// The numbers of blocks whose address is taken.
    block_tags: FxHashMap<(ir::Global, ir::Block), u32>,
    symbols: FxHashMap<ir::Global, mlir::Ident>,
}
