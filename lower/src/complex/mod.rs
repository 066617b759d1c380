//! Conversion of `complex` to the `llvm` dialect: complex numbers become structs of two floats. Source: MLIR's
//! `ComplexToLLVM.cpp`, `DivisionConverter.cpp`.

mod division;
mod parts;

use tern_dialect_core::complex;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Value};

pub(crate) use division::{RANGES, division_patterns};
use parts::{Complex, PartBuilder};

use crate::conversion::{Adaptor, ComplexStruct, Legal, Legality, LlvmBuilder, Patterns, Rewrite, Rewriter};

/// Adds the patterns of the dialect, with the default for division.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns_but_division(patterns);
    division_patterns(patterns, "basic");
}

/// Adds the patterns of all operations but division.
pub(crate) fn patterns_but_division(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[complex::Abs::NAME], abs);
    patterns.on(&[complex::Add::NAME], |op, b| binary(op, b, add));
    patterns.on(&[complex::Sub::NAME], |op, b| binary(op, b, sub));
    patterns.on(&[complex::Mul::NAME], |op, b| binary(op, b, mul));
    patterns.on(&[complex::Constant::NAME], constant);
    patterns.on(&[complex::Create::NAME], create);
    patterns.on(&[complex::Re::NAME], |op, b| part(op, b, 0));
    patterns.on(&[complex::Im::NAME], |op, b| part(op, b, 1));
}

/// Makes all operations of the dialect illegal.
pub(crate) fn legality(legality: Legality) -> Legality {
    legality.dialect("complex", Legal::No)
}

/// The square root of the sum of squares.
fn abs(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let operand = complex::Abs::expect(b.converted(op)).complex();
    let parts = PartBuilder::of(b.op_ref(op.op), ty);
    let number = Complex::of(b, operand);
    let real = parts.mul(b, number.real, number.real);
    let imaginary = parts.mul(b, number.imaginary, number.imaginary);
    let sum = parts.add(b, real, imaginary);
    let root = b.create_value(intrinsics::Sqrt::build(sum));
    b.replace(op.op, &[root]);
    Ok(())
}

/// Converts a binary operation; `compute` returns the real and the imaginary part.
fn binary(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    make: fn(&mut Rewriter<'_, '_>, &PartBuilder, Complex, Complex) -> (Value, Value),
) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let &[lhs, rhs] = op.operands else { return Err("not two operands".into()) };
    let (lhs, rhs) = (Complex::of(b, lhs), Complex::of(b, rhs));
    let parts = PartBuilder::of(b.op_ref(op.op), b.type_of(lhs.real));
    let mut result = ComplexStruct::poison(b, ty);
    let (real, imaginary) = make(b, &parts, lhs, rhs);
    result.set_real(b, real);
    result.set_imaginary(b, imaginary);
    b.replace(op.op, &[result.value]);
    Ok(())
}

fn add(b: &mut Rewriter<'_, '_>, parts: &PartBuilder, lhs: Complex, rhs: Complex) -> (Value, Value) {
    (parts.add(b, lhs.real, rhs.real), parts.add(b, lhs.imaginary, rhs.imaginary))
}

fn sub(b: &mut Rewriter<'_, '_>, parts: &PartBuilder, lhs: Complex, rhs: Complex) -> (Value, Value) {
    (parts.sub(b, lhs.real, rhs.real), parts.sub(b, lhs.imaginary, rhs.imaginary))
}

fn mul(b: &mut Rewriter<'_, '_>, parts: &PartBuilder, lhs: Complex, rhs: Complex) -> (Value, Value) {
    let reals = parts.mul(b, rhs.real, lhs.real);
    let imaginaries = parts.mul(b, rhs.imaginary, lhs.imaginary);
    let real = parts.sub(b, reals, imaginaries);
    let first = parts.mul(b, lhs.imaginary, rhs.real);
    let second = parts.mul(b, lhs.real, rhs.imaginary);
    (real, parts.add(b, first, second))
}

fn constant(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let value = Attribute::array(b.context(), complex::Constant::expect(b.original(op)).value());
    b.replace_by(op.op, llvm::Constant::build(value, ty));
    Ok(())
}

fn create(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let create = complex::Create::expect(b.converted(op));
    let (real, imaginary) = (create.real(), create.imaginary());
    let result = ComplexStruct::of(b, ty, real, imaginary);
    b.replace(op.op, &[result.value]);
    Ok(())
}

fn part(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, index: i64) -> Rewrite {
    let &[operand] = op.operands else { return Err("not one operand".into()) };
    let part = b.extract_value(operand, &[index]);
    b.replace(op.op, &[part]);
    Ok(())
}
