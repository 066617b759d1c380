//! Types: the builtin ones, and those declared by dialects.
//!
//! Source: MLIR's "Builtin Dialect", section Types; "Defining Dialect Attributes and Types" for declared ones.

use crate::attributes::Attribute;
use crate::context::{Context, Ident};
use crate::declare::{Param, TypeDef};

/// A type, interned in a [`Context`]. Equality is identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Type(pub(crate) u32);

impl Type {
    /// A dense index for side tables: the types of a context are numbered from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `i32`: each operation decides how to interpret the bits.
    Signless,
    /// `si32`.
    Signed,
    /// `ui32`.
    Unsigned,
}

crate::declare::enum_spellings! {
    /// The builtin floating point types, by spelling.
    pub enum FloatKind {
        F4E2M1FN = "f4E2M1FN",
        F6E2M3FN = "f6E2M3FN",
        F6E3M2FN = "f6E3M2FN",
        F8E3M4 = "f8E3M4",
        F8E4M3 = "f8E4M3",
        F8E4M3B11FNUZ = "f8E4M3B11FNUZ",
        F8E4M3FN = "f8E4M3FN",
        F8E4M3FNUZ = "f8E4M3FNUZ",
        F8E5M2 = "f8E5M2",
        F8E5M2FNUZ = "f8E5M2FNUZ",
        F8E8M0FNU = "f8E8M0FNU",
        F16 = "f16",
        BF16 = "bf16",
        TF32 = "tf32",
        F32 = "f32",
        F64 = "f64",
        F80 = "f80",
        F128 = "f128",
    }
}

impl FloatKind {
    /// The number of bits of the format (19 for `tf32`).
    pub const fn width(self) -> u32 {
        match self {
            Self::F4E2M1FN => 4,
            Self::F6E2M3FN | Self::F6E3M2FN => 6,
            Self::F8E3M4
            | Self::F8E4M3
            | Self::F8E4M3B11FNUZ
            | Self::F8E4M3FN
            | Self::F8E4M3FNUZ
            | Self::F8E5M2
            | Self::F8E5M2FNUZ
            | Self::F8E8M0FNU => 8,
            Self::F16 | Self::BF16 => 16,
            Self::TF32 => 19,
            Self::F32 => 32,
            Self::F64 => 64,
            Self::F80 => 80,
            Self::F128 => 128,
        }
    }
}

/// In a shape, a dimension of unknown size (`?`).
pub const DYNAMIC: i64 = i64::MIN;

/// The structure of a [`Type`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `i32`, `si8`, `ui16`: at most 2^24 - 1 bits wide.
    Integer {
        /// The width in bits.
        width: u32,
        /// Signless, signed or unsigned.
        signedness: Signedness,
    },
    /// `index`.
    Index,
    /// `f32` and the other floating-point types.
    Float(FloatKind),
    /// `none`.
    None,
    /// `complex<f32>`.
    Complex(Type),
    /// `(i32, f32) -> i1`.
    Function {
        /// Types of the arguments.
        inputs: Box<[Type]>,
        /// Types of the results.
        results: Box<[Type]>,
    },
    /// `tuple<i32, f32>`.
    Tuple(Box<[Type]>),
    /// `vector<2x[4]xf32>`.
    Vector {
        /// Sizes of the dimensions; for a scalable dimension, the multiple of `vscale`.
        shape: Box<[i64]>,
        /// Which dimensions are scalable; has the length of `shape`.
        scalable: Box<[bool]>,
        /// Type of the elements.
        element: Type,
    },
    /// `tensor<2x?xf32, encoding>`.
    RankedTensor {
        /// Sizes of the dimensions, [`DYNAMIC`] for `?`.
        shape: Box<[i64]>,
        /// Type of the elements.
        element: Type,
        /// The encoding attribute, if any.
        encoding: Option<Attribute>,
    },
    /// `tensor<*xf32>`.
    UnrankedTensor(Type),
    /// `memref<2x?xf32, layout, memory space>`.
    MemRef {
        /// Sizes of the dimensions, [`DYNAMIC`] for `?`.
        shape: Box<[i64]>,
        /// Type of the elements.
        element: Type,
        /// The layout; `None` for the identity.
        layout: Option<Attribute>,
        /// The memory space; `None` for the default one.
        memory_space: Option<Attribute>,
    },
    /// `memref<*xf32, memory space>`.
    UnrankedMemRef {
        /// Type of the elements.
        element: Type,
        /// The memory space; `None` for the default one.
        memory_space: Option<Attribute>,
    },
    /// A type of an unknown dialect: `!dialect.text` or `!dialect<"text">`.
    Opaque {
        /// The dialect's namespace.
        dialect: Ident,
        /// The text after the namespace, as spelled.
        text: Ident,
    },
    /// A type declared by a dialect.
    Declared {
        /// The declaration.
        def: &'static TypeDef,
        /// The parameters, in the order of the declaration.
        params: Box<[Param]>,
    },
}

impl TypeKind {
    /// The structure of the signless integer type of `width` bits.
    pub const fn signless(width: u32) -> Self {
        Self::Integer { width, signedness: Signedness::Signless }
    }
}

impl Type {
    /// The structure of this type.
    pub fn kind(self, context: &Context) -> &TypeKind {
        context.type_kind(self)
    }

    /// The signless integer type of `width` bits, interned.
    pub fn integer(context: &Context, width: u32) -> Type {
        match width {
            1 => context.common.i1,
            8 => context.common.i8,
            16 => context.common.i16,
            32 => context.common.i32,
            64 => context.common.i64,
            _ => context.ty(TypeKind::signless(width)),
        }
    }

    /// Whether it can be the element type of a vector. MLIR: `VectorElementTypeInterface`.
    pub(crate) fn is_vector_element(self, context: &Context) -> bool {
        matches!(
            self.kind(context),
            TypeKind::Integer { .. }
                | TypeKind::Index
                | TypeKind::Float(_)
                | TypeKind::Declared { .. }
                | TypeKind::Opaque { .. }
        )
    }

    /// The width in bits of an integer type of any signedness.
    pub fn integer_width(self, context: &Context) -> Option<u32> {
        match self.kind(context) {
            TypeKind::Integer { width, .. } => Some(*width),
            _ => None,
        }
    }

    /// The element type and the number of elements of a vector, or of a tensor with static shape.
    pub fn elements(self, context: &Context) -> Option<(Type, usize)> {
        let (TypeKind::Vector { shape, element, .. } | TypeKind::RankedTensor { shape, element, .. }) =
            self.kind(context)
        else {
            return None;
        };
        let count =
            shape.iter().try_fold(1usize, |count, &size| count.checked_mul(usize::try_from(size).ok()?));
        Some((*element, count?))
    }

    /// The sizes of the dimensions of a ranked shaped type: vector, tensor or memref.
    pub fn shape(self, context: &Context) -> Option<&[i64]> {
        match self.kind(context) {
            TypeKind::Vector { shape, .. }
            | TypeKind::RankedTensor { shape, .. }
            | TypeKind::MemRef { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// The element type of a shaped type, ranked or not: vector, tensor or memref.
    pub fn shaped_element(self, context: &Context) -> Option<Type> {
        match self.kind(context) {
            TypeKind::Vector { element, .. }
            | TypeKind::RankedTensor { element, .. }
            | TypeKind::UnrankedTensor(element)
            | TypeKind::MemRef { element, .. }
            | TypeKind::UnrankedMemRef { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The element type of a shaped type, or else the type itself. MLIR: `getElementTypeOrSelf`.
    pub fn element_or_self(self, context: &Context) -> Type {
        self.shaped_element(context).unwrap_or(self)
    }

    /// Whether this is a vector with a scalable dimension.
    pub fn is_scalable(self, context: &Context) -> bool {
        matches!(self.kind(context), TypeKind::Vector { scalable, .. } if scalable.contains(&true))
    }

    /// This vector, tensor or memref type with another element type; `element` itself if this is another type. Does not check
    /// whether such a type may have these elements.
    pub fn with_element(self, context: &Context, element: Type) -> Type {
        let mut kind = self.kind(context).clone();
        match &mut kind {
            TypeKind::Vector { element: old, .. }
            | TypeKind::RankedTensor { element: old, .. }
            | TypeKind::UnrankedTensor(old)
            | TypeKind::MemRef { element: old, .. }
            | TypeKind::UnrankedMemRef { element: old, .. } => *old = element,
            _ => return element,
        }
        context.ty(kind)
    }

    /// The parameters, if this type is declared by `def`.
    pub fn declared<'c>(self, context: &'c Context, def: &'static TypeDef) -> Option<&'c [Param]> {
        match self.kind(context) {
            TypeKind::Declared { def: found, params } if std::ptr::eq(*found, def) => Some(params),
            _ => None,
        }
    }
}
