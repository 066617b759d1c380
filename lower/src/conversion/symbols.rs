//! The symbols of the module around a converted body: patterns in functions can look them up and request new ones.
//!
//! Each function's body is converted by itself. It sees the symbols as they were before the conversion; the declarations that
//! it requests are inserted at the beginning of the module afterwards, the latest first, as upstream.

use rustc_hash::FxHashMap;
use tern_dialect_core::func;
use tern_dialect_llvm::attributes::values::{cconv, linkage};
use tern_dialect_llvm::enums::{CConv, Linkage};
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::function_parts;
use tern_mlir::asm::type_to_string;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Attribute, Body, Context, Ident, Location, Op, OpName, OpState, Region, Type, TypeKind};

use super::builder::named;
use super::pattern::NoMatch;

/// A snapshot of an operation that defines a symbol, or that owns a body.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The name of the operation.
    pub op: OpName,
    /// Its inherent attributes.
    pub properties: Attribute,
    /// Its discardable attributes.
    pub attributes: Attribute,
    /// Its location.
    pub location: Location,
}

impl Symbol {
    /// Takes a snapshot of `op`.
    pub(super) fn of(body: &Body, op: Op) -> Self {
        Self {
            op: body.op_name(op),
            properties: body.properties(op),
            attributes: body.attributes(op),
            location: body.op_location(op),
        }
    }

    /// The types of parameters and results, if this is a function on MLIR types (not an `llvm.func`).
    pub fn signature(self, context: &Context) -> Option<(&[Type], &[Type])> {
        match self.properties.entry(context, "function_type")?.as_type(context)?.kind(context) {
            TypeKind::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }
}

/// The symbols of a module, and the declarations requested by patterns.
#[derive(Default)]
pub struct Symbols {
    known: FxHashMap<Ident, Symbol>,
    pub(super) wanted: Vec<OpState>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Symbols {
    /// Collects the symbols that are defined in `regions`.
    pub(super) fn of(context: &Context, body: &Body, regions: &[Region]) -> Self {
        let mut known = FxHashMap::default();
        let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
        for op in blocks.flat_map(|&block| body.block_ops(block)) {
            let symbol = Symbol::of(body, op);
            if let Some(name) = name_of(context, symbol.properties, symbol.attributes) {
                known.entry(name).or_insert(symbol);
            }
        }
        Self { known, ..Self::default() }
    }

    /// Looks up a symbol.
    pub fn get(&self, name: Ident) -> Option<&Symbol> {
        self.known.get(&name)
    }

    /// Requests an operation that defines a symbol, for the beginning of the module.
    pub fn add(&mut self, context: &Context, state: OpState) {
        let symbol = Symbol {
            op: state.name,
            properties: Attribute::dictionary(context, state.properties.clone()),
            attributes: Attribute::dictionary(context, state.attributes.clone()),
            location: state.location,
        };
        if let Some(name) = name_of(context, symbol.properties, symbol.attributes) {
            self.known.insert(name, symbol);
        }
        self.wanted.push(state);
    }

    /// An unused symbol name that begins with `name`; if `name` is taken, `_0`, `_1`, … is appended.
    pub fn unique(&self, context: &Context, name: &str) -> String {
        let taken = |name: &str| self.known.contains_key(&context.ident(name));
        if !taken(name) {
            return name.to_owned();
        }
        (0u64..).map(|number| format!("{name}_{number}")).find(|name| !taken(name)).unwrap_or_default()
    }

    /// Requests an `llvm.func` `name` of type `ty` (an `!llvm.func`), unless it exists.
    ///
    /// # Errors
    /// If another symbol has that name.
    pub fn declare_function(&mut self, context: &Context, name: &str, ty: Type) -> Result<(), NoMatch> {
        if let Some(symbol) = self.get(context.ident(name)) {
            let found = symbol.properties.entry(context, "function_type").and_then(|ty| ty.as_type(context));
            // A `func.func` that is not converted yet will become an `llvm.func`.
            let is_pending = context.str(context.op_name_data(symbol.op).name) == func::Func::NAME;
            if is_pending || found == Some(ty) {
                return Ok(());
            }
            let found = found.map_or_else(|| "none".to_owned(), |ty| type_to_string(context, ty));
            let message = format!(
                "redefinition of reserved function '{name}' of different type '{found}' is prohibited"
            );
            let location = symbol.location;
            self.diagnostics.push(Diagnostic::error(location, message.clone()));
            return Err(message.into());
        }
        let state = function(context, name, ty, Location::unknown(context), None);
        self.add(context, state);
        Ok(())
    }
}

/// The symbol name in a set of attributes.
fn name_of(context: &Context, properties: Attribute, attributes: Attribute) -> Option<Ident> {
    let name = properties.entry(context, "sym_name").or_else(|| attributes.entry(context, "sym_name"))?;
    match name.kind(context) {
        tern_mlir::AttrKind::String { value, .. } => Some(*value),
        _ => None,
    }
}

/// An `llvm.func` of type `ty` with external linkage; a declaration if `body` is `None`.
pub fn function(context: &Context, name: &str, ty: Type, location: Location, body: Option<Body>) -> OpState {
    debug_assert!(function_parts(context, ty).is_some());
    let mut state = OpState::new(context.op_name_of_two(llvm::Func::NAME, ""), location);
    state.properties = named(
        context,
        &[
            ("sym_name", Attribute::string(context, name)),
            ("function_type", Attribute::of_type(context, ty)),
            ("linkage", linkage(context, Linkage::External)),
            ("CConv", cconv(context, CConv::C)),
            ("visibility_", Attribute::integer(context, context.common.i64, 0)),
        ],
    );
    state.body = Some(Box::new(body.unwrap_or_else(Body::with_region)));
    state
}
