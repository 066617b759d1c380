//! Arithmetic and conversions.

use super::masks::{rounds_as_usual, select, select_at, select_first};
use crate::function::Value;
use crate::instruction::{BinaryOp, CastOp};
use crate::types::TypeKind;
use crate::upgrade::maker::Maker;

type Made = Option<Option<Value>>;

pub(super) fn abs(m: &mut Maker<'_>) -> Made {
    let (value, ret, no) = (m.arg(0)?, m.ret, m.truth(false));
    let result = m.intrinsic("abs", &[ret], &[value, no])?;
    if m.arg_count() == 3 { select_at(m, 2, result, 1) } else { Some(Some(result)) }
}

/// An amount that may be one for all lanes.
fn amount(m: &mut Maker<'_>, amount: Value) -> Option<Value> {
    let ret = m.ret;
    if m.type_of(amount) == ret {
        return Some(amount);
    }
    let (count, element) = (m.len(ret)?, m.module.types.scalar(ret));
    let amount = m.resize(amount, element, false);
    m.splat(count, amount)
}

pub(super) fn rotate(m: &mut Maker<'_>, name: &str) -> Made {
    let (value, by, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let by = amount(m, by)?;
    let result = m.intrinsic(name, &[ret], &[value, value, by])?;
    if m.arg_count() == 4 { select_at(m, 3, result, 2) } else { Some(Some(result)) }
}

pub(super) fn shift_pair(m: &mut Maker<'_>, right: bool) -> Made {
    let (mut a, mut b, by, ret) = (m.arg(0)?, m.arg(1)?, m.arg(2)?, m.ret);
    if right {
        std::mem::swap(&mut a, &mut b);
    }
    let by = amount(m, by)?;
    let result = m.intrinsic(if right { "fshr" } else { "fshl" }, &[ret], &[a, b, by])?;
    let count = m.arg_count();
    if count < 4 {
        return Some(Some(result));
    }
    let otherwise = match count {
        5 => m.arg(3)?,
        _ if m.name.starts_with("avx512.maskz") => m.zero(ret),
        _ => m.arg(0)?,
    };
    let mask = m.arg_from_end(0)?;
    select(m, mask, result, otherwise).map(Some)
}

/// The product of the lower halves of lanes.
pub(super) fn multiply_low(m: &mut Maker<'_>, signed: bool) -> Made {
    let (a, b, ret) = (m.arg(0)?, m.arg(1)?, m.ret);
    let mut operands = [m.bitcast(a, ret), m.bitcast(b, ret)];
    let bits = m.int(ret, if signed { 32 } else { 0xffff_ffff });
    for operand in &mut operands {
        *operand = match signed {
            true => {
                let high = m.binary(BinaryOp::Shl, *operand, bits);
                m.binary(BinaryOp::AShr, high, bits)
            }
            false => m.binary(BinaryOp::And, *operand, bits),
        };
    }
    let result = m.binary(BinaryOp::Mul, operands[0], operands[1]);
    if m.arg_count() == 4 { select_at(m, 3, result, 2) } else { Some(Some(result)) }
}

/// An operation whose second result went to memory.
pub(super) fn with_carry(m: &mut Maker<'_>, name: &str) -> Made {
    let (args, pointer) = ([m.arg(0)?, m.arg(1)?, m.arg(2)?], m.arg(3)?);
    let both = m.intrinsic(name, &[], &args)?;
    let value = m.extract_value(both, 1)?;
    m.store(value, pointer, 1)?;
    m.extract_value(both, 0).map(Some)
}

pub(super) fn checksum(m: &mut Maker<'_>) -> Made {
    let (start, value, i32, ret) = (m.arg(0)?, m.arg(1)?, m.module.types.common.i32, m.ret);
    let start = m.cast(CastOp::Trunc, start, i32);
    let result = m.intrinsic("x86.sse42.crc32.32.8", &[], &[start, value])?;
    Some(Some(m.cast(CastOp::ZExt, result, ret)))
}

pub(super) fn sqrt_first(m: &mut Maker<'_>) -> Made {
    let vector = m.arg(0)?;
    let value = m.first(vector)?;
    let ty = m.type_of(value);
    let value = m.intrinsic("sqrt", &[ty], &[value])?;
    m.with_first(vector, value).map(Some)
}

pub(super) fn sqrt(m: &mut Maker<'_>) -> Made {
    let (value, ret) = (m.arg(0)?, m.ret);
    m.intrinsic("sqrt", &[ret], &[value]).map(Some)
}

pub(super) fn sqrt_masked(m: &mut Maker<'_>) -> Made {
    let (value, ret) = (m.arg(0)?, m.ret);
    let result = match m.arg(3).filter(|&rounding| !rounds_as_usual(m, rounding)) {
        Some(rounding) => {
            let single = m.name.starts_with("avx512.mask.sqrt.ps");
            let name = if single { "x86.avx512.sqrt.ps.512" } else { "x86.avx512.sqrt.pd.512" };
            m.intrinsic(name, &[], &[value, rounding])?
        }
        None => m.intrinsic("sqrt", &[ret], &[value])?,
    };
    select_at(m, 2, result, 1)
}

/// An operation on the first elements.
pub(super) fn scalar(m: &mut Maker<'_>, op: BinaryOp) -> Made {
    let (vector, other) = (m.arg(0)?, m.arg(1)?);
    let zero = m.int(m.module.types.common.i32, 0);
    let a = m.extract_at(vector, zero, "")?;
    let b = m.extract_at(other, zero, "")?;
    let value = m.binary(op, a, b);
    m.insert_at(vector, value, zero).map(Some)
}

/// An operation under a mask, which may have another rounding.
pub(super) fn rounded(m: &mut Maker<'_>, name: &str, op: BinaryOp) -> Made {
    let (a, b) = (m.arg(0)?, m.arg(1)?);
    let result = match m.name.strip_suffix(".512") {
        Some(rest) => {
            let suffix = if rest.ends_with("ps") { "ps" } else { "pd" };
            let rounding = m.arg(4)?;
            m.intrinsic(&format!("x86.avx512.{name}.{suffix}.512"), &[], &[a, b, rounding])?
        }
        None => m.binary(op, a, b),
    };
    select_at(m, 3, result, 2)
}

pub(super) fn extreme(m: &mut Maker<'_>, name: &str) -> Made {
    let args = [m.arg(0)?, m.arg(1)?, m.arg(4)?];
    let result = m.intrinsic(name, &[], &args)?;
    select_at(m, 3, result, 2)
}

pub(super) fn convert_first(m: &mut Maker<'_>, signed: bool) -> Made {
    let (vector, value, element) = (m.arg(0)?, m.arg(1)?, m.module.types.scalar(m.ret));
    let value = m.cast(if signed { CastOp::SiToFp } else { CastOp::UiToFp }, value, element);
    m.with_first(vector, value).map(Some)
}

pub(super) fn extend_first(m: &mut Maker<'_>) -> Made {
    let (vector, value, element) = (m.arg(0)?, m.arg(1)?, m.module.types.scalar(m.ret));
    let value = m.first(value)?;
    let value = m.cast(CastOp::FpExt, value, element);
    m.with_first(vector, value).map(Some)
}

/// A conversion of as many lanes as the result has, under a mask if there is one, with another rounding if there is one.
pub(super) fn convert(m: &mut Maker<'_>) -> Made {
    let (mut value, ret) = (m.arg(0)?, m.ret);
    let from = m.type_of(value);
    let count = m.len(ret)?;
    if count < m.len(from)? {
        value = m.shuffle(value, value, &[0, 1])?;
    }
    let unsigned = m.name.contains("cvtu");
    let is_float = *m.module.types.kind(m.module.types.scalar(from)) == TypeKind::Float;
    let rounding = m.arg(3).filter(|&rounding| !rounds_as_usual(m, rounding));
    let result = match rounding {
        _ if is_float => m.cast_named(CastOp::FpExt, value, ret, "cvtps2pd"),
        Some(rounding) => {
            let name = if unsigned { "x86.avx512.uitofp.round" } else { "x86.avx512.sitofp.round" };
            m.intrinsic(name, &[ret, from], &[value, rounding])?
        }
        None => m.cast_named(if unsigned { CastOp::UiToFp } else { CastOp::SiToFp }, value, ret, "cvt"),
    };
    if m.arg_count() >= 3 { select_at(m, 2, result, 1) } else { Some(Some(result)) }
}

pub(super) fn from_half(m: &mut Maker<'_>) -> Made {
    let (mut value, ret) = (m.arg(0)?, m.ret);
    let count = m.len(ret)?;
    if count != m.len_of(value)? {
        value = m.shuffle(value, value, &[0, 1, 2, 3])?;
    }
    let halves = m.vector(m.module.types.intern(TypeKind::Half), count);
    let value = m.bitcast(value, halves);
    let result = m.cast_named(CastOp::FpExt, value, ret, "cvtph2ps");
    if m.arg_count() >= 3 { select_at(m, 2, result, 1) } else { Some(Some(result)) }
}

pub(super) fn fma_plain(m: &mut Maker<'_>, negates_product: bool, negates_sum: bool) -> Made {
    let mut ops = [m.arg(0)?, m.arg(1)?, m.arg(2)?];
    let is_scalar = m.name.split('.').nth(2).is_some_and(|suffix| suffix.starts_with('s'));
    if is_scalar {
        for op in &mut ops {
            *op = m.first(*op)?;
        }
    }
    if negates_product {
        let at = usize::from(is_scalar);
        ops[at] = m.fneg(ops[at]);
    }
    if negates_sum {
        ops[2] = m.fneg(ops[2]);
    }
    let ty = m.type_of(ops[0]);
    let result = m.intrinsic("fma", &[ty], &ops)?;
    if !is_scalar {
        return Some(Some(result));
    }
    let vector = m.arg(0)?;
    m.with_first(vector, result).map(Some)
}

pub(super) fn fma_first(m: &mut Maker<'_>) -> Made {
    let mut ops = [m.arg(0)?, m.arg(1)?, m.arg(2)?];
    for op in &mut ops {
        *op = m.first(*op)?;
    }
    let ty = m.type_of(ops[0]);
    let result = m.intrinsic("fma", &[ty], &ops)?;
    let zero = m.zero(m.ret);
    m.with_first(zero, result).map(Some)
}

/// What is passed where the mask is not set: zero, the sum or the first operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    First,
    Sum,
    Zero,
}

/// The kind of mask in a name, and the rest behind it.
fn masked_name<'n>(m: &Maker<'n>) -> Option<(Passed, &'n str)> {
    let rest = m.name.strip_prefix("avx512.mask")?;
    match rest.as_bytes().first()? {
        b'3' => Some((Passed::Sum, &rest[2..])),
        b'z' => Some((Passed::Zero, &rest[2..])),
        _ => Some((Passed::First, &rest[1..])),
    }
}

fn is_usual(m: &Maker<'_>) -> bool {
    m.arg(4).is_none_or(|rounding| rounds_as_usual(m, rounding))
}

pub(super) fn fma_masked(m: &mut Maker<'_>) -> Made {
    let (passed, name) = masked_name(m)?;
    let (operation, shape) = name.split_once('.')?;
    let (negates_product, negates_sum) = (operation.starts_with("vfnm"), operation.ends_with("sub"));
    let mut ops = [m.arg(0)?, m.arg(1)?, m.arg(2)?];
    if negates_product {
        let at = usize::from(passed == Passed::First);
        ops[at] = m.fneg(ops[at]);
    }
    if negates_sum {
        ops[2] = m.fneg(ops[2]);
    }
    let mask = m.arg(3)?;
    if shape.starts_with('s') {
        return fma_masked_first(m, passed, ops, mask, negates_sum, shape);
    }
    let ret = m.ret;
    let result = match is_usual(m) {
        true => m.intrinsic("fma", &[ret], &ops)?,
        false => {
            let name =
                if shape.starts_with("ps") { "x86.avx512.vfmadd.ps.512" } else { "x86.avx512.vfmadd.pd.512" };
            let rounding = m.arg(4)?;
            m.intrinsic(name, &[], &[ops[0], ops[1], ops[2], rounding])?
        }
    };
    let otherwise = passed_value(m, passed)?;
    select(m, mask, result, otherwise).map(Some)
}

fn passed_value(m: &Maker<'_>, passed: Passed) -> Option<Value> {
    match passed {
        Passed::Zero => Some(m.zero(m.ret)),
        Passed::Sum => m.arg(2),
        Passed::First => m.arg(0),
    }
}

fn fma_masked_first(
    m: &mut Maker<'_>,
    passed: Passed,
    mut ops: [Value; 3],
    mask: Value,
    negates_sum: bool,
    shape: &str,
) -> Made {
    for op in &mut ops {
        *op = m.first(*op)?;
    }
    let ty = m.type_of(ops[0]);
    let rounding = m.arg(4)?;
    let result = match rounds_as_usual(m, rounding) {
        true => m.intrinsic("fma", &[ty], &ops)?,
        false => {
            let name = if shape.ends_with('d') { "x86.avx512.vfmadd.f64" } else { "x86.avx512.vfmadd.f32" };
            m.intrinsic(name, &[], &[ops[0], ops[1], ops[2], rounding])?
        }
    };
    let otherwise = match passed {
        Passed::Zero => m.zero(ty),
        // The sum as it was before it was negated.
        Passed::Sum if negates_sum => {
            let sum = m.arg(2)?;
            m.first(sum)?
        }
        Passed::Sum => ops[2],
        Passed::First => ops[0],
    };
    let result = select_first(m, mask, result, otherwise)?;
    let vector = m.arg(if passed == Passed::Sum { 2 } else { 0 })?;
    m.with_first(vector, result).map(Some)
}

pub(super) fn fma_alternating_plain(m: &mut Maker<'_>) -> Made {
    let (a, b, sum, ret) = (m.arg(0)?, m.arg(1)?, m.arg(2)?, m.ret);
    let suffix = if m.element_bits(ret)? == 32 { "ps" } else { "pd" };
    let name = match m.bits(ret)? {
        256 => format!("x86.fma.vfmaddsub.{suffix}.256"),
        _ => format!("x86.fma.vfmaddsub.{suffix}"),
    };
    let sum = m.fneg(sum);
    m.intrinsic(&name, &[], &[a, b, sum]).map(Some)
}

/// Sums and differences by turns.
pub(super) fn fma_alternating(m: &mut Maker<'_>) -> Made {
    let (passed, name) = masked_name(m)?;
    let (operation, shape) = name.split_once('.')?;
    let subtracts_first = operation == "vfmsubadd";
    let (mut ops, ret) = ([m.arg(0)?, m.arg(1)?, m.arg(2)?], m.ret);
    let result = match m.arg(4) {
        Some(rounding) => {
            if subtracts_first {
                ops[2] = m.fneg(ops[2]);
            }
            let name = if shape.starts_with("ps") {
                "x86.avx512.vfmaddsub.ps.512"
            } else {
                "x86.avx512.vfmaddsub.pd.512"
            };
            m.intrinsic(name, &[], &[ops[0], ops[1], ops[2], rounding])?
        }
        None => {
            let mut odd = m.intrinsic("fma", &[ret], &ops)?;
            ops[2] = m.fneg(ops[2]);
            let mut even = m.intrinsic("fma", &[ret], &ops)?;
            if subtracts_first {
                std::mem::swap(&mut odd, &mut even);
            }
            let count = m.len(ret)?;
            let mask: Vec<u32> = (0..count).map(|index| index + index % 2 * count).collect();
            m.shuffle(even, odd, &mask)?
        }
    };
    let (mask, otherwise) = (m.arg(3)?, passed_value(m, passed)?);
    select(m, mask, result, otherwise).map(Some)
}
