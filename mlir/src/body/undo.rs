//! What a body keeps about its edits while it is asked to: use lists, and a log by which edits can be undone.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::uses::UseLists;
use super::{Block, Body, BodyId, Op, Place, Region, Value};
use crate::attributes::Attribute;
use crate::context::{Ident, OpName};
use crate::location::Location;
use crate::types::Type;

/// The inverse of an edit.
#[derive(Debug)]
pub(super) enum Edit {
    Inserted(Op),
    Removed(Op, Place),
    Moved(Op, Place),
    /// An operation that was moved with all that followed it, and the block it was in.
    MovedTail(Op, Block),
    Operand(Op, u32, Value),
    Operands(Op, SmallVec<[Value; 4]>),
    Successors(Op, SmallVec<[Block; 2]>),
    Regions(Op, SmallVec<[Region; 1]>),
    OpName(Op, OpName),
    Properties(Op, Attribute),
    Attributes(Op, Attribute),
    OpLocation(Op, Location),
    ValueLocation(Value, Location),
    ValueType(Value, Type),
    ValueName(Value, Option<Ident>),
    BlockName(Block, Option<Ident>),
    /// A block and its former place: the region and the index in it.
    Block(Block, Option<(Region, usize)>),
    Arguments(Block, SmallVec<[Value; 4]>),
    RootRegions(usize),
    NestedExchanged(Op, Op),
    /// A nested body was open to edits: the length of its log before, and whether it had none.
    Nested(BodyId, usize, bool),
}

#[derive(Debug, Default)]
struct Log {
    edits: Vec<Edit>,
    /// How many callers of `begin_edits` have not called `end_edits` yet.
    depth: u32,
}

/// The use lists and the log of a body, if anything asked for them. A clone of a body starts without.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Whether there are use lists or a log.
    on: AtomicBool,
    uses: OnceLock<Box<UseLists>>,
    log: Option<Box<Log>>,
}

impl Clone for Watch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Watch {
    #[inline(always)]
    pub(super) fn is_on(&self) -> bool {
        // Edits need `&mut Body`, which orders them after any access by another thread.
        self.on.load(Ordering::Relaxed)
    }

    /// The use lists; `build` makes them if there are none yet.
    pub(super) fn uses(&self, build: impl FnOnce() -> UseLists) -> &UseLists {
        self.uses.get_or_init(|| {
            self.on.store(true, Ordering::Relaxed);
            Box::new(build())
        })
    }

    /// The use lists, if they were built.
    pub(super) fn uses_mut(&mut self) -> Option<&mut UseLists> {
        self.uses.get_mut().map(|uses| &mut **uses)
    }

    fn set_log(&mut self, log: Option<Box<Log>>) {
        self.log = log;
        *self.on.get_mut() = self.log.is_some() || self.uses.get().is_some();
    }
}

/// A state of a body whose edits are recorded, to [roll back](Body::roll_back) to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint(usize);

impl Body {
    /// Begins to record edits, those of nested bodies included, until [`end_edits`](Self::end_edits). Pairs of calls may be
    /// nested; edits that an inner pair recorded can still be rolled back by the outer one.
    pub fn begin_edits(&mut self) -> Checkpoint {
        let mut log = self.watch.log.take().unwrap_or_default();
        log.depth += 1;
        self.watch.set_log(Some(log));
        self.checkpoint()
    }

    /// The present state.
    ///
    /// # Panics
    /// If edits are not recorded.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.watch.log.as_ref().expect("edits are recorded").edits.len())
    }

    /// Undoes all edits made since `to`. Operations, blocks and values that were created since stay in the arena, but not in the
    /// body.
    ///
    /// # Panics
    /// If edits are not recorded.
    pub fn roll_back(&mut self, to: Checkpoint) {
        let mut log = self.watch.log.take().expect("edits are recorded");
        while log.edits.len() > to.0 {
            log.edits.pop().into_iter().for_each(|edit| self.undo(edit));
        }
        self.watch.set_log(Some(log));
    }

    /// Ends what [`begin_edits`](Self::begin_edits) began. Edits are kept.
    ///
    /// # Panics
    /// If edits are not recorded.
    pub fn end_edits(&mut self) {
        let mut log = self.watch.log.take().expect("edits are recorded");
        log.depth -= 1;
        if log.depth > 0 {
            self.watch.set_log(Some(log));
            return;
        }
        self.watch.set_log(None);
        for edit in log.edits {
            if let Edit::Nested(body, _, true) = edit {
                self.bodies[body].end_edits();
            }
        }
    }

    /// Records the edit that `inverse` undoes, if edits are recorded. The caller has tested [`Watch::is_on`].
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, inverse: impl FnOnce(&Self) -> Edit) {
        if let Some(mut log) = self.watch.log.take() {
            log.edits.push(inverse(self));
            self.watch.log = Some(log);
        }
    }

    /// A nested body, about to be edited.
    #[cold]
    #[inline(never)]
    pub(super) fn open_nested(&mut self, id: BodyId) -> &mut Self {
        let nested = &mut self.bodies[id];
        if let Some(log) = &mut self.watch.log {
            let begins = nested.watch.log.is_none();
            let Checkpoint(before) = if begins { nested.begin_edits() } else { nested.checkpoint() };
            let noted =
                matches!(log.edits.last(), Some(&Edit::Nested(last, at, _)) if (last, at) == (id, before));
            if begins || !noted {
                log.edits.push(Edit::Nested(id, before, begins));
            }
        }
        nested
    }

    /// Undoes an edit, with the log taken out, so that nothing is recorded.
    fn undo(&mut self, edit: Edit) {
        match edit {
            Edit::Inserted(op) => self.remove_op(op),
            Edit::Removed(op, place) => {
                self.link(op, place);
                self.add_uses(op);
            }
            Edit::Moved(op, place) => {
                self.unlink(op);
                self.link(op, place);
            }
            Edit::MovedTail(op, block) => self.move_ops(op, block),
            Edit::Operand(op, index, value) => self.set_operand(op, index as usize, value),
            Edit::Operands(op, operands) => self.set_operands(op, &operands),
            Edit::Successors(op, successors) => self.set_successors(op, &successors),
            Edit::Regions(op, regions) => self.set_regions(op, &regions),
            Edit::OpName(op, name) => self.set_op_name(op, name),
            Edit::Properties(op, properties) => self.set_properties(op, properties),
            Edit::Attributes(op, attributes) => self.set_attributes(op, attributes),
            Edit::OpLocation(op, location) => self.set_location(op, location),
            Edit::ValueLocation(value, location) => self.set_argument_location(value, location),
            Edit::ValueType(value, ty) => self.set_value_type(value, ty),
            Edit::ValueName(value, name) => self.set_value_name(value, name),
            Edit::BlockName(block, name) => self.set_block_name(block, name),
            Edit::Block(block, place) => {
                self.remove_block(block);
                if let Some((region, index)) = place {
                    self.insert_block_at(region, index, block);
                }
            }
            Edit::Arguments(block, arguments) => self.set_arguments(block, &arguments),
            Edit::RootRegions(count) => self.roots.truncate(count),
            Edit::NestedExchanged(a, b) => self.exchange_nested(a, b),
            Edit::Nested(id, before, began) => {
                let nested = &mut self.bodies[id];
                nested.roll_back(Checkpoint(before));
                if began {
                    nested.end_edits();
                }
            }
        }
    }
}
