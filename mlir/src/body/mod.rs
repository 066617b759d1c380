//! The IR: operations, blocks, regions and values, held in a [`Body`] for each isolated operation.
//!
//! An operation that is isolated from above (a module, a function, a global) owns a `Body`: an arena of everything in its regions,
//! down to the next isolated operations, which own bodies of their own. Bodies share nothing but the context, so they can be
//! processed in parallel. Handles within a body are `u32` indices.
//!
//! What is removed from a body stays in its arena, but iteration never shows it. All changes go through methods of `Body` (`edit`), which
//! keep the use lists (`uses`) and the log of edits (`undo`) up to date if anything asked for them.

mod edit;
mod module;
mod op_shape;
mod symbols;
mod undo;
mod uses;
mod view;
mod walk;

use std::ops::Range;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap, SecondaryMap, entity_impl};
use smallvec::SmallVec;

use crate::attributes::{Attribute, NamedAttributes};
use crate::context::{Context, Ident, OpName};
use crate::location::Location;
use crate::types::Type;

pub use edit::Point;
pub use module::Module;
pub use op_shape::{OpShape, OpShapes};
pub use undo::Checkpoint;
pub use uses::Use;
pub use view::{OpRef, segments};
pub use walk::{Order, Step};

use undo::{Edit, Watch};
use walk::BlockOps;

/// An operation of a [`Body`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Op(u32);
entity_impl!(Op, "op");

/// A block of a [`Body`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(u32);
entity_impl!(Block, "^bb");

/// A region of a [`Body`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(u32);
entity_impl!(Region, "region");

/// A value of a [`Body`]: the result of an operation or the argument of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u32);
entity_impl!(Value, "%");

/// A nested body: handle within the body that holds the isolated operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(u32);
entity_impl!(BodyId, "body");

/// The range of an operation's operands in the operand pool of the body.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    begin: u32,
    count: u32,
}

impl Run {
    fn range(self) -> Range<usize> {
        let begin = self.begin as usize;
        begin..begin + self.count as usize
    }
}

/// An operation. Its lists live in pools of the body.
#[derive(Clone, Debug)]
struct OpData {
    name: OpName,
    location: Location,
    /// Inherent attributes (MLIR's properties): an interned dictionary.
    properties: Attribute,
    /// Discardable attributes: an interned dictionary.
    attributes: Attribute,
    operands: Run,
    /// The first result; results are consecutive values.
    first_result: PackedOption<Value>,
    result_count: u32,
    successors: EntityList<Block>,
    /// Regions in this body; an isolated operation has a `nested` body instead.
    regions: EntityList<Region>,
    nested: PackedOption<BodyId>,
    block: PackedOption<Block>,
    previous: PackedOption<Op>,
    next: PackedOption<Op>,
}

#[derive(Clone, Debug, Default)]
struct BlockData {
    arguments: EntityList<Value>,
    region: PackedOption<Region>,
    first: PackedOption<Op>,
    last: PackedOption<Op>,
}

#[derive(Clone, Debug, Default)]
struct RegionData {
    blocks: EntityList<Block>,
    parent: PackedOption<Op>,
}

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// A result: the operation and the index among its results.
    Result(Op, u32),
    /// A block argument: the block and the index among its arguments.
    Argument(Block, u32),
}

#[derive(Clone, Copy, Debug)]
struct ValueData {
    ty: Type,
    location: Location,
    /// The top bit is set for a block argument; the rest is the index of the operation or block.
    def: u32,
    index: u32,
}

const ARGUMENT: u32 = 1 << 31;

/// The parts of an operation that is not yet in a body.
#[derive(Clone, Debug)]
pub struct OpState {
    /// The operation's name.
    pub name: OpName,
    /// The operation's source location.
    pub location: Location,
    /// Operands, all groups concatenated.
    pub operands: SmallVec<[Value; 4]>,
    /// Types of the results, in order.
    pub result_types: SmallVec<[Type; 2]>,
    /// Inherent attributes (MLIR's properties).
    pub properties: NamedAttributes,
    /// Discardable attributes.
    pub attributes: NamedAttributes,
    /// Successor blocks.
    pub successors: SmallVec<[Block; 2]>,
    /// Regions, if the operation is not isolated from above; created by [`Body::add_region`].
    pub regions: SmallVec<[Region; 1]>,
    /// The body that holds the regions, if the operation is isolated from above.
    pub body: Option<Box<Body>>,
}

impl OpState {
    /// An operation of this name without operands, results, attributes or regions.
    pub fn new(name: OpName, location: Location) -> Self {
        Self {
            name,
            location,
            operands: SmallVec::new(),
            result_types: SmallVec::new(),
            properties: SmallVec::new(),
            attributes: SmallVec::new(),
            successors: SmallVec::new(),
            regions: SmallVec::new(),
            body: None,
        }
    }
}

/// The parts of an operation in a body, read in one lookup.
#[derive(Clone, Copy)]
pub(crate) struct OpParts<'a> {
    pub(crate) name: OpName,
    pub(crate) properties: Attribute,
    pub(crate) attributes: Attribute,
    pub(crate) operands: &'a [Value],
    results: (u32, u32),
    pub(crate) successors: &'a [Block],
    /// Whether it has regions or a nested body (even one without regions).
    pub(crate) has_regions: bool,
}

impl OpParts<'_> {
    pub(crate) fn results(&self) -> impl ExactSizeIterator<Item = Value> + use<> {
        (self.results.0..self.results.1).map(Value)
    }
}

/// The arena of an isolated operation: its operations, blocks, regions and values.
#[derive(Clone, Debug, Default)]
pub struct Body {
    roots: Vec<Region>,
    ops: PrimaryMap<Op, OpData>,
    blocks: PrimaryMap<Block, BlockData>,
    regions: PrimaryMap<Region, RegionData>,
    values: PrimaryMap<Value, ValueData>,
    /// Boxed: bodies are large and a module has many.
    bodies: PrimaryMap<BodyId, Box<Body>>,
    /// The operand pool. When an operation gets more operands, its old run is left behind.
    operands: Vec<Value>,
    value_pool: ListPool<Value>,
    block_pool: ListPool<Block>,
    region_pool: ListPool<Region>,
    value_names: SecondaryMap<Value, PackedIdent>,
    block_names: SecondaryMap<Block, PackedIdent>,
    watch: Watch,
}

/// The place of an operation: its block and the operation after it, if any.
#[derive(Clone, Copy, Debug)]
struct Place {
    block: Block,
    next: Option<Op>,
}

/// `Option<Ident>` in four bytes; `u32::MAX` is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedIdent(u32);

impl Default for PackedIdent {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl PackedIdent {
    fn get(self) -> Option<Ident> {
        (self.0 != u32::MAX).then_some(Ident(self.0))
    }

    fn new(name: Option<Ident>) -> Self {
        name.map_or_else(Self::default, |name| Self(name.0))
    }
}

impl Body {
    /// A body without regions.
    pub fn new() -> Self {
        Self::default()
    }

    /// A body with one empty region, as a declaration has.
    pub fn with_region() -> Self {
        let mut body = Self::new();
        body.add_root_region();
        body
    }

    /// A body with one region that holds one empty block.
    pub fn with_block() -> (Self, Block) {
        let mut body = Self::new();
        let region = body.add_root_region();
        let block = body.add_block(region);
        (body, block)
    }

    // Construction.

    /// Reserves space for `ops` more operations, assuming one result and two operands each.
    pub fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.values.reserve(ops);
        self.operands.reserve(2 * ops);
    }

    /// Removes everything, keeping the allocated memory for reuse.
    pub fn clear(&mut self) {
        self.roots.clear();
        self.ops.clear();
        self.blocks.clear();
        self.regions.clear();
        self.values.clear();
        self.bodies.clear();
        self.operands.clear();
        self.value_pool.clear();
        self.block_pool.clear();
        self.region_pool.clear();
        self.value_names.clear();
        self.block_names.clear();
        self.watch = Watch::default();
    }

    /// Adds a region that the isolated operation itself owns.
    pub fn add_root_region(&mut self) -> Region {
        let region = self.add_region();
        if self.watch.is_on() {
            self.note(|body| Edit::RootRegions(body.roots.len()));
        }
        self.roots.push(region);
        region
    }

    /// Adds a region to be owned by an operation of this body.
    pub fn add_region(&mut self) -> Region {
        self.regions.push(RegionData::default())
    }

    /// Adds an empty block at the end of a region.
    pub fn add_block(&mut self, region: Region) -> Block {
        let block = self.create_block();
        self.append_block(region, block);
        block
    }

    /// Creates a block that is not yet in a region.
    pub fn create_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// Creates an operation that is not yet in a block.
    pub fn create_op(&mut self, context: &Context, mut state: OpState) -> Op {
        self.create_op_of(context, &mut state)
    }

    /// As [`create_op`](Self::create_op), but borrows the state: its attribute lists are sorted and its body is moved out.
    pub fn create_op_of(&mut self, context: &Context, state: &mut OpState) -> Op {
        let properties = Attribute::dictionary(context, &mut state.properties);
        let attributes = Attribute::dictionary(context, &mut state.attributes);
        self.create_op_with(state, properties, attributes)
    }

    /// As [`create_op_of`](Self::create_op_of), with interned dictionaries; the attribute lists in `state` are ignored.
    pub fn create_op_with(
        &mut self,
        state: &mut OpState,
        properties: Attribute,
        attributes: Attribute,
    ) -> Op {
        let OpState { name, location, operands, result_types, .. } = state;
        let op = self.create_simple(*name, *location, operands, result_types, properties, attributes);
        let data = &mut self.ops[op];
        data.successors = EntityList::from_slice(&state.successors, &mut self.block_pool);
        data.regions = EntityList::from_slice(&state.regions, &mut self.region_pool);
        data.nested = state.body.take().map(|body| self.bodies.push(body)).into();
        for &region in &state.regions {
            self.regions[region].parent = op.into();
        }
        op
    }

    /// Creates an operation that is not yet in a block and has neither successors nor regions, from interned dictionaries.
    #[inline(always)]
    pub fn create_simple(
        &mut self,
        name: OpName,
        location: Location,
        operands: &[Value],
        result_types: &[Type],
        properties: Attribute,
        attributes: Attribute,
    ) -> Op {
        let op = self.ops.next_key();
        let mut first_result = PackedOption::default();
        for (index, &ty) in result_types.iter().enumerate() {
            let value = self.values.push(ValueData { ty, location, def: op.0, index: index as u32 });
            if index == 0 {
                first_result = value.into();
            }
        }
        let operands = self.add_operands(operands);
        self.ops.push(OpData {
            name,
            location,
            properties,
            attributes,
            operands,
            first_result,
            result_count: result_types.len() as u32,
            successors: EntityList::new(),
            regions: EntityList::new(),
            nested: PackedOption::default(),
            block: PackedOption::default(),
            previous: PackedOption::default(),
            next: PackedOption::default(),
        })
    }

    fn add_operands(&mut self, operands: &[Value]) -> Run {
        let begin = self.operands.len() as u32;
        // Most lists are short: pushing one at a time is faster than a bulk copy.
        operands.iter().for_each(|&operand| self.operands.push(operand));
        Run { begin, count: operands.len() as u32 }
    }

    // Access.

    /// The regions of the isolated operation that owns this body.
    pub fn root_regions(&self) -> &[Region] {
        &self.roots
    }

    /// The blocks of a region, in order; the first is the entry.
    pub fn region_blocks(&self, region: Region) -> &[Block] {
        self.regions[region].blocks.as_slice(&self.block_pool)
    }

    /// The operation of this body that owns `region`; `None` for a root region.
    pub fn region_parent(&self, region: Region) -> Option<Op> {
        self.regions[region].parent.expand()
    }

    /// The region that a block is in; `None` for a detached block.
    pub fn block_region(&self, block: Block) -> Option<Region> {
        self.blocks[block].region.expand()
    }

    /// The arguments of a block, in order. They stand for the incoming values of PHI nodes, or for parameters in an entry block.
    pub fn block_arguments(&self, block: Block) -> &[Value] {
        self.blocks[block].arguments.as_slice(&self.value_pool)
    }

    /// The operations of a block, in order.
    pub fn block_ops(&self, block: Block) -> impl DoubleEndedIterator<Item = Op> + '_ {
        let BlockData { first, last, .. } = self.blocks[block];
        BlockOps { body: self, ends: first.expand().zip(last.expand()) }
    }

    /// The last operation of a block: its terminator, if the block is complete.
    pub fn block_last(&self, block: Block) -> Option<Op> {
        self.blocks[block].last.expand()
    }

    /// The first operation of a block.
    pub fn block_first(&self, block: Block) -> Option<Op> {
        self.blocks[block].first.expand()
    }

    /// The operation before `op` in its block, if any.
    pub fn previous_op(&self, op: Op) -> Option<Op> {
        self.ops[op].previous.expand()
    }

    /// The operation after `op` in its block, if any.
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next.expand()
    }

    /// The block that an operation is in; `None` for a detached operation.
    pub fn op_block(&self, op: Op) -> Option<Block> {
        self.ops[op].block.expand()
    }

    /// The operation of this body that holds `op` in a region.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.region_parent(self.block_region(self.op_block(op)?)?)
    }

    /// The name of an operation.
    pub fn op_name(&self, op: Op) -> OpName {
        self.ops[op].name
    }

    /// The location of an operation.
    pub fn op_location(&self, op: Op) -> Location {
        self.ops[op].location
    }

    /// The operands, all groups concatenated.
    pub fn operands(&self, op: Op) -> &[Value] {
        &self.operands[self.ops[op].operands.range()]
    }

    /// The results, in order.
    pub fn results(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + Clone + use<> {
        let data = &self.ops[op];
        let first = data.first_result.expand().map_or(0, |value| value.0);
        (first..first + data.result_count).map(Value)
    }

    /// The first result, if there is one.
    pub fn result(&self, op: Op) -> Option<Value> {
        self.ops[op].first_result.expand()
    }

    /// The result of an operation that is known to have one.
    ///
    /// # Panics
    /// If the operation has no result.
    pub fn made_result(&self, op: Op) -> Value {
        self.result(op).expect("the operation was made with a result")
    }

    /// The successor blocks of a terminator, in the order of its declaration; a block occurs once for each edge.
    pub fn successors(&self, op: Op) -> &[Block] {
        self.ops[op].successors.as_slice(&self.block_pool)
    }

    /// The inherent attributes (MLIR's properties): an interned dictionary.
    pub fn properties(&self, op: Op) -> Attribute {
        self.ops[op].properties
    }

    /// The discardable attributes: an interned dictionary.
    pub fn attributes(&self, op: Op) -> Attribute {
        self.ops[op].attributes
    }

    /// The body of an operation that is isolated from above; `None` for other operations.
    pub fn nested(&self, op: Op) -> Option<&Body> {
        self.ops[op].nested.expand().map(|id| &*self.bodies[id])
    }

    /// Mutable access to the body of an operation that is isolated from above.
    pub fn nested_mut(&mut self, op: Op) -> Option<&mut Body> {
        let id = self.ops[op].nested.expand()?;
        match self.watch.is_on() {
            true => Some(self.open_nested(id)),
            false => Some(&mut *self.bodies[id]),
        }
    }

    /// Whether this body holds an operation that is isolated from above.
    pub(crate) fn holds_bodies(&self) -> bool {
        !self.bodies.is_empty()
    }

    /// Whether an operation of this body that is not isolated from above has regions.
    pub(crate) fn nests_regions(&self) -> bool {
        self.regions.len() != self.roots.len()
    }

    /// The regions of an operation, with the body that holds them: its own if it is isolated from above, else this one.
    pub fn regions(&self, op: Op) -> (&Body, &[Region]) {
        match self.nested(op) {
            Some(body) => (body, &body.roots),
            None => (self, self.ops[op].regions.as_slice(&self.region_pool)),
        }
    }

    /// All parts of an operation, read in one lookup.
    #[inline(always)]
    pub(crate) fn parts(&self, op: Op) -> OpParts<'_> {
        let data = &self.ops[op];
        let first = data.first_result.expand().map_or(0, |value| value.0);
        OpParts {
            name: data.name,
            properties: data.properties,
            attributes: data.attributes,
            operands: &self.operands[data.operands.range()],
            results: (first, first + data.result_count),
            successors: data.successors.as_slice(&self.block_pool),
            has_regions: !data.regions.is_empty() || data.nested.is_some(),
        }
    }

    /// The type of a value.
    pub fn value_type(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The definition of a value.
    pub fn value_def(&self, value: Value) -> ValueDef {
        let data = &self.values[value];
        match data.def & ARGUMENT {
            0 => ValueDef::Result(Op(data.def), data.index),
            _ => ValueDef::Argument(Block(data.def & !ARGUMENT), data.index),
        }
    }

    /// The location of a value: that of its operation, or of the block argument.
    pub fn value_location(&self, value: Value) -> Location {
        self.values[value].location
    }

    /// The name of a value, as MLIR spells it after the `%`; `None` if the printer numbers it.
    pub fn value_name(&self, value: Value) -> Option<Ident> {
        self.value_names[value].get()
    }

    /// The name of a block, as MLIR spells it after the `^`; `None` if the printer numbers it.
    pub fn block_name(&self, block: Block) -> Option<Ident> {
        self.block_names[block].get()
    }

    /// The size of an operation for load balancing: one, plus the number of operations in its own body.
    pub fn weight(&self, op: Op) -> usize {
        1 + self.nested(op).map_or(0, Self::op_count)
    }

    /// The number of values ever created; their indices are dense.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// The number of blocks ever created; their indices are dense.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The handle that the next created operation will get.
    pub(crate) fn next_op_key(&self) -> Op {
        self.ops.next_key()
    }

    /// The number of operations ever created, detached ones included; their indices are dense.
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }
}

#[cfg(test)]
mod tests;
