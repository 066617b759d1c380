//! Folders of `arith`. Source: MLIR's `ArithOps.cpp`.

use tern_mlir::attributes::splat;
use tern_mlir::fold::integers::{Binary, Int, Table, constant, operands_of, value};
use tern_mlir::fold::{Folded, Folds, InPlace, constant_value};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Op, OpRef, Type, TypeKind, Value};

use super::float_folds;
use crate::arith;
use crate::arith::CmpIPredicate;

type Results = Option<Vec<Folded>>;

/// The folders of the dialect.
pub(super) static FOLDS: Folds =
    Folds { operations: INTEGERS, more: &[float_folds::FLOATS], in_place, constant: make };

fn make<'c>(b: &mut (dyn Builder<'c> + '_), attribute: Attribute, ty: Type) -> Option<Value> {
    (attribute.value_type(b.context()) == Some(ty))
        .then(|| b.create_new_value(arith::Constant::build(attribute, ty).into()))
}

const INTEGERS: Table = &[
    (arith::AddI::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return value(it.lhs);
        }
        // (a - b) + b, b + (a - b)
        for (difference, other) in [(it.lhs, it.rhs), (it.rhs, it.lhs)] {
            if let Some(&[a, b]) = operands_of(op, difference, arith::SubI::NAME)
                && b == other
            {
                return value(a);
            }
        }
        it.compute(op.context, |a, b| Some(a.bits.wrapping_add(b.bits)))
    }),
    (arith::SubI::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.lhs == it.rhs {
            return zero(op);
        }
        if it.rhs_is(Int::is_zero) {
            return value(it.lhs);
        }
        // (a + b) - b, (a + b) - a
        if let Some(&[a, b]) = operands_of(op, it.lhs, arith::AddI::NAME) {
            if b == it.rhs {
                return value(a);
            }
            if a == it.rhs {
                return value(b);
            }
        }
        it.compute(op.context, |a, b| Some(a.bits.wrapping_sub(b.bits)))
    }),
    (arith::MulI::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return value(it.rhs);
        }
        if it.rhs_is(Int::is_one) {
            return value(it.lhs);
        }
        it.compute(op.context, |a, b| Some(a.bits.wrapping_mul(b.bits)))
    }),
    (arith::DivUI::NAME, |op, c| divide(op, c, |a, b| a.bits.checked_div(b.bits))),
    (arith::DivSI::NAME, |op, c| divide(op, c, |a, b| signed_division(a, b, |q, _| q))),
    (arith::CeilDivUI::NAME, |op, c| divide(op, c, |a, b| (!b.is_zero()).then(|| a.bits.div_ceil(b.bits)))),
    (arith::CeilDivSI::NAME, |op, c| {
        divide(op, c, |a, b| signed_division(a, b, |q, same_sign| if same_sign { q + 1 } else { q }))
    }),
    (arith::FloorDivSI::NAME, |op, c| {
        divide(op, c, |a, b| signed_division(a, b, |q, same_sign| if same_sign { q } else { q - 1 }))
    }),
    (arith::RemUI::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_one) {
            return zero(op);
        }
        it.compute(op.context, |a, b| a.bits.checked_rem(b.bits))
    }),
    (arith::RemSI::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_one) {
            return zero(op);
        }
        it.compute(op.context, |a, b| a.signed().checked_rem(b.signed()).map(i64::cast_unsigned))
    }),
    (arith::AndI::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return value(it.rhs);
        }
        if it.rhs_is(Int::is_all_ones) || it.lhs == it.rhs {
            return value(it.lhs);
        }
        it.compute(op.context, |a, b| Some(a.bits & b.bits))
    }),
    (arith::OrI::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return value(it.lhs);
        }
        if let (Some(rhs), Some(attribute)) = (it.rhs_int, c[1])
            && rhs.is_all_ones()
        {
            return constant(attribute);
        }
        if it.lhs == it.rhs {
            return value(it.lhs);
        }
        it.compute(op.context, |a, b| Some(a.bits | b.bits))
    }),
    (arith::XOrI::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return value(it.lhs);
        }
        if it.lhs == it.rhs {
            return zero(op);
        }
        // (a ^ b) ^ b, (a ^ b) ^ a
        if let Some(&[a, b]) = operands_of(op, it.lhs, arith::XOrI::NAME) {
            if b == it.rhs {
                return value(a);
            }
            if a == it.rhs {
                return value(b);
            }
        }
        it.compute(op.context, |a, b| Some(a.bits ^ b.bits))
    }),
    (arith::ShLI::NAME, |op, c| shift(op, c, |a, by| a.bits << by)),
    (arith::ShRUI::NAME, |op, c| shift(op, c, |a, by| a.bits >> by)),
    (arith::ShRSI::NAME, |op, c| shift(op, c, |a, by| (a.signed() >> by).cast_unsigned())),
    (arith::MaxSI::NAME, |op, c| {
        limit(op, c, Int::is_signed_max, Int::is_signed_min, |a, b| a.signed() > b.signed())
    }),
    (arith::MinSI::NAME, |op, c| {
        limit(op, c, Int::is_signed_min, Int::is_signed_max, |a, b| a.signed() < b.signed())
    }),
    (arith::MaxUI::NAME, |op, c| limit(op, c, Int::is_all_ones, Int::is_zero, |a, b| a.bits > b.bits)),
    (arith::MinUI::NAME, |op, c| limit(op, c, Int::is_zero, Int::is_all_ones, |a, b| a.bits < b.bits)),
    (arith::AddUIExtended::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        let overflow = op.body.results(op.op).nth(1).map(|overflow| op.type_of(overflow))?;
        if it.rhs_is(Int::is_zero) {
            return Some(vec![Folded::Value(it.lhs), Folded::Constant(splat(op.context, overflow, 0))]);
        }
        let (a, b) = (it.lhs_int?, it.rhs_int?);
        let sum = u128::from(a.bits) + u128::from(b.bits);
        let carry = splat(op.context, overflow, i64::from(sum >> a.width != 0));
        Some(vec![Folded::Constant(a.like(op.context, sum as u64)), Folded::Constant(carry)])
    }),
    (arith::MulSIExtended::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return Some(vec![Folded::Constant(c[1]?), Folded::Constant(c[1]?)]);
        }
        let (a, b) = (it.lhs_int?, it.rhs_int?);
        Some(halves(op, a, i128::from(a.signed()) * i128::from(b.signed())))
    }),
    (arith::MulUIExtended::NAME, |op, c| {
        let it = Binary::of(op, c)?;
        if it.rhs_is(Int::is_zero) {
            return Some(vec![Folded::Constant(c[1]?), Folded::Constant(c[1]?)]);
        }
        if let (Some(one), true) = (it.rhs_int, it.rhs_is(Int::is_one)) {
            let zero = one.like(op.context, 0);
            return Some(vec![Folded::Value(it.lhs), Folded::Constant(zero)]);
        }
        let (a, b) = (it.lhs_int?, it.rhs_int?);
        Some(halves(op, a, (u128::from(a.bits) * u128::from(b.bits)).cast_signed()))
    }),
    (arith::CmpI::NAME, compare),
    (arith::Select::NAME, select),
    (arith::ExtSI::NAME, |op, c| convert(op, c, |a, _| a.signed().cast_unsigned())),
    (arith::ExtUI::NAME, |op, c| convert(op, c, |a, _| a.bits)),
    (arith::TruncI::NAME, |op, c| {
        let &[operand] = op.operands() else { return None };
        for extension in [arith::ExtSI::NAME, arith::ExtUI::NAME] {
            if let Some(&[source]) = operands_of(op, operand, extension)
                && op.result().is_some_and(|result| op.type_of(result) == op.type_of(source))
            {
                return value(source);
            }
        }
        convert(op, c, |a, _| a.bits)
    }),
    (arith::IndexCast::NAME, |op, c| convert(op, c, |a, _| a.signed().cast_unsigned())),
    (arith::IndexCastUI::NAME, |op, c| convert(op, c, |a, _| a.bits)),
];

/// The lower and the upper half of a product; `factor` gives the width and the type.
fn halves(op: OpRef<'_>, factor: Int, product: i128) -> Vec<Folded> {
    let half = |bits: i128| Folded::Constant(factor.like(op.context, bits as u64));
    vec![half(product), half(product >> factor.width)]
}

/// Zero in the type of the result, if that has a static shape.
fn zero(op: OpRef<'_>) -> Results {
    let ty = op.type_of(op.result()?);
    let is_static = ty.shaped_element(op.context).is_none()
        || ty.shape(op.context).is_some_and(|shape| !shape.contains(&tern_mlir::types::DYNAMIC));
    constant(is_static.then(|| splat(op.context, ty, 0))?)
}

fn divide(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    compute: impl Fn(Int, Int) -> Option<u64>,
) -> Results {
    let it = Binary::of(op, constants)?;
    if it.rhs_is(Int::is_one) {
        return value(it.lhs);
    }
    it.compute(op.context, compute)
}

/// Divides signed numbers. If there is a remainder, `round` adjusts the quotient; it is told whether both signs are the same.
/// `None` for a division by zero or an overflow.
fn signed_division(a: Int, b: Int, round: fn(i64, bool) -> i64) -> Option<u64> {
    let (n, m) = (a.signed(), b.signed());
    if m == 0 || a.is_signed_min() && m == -1 {
        return None;
    }
    let quotient = if n % m == 0 { n / m } else { round(n / m, (n < 0) == (m < 0)) };
    Some(quotient.cast_unsigned())
}

fn shift(op: OpRef<'_>, constants: &[Option<Attribute>], compute: fn(Int, u64) -> u64) -> Results {
    let it = Binary::of(op, constants)?;
    if it.rhs_is(Int::is_zero) {
        return value(it.lhs);
    }
    it.compute(op.context, |a, b| (b.bits < u64::from(a.width)).then(|| compute(a, b.bits)))
}

/// Folds a minimum or maximum. `absorbing` is the result whatever the other operand is; `neutral` leaves the other operand
/// unchanged.
fn limit(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    absorbing: fn(Int) -> bool,
    neutral: fn(Int) -> bool,
    first_wins: fn(Int, Int) -> bool,
) -> Results {
    let it = Binary::of(op, constants)?;
    if it.lhs == it.rhs {
        return value(it.lhs);
    }
    if it.rhs_is(absorbing) {
        return value(it.rhs);
    }
    if it.rhs_is(neutral) {
        return value(it.lhs);
    }
    it.compute(op.context, |a, b| Some(if first_wins(a, b) { a.bits } else { b.bits }))
}

fn compare(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    use CmpIPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let it = Binary::of(op, constants)?;
    let predicate = arith::CmpI::of(op)?.predicate();
    let ty = op.type_of(op.result()?);
    let is_static = ty.shaped_element(op.context).is_none() || ty.shape(op.context).is_some();
    let answer = |holds: bool| constant(is_static.then(|| splat(op.context, ty, i64::from(holds)))?);
    if it.lhs == it.rhs {
        return answer(matches!(predicate, Eq | Sle | Sge | Ule | Uge));
    }
    // An i1 compared with a constant, or its extension compared with one.
    let is_bool = |value: Value| op.type_of(value).element_or_self(op.context) == op.context.common.i1;
    if let Some(rhs) = it.rhs_int {
        for extension in [arith::ExtSI::NAME, arith::ExtUI::NAME] {
            if let Some(&[source]) = operands_of(op, it.lhs, extension)
                && rhs.is_zero()
                && predicate == Ne
                && is_bool(source)
            {
                return value(source);
            }
        }
        if is_bool(it.lhs) && (predicate == Eq && rhs.is_one() || predicate == Ne && rhs.is_zero()) {
            return value(it.lhs);
        }
    }
    let (a, b) = (it.lhs_int?, it.rhs_int?);
    answer(match predicate {
        Eq => a.bits == b.bits,
        Ne => a.bits != b.bits,
        Slt => a.signed() < b.signed(),
        Sle => a.signed() <= b.signed(),
        Sgt => a.signed() > b.signed(),
        Sge => a.signed() >= b.signed(),
        Ult => a.bits < b.bits,
        Ule => a.bits <= b.bits,
        Ugt => a.bits > b.bits,
        Uge => a.bits >= b.bits,
    })
}

fn select(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let &[condition, yes, no] = op.operands() else { return None };
    let int = |index: usize| Int::of(op.context, constants.get(index).copied()??);
    if yes == no {
        return value(yes);
    }
    if let Some(condition) = int(0) {
        return value(if condition.is_zero() { no } else { yes });
    }
    let is_bool = op.type_of(yes) == op.context.common.i1;
    if is_bool && int(1).is_some_and(Int::is_one) && int(2).is_some_and(Int::is_zero) {
        return value(condition);
    }
    // a == b ? a : b is b, a != b ? a : b is a.
    let tern_mlir::ValueDef::Result(comparison, 0) = op.body.value_def(condition) else { return None };
    let comparison = arith::CmpI::of(OpRef::new(op.context, op.body, comparison))?;
    let (a, b) = (comparison.lhs(), comparison.rhs());
    if !(a == yes && b == no || a == no && b == yes) {
        return None;
    }
    match comparison.predicate() {
        CmpIPredicate::Eq => value(no),
        CmpIPredicate::Ne => value(yes),
        _ => None,
    }
}

/// Converts a constant to the type of the result.
fn convert(op: OpRef<'_>, constants: &[Option<Attribute>], compute: fn(Int, Type) -> u64) -> Results {
    let context = op.context;
    let from = Int::of(context, (*constants.first()?)?)?;
    let ty = op.type_of(op.result()?);
    let element = ty.element_or_self(context);
    let fits = match element.kind(context) {
        TypeKind::Index => true,
        _ => element.integer_width(context).is_some_and(|width| (1..=64).contains(&width)),
    };
    let bits = compute(from, ty);
    constant(fits.then(|| splat(context, ty, bits.cast_signed()))?)
}

/// Moves the constant operand of `arith.cmpi` to the right.
fn in_place<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    use CmpIPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    let original = OpRef::new(b.context(), b.body(), op);
    let Some(compare) = arith::CmpI::of(original) else { return false };
    let (lhs, rhs, predicate) = (compare.lhs(), compare.rhs(), compare.predicate());
    if constant_value(original, lhs).is_none() || constant_value(original, rhs).is_some() {
        return false;
    }
    let swapped = match predicate {
        Eq => Eq,
        Ne => Ne,
        Slt => Sgt,
        Sle => Sge,
        Sgt => Slt,
        Sge => Sle,
        Ult => Ugt,
        Ule => Uge,
        Ugt => Ult,
        Uge => Ule,
    };
    let context = b.context();
    let swapped = Attribute::integer(context, context.common.i64, swapped.value() as i64);
    let mut properties = b.body().properties(op).as_dictionary(context).unwrap_or_default().to_vec();
    for entry in properties.iter_mut().filter(|entry| context.str(entry.name) == "predicate") {
        entry.value = swapped;
    }
    let properties = Attribute::dictionary(context, properties);
    b.set_properties(op, properties);
    b.set_operands(op, &[rhs, lhs]);
    true
}
