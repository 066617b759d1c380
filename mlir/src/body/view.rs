//! The view of an operation in its body.

use smallvec::SmallVec;

use super::{Block, Body, Op, Value, ValueDef};
use crate::attributes::Attribute;
use crate::context::{Context, Ident, OpName};
use crate::declare::{Arity, AttrDecl, Dialect, Facts, OpDef, Presence, ValueDecl};
use crate::types::Type;

/// An operation together with its body and context: the view that typed accessors, verifiers and printers work on.
#[derive(Clone, Copy)]
pub struct OpRef<'a> {
    /// Owner of the interned data.
    pub context: &'a Context,
    /// The body that holds the operation.
    pub body: &'a Body,
    /// Handle of the operation within `body`.
    pub op: Op,
}

impl<'a> OpRef<'a> {
    /// A view of the operation `op` of `body`.
    pub fn new(context: &'a Context, body: &'a Body, op: Op) -> Self {
        Self { context, body, op }
    }

    /// The full name, dialect prefix included.
    pub fn name(self) -> &'a str {
        match self.def() {
            Some(def) => def.name,
            None => self.context.str(self.context.op_name_data(self.body.op_name(self.op)).name),
        }
    }

    /// The declaration; `None` for an unregistered operation.
    pub fn def(self) -> Option<&'static OpDef> {
        self.context.op_name_data(self.body.op_name(self.op)).def
    }

    /// The dialect that the name begins with, if the context knows it.
    pub fn dialect(self) -> Option<&'static Dialect> {
        self.context.op_name_data(self.body.op_name(self.op)).dialect
    }

    /// Cached facts derived from the declaration.
    pub(crate) fn facts(self) -> &'a Facts {
        self.context.facts(self.body.op_name(self.op))
    }

    /// The declared inherent attributes, each with its value if it is set.
    pub(crate) fn declared_attributes(self) -> impl Iterator<Item = (&'static AttrDecl, Option<Attribute>)> {
        self.attributes_declared_by(self.body.op_name(self.op))
    }

    /// The inherent attributes that operations called `name` declare, each with its value if it is set here.
    pub fn attributes_declared_by(
        self,
        name: OpName,
    ) -> impl Iterator<Item = (&'static AttrDecl, Option<Attribute>)> {
        let properties = self.body.properties(self.op).as_dictionary(self.context).unwrap_or_default();
        let def = self.context.op_name_data(name).def;
        let declared = def.map_or(&[][..], |def| def.attributes).iter();
        declared.zip(&self.context.facts(name).attributes).map(|(decl, name)| {
            (decl, properties.iter().find(|entry| entry.name == *name).map(|entry| entry.value))
        })
    }

    /// The inherent attribute called `name`, if it is set.
    pub(crate) fn property_named(self, name: Ident) -> Option<Attribute> {
        self.body.properties(self.op).get(self.context, name)
    }

    /// The operation that defines `value`, a value of the same body; `None` for block arguments.
    pub fn definition(self, value: Value) -> Option<Self> {
        match self.body.value_def(value) {
            ValueDef::Result(definition, _) => Some(Self::new(self.context, self.body, definition)),
            ValueDef::Argument(..) => None,
        }
    }

    /// The inherent attribute `name`, if it is set.
    #[inline]
    pub fn property(self, name: &'static str) -> Option<Attribute> {
        self.body.properties(self.op).entry(self.context, name)
    }

    /// The inherent attribute `name`, or its declared default if it is not set.
    pub fn property_or_default(self, name: &'static str) -> Option<Attribute> {
        self.property(name).or_else(|| {
            let decl = self.def()?.attribute(name)?;
            let (Presence::Default(text) | Presence::Implied(text)) = decl.presence else { return None };
            crate::declare::default_value(self.context, decl.class, text)
        })
    }

    /// The discardable attribute `name`, if it is set.
    #[inline(always)]
    pub fn attribute(self, name: &'static str) -> Option<Attribute> {
        self.body.attributes(self.op).entry(self.context, name)
    }

    /// The declared attribute `name`, inherent or discardable, if it is set.
    pub fn declared(self, name: &'static str) -> Option<Attribute> {
        match self.def()?.is_discardable(name) {
            true => self.attribute(name),
            false => self.property(name),
        }
    }

    /// Whether there are any discardable attributes.
    pub fn has_discardable_attributes(self) -> bool {
        self.body.attributes(self.op) != self.context.common.empty_dictionary
    }

    /// All operands, all groups concatenated.
    pub fn operands(self) -> &'a [Value] {
        self.body.operands(self.op)
    }

    /// The successor blocks of a terminator, in the order of its declaration; a block occurs once for each edge.
    pub fn successors(self) -> &'a [Block] {
        self.body.successors(self.op)
    }

    /// The first result, if there is one.
    pub fn result(self) -> Option<Value> {
        self.body.result(self.op)
    }

    /// The types of the results.
    pub fn result_types(self) -> SmallVec<[Type; 2]> {
        self.body.results(self.op).map(|result| self.body.value_type(result)).collect()
    }

    /// Whether region `index` has no blocks, or does not exist.
    pub fn is_region_empty(self, index: usize) -> bool {
        self.region_blocks(index).1.is_empty()
    }

    /// The arguments of the first block of region `index`.
    pub fn region_arguments(self, index: usize) -> &'a [Value] {
        let (body, blocks) = self.region_blocks(index);
        blocks.first().map(|&block| body.block_arguments(block)).unwrap_or_default()
    }

    /// The first operation in the first block of region `index`.
    pub fn first_of_region(self, index: usize) -> Option<Self> {
        let (body, blocks) = self.region_blocks(index);
        Some(Self::new(self.context, body, body.block_first(*blocks.first()?)?))
    }

    /// The last operation in the last block of region `index`.
    pub fn last_of_region(self, index: usize) -> Option<Self> {
        let (body, blocks) = self.region_blocks(index);
        Some(Self::new(self.context, body, body.block_last(*blocks.last()?)?))
    }

    /// The blocks of region `index`, and the body that holds them.
    fn region_blocks(self, index: usize) -> (&'a Body, &'a [Block]) {
        let (body, regions) = self.body.regions(self.op);
        (body, regions.get(index).map(|&region| body.region_blocks(region)).unwrap_or_default())
    }

    /// The type of a value of the same body.
    pub fn type_of(self, value: Value) -> Type {
        self.body.value_type(value)
    }

    /// The operands of the declared group `name`; empty if there is no such group.
    pub fn operand_group(self, name: &str) -> &'a [Value] {
        self.operands().get(self.operand_range(name)).unwrap_or_default()
    }

    /// Whether the sizes of the groups of operands are stored.
    pub fn has_operand_segment_sizes(self) -> bool {
        self.property_named(self.context.common.operand_segment_sizes).is_some()
    }

    /// The sizes of the groups of operands, if they are stored.
    pub fn operand_segment_sizes(self) -> Option<Vec<i32>> {
        let sizes = self.property_named(self.context.common.operand_segment_sizes)?;
        sizes.as_dense_i32(self.context)
    }

    /// The operands of the declared group `name`, split into segments whose sizes the property `sizes` lists.
    pub(crate) fn operand_segments(self, name: &str, sizes: &'static str) -> Vec<&'a [Value]> {
        let sizes = self.property(sizes).and_then(|sizes| sizes.as_dense_i32(self.context));
        segments(self.operand_group(name), &sizes.unwrap_or_default())
    }

    /// The index range of the declared operand group `name`; empty if there is no such group.
    pub fn operand_range(self, name: &str) -> std::ops::Range<usize> {
        let count = self.operands().len();
        let group = |def: &'static OpDef| {
            self.group(def.operands, name, count, self.context.common.operand_segment_sizes)
        };
        self.def().and_then(group).filter(|range| range.end <= count).unwrap_or_default()
    }

    /// The results of the declared group `name`; empty if there is no such group.
    pub fn result_group(self, name: &str) -> impl Iterator<Item = Value> + use<> {
        let results = self.body.results(self.op);
        let sizes = self.context.common.result_segment_sizes;
        let range = self.def().and_then(|def| self.group(def.results, name, results.len(), sizes));
        let range = range.unwrap_or_default();
        results.skip(range.start).take(range.len())
    }

    /// The successors of the declared group `name`; empty if there is no such group.
    pub fn successor_group(self, name: &str) -> &'a [Block] {
        let index = self.def().and_then(|def| position(def.successors.iter().map(|decl| decl.name), name));
        index.map_or(&[], |index| self.successor_group_at(index))
    }

    /// The index range of each group in `decls` among `count` values. `sizes` are the segment sizes, if the operation stores them.
    pub(crate) fn groups(
        decls: &[ValueDecl],
        count: usize,
        sizes: Option<impl Iterator<Item = i32>>,
    ) -> SmallVec<[std::ops::Range<usize>; 4]> {
        let mut end = 0;
        let mut cut = |size: usize| {
            let begin = end;
            end += size;
            begin..end
        };
        if let Some(sizes) = sizes {
            return sizes.take(decls.len()).map(|size| cut(size.max(0) as usize)).collect();
        }
        let fixed = decls.iter().filter(|decl| decl.arity == Arity::One).count();
        let flexible = decls.len() - fixed;
        let Some(rest) = count.checked_sub(fixed) else { return SmallVec::new() };
        // Without segment sizes, all non-fixed groups have the same size.
        decls.iter().map(|decl| cut(if decl.arity == Arity::One { 1 } else { rest / flexible })).collect()
    }

    /// The index range of the group `name` among `count` values: from the segment sizes if the operation has them, else the
    /// non-fixed groups share what the fixed ones leave.
    fn group(
        self,
        decls: &[ValueDecl],
        name: &str,
        count: usize,
        sizes: Ident,
    ) -> Option<std::ops::Range<usize>> {
        self.group_at(decls, position(decls.iter().map(|decl| decl.name), name)?, count, sizes)
    }

    /// Like `group`, of the group that is declared at `index`.
    pub(crate) fn group_at(
        self,
        decls: &[ValueDecl],
        index: usize,
        count: usize,
        sizes: Ident,
    ) -> Option<std::ops::Range<usize>> {
        if let Some(sizes) = self.property_named(sizes).and_then(|sizes| sizes.i32s(self.context)) {
            let mut sizes = sizes.map(|size| size.max(0) as usize);
            let start: usize = sizes.by_ref().take(index).sum();
            return Some(start..start + sizes.next()?);
        }
        let fixed = decls.iter().filter(|decl| decl.arity == Arity::One).count();
        let flexible = decls.len() - fixed;
        let rest = count.checked_sub(fixed)?;
        // Without segment sizes, all non-fixed groups have the same size.
        let size = |decl: &ValueDecl| if decl.arity == Arity::One { 1 } else { rest / flexible };
        let start: usize = decls[..index].iter().map(size).sum();
        Some(start..start + size(&decls[index]))
    }

    /// Whether this is an operation of the declaration `def`.
    #[inline]
    pub fn is(self, def: &'static OpDef) -> bool {
        self.def().is_some_and(|own| std::ptr::eq(own, def))
    }
}

/// Splits values into segments of these sizes.
pub fn segments<'a>(mut values: &'a [Value], sizes: &[i32]) -> Vec<&'a [Value]> {
    let cut = |&size| {
        let (piece, after) = values.split_at(usize::try_from(size).unwrap_or(0).min(values.len()));
        values = after;
        piece
    };
    sizes.iter().map(cut).collect()
}

/// The index of `name` in `names`, compared without a call to `memcmp`.
fn position(mut names: impl Iterator<Item = &'static str>, name: &str) -> Option<usize> {
    names.position(|other| tern_support::text::equal(other.as_bytes(), name.as_bytes()))
}
