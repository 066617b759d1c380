//! Strides and offsets of memrefs. Source: MLIR's `MemRefType::getStridesAndOffset`.

use tern_dialect::affine::{AffineExpr, AffineMap, AffineOp};
use tern_dialect::types::DYNAMIC;
use tern_dialect::{AttrKind, Attribute, Context, Type, TypeKind};

/// A ranked memref type, taken apart. Sizes, strides and the offset are [`DYNAMIC`] where they are only known at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemRefParts {
    /// Sizes of the dimensions.
    pub shape: Vec<i64>,
    /// Type of the elements.
    pub element: Type,
    /// Distances between neighbours in each dimension, in elements.
    pub strides: Vec<i64>,
    /// Where the first element is, in elements from the aligned pointer.
    pub offset: i64,
    /// The memory space; `None` for the default one.
    pub memory_space: Option<Attribute>,
}

impl MemRefParts {
    /// The parts of `ty`; `None` where it is no ranked memref, or its layout is not strided.
    pub fn of(context: &Context, ty: Type) -> Option<Self> {
        let TypeKind::MemRef { shape, element, layout, memory_space } = ty.kind(context) else { return None };
        let (strides, offset) = strides_and_offset(context, shape, *layout)?;
        Some(Self { shape: shape.to_vec(), element: *element, strides, offset, memory_space: *memory_space })
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Whether all sizes are known.
    pub fn has_static_shape(&self) -> bool {
        !self.shape.contains(&DYNAMIC)
    }

    /// Whether all sizes, strides and the offset are known.
    pub fn is_static(&self) -> bool {
        self.has_static_shape() && !self.strides.contains(&DYNAMIC) && self.offset != DYNAMIC
    }
}

/// Whether the layout of a ranked memref type is the identity: row-major without gaps.
pub fn has_identity_layout(context: &Context, ty: Type) -> bool {
    let TypeKind::MemRef { shape, layout, .. } = ty.kind(context) else { return false };
    match layout.map(|layout| layout.kind(context)) {
        None => true,
        Some(AttrKind::AffineMap(map)) => map.is_identity(),
        Some(AttrKind::StridedLayout { offset, strides }) => {
            *offset == 0 && **strides == row_major(shape)[..]
        }
        Some(_) => false,
    }
}

/// The strides of a row-major layout without gaps.
pub fn row_major(shape: &[i64]) -> Vec<i64> {
    tern_dialect::builtin::memref::identity_strides(shape)
}

fn times(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.checked_mul(b).unwrap_or(DYNAMIC) }
}

fn plus(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.checked_add(b).unwrap_or(DYNAMIC) }
}

fn strides_and_offset(
    context: &Context,
    shape: &[i64],
    layout: Option<Attribute>,
) -> Option<(Vec<i64>, i64)> {
    match layout.map(|layout| layout.kind(context)) {
        None => Some((row_major(shape), 0)),
        Some(AttrKind::StridedLayout { offset, strides }) => Some((strides.to_vec(), *offset)),
        Some(AttrKind::AffineMap(map)) if map.is_identity() => Some((row_major(shape), 0)),
        Some(AttrKind::AffineMap(map)) => of_map(shape, map),
        Some(_) => None,
    }
}

/// A linear form over the dimensions: a factor for each, and the rest. `None` stands for zero.
struct Linear {
    factors: Vec<Option<i64>>,
    rest: Option<i64>,
}

/// The strides of a layout that is an affine map: its results index a row-major space, if there are several.
fn of_map(shape: &[i64], map: &AffineMap) -> Option<(Vec<i64>, i64)> {
    if map.dims as usize != shape.len() {
        return None;
    }
    // Several results make a space of more dimensions, whose sizes only a static identity would tell.
    let [result] = &*map.results else { return None };
    let form = linear(result, shape.len(), 0)?;
    let strides = form.factors.iter().map(|factor| factor.unwrap_or(0)).collect();
    Some((strides, form.rest.unwrap_or(0)))
}

fn linear(expr: &AffineExpr, dims: usize, depth: u32) -> Option<Linear> {
    if depth > 256 {
        return None;
    }
    let nothing = || Linear { factors: vec![None; dims], rest: None };
    match expr {
        AffineExpr::Dim(dim) => {
            let mut form = nothing();
            *form.factors.get_mut(*dim as usize)? = Some(1);
            Some(form)
        }
        AffineExpr::Symbol(_) => Some(Linear { rest: Some(DYNAMIC), ..nothing() }),
        AffineExpr::Constant(value) => Some(Linear { rest: Some(*value), ..nothing() }),
        AffineExpr::Binary(AffineOp::Add, left, right) => {
            let (left, right) = (linear(left, dims, depth + 1)?, linear(right, dims, depth + 1)?);
            let add = |a: Option<i64>, b: Option<i64>| match (a, b) {
                (Some(a), Some(b)) => Some(plus(a, b)),
                (a, b) => a.or(b),
            };
            let factors = left.factors.iter().zip(&right.factors).map(|(&a, &b)| add(a, b)).collect();
            Some(Linear { factors, rest: add(left.rest, right.rest) })
        }
        AffineExpr::Binary(AffineOp::Mul, left, right) => {
            let (left, right) = (linear(left, dims, depth + 1)?, linear(right, dims, depth + 1)?);
            let is_scalar = |form: &Linear| form.factors.iter().all(Option::is_none);
            let (form, factor) = match (is_scalar(&left), is_scalar(&right)) {
                (_, true) => (left, right.rest.unwrap_or(0)),
                (true, false) => (right, left.rest.unwrap_or(0)),
                (false, false) => return None,
            };
            let scale = |value: Option<i64>| value.map(|value| times(value, factor));
            let factors = form.factors.iter().map(|&value| scale(value)).collect();
            Some(Linear { factors, rest: scale(form.rest) })
        }
        // Quotients and remainders are linear only where they are of symbols alone.
        AffineExpr::Binary(..) if expr.is_symbolic() => Some(Linear { rest: Some(DYNAMIC), ..nothing() }),
        AffineExpr::Binary(..) => None,
    }
}
