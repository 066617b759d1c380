//! A small builder that inserts operations at a point, for passes that need no patterns.

use tern_mlir::{Body, Context, Location, Op, OpState};

use crate::conversion::{Builder, Point, make_at};

/// Makes operations at an insertion point, with one location.
pub(crate) struct Inserter<'a, 'c> {
    pub(crate) context: &'c Context,
    pub(crate) body: &'a mut Body,
    pub(crate) point: Point,
    pub(crate) location: Location,
}

impl<'a, 'c> Inserter<'a, 'c> {
    /// Before `op`, with its location.
    pub(crate) fn before(context: &'c Context, body: &'a mut Body, op: Op) -> Self {
        let location = body.op_location(op);
        Self { context, body, point: Point::Before(op), location }
    }
}

impl<'c> Builder<'c> for Inserter<'_, 'c> {
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
        make_at(self.context, self.body, Some(self.point), state)
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
