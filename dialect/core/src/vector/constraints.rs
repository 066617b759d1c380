//! Conditions on types that the declarations of the dialect name. Source: `CommonTypeConstraints.td`.

use tern_mlir::Context;
pub use tern_mlir::builtin::ANY;
use tern_mlir::declare::type_constraints;
use tern_mlir::types::{DYNAMIC, Type, TypeKind};

use super::types::VectorType;

type_constraints! {
    /// `index`.
    INDEX = "index", |c, t| t == c.common.index, only |c| c.common.index;

    /// A vector of at least one dimension.
    VECTOR = "vector of any type values", |c, t| rank(c, t).is_some_and(|rank| rank > 0), kind Vector;

    /// A vector of any number of dimensions.
    VECTOR_OF_ANY_RANK = "vector of any type values", |c, t| rank(c, t).is_some(), kind Vector;

    /// A vector none of whose dimensions is scalable.
    FIXED_VECTOR_OF_ANY_RANK = "fixed-length vector of any type values", |c, t| is_fixed(c, t), kind Vector;

    /// A vector of floating point numbers.
    FLOAT_VECTOR = "vector of floating-point values", |c, t| has(c, t, |element| is_float(c, element)), kind Vector;

    /// A vector of `index`, or of integers.
    INDEX_OR_INTEGER_VECTOR = "vector of integer or index values",
        |c, t| has(c, t, |element| element == c.common.index || element.integer_width(c).is_some())
            && rank(c, t) != Some(0), kind Vector;

    /// A mask of at least one dimension.
    MASK = "vector of 1-bit signless integer values", |c, t| rank(c, t) != Some(0) && has(c, t, |e| e == c.common.i1), kind Vector;

    /// A mask.
    MASK_OF_ANY_RANK = "vector of 1-bit signless integer values", |c, t| has(c, t, |e| e == c.common.i1), kind Vector;

    /// A mask that is not scalable.
    FIXED_MASK = "fixed-length vector of 1-bit signless integer values",
        |c, t| rank(c, t) != Some(0) && is_fixed(c, t) && has(c, t, |e| e == c.common.i1), kind Vector;

    /// A vector of one dimension.
    RANK_1 = " of ranks 1", |c, t| rank(c, t) == Some(1);

    /// A scalable vector of one dimension.
    SCALABLE_RANK_1 = " of ranks 1", |c, t| rank(c, t) == Some(1) && !is_fixed(c, t);

    /// A vector of one dimension of `index`.
    INDEX_RANK_1 = "vector of index values of ranks 1",
        |c, t| rank(c, t) == Some(1) && has(c, t, |element| element == c.common.index), kind Vector;

    /// A ranked memref.
    MEMREF = "memref of any type values", |c, t| matches!(t.kind(c), TypeKind::MemRef { .. }), kind MemRef;

    /// A memref of static shape.
    STATIC_MEMREF = "statically shaped memref of any type values",
        |c, t| matches!(t.kind(c), TypeKind::MemRef { shape, .. } if !shape.contains(&DYNAMIC)), kind MemRef;

    /// A tensor or a memref.
    TENSOR_OR_MEMREF = "Tensor or MemRef of any type values",
        |c, t| is_tensor_or_memref(c, t) && !matches!(t.kind(c), TypeKind::UnrankedMemRef { .. });

    /// A type with a shape.
    SHAPED = "shaped of any type values", |c, t| rank(c, t).is_some() || is_tensor_or_memref(c, t);

    /// A ranked tensor.
    RANKED_TENSOR = "ranked tensor of any type values", |c, t| matches!(t.kind(c), TypeKind::RankedTensor { .. });

    /// A type that `vector.print` supports.
    PRINTABLE = "", |c, t| rank(c, t).is_some() || t == c.common.index || t.integer_width(c).is_some() || is_float(c, t);
}

fn rank(context: &Context, ty: Type) -> Option<usize> {
    VectorType::of(context, ty).map(|vector| vector.rank())
}

fn is_fixed(context: &Context, ty: Type) -> bool {
    VectorType::of(context, ty).is_some_and(|vector| !vector.is_scalable())
}

fn has(context: &Context, ty: Type, element: impl FnOnce(Type) -> bool) -> bool {
    VectorType::of(context, ty).is_some_and(|vector| element(vector.element))
}

fn is_tensor_or_memref(context: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(context),
        TypeKind::MemRef { .. }
            | TypeKind::UnrankedMemRef { .. }
            | TypeKind::RankedTensor { .. }
            | TypeKind::UnrankedTensor(_)
    )
}

/// Whether a type is a floating point number.
pub fn is_float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_))
}
