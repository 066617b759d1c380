//! The view of an operation that printers get.

use smallvec::SmallVec;

use crate::attributes::Attribute;
use crate::body::{Block, OpRef, Value};
use crate::context::Context;
use crate::declare::OpDef;
use crate::types::Type;

/// The view of an operation that printers get. The operation may not have been verified.
///
/// It shows the operation's shape ([`OpShape`](crate::body::OpShape)), the values and blocks that it uses, so that their names can be
/// printed, and where its regions begin and end. Nothing else can decide a text: operations of one shape that have no regions have
/// the same text except for names.
#[derive(Clone, Copy)]
pub struct PrintedOp<'a> {
    pub(super) op: OpRef<'a>,
}

impl<'a> From<OpRef<'a>> for PrintedOp<'a> {
    fn from(op: OpRef<'a>) -> Self {
        Self { op }
    }
}

impl<'a> PrintedOp<'a> {
    /// Owner of the interned data.
    pub fn context(self) -> &'a Context {
        self.op.context
    }

    /// The full name, dialect prefix included.
    pub fn name(self) -> &'a str {
        self.op.name()
    }

    /// The declaration; `None` for an unregistered operation.
    pub fn def(self) -> Option<&'static OpDef> {
        self.op.def()
    }

    /// Whether this is an operation of the declaration `def`.
    pub fn is(self, def: &'static OpDef) -> bool {
        self.op.is(def)
    }

    /// The inherent attribute `name`, if it is set.
    pub fn property(self, name: &'static str) -> Option<Attribute> {
        self.op.property(name)
    }

    /// The declared attribute `name`, inherent or discardable, if it is set.
    pub fn declared(self, name: &'static str) -> Option<Attribute> {
        self.op.declared(name)
    }

    /// The discardable attribute `name`, if it is set.
    pub fn attribute(self, name: &'static str) -> Option<Attribute> {
        self.op.attribute(name)
    }

    /// Whether there are any discardable attributes.
    pub fn has_discardable_attributes(self) -> bool {
        self.op.has_discardable_attributes()
    }

    /// All operands, all groups concatenated.
    pub fn operands(self) -> &'a [Value] {
        self.op.operands()
    }

    /// The successor blocks, in the order of the declaration; a block occurs once for each edge.
    pub fn successors(self) -> &'a [Block] {
        self.op.successors()
    }

    /// The first result, if there is one.
    pub fn result(self) -> Option<Value> {
        self.op.result()
    }

    /// The types of the results.
    pub fn result_types(self) -> SmallVec<[Type; 2]> {
        self.op.result_types()
    }

    /// The operands of the declared group `name`; empty if there is no such group.
    pub fn operand_group(self, name: &str) -> &'a [Value] {
        self.op.operand_group(name)
    }

    /// The operands of the group that is declared at `index`; empty if the operation has too few.
    pub fn operand_group_at(self, index: usize) -> &'a [Value] {
        self.op.operand_group_at(index)
    }

    /// The results of the group that is declared at `index`; none if the operation has too few.
    pub fn result_group_at(self, index: usize) -> impl ExactSizeIterator<Item = Value> + Clone {
        self.op.result_group_at(index)
    }

    /// The successors of the group that is declared at `index`.
    pub fn successor_group_at(self, index: usize) -> &'a [Block] {
        self.op.successor_group_at(index)
    }

    /// The type of an operand, a result or a region's argument.
    pub fn type_of(self, value: Value) -> Type {
        self.op.type_of(value)
    }

    /// The number of regions.
    pub fn region_count(self) -> usize {
        self.op.body.regions(self.op.op).1.len()
    }

    /// Whether region `index` has no blocks, or does not exist.
    pub fn is_region_empty(self, index: usize) -> bool {
        self.op.is_region_empty(index)
    }

    /// The arguments of the first block of region `index`.
    pub fn region_arguments(self, index: usize) -> &'a [Value] {
        self.op.region_arguments(index)
    }

    /// The first operation of region `index`.
    pub fn first_of_region(self, index: usize) -> Option<Self> {
        self.op.first_of_region(index).map(Self::from)
    }

    /// The last operation of region `index`: its terminator, if it has one.
    pub fn last_of_region(self, index: usize) -> Option<Self> {
        self.op.last_of_region(index).map(Self::from)
    }

    /// The inherent attributes.
    pub(super) fn properties(self) -> Attribute {
        self.op.body.properties(self.op.op)
    }

    /// The discardable attributes.
    pub(super) fn attributes(self) -> Attribute {
        self.op.body.attributes(self.op.op)
    }
}

/// What a [`View`](crate::declare::View) shows of its operation: all of it, or what its printer may see.
pub trait Shown<'a>: Copy + sealed::Whole<'a> {}

impl<'a> Shown<'a> for OpRef<'a> {}

impl<'a> Shown<'a> for PrintedOp<'a> {}

impl<'a> sealed::Whole<'a> for OpRef<'a> {
    #[inline(always)]
    fn whole(self) -> Self {
        self
    }
}

impl<'a> sealed::Whole<'a> for PrintedOp<'a> {
    #[inline(always)]
    fn whole(self) -> OpRef<'a> {
        self.op
    }
}

pub(super) mod sealed {
    use crate::body::OpRef;

    pub trait Whole<'a> {
        /// The operation, all of it.
        fn whole(self) -> OpRef<'a>;
    }
}
