//! Typed views: what the accessors that [`operations!`](super::macros) generates are made of.
//!
//! The type that a declaration generates has one parameter, its state. `Load<View>` is a view of a verified operation,
//! `Load<View<Unverified>>` one of an operation that may lack anything, and `Load<New>` an operation that is being built.

use std::marker::PhantomData;
use std::ops::Deref;

use super::{Holds, Presence};
use crate::attributes::Attribute;
use crate::body::{Block, Body, OpRef, Region, Value};

/// An operation that is viewed as what its declaration says.
pub struct View<'a, A = Verified> {
    op: OpRef<'a>,
    operands: &'a [Value],
    access: PhantomData<A>,
}

impl<'a, A> View<'a, A> {
    /// Views an operation.
    #[inline]
    pub fn new(op: OpRef<'a>) -> Self {
        Self::with_operands(op, op.operands())
    }

    /// Views an operation as if it had other operands, one for each of its own: those that a conversion replaces them by. MLIR:
    /// `OpAdaptor`.
    pub fn with_operands(op: OpRef<'a>, operands: &'a [Value]) -> Self {
        Self { op, operands, access: PhantomData }
    }

    /// The operands of the group that is declared at `index`; empty if the operation has too few.
    #[inline]
    pub fn operand_group_at(self, index: usize) -> &'a [Value] {
        let range = self.op.operand_range_at(index);
        range.and_then(|range| self.operands.get(range)).unwrap_or_default()
    }
}

impl<'a, A> From<OpRef<'a>> for View<'a, A> {
    #[inline]
    fn from(op: OpRef<'a>) -> Self {
        Self::new(op)
    }
}

impl<A> Clone for View<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> std::fmt::Debug for View<'_, A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.op.name())
    }
}

impl<A> Copy for View<'_, A> {}

impl<'a, A> Deref for View<'a, A> {
    type Target = OpRef<'a>;

    fn deref(&self) -> &OpRef<'a> {
        &self.op
    }
}

/// What the functions that a declaration names take: its operation, or the typed view of it.
pub trait Subject<'a> {
    /// An operation of the declaration that names the function.
    fn of(op: OpRef<'a>) -> Self;
}

impl<'a> Subject<'a> for OpRef<'a> {
    #[inline]
    fn of(op: Self) -> Self {
        op
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

#[cold]
fn missing(op: OpRef<'_>, name: &'static str) -> ! {
    panic!("`{}` has no valid `{name}`: only verified operations can be viewed as what they are", op.name())
}

/// Lookups by the position of a part in its declaration. For generated code.
impl<'a> OpRef<'a> {
    /// The inherent attribute that is declared at `index`, if it is set and holds what `H` says.
    #[inline]
    pub fn field<H: Holds + ?Sized>(self, index: usize) -> Option<H::Read<'a>> {
        let name = *self.facts().attributes.get(index)?;
        H::read(self.context, self.property_named(name)?)
    }

    /// Like [`field`](Self::field); the declared default if the attribute is not set.
    pub fn field_or_default<H: Holds + ?Sized>(self, index: usize) -> Option<H::Read<'a>> {
        let name = *self.facts().attributes.get(index)?;
        let value = self.property_named(name).or_else(|| self.declared_default(index));
        H::read(self.context, value?)
    }

    /// Whether the inherent attribute that is declared at `index` is set.
    #[inline]
    pub fn field_is_set(self, index: usize) -> bool {
        self.facts().attributes.get(index).is_some_and(|&name| self.property_named(name).is_some())
    }

    fn declared_default(self, index: usize) -> Option<Attribute> {
        let decl = self.def()?.attributes.get(index)?;
        let (Presence::Default(text) | Presence::Implied(text)) = decl.presence else { return None };
        super::default_value(self.context, decl.class, text)
    }

    /// The operands of the group that is declared at `index`; empty if the operation has too few.
    #[inline]
    pub fn operand_group_at(self, index: usize) -> &'a [Value] {
        self.operand_range_at(index).and_then(|range| self.operands().get(range)).unwrap_or_default()
    }

    fn operand_range_at(self, index: usize) -> Option<std::ops::Range<usize>> {
        let sizes = self.context.common.operand_segment_sizes;
        self.group_at(self.def()?.operands, index, self.operands().len(), sizes)
    }

    /// The results of the group that is declared at `index`; none if the operation has too few.
    pub fn result_group_at(self, index: usize) -> impl ExactSizeIterator<Item = Value> + Clone + use<> {
        let results = self.body.results(self.op);
        let sizes = self.context.common.result_segment_sizes;
        let range = self.def().and_then(|def| self.group_at(def.results, index, results.len(), sizes));
        let range = range.unwrap_or_default();
        results.skip(range.start).take(range.len())
    }

    /// The successors of the group that is declared at `index`.
    pub fn successor_group_at(self, index: usize) -> &'a [Block] {
        let successors = self.successors();
        let Some(decl) = self.def().and_then(|def| def.successors.get(index)) else { return &[] };
        // At most one group of successors is variadic, and it is the last one.
        let end = if decl.variadic { successors.len() } else { index + 1 };
        successors.get(index..end).unwrap_or_default()
    }

    /// The body that holds the regions, and the regions from the one that is declared at `index`.
    pub fn regions_from(self, index: usize) -> (&'a Body, &'a [Region]) {
        let (body, regions) = self.body.regions(self.op);
        (body, regions.get(index..).unwrap_or_default())
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
    fn what_is_missing_is_none_before_verification() {
        let c = context();
        let mut body = Body::new();
        let op = body.create_op(&c, New::new(Icmp::DEF).state(&c, &body, Location::unknown(&c)));
        let icmp = Icmp::unverified(OpRef::new(&c, &body, op)).unwrap();
        assert_eq!((icmp.predicate(), icmp.lhs(), icmp.res()), (None, None, None));
    }

    #[test]
    #[should_panic(expected = "`test.icmp` has no valid `predicate`")]
    fn what_is_missing_is_loud_after_verification() {
        let c = context();
        let mut body = Body::new();
        let op = body.create_op(&c, New::new(Icmp::DEF).state(&c, &body, Location::unknown(&c)));
        Icmp(View::<super::Verified>::new(OpRef::new(&c, &body, op))).predicate();
    }
}
