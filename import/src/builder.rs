//! Builds operations and their attributes.

use smallvec::SmallVec;
use tern_dialect_tern::constants::PtrToAddr;
use tern_llvm_ir::instruction::CastOp;
use tern_mlir::attributes::{NamedAttribute, NamedAttributes};
use tern_mlir::{AttrKind, Attribute, Block, Body, Context, Ident, Location, Op, OpState, Type, Value};
use tern_support::intern::Recent;

use crate::Importer;

/// A list of attributes under construction.
pub(crate) struct Attributes<'c> {
    context: &'c Context,
    pub(crate) entries: NamedAttributes,
}

impl<'c> Attributes<'c> {
    pub(crate) fn new(context: &'c Context) -> Self {
        Self { context, entries: NamedAttributes::new() }
    }

    pub(crate) fn set(&mut self, name: &'static str, value: Attribute) {
        self.set_named(self.context.name(name), value);
    }

    pub(crate) fn set_named(&mut self, name: Ident, value: Attribute) {
        self.entries.push(NamedAttribute { name, value });
    }

    /// Adds a unit attribute if `present`.
    pub(crate) fn unit(&mut self, name: &'static str, present: bool) {
        if present {
            self.set(name, self.context.common.unit);
        }
    }

    pub(crate) fn string(&mut self, name: &'static str, text: &[u8]) {
        self.set(name, string(self.context, text));
    }

    pub(crate) fn dictionary(self) -> Attribute {
        Attribute::dictionary(self.context, self.entries)
    }
}

/// A string attribute with these bytes as its value.
pub(crate) fn string(context: &Context, text: &[u8]) -> Attribute {
    context.attr(AttrKind::String { value: context.ident_of_bytes(text), ty: context.common.none })
}

/// The symbol reference `@name`.
pub(crate) fn symbol(context: &Context, name: Ident) -> Attribute {
    context.attr(AttrKind::SymbolRef { root: name, nested: Box::default() })
}

/// Cache of recently made dictionaries, keyed by their entries in the order in which these were set.
pub(crate) type Dictionaries = Recent<NamedAttribute, Attribute, 7>;

/// An operation under construction. Properties and discardable attributes are kept apart.
pub(crate) struct New<'c> {
    pub(crate) context: &'c Context,
    /// Boxed, because it is large and passed along by value.
    pub(crate) state: Box<OpState>,
}

impl<'c> New<'c> {
    pub(crate) fn op(context: &'c Context, name: &'static str) -> Self {
        Self::of_two(context, name, "")
    }

    /// An operation with the name `prefix` + `rest`. Looks the name up without concatenating the two.
    #[inline]
    pub(crate) fn of_two(context: &'c Context, prefix: &'static str, rest: &'static str) -> Self {
        let name = context.op_name_of_two(prefix, rest);
        Self { context, state: Box::new(OpState::new(name, Location::unknown(context))) }
    }

    /// Moves the operation to the dialect `tern` if MLIR's verifier refuses that of the dialect `llvm`.
    pub(crate) fn in_tern(mut self, refused: bool) -> Self {
        if refused {
            let name = self.context.str(self.context.op_name_data(self.state.name).name);
            let instead = tern_dialect_tern::refused::instead_of(name);
            debug_assert!(instead.is_some(), "the dialect `tern` has no operation for `{name}`");
            self.state.name =
                instead.map_or(self.state.name, |def| self.context.op_name_of_two(def.name, ""));
        }
        self
    }

    pub(crate) fn operands(mut self, operands: impl IntoIterator<Item = Value>) -> Self {
        self.state.operands.extend(operands);
        self
    }

    #[inline]
    pub(crate) fn result(mut self, ty: Type) -> Self {
        self.state.result_types.push(ty);
        self
    }

    #[inline]
    pub(crate) fn property(mut self, name: &'static str, value: Attribute) -> Self {
        self.state.properties.push(NamedAttribute { name: self.context.name(name), value });
        self
    }

    pub(crate) fn unit(self, name: &'static str, present: bool) -> Self {
        let unit = self.context.common.unit;
        if present { self.property(name, unit) } else { self }
    }

    pub(crate) fn optional(self, name: &'static str, value: Option<Attribute>) -> Self {
        match value {
            Some(value) => self.property(name, value),
            None => self,
        }
    }

    pub(crate) fn aside(mut self, name: &'static str, value: Attribute) -> Self {
        self.state.attributes.push(NamedAttribute { name: self.context.name(name), value });
        self
    }

    pub(crate) fn unit_aside(self, name: &'static str, present: bool) -> Self {
        let unit = self.context.common.unit;
        if present { self.aside(name, unit) } else { self }
    }

    pub(crate) fn successors(mut self, successors: impl IntoIterator<Item = Block>) -> Self {
        self.state.successors.extend(successors);
        self
    }

    /// `operandSegmentSizes`
    pub(crate) fn segments(self, importer: &mut Importer<'_, '_>, sizes: &[usize]) -> Self {
        let sizes: SmallVec<[i32; 4]> = sizes.iter().map(|&size| size as i32).collect();
        self.property("operandSegmentSizes", importer.dense_i32(&sizes))
    }

    /// Creates the operation, in no block yet.
    pub(crate) fn make(mut self, body: &mut Body) -> Op {
        body.create_op_of(self.context, &mut self.state)
    }

    /// Like [`New::make`], with a cache for the dictionaries. For callers that make many operations.
    #[inline]
    pub(crate) fn make_with(mut self, body: &mut Body, known: &mut Dictionaries) -> Op {
        let mut dictionary = |entries: &NamedAttributes| match entries.is_empty() {
            true => self.context.common.empty_dictionary,
            false => known.get(entries, || Attribute::dictionary(self.context, entries.clone())),
        };
        let (properties, attributes) =
            (dictionary(&self.state.properties), dictionary(&self.state.attributes));
        body.create_op_with(&mut self.state, properties, attributes)
    }
}

/// A cast: an operation of the dialect `llvm`, or of `tern` for the one that it lacks.
pub(crate) fn cast(context: &Context, op: CastOp) -> New<'_> {
    match op {
        CastOp::PtrToAddr => New::op(context, PtrToAddr::DEF.name),
        op => New::of_two(context, "llvm.", op.spelling()),
    }
}
