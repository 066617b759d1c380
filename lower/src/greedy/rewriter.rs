//! The rewriter that greedy patterns use. It maintains use lists and the worklist.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use tern_mlir::{Attribute, Body, Context, Location, Op, OpRef, OpState, Region, Type, Value, ValueDef};

use super::worklist::Worklist;
use crate::conversion::{Builder, InPlace, Point, make_at};

/// The operations that use a value, once per operand, in the order in which the uses were added.
type Users = SmallVec<[Op; 2]>;

/// Changes a body on behalf of a pattern. As a [`Builder`] it inserts before the operation that is being rewritten.
pub struct GreedyRewriter<'a, 'c> {
    pub(super) context: &'c Context,
    pub(super) body: &'a mut Body,
    pub(super) point: Option<Point>,
    pub(super) location: Location,
    pub(super) worklist: Worklist,
    users: SecondaryMap<Value, Users>,
}

impl<'a, 'c> GreedyRewriter<'a, 'c> {
    pub(super) fn new(context: &'c Context, body: &'a mut Body) -> Self {
        let mut rewriter = Self {
            context,
            body,
            point: None,
            location: Location::unknown(context),
            worklist: Worklist::default(),
            users: SecondaryMap::new(),
        };
        for op in rewriter.ops() {
            rewriter.add_uses(op);
        }
        rewriter
    }

    /// A read-only view of an operation.
    pub fn op_ref(&self, op: Op) -> OpRef<'_> {
        OpRef::new(self.context, self.body, op)
    }

    /// The operations that use `value`, once per operand, the latest use first.
    pub fn users(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        self.users[value].iter().rev().copied()
    }

    /// Replaces the results of `op` by `values`, and removes `op`.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        debug_assert_eq!(self.body.results(op).len(), values.len());
        for (result, &value) in self.body.results(op).zip(values) {
            if result != value {
                for user in self.replace_value(result, value) {
                    self.modified(user);
                }
            }
        }
        self.erase(op);
    }

    /// Removes an operation and everything nested in it. Its results must be unused.
    pub fn erase(&mut self, op: Op) {
        for op in self.ops_within(op) {
            self.add_operands(op);
            self.worklist.remove(op);
            self.remove_uses(op);
            self.body.remove_op(op);
        }
    }

    /// Puts an operation that was changed in place back on the worklist.
    pub fn modified(&mut self, op: Op) {
        self.add(op);
    }

    /// Makes `arith.constant value : ty`.
    pub fn arith_constant(&mut self, ty: Type, value: Attribute) -> Value {
        self.value("arith.constant", &[], ty, &[("value", value)])
    }

    /// Whether any result of `op` is used.
    pub(super) fn is_used(&self, op: Op) -> bool {
        self.body.results(op).any(|result| !self.users[result].is_empty())
    }

    /// Replaces all uses of `value` by `by`. Returns the users, once per use.
    fn replace_value(&mut self, value: Value, by: Value) -> Users {
        let mut users = std::mem::take(&mut self.users[value]);
        users.reverse();
        for &user in &users {
            for operand in self.body.operands_mut(user).iter_mut().filter(|operand| **operand == value) {
                *operand = by;
            }
            self.users[by].push(user);
        }
        users
    }

    fn add_uses(&mut self, op: Op) {
        for &operand in self.body.operands(op) {
            self.users[operand].push(op);
        }
    }

    fn remove_uses(&mut self, op: Op) {
        for &operand in self.body.operands(op) {
            let users = &mut self.users[operand];
            if let Some(at) = users.iter().position(|&user| user == op) {
                users.remove(at);
            }
        }
    }

    /// Pushes an operation on the worklist, after the operations that hold it.
    pub(super) fn add(&mut self, op: Op) {
        let mut around = vec![op];
        let mut outermost = op;
        while let Some(parent) = self.parent(outermost) {
            around.push(parent);
            outermost = parent;
        }
        around.into_iter().rev().for_each(|op| self.worklist.push(op));
    }

    /// The operation of this body that holds `op`.
    pub fn parent(&self, op: Op) -> Option<Op> {
        let region = self.body.block_region(self.body.op_block(op)?)?;
        self.body.region_parent(region)
    }

    /// Called before an operation is removed: puts the definitions of its operands on the worklist, as they may become dead or
    /// have one user left.
    fn add_operands(&mut self, op: Op) {
        for index in 0..self.body.operands(op).len() {
            let operand = self.body.operands(op)[index];
            let ValueDef::Result(definition, _) = self.body.value_def(operand) else { continue };
            let mut others = self.users[operand].iter().filter(|&&user| user != op);
            let other = others.next().copied();
            if others.all(|&user| Some(user) == other) {
                self.add(definition);
            }
        }
    }

    /// All operations of the body, nested ones before the operation that holds them.
    pub(super) fn ops(&self) -> Vec<Op> {
        self.ops_of(self.body.root_regions())
    }

    /// The operations nested in `op`, followed by `op`.
    fn ops_within(&self, op: Op) -> Vec<Op> {
        let mut ops = match self.body.nested(op) {
            Some(_) => Vec::new(),
            // Users come before the definitions of their operands.
            None => self.ops_of(self.body.regions(op).1).into_iter().rev().collect(),
        };
        ops.push(op);
        ops
    }

    fn ops_of(&self, regions: &[Region]) -> Vec<Op> {
        let mut ops = Vec::new();
        // A reversed preorder: operations are taken from the end.
        let mut pending: Vec<Op> = Vec::new();
        let push = |pending: &mut Vec<Op>, regions: &[Region]| {
            for &block in regions.iter().flat_map(|&region| self.body.region_blocks(region)) {
                pending.extend(self.body.block_ops(block));
            }
        };
        push(&mut pending, regions);
        while let Some(op) = pending.pop() {
            ops.push(op);
            if self.body.nested(op).is_none() {
                push(&mut pending, self.body.regions(op).1);
            }
        }
        ops.reverse();
        ops
    }
}

impl<'c> Builder<'c> for GreedyRewriter<'_, 'c> {
    fn context(&self) -> &'c Context {
        self.context
    }

    fn body(&self) -> &Body {
        self.body
    }

    fn location(&self) -> Location {
        self.location
    }

    fn insert(&mut self, state: OpState) -> Op {
        let op = make_at(self.context, self.body, self.point, state);
        self.add_uses(op);
        self.add(op);
        op
    }
}

impl<'c> InPlace<'c> for GreedyRewriter<'_, 'c> {
    fn set_operands(&mut self, op: Op, operands: &[Value]) {
        self.remove_uses(op);
        self.body.set_operands(op, operands);
        self.add_uses(op);
    }

    fn set_properties(&mut self, op: Op, properties: Attribute) {
        self.body.set_properties(op, properties);
    }

    fn has_users(&self, value: Value) -> bool {
        !self.users[value].is_empty()
    }

    fn replace_users(&mut self, value: Value, by: Value) {
        self.replace_value(value, by);
    }
}
