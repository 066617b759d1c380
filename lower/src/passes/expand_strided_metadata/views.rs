//! Computes the metadata of `memref.subview`, `memref.expand_shape` and `memref.collapse_shape` from that of their sources.

use tern_dialect_core::affine::apply;
use tern_dialect_core::memref;
use tern_dialect_core::memref::dropped_of_subview;
use tern_dialect_core::memref::types::{Mixed, mixed};
use tern_mlir::affine::{AffineExpr, AffineOp};
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Attribute, Op, OpRef, Value};

use super::Metadata;
use crate::greedy::GreedyRewriter;

/// Replaces a view by `memref.reinterpret_cast`.
pub(super) fn expand(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Option<()> {
    let metadata = metadata(b, op)?;
    let ty = b.op_ref(op).result().map(|result| b.type_of(result))?;
    let view = metadata.reinterpret(b, ty);
    b.replace(op, &[view]);
    Some(())
}

/// The metadata of the result of a view.
pub(super) fn metadata(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Option<Metadata> {
    match b.op_ref(op).name() {
        memref::SubView::NAME => subview(b, op),
        memref::ExpandShape::NAME => {
            let expand = memref::ExpandShape::expect(b.op_ref(op));
            let output_shape = mixed(expand.static_output_shape(), expand.output_shape());
            reshape(b, op, expand.reassociation(), &output_shape, expanded)
        }
        memref::CollapseShape::NAME => {
            let groups = memref::CollapseShape::expect(b.op_ref(op)).reassociation();
            reshape(b, op, groups, &[], collapsed)
        }
        _ => None,
    }
}

fn symbol(number: usize) -> AffineExpr {
    AffineExpr::Symbol(number as u32)
}

fn product(left: AffineExpr, right: AffineExpr) -> AffineExpr {
    AffineExpr::binary(AffineOp::Mul, left, right)
}

/// `number` if it is static, else `value`.
fn known(number: i64, value: Mixed) -> Mixed {
    if number == DYNAMIC { value } else { Mixed::Static(number) }
}

fn each_known(numbers: &[i64], values: &[Mixed]) -> Vec<Mixed> {
    numbers.iter().zip(values).map(|(&number, &value)| known(number, value)).collect()
}

/// The source of a view, with the shape and the strided form of its type.
fn source(op: OpRef<'_>) -> Option<(Value, Vec<i64>, tern_mlir::builtin::memref::StridedForm)> {
    let source = *op.operands().first()?;
    let ty = MemRefType::of(op.context, op.type_of(source))?;
    Some((source, ty.shape.to_vec(), ty.strided_form(op.context)?))
}

/// Multiplies the strides, and advances the offset along them.
fn subview(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Option<Metadata> {
    let view = memref::SubView::expect(b.op_ref(op));
    let (source, _, form) = source(*view.0)?;
    let dropped = dropped_of_subview(view)?;
    let offsets = mixed(view.static_offsets(), view.offsets());
    let sizes = mixed(view.static_sizes(), view.sizes());
    let by = mixed(view.static_strides(), view.strides());
    let of_source = Metadata::extract(b, source)?;
    let source_strides = each_known(&form.strides, &of_source.strides);
    let mut strides = Vec::new();
    let mut offset = symbol(0);
    let mut operands = vec![known(form.offset, of_source.offset)];
    for ((&stride, by), from) in source_strides.iter().zip(by).zip(offsets) {
        strides.push(apply(b, op, &product(symbol(0), symbol(1)), &[by, stride]));
        let moved = product(symbol(operands.len()), symbol(operands.len() + 1));
        offset = AffineExpr::binary(AffineOp::Add, offset, moved);
        operands.extend([from, stride]);
    }
    let offset = apply(b, op, &offset, &operands);
    let kept = |list: Vec<Mixed>| {
        list.into_iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(item, _)| item).collect()
    };
    Some(Metadata { buffer: of_source.buffer, offset, sizes: kept(sizes), strides: kept(strides) })
}

/// A group of dimensions that are split or merged.
struct Group<'g> {
    /// The index of the group.
    at: usize,
    /// The dimensions of the group on the side that has more of them.
    dims: &'g [usize],
    /// The shape and the strides of the result.
    result_shape: &'g [i64],
    result_strides: &'g [i64],
    /// The operands and attributes that give the sizes of the result.
    output_shape: &'g [Mixed],
    /// The shape of the source.
    shape: &'g [i64],
    /// The strides of the source in its type; may be dynamic.
    static_strides: &'g [i64],
    /// The sizes and strides of the source as values.
    sizes: &'g [Mixed],
    strides: &'g [Mixed],
}

/// Computes the sizes and strides of a group in the result.
type Reshape = fn(&mut GreedyRewriter<'_, '_>, Op, &Group<'_>) -> Option<(Vec<Mixed>, Vec<Mixed>)>;

fn reshape(
    b: &mut GreedyRewriter<'_, '_>,
    op: Op,
    groups: Attribute,
    output_shape: &[Mixed],
    of_group: Reshape,
) -> Option<Metadata> {
    let original = b.op_ref(op);
    let context = original.context;
    let (source, shape, form) = source(original)?;
    let ty = MemRefType::of(context, original.type_of(original.result()?))?;
    let (result_shape, result_form) = (ty.shape.to_vec(), ty.strided_form(context)?);
    let groups = groups.as_array(context)?;
    let dims = |group: &Attribute| {
        let dims = group.as_array(context)?.iter();
        dims.map(|dim| usize::try_from(dim.as_i64(context)?).ok()).collect::<Option<Vec<usize>>>()
    };
    let groups: Vec<Vec<usize>> = groups.iter().map(dims).collect::<Option<_>>()?;
    let of_source = Metadata::extract(b, source)?;
    let offset = known(form.offset, of_source.offset);
    let mut metadata = Metadata { buffer: of_source.buffer, offset, sizes: Vec::new(), strides: Vec::new() };
    if shape.is_empty() {
        metadata.sizes = vec![Mixed::Static(1); result_shape.len()];
        metadata.strides = metadata.sizes.clone();
        return Some(metadata);
    }
    for (at, dims) in groups.iter().enumerate() {
        let group = Group {
            at,
            dims,
            result_shape: &result_shape,
            result_strides: &result_form.strides,
            output_shape,
            shape: &shape,
            static_strides: &form.strides,
            sizes: &of_source.sizes,
            strides: &of_source.strides,
        };
        let (sizes, strides) = of_group(b, op, &group)?;
        metadata.sizes.extend(sizes);
        metadata.strides.extend(strides);
    }
    Some(metadata)
}

/// Splits one dimension into several. A single unknown size follows from the others. With more unknown sizes, where upstream
/// crashes, the sizes given to the operation are used.
fn expanded(b: &mut GreedyRewriter<'_, '_>, op: Op, group: &Group<'_>) -> Option<(Vec<Mixed>, Vec<Mixed>)> {
    let shape: Vec<i64> =
        group.dims.iter().map(|&dim| group.result_shape.get(dim).copied()).collect::<Option<_>>()?;
    let stride = known(*group.static_strides.get(group.at)?, *group.strides.get(group.at)?);
    let whole = *group.sizes.get(group.at)?;
    let dynamic: Vec<usize> = (0..shape.len()).filter(|&at| shape[at] == DYNAMIC).collect();
    if dynamic.len() > 1 {
        let sizes: Vec<Mixed> =
            group.dims.iter().map(|&dim| group.output_shape.get(dim).copied()).collect::<Option<_>>()?;
        let mut strides = Vec::new();
        for at in 0..sizes.len() {
            let inner = (1..sizes.len() - at).map(symbol).fold(symbol(0), product);
            let operands = [&[stride], &sizes[at + 1..]].concat();
            strides.push(apply(b, op, &inner, &operands));
        }
        return Some((sizes, strides));
    }
    let product_of = |sizes: &[i64]| {
        sizes.iter().filter(|&&size| size != DYNAMIC).fold(1i64, |all, &size| all.wrapping_mul(size))
    };
    let all = product_of(&shape);
    let mut sizes: Vec<Mixed> = shape.iter().map(|&size| Mixed::Static(size)).collect();
    if let Some(&at) = dynamic.first() {
        let quotient = AffineExpr::binary(AffineOp::FloorDiv, symbol(0), AffineExpr::Constant(all));
        sizes[at] = apply(b, op, &quotient, &[whole]);
    }
    let mut strides = Vec::new();
    for at in 0..shape.len() {
        let inner = AffineExpr::Constant(product_of(&shape[at + 1..]));
        strides.push(if dynamic.first().is_some_and(|&dynamic| at < dynamic) {
            let inner = product(symbol(0), inner);
            let quotient = AffineExpr::binary(AffineOp::FloorDiv, inner, AffineExpr::Constant(all));
            apply(b, op, &product(quotient, symbol(1)), &[whole, stride])
        } else {
            apply(b, op, &product(symbol(0), inner), &[stride])
        });
    }
    Some((sizes, strides))
}

/// Merges several dimensions into one. Its stride is that of the last dimension with more than one element.
fn collapsed(b: &mut GreedyRewriter<'_, '_>, op: Op, group: &Group<'_>) -> Option<(Vec<Mixed>, Vec<Mixed>)> {
    let size = match *group.result_shape.get(group.at)? {
        DYNAMIC => {
            let sizes: Vec<Mixed> = group
                .dims
                .iter()
                .map(|&dim| Some(known(*group.shape.get(dim)?, *group.sizes.get(dim)?)))
                .collect::<Option<_>>()?;
            let all = (0..sizes.len()).map(symbol).fold(AffineExpr::Constant(1), product);
            apply(b, op, &all, &sizes)
        }
        size => Mixed::Static(size),
    };
    let stride_of = |&dim: &usize| known(group.static_strides[dim], group.strides[dim]);
    let last = group.dims.iter().rfind(|&&dim| group.shape[dim] != 1);
    let stride = match (last, *group.result_strides.get(group.at)?) {
        (Some(last), _) => stride_of(last),
        // The stride of a dimension of one element has no meaning; take any that fits the type.
        (None, DYNAMIC) => stride_of(group.dims.iter().find(|&&dim| group.static_strides[dim] == DYNAMIC)?),
        (None, stride) => Mixed::Static(stride),
    };
    Some((vec![size], vec![stride]))
}
