//! Views of types that operations work on: vectors, and what has a shape.

use tern_mlir::types::{Type, TypeKind};
use tern_mlir::{Context, OpRef, Value};

/// A vector type, taken apart or to be put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VectorType {
    /// Sizes of the dimensions; multiples of `vscale` where scalable.
    pub shape: Vec<i64>,
    /// Which dimensions are scalable; as long as `shape`.
    pub scalable: Vec<bool>,
    /// Type of the elements.
    pub element: Type,
}

impl VectorType {
    /// The vector type of fixed size.
    pub fn fixed(shape: &[i64], element: Type) -> Self {
        Self { shape: shape.to_vec(), scalable: vec![false; shape.len()], element }
    }

    /// The parts of `ty`, if it is a vector.
    pub fn of(context: &Context, ty: Type) -> Option<Self> {
        match ty.kind(context) {
            TypeKind::Vector { shape, scalable, element } => {
                Some(Self { shape: shape.to_vec(), scalable: scalable.to_vec(), element: *element })
            }
            _ => None,
        }
    }

    /// The type.
    pub fn ty(&self, context: &Context) -> Type {
        let (shape, scalable) = (self.shape[..].into(), self.scalable[..].into());
        context.ty(TypeKind::Vector { shape, scalable, element: self.element })
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Whether any dimension is scalable.
    pub fn is_scalable(&self) -> bool {
        self.scalable.contains(&true)
    }

    /// How many elements there are; a multiple of `vscale` where scalable.
    pub fn count(&self) -> i64 {
        self.shape.iter().fold(1, |count, &size| count.saturating_mul(size))
    }

    /// The same vector of other elements.
    #[must_use]
    pub fn with_element(&self, element: Type) -> Self {
        Self { element, ..self.clone() }
    }

    /// What is left of the vector without its first dimensions; of no dimensions where all are dropped.
    #[must_use]
    pub fn drop_front(&self, dimensions: usize) -> Self {
        let dimensions = dimensions.min(self.rank());
        Self {
            shape: self.shape[dimensions..].to_vec(),
            scalable: self.scalable[dimensions..].to_vec(),
            element: self.element,
        }
    }

    /// The type, or that of the elements where there are no dimensions.
    pub fn or_element(&self, context: &Context) -> Type {
        if self.rank() == 0 { self.element } else { self.ty(context) }
    }
}

/// The type of the elements of a shaped type, or the type itself.
pub fn element_or_self(context: &Context, ty: Type) -> Type {
    shaped(context, ty).map_or(ty, |(_, element)| element)
}

/// Sizes and elements of a type that has a shape with a rank.
pub fn shaped(context: &Context, ty: Type) -> Option<(&[i64], Type)> {
    match ty.kind(context) {
        TypeKind::Vector { shape, element, .. }
        | TypeKind::RankedTensor { shape, element, .. }
        | TypeKind::MemRef { shape, element, .. } => Some((shape, *element)),
        TypeKind::UnrankedTensor(element) | TypeKind::UnrankedMemRef { element, .. } => Some((&[], *element)),
        _ => None,
    }
}

/// The type of the operand or result that the declaration calls `name`, where it is there.
pub fn type_of(op: OpRef<'_>, name: &str) -> Option<Type> {
    value(op, name).map(|value| op.type_of(value))
}

/// The operand or result that the declaration calls `name`, where it is there.
pub fn value(op: OpRef<'_>, name: &str) -> Option<Value> {
    op.operand_group(name).first().copied().or_else(|| op.result_group(name).next())
}

/// The vector type of the operand or result that the declaration calls `name`.
pub fn vector_of(op: OpRef<'_>, name: &str) -> Option<VectorType> {
    VectorType::of(op.context, type_of(op, name)?)
}

/// The number of bits of an integer, a floating point number or `index`.
pub fn bit_width(context: &Context, ty: Type) -> Option<u32> {
    match ty.kind(context) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.width()),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

/// Whether a type is a tensor with a rank.
pub fn is_ranked_tensor(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::RankedTensor { .. })
}
