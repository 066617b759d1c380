//! Conversion of complex division: by the textbook formula, or by Smith's algorithm, which overflows less, with the special
//! cases of annex G of the C standard.

use tern_dialect_core::complex;
use tern_dialect_llvm::enums::FCmpPredicate::{Oeq, Olt, One, Ord, Uno};
use tern_dialect_llvm::ops as llvm;
use tern_mlir::Value;
use tern_mlir::floats::FloatValue;
use tern_mlir::rewrite::Builder;

use super::binary;
use super::parts::{Complex, PartBuilder};
use crate::conversion::{Patterns, Rewriter};

/// The values of the option `complex-range`.
pub(crate) const RANGES: &[&str] = &["improved", "basic", "none"];

/// Adds the pattern for division that a value of the option `complex-range` selects.
pub(crate) fn division_patterns(patterns: &mut Patterns<'_, '_>, range: &str) {
    match range {
        "improved" => patterns.on(&[complex::Div::NAME], |op, b| binary(op, b, smith)),
        _ => patterns.on(&[complex::Div::NAME], |op, b| binary(op, b, algebraic)),
    }
}

/// `(a + bi) / (c + di) = ((ac + bd) + (bc - ad)i) / (c² + d²)`
fn algebraic(b: &mut Rewriter<'_, '_>, parts: &PartBuilder, lhs: Complex, rhs: Complex) -> (Value, Value) {
    let real_square = parts.mul(b, rhs.real, rhs.real);
    let imaginary_square = parts.mul(b, rhs.imaginary, rhs.imaginary);
    let denominator = parts.add(b, real_square, imaginary_square);
    let reals = parts.mul(b, lhs.real, rhs.real);
    let imaginaries = parts.mul(b, lhs.imaginary, rhs.imaginary);
    let real = parts.add(b, reals, imaginaries);
    let first = parts.mul(b, lhs.imaginary, rhs.real);
    let second = parts.mul(b, lhs.real, rhs.imaginary);
    let imaginary = parts.sub(b, first, second);
    (parts.div(b, real, denominator), parts.div(b, imaginary, denominator))
}

/// Smith's algorithm for `|c| < |d|`: with `r = c / d`, `(ar + b) / (cr + d)` and `(br - a) / (cr + d)`.
fn by_imaginary(b: &mut Rewriter<'_, '_>, parts: &PartBuilder, lhs: Complex, rhs: Complex) -> (Value, Value) {
    let ratio = parts.div(b, rhs.real, rhs.imaginary);
    let scaled = parts.mul(b, ratio, rhs.real);
    let denominator = parts.add(b, rhs.imaginary, scaled);
    let scaled = parts.mul(b, lhs.real, ratio);
    let numerator = parts.add(b, scaled, lhs.imaginary);
    let real = parts.div(b, numerator, denominator);
    let scaled = parts.mul(b, lhs.imaginary, ratio);
    let numerator = parts.sub(b, scaled, lhs.real);
    (real, parts.div(b, numerator, denominator))
}

/// Smith's algorithm for `|c| >= |d|`: with `r = d / c`, `(a + br) / (c + dr)` and `(b - ar) / (c + dr)`.
fn by_real(b: &mut Rewriter<'_, '_>, parts: &PartBuilder, lhs: Complex, rhs: Complex) -> (Value, Value) {
    let ratio = parts.div(b, rhs.imaginary, rhs.real);
    let scaled = parts.mul(b, ratio, rhs.imaginary);
    let denominator = parts.add(b, rhs.real, scaled);
    let scaled = parts.mul(b, lhs.imaginary, ratio);
    let numerator = parts.add(b, lhs.real, scaled);
    let real = parts.div(b, numerator, denominator);
    let scaled = parts.mul(b, lhs.real, ratio);
    let numerator = parts.sub(b, lhs.imaginary, scaled);
    (real, parts.div(b, numerator, denominator))
}

/// Smith's algorithm, with the special cases if both parts of the result are NaN.
fn smith(b: &mut Rewriter<'_, '_>, parts: &PartBuilder, lhs: Complex, rhs: Complex) -> (Value, Value) {
    let (small_real, small_imaginary) = by_imaginary(b, parts, lhs, rhs);
    let (large_real, large_imaginary) = by_real(b, parts, lhs, rhs);

    // Non-NaN divided by zero: infinity.
    let zero = parts.constant(b, FloatValue::Zero);
    let rhs_real_abs = parts.abs(b, rhs.real);
    let rhs_real_zero = parts.compare(b, Oeq, rhs_real_abs, zero);
    let rhs_imaginary_abs = parts.abs(b, rhs.imaginary);
    let rhs_imaginary_zero = parts.compare(b, Oeq, rhs_imaginary_abs, zero);
    let lhs_real_number = parts.compare(b, Ord, lhs.real, zero);
    let lhs_imaginary_number = parts.compare(b, Ord, lhs.imaginary, zero);
    let lhs_number = b.create_value(llvm::Or::build(lhs_real_number, lhs_imaginary_number));
    let rhs_zero = b.create_value(llvm::And::build(rhs_real_zero, rhs_imaginary_zero));
    let is_infinite = b.create_value(llvm::And::build(lhs_number, rhs_zero));
    let infinity = parts.constant(b, FloatValue::Infinity);
    let signed = parts.copy_sign(b, infinity, rhs.real);
    let infinite_real = parts.mul(b, signed, lhs.real);
    let infinite_imaginary = parts.mul(b, signed, lhs.imaginary);

    // Infinite divided by finite: infinity.
    let rhs_real_finite = parts.compare(b, One, rhs_real_abs, infinity);
    let rhs_imaginary_finite = parts.compare(b, One, rhs_imaginary_abs, infinity);
    let rhs_finite = b.create_value(llvm::And::build(rhs_real_finite, rhs_imaginary_finite));
    let lhs_real_abs = parts.abs(b, lhs.real);
    let lhs_real_infinite = parts.compare(b, Oeq, lhs_real_abs, infinity);
    let lhs_imaginary_abs = parts.abs(b, lhs.imaginary);
    let lhs_imaginary_infinite = parts.compare(b, Oeq, lhs_imaginary_abs, infinity);
    let lhs_infinite = b.create_value(llvm::Or::build(lhs_real_infinite, lhs_imaginary_infinite));
    let stays_infinite = b.create_value(llvm::And::build(lhs_infinite, rhs_finite));
    let one = parts.constant(b, FloatValue::One);
    let unit = |b: &mut Rewriter<'_, '_>, is_infinite, sign| {
        let unit = parts.select(b, is_infinite, one, zero);
        parts.copy_sign(b, unit, sign)
    };
    let lhs_unit = Complex {
        real: unit(b, lhs_real_infinite, lhs.real),
        imaginary: unit(b, lhs_imaginary_infinite, lhs.imaginary),
    };
    let reals = parts.mul(b, lhs_unit.real, rhs.real);
    let imaginaries = parts.mul(b, lhs_unit.imaginary, rhs.imaginary);
    let sum = parts.add(b, reals, imaginaries);
    let still_real = parts.mul(b, infinity, sum);
    let first = parts.mul(b, lhs_unit.real, rhs.imaginary);
    let second = parts.mul(b, lhs_unit.imaginary, rhs.real);
    let difference = parts.sub(b, second, first);
    let still_imaginary = parts.mul(b, infinity, difference);

    // Finite divided by infinite: zero.
    let lhs_real_finite = parts.compare(b, One, lhs_real_abs, infinity);
    let lhs_imaginary_finite = parts.compare(b, One, lhs_imaginary_abs, infinity);
    let lhs_finite = b.create_value(llvm::And::build(lhs_real_finite, lhs_imaginary_finite));
    let rhs_real_infinite = parts.compare(b, Oeq, rhs_real_abs, infinity);
    let rhs_imaginary_infinite = parts.compare(b, Oeq, rhs_imaginary_abs, infinity);
    let rhs_infinite = b.create_value(llvm::Or::build(rhs_real_infinite, rhs_imaginary_infinite));
    let vanishes = b.create_value(llvm::And::build(lhs_finite, rhs_infinite));
    let rhs_unit = Complex {
        real: unit(b, rhs_real_infinite, rhs.real),
        imaginary: unit(b, rhs_imaginary_infinite, rhs.imaginary),
    };
    let reals = parts.mul(b, lhs.real, rhs_unit.real);
    let imaginaries = parts.mul(b, lhs.imaginary, rhs_unit.imaginary);
    let sum = parts.add(b, reals, imaginaries);
    let zero_real = parts.mul(b, zero, sum);
    let first = parts.mul(b, lhs.imaginary, rhs_unit.real);
    let second = parts.mul(b, lhs.real, rhs_unit.imaginary);
    let difference = parts.sub(b, first, second);
    let zero_imaginary = parts.mul(b, zero, difference);

    let is_small = parts.compare(b, Olt, rhs_real_abs, rhs_imaginary_abs);
    let real = parts.select(b, is_small, small_real, large_real);
    let imaginary = parts.select(b, is_small, small_imaginary, large_imaginary);
    let mut special = (real, imaginary);
    for (condition, case_real, case_imaginary) in [
        (vanishes, zero_real, zero_imaginary),
        (stays_infinite, still_real, still_imaginary),
        (is_infinite, infinite_real, infinite_imaginary),
    ] {
        special.0 = parts.select(b, condition, case_real, special.0);
        special.1 = parts.select(b, condition, case_imaginary, special.1);
    }
    let real_nan = parts.compare(b, Uno, real, zero);
    let imaginary_nan = parts.compare(b, Uno, imaginary, zero);
    let both_nan = b.create_value(llvm::And::build(real_nan, imaginary_nan));
    (parts.select(b, both_nan, special.0, real), parts.select(b, both_nan, special.1, imaginary))
}
