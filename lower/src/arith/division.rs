//! Expansion of divisions that round up or down to a division that rounds towards zero. The expansion uses operations of
//! `arith`.

use tern_dialect_core::arith;
use tern_dialect_core::arith::CmpIPredicate;
use tern_dialect_llvm::traits::i1_of_same_shape;
use tern_mlir::attributes::splat;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, Value};

use crate::conversion::{Adaptor, Patterns, Rewrite, Rewriter};

pub(crate) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on_untyped(&[arith::CeilDivSI::NAME], ceil_signed);
    patterns.on_untyped(&[arith::CeilDivUI::NAME], ceil_unsigned);
    patterns.on_untyped(&[arith::FloorDivSI::NAME], floor_signed);
}

pub(crate) fn constant(b: &mut Rewriter<'_, '_>, ty: Type, value: i64) -> Value {
    let value = splat(b.context(), ty, value);
    b.create_value(arith::Constant::build(value, ty))
}

pub(crate) fn compare(b: &mut Rewriter<'_, '_>, predicate: CmpIPredicate, lhs: Value, rhs: Value) -> Value {
    let ty = b.type_of(lhs);
    let result = i1_of_same_shape(b.context(), ty).unwrap_or(ty);
    b.create_value(arith::CmpI::build(lhs, rhs, predicate, result))
}

pub(crate) fn select(b: &mut Rewriter<'_, '_>, condition: Value, yes: Value, no: Value) -> Value {
    let ty = b.type_of(yes);
    b.create_value(arith::Select::build(condition, yes, no, ty))
}

/// With `q = a / b`: `q + 1` if there is a remainder and both signs are equal, else `q`.
fn ceil_signed(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let division = arith::CeilDivSI::expect(b.converted(op));
    let (dividend, divisor, ty) = (division.lhs(), division.rhs(), b.type_of(division.lhs()));
    let zero = constant(b, ty, 0);
    let one = constant(b, ty, 1);
    let quotient = b.create_value(arith::DivSI::build(dividend, divisor));
    let product = b.create_value(arith::MulI::build(quotient, divisor));
    let inexact = compare(b, CmpIPredicate::Ne, dividend, product);
    let dividend_negative = compare(b, CmpIPredicate::Slt, dividend, zero);
    let divisor_negative = compare(b, CmpIPredicate::Slt, divisor, zero);
    let same_sign = compare(b, CmpIPredicate::Eq, dividend_negative, divisor_negative);
    let up = b.create_value(arith::AndI::build(inexact, same_sign));
    let next = b.create_value(arith::AddI::build(quotient, one));
    let result = select(b, up, next, quotient);
    b.replace(op.op, &[result]);
    Ok(())
}

/// 0 if the dividend is 0, else `(dividend - 1) / divisor + 1`.
fn ceil_unsigned(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let division = arith::CeilDivUI::expect(b.converted(op));
    let (dividend, divisor, ty) = (division.lhs(), division.rhs(), b.type_of(division.lhs()));
    let zero = constant(b, ty, 0);
    let is_zero = compare(b, CmpIPredicate::Eq, dividend, zero);
    let one = constant(b, ty, 1);
    let before = b.create_value(arith::SubI::build(dividend, one));
    let quotient = b.create_value(arith::DivUI::build(before, divisor));
    let next = b.create_value(arith::AddI::build(quotient, one));
    let result = select(b, is_zero, zero, next);
    b.replace(op.op, &[result]);
    Ok(())
}

/// With `q = a / b`: `q - 1` if there is a remainder and the signs differ, else `q`.
fn floor_signed(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let division = arith::FloorDivSI::expect(b.converted(op));
    let (dividend, divisor, ty) = (division.lhs(), division.rhs(), b.type_of(division.lhs()));
    let quotient = b.create_value(arith::DivSI::build(dividend, divisor));
    let product = b.create_value(arith::MulI::build(quotient, divisor));
    let inexact = compare(b, CmpIPredicate::Ne, dividend, product);
    let zero = constant(b, ty, 0);
    let dividend_negative = compare(b, CmpIPredicate::Slt, dividend, zero);
    let divisor_negative = compare(b, CmpIPredicate::Slt, divisor, zero);
    let signs_differ = compare(b, CmpIPredicate::Ne, dividend_negative, divisor_negative);
    let down = b.create_value(arith::AndI::build(inexact, signs_differ));
    let minus_one = constant(b, ty, -1);
    let before = b.create_value(arith::AddI::build(quotient, minus_one));
    let result = select(b, down, before, quotient);
    b.replace(op.op, &[result]);
    Ok(())
}
