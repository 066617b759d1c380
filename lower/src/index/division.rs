//! Expansion of divisions that round up or down to a division that rounds towards zero.

use tern_dialect_core::index;
use tern_dialect_llvm::enums::ICmpPredicate::{Eq, Ne, Sgt, Slt};
use tern_dialect_llvm::ops as llvm;
use tern_mlir::Value;
use tern_mlir::rewrite::Builder;

use crate::conversion::{Adaptor, LlvmBuilder, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[index::CeilDivS::NAME], ceil_signed);
    patterns.on(&[index::CeilDivU::NAME], ceil_unsigned);
    patterns.on(&[index::FloorDivS::NAME], floor_signed);
}

fn select(b: &mut Rewriter<'_, '_>, condition: Value, yes: Value, no: Value) -> Value {
    let ty = b.type_of(yes);
    b.create_value(llvm::Select::build(condition, yes, no, ty))
}

/// If `n` and `m` have the same sign and `n` is not 0: `(n + x) / m + 1` with `x = m > 0 ? -1 : 1`; else `-(-n / m)`.
fn ceil_signed(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let division = index::CeilDivS::expect(b.converted(op));
    let (n, m, ty) = (division.lhs(), division.rhs(), b.type_of(division.lhs()));
    let zero = b.constant_int(ty, 0);
    let one = b.constant_int(ty, 1);
    let minus_one = b.constant_int(ty, -1);
    let m_positive = b.icmp(Sgt, m, zero);
    let x = select(b, m_positive, minus_one, one);
    let sum = b.create_value(llvm::Add::build(n, x));
    let quotient = b.create_value(llvm::SDiv::build(sum, m));
    let rounded = b.create_value(llvm::Add::build(quotient, one));
    let negated = b.create_value(llvm::Sub::build(zero, n));
    let quotient = b.create_value(llvm::SDiv::build(negated, m));
    let exact = b.create_value(llvm::Sub::build(zero, quotient));
    let n_positive = b.icmp(Sgt, n, zero);
    let same_sign = b.icmp(Eq, n_positive, m_positive);
    let nonzero = b.icmp(Ne, n, zero);
    let up = b.create_value(llvm::And::build(same_sign, nonzero));
    let result = select(b, up, rounded, exact);
    b.replace(op.op, &[result]);
    Ok(())
}

/// 0 if `n` is 0, else `(n - 1) / m + 1`.
fn ceil_unsigned(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let division = index::CeilDivU::expect(b.converted(op));
    let (n, m, ty) = (division.lhs(), division.rhs(), b.type_of(division.lhs()));
    let zero = b.constant_int(ty, 0);
    let one = b.constant_int(ty, 1);
    let before = b.create_value(llvm::Sub::build(n, one));
    let quotient = b.create_value(llvm::UDiv::build(before, m));
    let next = b.create_value(llvm::Add::build(quotient, one));
    let is_zero = b.icmp(Eq, n, zero);
    let result = select(b, is_zero, zero, next);
    b.replace(op.op, &[result]);
    Ok(())
}

/// If `n` and `m` differ in sign and `n` is not 0: `-1 - (x - n) / m` with `x = m < 0 ? 1 : -1`; else `n / m`.
fn floor_signed(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let division = index::FloorDivS::expect(b.converted(op));
    let (n, m, ty) = (division.lhs(), division.rhs(), b.type_of(division.lhs()));
    let zero = b.constant_int(ty, 0);
    let one = b.constant_int(ty, 1);
    let minus_one = b.constant_int(ty, -1);
    let m_negative = b.icmp(Slt, m, zero);
    let x = select(b, m_negative, one, minus_one);
    let difference = b.create_value(llvm::Sub::build(x, n));
    let quotient = b.create_value(llvm::SDiv::build(difference, m));
    let rounded = b.create_value(llvm::Sub::build(minus_one, quotient));
    let exact = b.create_value(llvm::SDiv::build(n, m));
    let n_negative = b.icmp(Slt, n, zero);
    let signs_differ = b.icmp(Ne, n_negative, m_negative);
    let nonzero = b.icmp(Ne, n, zero);
    let down = b.create_value(llvm::And::build(signs_differ, nonzero));
    let result = select(b, down, rounded, exact);
    b.replace(op.op, &[result]);
    Ok(())
}
