//! The uses of values: lists through the operands of a body, built when they are first asked for and kept up to date by every
//! edit from then on. A body that is never asked pays for one test of a flag per edit.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

use super::{Body, Op, Run, Value};

/// A use of a value: an operand of an operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Use {
    /// The operation that has the operand.
    pub op: Op,
    /// The index among the operands of `op`, all groups concatenated.
    pub index: u32,
}

/// A place in the operand pool of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slot(u32);
entity_impl!(Slot);

/// A use in the list of its value. The links of slots that no operation in a block owns are meaningless.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    user: PackedOption<Op>,
    previous: PackedOption<Slot>,
    next: PackedOption<Slot>,
}

/// For each value a doubly linked list of its uses, in the order in which they were added.
#[derive(Debug, Default)]
pub(super) struct UseLists {
    latest: SecondaryMap<Value, PackedOption<Slot>>,
    links: PrimaryMap<Slot, Link>,
}

impl UseLists {
    /// The lists of a whole body, in postorder.
    fn of(body: &Body) -> Self {
        let mut lists = Self::default();
        for op in body.all_in_blocks() {
            lists.add_all(op, body.ops[op].operands, body.operands(op));
        }
        lists
    }

    /// Adds the uses by the operands of `op`, which are at `run`.
    pub(super) fn add_all(&mut self, op: Op, run: Run, operands: &[Value]) {
        for (slot, &value) in run.range().zip(operands) {
            self.add(op, slot as u32, value);
        }
    }

    /// Removes the uses by operands at `run`.
    pub(super) fn remove_all(&mut self, run: Run, operands: &[Value]) {
        for (slot, &value) in run.range().zip(operands) {
            self.remove(slot as u32, value);
        }
    }

    /// Adds the use of `value` by the operand of `op` at `slot`.
    pub(super) fn add(&mut self, op: Op, slot: u32, value: Value) {
        let slot = Slot(slot);
        while !self.links.is_valid(slot) {
            self.links.push(Link::default());
        }
        let previous = std::mem::replace(&mut self.latest[value], slot.into());
        if let Some(previous) = previous.expand() {
            self.links[previous].next = slot.into();
        }
        self.links[slot] = Link { user: op.into(), previous, next: PackedOption::default() };
    }

    /// Removes the use of `value` by the operand at `slot`.
    pub(super) fn remove(&mut self, slot: u32, value: Value) {
        let Link { previous, next, .. } = std::mem::take(&mut self.links[Slot(slot)]);
        if let Some(previous) = previous.expand() {
            self.links[previous].next = next;
        }
        match next.expand() {
            Some(next) => self.links[next].previous = previous,
            None => self.latest[value] = previous,
        }
    }
}

impl Body {
    /// The uses of `value` by operations that are in a block, the latest use first. In a body that was not edited since it was
    /// read, uses are ordered as operations are in [postorder](Self::ops_in_postorder).
    pub fn uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        let lists = self.use_lists();
        let slots =
            std::iter::successors(lists.latest[value].expand(), |&slot| lists.links[slot].previous.expand());
        slots.filter_map(|slot| {
            let op = lists.links[slot].user.expand()?;
            Some(Use { op, index: slot.0 - self.ops[op].operands.begin })
        })
    }

    /// The operations that use `value`, once per use, the latest use first.
    pub fn users(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        self.uses(value).map(|found| found.op)
    }

    /// Whether an operation that is in a block uses `value`.
    pub fn is_used(&self, value: Value) -> bool {
        self.use_lists().latest[value].is_some()
    }

    /// Whether `value` has exactly one use by operations that are in a block.
    pub fn has_one_use(&self, value: Value) -> bool {
        self.uses(value).take(2).count() == 1
    }

    /// Whether any result of `op` is used.
    pub fn has_uses(&self, op: Op) -> bool {
        self.results(op).any(|result| self.is_used(result))
    }

    fn use_lists(&self) -> &UseLists {
        self.watch.uses(|| UseLists::of(self))
    }
}
