//! Transfer functions: known bits and ranges of the results of instructions, from those of their operands. Source: LangRef, Binary Operations,
//! Bitwise Binary Operations, Conversion Operations, `icmp`.

use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags, IntPredicate};

use super::domain::Known;
use crate::integers::{Integer, mask};

/// The result of a binary instruction on integers of the same width. `None` if it is always poison or undefined behaviour.
pub(super) fn binary(op: BinaryOp, flags: Flags, a: Known, b: Known) -> Option<Known> {
    if let (Some(a), Some(b)) = (a.constant(), b.constant())
        && let Some(result) = a.binary(op, b)
    {
        return Some(Known::exactly(result));
    }
    let nothing = Known::nothing(a.width())?;
    match op {
        BinaryOp::Add => add(nothing, flags, a, b),
        BinaryOp::Sub => sub(nothing, flags, a, b),
        BinaryOp::Mul => mul(nothing, flags, a, b),
        BinaryOp::UDiv => {
            let ((low, high), (least, most)) = (a.unsigned(), b.unsigned());
            nothing.with_unsigned(low.checked_div(most)?, high / least.max(1))
        }
        BinaryOp::URem => unsigned_remainder(nothing, a, b),
        BinaryOp::SDiv => signed_quotient(nothing, a, b),
        BinaryOp::SRem => signed_remainder(nothing, a, b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shift(op, flags, a, b),
        BinaryOp::And => nothing
            .with_bits(a.zeros() | b.zeros(), a.ones() & b.ones())?
            .with_unsigned(0, a.unsigned().1.min(b.unsigned().1)),
        BinaryOp::Or => {
            let bits = nothing.with_bits(a.zeros() & b.zeros(), a.ones() | b.ones())?;
            let bits = bits.with_unsigned(a.unsigned().0.max(b.unsigned().0), u128::MAX)?;
            match flags.contains(Flags::DISJOINT) {
                true => bits.and(add(nothing, Flags::NUW, a, b)?),
                false => Some(bits),
            }
        }
        BinaryOp::Xor => nothing.with_bits(
            a.zeros() & b.zeros() | a.ones() & b.ones(),
            a.zeros() & b.ones() | a.ones() & b.zeros(),
        ),
        _ => Some(nothing),
    }
}

/// The bits of a sum: a bit is known if both bits and the carry into it are.
fn sum_bits(nothing: Known, a: Known, (b_zeros, b_ones): (u128, u128), carry: u128) -> Option<Known> {
    let most = (!a.zeros()).wrapping_add(!b_zeros).wrapping_add(carry);
    let least = a.ones().wrapping_add(b_ones).wrapping_add(carry);
    let no_carry = !(most ^ a.zeros() ^ b_zeros);
    let some_carry = least ^ a.ones() ^ b_ones;
    let known = (a.zeros() | a.ones()) & (b_zeros | b_ones) & (no_carry | some_carry);
    nothing.with_bits(!most & known, least & known)
}

fn add(nothing: Known, flags: Flags, a: Known, b: Known) -> Option<Known> {
    let result = sum_bits(nothing, a, (b.zeros(), b.ones()), 0)?;
    let (a_bounds, b_bounds) = (a.unsigned(), b.unsigned());
    let low = a_bounds.0.checked_add(b_bounds.0);
    let high = a_bounds.1.checked_add(b_bounds.1);
    let result = unsigned_bounds(result, low, high, flags)?;
    let (a, b) = (a.signed(), b.signed());
    signed_bounds(result, a.0.checked_add(b.0), a.1.checked_add(b.1), (a.0 < 0, a.1 < 0), flags)
}

fn sub(nothing: Known, flags: Flags, a: Known, b: Known) -> Option<Known> {
    // `a - b` is `a + !b + 1`.
    let inverted = (b.ones() | !mask(b.width()), b.zeros());
    let result = sum_bits(nothing, a, inverted, 1)?;
    let (a_bounds, b_bounds) = (a.unsigned(), b.unsigned());
    let result = match (a_bounds.0.checked_sub(b_bounds.1), a_bounds.1.checked_sub(b_bounds.0)) {
        (Some(low), Some(high)) => result.with_unsigned(low, high)?,
        (None, Some(high)) if flags.contains(Flags::NUW) => result.with_unsigned(0, high)?,
        (None, None) if flags.contains(Flags::NUW) => return None,
        // All differences wrap around.
        (None, None) => result.with_unsigned(
            a_bounds.0.wrapping_sub(b_bounds.1) & mask(a.width()),
            a_bounds.1.wrapping_sub(b_bounds.0) & mask(a.width()),
        )?,
        _ => result,
    };
    let (a, b) = (a.signed(), b.signed());
    signed_bounds(result, a.0.checked_sub(b.1), a.1.checked_sub(b.0), (b.1 > 0, b.0 > 0), flags)
}

fn mul(nothing: Known, flags: Flags, a: Known, b: Known) -> Option<Known> {
    // The lowest bits of a product depend on those of the factors alone, and their trailing zeros add up.
    let known_low = |it: Known| (!(it.zeros() | it.ones())).trailing_zeros();
    let trailing = |it: Known| (!it.zeros()).trailing_zeros();
    let low_bits = mask(known_low(a).min(known_low(b)));
    let product = a.ones().wrapping_mul(b.ones());
    let zeros = mask(trailing(a).saturating_add(trailing(b)));
    let result = nothing.with_bits(!product & low_bits | zeros, product & low_bits)?;
    let (a_bounds, b_bounds) = (a.unsigned(), b.unsigned());
    let (low, high) = (a_bounds.0.checked_mul(b_bounds.0), a_bounds.1.checked_mul(b_bounds.1));
    let result = match (within(low, a.width()), within(high, a.width())) {
        (Some(low), Some(high)) => result.with_unsigned(low, high)?,
        (Some(low), None) if flags.contains(Flags::NUW) => result.with_unsigned(low, u128::MAX)?,
        (None, _) if flags.contains(Flags::NUW) => return None,
        _ => result,
    };
    let (a, b) = (a.signed(), b.signed());
    let products = [a.0.checked_mul(b.0), a.0.checked_mul(b.1), a.1.checked_mul(b.0), a.1.checked_mul(b.1)];
    let Some(products) = products.into_iter().collect::<Option<Vec<i128>>>() else { return Some(result) };
    let (least, most) = (products.iter().min()?, products.iter().max()?);
    signed_bounds(result, Some(*least), Some(*most), (*least < 0, *most < 0), flags)
}

/// The number, if it is one of this width.
fn within(number: Option<u128>, width: u32) -> Option<u128> {
    number.filter(|&number| number <= mask(width))
}

/// Bounds of a sum: those of the numbers if none or all of them wrap around.
fn unsigned_bounds(result: Known, low: Option<u128>, high: Option<u128>, flags: Flags) -> Option<Known> {
    let width = result.width();
    match (within(low, width), within(high, width)) {
        (Some(low), Some(high)) => result.with_unsigned(low, high),
        (Some(low), None) if flags.contains(Flags::NUW) => result.with_unsigned(low, u128::MAX),
        (None, _) if flags.contains(Flags::NUW) => None,
        // Numbers of 128 bits were cut off before.
        (None, None) => match (low, high) {
            (Some(low), Some(high)) => result.with_unsigned(low & mask(width), high & mask(width)),
            _ => Some(result),
        },
        _ => Some(result),
    }
}

/// Bounds of signed numbers that do not wrap around, or must not. A bound that is no number of 128 bits is negative or not as `below`
/// says.
fn signed_bounds(
    result: Known,
    least: Option<i128>,
    most: Option<i128>,
    below: (bool, bool),
    flags: Flags,
) -> Option<Known> {
    let Some(widest) = Known::nothing(result.width()) else { return Some(result) };
    let (first, last) = widest.signed();
    let limit = |bound: Option<i128>, below: bool| bound.unwrap_or(if below { i128::MIN } else { i128::MAX });
    let is_exact = |bound: Option<i128>| bound.is_some_and(|bound| (first..=last).contains(&bound));
    if is_exact(least) && is_exact(most) {
        return result.with_signed(least?, most?);
    }
    if !flags.contains(Flags::NSW) {
        return Some(result);
    }
    let (least, most) = (limit(least, below.0), limit(most, below.1));
    match least > last || most < first {
        true => None,
        false => result.with_signed(least.clamp(first, last), most.clamp(first, last)),
    }
}

fn unsigned_remainder(nothing: Known, a: Known, b: Known) -> Option<Known> {
    let ((_, high), (least, most)) = (a.unsigned(), b.unsigned());
    let below = most.checked_sub(1)?;
    if high < least {
        return Some(a);
    }
    let result = nothing.with_unsigned(0, high.min(below))?;
    // The lowest bits stay where the divisor has zeros.
    let kept = mask((!b.zeros()).trailing_zeros().min(a.width()));
    result.with_bits(a.zeros() & kept, a.ones() & kept)
}

fn signed_quotient(nothing: Known, a: Known, b: Known) -> Option<Known> {
    let ((a_low, a_high), (b_low, b_high)) = (a.signed(), b.signed());
    // The divisors nearest to zero and farthest from it.
    let near = [-1, 1].into_iter().filter(|divisor| (b_low..=b_high).contains(divisor));
    let divisors: Vec<i128> = near.chain([b_low, b_high]).filter(|&divisor| divisor != 0).collect();
    let mut bounds: Option<(i128, i128)> = None;
    for dividend in [a_low, a_high] {
        for &divisor in &divisors {
            // The only quotient that overflows is undefined behaviour; that of its neighbour is the greatest.
            let quotient = dividend.checked_div(divisor).unwrap_or(i128::MAX);
            bounds = Some(
                bounds.map_or((quotient, quotient), |(low, high)| (low.min(quotient), high.max(quotient))),
            );
        }
    }
    let (low, high) = bounds?;
    let (first, last) = nothing.signed();
    nothing.with_signed(low.clamp(first, last), high.clamp(first, last))
}

fn signed_remainder(nothing: Known, a: Known, b: Known) -> Option<Known> {
    let ((a_low, a_high), (b_low, b_high)) = (a.signed(), b.signed());
    let most = b_low.unsigned_abs().max(b_high.unsigned_abs()).checked_sub(1)?;
    let most = i128::try_from(most).unwrap_or(i128::MAX);
    // The sign is that of the dividend.
    let low = if a_low < 0 { a_low.max(-most) } else { 0 };
    let high = if a_high > 0 { a_high.min(most) } else { 0 };
    let kept = mask((!b.zeros()).trailing_zeros().min(a.width()));
    nothing.with_signed(low, high)?.with_bits(a.zeros() & kept, a.ones() & kept)
}

/// A shift: all amounts that are possible together.
fn shift(op: BinaryOp, flags: Flags, a: Known, b: Known) -> Option<Known> {
    let (low, high) = b.unsigned();
    let high = high.min(u128::from(a.width()) - 1);
    let mut result: Option<Known> = None;
    for amount in low..=high {
        if !Integer::new(b.width(), amount).is_some_and(|amount| b.holds(amount)) {
            continue;
        }
        let one = shift_by(op, flags, a, amount as u32);
        result = match (result, one) {
            (Some(known), Some(one)) => Some(known.or(one)),
            (known, one) => known.or(one),
        };
    }
    result
}

fn shift_by(op: BinaryOp, flags: Flags, a: Known, by: u32) -> Option<Known> {
    let (nothing, all) = (Known::nothing(a.width())?, mask(a.width()));
    let ((low, high), (least, most)) = (a.unsigned(), a.signed());
    match op {
        BinaryOp::Shl => {
            let mut a = a;
            if flags.contains(Flags::NUW) {
                a = a.with_unsigned(0, all >> by)?;
            }
            if flags.contains(Flags::NSW) {
                let (first, last) = nothing.signed();
                a = a.with_signed(first >> by, last >> by)?;
            }
            let vacated = mask(by);
            let result = nothing.with_bits(a.zeros() << by | vacated, a.ones() << by)?;
            let ((low, high), (least, most)) = (a.unsigned(), a.signed());
            let result = match high <= all >> by {
                true => result.with_unsigned(low << by, high << by)?,
                false => result,
            };
            let (first, last) = nothing.signed();
            match least >= first >> by && most <= last >> by {
                true => result.with_signed(least << by, most << by),
                false => Some(result),
            }
        }
        BinaryOp::LShr => {
            let vacated = all & !(all >> by);
            nothing.with_bits(a.zeros() >> by | vacated, a.ones() >> by)?.with_unsigned(low >> by, high >> by)
        }
        _ => {
            let signed =
                |bits: u128| Integer::new(a.width(), bits).map_or(0, |bits| (bits.signed() >> by) as u128);
            nothing.with_bits(signed(a.zeros()), signed(a.ones()))?.with_signed(least >> by, most >> by)
        }
    }
}

/// The result of a cast to an integer type of a width.
pub(super) fn cast(op: CastOp, flags: Flags, a: Known, width: u32) -> Option<Known> {
    let nothing = Known::nothing(width)?;
    match op {
        CastOp::ZExt => {
            let a = if flags.contains(Flags::NNEG) { a.with_signed(0, i128::MAX)? } else { a };
            let above = mask(width) & !mask(a.width());
            let (low, high) = a.unsigned();
            nothing.with_bits(a.zeros() | above, a.ones())?.with_unsigned(low, high)
        }
        CastOp::SExt => {
            let extended = |bits: u128| Integer::new(a.width(), bits).map_or(0, |bits| bits.signed() as u128);
            let (least, most) = a.signed();
            nothing.with_bits(extended(a.zeros()), extended(a.ones()))?.with_signed(least, most)
        }
        CastOp::Trunc => {
            let mut result = nothing.with_bits(a.zeros(), a.ones())?;
            let ((low, high), (least, most)) = (a.unsigned(), a.signed());
            if high <= mask(width) || flags.contains(Flags::NUW) {
                result = result.with_unsigned(low, high)?;
            }
            let (first, last) = nothing.signed();
            if least >= first && most <= last || flags.contains(Flags::NSW) {
                result = result.with_signed(least, most)?;
            }
            Some(result)
        }
        CastOp::BitCast if width == a.width() => Some(a),
        _ => Some(nothing),
    }
}

/// The result of a comparison, if the known bits and ranges decide it.
pub(super) fn compare(predicate: IntPredicate, a: Known, b: Known) -> Option<bool> {
    let unsigned = (a.unsigned(), b.unsigned());
    let signed = (a.signed(), b.signed());
    fn less<T: PartialOrd>(
        ((a_low, a_high), (b_low, b_high)): ((T, T), (T, T)),
        or_equal: bool,
    ) -> Option<bool> {
        match or_equal {
            false if a_high < b_low => Some(true),
            false if a_low >= b_high => Some(false),
            true if a_high <= b_low => Some(true),
            true if a_low > b_high => Some(false),
            _ => None,
        }
    }
    match predicate {
        IntPredicate::Eq => match (a.constant(), b.constant()) {
            (Some(a), Some(b)) => Some(a == b),
            _ if a.and(b).is_none() => Some(false),
            _ => None,
        },
        IntPredicate::Ne => compare(IntPredicate::Eq, a, b).map(|equal| !equal),
        IntPredicate::Ult => less(unsigned, false),
        IntPredicate::Ule => less(unsigned, true),
        IntPredicate::Ugt => less(unsigned, true).map(|less| !less),
        IntPredicate::Uge => less(unsigned, false).map(|less| !less),
        IntPredicate::Slt => less(signed, false),
        IntPredicate::Sle => less(signed, true),
        IntPredicate::Sgt => less(signed, true).map(|less| !less),
        IntPredicate::Sge => less(signed, false).map(|less| !less),
    }
}

/// Narrows `a` by a comparison with `b` that holds; `None` if it cannot hold.
pub(super) fn where_holds(predicate: IntPredicate, a: Known, b: Known) -> Option<Known> {
    let ((low, high), (least, most)) = (b.unsigned(), b.signed());
    match predicate {
        IntPredicate::Eq => a.and(b),
        IntPredicate::Ne => match b.constant() {
            Some(constant) => a.without(constant),
            None => Some(a),
        },
        IntPredicate::Ult => a.with_unsigned(0, high.checked_sub(1)?),
        IntPredicate::Ule => a.with_unsigned(0, high),
        IntPredicate::Ugt => a.with_unsigned(low.checked_add(1)?, u128::MAX),
        IntPredicate::Uge => a.with_unsigned(low, u128::MAX),
        IntPredicate::Slt => a.with_signed(i128::MIN, most.checked_sub(1)?),
        IntPredicate::Sle => a.with_signed(i128::MIN, most),
        IntPredicate::Sgt => a.with_signed(least.checked_add(1)?, i128::MAX),
        IntPredicate::Sge => a.with_signed(least, i128::MAX),
    }
}
