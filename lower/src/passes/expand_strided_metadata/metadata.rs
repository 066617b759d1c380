//! Resolves `memref.extract_strided_metadata` and `memref.extract_aligned_pointer_as_index` by the operation that defines the
//! memref.

use tern_dialect_core::affine::apply;
use tern_dialect_core::memref;
use tern_dialect_core::memref::types::{Mixed, mixed};
use tern_mlir::affine::{AffineExpr, AffineOp};
use tern_mlir::builtin::memref::{MemRefType, identity_strides};
use tern_mlir::fold::InPlace;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Op, OpRef, Value};

use super::{Metadata, reinterpret_cast, value, views};
use crate::greedy::GreedyRewriter;

/// The operation that defines the source of `op`.
fn producer(b: &GreedyRewriter<'_, '_>, op: Op) -> Option<Op> {
    let original = b.op_ref(op);
    original.definition(*original.operands().first()?).map(|definition| definition.op)
}

/// Replaces `memref.extract_strided_metadata`.
pub(super) fn resolve(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Option<()> {
    let from = producer(b, op)?;
    let values = match b.op_ref(from).name() {
        memref::SubView::NAME | memref::ExpandShape::NAME | memref::CollapseShape::NAME => {
            let metadata = views::metadata(b, from)?;
            metadata.values(b)
        }
        memref::Alloc::NAME => {
            let dynamic = memref::Alloc::expect(b.op_ref(from)).dynamicSizes().to_vec();
            allocation(b, op, from, &dynamic)?
        }
        memref::Alloca::NAME => {
            let dynamic = memref::Alloca::expect(b.op_ref(from)).dynamicSizes().to_vec();
            allocation(b, op, from, &dynamic)?
        }
        memref::GetGlobal::NAME => global(b, op, from)?,
        memref::ReinterpretCast::NAME => {
            let cast = memref::ReinterpretCast::expect(b.op_ref(from));
            let source = cast.source();
            MemRefType::of(b.context(), b.type_of(source))?;
            let offset = *mixed(cast.static_offsets(), cast.offsets()).first()?;
            let sizes = mixed(cast.static_sizes(), cast.sizes());
            let strides = mixed(cast.static_strides(), cast.strides());
            let buffer = Metadata::extract(b, source)?.buffer;
            Metadata { buffer, offset, sizes, strides }.values(b)
        }
        memref::MemorySpaceCast::NAME => in_other_space(b, op, from)?,
        memref::AssumeAlignment::NAME => {
            let source = memref::AssumeAlignment::expect(b.op_ref(from)).memref();
            Metadata::extract(b, source)?.values(b)
        }
        memref::ExtractStridedMetadata::NAME => {
            let buffer = memref::ExtractStridedMetadata::expect(b.op_ref(op)).source();
            let offset = value(b, Mixed::Static(0));
            vec![buffer, offset]
        }
        _ => return None,
    };
    b.replace(op, &values);
    Some(())
}

/// The buffer of a memref that is a whole allocation; made only if it is used.
fn whole_buffer(b: &mut GreedyRewriter<'_, '_>, op: Op, memref: Value) -> Option<Value> {
    let buffer = b.body().results(op).next()?;
    let ty = b.type_of(buffer);
    if !b.body().is_used(buffer) {
        return Some(buffer);
    }
    match b.type_of(memref) == ty {
        true => Some(memref),
        false => Some(reinterpret_cast(b, memref, [&[Mixed::Static(0)], &[], &[]], ty)),
    }
}

/// The replacement values for a buffer with an offset of 0 and the given sizes and strides.
fn with_parts(
    b: &mut GreedyRewriter<'_, '_>,
    buffer: Value,
    sizes: Vec<Mixed>,
    strides: Vec<Mixed>,
) -> Vec<Value> {
    Metadata { buffer, offset: Mixed::Static(0), sizes, strides }.values(b)
}

/// The memref that an operation allocates, if it is contiguous, with its type.
fn contiguous(made: OpRef<'_>) -> Option<(Value, MemRefType<'_>)> {
    let memref = made.result()?;
    let ty = MemRefType::of(made.context, made.type_of(memref))?;
    ty.is_identity(made.context).then_some((memref, ty))
}

fn allocation(b: &mut GreedyRewriter<'_, '_>, op: Op, from: Op, dynamic: &[Value]) -> Option<Vec<Value>> {
    let (memref, ty) = contiguous(b.op_ref(from))?;
    let mut dynamic = dynamic.iter();
    let size = |&size: &i64| match size {
        DYNAMIC => dynamic.next().map(|&value| Mixed::Dynamic(value)),
        size => Some(Mixed::Static(size)),
    };
    let sizes: Vec<Mixed> = ty.shape.iter().map(size).collect::<Option<_>>()?;
    let mut strides = vec![Mixed::Static(1); sizes.len()];
    let mut expr = AffineExpr::Constant(1);
    for at in (0..sizes.len().saturating_sub(1)).rev() {
        let symbol = AffineExpr::Symbol((sizes.len() - at - 2) as u32);
        expr = AffineExpr::binary(AffineOp::Mul, expr, symbol);
        strides[at] = apply(b, op, &expr, &sizes[at + 1..]);
    }
    let buffer = whole_buffer(b, op, memref)?;
    Some(with_parts(b, buffer, sizes, strides))
}

fn global(b: &mut GreedyRewriter<'_, '_>, op: Op, from: Op) -> Option<Vec<Value>> {
    let (memref, ty) = contiguous(b.op_ref(from))?;
    let numbers = |numbers: &[i64]| numbers.iter().map(|&number| Mixed::Static(number)).collect();
    let (sizes, strides) = (numbers(ty.shape), numbers(&identity_strides(ty.shape)));
    let buffer = whole_buffer(b, op, memref)?;
    Some(with_parts(b, buffer, sizes, strides))
}

fn in_other_space(b: &mut GreedyRewriter<'_, '_>, op: Op, from: Op) -> Option<Vec<Value>> {
    let source = memref::MemorySpaceCast::expect(b.op_ref(from)).source();
    let buffer = b.body().results(op).next()?;
    let ty = b.type_of(buffer);
    let mut metadata = Metadata::extract(b, source)?;
    metadata.buffer = match b.body().is_used(buffer) {
        false => buffer,
        true => b.create_value(memref::MemorySpaceCast::build(metadata.buffer, ty)),
    };
    Some(metadata.values(b))
}

/// Takes the aligned pointer from the source of a view.
pub(super) fn look_through_views(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Option<()> {
    let from = producer(b, op)?;
    if ![memref::SubView::NAME, memref::ReinterpretCast::NAME].contains(&b.op_ref(from).name()) {
        return None;
    }
    let source = *b.op_ref(from).operands().first()?;
    b.set_operands(op, &[source]);
    b.modified(op);
    Some(())
}
