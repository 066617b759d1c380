//! Helpers for folders of operations on integers, including `index` and splats of vectors and tensors.

use super::{Fold, Folded};
use crate::attributes::{AttrKind, Attribute, splat};
use crate::body::{OpRef, Value};
use crate::context::Context;
use crate::int::sign_extend;
use crate::types::{Type, TypeKind};

/// An integer of at most 64 bits, or a splat of one.
#[derive(Clone, Copy)]
pub struct Int {
    ty: Type,
    /// The bits, zero-extended.
    pub bits: u64,
    /// The width of the type in bits, from 1 to 64; `index` has 64.
    pub width: u32,
}

impl Int {
    /// The integer value of an attribute, if it has one.
    pub fn of(context: &Context, attribute: Attribute) -> Option<Self> {
        let width = |ty: Type| match ty.kind(context) {
            TypeKind::Index => Some(64),
            _ => ty.integer_width(context),
        };
        let (ty, bits, width) = match attribute.kind(context) {
            AttrKind::Integer { ty, value } => (*ty, value.as_u64()?, width(*ty)?),
            AttrKind::DenseElements { ty, data, splat: true } => {
                let width = width(ty.shaped_element(context)?)?;
                let mut bytes = [0; 8];
                bytes.get_mut(..data.len())?.copy_from_slice(data);
                (*ty, u64::from_le_bytes(bytes), width)
            }
            _ => return None,
        };
        (1..=64).contains(&width).then_some(Self { ty, bits, width })
    }

    /// The value, read as signed.
    pub fn signed(self) -> i64 {
        sign_extend(self.bits, self.width)
    }

    /// Whether the value is 0.
    pub fn is_zero(self) -> bool {
        self.bits == 0
    }

    /// Whether the value is 1.
    pub fn is_one(self) -> bool {
        self.bits == 1
    }

    /// Whether all bits are set.
    pub fn is_all_ones(self) -> bool {
        self.signed() == -1
    }

    /// Whether it is the smallest signed number of its width.
    pub fn is_signed_min(self) -> bool {
        self.signed() == i64::MIN >> (64 - self.width)
    }

    /// Whether it is the largest signed number of its width.
    pub fn is_signed_max(self) -> bool {
        self.signed() == i64::MAX >> (64 - self.width)
    }

    /// An attribute of the same type with the value `bits`.
    pub fn like(self, context: &Context, bits: u64) -> Attribute {
        splat(context, self.ty, sign_extend(bits, self.width))
    }
}

/// The fold result for an existing value.
pub fn value(value: Value) -> Option<Vec<Folded>> {
    Some(vec![Folded::Value(value)])
}

/// The fold result for a constant.
pub fn constant(attribute: Attribute) -> Option<Vec<Folded>> {
    Some(vec![Folded::Constant(attribute)])
}

/// The two operands of a binary operation, with their values if they are constants.
pub struct Binary {
    /// The left operand.
    pub lhs: Value,
    /// The right operand.
    pub rhs: Value,
    /// The value of the left operand, if it is a constant.
    pub lhs_int: Option<Int>,
    /// The value of the right operand, if it is a constant.
    pub rhs_int: Option<Int>,
}

impl Binary {
    /// `None` if the operation does not have two operands.
    pub fn of(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<Self> {
        let (&[lhs, rhs], &[lhs_constant, rhs_constant]) = (op.operands(), constants) else { return None };
        let int = |constant: Option<Attribute>| Int::of(op.context, constant?);
        Some(Self { lhs, rhs, lhs_int: int(lhs_constant), rhs_int: int(rhs_constant) })
    }

    /// Whether the right operand is a constant that satisfies `is`.
    pub fn rhs_is(&self, is: fn(Int) -> bool) -> bool {
        self.rhs_int.is_some_and(is)
    }

    /// Folds two constants to the constant that `compute` returns.
    pub fn compute(
        &self,
        context: &Context,
        compute: impl Fn(Int, Int) -> Option<u64>,
    ) -> Option<Vec<Folded>> {
        let (lhs, rhs) = (self.lhs_int?, self.rhs_int?);
        constant(lhs.like(context, compute(lhs, rhs)?))
    }
}

/// The operands of the definition of `value`, if that is an operation named `name`.
pub fn operands_of<'a>(op: OpRef<'a>, value: Value, name: &str) -> Option<&'a [Value]> {
    op.definition(value).filter(|definition| definition.name() == name).map(OpRef::operands)
}

/// A table of folders by full operation name.
pub type Table = &'static [(&'static str, Fold)];
