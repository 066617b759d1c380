//! Expansion of divisions that round up or down to a division that rounds towards zero.

use tern_dialect_llvm::enums::ICmpPredicate::{Eq, Ne, Sgt, Slt};
use tern_mlir::{Type, Value};

use crate::conversion::{Adaptor, Builder, NoMatch, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&["index.ceildivs"], ceil_signed);
    patterns.on(&["index.ceildivu"], ceil_unsigned);
    patterns.on(&["index.floordivs"], floor_signed);
}

fn operands(op: Adaptor<'_>, b: &Rewriter<'_, '_>) -> Result<(Value, Value, Type), NoMatch> {
    let &[dividend, divisor] = op.operands else { return Err("not two operands".into()) };
    Ok((dividend, divisor, b.type_of(dividend)))
}

fn select(b: &mut Rewriter<'_, '_>, condition: Value, yes: Value, no: Value) -> Value {
    let ty = b.type_of(yes);
    b.value("llvm.select", &[condition, yes, no], ty, &[])
}

/// If `n` and `m` have the same sign and `n` is not 0: `(n + x) / m + 1` with `x = m > 0 ? -1 : 1`; else `-(-n / m)`.
fn ceil_signed(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (n, m, ty) = operands(op, b)?;
    let zero = b.constant_int(ty, 0);
    let one = b.constant_int(ty, 1);
    let minus_one = b.constant_int(ty, -1);
    let m_positive = b.icmp(Sgt, m, zero);
    let x = select(b, m_positive, minus_one, one);
    let sum = b.same("llvm.add", &[n, x]);
    let quotient = b.same("llvm.sdiv", &[sum, m]);
    let rounded = b.same("llvm.add", &[quotient, one]);
    let negated = b.same("llvm.sub", &[zero, n]);
    let quotient = b.same("llvm.sdiv", &[negated, m]);
    let exact = b.same("llvm.sub", &[zero, quotient]);
    let n_positive = b.icmp(Sgt, n, zero);
    let same_sign = b.icmp(Eq, n_positive, m_positive);
    let nonzero = b.icmp(Ne, n, zero);
    let up = b.same("llvm.and", &[same_sign, nonzero]);
    let result = select(b, up, rounded, exact);
    b.replace(op.op, &[result]);
    Ok(())
}

/// 0 if `n` is 0, else `(n - 1) / m + 1`.
fn ceil_unsigned(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (n, m, ty) = operands(op, b)?;
    let zero = b.constant_int(ty, 0);
    let one = b.constant_int(ty, 1);
    let before = b.same("llvm.sub", &[n, one]);
    let quotient = b.same("llvm.udiv", &[before, m]);
    let next = b.same("llvm.add", &[quotient, one]);
    let is_zero = b.icmp(Eq, n, zero);
    let result = select(b, is_zero, zero, next);
    b.replace(op.op, &[result]);
    Ok(())
}

/// If `n` and `m` differ in sign and `n` is not 0: `-1 - (x - n) / m` with `x = m < 0 ? 1 : -1`; else `n / m`.
fn floor_signed(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (n, m, ty) = operands(op, b)?;
    let zero = b.constant_int(ty, 0);
    let one = b.constant_int(ty, 1);
    let minus_one = b.constant_int(ty, -1);
    let m_negative = b.icmp(Slt, m, zero);
    let x = select(b, m_negative, one, minus_one);
    let difference = b.same("llvm.sub", &[x, n]);
    let quotient = b.same("llvm.sdiv", &[difference, m]);
    let rounded = b.same("llvm.sub", &[minus_one, quotient]);
    let exact = b.same("llvm.sdiv", &[n, m]);
    let n_negative = b.icmp(Slt, n, zero);
    let signs_differ = b.icmp(Ne, n_negative, m_negative);
    let nonzero = b.icmp(Ne, n, zero);
    let down = b.same("llvm.and", &[signs_differ, nonzero]);
    let result = select(b, down, rounded, exact);
    b.replace(op.op, &[result]);
    Ok(())
}
