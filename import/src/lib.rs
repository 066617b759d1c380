//! LLVM IR to MLIR's `llvm` dialect, losing nothing. `docs/MAPPING.md` says what becomes what; its other half is
//! `tern-export`, whose files have the names of these.

mod attributes;
mod builder;
mod calls;
mod constants;
mod dominance;
mod functions;
mod globals;
mod instructions;
mod metadata;
mod types;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
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

/// Imports a module.
///
/// # Errors
/// What the dialect has no form for yet, by function; nothing is left out silently.
pub fn import(context: &Context, module: &ir::Module) -> std::result::Result<mlir::Module, Vec<Error>> {
    Importer::new(context, module).module()
}

/// Two importers of one module share nothing but the context, so that functions can be imported in parallel.
#[derive(Clone)]
pub(crate) struct Importer<'m, 'c> {
    pub(crate) context: &'c Context,
    pub(crate) ir: &'m ir::Module,
    types: SecondaryMap<ir::Type, Option<mlir::Type>>,
    param_sets: FxHashMap<ir::attributes::AttributeSetId, mlir::Attribute>,
    /// The numbers of blocks whose address is taken.
    block_tags: FxHashMap<(ir::Global, ir::Block), u32>,
    symbols: FxHashMap<ir::Global, mlir::Ident>,
}
