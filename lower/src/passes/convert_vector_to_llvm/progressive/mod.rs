//! Rewrites operations on vectors to simpler ones, until each has a counterpart in LLVM.
//!
//! Vectors of several dimensions are split along the first one; the resulting operations are rewritten in turn.

mod contractions;
mod masks;
mod products;
mod shapes;
mod slices;
mod transfers;
mod transposes;

use std::cell::Cell;

use tern_dialect_core::vector::splat;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::{ub, vector};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::{AttrKind, Attribute, Context, Op, OpRef, Value};

use super::{Options, vector_type};
use crate::greedy::{GreedyRewriter, rewrite_greedily};
use crate::pass::{Failed, Target};
use crate::unrolling::{TOO_MANY, Unrolling, product, rows};

/// The outcome of a pattern: the values that replace the results, or `None` if it does not match, in which case it made
/// nothing.
type Progress = Option<Vec<Value>>;

/// Rewrites everything nested in the operation of `target`.
///
/// # Errors
/// If vectors are too large to be unrolled; the error has been reported.
pub(super) fn run(target: &mut Target<'_>, options: Options) -> Result<(), Failed> {
    let (context, op) = (target.context, target.op);
    let (unrolling, too_large) = (Unrolling::default(), Cell::new(None));
    rewrite_greedily(context, target.body, op, &|rewriter, op| {
        if !unrolling.take(parts(rewriter.op_ref(op))) {
            too_large.set(too_large.get().or(Some(rewriter.body().op_location(op))));
            return false;
        }
        let Some(values) = rewrite(rewriter, op, options) else { return false };
        rewriter.replace(op, &values);
        true
    });
    match too_large.get() {
        Some(location) => Err(target.error(location, TOO_MANY)),
        None => Ok(()),
    }
}

/// The unrolling cost of an operation, in parts.
fn parts(op: OpRef<'_>) -> u64 {
    let by_elements = match op.name() {
        vector::Extract::NAME | vector::Insert::NAME => return 0,
        vector::Transpose::NAME
        | vector::ShapeCast::NAME
        | vector::Contract::NAME
        | vector::OuterProduct::NAME
        | vector::ToElements::NAME
        | vector::FromElements::NAME => true,
        name if name.starts_with("vector.") => false,
        _ => return 0,
    };
    let operands = op.operands().iter().map(|&operand| op.type_of(operand));
    let types = operands.chain(op.body.results(op.op).map(|result| op.type_of(result)));
    let vectors = types.filter_map(|ty| VectorType::of(op.context, ty));
    let parts = vectors.map(|vector| match by_elements {
        true if vector.rank() > 1 => product(&vector.shape),
        _ => rows(&vector),
    });
    parts.max().unwrap_or(0)
}

fn rewrite(b: &mut GreedyRewriter<'_, '_>, op: Op, options: Options) -> Progress {
    // A masked operation is rewritten together with its `vector.mask`.
    if b.parent(op).is_some_and(|around| b.op_ref(around).name() == vector::Mask::NAME) {
        return None;
    }
    match b.op_ref(op).name() {
        vector::BitCast::NAME => shapes::bitcast(b, op),
        vector::Broadcast::NAME => shapes::broadcast(b, op),
        vector::Fma::NAME => shapes::fma(b, op),
        vector::FromElements::NAME => shapes::from_elements(b, op),
        vector::ToElements::NAME => shapes::to_elements(b, op),
        vector::Interleave::NAME => shapes::interleave(b, op),
        vector::Deinterleave::NAME => shapes::deinterleave(b, op),
        vector::Step::NAME => shapes::step(b, op),
        vector::Gather::NAME => shapes::gather(b, op),
        vector::Extract::NAME => shapes::extract(b, op),
        vector::Insert::NAME => shapes::insert(b, op),
        vector::ShapeCast::NAME => shapes::shape_cast(b, op),
        vector::Contract::NAME => contractions::contract(b, op, options),
        vector::Transpose::NAME => transposes::transpose(b, op, options.transpose),
        vector::OuterProduct::NAME => products::outer_product(b, op, None),
        vector::Mask::NAME => masks::mask(b, op),
        vector::MaskedLoad::NAME
        | vector::MaskedStore::NAME
        | vector::ExpandLoad::NAME
        | vector::CompressStore::NAME
        | vector::Scatter::NAME => masks::access(b, op),
        vector::ConstantMask::NAME => masks::constant_mask(b, op),
        vector::CreateMask::NAME => masks::create_mask(b, op, options),
        vector::ExtractStridedSlice::NAME => slices::extract_strided_slice(b, op),
        vector::InsertStridedSlice::NAME => slices::insert_strided_slice(b, op),
        vector::TransferRead::NAME => transfers::read(b, op, options),
        vector::TransferWrite::NAME => transfers::write(b, op, options),
        _ => None,
    }
}

/// Makes `vector.extract` at a static position. Looks through an extraction that defines the source.
fn extract(b: &mut GreedyRewriter<'_, '_>, source: Value, position: &[i64]) -> Option<Value> {
    let ty = vector_type(b, source)?.drop_front(position.len()).or_element(b.context());
    Some(b.create_value(vector::Extract::build(source, &[], position, ty)))
}

/// Makes `vector.insert` at a static position.
fn insert(b: &mut GreedyRewriter<'_, '_>, value: Value, destination: Value, position: &[i64]) -> Value {
    let ty = b.type_of(destination);
    b.create_value(vector::Insert::build(value, destination, &[], position, ty))
}

fn broadcast(b: &mut GreedyRewriter<'_, '_>, value: Value, ty: Type) -> Value {
    b.create_value(vector::Broadcast::build(value, ty))
}

fn poison(b: &mut GreedyRewriter<'_, '_>, ty: Type) -> Value {
    let poison = Attribute::declare(b.context(), &tern_dialect_core::ub::POISON, []);
    b.create_value(ub::Poison::build(ty).value(poison))
}

/// Zero, or a vector of zeros.
fn zero(b: &mut GreedyRewriter<'_, '_>, ty: Type) -> Option<Value> {
    let value = zero_attribute(b.context(), ty)?;
    Some(b.arith_constant(ty, value))
}

/// The attribute for zero, or for a vector of zeros.
pub(super) fn zero_attribute(context: &Context, ty: Type) -> Option<Attribute> {
    let element = VectorType::of(context, ty).map_or(ty, |vector| vector.element);
    let zero = match element.kind(context) {
        TypeKind::Integer { .. } | TypeKind::Index => Attribute::integer(context, element, 0),
        TypeKind::Float(_) => Attribute::float(context, element, 0),
        _ => return None,
    };
    if element == ty { Some(zero) } else { splat(context, ty, zero) }
}

/// Makes the constant `value : index`.
fn index(b: &mut GreedyRewriter<'_, '_>, value: i64) -> Value {
    let index = b.context().common.index;
    let value = Attribute::integer(b.context(), index, value);
    b.arith_constant(index, value)
}

/// A dense constant of integers of at most 64 bits.
fn integers(b: &mut GreedyRewriter<'_, '_>, ty: Type, values: &[i64]) -> Option<Value> {
    let context = b.context();
    let vector = VectorType::of(context, ty)?;
    let width = vector.element.integer_width(context).unwrap_or(64);
    let bytes = width.div_ceil(8) as usize;
    let mask = u64::MAX >> (64 - width.clamp(1, 64));
    let encode = |value: i64| (value.cast_unsigned() & mask).to_le_bytes()[..bytes].to_vec();
    let alike = values.windows(2).all(|pair| pair[0] == pair[1]);
    let data: Vec<u8> = if alike {
        encode(*values.first()?)
    } else {
        values.iter().flat_map(|&value| encode(value)).collect()
    };
    let value = context.attr(AttrKind::DenseElements { ty, data: data.into(), splat: alike });
    Some(b.arith_constant(ty, value))
}
