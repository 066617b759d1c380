//! Lowering of masks to constants and comparisons, and of `vector.mask`.

use tern_dialect_core::arith::CmpIPredicate;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::{arith, vector};
use tern_dialect_llvm::intrinsics;
use tern_mlir::types::Type;
use tern_mlir::{AttrKind, Attribute, Op, OpRef, Value};

use super::super::Options;
use super::super::instruction_sets::is_counted;
use super::{
    Progress, broadcast, definition, extract, index, insert, integers, products, value, vector_of, zero,
};
use crate::conversion::{Builder, constant_value};
use crate::folds::vector::splat;
use crate::greedy::GreedyRewriter;

/// Whether all elements of a mask are known to equal `set`.
pub(super) fn is_all(b: &GreedyRewriter<'_, '_>, mask: Value, set: bool) -> bool {
    let ValueOwner(Some(op)) = owner(b, mask) else { return false };
    let constant = constant_value(op, mask);
    if let Some(AttrKind::DenseElements { data, splat: true, .. }) =
        constant.map(|value| value.kind(b.context()))
    {
        return data.first().is_some_and(|&byte| (byte != 0) == set);
    }
    let Some(definition) =
        definition(op, mask).filter(|definition| definition.name() == vector::ConstantMask::NAME)
    else {
        return false;
    };
    let sizes = definition.property("mask_dim_sizes").and_then(|sizes| sizes.as_dense_i64(b.context()));
    let shape = VectorType::of(b.context(), b.type_of(mask)).map(|vector| vector.shape);
    match (sizes, shape) {
        (Some(sizes), Some(_)) if !set => sizes.contains(&0),
        (Some(sizes), Some(shape)) => sizes == shape,
        _ => false,
    }
}

/// The operation that defines a value, through which its body can be inspected.
struct ValueOwner<'a>(Option<OpRef<'a>>);

fn owner<'a>(b: &'a GreedyRewriter<'_, '_>, value: Value) -> ValueOwner<'a> {
    match b.body().value_def(value) {
        tern_mlir::ValueDef::Result(op, _) => ValueOwner(Some(b.op_ref(op))),
        tern_mlir::ValueDef::Argument(..) => ValueOwner(None),
    }
}

pub(super) fn constant_mask(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let result = vector_of(b, op, "result")?;
    let ty = result.ty(context);
    let sizes = b.op_ref(op).property("mask_dim_sizes")?.as_dense_i64(context)?;
    let all = |set: bool| splat(context, ty, Attribute::bool(context, set));
    if result.rank() == 0 {
        let value = all(*sizes.first()? == 1)?;
        return Some(vec![b.arith_constant(ty, value)]);
    }
    if sizes.contains(&0) || sizes == result.shape {
        let value = all(!sizes.contains(&0))?;
        // Only the last dimension may be scalable.
        if result.scalable[..result.rank() - 1].contains(&true) {
            return None;
        }
        return Some(vec![b.arith_constant(ty, value)]);
    }
    if !result.is_scalable() {
        let count = usize::try_from(result.count()).ok()?;
        let positions = super::super::elements::all_positions(&result.shape).take(count);
        let set = positions.map(|at| i64::from(at.iter().zip(&sizes).all(|(at, size)| at < size)));
        let set: Vec<i64> = set.collect();
        return Some(vec![integers(b, ty, &set)?]);
    }
    if result.scalable[0] || result.rank() == 1 {
        return None;
    }
    // Builds the mask row by row.
    let row = result.drop_front(1).ty(context);
    let sizes_of_row = Attribute::dense_i64(context, &sizes[1..]);
    let set = b.value(vector::ConstantMask::NAME, &[], row, &[("mask_dim_sizes", sizes_of_row)]);
    let mut whole = zero(b, ty)?;
    for at in 0..*sizes.first()? {
        whole = insert(b, set, whole, &[at]);
    }
    Some(vec![whole])
}

fn compare(b: &mut GreedyRewriter<'_, '_>, predicate: CmpIPredicate, lhs: Value, rhs: Value) -> Value {
    let context = b.context();
    let operand = b.type_of(lhs);
    let ty = match VectorType::of(context, operand) {
        Some(vector) => vector.with_element(context.common.i1).ty(context),
        None => context.common.i1,
    };
    let predicate = Attribute::integer(context, context.common.i64, predicate.value().cast_signed());
    b.value(arith::CmpI::NAME, &[lhs, rhs], ty, &[("predicate", predicate)])
}

/// A mask whose elements are set at indices below `bound`.
pub(super) fn below(
    b: &mut GreedyRewriter<'_, '_>,
    bound: Value,
    mask: &VectorType,
    options: Options,
) -> Option<Value> {
    let context = b.context();
    let element: Type = if options.narrow_indices { context.common.i32 } else { context.common.i64 };
    let indices = mask.with_element(element);
    let ty = indices.ty(context);
    let counted = if mask.is_scalable() {
        let step = b.create_value(intrinsics::StepVector::build(ty));
        Some(step)
    } else {
        None
    };
    let bound = b.create_value(arith::IndexCast::build(bound, element));
    let bounds = broadcast(b, bound, ty);
    Some(match counted {
        Some(step) => compare(b, CmpIPredicate::Slt, step, bounds),
        None => {
            // The comparison has the constant on the right.
            let values: Vec<i64> = (0..mask.count()).collect();
            let counted = integers(b, ty, &values)?;
            compare(b, CmpIPredicate::Sgt, bounds, counted)
        }
    })
}

pub(super) fn create_mask(b: &mut GreedyRewriter<'_, '_>, op: Op, options: Options) -> Progress {
    let context = b.context();
    let result = vector_of(b, op, "result")?;
    let ty = result.ty(context);
    let bounds = b.op_ref(op).operands().to_vec();
    let known: Option<Vec<i64>> =
        bounds.iter().map(|&bound| constant_value(b.op_ref(op), bound)?.as_i64(context)).collect();
    if let Some(known) = known.filter(|_| !result.is_scalable()) {
        // Constant bounds give a constant mask.
        let shape = if result.rank() == 0 { vec![1] } else { result.shape.clone() };
        let mut sizes: Vec<i64> =
            known.iter().zip(&shape).map(|(&bound, &size)| bound.clamp(0, size)).collect();
        if sizes.contains(&0) {
            sizes.fill(0);
        }
        let sizes = Attribute::dense_i64(context, &sizes);
        return Some(vec![b.value(vector::ConstantMask::NAME, &[], ty, &[("mask_dim_sizes", sizes)])]);
    }
    if options.counted_masks && is_counted(&result) {
        return None;
    }
    if result.rank() <= 1 {
        return below(b, *bounds.first()?, &result, options).map(|mask| vec![mask]);
    }
    if result.scalable[0] {
        return None;
    }
    let row = result.drop_front(1);
    let row_type = row.ty(context);
    let set = b.value(vector::CreateMask::NAME, &bounds[1..], row_type, &[]);
    let unset = zero(b, row_type)?;
    let mut whole = zero(b, ty)?;
    for at in 0..result.shape[0] {
        let position = index(b, at);
        let inside = compare(b, CmpIPredicate::Sgt, bounds[0], position);
        let row = b.create_value(arith::Select::build(inside, set, unset, row_type));
        whole = insert(b, row, whole, &[at]);
    }
    Some(vec![whole])
}

/// Lowers `vector.mask`: replaces the masked operation by one or more that take the mask as an operand.
pub(super) fn mask(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let mask = value(b, op, "mask")?;
    let (first, end) = {
        let (body, regions) = b.body().regions(op);
        let block = *body.region_blocks(*regions.first()?).first()?;
        (body.block_first(block)?, body.block_last(block)?)
    };
    if first == end {
        // An empty `vector.mask`.
        return Some(b.body().operands(end).to_vec());
    }
    if is_all(b, mask, true) {
        // The mask is all set: the operation is unmasked.
        let values: Vec<Value> = b.body().results(first).collect();
        let state = clone_state(b, first);
        let new = b.insert(state);
        debug_assert_eq!(values.len(), b.body().results(new).len());
        return Some(b.body().results(new).collect());
    }
    match b.op_ref(first).name() {
        vector::OuterProduct::NAME => products::outer_product(b, first, Some(mask)),
        vector::Gather::NAME => {
            let (inner, other) = (value(b, first, "mask")?, value(b, op, "passthru"));
            let both =
                if is_all(b, inner, true) { mask } else { b.create_value(arith::AndI::build(mask, inner)) };
            let mut state = clone_state(b, first);
            let count = state.operands.len();
            *state.operands.get_mut(count.checked_sub(2)?)? = both;
            if let Some(other) = other {
                *state.operands.last_mut()? = other;
            }
            let new = b.insert(state);
            Some(b.body().results(new).collect())
        }
        _ => None,
    }
}

/// Simplifies a masked access whose mask is all set or all unset.
pub(super) fn access(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let mask = value(b, op, "mask")?;
    let (all, none) = (is_all(b, mask, true), is_all(b, mask, false));
    if none {
        return Some(value(b, op, "pass_thru").into_iter().collect());
    }
    if !all || b.op_ref(op).name() == vector::Scatter::NAME {
        return None;
    }
    let reference = b.op_ref(op);
    let base = [reference.operand_group("base"), reference.operand_group("indices")].concat();
    let alignment = reference.property("alignment").map(|alignment| ("alignment", alignment));
    let properties: Vec<(&'static str, Attribute)> = alignment.into_iter().collect();
    if let Some(result) = reference.result() {
        let ty = reference.type_of(result);
        return Some(vec![b.value(vector::Load::NAME, &base, ty, &properties)]);
    }
    let stored = value(b, op, "valueToStore")?;
    b.op(vector::Store::NAME, &[&[stored], &base[..]].concat(), &[], &properties);
    Some(Vec::new())
}

/// The state to clone an operation without regions.
fn clone_state(b: &GreedyRewriter<'_, '_>, op: Op) -> tern_mlir::OpState {
    let (context, body) = (b.context(), b.body());
    let mut state = tern_mlir::OpState::new(body.op_name(op), body.op_location(op));
    state.operands = body.operands(op).into();
    state.result_types = body.results(op).map(|value| body.value_type(value)).collect();
    state.properties = body.properties(op).as_dictionary(context).unwrap_or_default().into();
    state.attributes = body.attributes(op).as_dictionary(context).unwrap_or_default().into();
    state
}

/// The row of a mask at an index.
pub(super) fn row(b: &mut GreedyRewriter<'_, '_>, mask: Option<Value>, at: i64) -> Option<Option<Value>> {
    match mask {
        Some(mask) => extract(b, mask, &[at]).map(Some),
        None => Some(None),
    }
}
