//! What is known of the results of intrinsics on integers. Source: LangRef, Bit Manipulation Intrinsics, Standard C/C++ Library
//! Intrinsics, Arithmetic with Overflow, Saturation Arithmetic.

use tern_llvm_ir::instruction::{BinaryOp, Flags, IntPredicate};

use super::arithmetic::{binary, compare, where_holds};
use super::domain::Known;
use crate::integers::{Integer, mask};

/// What is known of the result of the intrinsic `llvm.NAME`, whose arguments are these as far as they are integers. `None` if it is always
/// poison.
pub(super) fn result(name: &str, args: &[Option<Known>], width: u32) -> Option<Known> {
    let nothing = Known::nothing(width)?;
    let same = |at: usize| args.get(at).copied().flatten().filter(|it| it.width() == width);
    let Some(a) = same(0) else { return Some(nothing) };
    match (name, same(1)) {
        ("umax", Some(b)) => choice(IntPredicate::Uge, a, b),
        ("umin", Some(b)) => choice(IntPredicate::Ule, a, b),
        ("smax", Some(b)) => choice(IntPredicate::Sge, a, b),
        ("smin", Some(b)) => choice(IntPredicate::Sle, a, b),
        ("uadd.sat", Some(b)) => saturating(BinaryOp::Add, Flags::NUW, a, b, (u128::MAX, u128::MAX)),
        ("usub.sat", Some(b)) => saturating(BinaryOp::Sub, Flags::NUW, a, b, (0, 0)),
        ("sadd.sat", Some(b)) => saturating(BinaryOp::Add, Flags::NSW, a, b, signed_limits(nothing)),
        ("ssub.sat", Some(b)) => saturating(BinaryOp::Sub, Flags::NSW, a, b, signed_limits(nothing)),
        ("abs", _) => absolute(nothing, a, args.get(1).copied().flatten()),
        ("ctpop", _) => {
            let (least, most) = (a.ones().count_ones(), width - a.zeros().count_ones());
            nothing.with_unsigned(least.into(), most.into())
        }
        ("ctlz", _) => {
            let a = counted(a, args.get(1).copied().flatten())?;
            let unused = 128 - width;
            let (low, high) = a.unsigned();
            let bounds = [high, low].map(|bits| u128::from((bits.leading_zeros() - unused).min(width)));
            nothing.with_unsigned(bounds[0], bounds[1])
        }
        ("cttz", _) => {
            let a = counted(a, args.get(1).copied().flatten())?;
            let least = (!a.zeros()).trailing_zeros().min(width);
            let highest = if a.unsigned().0 > 0 { width - 1 } else { width };
            let most = a.ones().trailing_zeros().min(highest);
            nothing.with_unsigned(least.into(), most.into())
        }
        ("bswap", _) => permuted(nothing, a, |bits| bits.swap_bytes()),
        ("bitreverse", _) => permuted(nothing, a, u128::reverse_bits),
        ("fshl" | "fshr", Some(b)) => Some(funnel(name == "fshl", nothing, a, b, same(2))),
        _ => Some(nothing),
    }
}

/// The one of two integers for which a comparison with the other holds.
fn choice(predicate: IntPredicate, a: Known, b: Known) -> Option<Known> {
    let swapped = match predicate {
        IntPredicate::Uge => IntPredicate::Ugt,
        IntPredicate::Ule => IntPredicate::Ult,
        IntPredicate::Sge => IntPredicate::Sgt,
        _ => IntPredicate::Slt,
    };
    match compare(predicate, a, b) {
        Some(true) => Some(a),
        Some(false) => Some(b),
        None => either(where_holds(predicate, a, b), where_holds(swapped, b, a)),
    }
}

/// What is known of an integer that is the one or the other, of which one may be impossible.
pub(super) fn either(a: Option<Known>, b: Option<Known>) -> Option<Known> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.or(b)),
        (one, other) => one.or(other),
    }
}

/// The bits of the least and the greatest signed number.
fn signed_limits(nothing: Known) -> (u128, u128) {
    let (least, most) = nothing.signed();
    (least as u128, most as u128)
}

/// A sum or difference that may be one of the limits where it would wrap around.
fn saturating(op: BinaryOp, flags: Flags, a: Known, b: Known, limits: (u128, u128)) -> Option<Known> {
    // As long as it cannot wrap around, a sum is what it is without flags.
    let exact = binary(op, flags, a, b);
    if !wraps(op, flags, a, b) {
        return exact;
    }
    let limit = |bits: u128| Integer::new(a.width(), bits).map(Known::exactly);
    // Beyond the least number is what a negative number begins, beyond the greatest what another one does.
    let least = limit(limits.0).filter(|_| a.signed().0 < 0 || flags.contains(Flags::NUW));
    let most = limit(limits.1).filter(|_| a.signed().1 >= 0 || flags.contains(Flags::NUW));
    // Of constants, it is known that they wrap around.
    let exact = exact.filter(|_| a.constant().is_none() || b.constant().is_none());
    either(exact, either(least, most))
}

/// Whether a sum or difference may wrap around.
fn wraps(op: BinaryOp, flags: Flags, a: Known, b: Known) -> bool {
    let Some(nothing) = Known::nothing(a.width()) else { return true };
    let is_sum = op == BinaryOp::Add;
    if flags.contains(Flags::NUW) {
        let (a, b) = (a.unsigned(), b.unsigned());
        return match is_sum {
            true => a.1.checked_add(b.1).is_none_or(|most| most > mask(nothing.width())),
            false => a.0 < b.1,
        };
    }
    let ((first, last), a, b) = (nothing.signed(), a.signed(), b.signed());
    let bounds = match is_sum {
        true => [a.0.checked_add(b.0), a.1.checked_add(b.1)],
        false => [a.0.checked_sub(b.1), a.1.checked_sub(b.0)],
    };
    !bounds.into_iter().all(|bound| bound.is_some_and(|bound| (first..=last).contains(&bound)))
}

fn absolute(nothing: Known, a: Known, poison: Option<Known>) -> Option<Known> {
    let (first, _) = nothing.signed();
    // Whether the result for the least number is poison.
    let is_poison = poison.and_then(|it| it.constant()).is_some_and(|it| !it.is_zero());
    let zero = Known::exactly(Integer::new(nothing.width(), 0)?);
    let positive = a.with_signed(0, i128::MAX);
    let negative = a.with_signed(if is_poison { first.checked_add(1)? } else { first }, -1);
    let negated = negative.and_then(|it| binary(BinaryOp::Sub, Flags::empty(), zero, it));
    either(positive, negated)
}

/// The integer whose zeros are counted: not zero, if the result would be poison then.
fn counted(a: Known, poison: Option<Known>) -> Option<Known> {
    match poison.and_then(|it| it.constant()).is_some_and(|it| !it.is_zero()) {
        true => a.without(Integer::new(a.width(), 0)?),
        false => Some(a),
    }
}

/// The bits in another order, which `permute` makes of 128 bits of which the upper ones are used.
fn permuted(nothing: Known, a: Known, permute: impl Fn(u128) -> u128) -> Option<Known> {
    let unused = 128 - nothing.width();
    // Both orders turn the whole around: what was lowest in 128 bits is in the upper ones.
    let permuted = |bits: u128| permute(bits) >> unused;
    nothing.with_bits(permuted(a.zeros()), permuted(a.ones()))
}

/// The upper or lower half of two integers behind one another, shifted by a constant.
fn funnel(left: bool, nothing: Known, a: Known, b: Known, by: Option<Known>) -> Known {
    let Some(by) = by.and_then(|it| it.constant()) else { return nothing };
    let width = nothing.width();
    let by = (by.unsigned() % u128::from(width)) as u32;
    let upper = match (left, by) {
        (true, _) => by,
        (false, 0) => width,
        (false, _) => width - by,
    };
    // The upper integer shifted left by `upper`, the lower one right by the rest.
    let shifted = |a: u128, b: u128| {
        let high = a.checked_shl(upper).unwrap_or(0);
        let low = b.checked_shr(width - upper).unwrap_or(0);
        match upper {
            0 => a,
            _ if upper == width => b,
            _ => high | low,
        }
    };
    nothing.with_bits(shifted(a.zeros(), b.zeros()), shifted(a.ones(), b.ones())).unwrap_or(nothing)
}
