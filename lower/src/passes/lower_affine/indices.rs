//! Lowering of `affine.delinearize_index` and `affine.linearize_index` to arithmetic.

use tern_dialect_core::affine::digits;
use tern_dialect_core::arith::{CmpIPredicate, IntegerOverflowFlags};
use tern_dialect_core::memref::types::Mixed;
use tern_dialect_core::{affine, arith};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Op, OpRef, Value};

use super::{compare, constant, select};

fn multiply<'c>(b: &mut impl Builder<'c>, left: Value, right: Value, flags: IntegerOverflowFlags) -> Value {
    b.create_value(arith::MulI::build(left, right).overflowFlags(flags))
}

fn add<'c>(b: &mut impl Builder<'c>, left: Value, right: Value) -> Value {
    b.create_value(arith::AddI::build(left, right).overflowFlags(IntegerOverflowFlags::NSW))
}

/// The weights of all digits but the last: suffix products of the basis, computed from the last one on.
fn strides<'c>(b: &mut impl Builder<'c>, basis: &[Mixed], flags: IntegerOverflowFlags) -> Vec<Value> {
    let mut dynamic: Option<Value> = None;
    let mut known = 1i64;
    let mut strides = Vec::new();
    for &digits in basis.iter().rev() {
        match digits {
            Mixed::Static(number) => known = known.wrapping_mul(number),
            Mixed::Dynamic(value) => {
                dynamic = Some(match dynamic {
                    Some(before) => multiply(b, before, value, flags),
                    None => value,
                });
            }
        }
        strides.push(match dynamic {
            Some(dynamic) if known == 1 => dynamic,
            Some(dynamic) => {
                let known = constant(b, known);
                multiply(b, dynamic, known, flags)
            }
            None => constant(b, known),
        });
    }
    strides.reverse();
    strides
}

/// Computes the digits of a linear index.
pub(in crate::passes) fn delinearize<'c>(b: &mut impl Builder<'c>, op: Op) -> Option<Vec<Value>> {
    let original = affine::DelinearizeIndex::expect(OpRef::new(b.context(), b.body(), op));
    let number = original.linear_index();
    let count = b.body().results(op).len();
    let basis = digits(original.static_basis(), original.dynamic_basis(), count);
    if count == 1 {
        return Some(vec![number]);
    }
    let strides = strides(b, &basis, IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW);
    let zero = constant(b, 0);
    let first = *strides.first()?;
    let mut results = vec![b.create_value(arith::FloorDivSI::build(number, first))];
    for (index, &stride) in strides.iter().enumerate() {
        let rest = b.create_value(arith::RemSI::build(number, stride));
        let negative = compare(b, CmpIPredicate::Slt, rest, zero);
        let corrected = add(b, rest, stride);
        let rest = select(b, negative, corrected, rest);
        results.push(match strides.get(index + 1) {
            Some(&next) => b.create_value(arith::DivSI::build(rest, next)),
            None => rest,
        });
    }
    Some(results)
}

/// Computes the linear index from digits.
pub(in crate::passes) fn linearize<'c>(b: &mut impl Builder<'c>, op: Op) -> Option<Vec<Value>> {
    let original = affine::LinearizeIndex::expect(OpRef::new(b.context(), b.body(), op));
    let (indices, disjoint) = (original.multi_index().to_vec(), original.disjoint());
    let basis = digits(original.static_basis(), original.dynamic_basis(), indices.len());
    let Some((&last, rest)) = indices.split_last() else { return Some(vec![constant(b, 0)]) };
    let flags = match disjoint {
        true => IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW,
        false => IntegerOverflowFlags::NSW,
    };
    let strides = strides(b, &basis, flags);
    let scaled: Vec<Value> = rest
        .iter()
        .zip(strides)
        .map(|(&index, stride)| multiply(b, index, stride, IntegerOverflowFlags::NSW))
        .collect();
    let all = scaled.into_iter().chain([last]);
    let sum = |before, index| add(b, before, index);
    Some(vec![all.reduce(sum)?])
}
