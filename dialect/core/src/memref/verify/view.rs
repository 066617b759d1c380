//! Verifiers of casts and views.

use tern_mlir::OpRef;
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::declare::View;
use tern_mlir::types::DYNAMIC;
use tern_mlir::verify::Verifier;

use super::slices::{Slice, out_of_bounds};
use super::{memref_of, show};
use crate::memref::constraints::{element_type, memory_space};
use crate::memref::ops::view::View as ViewOp;
use crate::memref::types::{canonical, dropped_dimensions, rank_reduction, subview_type, transposed_type};
use crate::memref::{ReinterpretCast, Reshape, SubView, Transpose};

/// Shows a number, or that it is dynamic.
fn known(number: i64) -> String {
    if number == DYNAMIC { "dynamic".to_owned() } else { number.to_string() }
}

/// Checks the result type against the offset, sizes and strides.
pub(crate) fn reinterpret_cast(verifier: &mut Verifier<'_>, cast: ReinterpretCast<View<'_>>) {
    let op = *cast.0;
    let (source, ty) = (op.type_of(cast.source()), op.type_of(cast.result()));
    let Some(result) = MemRefType::of(op.context, ty) else { return };
    let (rank, slice) = (result.rank(), Slice::of_cast(cast));
    if !slice.verify(verifier, [1, rank, rank]) {
        return;
    }
    let (from, to) = (show(op, source), show(op, ty));
    if memory_space(op.context, source) != result.memory_space {
        let message =
            format!("different memory spaces specified for source type {from} and result memref type {to}");
        return verifier.error_plain(op, message);
    }
    if element_type(op.context, source) != Some(result.element) {
        let message =
            format!("different element types specified for source type {from} and result memref type {to}");
        return verifier.error_plain(op, message);
    }
    let [offsets, sizes, strides] = &slice.lists;
    let differs = |entry: &(usize, (&i64, &i64))| *entry.1.0 != DYNAMIC && entry.1.0 != entry.1.1;
    if let Some((dim, (found, &wanted))) = result.shape.iter().zip(sizes).enumerate().find(differs) {
        let wanted = known(wanted);
        let message = format!("expected result type with size = {wanted} instead of {found} in dim = {dim}");
        return verifier.error_plain(op, message);
    }
    let Some(form) = result.strided_form(op.context) else {
        return verifier
            .error_plain(op, format!("expected result type to have strided layout but found {to}"));
    };
    if form.offset != DYNAMIC && form.offset != offsets[0] {
        let (wanted, found) = (known(offsets[0]), form.offset);
        return verifier
            .error_plain(op, format!("expected result type with offset = {wanted} instead of {found}"));
    }
    if let Some((dim, (found, &wanted))) = form.strides.iter().zip(strides).enumerate().find(differs) {
        let wanted = known(wanted);
        let message =
            format!("expected result type with stride = {wanted} instead of {found} in dim = {dim}");
        verifier.error_plain(op, message);
    }
}

/// Checks that both layouts are the identity, and that the length of the shape equals the rank.
pub(crate) fn reshape(verifier: &mut Verifier<'_>, reshape: Reshape<View<'_>>) {
    let op = *reshape.0;
    let [source, shape, result] =
        [reshape.source(), reshape.shape(), reshape.result()].map(|value| op.type_of(value));
    if element_type(op.context, source) != element_type(op.context, result) {
        let message = "element types of source and destination memref types should be the same";
        return verifier.error(op, message);
    }
    if MemRefType::of(op.context, source).is_some_and(|ty| !ty.is_identity(op.context)) {
        return verifier.error(op, "source memref type should have identity affine map");
    }
    let Some(result) = MemRefType::of(op.context, result) else { return };
    let length = MemRefType::of(op.context, shape).map_or(DYNAMIC, |shape| shape.shape[0]);
    if !result.is_identity(op.context) {
        verifier.error(op, "result memref type should have identity affine map");
    } else if length == DYNAMIC {
        let message =
            "cannot use shape operand with dynamic length to reshape to statically-ranked memref type";
        verifier.error(op, message);
    } else if length != result.rank() as i64 {
        verifier.error(op, "length of shape operand differs from the result's memref rank");
    }
}

/// Checks layouts, memory spaces and the number of sizes.
pub(crate) fn view(verifier: &mut Verifier<'_>, of_bytes: ViewOp<View<'_>>) {
    let op = *of_bytes.0;
    let (source, ty) = (op.type_of(of_bytes.source()), op.type_of(of_bytes.result()));
    let (Some(base), Some(view)) = (MemRefType::of(op.context, source), MemRefType::of(op.context, ty))
    else {
        return;
    };
    let (source, ty) = (show(op, source), show(op, ty));
    let problem = if !base.is_identity(op.context) {
        format!("unsupported map for base memref type {source}")
    } else if !view.is_identity(op.context) {
        format!("unsupported map for result memref type {ty}")
    } else if base.memory_space != view.memory_space {
        format!("different memory spaces specified for base memref type {source} and view memref type {ty}")
    } else if of_bytes.sizes().len() != view.dynamic_sizes() {
        format!("incorrect number of size operands for type {ty}")
    } else {
        return;
    };
    verifier.error_plain(op, problem);
}

/// Checks the result type against the offsets, sizes and strides, allowing for dropped dimensions.
pub(crate) fn subview(verifier: &mut Verifier<'_>, subview: SubView<View<'_>>) {
    let op = *subview.0;
    let (source, ty) = (op.type_of(subview.source()), op.type_of(subview.result()));
    let (Some(base), Some(view)) = (MemRefType::of(op.context, source), MemRefType::of(op.context, ty))
    else {
        return;
    };
    let slice = Slice::of_subview(subview);
    if !slice.verify(verifier, [base.rank(); 3]) {
        return;
    }
    if base.memory_space != view.memory_space {
        let (source, ty) = (show(op, source), show(op, ty));
        let message = format!(
            "different memory spaces specified for base memref type {source} and subview memref type {ty}"
        );
        return verifier.error_plain(op, message);
    }
    let [offsets, sizes, strides] = &slice.lists;
    let Some(expected) = subview_type(op.context, &base, offsets, sizes, strides) else {
        let source = show(op, source);
        return verifier.error_plain(op, format!("base type {source} is not strided"));
    };
    let Some(inferred) = MemRefType::of(op.context, expected) else { return };
    if let Some(problem) = subview_problem(op, (&inferred, &show(op, expected)), &view, sizes) {
        return verifier.error_plain(op, problem);
    }
    if let Some(problem) = out_of_bounds(base.shape, &slice.lists) {
        verifier.error_plain(op, problem);
    }
}

/// The error in the type of a subview; `inferred` is its type without rank reduction.
fn subview_problem(
    op: OpRef<'_>,
    (inferred, shown): (&MemRefType<'_>, &str),
    view: &MemRefType<'_>,
    sizes: &[i64],
) -> Option<String> {
    if view.rank() > inferred.rank() {
        return Some(format!(
            "expected result rank to be smaller or equal to the source rank, but got {}",
            view.rank()
        ));
    }
    let mismatch = |what: &str| {
        Some(format!(
            "expected result type to be {shown} or a rank-reduced version. (mismatch of result {what})"
        ))
    };
    if rank_reduction(inferred.shape, view.shape).is_none() {
        return mismatch("sizes");
    }
    if inferred.element != view.element {
        return Some(format!("expected result element type to be {}", show(op, inferred.element)));
    }
    let (Some(form), Some(own)) = (inferred.strided_form(op.context), view.strided_form(op.context)) else {
        return mismatch("layout");
    };
    let Some(dropped) = dropped_dimensions(op.context, inferred, view, sizes) else {
        return mismatch("layout");
    };
    let kept = form.strides.iter().zip(&dropped).filter(|(_, gone)| !**gone).map(|(stride, _)| stride);
    if form.offset != own.offset || !kept.eq(&own.strides) {
        return mismatch("layout");
    }
    None
}

/// Checks the permutation and the result type.
pub(crate) fn transpose(verifier: &mut Verifier<'_>, transpose: Transpose<View<'_>>) {
    let (op, result) = (*transpose.0, transpose.0.type_of(transpose.result()));
    let Some(source) = memref_of(op, transpose.r#in()) else { return };
    let Some(map) = transpose.permutation().as_affine_map(op.context) else { return };
    let Some(order) = map.permutation() else {
        return verifier.error(op, "expected a permutation map");
    };
    if order.len() != source.rank() {
        return verifier.error(op, "expected a permutation map of same rank as the input");
    }
    let Some(wanted) = transposed_type(op.context, &source, &order) else { return };
    if canonical(op.context, wanted) != canonical(op.context, result) {
        let (found, wanted) = (show(op, result), show(op, wanted));
        let message =
            format!("result type {found} is not equivalent to the canonical transposed input type {wanted}");
        verifier.error(op, message);
    }
}
