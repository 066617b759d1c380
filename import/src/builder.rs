//! Builds operations and their attributes.

use smallvec::SmallVec;
use tern_dialect_tern::constants::PtrToAddr;
use tern_llvm_ir::instruction::{BinaryOp, CastOp};
use tern_mlir::attributes::{NamedAttribute, NamedAttributes};
use tern_mlir::declare::{self, FieldValue, OpDef};
use tern_mlir::{AttrKind, Attribute, Block, Body, Context, Ident, Location, Op, OpState, Type, Value};
use tern_support::intern::Recent;

use crate::Importer;
use crate::state::AttributeCache;

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

/// An operation under construction: what its typed builder ([`declare::New`]) says, with its attributes made, and discardable
/// attributes. An operation that is not declared is made by name.
pub(crate) struct New<'c> {
    pub(crate) context: &'c Context,
    /// Boxed, because it is large and passed along by value.
    pub(crate) state: Box<OpState>,
}

impl<'c> New<'c> {
    /// An operation from its typed builder.
    pub(crate) fn of(context: &'c Context, new: impl Into<declare::New>) -> Self {
        let make = |class, value: FieldValue| value.attribute(context, class);
        let state = new.into().state_with(context, Location::unknown(context), make);
        Self { context, state: Box::new(state) }
    }

    /// Sets inherent attributes by an interface of the operation.
    pub(crate) fn with(mut self, set: impl FnOnce(declare::New) -> declare::New) -> Self {
        let def = self.context.op_name_data(self.state.name).def;
        let def = def.expect("attributes are set before an operation moves to the dialect `tern`");
        let fields = Self::of(self.context, set(declare::New::of(def)));
        self.state.properties.extend(fields.state.properties);
        self
    }

    pub(crate) fn op(context: &'c Context, name: &'static str) -> Self {
        Self::of_two(context, name, "")
    }

    /// An operation with the name `prefix` + `rest`. Looks the name up without concatenating the two.
    #[inline]
    pub(crate) fn of_two(context: &'c Context, prefix: &'static str, rest: &'static str) -> Self {
        let name = context.op_name_of_two(prefix, rest);
        Self { context, state: Box::new(OpState::new(name, Location::unknown(context))) }
    }

    /// Whether this is an operation of the declaration `def`.
    pub(crate) fn is(&self, def: &'static OpDef) -> bool {
        self.context.op_name_data(self.state.name).def.is_some_and(|own| std::ptr::eq(own, def))
    }

    /// Moves the operation to the dialect `tern` if MLIR's verifier refuses that of the dialect `llvm`.
    pub(crate) fn in_tern(mut self, refused: bool) -> Self {
        if refused {
            let name = self.context.str(self.context.op_name_data(self.state.name).name);
            let instead = tern_dialect_tern::refused::instead_of(name);
            let instead = instead.expect("the dialect `tern` has an operation for each that is refused");
            self.state.name = self.context.op_name_of_two(instead.name, "");
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

    /// Sets the sizes of the groups of operands.
    pub(crate) fn segments(mut self, cache: &mut AttributeCache, sizes: &[usize]) -> Self {
        let sizes: SmallVec<[i32; 4]> = sizes.iter().map(|&size| size as i32).collect();
        let (name, value) =
            (self.context.common.operand_segment_sizes, cache.dense_i32(self.context, &sizes));
        self.state.properties.push(NamedAttribute { name, value });
        self
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

/// The operation for a binary instruction.
pub(crate) fn binary(context: &Context, op: BinaryOp) -> &'static OpDef {
    definition(context, op.spelling())
}

/// The operation for a cast: one of the dialect `llvm`, or of `tern` for the one that it lacks.
pub(crate) fn cast(context: &Context, op: CastOp) -> &'static OpDef {
    match op {
        CastOp::PtrToAddr => PtrToAddr::DEF,
        op => definition(context, op.spelling()),
    }
}

/// The operation of the dialect `llvm` that is called as its instruction.
fn definition(context: &Context, spelling: &'static str) -> &'static OpDef {
    let name = context.op_name_of_two("llvm.", spelling);
    context.op_name_data(name).def.expect("the dialect has an operation for each binary instruction and cast")
}

impl<'c> Importer<'_, 'c> {
    /// Like [`New::of`], with a cache for the attributes. For callers that make many operations.
    pub(crate) fn built(&mut self, new: impl Into<declare::New>) -> New<'c> {
        let context = self.context;
        let cache = &mut self.attributes;
        let make = |class, value| match value {
            FieldValue::Integer(number) => cache.integer(context, class, number),
            FieldValue::DenseI32(values) => cache.dense_i32(context, &values),
            value => value.attribute(context, class),
        };
        let state = new.into().state_with(context, Location::unknown(context), make);
        New { context, state: Box::new(state) }
    }
}
