//! The IR: operations, blocks, regions and values, held in a [`Body`] for each isolated operation.
//!
//! An operation that is isolated from above (a module, a function, a global) owns a `Body`: an arena of everything in its regions,
//! down to the next isolated operations, which own bodies of their own. Bodies share nothing but the context, so they can be
//! processed in parallel. Handles within a body are `u32` indices.

use std::ops::Range;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap, SecondaryMap, entity_impl};
use smallvec::SmallVec;

use crate::attributes::{Attribute, NamedAttributes};
use crate::context::{Context, Ident, OpName};
use crate::declare::{Arity, AttrDecl, Facts, OpDef, Presence, ValueDecl};
use crate::location::Location;
use crate::resources::Resources;
use crate::types::Type;

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
pub(crate) struct Parts<'a> {
    pub(crate) name: OpName,
    pub(crate) properties: Attribute,
    pub(crate) attributes: Attribute,
    pub(crate) operands: &'a [Value],
    results: (u32, u32),
    pub(crate) successors: &'a [Block],
    /// Whether it has regions or a nested body (even one without regions).
    pub(crate) has_regions: bool,
}

impl Parts<'_> {
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
    }

    /// Adds a region that the isolated operation itself owns.
    pub fn add_root_region(&mut self) -> Region {
        let region = self.add_region();
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

    /// Appends a detached block to `region`.
    pub fn append_block(&mut self, region: Region, block: Block) {
        self.blocks[block].region = region.into();
        self.regions[region].blocks.push(block, &mut self.block_pool);
    }

    /// Inserts a detached block right after `after`, in its region.
    pub fn insert_block_after(&mut self, after: Block, block: Block) {
        let Some(region) = self.blocks[after].region.expand() else { return };
        self.blocks[block].region = region.into();
        let blocks = &mut self.regions[region].blocks;
        let at = blocks.as_slice(&self.block_pool).iter().position(|&b| b == after).map_or(0, |i| i + 1);
        blocks.insert(at, block, &mut self.block_pool);
    }

    /// Detaches a block from its region. It stays in the arena.
    pub fn remove_block(&mut self, block: Block) {
        let Some(region) = self.blocks[block].region.take() else { return };
        let blocks = &mut self.regions[region].blocks;
        if let Some(at) = blocks.as_slice(&self.block_pool).iter().position(|&b| b == block) {
            blocks.remove(at, &mut self.block_pool);
        }
    }

    /// Removes all arguments of a block. They stay in the arena, because their uses still refer to them.
    pub fn take_arguments(&mut self, block: Block) -> Vec<Value> {
        let arguments = self.block_arguments(block).to_vec();
        self.blocks[block].arguments.clear(&mut self.value_pool);
        arguments
    }

    /// Removes the arguments of a block for whose index `keep` returns false. They stay in the arena.
    pub fn retain_arguments(&mut self, block: Block, keep: impl Fn(usize) -> bool) {
        let arguments = self.take_arguments(block);
        let kept = arguments.into_iter().enumerate().filter(|&(index, _)| keep(index));
        for (index, (_, argument)) in kept.enumerate() {
            self.values[argument].index = index as u32;
            self.blocks[block].arguments.push(argument, &mut self.value_pool);
        }
    }

    /// Appends an argument to a block.
    pub fn add_argument(&mut self, block: Block, ty: Type, location: Location) -> Value {
        let index = self.blocks[block].arguments.len(&self.value_pool) as u32;
        let value = self.values.push(ValueData { ty, location, def: block.0 | ARGUMENT, index });
        self.blocks[block].arguments.push(value, &mut self.value_pool);
        value
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

    /// Appends a detached operation to `block`.
    pub fn append_op(&mut self, block: Block, op: Op) {
        let last = std::mem::replace(&mut self.blocks[block].last, op.into());
        match last.expand() {
            Some(last) => self.ops[last].next = op.into(),
            None => self.blocks[block].first = op.into(),
        }
        let data = &mut self.ops[op];
        data.block = block.into();
        data.previous = last;
    }

    /// Inserts a detached operation right before `before`, in its block.
    pub fn insert_op_before(&mut self, before: Op, op: Op) {
        let block = self.ops[before].block;
        let previous = std::mem::replace(&mut self.ops[before].previous, op.into());
        match previous.expand() {
            Some(previous) => self.ops[previous].next = op.into(),
            None => {
                if let Some(block) = block.expand() {
                    self.blocks[block].first = op.into();
                }
            }
        }
        let data = &mut self.ops[op];
        data.block = block;
        data.previous = previous;
        data.next = before.into();
    }

    /// Splits `block` before its operation `op`: `op` and all operations after it move to a new block right behind `block`.
    pub fn split_block(&mut self, block: Block, op: Op) -> Block {
        let rest = self.create_block();
        self.insert_block_after(block, rest);
        self.move_ops(op, rest);
        rest
    }

    /// Moves `op` and all operations after it in its block to the end of `block`.
    pub fn move_ops(&mut self, op: Op, block: Block) {
        let mut next = Some(op);
        while let Some(op) = next {
            next = self.next_op(op);
            self.remove_op(op);
            self.append_op(block, op);
        }
    }

    /// Detaches an operation from its block. It stays in the arena.
    pub fn remove_op(&mut self, op: Op) {
        let data = &mut self.ops[op];
        let (previous, next) = (data.previous.take(), data.next.take());
        let Some(block) = data.block.take() else { return };
        match previous {
            Some(previous) => self.ops[previous].next = next.into(),
            None => self.blocks[block].first = next.into(),
        }
        match next {
            Some(next) => self.ops[next].previous = previous.into(),
            None => self.blocks[block].last = previous.into(),
        }
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

    /// The arguments of a block.
    pub fn block_arguments(&self, block: Block) -> &[Value] {
        self.blocks[block].arguments.as_slice(&self.value_pool)
    }

    /// The operations of a block, in order.
    pub fn block_ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.blocks[block].first.expand(), |&op| self.ops[op].next.expand())
    }

    /// All operations of the body in preorder: each before those nested in it. Bodies of isolated operations are not entered.
    pub fn ops(&self) -> Vec<Op> {
        let regions = self.root_regions().iter();
        self.ops_in(regions.flat_map(|&region| self.region_blocks(region)).copied())
    }

    /// The operations of these blocks and those nested in them, in preorder, as [`ops`](Self::ops).
    pub fn ops_in(&self, blocks: impl IntoIterator<Item = Block>) -> Vec<Op> {
        let mut ops = Vec::new();
        let mut pending: Vec<Op> = blocks.into_iter().flat_map(|block| self.block_ops(block)).collect();
        pending.reverse();
        while let Some(op) = pending.pop() {
            ops.push(op);
            if self.nested(op).is_none() {
                let before = pending.len();
                let blocks = self.regions(op).1.iter().flat_map(|&region| self.region_blocks(region));
                pending.extend(blocks.flat_map(|&block| self.block_ops(block)));
                pending[before..].reverse();
            }
        }
        ops
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

    /// The successor blocks.
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
        self.ops[op].nested.expand().map(|id| &mut *self.bodies[id])
    }

    /// Whether this body holds an operation that is isolated from above.
    pub fn holds_bodies(&self) -> bool {
        !self.bodies.is_empty()
    }

    /// Whether an operation of this body that is not isolated from above has regions.
    pub fn nests_regions(&self) -> bool {
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
    pub(crate) fn parts(&self, op: Op) -> Parts<'_> {
        let data = &self.ops[op];
        let first = data.first_result.expand().map_or(0, |value| value.0);
        Parts {
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

    // Mutation.

    /// Sets or removes the name of a value.
    pub fn set_value_name(&mut self, value: Value, name: Option<Ident>) {
        self.value_names[value] = PackedIdent::new(name);
    }

    /// Sets or removes the name of a block.
    pub fn set_block_name(&mut self, block: Block, name: Option<Ident>) {
        self.block_names[block] = PackedIdent::new(name);
    }

    /// Sets the location of an operation.
    pub fn set_location(&mut self, op: Op, location: Location) {
        self.ops[op].location = location;
    }

    /// Sets the location of a block argument.
    pub fn set_argument_location(&mut self, value: Value, location: Location) {
        self.values[value].location = location;
    }

    /// Replaces the inherent attributes by an interned dictionary.
    pub fn set_properties(&mut self, op: Op, properties: Attribute) {
        self.ops[op].properties = properties;
    }

    /// Sets one inherent attribute; `None` removes it.
    pub fn set_property(&mut self, context: &Context, op: Op, name: &'static str, value: Option<Attribute>) {
        let properties = self.properties(op).with_entry(context, name, value);
        self.set_properties(op, properties);
    }

    /// Replaces the discardable attributes by an interned dictionary.
    pub fn set_attributes(&mut self, op: Op, attributes: Attribute) {
        self.ops[op].attributes = attributes;
    }

    /// Replaces the operands; their number may change.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        let mut run = self.ops[op].operands;
        if operands.len() <= run.count as usize {
            run.count = operands.len() as u32;
            self.operands[run.range()].copy_from_slice(operands);
        } else {
            run = self.add_operands(operands);
        }
        self.ops[op].operands = run;
    }

    /// Mutable access to the operands; their number is fixed.
    pub fn operands_mut(&mut self, op: Op) -> &mut [Value] {
        &mut self.operands[self.ops[op].operands.range()]
    }

    /// Replaces the successors.
    pub fn set_successors(&mut self, op: Op, successors: &[Block]) {
        let list = &mut self.ops[op].successors;
        list.clear(&mut self.block_pool);
        list.extend(successors.iter().copied(), &mut self.block_pool);
    }

    /// Makes `op`, which is not isolated and has no regions, the owner of regions of this body that have no owner yet.
    pub fn set_regions(&mut self, op: Op, regions: &[Region]) {
        self.ops[op].regions = EntityList::from_slice(regions, &mut self.region_pool);
        for &region in regions {
            self.regions[region].parent = op.into();
        }
    }

    /// Sets the type of a value.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        self.values[value].ty = ty;
    }
}

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

    /// Cached facts derived from the declaration.
    pub(crate) fn facts(self) -> &'a Facts {
        self.context.facts(self.body.op_name(self.op))
    }

    /// The declared inherent attributes, each with its value if it is set.
    pub fn declared_attributes(self) -> impl Iterator<Item = (&'static AttrDecl, Option<Attribute>)> {
        let properties = self.body.properties(self.op).as_dictionary(self.context).unwrap_or_default();
        let declared = self.def().map_or(&[][..], |def| def.attributes).iter().zip(&self.facts().attributes);
        declared.map(|(decl, name)| {
            (decl, properties.iter().find(|entry| entry.name == *name).map(|entry| entry.value))
        })
    }

    /// The inherent attribute called `name`, if it is set.
    pub(crate) fn property_named(self, name: Ident) -> Option<Attribute> {
        self.body.properties(self.op).get(self.context, name)
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

    /// Whether there are any discardable attributes.
    pub fn has_discardable_attributes(self) -> bool {
        self.body.attributes(self.op) != self.context.common.empty_dictionary
    }

    /// All operands, all groups concatenated.
    pub fn operands(self) -> &'a [Value] {
        self.body.operands(self.op)
    }

    /// The successor blocks.
    pub fn successors(self) -> &'a [Block] {
        self.body.successors(self.op)
    }

    /// The first result, if there is one.
    pub fn result(self) -> Option<Value> {
        self.body.result(self.op)
    }

    /// The type of a value of the same body.
    pub fn type_of(self, value: Value) -> Type {
        self.body.value_type(value)
    }

    /// The operands of the declared group `name`; empty if there is no such group.
    pub fn operand_group(self, name: &str) -> &'a [Value] {
        self.operands().get(self.operand_range(name)).unwrap_or_default()
    }

    /// The operands of the declared group `name`, split into segments whose sizes the property `sizes` lists.
    pub fn operand_segments(self, name: &str, sizes: &'static str) -> Vec<&'a [Value]> {
        let mut rest = self.operand_group(name);
        let sizes =
            self.property(sizes).and_then(|sizes| sizes.as_dense_i32(self.context)).unwrap_or_default();
        let cut = |size: i32| {
            let (piece, after) = rest.split_at(usize::try_from(size).unwrap_or(0).min(rest.len()));
            rest = after;
            piece
        };
        sizes.into_iter().map(cut).collect()
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
        let successors = self.successors();
        let Some(def) = self.def() else { return &[] };
        let names = def.successors.iter().map(|decl| decl.name);
        let Some(index) = position(names, name) else { return &[] };
        let range = match def.successors[index].variadic {
            // At most one group of successors is variadic, and it is the last one.
            true => index..successors.len(),
            false => index..index + 1,
        };
        successors.get(range).unwrap_or_default()
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

/// The index of `name` in `names`, compared without a call to `memcmp`.
fn position(mut names: impl Iterator<Item = &'static str>, name: &str) -> Option<usize> {
    names.position(|other| tern_support::text::equal(other.as_bytes(), name.as_bytes()))
}

/// A whole program: a body with one region of one block that holds one operation, normally `builtin.module`.
#[derive(Clone, Debug)]
pub struct Module {
    body: Body,
    root: Op,
    resources: Resources,
}

impl Module {
    /// A module around the operation that `make` creates in the given body.
    pub fn new(make: impl FnOnce(&mut Body) -> Op) -> Self {
        let (mut body, block) = Body::with_block();
        let root = make(&mut body);
        if body.op_block(root).is_none() {
            body.append_op(block, root);
        }
        Self { body, root, resources: Resources::default() }
    }

    /// A module with outermost body `body`, whose only operation is `root`.
    pub(crate) fn from_body(body: Body, root: Op) -> Self {
        Self { body, root, resources: Resources::default() }
    }

    /// The outermost body: it holds nothing but the root operation.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Mutable access to the outermost body.
    pub fn body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    /// The outermost operation.
    pub fn root(&self) -> Op {
        self.root
    }

    /// Resources attached to the module (MLIR's `dialect_resources` and `external_resources`).
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// Replaces the attached resources.
    pub fn set_resources(&mut self, resources: Resources) {
        self.resources = resources;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hot_records_stay_small() {
        assert!(size_of::<OpData>() <= 56, "{}", size_of::<OpData>());
        assert!(size_of::<ValueData>() <= 16);
        assert!(size_of::<BlockData>() <= 16);
    }

    #[test]
    fn a_body_that_is_cleared_is_like_a_new_one() {
        let context = Context::new(&[]);
        let make = |body: &mut Body| {
            let region = body.add_root_region();
            let block = body.add_block(region);
            let argument = body.add_argument(block, context.common.none, Location::unknown(&context));
            let mut state = OpState::new(context.op_name("test.op"), Location::unknown(&context));
            state.operands.push(argument);
            state.successors.push(block);
            state.regions.push(body.add_region());
            state.body = Some(Box::new(Body::with_region()));
            let op = body.create_op(&context, state);
            body.append_op(block, op);
            format!("{body:?}")
        };
        let mut body = Body::new();
        let first = make(&mut body);
        body.set_value_name(Value(0), Some(context.ident("a")));
        body.set_block_name(Block(0), Some(context.ident("b")));
        body.clear();
        assert!(!body.holds_bodies() && body.op_count() == 0);
        assert_eq!(make(&mut body), first);
    }

    #[test]
    fn operations_can_be_inserted_and_removed() {
        let context = Context::new(&[]);
        let (mut body, block) = Body::with_block();
        let name = context.op_name("test.op");
        let mut make = || {
            let state = OpState::new(name, Location::unknown(&context));
            body.create_op(&context, state)
        };
        let (a, b, c) = (make(), make(), make());
        body.append_op(block, a);
        body.append_op(block, c);
        body.insert_op_before(c, b);
        assert_eq!(body.block_ops(block).collect::<Vec<_>>(), [a, b, c]);
        body.remove_op(a);
        body.remove_op(c);
        assert_eq!(body.block_ops(block).collect::<Vec<_>>(), [b]);
        assert_eq!(body.block_last(block), Some(b));
        assert_eq!(body.op_block(a), None);
    }
}
