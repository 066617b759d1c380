//! Ranked memref types and the strided form of their layouts.
//!
//! Source: MLIR's "Builtin Dialect", MemRefType, Layout: a *strided* memref has its element `i, j, …` at
//! `offset + i * stride_0 + j * stride_1 + …`.

use crate::affine::{AffineExpr, AffineMap, AffineOp};
use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;
use crate::types::{DYNAMIC, Type, TypeKind};

/// Marker interface for declared types that can be elements of a memref. MLIR: `MemRefElementTypeInterface`.
pub struct MemRefElement;

/// A view of a ranked memref type.
#[derive(Clone, Copy, Debug)]
pub struct MemRefType<'c> {
    /// Sizes of the dimensions, [`DYNAMIC`] for `?`.
    pub shape: &'c [i64],
    /// Type of the elements.
    pub element: Type,
    /// The layout; `None` for the identity.
    pub layout: Option<Attribute>,
    /// The memory space; `None` for the default one.
    pub memory_space: Option<Attribute>,
}

/// Strides and offset of a strided memref, in elements; [`DYNAMIC`] if known at run time only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StridedForm {
    /// The stride of each dimension.
    pub strides: Vec<i64>,
    /// The offset of the first element.
    pub offset: i64,
}

impl StridedForm {
    /// Whether all strides and the offset are statically known.
    pub fn is_static(&self) -> bool {
        self.offset != DYNAMIC && !self.strides.contains(&DYNAMIC)
    }

    /// The layout attribute `strided<[…], offset: …>`.
    pub fn to_attribute(&self, context: &Context) -> Attribute {
        context.attr(AttrKind::StridedLayout { offset: self.offset, strides: self.strides[..].into() })
    }
}

impl<'c> MemRefType<'c> {
    /// A view of `ty`, if it is a ranked memref.
    pub fn of(context: &'c Context, ty: Type) -> Option<Self> {
        match ty.kind(context) {
            TypeKind::MemRef { shape, element, layout, memory_space } => {
                Some(Self { shape, element: *element, layout: *layout, memory_space: *memory_space })
            }
            _ => None,
        }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of dimensions of unknown size.
    pub fn dynamic_sizes(&self) -> usize {
        self.shape.iter().filter(|&&size| size == DYNAMIC).count()
    }

    /// Whether all sizes are statically known.
    pub fn has_static_shape(&self) -> bool {
        self.dynamic_sizes() == 0
    }

    /// Whether the layout is spelled as the identity. MLIR: `layout.isIdentity()`, which holds for no strided layout except
    /// `strided<[1]>`, whatever the shape.
    pub fn is_identity(&self, context: &Context) -> bool {
        let Some(layout) = self.layout else { return true };
        match layout.kind(context) {
            AttrKind::AffineMap(map) => map.is_identity(),
            AttrKind::StridedLayout { offset, strides } => *offset == 0 && **strides == [1],
            _ => false,
        }
    }

    /// The strides and the offset, if the layout is strided. MLIR: `getStridesAndOffset`.
    pub fn strided_form(&self, context: &Context) -> Option<StridedForm> {
        match self.layout.map(|layout| layout.kind(context)) {
            None => Some(StridedForm { strides: identity_strides(self.shape), offset: 0 }),
            Some(AttrKind::StridedLayout { offset, strides }) => {
                Some(StridedForm { strides: strides.to_vec(), offset: *offset })
            }
            Some(AttrKind::AffineMap(map)) => strided_map(map, self.shape),
            Some(_) => None,
        }
    }

    /// The handle of the type in `context`.
    pub fn intern(&self, context: &Context) -> Type {
        context.ty(TypeKind::MemRef {
            shape: self.shape.into(),
            element: self.element,
            layout: self.layout,
            memory_space: self.memory_space,
        })
    }
}

/// Whether `ty` is a ranked memref whose layout [is the identity](MemRefType::is_identity).
pub fn has_identity_layout(context: &Context, ty: Type) -> bool {
    MemRefType::of(context, ty).is_some_and(|ty| ty.is_identity(context))
}

/// The strides and the offset of the ranked memref type `ty`, if it is strided.
pub fn strides_and_offset(context: &Context, ty: Type) -> Option<StridedForm> {
    MemRefType::of(context, ty)?.strided_form(context)
}

/// The parts of a strided memref type. Sizes, strides and the offset are [`DYNAMIC`] if known at run time only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StridedMemRef {
    /// Sizes of the dimensions.
    pub shape: Vec<i64>,
    /// Type of the elements.
    pub element: Type,
    /// The distance between neighbouring elements in each dimension, in elements.
    pub strides: Vec<i64>,
    /// The offset of the first element from the aligned pointer, in elements.
    pub offset: i64,
    /// The memory space; `None` for the default one.
    pub memory_space: Option<Attribute>,
}

impl StridedMemRef {
    /// The parts of `ty`; `None` if it is not a ranked memref with strided layout.
    pub fn of(context: &Context, ty: Type) -> Option<Self> {
        let memref = MemRefType::of(context, ty)?;
        let StridedForm { strides, offset } = memref.strided_form(context)?;
        let MemRefType { shape, element, memory_space, .. } = memref;
        Some(Self { shape: shape.to_vec(), element, strides, offset, memory_space })
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Whether all sizes are statically known.
    pub fn has_static_shape(&self) -> bool {
        !self.shape.contains(&DYNAMIC)
    }

    /// Whether all sizes, all strides and the offset are statically known.
    pub fn is_static(&self) -> bool {
        self.has_static_shape() && !self.strides.contains(&DYNAMIC) && self.offset != DYNAMIC
    }
}

/// The strides of a contiguous memref of this shape. Outside a dimension of unknown size, or of size 0, they are [`DYNAMIC`].
pub fn identity_strides(shape: &[i64]) -> Vec<i64> {
    let mut stride = 1i64;
    let mut strides = vec![0; shape.len()];
    for (slot, &size) in strides.iter_mut().zip(shape).rev() {
        *slot = stride;
        stride = if size == 0 { DYNAMIC } else { product(stride, size) };
    }
    strides
}

/// `a * b`; [`DYNAMIC`] if either is, unless the other is 0.
pub fn product(a: i64, b: i64) -> i64 {
    if a == 0 || b == 0 {
        return 0;
    }
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.wrapping_mul(b) }
}

/// `a + b`; [`DYNAMIC`] if either is.
pub fn sum(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.wrapping_add(b) }
}

/// The strided form of a layout map with one result, if that result is a sum of products of dimensions.
fn strided_map(map: &AffineMap, shape: &[i64]) -> Option<StridedForm> {
    if map.is_identity() {
        return Some(StridedForm { strides: identity_strides(shape), offset: 0 });
    }
    let [place] = &*map.results else { return None };
    let mut strides = vec![AffineExpr::Constant(0); shape.len()];
    let mut offset = AffineExpr::Constant(0);
    add_strides(place, AffineExpr::Constant(1), &mut strides, &mut offset)?;
    let known = |expr: &AffineExpr| match expr {
        AffineExpr::Constant(value) => *value,
        _ => DYNAMIC,
    };
    Some(StridedForm { strides: strides.iter().map(known).collect(), offset: known(&offset) })
}

/// Adds `expr * factor` to the strides and the offset; `factor` must not contain dimensions. Recursion is bounded by the parser's
/// nesting limit.
fn add_strides(
    expr: &AffineExpr,
    factor: AffineExpr,
    strides: &mut [AffineExpr],
    offset: &mut AffineExpr,
) -> Option<()> {
    use AffineOp::{Add, Mul};
    let add = |slot: &mut AffineExpr, more: AffineExpr| {
        let before = std::mem::replace(slot, AffineExpr::Constant(0));
        *slot = AffineExpr::binary(Add, before, more);
    };
    match expr {
        AffineExpr::Dim(dim) => add(strides.get_mut(*dim as usize)?, factor),
        AffineExpr::Symbol(_) | AffineExpr::Constant(_) => {
            add(offset, AffineExpr::binary(Mul, expr.clone(), factor));
        }
        AffineExpr::Binary(Add, left, right) => {
            add_strides(left, factor.clone(), strides, offset)?;
            add_strides(right, factor, strides, offset)?;
        }
        AffineExpr::Binary(Mul, left, right) => {
            let (inner, scale) = if left.is_symbolic() { (right, left) } else { (left, right) };
            if !is_product(scale) {
                return None;
            }
            add_strides(inner, AffineExpr::binary(Mul, (**scale).clone(), factor), strides, offset)?;
        }
        AffineExpr::Binary(..) => return None,
    }
    Some(())
}

/// Whether an expression has only sums and products, no quotients or remainders.
fn is_product(expr: &AffineExpr) -> bool {
    match expr {
        AffineExpr::Binary(AffineOp::Add | AffineOp::Mul, left, right) => {
            is_product(left) && is_product(right)
        }
        AffineExpr::Binary(..) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::{ParseOptions, parse_type};

    fn form(text: &str) -> Option<(Vec<i64>, i64)> {
        let context = Context::new(&[]);
        let ty = parse_type(&context, text.as_bytes(), &ParseOptions::default()).expect(text);
        strides_and_offset(&context, ty).map(|form| (form.strides, form.offset))
    }

    #[test]
    fn strides_follow_from_layouts() {
        const D: i64 = DYNAMIC;
        assert_eq!(form("memref<f32>"), Some((vec![], 0)));
        assert_eq!(form("memref<2x3x4xf32>"), Some((vec![12, 4, 1], 0)));
        assert_eq!(form("memref<2x?x4xf32>"), Some((vec![D, 4, 1], 0)));
        assert_eq!(form("memref<0x4xf32>"), Some((vec![4, 1], 0)));
        assert_eq!(form("memref<2x0x3xf32>"), Some((vec![D, 3, 1], 0)));
        let large = "memref<2x4611686018427387904x4611686018427387904xf32>";
        assert_eq!(form(large), Some((vec![0, 1 << 62, 1], 0)));
        assert_eq!(form("memref<2x3xf32, strided<[?, 2], offset: 5>>"), Some((vec![D, 2], 5)));
        let map = "memref<4x5xf32, affine_map<(d0, d1)[s0] -> (d0 * 7 + s0 * d1 + 3 + d0)>>";
        assert_eq!(form(map), Some((vec![8, D], 3)));
        assert_eq!(form("memref<4xf32, affine_map<(d0) -> ((d0 + 1) * 3)>>"), Some((vec![3], 3)));
        assert_eq!(
            form("memref<2x3xf32, affine_map<(d0, d1) -> (d1 * 2 + d0 + d1)>>"),
            Some((vec![1, 3], 0))
        );
        assert_eq!(form("memref<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>"), None);
        assert_eq!(form("memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>"), None);
        assert_eq!(form("memref<4xf32, affine_map<(d0)[s0] -> (d0 * (s0 mod 2))>>"), None);
    }

    #[test]
    fn only_one_strided_layout_is_the_identity() {
        let context = Context::new(&[]);
        for (text, identity) in [
            ("memref<3x4xf32>", true),
            ("memref<3xf32, strided<[1]>>", true),
            ("memref<3xf32, strided<[1], offset: 1>>", false),
            ("memref<3x4xf32, strided<[4, 1]>>", false),
            ("memref<f32, strided<[]>>", false),
        ] {
            let ty = parse_type(&context, text.as_bytes(), &ParseOptions::default()).expect(text);
            assert_eq!(MemRefType::of(&context, ty).unwrap().is_identity(&context), identity, "{text}");
        }
    }
}
