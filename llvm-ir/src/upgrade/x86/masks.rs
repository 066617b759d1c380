//! Masks, which are integers in old intrinsics and vectors of `i1` today, and comparisons, which have masks as results.

use crate::constants::ConstantKind;
use crate::function::Value;
use crate::instruction::{BinaryOp, CastOp, IntPredicate};
use crate::types::Type;
use crate::upgrade::maker::Maker;

type Made = Option<Option<Value>>;

/// The first lanes of a mask.
pub(super) fn lanes(m: &mut Maker<'_>, mask: Value, count: u32) -> Option<Value> {
    let width = m.module.types.integer_width(m.type_of(mask))?;
    let ty = m.vector(m.module.types.common.i1, width);
    let mask = m.bitcast(mask, ty);
    if count > 4 {
        return Some(mask);
    }
    let first: Vec<u32> = (0..count).collect();
    m.shuffle_named(mask, mask, &first, "extract")
}

/// Selects by a mask.
pub(super) fn select(m: &mut Maker<'_>, mask: Value, then: Value, otherwise: Value) -> Option<Value> {
    if m.is_all_ones(mask) {
        return Some(then);
    }
    let mask = lanes(m, mask, m.len_of(then)?)?;
    Some(m.select(mask, then, otherwise))
}

/// Selects by the mask at a place, and otherwise the argument at another.
pub(super) fn select_at(m: &mut Maker<'_>, mask: usize, then: Value, otherwise: usize) -> Made {
    let (mask, otherwise) = (m.arg(mask)?, m.arg(otherwise)?);
    select(m, mask, then, otherwise).map(Some)
}

/// Selects by the first lane of a mask.
pub(super) fn select_first(m: &mut Maker<'_>, mask: Value, then: Value, otherwise: Value) -> Option<Value> {
    if m.is_all_ones(mask) {
        return Some(then);
    }
    let width = m.module.types.integer_width(m.type_of(mask))?;
    let ty = m.vector(m.module.types.common.i1, width);
    let mask = m.bitcast(mask, ty);
    let mask = m.first(mask)?;
    Some(m.select(mask, then, otherwise))
}

/// The integer that a vector of `i1` is, of eight bits at least, after a mask has been applied.
pub(super) fn packed(m: &mut Maker<'_>, mut bits: Value, mask: Option<Value>) -> Option<Value> {
    let count = m.len_of(bits)?;
    if let Some(mask) = mask.filter(|&mask| !m.is_all_ones(mask)) {
        let mask = lanes(m, mask, count)?;
        bits = m.binary(BinaryOp::And, bits, mask);
    }
    if count < 8 {
        let indices: Vec<u32> =
            (0..8).map(|index| if index < count { index } else { count + index % count }).collect();
        let zero = m.zero(m.type_of(bits));
        bits = m.shuffle(bits, zero, &indices)?;
    }
    let ty = m.module.types.integer(count.max(8));
    Some(m.bitcast(bits, ty))
}

fn ones(m: &Maker<'_>, ty: Type) -> Value {
    m.int(ty, -1)
}

/// Compares by a number that says how.
pub(super) fn compare(m: &mut Maker<'_>, condition: u64, signed: bool) -> Made {
    let (a, b) = (m.arg(0)?, m.arg(1)?);
    let bits = m.vector(m.module.types.common.i1, m.len_of(a)?);
    let by = |s, u| if signed { s } else { u };
    let result = match condition {
        3 => m.zero(bits),
        7 => ones(m, bits),
        _ => {
            let predicate = match condition {
                0 => IntPredicate::Eq,
                1 => by(IntPredicate::Slt, IntPredicate::Ult),
                2 => by(IntPredicate::Sle, IntPredicate::Ule),
                4 => IntPredicate::Ne,
                5 => by(IntPredicate::Sge, IntPredicate::Uge),
                6 => by(IntPredicate::Sgt, IntPredicate::Ugt),
                _ => return None,
            };
            m.icmp(predicate, a, b)
        }
    };
    let mask = m.arg_from_end(0)?;
    packed(m, result, Some(mask)).map(Some)
}

pub(super) fn compare_extended(m: &mut Maker<'_>, predicate: IntPredicate) -> Made {
    let (a, b, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let result = m.icmp(predicate, a, b);
    Some(Some(m.cast(CastOp::SExt, result, ret)))
}

/// Comparisons of floating-point vectors, which have a mask as an argument today.
pub(super) fn compare_floats(m: &mut Maker<'_>) -> Made {
    let mut args = m.call.args.to_vec();
    let (operands, ret) = (m.type_of(*args.first()?), m.ret);
    let width = m.bits(operands)?;
    let suffix = if m.element_bits(operands)? == 32 { "ps" } else { "pd" };
    let mut mask = ones(m, ret);
    if width == 512 {
        std::mem::swap(&mut mask, args.last_mut()?);
    }
    args.push(mask);
    m.intrinsic(&format!("x86.avx512.mask.cmp.{suffix}.{width}"), &[], &args).map(Some)
}

pub(super) fn test(m: &mut Maker<'_>, predicate: IntPredicate) -> Made {
    let (a, b, mask) = (m.arg(0)?, m.arg(1)?, m.arg(2)?);
    let both = m.binary(BinaryOp::And, a, b);
    let zero = m.zero(m.type_of(a));
    let result = m.icmp(predicate, both, zero);
    packed(m, result, Some(mask)).map(Some)
}

/// Intrinsics that have bits as results and no mask today.
pub(super) fn shaped_bits(m: &mut Maker<'_>, name: &str) -> Made {
    let (a, b, mask) = (m.arg(0)?, m.arg(1)?, m.arg(2)?);
    let ty = m.type_of(a);
    let width = m.bits(ty)?;
    let name = match (name, m.element_bits(ty)?) {
        ("fpclass", 32) => format!("x86.avx512.fpclass.ps.{width}"),
        ("fpclass", _) => format!("x86.avx512.fpclass.pd.{width}"),
        _ => format!("x86.avx512.{name}.{width}"),
    };
    let bits = m.intrinsic(&name, &[], &[a, b])?;
    packed(m, bits, Some(mask)).map(Some)
}

pub(super) fn signs(m: &mut Maker<'_>) -> Made {
    let value = m.arg(0)?;
    let zero = m.zero(m.type_of(value));
    let bits = m.icmp(IntPredicate::Slt, value, zero);
    packed(m, bits, None).map(Some)
}

pub(super) fn extend(m: &mut Maker<'_>) -> Made {
    let (mask, ret) = (m.arg(0)?, m.ret);
    let mask = lanes(m, mask, m.len(ret)?)?;
    Some(Some(m.cast_named(CastOp::SExt, mask, ret, "vpmovm2")))
}

pub(super) fn broadcast(m: &mut Maker<'_>) -> Made {
    let (value, common) = (m.arg(0)?, m.module.types.common);
    let to = if m.type_of(value) == common.i8 { common.i64 } else { common.i32 };
    let count = m.bits(m.ret)? / m.bits(to)?;
    let value = m.cast(CastOp::ZExt, value, to);
    m.splat(count, value).map(Some)
}

pub(super) fn unpack(m: &mut Maker<'_>) -> Made {
    let (a, b, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let count = m.module.types.integer_width(ret)?;
    let a = lanes(m, a, count)?;
    let b = lanes(m, b, count)?;
    let indices: Vec<u32> = (0..count).collect();
    let half = &indices[..count as usize / 2];
    let a = m.shuffle(a, a, half)?;
    let b = m.shuffle(b, b, half)?;
    let both = m.shuffle(b, a, &indices)?;
    Some(Some(m.bitcast(both, ret)))
}

pub(super) fn logic(m: &mut Maker<'_>, op: BinaryOp, inverts: bool) -> Made {
    let (a, b, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let mut a = lanes(m, a, 16)?;
    let b = lanes(m, b, 16)?;
    if inverts {
        a = m.not(a);
    }
    let result = m.binary(op, a, b);
    Some(Some(m.bitcast(result, ret)))
}

pub(super) fn complement(m: &mut Maker<'_>) -> Made {
    let (value, ret) = (m.arg(0)?, m.ret);
    let value = lanes(m, value, 16)?;
    let value = m.not(value);
    Some(Some(m.bitcast(value, ret)))
}

/// Whether all bits of two masks together are as `expected`.
pub(super) fn test_or(m: &mut Maker<'_>, expected: i64) -> Made {
    let (a, b) = (m.arg(0)?, m.arg(1)?);
    let a = lanes(m, a, 16)?;
    let b = lanes(m, b, 16)?;
    let bits = m.binary(BinaryOp::Or, a, b);
    let i16 = m.module.types.integer(16);
    let bits = m.bitcast(bits, i16);
    let expected = m.int(i16, expected);
    let result = m.icmp(IntPredicate::Eq, bits, expected);
    let i32 = m.module.types.common.i32;
    Some(Some(m.cast(CastOp::ZExt, result, i32)))
}

pub(super) fn move_first(m: &mut Maker<'_>) -> Made {
    let (a, b, source, mask) = (m.arg(0)?, m.arg(1)?, m.arg(2)?, m.arg(3)?);
    let ty = m.type_of(mask);
    let (one, zero) = (m.int(ty, 1), m.zero(ty));
    let bit = m.binary(BinaryOp::And, mask, one);
    let is_set = m.icmp(IntPredicate::Ne, bit, zero);
    let b = m.first(b)?;
    let source = m.first(source)?;
    let value = m.select(is_set, b, source);
    m.with_first(a, value).map(Some)
}

/// The condition is an argument, or part of the name.
pub(super) fn compare_xop(m: &mut Maker<'_>) -> Made {
    const CONDITIONS: &[&str] = &["lt", "le", "gt", "ge", "eq", "ne", "false", "true"];
    let (a, b, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let rest = m.name.strip_prefix("xop.vpcom")?;
    let signed = !["ub", "uw", "ud", "uq"].iter().any(|end| rest.ends_with(end));
    let condition = match m.arg_count() {
        3 => m.number_arg(2)?,
        _ => CONDITIONS.iter().position(|condition| rest.starts_with(condition))? as u64,
    };
    let by = |s, u| if signed { s } else { u };
    let predicate = match condition {
        0 => by(IntPredicate::Slt, IntPredicate::Ult),
        1 => by(IntPredicate::Sle, IntPredicate::Ule),
        2 => by(IntPredicate::Sgt, IntPredicate::Ugt),
        3 => by(IntPredicate::Sge, IntPredicate::Uge),
        4 => IntPredicate::Eq,
        5 => IntPredicate::Ne,
        6 => return Some(Some(m.zero(ret))),
        7 => return Some(Some(ones(m, ret))),
        _ => return None,
    };
    let result = m.icmp(predicate, a, b);
    Some(Some(m.cast(CastOp::SExt, result, ret)))
}

pub(super) fn select_bits(m: &mut Maker<'_>) -> Made {
    let (a, b, selector) = (m.arg(0)?, m.arg(1)?, m.arg(2)?);
    let inverse = m.not(selector);
    let a = m.binary(BinaryOp::And, a, selector);
    let b = m.binary(BinaryOp::And, b, inverse);
    Some(Some(m.binary(BinaryOp::Or, a, b)))
}

/// An operation on bits of any vectors, under a mask.
pub(super) fn bitwise(m: &mut Maker<'_>, op: BinaryOp, inverts: bool) -> Made {
    let (a, b, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let integers = m.integers_like(ret)?;
    let mut a = m.bitcast(a, integers);
    if inverts {
        a = m.not(a);
    }
    let b = m.bitcast(b, integers);
    let result = m.binary(op, a, b);
    let result = m.bitcast(result, ret);
    select_at(m, 3, result, 2)
}

pub(super) fn binary_masked(m: &mut Maker<'_>, op: BinaryOp) -> Made {
    let (a, b) = (m.arg(0)?, m.arg(1)?);
    let result = m.binary(op, a, b);
    select_at(m, 3, result, 2)
}

/// An intrinsic with two operands, under a mask if there is one.
pub(super) fn named_masked(m: &mut Maker<'_>, name: &str) -> Made {
    let (a, b, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let result = m.intrinsic(name, &[ret], &[a, b])?;
    if m.arg_count() == 4 { select_at(m, 3, result, 2) } else { Some(Some(result)) }
}

pub(super) fn pack(m: &mut Maker<'_>, name: &str) -> Made {
    let (value, passed, mask, ret) = (m.arg(0)?, m.arg(1)?, m.arg(2)?, m.ret);
    let mask = lanes(m, mask, m.len(ret)?)?;
    m.intrinsic(name, &[ret], &[value, passed, mask]).map(Some)
}

/// Whether a value is the constant that says that rounding is the current one.
pub(super) fn rounds_as_usual(m: &Maker<'_>, value: Value) -> bool {
    let kind = value.constant().map(|constant| m.module.constants.kind(constant));
    matches!(kind, Some(ConstantKind::Integer(4)))
}
