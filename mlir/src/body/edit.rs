//! Changes of a body. Each method also updates the use lists and the log of edits, if there are any.

use cranelift_entity::EntityList;
use smallvec::SmallVec;

use super::{ARGUMENT, Block, Body, Edit, Op, PackedIdent, Place, Region, Value, ValueData};
use crate::attributes::Attribute;
use crate::context::{Context, Ident, OpName};
use crate::location::Location;
use crate::types::Type;

/// A point at which operations are inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Right before an operation.
    Before(Op),
    /// At the beginning of a block. Operations inserted one after the other end up in reverse order.
    Start(Block),
    /// At the end of a block.
    End(Block),
}

impl Body {
    // Blocks.

    /// Appends a detached block to `region`.
    pub fn append_block(&mut self, region: Region, block: Block) {
        if self.watch.is_on() {
            self.note(|_| Edit::Block(block, None));
        }
        self.blocks[block].region = region.into();
        self.regions[region].blocks.push(block, &mut self.block_pool);
    }

    /// Inserts a detached block right after `after`, in its region.
    pub fn insert_block_after(&mut self, after: Block, block: Block) {
        let Some((region, index)) = self.block_place(after) else { return };
        self.insert_block_at(region, index + 1, block);
    }

    /// Inserts a detached block in `region`, as the one with this index.
    pub(super) fn insert_block_at(&mut self, region: Region, index: usize, block: Block) {
        if self.watch.is_on() {
            self.note(|_| Edit::Block(block, None));
        }
        self.blocks[block].region = region.into();
        self.regions[region].blocks.insert(index, block, &mut self.block_pool);
    }

    /// Detaches a block from its region, with all its operations, to be inserted elsewhere.
    pub fn remove_block(&mut self, block: Block) {
        let Some((region, index)) = self.block_place(block) else { return };
        if self.watch.is_on() {
            self.note(|_| Edit::Block(block, Some((region, index))));
        }
        self.blocks[block].region.take();
        self.regions[region].blocks.remove(index, &mut self.block_pool);
    }

    /// Removes blocks and everything in them.
    ///
    /// # Panics
    /// If an operation elsewhere uses a value that is defined in them.
    pub fn erase_blocks(&mut self, blocks: &[Block]) {
        let mut ops: Vec<Op> = blocks.iter().flat_map(|&block| self.block_ops(block)).collect();
        ops.reverse();
        self.erase_ops(&ops);
        for &block in blocks {
            for argument in 0..self.block_arguments(block).len() {
                let argument = self.block_arguments(block)[argument];
                assert!(!self.is_used(argument), "an argument of an erased block is still used");
            }
            self.remove_block(block);
        }
    }

    /// The region of a block and its index there.
    fn block_place(&self, block: Block) -> Option<(Region, usize)> {
        let region = self.block_region(block)?;
        let index = self.region_blocks(region).iter().position(|&other| other == block)?;
        Some((region, index))
    }

    /// Splits `block` before its operation `op`: `op` and all operations after it move to a new block right behind `block`.
    pub fn split_block(&mut self, block: Block, op: Op) -> Block {
        let rest = self.create_block();
        self.insert_block_after(block, rest);
        self.move_ops(op, rest);
        rest
    }

    /// Appends an argument to a block.
    pub fn add_argument(&mut self, block: Block, ty: Type, location: Location) -> Value {
        if self.watch.is_on() {
            self.note(|body| Edit::Arguments(block, body.block_arguments(block).into()));
        }
        let index = self.blocks[block].arguments.len(&self.value_pool) as u32;
        let value = self.values.push(ValueData { ty, location, def: block.0 | ARGUMENT, index });
        self.blocks[block].arguments.push(value, &mut self.value_pool);
        value
    }

    /// Removes all arguments of a block. They stay in the arena, because their uses still refer to them.
    pub fn take_arguments(&mut self, block: Block) -> Vec<Value> {
        let arguments = self.block_arguments(block).to_vec();
        self.set_arguments(block, &[]);
        arguments
    }

    /// Removes the arguments of a block for whose index `keep` returns false. They stay in the arena.
    pub fn retain_arguments(&mut self, block: Block, keep: impl Fn(usize) -> bool) {
        let arguments = self.block_arguments(block).iter().enumerate();
        let kept: SmallVec<[Value; 4]> =
            arguments.filter(|&(index, _)| keep(index)).map(|(_, &argument)| argument).collect();
        self.set_arguments(block, &kept);
    }

    /// Replaces the arguments of a block by others that were created for it.
    pub(super) fn set_arguments(&mut self, block: Block, arguments: &[Value]) {
        if self.watch.is_on() {
            self.note(|body| Edit::Arguments(block, body.block_arguments(block).into()));
        }
        for (index, &argument) in arguments.iter().enumerate() {
            self.values[argument].index = index as u32;
        }
        let list = &mut self.blocks[block].arguments;
        list.clear(&mut self.value_pool);
        list.extend(arguments.iter().copied(), &mut self.value_pool);
    }

    // Operations in blocks.

    /// Appends a detached operation to `block`.
    pub fn append_op(&mut self, block: Block, op: Op) {
        self.link(op, Place { block, next: None });
        if self.watch.is_on() {
            self.note_inserted(op);
        }
    }

    /// Inserts a detached operation right before `before`, in its block.
    ///
    /// # Panics
    /// If `before` is in no block.
    pub fn insert_op_before(&mut self, before: Op, op: Op) {
        self.insert_op(Point::Before(before), op);
    }

    /// Inserts a detached operation at `point`.
    ///
    /// # Panics
    /// If the point is before a detached operation.
    pub fn insert_op(&mut self, point: Point, op: Op) {
        let place = self.place_at(point);
        self.link(op, place);
        if self.watch.is_on() {
            self.note_inserted(op);
        }
    }

    /// Detaches an operation from its block, to be inserted elsewhere. Operations nested in it stay where they are in it. To
    /// remove an operation for good, [erase](Self::erase) it.
    pub fn remove_op(&mut self, op: Op) {
        if self.watch.is_on() {
            self.note_removed(op);
        }
        self.unlink(op);
    }

    /// Removes an operation and everything nested in it from the body.
    ///
    /// # Panics
    /// If a result is still used.
    pub fn erase(&mut self, op: Op) {
        self.erase_ops(&[op]);
    }

    /// Removes operations, which may use each other, and everything nested in them from the body.
    ///
    /// # Panics
    /// If an operation elsewhere uses a value that is defined in them.
    pub fn erase_ops(&mut self, ops: &[Op]) {
        let mut erased: Vec<Op> = Vec::with_capacity(ops.len());
        for &op in ops {
            erased.extend(self.ops_within(op).into_iter().rev());
            erased.push(op);
        }
        erased.iter().for_each(|&op| self.remove_op(op));
        self.assert_unused(&erased);
    }

    /// Panics if a result of one of `ops`, which were removed, is still used.
    pub(crate) fn assert_unused(&self, ops: &[Op]) {
        for &op in ops {
            let unused = self.ops[op].result_count == 0 || !self.has_uses(op);
            assert!(unused, "a result of an erased operation is still used");
        }
    }

    /// Moves an operation, with everything nested in it, right before `before`, which may be in another block. Uses keep their
    /// order.
    pub fn move_before(&mut self, op: Op, before: Op) {
        if op != before {
            self.move_to(op, Point::Before(before));
        }
    }

    /// Moves an operation right after `after`, as [`move_before`](Self::move_before).
    pub fn move_after(&mut self, op: Op, after: Op) {
        match (self.next_op(after), self.op_block(after)) {
            (Some(next), _) => self.move_before(op, next),
            (None, Some(block)) if op != after => self.move_to(op, Point::End(block)),
            _ => {}
        }
    }

    /// Moves an operation to `point`, as [`move_before`](Self::move_before).
    ///
    /// # Panics
    /// If the point is [before](Point::Before) the operation itself or a detached one.
    pub fn move_to(&mut self, op: Op, point: Point) {
        let Some(from) = self.place_of(op) else { return };
        self.unlink(op);
        let to = self.place_at(point);
        self.link(op, to);
        if self.watch.is_on() {
            self.note(|_| Edit::Moved(op, from));
        }
    }

    /// Moves `op` and all operations after it in its block to the end of `block`. Uses keep their order.
    pub fn move_ops(&mut self, op: Op, block: Block) {
        let Some(from) = self.op_block(op) else { return };
        if from == block {
            return;
        }
        if self.watch.is_on() {
            self.note(|_| Edit::MovedTail(op, from));
        }
        let last = self.blocks[from].last;
        let before = std::mem::replace(&mut self.ops[op].previous, self.blocks[block].last);
        match self.blocks[block].last.expand() {
            Some(previous) => self.ops[previous].next = op.into(),
            None => self.blocks[block].first = op.into(),
        }
        self.blocks[block].last = last;
        self.blocks[from].last = before;
        match before.expand() {
            Some(before) => self.ops[before].next = None.into(),
            None => self.blocks[from].first = None.into(),
        }
        let mut moved = Some(op);
        while let Some(op) = moved {
            self.ops[op].block = block.into();
            moved = self.next_op(op);
        }
    }

    /// The place of an operation; `None` if it is detached.
    fn place_of(&self, op: Op) -> Option<Place> {
        Some(Place { block: self.op_block(op)?, next: self.next_op(op) })
    }

    /// The place of an operation that is inserted at `point`.
    fn place_at(&self, point: Point) -> Place {
        match point {
            Point::Before(op) => {
                let block =
                    self.op_block(op).expect("an operation is inserted before one that is in a block");
                Place { block, next: Some(op) }
            }
            Point::Start(block) => Place { block, next: self.block_first(block) },
            Point::End(block) => Place { block, next: None },
        }
    }

    /// Puts a detached operation at its place in a list of operations.
    #[inline(always)]
    pub(super) fn link(&mut self, op: Op, Place { block, next }: Place) {
        debug_assert!(self.ops[op].block.is_none(), "an operation can be in one place only");
        let previous = match next {
            Some(next) => std::mem::replace(&mut self.ops[next].previous, op.into()),
            None => std::mem::replace(&mut self.blocks[block].last, op.into()),
        };
        match previous.expand() {
            Some(previous) => self.ops[previous].next = op.into(),
            None => self.blocks[block].first = op.into(),
        }
        let data = &mut self.ops[op];
        data.block = block.into();
        data.previous = previous;
        data.next = next.into();
    }

    /// Takes an operation out of its list of operations.
    pub(super) fn unlink(&mut self, op: Op) {
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

    #[cold]
    #[inline(never)]
    fn note_inserted(&mut self, op: Op) {
        self.note(|_| Edit::Inserted(op));
        self.add_uses(op);
    }

    #[cold]
    #[inline(never)]
    fn note_removed(&mut self, op: Op) {
        let Some(place) = self.place_of(op) else { return };
        self.note(|_| Edit::Removed(op, place));
        self.remove_uses(op);
    }

    /// Adds the uses by an operation that came into a block to the use lists, if there are any.
    pub(super) fn add_uses(&mut self, op: Op) {
        if let Some(uses) = self.watch.uses_mut() {
            let run = self.ops[op].operands;
            uses.add_all(op, run, &self.operands[run.range()]);
        }
    }

    /// Removes the uses by an operation that is in a block from the use lists, if there are any.
    fn remove_uses(&mut self, op: Op) {
        if let Some(uses) = self.watch.uses_mut() {
            let run = self.ops[op].operands;
            uses.remove_all(run, &self.operands[run.range()]);
        }
    }

    // Operands and successors.

    /// Replaces the operands; their number may change.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        let watched = self.watch.is_on();
        let in_block = watched && self.op_block(op).is_some();
        if watched {
            self.note(|body| Edit::Operands(op, body.operands(op).into()));
        }
        if in_block {
            self.remove_uses(op);
        }
        let mut run = self.ops[op].operands;
        if operands.len() <= run.count as usize {
            run.count = operands.len() as u32;
            self.operands[run.range()].copy_from_slice(operands);
        } else {
            run = self.add_operands(operands);
        }
        self.ops[op].operands = run;
        if in_block {
            self.add_uses(op);
        }
    }

    /// Replaces one operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let slot = self.ops[op].operands.range().nth(index).expect("the operation has such an operand");
        let old = std::mem::replace(&mut self.operands[slot], value);
        if self.watch.is_on() {
            self.note(|_| Edit::Operand(op, index as u32, old));
            let in_block = self.op_block(op).is_some();
            if let Some(uses) = self.watch.uses_mut().filter(|_| in_block) {
                uses.remove(slot as u32, old);
                uses.add(op, slot as u32, value);
            }
        }
    }

    /// Replaces all uses of `value` by `by`, in time proportional to their number.
    pub fn replace_all_uses(&mut self, value: Value, by: Value) {
        if value != by {
            let uses: SmallVec<[_; 4]> = self.uses(value).collect();
            uses.into_iter().for_each(|found| self.set_operand(found.op, found.index as usize, by));
        }
    }

    /// Replaces each operand in the body by what `new` gives for it, in one pass over all operands: cheaper than
    /// [`replace_all_uses`](Self::replace_all_uses) if many values are replaced at once.
    pub fn map_operands(&mut self, new: impl FnMut(Value) -> Value) {
        let mut new = new;
        if !self.watch.is_on() {
            // Includes operands that no operation has any longer, which does no harm.
            self.operands.iter_mut().for_each(|operand| *operand = new(*operand));
            return;
        }
        for op in self.all_in_blocks() {
            self.map_operands_of(op, &mut new);
        }
    }

    /// Replaces each operand of `op` by what `new` gives for it.
    pub fn map_operands_of(&mut self, op: Op, mut new: impl FnMut(Value) -> Value) {
        for index in 0..self.operands(op).len() {
            let old = self.operands(op)[index];
            let value = new(old);
            if value != old {
                self.set_operand(op, index, value);
            }
        }
    }

    /// Replaces the successors.
    pub fn set_successors(&mut self, op: Op, successors: &[Block]) {
        if self.watch.is_on() {
            self.note(|body| Edit::Successors(op, body.successors(op).into()));
        }
        let list = &mut self.ops[op].successors;
        list.clear(&mut self.block_pool);
        list.extend(successors.iter().copied(), &mut self.block_pool);
    }

    // Regions and bodies.

    /// Makes `op`, which is not isolated and has no regions, the owner of regions of this body that have no owner yet.
    pub fn set_regions(&mut self, op: Op, regions: &[Region]) {
        if self.watch.is_on() {
            self.note(|body| Edit::Regions(op, body.ops[op].regions.as_slice(&body.region_pool).into()));
        }
        self.ops[op].regions = EntityList::from_slice(regions, &mut self.region_pool);
        for &region in regions {
            self.regions[region].parent = op.into();
        }
    }

    /// Exchanges the nested bodies of two operations; either may have none.
    pub fn exchange_nested(&mut self, a: Op, b: Op) {
        if self.watch.is_on() {
            self.note(|_| Edit::NestedExchanged(a, b));
        }
        let of_a = self.ops[a].nested;
        self.ops[a].nested = std::mem::replace(&mut self.ops[b].nested, of_a);
    }

    // Attributes, types, locations and names.

    /// Gives an operation another name. What is stored in it is not changed.
    pub fn set_op_name(&mut self, op: Op, name: OpName) {
        if self.watch.is_on() {
            self.note(|body| Edit::OpName(op, body.op_name(op)));
        }
        self.ops[op].name = name;
    }

    /// Replaces the inherent attributes by an interned dictionary.
    pub fn set_properties(&mut self, op: Op, properties: Attribute) {
        if self.watch.is_on() {
            self.note(|body| Edit::Properties(op, body.properties(op)));
        }
        self.ops[op].properties = properties;
    }

    /// Sets one inherent attribute; `None` removes it.
    pub fn set_property(&mut self, context: &Context, op: Op, name: &'static str, value: Option<Attribute>) {
        let properties = self.properties(op).with_entry(context, name, value);
        self.set_properties(op, properties);
    }

    /// Sets one declared attribute, inherent or discardable.
    pub fn set_declared(&mut self, context: &Context, op: Op, name: &'static str, value: Attribute) {
        let def = context.op_name_data(self.op_name(op)).def;
        if def.is_some_and(|def| def.is_discardable(name)) {
            let attributes = self.attributes(op).with_entry(context, name, Some(value));
            self.set_attributes(op, attributes);
        } else {
            self.set_property(context, op, name, Some(value));
        }
    }

    /// Replaces the discardable attributes by an interned dictionary.
    pub fn set_attributes(&mut self, op: Op, attributes: Attribute) {
        if self.watch.is_on() {
            self.note(|body| Edit::Attributes(op, body.attributes(op)));
        }
        self.ops[op].attributes = attributes;
    }

    /// Sets the location of an operation.
    pub fn set_location(&mut self, op: Op, location: Location) {
        if self.watch.is_on() {
            self.note(|body| Edit::OpLocation(op, body.op_location(op)));
        }
        self.ops[op].location = location;
    }

    /// Sets the location of a block argument.
    pub fn set_argument_location(&mut self, value: Value, location: Location) {
        if self.watch.is_on() {
            self.note(|body| Edit::ValueLocation(value, body.value_location(value)));
        }
        self.values[value].location = location;
    }

    /// Sets the type of a value. The definition and the uses are not changed, so they may no longer be valid.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        if self.watch.is_on() {
            self.note(|body| Edit::ValueType(value, body.value_type(value)));
        }
        self.values[value].ty = ty;
    }

    /// Sets or removes the name of a value.
    pub fn set_value_name(&mut self, value: Value, name: Option<Ident>) {
        if self.watch.is_on() {
            self.note(|body| Edit::ValueName(value, body.value_name(value)));
        }
        self.value_names[value] = PackedIdent::new(name);
    }

    /// Sets or removes the name of a block.
    pub fn set_block_name(&mut self, block: Block, name: Option<Ident>) {
        if self.watch.is_on() {
            self.note(|body| Edit::BlockName(block, body.block_name(block)));
        }
        self.block_names[block] = PackedIdent::new(name);
    }
}
