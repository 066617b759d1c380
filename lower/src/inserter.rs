//! A small builder that inserts operations before a given one, for passes that need no patterns.

use tern_mlir::{Body, Context, Location, Op, OpState};

use crate::conversion::Builder;

/// Inserts operations before a given operation, with the same location.
pub(crate) struct Inserter<'a, 'c> {
    pub(crate) context: &'c Context,
    pub(crate) body: &'a mut Body,
    pub(crate) before: Op,
}

impl<'c> Builder<'c> for Inserter<'_, 'c> {
    fn context(&self) -> &'c Context {
        self.context
    }

    fn body(&self) -> &Body {
        self.body
    }

    fn location(&self) -> Location {
        self.body.op_location(self.before)
    }

    fn insert(&mut self, state: OpState) -> Op {
        let op = self.body.create_op(self.context, state);
        self.body.insert_op_before(self.before, op);
        op
    }
}

/// Replaces all uses of values in a body by other values.
pub(crate) fn replace_uses(
    body: &mut Body,
    replaced: &rustc_hash::FxHashMap<tern_mlir::Value, tern_mlir::Value>,
) {
    if replaced.is_empty() {
        return;
    }
    for index in 0..body.op_count() {
        for operand in body.operands_mut(cranelift_entity::EntityRef::new(index)) {
            while let Some(&by) = replaced.get(operand) {
                *operand = by;
            }
        }
    }
}
