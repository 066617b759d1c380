//! Typed views: what the accessors that [`operations!`](super::macros) generates are made of.
//!
//! The type that a declaration generates has one parameter, its state. `Load<View>` is a view of a verified operation,
//! `Load<View<Unverified>>` one of an operation that may lack anything, `Load<Printed>` one of an operation that is printed, and
//! `Load<New>` an operation that is being built.

use std::marker::PhantomData;
use std::ops::Deref;

use super::{Holds, OpDef, Presence};
use crate::asm::{PrintedOp, Shown, Whole};
use crate::attributes::Attribute;
use crate::body::{Block, Body, OpRef, Region, Value};
use crate::context::{Context, OpName};

/// An operation that is viewed as what its declaration says. It dereferences to the operation: an [`OpRef`], or the [`PrintedOp`]
/// of a printer.
pub struct View<'a, A = Verified, O = OpRef<'a>> {
    op: O,
    /// The name of the operation whose declaration says what the parts are.
    declared: OpName,
    operands: &'a [Value],
    access: PhantomData<A>,
}

/// A view of an operation that is printed.
pub type Printed<'a> = View<'a, Unverified, PrintedOp<'a>>;

impl<'a, A> View<'a, A> {
    /// Views an operation.
    #[inline]
    pub fn new(op: OpRef<'a>) -> Self {
        Self::with_operands(op, op.operands())
    }

    /// Views an operation as if it had other operands, one for each of its own: those that a conversion replaces them by. MLIR:
    /// `OpAdaptor`.
    pub fn with_operands(op: OpRef<'a>, operands: &'a [Value]) -> Self {
        Self { op, declared: op.body.op_name(op.op), operands, access: PhantomData }
    }

    /// Views an operation of another name as one of `def`, whose parts it has.
    pub fn like(op: OpRef<'a>, def: &'static OpDef) -> Self {
        let declared = op.context.op_name_of_two(def.name, "");
        Self { op, declared, operands: op.operands(), access: PhantomData }
    }

    /// The body that holds the regions, and the regions from the one that is declared at `index`. For generated code.
    pub fn regions_from(self, index: usize) -> (&'a Body, &'a [Region]) {
        let (body, regions) = self.op.body.regions(self.op.op);
        (body, regions.get(index..).unwrap_or_default())
    }
}

impl<'a> View<'a, Unverified, PrintedOp<'a>> {
    /// Views an operation that is printed.
    pub fn printed(op: PrintedOp<'a>) -> Self {
        let View { declared, operands, .. } = View::<Unverified>::new(op.whole());
        Self { op, declared, operands, access: PhantomData }
    }
}

impl<'a, A, O: Shown<'a>> View<'a, A, O> {
    /// Owner of the interned data.
    #[inline]
    pub fn context(self) -> &'a Context {
        self.op.whole().context
    }

    #[inline]
    fn def(self) -> Option<&'static OpDef> {
        self.context().op_name_data(self.declared).def
    }

    #[inline]
    fn field_attribute(self, index: usize) -> Option<Attribute> {
        let name = *self.context().facts(self.declared).attributes.get(index)?;
        self.op.whole().property_named(name)
    }

    fn declared_default(self, index: usize) -> Option<Attribute> {
        let decl = self.def()?.attributes.get(index)?;
        let (Presence::Default(text) | Presence::Implied(text)) = decl.presence else { return None };
        super::default_value(self.context(), decl.class, text)
    }
}

/// Lookups by the position of a part in its declaration. For generated code.
impl<'a, A, O: Shown<'a>> View<'a, A, O> {
    /// The operands of the group that is declared at `index`; empty if the operation has too few.
    #[inline]
    pub fn operand_group_at(self, index: usize) -> &'a [Value] {
        let op = self.op.whole();
        let sizes = self.context().common.operand_segment_sizes;
        let def = self.def();
        let range = def.and_then(|def| op.group_at(def.operands, index, self.operands.len(), sizes));
        range.and_then(|range| self.operands.get(range)).unwrap_or_default()
    }

    /// The inherent attribute that is declared at `index`, if it is set and holds what `H` says.
    #[inline]
    pub fn field<H: Holds + ?Sized>(self, index: usize) -> Option<H::Read<'a>> {
        H::read(self.context(), self.field_attribute(index)?)
    }

    /// Like [`field`](Self::field); the declared default if the attribute is not set.
    pub fn field_or_default<H: Holds + ?Sized>(self, index: usize) -> Option<H::Read<'a>> {
        let value = self.field_attribute(index).or_else(|| self.declared_default(index));
        H::read(self.context(), value?)
    }

    /// Whether the inherent attribute that is declared at `index` is set.
    #[inline]
    pub fn field_is_set(self, index: usize) -> bool {
        self.field_attribute(index).is_some()
    }

    /// The discardable attribute `name`, if it is set.
    #[inline(always)]
    pub fn attribute(self, name: &'static str) -> Option<Attribute> {
        self.op.whole().attribute(name)
    }

    /// The results of the group that is declared at `index`; none if the operation has too few.
    pub fn result_group_at(self, index: usize) -> impl ExactSizeIterator<Item = Value> + Clone + use<A, O> {
        result_group(self.op.whole(), self.def(), index)
    }

    /// The successors of the group that is declared at `index`.
    pub fn successor_group_at(self, index: usize) -> &'a [Block] {
        let successors = self.op.whole().successors();
        let Some(decl) = self.def().and_then(|def| def.successors.get(index)) else { return &[] };
        // At most one group of successors is variadic, and it is the last one.
        let end = if decl.variadic { successors.len() } else { index + 1 };
        successors.get(index..end).unwrap_or_default()
    }
}

impl<'a, A: Access, O: Shown<'a>> View<'a, A, O> {
    /// A required part, called `name`, that was looked up. For generated code.
    #[inline]
    pub fn required<T>(self, part: Option<T>, name: &'static str) -> A::Required<T> {
        A::required(self.op.whole(), part, name)
    }
}

impl<'a, A> From<OpRef<'a>> for View<'a, A> {
    #[inline]
    fn from(op: OpRef<'a>) -> Self {
        Self::new(op)
    }
}

impl<A, O: Copy> Clone for View<'_, A, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, A, O: Shown<'a>> std::fmt::Debug for View<'a, A, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.op.whole().name())
    }
}

impl<A, O: Copy> Copy for View<'_, A, O> {}

impl<A, O> Deref for View<'_, A, O> {
    type Target = O;

    fn deref(&self) -> &O {
        &self.op
    }
}

/// Whether what a declaration requires is known to be there.
pub trait Access {
    /// What an accessor of a required part returns: `T`, or `Option<T>` if the operation may lack it.
    type Required<T>;

    /// A required part of `op`, called `name`, that was looked up.
    fn required<T>(op: OpRef<'_>, part: Option<T>, name: &'static str) -> Self::Required<T>;
}

/// The operation has been verified: what its declaration requires is there.
#[derive(Debug)]
pub struct Verified;

/// The operation has not been verified: what its declaration requires may be missing or of another kind.
#[derive(Debug)]
pub struct Unverified;

impl Access for Verified {
    type Required<T> = T;

    #[inline]
    fn required<T>(op: OpRef<'_>, part: Option<T>, name: &'static str) -> T {
        match part {
            Some(part) => part,
            None => missing(op, name),
        }
    }
}

impl Access for Unverified {
    type Required<T> = Option<T>;

    #[inline]
    fn required<T>(_: OpRef<'_>, part: Option<T>, _: &'static str) -> Option<T> {
        part
    }
}

/// What the functions that a declaration names take: an operation, or the typed view of it. `Op` is [`OpRef`] or, for printers,
/// [`PrintedOp`].
pub trait Subject<Op> {
    /// An operation of the declaration that names the function.
    fn of(op: Op) -> Self;
}

impl<Op> Subject<Op> for Op {
    #[inline]
    fn of(op: Op) -> Self {
        op
    }
}

/// The results of the group at `index` in the declaration.
fn result_group(
    op: OpRef<'_>,
    def: Option<&OpDef>,
    index: usize,
) -> impl ExactSizeIterator<Item = Value> + Clone + use<> {
    let results = op.body.results(op.op);
    let sizes = op.context.common.result_segment_sizes;
    let range = def.and_then(|def| op.group_at(def.results, index, results.len(), sizes)).unwrap_or_default();
    results.skip(range.start).take(range.len())
}

#[cold]
fn missing(op: OpRef<'_>, name: &'static str) -> ! {
    panic!("`{}` has no valid `{name}`: only verified operations can be viewed as what they are", op.name())
}

impl<'a> OpRef<'a> {
    /// The operands of the group that is declared at `index`; empty if the operation has too few.
    #[inline]
    pub fn operand_group_at(self, index: usize) -> &'a [Value] {
        View::<Unverified>::new(self).operand_group_at(index)
    }

    /// The results of the group that is declared at `index`; none if the operation has too few.
    pub fn result_group_at(self, index: usize) -> impl ExactSizeIterator<Item = Value> + Clone + use<> {
        result_group(self, self.def(), index)
    }

    /// The successors of the group that is declared at `index`.
    pub fn successor_group_at(self, index: usize) -> &'a [Block] {
        View::<Unverified>::new(self).successor_group_at(index)
    }
}

#[cfg(test)]
mod tests {
    use crate::declare::{New, View};
    use crate::test_dialect::{Add, CondBr, Constant, Icmp, context};
    use crate::{Attribute, Body, Location, OpRef};

    #[test]
    fn what_is_built_is_viewed() {
        let c = context();
        let (mut body, block) = Body::with_block();
        let location = Location::unknown(&c);
        let one = Attribute::integer(&c, c.common.i32, 1);
        let mut add = |new: New| {
            let op = body.create_op(&c, new.state(&c, &body, location));
            body.append_op(block, op);
            op
        };
        let constant = add(Constant::build(one, c.common.i32).into());
        let value = body.made_result(constant);
        let mut add = |new: New| {
            let op = body.create_op(&c, new.state(&c, &body, location));
            body.append_op(block, op);
            op
        };
        let sum = add(Add::build(value, value).into());
        let compared = add(Icmp::build(value, value, c.ident("slt"), c.common.i1).into());
        let condition = body.made_result(compared);
        let branch = CondBr::build(condition, &[value], &[value, value], block, block);
        let branch = body.create_op(&c, New::from(branch).state(&c, &body, location));

        let view = |op| OpRef::new(&c, &body, op);
        assert!(Add::of(view(constant)).is_none());
        assert_eq!(Constant::of(view(constant)).map(|constant| constant.value()), Some(one));
        let add = Add::of(view(sum)).unwrap();
        assert_eq!((add.lhs(), add.rhs(), Some(add.res())), (value, value, body.result(sum)));
        assert_eq!(Icmp::of(view(compared)).map(|icmp| c.str(icmp.predicate())), Some("slt"));
        let branch = CondBr::of(view(branch)).unwrap();
        assert_eq!(branch.condition(), condition);
        assert_eq!((branch.trueDestOperands().len(), branch.falseDestOperands().len()), (1, 2));
        assert_eq!(branch.falseDest(), block);
    }

    #[test]
    fn an_operation_of_another_name_can_have_the_parts_of_a_declared_one() {
        let c = context();
        let mut body = Body::new();
        let mut state =
            New::from(Icmp::start().predicate(c.ident("slt"))).state(&c, &body, Location::unknown(&c));
        state.name = c.op_name("other.icmp");
        let op = body.create_op(&c, state);
        let icmp = OpRef::new(&c, &body, op);
        assert!(Icmp::unverified(icmp).is_none());
        assert_eq!(Icmp::like(icmp).predicate().map(|predicate| c.str(predicate)), Some("slt"));
        assert_eq!(Icmp::like(icmp).lhs(), None);
    }

    #[test]
    fn what_is_missing_is_none_before_verification() {
        let c = context();
        let mut body = Body::new();
        let op = body.create_op(&c, New::of(Icmp::DEF).state(&c, &body, Location::unknown(&c)));
        let icmp = Icmp::unverified(OpRef::new(&c, &body, op)).unwrap();
        assert_eq!((icmp.predicate(), icmp.lhs(), icmp.res()), (None, None, None));
    }

    #[test]
    #[should_panic(expected = "`test.icmp` has no valid `predicate`")]
    fn what_is_missing_is_loud_after_verification() {
        let c = context();
        let mut body = Body::new();
        let op = body.create_op(&c, New::of(Icmp::DEF).state(&c, &body, Location::unknown(&c)));
        Icmp(View::<super::Verified>::new(OpRef::new(&c, &body, op))).predicate();
    }
}
