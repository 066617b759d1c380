//! The rewriter that greedy patterns use: the general one, with the worklist as its listener.

use tern_dialect_core::arith;
use tern_mlir::declare::New;
use tern_mlir::fold::InPlace;
use tern_mlir::rewrite::{Builder, Listener, Rewriter};
use tern_mlir::{Attribute, Body, Context, Location, Op, OpRef, OpState, Type, Value, ValueDef};

use super::worklist::Worklist;

/// Changes a body on behalf of a pattern. As a [`Builder`] it inserts before the operation that is being rewritten.
pub struct GreedyRewriter<'a, 'c> {
    pub(super) core: Rewriter<'a, 'c, Worklist>,
}

impl<'a, 'c> GreedyRewriter<'a, 'c> {
    pub(super) fn new(context: &'c Context, body: &'a mut Body) -> Self {
        Self { core: Rewriter::new(context, body, Worklist::default()) }
    }

    /// A read-only view of an operation.
    pub fn op_ref(&self, op: Op) -> OpRef<'_> {
        self.core.op_ref(op)
    }

    /// The operations that use `value`, once per operand, the latest use first.
    pub fn users(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        self.core.body.users(value)
    }

    /// The operation of this body that holds `op`.
    pub fn parent(&self, op: Op) -> Option<Op> {
        self.core.body.parent_op(op)
    }

    /// Replaces `op` by a new operation, which takes over the discardable attributes, and for its results the names of those of
    /// `op`.
    pub fn replace_by(&mut self, op: Op, new: impl Into<New>) -> Op {
        self.core.replace_by(op, new)
    }

    /// Replaces the results of `op` by `values`, which keep their own names, and erases `op` with its attributes.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        self.core.replace(op, values);
    }

    /// Erases an operation and everything nested in it. Its results must be unused.
    pub fn erase(&mut self, op: Op) {
        self.core.erase(op);
    }

    /// Puts an operation that was changed in place back on the worklist.
    pub fn modified(&mut self, op: Op) {
        self.core.listener.modified(self.core.body, op);
    }

    /// Makes `arith.constant value : ty`.
    pub(crate) fn arith_constant(&mut self, ty: Type, value: Attribute) -> Value {
        self.create_value(arith::Constant::build(value, ty))
    }
}

/// Puts the operations that a change may affect on the worklist.
impl Listener for Worklist {
    fn inserted(&mut self, body: &Body, op: Op) {
        self.modified(body, op);
    }

    /// Pushes the operation after the operations that hold it.
    fn modified(&mut self, body: &Body, op: Op) {
        let mut around: Vec<Op> = std::iter::successors(Some(op), |&op| body.parent_op(op)).collect();
        around.reverse();
        around.into_iter().for_each(|op| self.push(op));
    }

    /// Pushes the definitions of the operands, as they may become dead or have one user left.
    fn erased(&mut self, body: &Body, op: Op) {
        for &operand in body.operands(op) {
            let ValueDef::Result(definition, _) = body.value_def(operand) else { continue };
            let mut others = body.users(operand).filter(|&user| user != op);
            let other = others.next();
            if others.all(|user| Some(user) == other) {
                self.modified(body, definition);
            }
        }
        self.remove(op);
    }
}

impl<'c> Builder<'c> for GreedyRewriter<'_, 'c> {
    fn context(&self) -> &'c Context {
        self.core.context
    }

    fn body(&self) -> &Body {
        self.core.body
    }

    fn location(&self) -> Location {
        self.core.location
    }

    fn insert(&mut self, state: OpState) -> Op {
        self.core.insert(state)
    }
}

impl<'c> InPlace<'c> for GreedyRewriter<'_, 'c> {
    fn body_mut(&mut self) -> &mut Body {
        self.core.body
    }
}
