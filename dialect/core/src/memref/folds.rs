//! Folders of `memref`. Source: MLIR's `MemRefOps.cpp`.

use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::declare::View;
use tern_mlir::fold::{Folded, Folds, InPlace};
use tern_mlir::types::{DYNAMIC, TypeKind};
use tern_mlir::{Attribute, Context, Op, OpRef, Value};

use crate::memref::types::{Mixed, dropped_dimensions, mixed, subview_type};
use crate::{arith, memref};

type Results = Option<Vec<Folded>>;

/// The folders of the dialect.
pub(super) static FOLDS: Folds = Folds {
    operations: &[
        (memref::Cast::NAME, same_type),
        (memref::CollapseShape::NAME, |op, _| {
            let collapse = memref::CollapseShape::of(op)?;
            let (source, groups) = (collapse.src(), collapse.reassociation());
            let before = op.definition(source).and_then(memref::ExpandShape::of);
            reshape(op, source, groups, before.map(|before| (before.src(), before.reassociation())))
        }),
        (memref::Dim::NAME, dim),
        (memref::ExpandShape::NAME, |op, _| {
            let expand = memref::ExpandShape::of(op)?;
            let (source, groups) = (expand.src(), expand.reassociation());
            let before = op.definition(source).and_then(memref::CollapseShape::of);
            reshape(op, source, groups, before.map(|before| (before.src(), before.reassociation())))
        }),
        (memref::MemorySpaceCast::NAME, same_type),
        (memref::Rank::NAME, rank),
        (memref::ReinterpretCast::NAME, reinterpret_cast),
        (memref::SubView::NAME, subview),
        (memref::Transpose::NAME, transpose),
    ],
    more: &[],
    in_place,
    constant: crate::vector::folds::constant,
};

fn value(value: Value) -> Results {
    Some(vec![Folded::Value(value)])
}

fn number(context: &Context, number: i64) -> Results {
    Some(vec![Folded::Constant(Attribute::integer(context, context.common.index, number))])
}

fn memref(op: OpRef<'_>, value: Value) -> Option<MemRefType<'_>> {
    MemRefType::of(op.context, op.type_of(value))
}

/// Folds a cast to the type of its operand.
fn same_type(op: OpRef<'_>, _: &[Option<Attribute>]) -> Results {
    let source = *op.operands().first()?;
    if op.type_of(source) == op.type_of(op.result()?) { value(source) } else { None }
}

/// Folds a reshape that undoes an earlier one, of which the source and the groups of dimensions are given.
fn reshape(op: OpRef<'_>, source: Value, groups: Attribute, before: Option<(Value, Attribute)>) -> Results {
    let result = op.type_of(op.result()?);
    if op.type_of(source) == result {
        return value(source);
    }
    let (original, groups_before) = before?;
    if op.type_of(original) != result {
        return None;
    }
    let ty = memref(op, original)?;
    if ty.dynamic_sizes() < 2 {
        return value(original);
    }
    // Each group may have one unknown size, which follows from the others.
    if groups_before != groups {
        return None;
    }
    let known = groups.as_array(op.context)?.iter().all(|group| {
        let dims = group.as_array(op.context).unwrap_or_default();
        let dims = dims.iter().filter_map(|dim| usize::try_from(dim.as_i64(op.context)?).ok());
        dims.filter(|&dim| ty.shape.get(dim) == Some(&DYNAMIC)).count() < 2
    });
    if known { value(original) } else { None }
}

fn dim(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let index = (*constants.get(1)?)?.as_i64(op.context)?;
    let source = memref::Dim::of(op)?.source();
    let index = usize::try_from(index).ok()?;
    let ty = memref(op, source)?;
    match *ty.shape.get(index)? {
        DYNAMIC => {}
        size => return number(op.context, size),
    }
    let definition = op.definition(source)?;
    let before = ty.shape[..index].iter().filter(|&&size| size == DYNAMIC).count();
    if let Some(alloc) = memref::Alloc::of(definition) {
        value(*alloc.dynamicSizes().get(before)?)
    } else if let Some(alloca) = memref::Alloca::of(definition) {
        value(*alloca.dynamicSizes().get(before)?)
    } else if let Some(view) = memref::View::of(definition) {
        value(*view.sizes().get(before)?)
    } else {
        let view = memref::SubView::of(definition)?;
        let kept = mixed(view.static_sizes(), view.sizes()).into_iter().zip(dropped_of_subview(view)?);
        match kept.filter(|(_, dropped)| !dropped).nth(index)?.0 {
            Mixed::Dynamic(size) => value(size),
            Mixed::Static(size) => number(op.context, size),
        }
    }
}

/// For each dimension of the source, whether a rank-reducing subview drops it.
pub fn dropped_of_subview(view: memref::SubView<View<'_>>) -> Option<Vec<bool>> {
    let context = view.0.context;
    let (offsets, sizes) = (view.static_offsets(), view.static_sizes());
    let (source, result) = (memref(*view.0, view.source())?, memref(*view.0, view.result())?);
    let full = subview_type(context, &source, &offsets, &sizes, &view.static_strides())?;
    dropped_dimensions(context, &MemRefType::of(context, full)?, &result, &sizes)
}

fn rank(op: OpRef<'_>, _: &[Option<Attribute>]) -> Results {
    number(op.context, memref(op, *op.operands().first()?)?.rank() as i64)
}

/// Folds a reinterpretation whose constant offset, sizes and strides give the type of its operand.
fn reinterpret_cast(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    if op.operands().len() == 1 { same_type(op, constants) } else { None }
}

/// Folds a subview that covers all of a static memref, or all of another subview.
fn subview(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let view = memref::SubView::of(op)?;
    let source = view.source();
    if op.type_of(source) != op.type_of(view.result()) {
        return None;
    }
    let ty = memref(op, source)?;
    if ty.has_static_shape() && ty.strided_form(op.context)?.is_static() {
        return same_type(op, constants);
    }
    let before = op.definition(source).and_then(memref::SubView::of)?;
    let all = |items: Vec<Mixed>, number| items.iter().all(|&item| item == Mixed::Static(number));
    let whole = mixed(view.static_sizes(), view.sizes()) == mixed(before.static_sizes(), before.sizes())
        && all(mixed(view.static_offsets(), view.offsets()), 0)
        && all(mixed(view.static_strides(), view.strides()), 1);
    if whole { value(source) } else { None }
}

fn transpose(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let permutation = memref::Transpose::of(op)?.permutation();
    let tern_mlir::AttrKind::AffineMap(order) = permutation.kind(op.context) else { return None };
    if order.is_identity() { same_type(op, constants) } else { None }
}

/// Operations that do not depend on the exact memref type: a cast of their operand can be skipped.
const LOOK_THROUGH_CASTS: &[&str] = &[
    memref::AtomicRmw::NAME,
    memref::Cast::NAME,
    memref::Copy::NAME,
    memref::Dealloc::NAME,
    memref::DmaStart::NAME,
    memref::DmaWait::NAME,
    memref::Load::NAME,
    memref::Prefetch::NAME,
    memref::Store::NAME,
];

fn in_place<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let original = OpRef::new(b.context(), b.body(), op);
    match original.name() {
        memref::ExtractStridedMetadata::NAME => metadata(b, op),
        memref::ReinterpretCast::NAME => {
            let source = buffer_of(original, memref::ReinterpretCast::expect(original).source());
            source.is_some_and(|source| set_source(b, op, source))
        }
        memref::MemorySpaceCast::NAME => {
            let source = memref::MemorySpaceCast::expect(original).source();
            let before = original.definition(source).and_then(memref::MemorySpaceCast::of);
            before.map(|before| before.source()).is_some_and(|source| set_source(b, op, source))
        }
        memref::Dim::NAME if dim_is_known_dynamic(original) => through_casts(b, op, None),
        // The rank of an unranked memref is part of what is copied, so the cast must stay.
        memref::Copy::NAME if original.operands().iter().any(|&side| memref(original, side).is_none()) => {
            false
        }
        memref::Store::NAME => {
            let stored = memref::Store::expect(original).value();
            through_casts(b, op, Some(stored))
        }
        name if LOOK_THROUGH_CASTS.contains(&name) => through_casts(b, op, None),
        _ => false,
    }
}

/// Whether the index of a `memref.dim` is a constant within the rank of the memref.
fn dim_is_known_dynamic(op: OpRef<'_>) -> bool {
    let dim = memref::Dim::expect(op);
    let index = tern_mlir::fold::constant_value(op, dim.index()).and_then(|index| index.as_u64(op.context));
    let rank = memref(op, dim.source()).map_or(0, |ty| ty.rank() as u64);
    index.is_some_and(|index| index < rank)
}

fn set_source<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op, source: Value) -> bool {
    let mut operands = b.body().operands(op).to_vec();
    let Some(first) = operands.first_mut() else { return false };
    *first = source;
    b.set_operands(op, &operands);
    true
}

/// Replaces operands that are casts by the operands of these casts, except for the operand `but`.
pub(crate) fn through_casts<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op, but: Option<Value>) -> bool {
    let original = OpRef::new(b.context(), b.body(), op);
    let looked = |&operand: &Value| {
        let cast = original.definition(operand).and_then(memref::Cast::of);
        let source = cast.filter(|_| Some(operand) != but).map(|cast| cast.source());
        let ranked = |source: &Value| {
            !matches!(original.type_of(*source).kind(original.context), TypeKind::UnrankedMemRef { .. })
        };
        source.filter(ranked).unwrap_or(operand)
    };
    let operands: Vec<Value> = original.operands().iter().map(looked).collect();
    if operands == original.operands() {
        return false;
    }
    b.set_operands(op, &operands);
    true
}

/// The memref whose buffer the source of a reinterpretation has.
fn buffer_of(op: OpRef<'_>, source: Value) -> Option<Value> {
    let before = op.definition(source)?;
    if let Some(cast) = memref::ReinterpretCast::of(before) {
        Some(cast.source())
    } else if let Some(cast) = memref::Cast::of(before) {
        Some(cast.source())
    } else {
        let view = memref::SubView::of(before)?;
        let offsets = mixed(view.static_offsets(), view.offsets());
        offsets.iter().all(|&offset| offset == Mixed::Static(0)).then(|| view.source())
    }
}

/// Replaces sizes, strides and the offset that the type states by constants, and looks through casts of the source.
fn metadata<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let context = b.context();
    let original = OpRef::new(context, b.body(), op);
    let source = memref::ExtractStridedMetadata::expect(original).source();
    let Some(ty) = memref(original, source) else { return false };
    let Some(form) = ty.strided_form(context) else { return false };
    let numbers = [&[form.offset], ty.shape, &form.strides].concat();
    let results: Vec<Value> = b.body().results(op).skip(1).collect();
    let mut changed = false;
    for (number, result) in numbers.into_iter().zip(results) {
        if number != DYNAMIC && b.body().is_used(result) {
            let attribute = Attribute::integer(context, context.common.index, number);
            let constant = arith::Constant::build(attribute, context.common.index);
            let constant = b.create_new_value(constant.into());
            b.body_mut().replace_all_uses(result, constant);
            changed = true;
        }
    }
    through_casts(b, op, None) || changed
}
