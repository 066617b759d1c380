//! Folders of `memref`. Source: MLIR's `MemRefOps.cpp`.

use tern_dialect_core::memref::types::{Mixed, dropped_dimensions, mixed, subview_type};
use tern_dialect_core::{arith, memref};
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::types::{DYNAMIC, TypeKind};
use tern_mlir::{Attribute, Context, Op, OpRef, Value};

use super::vector::definition;
use crate::conversion::{Folded, Folds, InPlace};

type Results = Option<Vec<Folded>>;

/// The folders of the dialect.
pub(super) static FOLDS: Folds = Folds {
    dialect: "memref",
    operations: &[
        (memref::Cast::NAME, same_type),
        (memref::CollapseShape::NAME, |op, _| reshape(op, memref::ExpandShape::NAME)),
        (memref::Dim::NAME, dim),
        (memref::ExpandShape::NAME, |op, _| reshape(op, memref::CollapseShape::NAME)),
        (memref::MemorySpaceCast::NAME, same_type),
        (memref::Rank::NAME, rank),
        (memref::ReinterpretCast::NAME, reinterpret_cast),
        (memref::SubView::NAME, subview),
        (memref::Transpose::NAME, transpose),
    ],
    more: &[],
    in_place,
    constant: super::vector::constant,
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

/// The definition of `value`, if it is an operation named `name`.
fn defined_by<'a>(op: OpRef<'a>, value: Value, name: &str) -> Option<OpRef<'a>> {
    definition(op, value).filter(|definition| definition.name() == name)
}

/// Folds a cast to the type of its operand.
fn same_type(op: OpRef<'_>, _: &[Option<Attribute>]) -> Results {
    let source = *op.operands().first()?;
    if op.type_of(source) == op.type_of(op.result()?) { value(source) } else { None }
}

/// Folds a reshape that undoes an earlier one.
fn reshape(op: OpRef<'_>, inverse: &str) -> Results {
    let source = *op.operands().first()?;
    let result = op.type_of(op.result()?);
    if op.type_of(source) == result {
        return value(source);
    }
    let before = defined_by(op, source, inverse)?;
    let original = *before.operands().first()?;
    if op.type_of(original) != result {
        return None;
    }
    let ty = memref(op, original)?;
    if ty.dynamic_sizes() < 2 {
        return value(original);
    }
    // Each group may have one unknown size, which follows from the others.
    let groups = op.property("reassociation")?;
    if before.property("reassociation")? != groups {
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
    let source = *op.operands().first()?;
    let index = usize::try_from(index).ok()?;
    let ty = memref(op, source)?;
    match *ty.shape.get(index)? {
        DYNAMIC => {}
        size => return number(op.context, size),
    }
    let definition = definition(op, source)?;
    let before = ty.shape[..index].iter().filter(|&&size| size == DYNAMIC).count();
    match definition.name() {
        memref::Alloc::NAME | memref::Alloca::NAME => {
            value(*definition.operand_group("dynamicSizes").get(before)?)
        }
        memref::View::NAME => value(*definition.operand_group("sizes").get(before)?),
        memref::SubView::NAME => {
            let dropped = dropped_of_subview(definition)?;
            let kept = mixed(definition, "static_sizes", "sizes").into_iter().zip(dropped);
            match kept.filter(|(_, dropped)| !dropped).nth(index)?.0 {
                Mixed::Dynamic(size) => value(size),
                Mixed::Static(size) => number(op.context, size),
            }
        }
        _ => None,
    }
}

/// For each dimension of the source, whether a rank-reducing subview drops it.
pub(crate) fn dropped_of_subview(op: OpRef<'_>) -> Option<Vec<bool>> {
    let list = |name| op.property(name)?.as_dense_i64(op.context);
    let (offsets, sizes) = (list("static_offsets")?, list("static_sizes")?);
    let source = memref(op, *op.operand_group("source").first()?)?;
    let full = subview_type(op.context, &source, &offsets, &sizes, &list("static_strides")?)?;
    dropped_dimensions(op.context, &MemRefType::of(op.context, full)?, &memref(op, op.result()?)?, &sizes)
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
    let source = *op.operand_group("source").first()?;
    if op.type_of(source) != op.type_of(op.result()?) {
        return None;
    }
    let ty = memref(op, source)?;
    if ty.has_static_shape() && ty.strided_form(op.context)?.is_static() {
        return same_type(op, constants);
    }
    let before = defined_by(op, source, memref::SubView::NAME)?;
    let list = |op, numbers, values| mixed(op, numbers, values);
    let all = |items: Vec<Mixed>, number| items.iter().all(|&item| item == Mixed::Static(number));
    let whole = list(op, "static_sizes", "sizes") == list(before, "static_sizes", "sizes")
        && all(list(op, "static_offsets", "offsets"), 0)
        && all(list(op, "static_strides", "strides"), 1);
    if whole { value(source) } else { None }
}

fn transpose(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let tern_mlir::AttrKind::AffineMap(order) = op.property("permutation")?.kind(op.context) else {
        return None;
    };
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
            let source = original.operands().first().and_then(|&source| buffer_of(original, source));
            source.is_some_and(|source| set_source(b, op, source))
        }
        memref::MemorySpaceCast::NAME => {
            let source = original.operands().first();
            let before =
                source.and_then(|&source| defined_by(original, source, memref::MemorySpaceCast::NAME));
            let source = before.and_then(|before| before.operands().first().copied());
            source.is_some_and(|source| set_source(b, op, source))
        }
        memref::Dim::NAME if dim_is_known_dynamic(original) => through_casts(b, op, None),
        // The rank of an unranked memref is part of what is copied, so the cast must stay.
        memref::Copy::NAME if original.operands().iter().any(|&side| memref(original, side).is_none()) => {
            false
        }
        memref::Store::NAME => {
            let stored = original.operands().first().copied();
            through_casts(b, op, stored)
        }
        name if LOOK_THROUGH_CASTS.contains(&name) => through_casts(b, op, None),
        _ => false,
    }
}

/// Whether the index of a `memref.dim` is a constant within the rank of the memref.
fn dim_is_known_dynamic(op: OpRef<'_>) -> bool {
    let &[source, index] = op.operands() else { return false };
    let index = crate::conversion::constant_value(op, index).and_then(|index| index.as_u64(op.context));
    let rank = memref(op, source).map_or(0, |ty| ty.rank() as u64);
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
pub(super) fn through_casts<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op, but: Option<Value>) -> bool {
    let original = OpRef::new(b.context(), b.body(), op);
    let looked = |&operand: &Value| {
        let cast = defined_by(original, operand, memref::Cast::NAME).filter(|_| Some(operand) != but);
        let source = cast.and_then(|cast| cast.operands().first().copied());
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
    let before = definition(op, source)?;
    match before.name() {
        memref::ReinterpretCast::NAME | memref::Cast::NAME => {}
        memref::SubView::NAME => {
            let offsets = mixed(before, "static_offsets", "offsets");
            if !offsets.iter().all(|&offset| offset == Mixed::Static(0)) {
                return None;
            }
        }
        _ => return None,
    }
    before.operands().first().copied()
}

/// Replaces sizes, strides and the offset that the type states by constants, and looks through casts of the source.
fn metadata<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let context = b.context();
    let original = OpRef::new(context, b.body(), op);
    let Some(&source) = original.operands().first() else { return false };
    let Some(ty) = memref(original, source) else { return false };
    let Some(form) = ty.strided_form(context) else { return false };
    let numbers = [&[form.offset], ty.shape, &form.strides].concat();
    let results: Vec<Value> = b.body().results(op).skip(1).collect();
    let mut changed = false;
    for (number, result) in numbers.into_iter().zip(results) {
        if number != DYNAMIC && b.body().is_used(result) {
            let attribute = Attribute::integer(context, context.common.index, number);
            let constant = b.value(arith::Constant::NAME, &[], context.common.index, &[("value", attribute)]);
            b.body_mut().replace_all_uses(result, constant);
            changed = true;
        }
    }
    through_casts(b, op, None) || changed
}
