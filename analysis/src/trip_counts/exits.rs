//! When a loop is left through one of its exits.

use rustc_hash::FxHashMap;
use tern_llvm_ir::instruction::{BinaryOp, CastOp, IntPredicate};
use tern_llvm_ir::{Block, Instruction, Value};

use super::affine::Evolution;
use super::evaluate::Program;
use crate::integers::{Integer, mask};
use crate::known::Checked;

/// How many iterations reach an exit without taking it.
pub(super) enum Count {
    /// All: it is never taken.
    Never,
    After(u128),
}

/// When an exiting block is left for what is outside, if nothing else leaves the loop before; none if it is not known.
pub(super) fn count(evolution: &mut Evolution<'_>, block: Block, steps: &mut usize) -> Option<Count> {
    let terminator = evolution.function.terminator(block)?;
    let is_inside = |block: Block| evolution.loops.contains(evolution.this, block);
    match &evolution.function.insts[terminator].inst {
        &Instruction::CondBr { condition, then, otherwise } => {
            let goes_on = is_inside(then);
            if goes_on == is_inside(otherwise) {
                return None;
            }
            if let Some(constant) = condition.constant() {
                let is_taken = Integer::of(evolution.module, constant)?.is_zero() == goes_on;
                return Some(if is_taken { Count::After(0) } else { Count::Never });
            }
            let found = by_condition(evolution, condition, goes_on, DEPTH);
            let found = found.or_else(|| {
                let program = Program::new(evolution, condition)?;
                program.count(evolution, |it| it.is_zero() != goes_on, steps)
            });
            found.map(Count::After)
        }
        Instruction::Switch(switch) => {
            let mut exits = switch.cases.iter().filter(|&&(_, to)| !is_inside(to));
            let only = match (exits.next(), exits.next()) {
                (Some(&(case, _)), None) if is_inside(switch.default) => Some(case),
                _ => None,
            };
            let found = only.and_then(|case| by_comparison(evolution, IntPredicate::Ne, switch.value, case));
            let found = found.or_else(|| {
                let program = Program::new(evolution, switch.value)?;
                let (module, loops, this) = (evolution.module, evolution.loops, evolution.this);
                let of = |&(case, to): &(Value, Block)| Some((Integer::of(module, case.constant()?)?, to));
                let targets: FxHashMap<Integer, Block> =
                    switch.cases.iter().map(of).collect::<Option<_>>()?;
                let target = |it: Integer| targets.get(&it).copied().unwrap_or(switch.default);
                program.count(evolution, |it| loops.contains(this, target(it)), steps)
            });
            found.map(Count::After)
        }
        _ => None,
    }
}

/// How many conditions that are joined by `and` and `or` are looked into.
const DEPTH: u32 = 8;

/// How many iterations a condition is as it must be for the loop to go on.
fn by_condition(evolution: &mut Evolution<'_>, condition: Value, goes_on: bool, depth: u32) -> Option<u128> {
    let depth = depth.checked_sub(1)?;
    let boolean = |value: Value| Some(!Integer::of(evolution.module, value.constant()?)?.is_zero());
    let (a, b, is_and) = match *evolution.defining(condition)? {
        Instruction::ICmp { predicate, lhs, rhs, .. } => {
            let predicate = if goes_on { predicate } else { predicate.inverse() };
            return by_comparison(evolution, predicate, lhs, rhs);
        }
        Instruction::Binary { op: BinaryOp::Xor, lhs, rhs, .. } if boolean(rhs) == Some(true) => {
            return by_condition(evolution, lhs, !goes_on, depth);
        }
        Instruction::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs, .. } => {
            (lhs, rhs, op == BinaryOp::And)
        }
        Instruction::ExtractValue { aggregate, indices } if evolution.function.list(indices) == [1] => {
            return by_overflow(evolution, aggregate, goes_on);
        }
        Instruction::Select { condition, then, otherwise, .. } => match (boolean(then), boolean(otherwise)) {
            (None, Some(false)) => (condition, then, true),
            (Some(true), None) => (condition, otherwise, false),
            _ => return None,
        },
        _ => return None,
    };
    let (a, b) = (by_condition(evolution, a, goes_on, depth)?, by_condition(evolution, b, goes_on, depth)?);
    match is_and == goes_on {
        true => Some(a.min(b)),
        // Both must change in the same iteration.
        false => (a == b).then_some(a),
    }
}

/// How many iterations a sum or difference overflows, or does not.
fn by_overflow(evolution: &mut Evolution<'_>, result: Value, goes_on: bool) -> Option<u128> {
    let checked = Checked::defining(evolution.module, evolution.function, result)?;
    let (lhs, rhs) = (evolution.value(checked.lhs)?, evolution.value(checked.rhs)?);
    let (varying, constant) = match (lhs.as_constant(), rhs.as_constant()) {
        (_, Some(constant)) => (lhs, constant),
        (Some(constant), None) if checked.op == BinaryOp::Add => (rhs, constant),
        _ => return None,
    };
    let width = Some(varying.width).filter(|&width| width <= 64 && varying.terms.is_empty())?;
    let (low, length) = fitting(checked.op, checked.is_signed, width, constant)?;
    let all = mask(width) + 1;
    let (low, length) = if goes_on { (low + length, all - length) } else { (low, length) };
    first_outside(width, varying.start.wrapping_sub(low) & mask(width), varying.step, length)
}

/// The numbers of up to 64 bits whose sum or difference with a constant fits into their width: the first, and how many there are.
fn fitting(op: BinaryOp, is_signed: bool, width: u32, constant: u128) -> Option<(u128, u128)> {
    let all = mask(width) + 1;
    let is_negative = is_signed && constant >= all / 2;
    let amount = if is_negative { all - constant } else { constant };
    // All but so many at one of the ends.
    let least = if is_signed { all / 2 } else { 0 };
    match (op, is_negative) {
        (BinaryOp::Add, false) | (BinaryOp::Sub, true) => Some((least, all - amount)),
        (BinaryOp::Add, true) | (BinaryOp::Sub, false) => Some((least + amount, all - amount)),
        _ => None,
    }
}

fn as_unsigned(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Sgt => IntPredicate::Ugt,
        IntPredicate::Sge => IntPredicate::Uge,
        IntPredicate::Slt => IntPredicate::Ult,
        IntPredicate::Sle => IntPredicate::Ule,
        unsigned => unsigned,
    }
}

/// How many iterations a comparison holds.
fn by_comparison(
    evolution: &mut Evolution<'_>,
    predicate: IntPredicate,
    lhs: Value,
    rhs: Value,
) -> Option<u128> {
    if lhs.constant().is_some() && rhs.constant().is_none() {
        return by_comparison(evolution, predicate.swapped(), rhs, lhs);
    }
    // `icmp (zext x), C` is `icmp x, (trunc C)` if extending the truncated constant gives C again.
    let constant = rhs.constant().and_then(|constant| Integer::of(evolution.module, constant));
    if let (Some(constant), Some(&Instruction::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), value, .. })) =
        (constant, evolution.defining(lhs))
    {
        let inner = evolution.value(value)?;
        let narrow = constant.cast(CastOp::Trunc, inner.width)?;
        (narrow.cast(op, constant.width())? == constant).then_some(())?;
        let predicate = if op == CastOp::ZExt { as_unsigned(predicate) } else { predicate };
        inner.terms.is_empty().then_some(())?;
        return first_failure(predicate, inner.width, inner.start, inner.step, narrow.unsigned());
    }
    let (lhs, rhs) = (evolution.value(lhs)?, evolution.value(rhs)?);
    if let (IntPredicate::Eq | IntPredicate::Ne, true) = (predicate, lhs.width == rhs.width) {
        let difference = lhs.plus(&rhs, mask(lhs.width));
        difference.terms.is_empty().then_some(())?;
        return first_failure(predicate, lhs.width, difference.start, difference.step, 0);
    }
    let (predicate, varying, constant) = match (lhs.as_constant(), rhs.as_constant()) {
        (_, Some(constant)) => (predicate, lhs, constant),
        (Some(constant), None) => (predicate.swapped(), rhs, constant),
        _ => return None,
    };
    varying.terms.is_empty().then_some(())?;
    first_failure(predicate, varying.width, varying.start, varying.step, constant)
}

/// The first number of steps after which a comparison of a value with a constant fails; none if it never does, or only after the value
/// has wrapped around and come back. Values of more than 64 bits are not looked at.
pub(super) fn first_failure(
    predicate: IntPredicate,
    width: u32,
    start: u128,
    step: u128,
    constant: u128,
) -> Option<u128> {
    let all = mask(width) + u128::from(width <= 64);
    let is_signed = predicate != as_unsigned(predicate);
    // Signed numbers in their order.
    let order = |value: u128| if is_signed { (value + all / 2) & mask(width) } else { value };
    (width <= 64).then_some(())?;
    let (value, constant) = (order(start), order(constant));
    let (low, length) = match as_unsigned(predicate) {
        IntPredicate::Ne => return first_hit(width, constant.wrapping_sub(value) & mask(width), step),
        IntPredicate::Eq => (constant, 1),
        IntPredicate::Ult => (0, constant),
        IntPredicate::Ule => (0, constant + 1),
        IntPredicate::Ugt => (constant + 1, all - 1 - constant),
        _ => (constant, all - constant),
    };
    // The comparison holds for the `length` values from `low` on.
    first_outside(width, value.wrapping_sub(low) & mask(width), step, length)
}

/// The first number of steps that lead from a value of up to 64 bits to one that is not below `length`; none if there is none, or if the
/// value wraps around and comes back before, unless it has to meet a single one.
fn first_outside(width: u32, value: u128, step: u128, length: u128) -> Option<u128> {
    let all = mask(width) + 1;
    if value >= length {
        return Some(0);
    }
    // Only one value is not below.
    if length == all - 1 {
        return first_hit(width, length - value, step);
    }
    let down = all - step;
    let (count, end) = match step {
        0 => return None,
        step if step < all / 2 => {
            let count = (length - value).div_ceil(step);
            (count, value + count * step)
        }
        _ => {
            let count = value / down + 1;
            (count, all + value - count * down)
        }
    };
    (length..all).contains(&end).then_some(count)
}

/// The first number of steps that add up to a distance.
fn first_hit(width: u32, distance: u128, step: u128) -> Option<u128> {
    if distance == 0 {
        return Some(0);
    }
    let zeros = step.trailing_zeros();
    if step == 0 || distance.trailing_zeros() < zeros {
        return None;
    }
    let (odd, distance) = (step >> zeros, distance >> zeros);
    // Newton's method doubles the number of right bits of the inverse.
    let inverse = (0..7).fold(1u128, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))));
    Some(distance.wrapping_mul(inverse) & mask(width - zeros))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_running() {
        use IntPredicate::*;
        let width = 5;
        for predicate in [Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle] {
            for (start, step, constant) in
                (0..32).flat_map(|a| (0..32).flat_map(move |b| (0..32).map(move |c| (a, b, c))))
            {
                let integer = |bits: u128| Integer::new(width, bits).unwrap();
                let fails =
                    |&count: &u128| !integer(start + count * step).compare(predicate, integer(constant));
                let expected = (0..64).find(fails);
                let found = first_failure(predicate, width, start, step, constant);
                let is_single = predicate == Ne
                    || (predicate, constant) == (Uge, 1)
                    || (predicate, constant) == (Sgt, 16);
                if found.is_some() || is_single {
                    assert_eq!(found, expected, "{start} {step} {predicate:?} {constant}");
                }
            }
        }
    }

    #[test]
    fn sums_and_differences_fit_where_they_do_not_overflow() {
        let width = 4;
        let integer = |bits: u128| Integer::new(width, bits).unwrap();
        for (op, is_signed) in
            [BinaryOp::Add, BinaryOp::Sub].into_iter().flat_map(|op| [(op, true), (op, false)])
        {
            for (constant, value) in (0..16u128).flat_map(|a| (0..16u128).map(move |b| (a, b))) {
                let (low, length) = fitting(op, is_signed, width, constant).unwrap();
                let fits = value.wrapping_sub(low) & mask(width) < length;
                let overflows = integer(value).overflows(op, is_signed, integer(constant));
                assert_eq!(overflows, Some(!fits), "{value} {op:?} {constant}, signed: {is_signed}");
            }
        }
        assert!(fitting(BinaryOp::Mul, true, width, 1).is_none());
    }
}
