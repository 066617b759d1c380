//! Decoded forms of vector types and other shaped types.

use tern_mlir::types::{Type, TypeKind};
use tern_mlir::{Context, OpRef, Value};

/// A decoded vector type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VectorType {
    /// The sizes of the dimensions; multiples of `vscale` where scalable.
    pub shape: Vec<i64>,
    /// Which dimensions are scalable; as long as `shape`.
    pub scalable: Vec<bool>,
    /// The element type.
    pub element: Type,
}

impl VectorType {
    /// The vector type without scalable dimensions.
    pub fn fixed(shape: &[i64], element: Type) -> Self {
        Self { shape: shape.to_vec(), scalable: vec![false; shape.len()], element }
    }

    /// Decodes a vector type; `None` for other types.
    pub fn of(context: &Context, ty: Type) -> Option<Self> {
        match ty.kind(context) {
            TypeKind::Vector { shape, scalable, element } => {
                Some(Self { shape: shape.to_vec(), scalable: scalable.to_vec(), element: *element })
            }
            _ => None,
        }
    }

    /// Interns the type.
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

    /// The number of elements; a multiple of `vscale` if scalable.
    pub fn count(&self) -> i64 {
        self.shape.iter().fold(1, |count, &size| count.saturating_mul(size))
    }

    /// The vector type with another element type.
    #[must_use]
    pub fn with_element(&self, element: Type) -> Self {
        Self { element, ..self.clone() }
    }

    /// The vector type without its leading dimensions; of rank 0 if all are dropped.
    #[must_use]
    pub fn drop_front(&self, dimensions: usize) -> Self {
        let dimensions = dimensions.min(self.rank());
        Self {
            shape: self.shape[dimensions..].to_vec(),
            scalable: self.scalable[dimensions..].to_vec(),
            element: self.element,
        }
    }

    /// The type, or the element type if the rank is 0.
    pub fn or_element(&self, context: &Context) -> Type {
        if self.rank() == 0 { self.element } else { self.ty(context) }
    }
}

/// The shape and element type of a ranked shaped type.
pub fn shaped(context: &Context, ty: Type) -> Option<(&[i64], Type)> {
    match ty.kind(context) {
        TypeKind::Vector { shape, element, .. }
        | TypeKind::RankedTensor { shape, element, .. }
        | TypeKind::MemRef { shape, element, .. } => Some((shape, *element)),
        TypeKind::UnrankedTensor(element) | TypeKind::UnrankedMemRef { element, .. } => Some((&[], *element)),
        _ => None,
    }
}

/// The type of the operand or result group `name`, if present.
pub fn type_of(op: OpRef<'_>, name: &str) -> Option<Type> {
    value(op, name).map(|value| op.type_of(value))
}

/// The operand or result group `name`, if present.
pub fn value(op: OpRef<'_>, name: &str) -> Option<Value> {
    op.operand_group(name).first().copied().or_else(|| op.result_group(name).next())
}

/// The vector type of the operand or result group `name`.
pub fn vector_of(op: OpRef<'_>, name: &str) -> Option<VectorType> {
    VectorType::of(op.context, type_of(op, name)?)
}

/// The width in bits of an integer, a float or `index`.
pub fn bit_width(context: &Context, ty: Type) -> Option<u32> {
    match ty.kind(context) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.width()),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

/// Whether a type is a ranked tensor.
pub fn is_ranked_tensor(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::RankedTensor { .. })
}
