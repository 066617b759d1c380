//! Operations that are being built: what the builders that [`operations!`](super::macros) generates are made of.

use std::mem;

use smallvec::SmallVec;

use super::{AttrClass, FieldValue, OpDef, Trait};
use crate::attributes::{Attribute, NamedAttribute};
use crate::body::{Block, Body, OpState, Value};
use crate::context::Context;
use crate::location::Location;
use crate::types::Type;

/// An operation that is being built. It needs no context before it is put into a body.
#[derive(Clone, Debug)]
pub struct New {
    def: &'static OpDef,
    // Boxed, because builders pass it along by value.
    parts: Box<Parts>,
}

/// What an operation is made of.
#[derive(Clone, Debug, Default)]
struct Parts {
    operands: SmallVec<[Value; 4]>,
    /// The size of each operand group so far.
    sizes: SmallVec<[i32; 4]>,
    results: SmallVec<[Type; 2]>,
    /// Inherent attributes by their position in the declaration.
    fields: SmallVec<[(u32, FieldValue); 4]>,
    discardable: Vec<(&'static str, Attribute)>,
    successors: SmallVec<[Block; 2]>,
}

impl New {
    /// An operation that has nothing yet.
    pub fn of(def: &'static OpDef) -> Self {
        Self { def, parts: Box::default() }
    }

    /// An operation that a table names, with all its operands. Its declaration has no segment sizes, nor required attributes.
    pub fn with(def: &'static OpDef, operands: &[Value], results: impl IntoIterator<Item = Type>) -> Self {
        let mut new = Self::of(def);
        new.group(operands);
        new.parts.results.extend(results);
        new
    }

    /// The declaration.
    pub fn def(&self) -> &'static OpDef {
        self.def
    }

    /// Adds the next declared group of operands.
    pub fn group(&mut self, operands: &[Value]) {
        self.parts.operands.extend_from_slice(operands);
        self.parts.sizes.push(operands.len() as i32);
    }

    /// Adds results.
    pub fn results(&mut self, types: &[Type]) {
        self.parts.results.extend_from_slice(types);
    }

    /// Adds successors.
    pub fn successors(&mut self, successors: &[Block]) {
        self.parts.successors.extend_from_slice(successors);
    }

    /// Sets the inherent attribute that is declared at `index`.
    pub fn field(&mut self, index: usize, value: FieldValue) {
        for (other, known) in &mut self.parts.fields {
            if *other as usize == index {
                *known = value;
                return;
            }
        }
        self.parts.fields.push((index as u32, value));
    }

    /// Sets inherent attributes of another operation, by their names. Those that this operation does not declare are ignored.
    pub fn inherit(&mut self, context: &Context, attributes: &[NamedAttribute]) {
        for entry in attributes {
            let name = context.str(entry.name);
            if let Some(index) = self.def.attributes.iter().position(|decl| decl.name == name) {
                self.field(index, FieldValue::Attribute(entry.value));
            }
        }
    }

    /// Sets the inherent attribute that is declared as `name`.
    ///
    /// # Panics
    /// If none is.
    pub fn named_field(&mut self, name: &'static str, value: FieldValue) {
        let index = self.def.attributes.iter().position(|decl| decl.name == name);
        self.field(index.unwrap_or_else(|| panic!("`{}` has no `{name}`", self.def.name)), value);
    }

    /// Adds a discardable attribute.
    pub fn discardable(&mut self, name: &'static str, value: Attribute) {
        self.parts.discardable.push((name, value));
    }

    /// The parts of the operation, for [`Body::create_op`](crate::Body::create_op) of the body that holds its operands. Regions can
    /// be added to them.
    ///
    /// # Panics
    /// If the result types follow from the operands, but not from these.
    pub fn state(self, context: &Context, body: &Body, location: Location) -> OpState {
        let def = self.def;
        let mut state = self.state_with(context, location, |class, value| value.attribute(context, class));
        if state.result_types.is_empty() && def.infers_results() {
            let operands: SmallVec<[Type; 4]> =
                state.operands.iter().map(|&operand| body.value_type(operand)).collect();
            let properties = Attribute::dictionary(context, state.properties.clone());
            let types = def.inferred_results(context, &operands, properties);
            state.result_types = types.unwrap_or_else(|| panic!("`{}` of these operands", def.name)).into();
        }
        state
    }

    /// Like [`state`](Self::state), for a caller that adds the result types, and operands if there are none yet. `make` makes the
    /// attribute of each value that is set; a caller that makes many operations can cache them.
    pub fn state_with(
        self,
        context: &Context,
        location: Location,
        mut make: impl FnMut(&'static AttrClass, FieldValue) -> Attribute,
    ) -> OpState {
        let mut parts = self.parts;
        let mut state = OpState::new(context.op_name_of_two(self.def.name, ""), location);
        state.operands = mem::take(&mut parts.operands);
        state.result_types = mem::take(&mut parts.results);
        state.successors = mem::take(&mut parts.successors);
        let facts = context.facts(state.name);
        for (index, value) in parts.fields.drain(..) {
            let (name, class) = (facts.attributes[index as usize], self.def.attributes[index as usize].class);
            state.properties.push(NamedAttribute { name, value: make(class, value) });
        }
        if facts.segmented[0] && !parts.sizes.is_empty() {
            let sizes = FieldValue::DenseI32(parts.sizes.as_slice().into());
            let name = context.common.operand_segment_sizes;
            state.properties.push(NamedAttribute { name, value: make(&AttrClass::DenseArray("i32"), sizes) });
        }
        for (name, value) in parts.discardable {
            state.attributes.push(NamedAttribute { name: context.name(name), value });
        }
        state
    }
}

impl From<&'static OpDef> for New {
    fn from(def: &'static OpDef) -> Self {
        Self::of(def)
    }
}

impl OpDef {
    /// Whether the traits say what the result types are. Builders then have no parameters for them.
    fn infers_results(&self) -> bool {
        self.has(|of| matches!(of, Trait::SameOperandsAndResultType | Trait::InferResults(_)))
    }

    /// The result types that follow from the types of the operands and the inherent attributes, by the traits.
    fn inferred_results(
        &self,
        context: &Context,
        operands: &[Type],
        properties: Attribute,
    ) -> Option<Vec<Type>> {
        self.traits.iter().find_map(|of| match of {
            Trait::InferResults(infer) => infer(context, operands, properties),
            Trait::SameOperandsAndResultType => Some(vec![*operands.first()?; self.results.len()]),
            _ => None,
        })
    }
}
