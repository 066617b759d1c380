//! Making of operations.

use tern_dialect::attributes::NamedAttribute;
use tern_dialect::{AttrKind, Attribute, Block, Body, Context, Ident, Location, Op, OpState, Type, Value};

/// Attributes being collected.
pub(crate) struct Attributes<'c> {
    context: &'c Context,
    pub(crate) entries: Vec<NamedAttribute>,
}

impl<'c> Attributes<'c> {
    pub(crate) fn new(context: &'c Context) -> Self {
        Self { context, entries: Vec::new() }
    }

    pub(crate) fn set(&mut self, name: &str, value: Attribute) {
        self.entries.push(NamedAttribute { name: self.context.ident(name), value });
    }

    /// A unit attribute, if `present`.
    pub(crate) fn unit(&mut self, name: &str, present: bool) {
        if present {
            self.set(name, self.context.common.unit);
        }
    }

    pub(crate) fn string(&mut self, name: &str, text: &[u8]) {
        self.set(name, string(self.context, text));
    }

    pub(crate) fn i64(&mut self, name: &str, value: i64) {
        self.set(name, Attribute::integer(self.context, self.context.common.i64, value));
    }

    pub(crate) fn dictionary(self) -> Attribute {
        Attribute::dictionary(self.context, self.entries)
    }
}

/// A string attribute of these bytes.
pub(crate) fn string(context: &Context, text: &[u8]) -> Attribute {
    context.attr(AttrKind::String { value: context.ident_of_bytes(text), ty: context.common.none })
}

/// `@name`
pub(crate) fn symbol(context: &Context, name: Ident) -> Attribute {
    context.attr(AttrKind::SymbolRef { root: name, nested: Box::default() })
}

/// An operation to be made: properties and discardable attributes are told apart.
pub(crate) struct New<'c> {
    context: &'c Context,
    pub(crate) state: OpState,
}

impl<'c> New<'c> {
    pub(crate) fn op(context: &'c Context, name: &str) -> Self {
        Self { context, state: OpState::new(context.op_name(name), Location::unknown(context)) }
    }

    pub(crate) fn operands(mut self, operands: impl IntoIterator<Item = Value>) -> Self {
        self.state.operands.extend(operands);
        self
    }

    pub(crate) fn result(mut self, ty: Type) -> Self {
        self.state.result_types.push(ty);
        self
    }

    pub(crate) fn property(mut self, name: &str, value: Attribute) -> Self {
        self.state.properties.push(NamedAttribute { name: self.context.ident(name), value });
        self
    }

    pub(crate) fn unit(self, name: &str, present: bool) -> Self {
        let unit = self.context.common.unit;
        if present { self.property(name, unit) } else { self }
    }

    pub(crate) fn optional(self, name: &str, value: Option<Attribute>) -> Self {
        match value {
            Some(value) => self.property(name, value),
            None => self,
        }
    }

    pub(crate) fn aside(mut self, name: &str, value: Attribute) -> Self {
        self.state.attributes.push(NamedAttribute { name: self.context.ident(name), value });
        self
    }

    pub(crate) fn unit_aside(self, name: &str, present: bool) -> Self {
        let unit = self.context.common.unit;
        if present { self.aside(name, unit) } else { self }
    }

    pub(crate) fn successors(mut self, successors: impl IntoIterator<Item = Block>) -> Self {
        self.state.successors.extend(successors);
        self
    }

    /// `operandSegmentSizes`
    pub(crate) fn segments(self, sizes: &[usize]) -> Self {
        let sizes: Vec<i32> = sizes.iter().map(|&size| size as i32).collect();
        let sizes = Attribute::dense_i32(self.context, &sizes);
        self.property("operandSegmentSizes", sizes)
    }

    /// Makes the operation, in no block yet.
    pub(crate) fn make(self, body: &mut Body) -> Op {
        body.create_op(self.context, self.state)
    }
}
