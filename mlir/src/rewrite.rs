//! The rewriter: changes a body on behalf of a pass, and tells a listener. The frameworks for patterns are built on it.
//!
//! The changes themselves are methods of [`Body`], which keeps the uses of values up to date and can undo edits
//! ([`Body::begin_edits`]).

use crate::body::{Body, Op, OpRef, OpState, Point, Region, Value};
use crate::context::Context;
use crate::declare::New;
use crate::location::Location;
use crate::types::Type;

/// Is told what a [`Rewriter`] changes. The default methods do nothing.
pub trait Listener {
    /// `op` was created and inserted.
    fn inserted(&mut self, _body: &Body, _op: Op) {}

    /// An operand of `op` was replaced.
    fn modified(&mut self, _body: &Body, _op: Op) {}

    /// `op` is about to be erased. It is still in its block, and so are the operations that it is nested in, unless they are
    /// erased as well.
    fn erased(&mut self, _body: &Body, _op: Op) {}
}

/// Listens to nothing.
impl Listener for () {}

/// Makes operations at an insertion point. [`Rewriter`] implements it, and so do the rewriters of frameworks for
/// patterns, and folders are given one.
pub trait Builder<'c> {
    /// The context that the types and attributes are interned in.
    fn context(&self) -> &'c Context;

    /// The body that operations are added to.
    fn body(&self) -> &Body;

    /// The location of new operations.
    fn location(&self) -> Location;

    /// Makes an operation and inserts it at the insertion point.
    fn insert(&mut self, state: OpState) -> Op;

    /// Makes an operation and inserts it at the insertion point: `b.create(llvm::Store::build(value, address))`.
    fn create(&mut self, new: impl Into<New>) -> Op
    where
        Self: Sized,
    {
        self.create_new(new.into())
    }

    /// Makes an operation and inserts it at the insertion point. For trait objects; others have [`create`](Self::create).
    fn create_new(&mut self, new: New) -> Op {
        let state = new.state(self.context(), self.body(), self.location());
        self.insert(state)
    }

    /// Makes an operation that owns `regions`, which are in no other operation.
    fn create_with_regions(&mut self, new: impl Into<New>, regions: impl IntoIterator<Item = Region>) -> Op
    where
        Self: Sized,
    {
        let mut state = new.into().state(self.context(), self.body(), self.location());
        state.regions.extend(regions);
        self.insert(state)
    }

    /// Makes an operation with one result, and returns the result.
    fn create_value(&mut self, new: impl Into<New>) -> Value
    where
        Self: Sized,
    {
        self.create_new_value(new.into())
    }

    /// Makes an operation with one result, and returns the result. For trait objects; others have
    /// [`create_value`](Self::create_value).
    fn create_new_value(&mut self, new: New) -> Value {
        let op = self.create_new(new);
        self.body().made_result(op)
    }

    /// The type of a value.
    fn type_of(&self, value: Value) -> Type {
        self.body().value_type(value)
    }
}

/// Changes a body, and inserts operations at a point.
pub struct Rewriter<'a, 'c, L = ()> {
    /// The context that the types and attributes are interned in.
    pub context: &'c Context,
    /// The body that is changed.
    pub body: &'a mut Body,
    /// Where operations are inserted. Without a point they are created, but not inserted.
    pub point: Option<Point>,
    /// The location of new operations.
    pub location: Location,
    /// Is told about changes.
    pub listener: L,
}

impl<'a, 'c> Rewriter<'a, 'c> {
    /// A rewriter that inserts operations with this location at `point`.
    pub fn at(context: &'c Context, body: &'a mut Body, point: Point, location: Location) -> Self {
        Self { context, body, point: Some(point), location, listener: () }
    }

    /// A rewriter that inserts operations before `op`, with its location.
    pub fn before(context: &'c Context, body: &'a mut Body, op: Op) -> Self {
        let location = body.op_location(op);
        Self::at(context, body, Point::Before(op), location)
    }
}

impl<'a, 'c, L: Listener> Rewriter<'a, 'c, L> {
    /// A rewriter without insertion point or location, which [`begin`](Self::begin) sets.
    pub fn new(context: &'c Context, body: &'a mut Body, listener: L) -> Self {
        Self { context, body, point: None, location: Location::unknown(context), listener }
    }

    /// Makes an operation and inserts it at the point: `b.create(llvm::Store::build(value, address))`.
    pub fn create(&mut self, new: impl Into<New>) -> Op {
        let state = new.into().state(self.context, self.body, self.location);
        self.insert(state)
    }

    /// Makes an operation with one result, and returns the result.
    pub fn create_value(&mut self, new: impl Into<New>) -> Value {
        let op = self.create(new);
        self.body.made_result(op)
    }

    /// A read-only view of an operation.
    pub fn op_ref(&self, op: Op) -> OpRef<'_> {
        OpRef::new(self.context, self.body, op)
    }

    /// Moves the insertion point before `op`, and takes its location for new operations.
    pub fn begin(&mut self, op: Op) {
        self.point = Some(Point::Before(op));
        self.location = self.body.op_location(op);
    }

    /// Creates an operation and inserts it at the insertion point.
    pub fn insert(&mut self, state: OpState) -> Op {
        let op = self.body.create_op(self.context, state);
        if let Some(point) = self.point {
            self.body.insert_op(point, op);
        }
        self.listener.inserted(self.body, op);
        op
    }

    /// Replaces `op` by a new operation, which takes over the discardable attributes, and for its results the names of those of
    /// `op`. Import keeps metadata of instructions in discardable attributes.
    ///
    /// # Panics
    /// As [`replace`](Self::replace).
    pub fn replace_by(&mut self, op: Op, new: impl Into<New>) -> Op {
        let new = self.create(new);
        self.body.set_attributes(new, self.body.attributes(op));
        let values: Vec<Value> = self.body.results(new).collect();
        let names: Vec<_> = self.body.results(op).map(|result| self.body.value_name(result)).collect();
        self.replace(op, &values);
        for (value, name) in values.into_iter().zip(names) {
            self.body.set_value_name(value, name);
        }
        new
    }

    /// Replaces the results of `op` by `values`, which keep their own names, and erases `op` with its attributes.
    /// [`replace_by`](Self::replace_by) keeps both.
    ///
    /// # Panics
    /// If `values` are not as many as the results, or a value defined in a region of `op` is used elsewhere.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        assert_eq!(self.body.results(op).len(), values.len(), "each result is replaced by a value");
        for (result, &value) in self.body.results(op).zip(values) {
            self.replace_all_uses(result, value);
        }
        self.erase(op);
    }

    /// Replaces all uses of `value` by `by`; the users are modified.
    pub fn replace_all_uses(&mut self, value: Value, by: Value) {
        if value != by {
            let users: Vec<Op> = self.body.users(value).collect();
            self.body.replace_all_uses(value, by);
            users.into_iter().for_each(|user| self.listener.modified(self.body, user));
        }
    }

    /// Erases `op` and everything nested in it, users before definitions.
    ///
    /// # Panics
    /// If a value defined by what is erased is used elsewhere.
    pub fn erase(&mut self, op: Op) {
        let mut ops = self.body.ops_within(op);
        ops.reverse();
        ops.push(op);
        for &op in &ops {
            self.listener.erased(self.body, op);
            self.body.remove_op(op);
        }
        self.body.assert_unused(&ops);
    }

    /// Moves `op` to `point`, as [`Body::move_to`].
    pub fn move_to(&mut self, op: Op, point: Point) {
        self.body.move_to(op, point);
    }
}

impl<'c, L: Listener> Builder<'c> for Rewriter<'_, 'c, L> {
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
        Rewriter::insert(self, state)
    }
}
