//! Computation of memref types: result types of views, and compatibility of casts.
//!
//! Unknown sizes, strides and offsets are [`DYNAMIC`]. Arithmetic with an unknown number is unknown, except for a product with
//! 0.

use tern_mlir::builtin::memref::{MemRefType, StridedForm, identity_strides, product, sum};
use tern_mlir::types::{DYNAMIC, Type, TypeKind};
use tern_mlir::{AttrKind, Context};

/// Whether two sizes, strides or offsets can be equal.
pub fn compatible(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

/// Whether `memref.cast` can convert between two types.
pub fn cast_compatible(context: &Context, from: Type, to: Type) -> bool {
    let unranked = |ty: Type| matches!(ty.kind(context), TypeKind::UnrankedMemRef { .. });
    let same = super::constraints::element_type(context, from)
        == super::constraints::element_type(context, to)
        && super::constraints::memory_space(context, from) == super::constraints::memory_space(context, to);
    let (Some(a), Some(b)) = (MemRefType::of(context, from), MemRefType::of(context, to)) else {
        return same && !(unranked(from) && unranked(to));
    };
    if !same || a.rank() != b.rank() || !a.shape.iter().zip(b.shape).all(|(&a, &b)| compatible(a, b)) {
        return false;
    }
    if a.layout == b.layout {
        return true;
    }
    let (Some(form), Some(other)) = (a.strided_form(context), b.strided_form(context)) else { return false };
    // The stride of a dimension of one element is irrelevant.
    let strides = form.strides.iter().zip(&other.strides).zip(a.shape.iter().zip(b.shape));
    compatible(form.offset, other.offset)
        && strides.into_iter().all(|((&a, &b), (&size, &other))| size == 1 || other == 1 || compatible(a, b))
}

/// Whether `memref.memory_space_cast` can convert between two types: only the memory spaces differ.
pub fn space_cast_compatible(context: &Context, from: Type, to: Type) -> bool {
    match (from.kind(context), to.kind(context)) {
        (
            TypeKind::MemRef { shape, element, layout, .. },
            TypeKind::MemRef { shape: other_shape, element: other_element, layout: other_layout, .. },
        ) => shape == other_shape && element == other_element && layout == other_layout,
        (
            TypeKind::UnrankedMemRef { element, .. },
            TypeKind::UnrankedMemRef { element: other_element, .. },
        ) => element == other_element,
        _ => false,
    }
}

/// The type of a `memref.subview` without rank reduction.
pub fn subview_type(
    context: &Context,
    source: &MemRefType<'_>,
    offsets: &[i64],
    sizes: &[i64],
    strides: &[i64],
) -> Option<Type> {
    let form = source.strided_form(context)?;
    let moved = |offset, (&by, &stride): (&i64, &i64)| sum(offset, product(by, stride));
    let form = StridedForm {
        offset: offsets.iter().zip(&form.strides).fold(form.offset, moved),
        strides: strides.iter().zip(&form.strides).map(|(&a, &b)| product(a, b)).collect(),
    };
    let layout = Some(form.to_attribute(context));
    Some(context.ty(TypeKind::MemRef {
        shape: sizes.into(),
        element: source.element,
        layout,
        memory_space: source.memory_space,
    }))
}

/// The dimensions of `shape` that `reduced` omits, if all of them have size 1.
pub fn rank_reduction(shape: &[i64], reduced: &[i64]) -> Option<Vec<bool>> {
    let mut rest = reduced.iter().peekable();
    let mut dropped = Vec::with_capacity(shape.len());
    for &size in shape {
        let kept = rest.next_if(|&&other| other == size).is_some();
        if !kept && size != 1 {
            return None;
        }
        dropped.push(!kept);
    }
    rest.next().is_none().then_some(dropped)
}

/// The dimensions that a rank-reducing subview omits, determined from sizes and strides: an omitted dimension also loses its
/// stride. `sizes` are those of the subview, as far as they are static.
pub fn dropped_dimensions(
    context: &Context,
    inferred: &MemRefType<'_>,
    reduced: &MemRefType<'_>,
    sizes: &[i64],
) -> Option<Vec<bool>> {
    let rank = inferred.rank();
    if rank == reduced.rank() {
        return Some(vec![false; rank]);
    }
    let mut dropped: Vec<bool> = sizes.iter().map(|&size| size == 1).collect();
    let fits = |dropped: &[bool]| dropped.iter().filter(|&&gone| gone).count() + reduced.rank() == rank;
    if fits(&dropped) {
        return Some(dropped);
    }
    let (strides, kept) = (inferred.strided_form(context)?.strides, reduced.strided_form(context)?.strides);
    // The strides not accounted for yet; those of kept dimensions remain.
    let mut rest = strides.clone();
    let count = |strides: &[i64], stride: i64| strides.iter().filter(|&&other| other == stride).count();
    for dim in 0..rank {
        if !dropped[dim] {
            continue;
        }
        match count(&rest, strides[dim]).cmp(&count(&kept, strides[dim])) {
            std::cmp::Ordering::Greater => {
                let at = rest.iter().position(|&stride| stride == strides[dim])?;
                rest.swap_remove(at);
            }
            std::cmp::Ordering::Equal => dropped[dim] = false,
            std::cmp::Ordering::Less => return None,
        }
    }
    fits(&dropped).then_some(dropped)
}

/// The type of a `memref.expand_shape` to `shape`.
pub fn expanded_type(
    context: &Context,
    source: &MemRefType<'_>,
    shape: &[i64],
    groups: &[Vec<i64>],
) -> Option<Type> {
    let layout = match source.is_identity(context) {
        true => None,
        false => {
            let form = source.strided_form(context)?;
            let mut strides = vec![1; shape.len()];
            for (group, &stride) in groups.iter().zip(&form.strides) {
                let mut stride = stride;
                for &dim in group.iter().rev() {
                    let dim = usize::try_from(dim).ok()?;
                    *strides.get_mut(dim)? = stride;
                    stride = product(stride, *shape.get(dim)?);
                }
            }
            Some(StridedForm { strides, offset: form.offset }.to_attribute(context))
        }
    };
    Some(context.ty(TypeKind::MemRef {
        shape: shape.into(),
        element: source.element,
        layout,
        memory_space: source.memory_space,
    }))
}

/// The type of a `memref.collapse_shape` to `shape`; `None` if merged dimensions are known not to be contiguous.
pub fn collapsed_type(
    context: &Context,
    source: &MemRefType<'_>,
    shape: &[i64],
    groups: &[Vec<i64>],
) -> Option<Type> {
    let layout = match source.is_identity(context) {
        true => None,
        false => Some(collapsed_form(context, source, groups)?.to_attribute(context)),
    };
    Some(context.ty(TypeKind::MemRef {
        shape: shape.into(),
        element: source.element,
        layout,
        memory_space: source.memory_space,
    }))
}

/// The strides of merged groups: each is that of the group's last dimension with more than one element.
fn collapsed_form(context: &Context, source: &MemRefType<'_>, groups: &[Vec<i64>]) -> Option<StridedForm> {
    let form = source.strided_form(context)?;
    let size = |dim: i64| source.shape.get(usize::try_from(dim).ok()?).copied();
    let stride = |dim: i64| form.strides.get(usize::try_from(dim).ok()?).copied();
    let mut strides = Vec::with_capacity(groups.len());
    for group in groups {
        let mut group = &group[..];
        while let [rest @ .., last] = group
            && !rest.is_empty()
            && size(*last)? == 1
        {
            group = rest;
        }
        let &last = group.last()?;
        // A dimension of unknown size may have one element, and then its stride is irrelevant.
        strides.push(if size(last)? != DYNAMIC || group.len() == 1 { stride(last)? } else { DYNAMIC });
    }
    for (group, &own) in groups.iter().zip(&strides) {
        let mut expected = own;
        for &dim in group.get(1..)?.iter().rev() {
            expected = product(expected, size(dim)?);
            if size(dim - 1)? != 1 && !compatible(expected, stride(dim - 1)?) {
                return None;
            }
        }
    }
    Some(StridedForm { strides, offset: form.offset })
}

/// The type of a `memref.transpose` with a permutation: `order[i]` is the dimension that becomes dimension `i`.
pub fn transposed_type(context: &Context, source: &MemRefType<'_>, order: &[usize]) -> Option<Type> {
    let form = source.strided_form(context)?;
    let pick =
        |values: &[i64]| -> Option<Vec<i64>> { order.iter().map(|&dim| values.get(dim).copied()).collect() };
    let strides = pick(&form.strides)?;
    let layout = StridedForm { strides, offset: form.offset }.to_attribute(context);
    Some(context.ty(TypeKind::MemRef {
        shape: pick(source.shape)?.into(),
        element: source.element,
        layout: Some(layout),
        memory_space: source.memory_space,
    }))
}

/// The type with the simplest equivalent layout: none if a strided layout equals the identity.
pub fn canonical(context: &Context, ty: Type) -> Type {
    match MemRefType::of(context, ty) {
        Some(found) if found.is_identity(context) => MemRefType { layout: None, ..found }.intern(context),
        Some(found) => match found.strided_form(context) {
            Some(form)
                if form.is_static() && form.offset == 0 && form.strides == identity_strides(found.shape) =>
            {
                MemRefType { layout: None, ..found }.intern(context)
            }
            Some(form) => MemRefType { layout: Some(form.to_attribute(context)), ..found }.intern(context),
            None => ty,
        },
        None => ty,
    }
}

/// The number of symbols in the layout of a memref; an allocation has an operand for each.
pub fn layout_symbols(context: &Context, ty: &MemRefType<'_>) -> usize {
    match ty.layout.map(|layout| layout.kind(context)) {
        Some(AttrKind::AffineMap(map)) => map.symbols as usize,
        Some(AttrKind::StridedLayout { offset, strides }) => {
            strides.iter().chain([offset]).filter(|&&value| value == DYNAMIC).count()
        }
        _ => 0,
    }
}

/// A number that is static or an operand: MLIR's `OpFoldResult`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mixed {
    /// A static number.
    Static(i64),
    /// An operand.
    Dynamic(tern_mlir::Value),
}

/// Merges a static list with the operands for its [`DYNAMIC`] entries.
pub fn mixed(numbers: Vec<i64>, values: &[tern_mlir::Value]) -> Vec<Mixed> {
    let mut values = values.iter();
    let pair = |number| match number {
        DYNAMIC => values.next().map(|&value| Mixed::Dynamic(value)),
        number => Some(Mixed::Static(number)),
    };
    numbers.into_iter().filter_map(pair).collect()
}
