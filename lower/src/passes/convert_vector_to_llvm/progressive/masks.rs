//! Lowering of masks to constants and comparisons, and of `vector.mask`.

use tern_dialect_core::arith::CmpIPredicate;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::{arith, vector};
use tern_dialect_llvm::intrinsics;
use tern_mlir::declare::New;
use tern_mlir::fold::constant_value;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::Type;
use tern_mlir::{AttrKind, Op, OpRef, Value};

use super::super::Options;
use super::super::instruction_sets::is_counted;
use super::{Progress, broadcast, extract, index, insert, integers, products, vector_type, zero};
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
    let Some(constant) = op.definition(mask).and_then(vector::ConstantMask::of) else { return false };
    let sizes = constant.mask_dim_sizes();
    match vector_type(b, mask) {
        Some(_) if !set => sizes.contains(&0),
        Some(vector) => sizes == vector.shape,
        None => false,
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
    let mask = vector::ConstantMask::expect(b.op_ref(op));
    let (result, sizes) = (vector_type(b, mask.result())?, mask.mask_dim_sizes());
    let ty = result.ty(context);
    let (&first, rest) = sizes.split_first()?;
    if result.rank() <= 1 {
        // Masks of which all elements are set, or none, have been folded.
        if result.is_scalable() {
            return None;
        }
        let set: Vec<i64> = (0..result.count()).map(|at| i64::from(at < first)).collect();
        return Some(vec![integers(b, ty, &set)?]);
    }
    if result.scalable[0] {
        return None;
    }
    // Builds the mask row by row.
    let row = result.drop_front(1).ty(context);
    let set = b.create_value(vector::ConstantMask::build(rest, row));
    let mut whole = zero(b, ty)?;
    for at in 0..first {
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
    b.create_value(arith::CmpI::build(lhs, rhs, predicate, ty))
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
    let create = vector::CreateMask::expect(b.op_ref(op));
    let (result, bounds) = (vector_type(b, create.result())?, create.operands().to_vec());
    let ty = result.ty(context);
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
        return Some(vec![b.create_value(vector::ConstantMask::build(&sizes, ty))]);
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
    let set = b.create_value(vector::CreateMask::build(&bounds[1..], row_type));
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
    let outer = vector::Mask::expect(b.op_ref(op));
    let (mask, other) = (outer.mask(), outer.passthru());
    let (first, end) = {
        let (body, region) = outer.maskRegion();
        let block = *body.region_blocks(region).first()?;
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
    let masked = b.op_ref(first);
    if masked.is(vector::OuterProduct::DEF) {
        return products::outer_product(b, first, Some(mask));
    }
    let gather = vector::Gather::of(masked)?;
    let (inner, pass_thru, ty) = (gather.mask(), gather.pass_thru(), b.type_of(gather.result()));
    let (base, offsets, indices) = (gather.base(), gather.offsets().to_vec(), gather.indices());
    let (alignment, attributes) = (gather.alignment(), b.body().attributes(first));
    let location = b.body().op_location(first);
    let both = if is_all(b, inner, true) { mask } else { b.create_value(arith::AndI::build(mask, inner)) };
    let other = other.unwrap_or(pass_thru);
    let gather = vector::Gather::build(base, &offsets, indices, both, other, ty).alignment(alignment);
    let mut state = New::from(gather).state(b.context(), b.body(), location);
    state.attributes = attributes.as_dictionary(b.context()).unwrap_or_default().into();
    let new = b.insert(state);
    Some(b.body().results(new).collect())
}

/// Simplifies a masked access whose mask is all set or all unset.
pub(super) fn access(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let op = b.op_ref(op);
    if let Some(op) = vector::MaskedLoad::of(op) {
        let plain = vector::Load::build(op.base(), op.indices(), b.type_of(op.result()));
        load(b, op.mask(), op.pass_thru(), plain.alignment(op.alignment()))
    } else if let Some(op) = vector::ExpandLoad::of(op) {
        let plain = vector::Load::build(op.base(), op.indices(), b.type_of(op.result()));
        load(b, op.mask(), op.pass_thru(), plain.alignment(op.alignment()))
    } else if let Some(op) = vector::MaskedStore::of(op) {
        let plain = vector::Store::build(op.valueToStore(), op.base(), op.indices());
        store(b, op.mask(), Some(plain.alignment(op.alignment())))
    } else if let Some(op) = vector::CompressStore::of(op) {
        let plain = vector::Store::build(op.valueToStore(), op.base(), op.indices());
        store(b, op.mask(), Some(plain.alignment(op.alignment())))
    } else {
        store(b, vector::Scatter::expect(op).mask(), None)
    }
}

/// Simplifies a load: to the value for masked-out elements, or to the plain load.
fn load(b: &mut GreedyRewriter<'_, '_>, mask: Value, pass_thru: Value, plain: vector::Load<New>) -> Progress {
    if is_all(b, mask, false) {
        return Some(vec![pass_thru]);
    }
    is_all(b, mask, true).then(|| vec![b.create_value(plain)])
}

/// Simplifies a store: to nothing, or to the plain store, if there is one.
fn store(b: &mut GreedyRewriter<'_, '_>, mask: Value, plain: Option<vector::Store<New>>) -> Progress {
    if is_all(b, mask, false) {
        return Some(Vec::new());
    }
    let plain = plain.filter(|_| is_all(b, mask, true))?;
    b.create(plain);
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
