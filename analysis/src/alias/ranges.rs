//! Ranges of integers: what instructions, their flags and `!range` metadata tell.

use tern_llvm_ir::constants::mask;
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags};
use tern_llvm_ir::{Function, Inst, Instruction, Module, Value};

use super::variables::{Extension, Variable};
use crate::integers::Integer;

/// How deep expressions are looked into.
const DEPTH: u32 = 5;

/// The least and the greatest number that an extended variable can be.
pub(super) fn bounds(module: &Module, function: &Function, variable: Variable) -> (i128, i128) {
    let half = 1i128 << (variable.bits - 1);
    let (low, high) = match variable.extension {
        Extension::Sign => (-half, half - 1),
        Extension::Zero => (0, 2 * half - 1),
    };
    let Some((least, greatest)) = unsigned(module, function, variable.value, DEPTH) else {
        return (low, high);
    };
    match (i128::try_from(least), i128::try_from(greatest)) {
        (Ok(least), Ok(greatest)) if greatest <= high => (least, greatest),
        _ => (low, high),
    }
}

/// Whether an extended variable is known not to be zero.
pub(super) fn is_not_zero(module: &Module, function: &Function, variable: Variable) -> bool {
    let is_whole =
        module.types.integer_width(module.type_of(function, variable.value)) == Some(variable.bits);
    is_whole && unsigned(module, function, variable.value, DEPTH).is_some_and(|(least, _)| least > 0)
}

/// The range of a value as an unsigned number, both ends included. `None` if it has more than 64 bits or is no integer.
fn unsigned(module: &Module, function: &Function, value: Value, depth: u32) -> Option<(u128, u128)> {
    let width = module.types.integer_width(module.type_of(function, value)).filter(|&width| width <= 64)?;
    let all = (0, u128::from(mask(width)));
    if let Some(constant) = value.constant() {
        let known = Integer::of(module, constant).map(Integer::unsigned);
        return Some(known.map_or(all, |known| (known, known)));
    }
    let inst = value.local().and_then(|local| function.locals[local].inst.expand());
    let (Some(inst), Some(depth)) = (inst, depth.checked_sub(1)) else { return Some(all) };
    let found = of_instruction(module, function, inst, (width, all), depth).unwrap_or(all);
    let stated = stated(module, function, inst, width).unwrap_or(all);
    let both = (found.0.max(stated.0), found.1.min(stated.1));
    // Ranges that do not meet are those of code that does not run.
    Some(if both.0 <= both.1 && both.1 <= all.1 { both } else { all })
}

fn of_instruction(
    module: &Module,
    function: &Function,
    inst: Inst,
    (width, all): (u32, (u128, u128)),
    depth: u32,
) -> Option<(u128, u128)> {
    let of = |value| unsigned(module, function, value, depth);
    let join = |a: (u128, u128), b: (u128, u128)| (a.0.min(b.0), a.1.max(b.1));
    match function.insts[inst].inst {
        Instruction::Cast { op: CastOp::ZExt, value, .. } => of(value),
        Instruction::Cast { op: CastOp::Trunc, value, .. } => of(value).filter(|range| range.1 <= all.1),
        Instruction::Select { then, otherwise, .. } => Some(join(of(then)?, of(otherwise)?)),
        Instruction::Phi { incoming, .. } if (1..=2).contains(&incoming.len()) => {
            if let Some(counted) = counted(module, function, inst, (width, all), depth) {
                return Some(counted);
            }
            let mut ranges = function.list(incoming).iter().map(|&(value, _)| of(value));
            let first = ranges.next()??;
            ranges.try_fold(first, |sum, range| Some(join(sum, range?)))
        }
        Instruction::Binary { op, flags, lhs, rhs } => {
            let (a, b) = (of(lhs)?, of(rhs)?);
            let spread = |value: u128| u128::MAX.checked_shr(value.leading_zeros()).unwrap_or(0);
            let no_wrap = flags.contains(Flags::NUW);
            match op {
                BinaryOp::And => Some((0, a.1.min(b.1))),
                BinaryOp::Or => Some((a.0.max(b.0), spread(a.1 | b.1))),
                BinaryOp::Xor => Some((0, spread(a.1 | b.1))),
                BinaryOp::Add if no_wrap || a.1 + b.1 <= all.1 => Some((a.0 + b.0, (a.1 + b.1).min(all.1))),
                BinaryOp::Add if flags.contains(Flags::NSW) && a.1.max(b.1) <= all.1 / 2 => {
                    Some((a.0 + b.0, all.1 / 2))
                }
                BinaryOp::Sub if no_wrap || a.0 >= b.1 => {
                    Some((a.0.saturating_sub(b.1), a.1.checked_sub(b.0)?))
                }
                BinaryOp::Mul if no_wrap || a.1 * b.1 <= all.1 => Some((a.0 * b.0, (a.1 * b.1).min(all.1))),
                BinaryOp::UDiv if b.0 > 0 => Some((a.0 / b.1, a.1 / b.0)),
                BinaryOp::URem if b.0 > 0 => Some((0, a.1.min(b.1 - 1))),
                BinaryOp::LShr if b.1 < u128::from(width) => Some((a.0 >> b.1, a.1 >> b.0)),
                BinaryOp::Shl if b.1 < u128::from(width) && a.1 << b.1 <= all.1 => {
                    Some((a.0 << b.0, a.1 << b.1))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The range of a PHI node to which each iteration of a loop adds a number, without overflow.
fn counted(
    module: &Module,
    function: &Function,
    phi: Inst,
    (width, all): (u32, (u128, u128)),
    depth: u32,
) -> Option<(u128, u128)> {
    let Instruction::Phi { incoming, .. } = function.insts[phi].inst else { return None };
    let itself = Value::from(function.insts[phi].result.expand()?);
    let sum = |value: Value| {
        let inst = function.locals[value.local()?].inst.expand()?;
        match function.insts[inst].inst {
            Instruction::Binary { op: BinaryOp::Add, flags, lhs, rhs } if lhs == itself => Some((flags, rhs)),
            _ => None,
        }
    };
    let &[(a, _), (b, _)] = function.list(incoming) else { return None };
    let (start, (flags, step)) = sum(b).map(|sum| (a, sum)).or_else(|| Some((b, sum(a)?)))?;
    let least = unsigned(module, function, start, depth)?;
    let step = Integer::of(module, step.constant()?).filter(|step| step.width() == width)?;
    let positive = all.1 / 2;
    if flags.contains(Flags::NSW) && step.signed() >= 0 && least.1 <= positive {
        return Some((least.0, positive));
    }
    flags.contains(Flags::NUW).then_some((least.0, all.1))
}

/// What `!range` says. LangRef: `range` Metadata. Several ranges are taken as one.
fn stated(module: &Module, function: &Function, inst: Inst, width: u32) -> Option<(u128, u128)> {
    if !function.insts[inst].has_attachments() {
        return None;
    }
    let node = module.attached(function.inst_attachments(inst), "range")?;
    let numbers: Option<Vec<Integer>> =
        node.elements().map(|element| Integer::of(module, element?.constant()?)).collect();
    let numbers = numbers.filter(|numbers| numbers.len().is_multiple_of(2))?;
    let mut sum: Option<(u128, u128)> = None;
    for pair in numbers.chunks_exact(2) {
        let (low, end) = (pair[0], pair[1]);
        // Ranges that wrap are not told apart from any number.
        let is_plain = low.width() == width && low.unsigned() < end.unsigned();
        let range = is_plain.then(|| (low.unsigned(), end.unsigned() - 1))?;
        sum = Some(sum.map_or(range, |sum| (sum.0.min(range.0), sum.1.max(range.1))));
    }
    sum
}
