//! Type and attribute constraints of the declarations. The summaries are MLIR's.

use tern_mlir::builtin::memref::{MemRefType, strides_and_offset};
use tern_mlir::declare::{AttrClass, attribute_classes, type_constraints};
use tern_mlir::types::{Signedness, Type, TypeKind};
use tern_mlir::{AttrKind, Attribute, Context};

/// Whether a type is a ranked memref.
pub fn is_memref(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::MemRef { .. })
}

/// Whether a type is a memref, ranked or not.
pub fn is_any_memref(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
}

/// Whether a type is a signless integer.
pub fn is_signless(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { signedness: Signedness::Signless, .. })
}

/// Whether a type is a floating point number.
pub fn is_float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_))
}

/// Whether a type is a memref of this rank with a kind of elements.
fn is_of_rank(context: &Context, ty: Type, rank: usize, element: fn(&Context, Type) -> bool) -> bool {
    MemRefType::of(context, ty).is_some_and(|ty| ty.rank() == rank && element(context, ty.element))
}

/// The element type of a memref, ranked or not.
pub fn element_type(context: &Context, ty: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::MemRef { element, .. } | TypeKind::UnrankedMemRef { element, .. } => Some(*element),
        _ => None,
    }
}

/// The memory space of a memref, ranked or not.
pub fn memory_space(context: &Context, ty: Type) -> Option<Attribute> {
    match ty.kind(context) {
        TypeKind::MemRef { memory_space, .. } | TypeKind::UnrankedMemRef { memory_space, .. } => {
            *memory_space
        }
        _ => None,
    }
}

type_constraints! {
    /// `index`
    INDEX = "index", |c, t| t == c.common.index, only |c| c.common.index;

    /// `i1`
    I1 = "1-bit signless integer", |c, t| t == c.common.i1, only |c| c.common.i1;

    /// A ranked memref.
    MEMREF = "memref of any type values", is_memref, kind MemRef;

    /// A memref, ranked or not.
    ANY_MEMREF = "ranked or unranked memref of any type values", is_any_memref;

    /// A memref with a strided layout.
    STRIDED = "strided memref of any type values", |c, t| strides_and_offset(c, t).is_some();

    /// A strided memref of rank 0.
    STRIDED_SCALAR = "strided memref of any type values of rank 0",
        |c, t| is_of_rank(c, t, 0, |_, _| true) && strides_and_offset(c, t).is_some();

    /// A memref of static shape.
    STATIC = "statically shaped memref of any type values",
        |c, t| MemRefType::of(c, t).is_some_and(|ty| ty.has_static_shape()), kind MemRef;

    /// A memref of rank 1.
    VECTOR = "1D memref of any type values", |c, t| is_of_rank(c, t, 1, |_, _| true);

    /// A memref of rank 1 with elements of type `i8`.
    BYTES = "1D memref of 8-bit signless integer values", |c, t| is_of_rank(c, t, 1, |c, t| t == c.common.i8);

    /// A memref of rank 1 that holds a shape.
    SHAPE = "1D memref of signless integer or index values",
        |c, t| is_of_rank(c, t, 1, |c, t| is_signless(c, t) || t == c.common.index);

    /// A memref for atomic operations.
    ATOMIC = "memref of signless integer or floating-point values",
        |c, t| is_memref(c, t) && element_type(c, t).is_some_and(|t| is_signless(c, t) || is_float(c, t)), kind MemRef;

    /// A value for atomic operations.
    ATOMIC_VALUE = "signless integer or floating-point", |c, t| is_signless(c, t) || is_float(c, t);

    /// A memref of non-zero rank, or an unranked memref.
    WITH_DIMENSIONS = "unranked.memref of any type values or non-0-ranked.memref of any type values",
        |c, t| is_any_memref(c, t) && !is_of_rank(c, t, 0, |_, _| true);
}

attribute_classes! {
    /// A power of two.
    pub ALIGNMENT: u64 = AttrClass::Confined {
        base: &AttrClass::Integer(64),
        summary: "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
        check: |c, a| a.as_i64(c).is_some_and(|value| value > 0 && (value & (value - 1)) == 0),
    };

    /// A positive number of 32 bits.
    pub POSITIVE: u32 = AttrClass::Confined {
        base: &AttrClass::Integer(32),
        summary: "32-bit signless integer attribute whose value is positive",
        check: |c, a| a.as_i64(c).is_some_and(|value| value > 0),
    };

    /// Temporal locality of a prefetch, from 0 to 3.
    pub LOCALITY: u32 = AttrClass::Confined {
        base: &AttrClass::Integer(32),
        summary: "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
        check: |c, a| a.as_i64(c).is_some_and(|value| (0..=3).contains(&value)),
    };

    /// The groups of dimensions that are split or merged.
    pub REASSOCIATION: Attribute = AttrClass::Other {
        summary: "Array of 64-bit integer array attributes",
        check: |c, a| reassociation(c, a).is_some(),
    };

    /// `affine_map<…>`
    pub AFFINE_MAP: Attribute = AttrClass::Other {
        summary: "AffineMap attribute",
        check: |c, a| matches!(a.kind(c), AttrKind::AffineMap(_)),
    };

    /// The type of a global.
    pub MEMREF_TYPE: Type = AttrClass::Other {
        summary: "memref type attribute",
        check: |c, a| a.as_type(c).is_some_and(|ty| is_memref(c, ty)),
    };
}

/// The groups of dimensions in an attribute of the class [`REASSOCIATION`](static@REASSOCIATION).
pub fn reassociation(context: &Context, attribute: Attribute) -> Option<Vec<Vec<i64>>> {
    let group = |group: &Attribute| -> Option<Vec<i64>> {
        let number = |index: &Attribute| match index.kind(context) {
            AttrKind::Integer { ty, .. } if *ty == context.common.i64 => index.as_i64(context),
            _ => None,
        };
        group.as_array(context)?.iter().map(number).collect()
    };
    attribute.as_array(context)?.iter().map(group).collect()
}
