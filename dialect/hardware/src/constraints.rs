//! Type constraints that several dialects use. The summaries are MLIR's.

use tern_dialect_llvm::constraints;
pub use tern_dialect_llvm::constraints::{
    ANY, ANY_INTEGER_OR_VECTOR, FLOAT, FLOAT_OR_VECTOR, I1, I8, I32, LLVM_TYPE, POINTER, STRUCTURE,
};
use tern_dialect_llvm::types::{self as llvm, PTR};
use tern_mlir::Context;
use tern_mlir::declare::type_constraints;
use tern_mlir::types::{FloatKind, Type, TypeKind};

/// A condition on an element type.
pub type Element = fn(&Context, Type) -> bool;

/// Whether the type is `i1`.
pub fn i1(context: &Context, ty: Type) -> bool {
    ty == context.common.i1
}

/// Whether the type is `i8`.
pub fn i8(context: &Context, ty: Type) -> bool {
    ty == context.common.i8
}

/// Whether the type is `i16`.
pub fn i16(context: &Context, ty: Type) -> bool {
    ty == context.common.i16
}

/// Whether the type is `i32`.
pub fn i32(context: &Context, ty: Type) -> bool {
    ty == context.common.i32
}

/// Whether the type is `i64`.
pub fn i64(context: &Context, ty: Type) -> bool {
    ty == context.common.i64
}

/// Whether the type is `f16`.
pub fn f16(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(FloatKind::F16))
}

/// Whether the type is `bf16`.
pub fn bf16(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(FloatKind::BF16))
}

/// Whether the type is `f32`.
pub fn f32(context: &Context, ty: Type) -> bool {
    ty == context.common.f32
}

/// Whether the type is `f64`.
pub fn f64(context: &Context, ty: Type) -> bool {
    ty == context.common.f64
}

/// Whether the type is a floating point type.
pub fn float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_))
}

/// Whether the type satisfies one of the conditions.
pub fn is_one_of(context: &Context, ty: Type, elements: &[Element]) -> bool {
    elements.iter().any(|element| element(context, ty))
}

/// The shape of a vector, its scalable dimensions, and its element type.
pub fn vector_parts(context: &Context, ty: Type) -> Option<(&[i64], &[bool], Type)> {
    match ty.kind(context) {
        TypeKind::Vector { shape, scalable, element } => Some((shape, scalable, *element)),
        _ => None,
    }
}

/// A vector, fixed or scalable, whose total number of elements is in `lengths` (any if empty), and whose elements satisfy one
/// of `elements`.
pub fn is_vector(context: &Context, ty: Type, lengths: &[i64], elements: &[Element]) -> bool {
    vector_parts(context, ty).is_some_and(|(shape, _, element)| {
        let length = shape.iter().product();
        (lengths.is_empty() || lengths.contains(&length)) && is_one_of(context, element, elements)
    })
}

/// Like [`is_vector`], without scalable dimensions.
pub fn is_fixed_vector(context: &Context, ty: Type, lengths: &[i64], elements: &[Element]) -> bool {
    let fixed = vector_parts(context, ty).is_some_and(|(_, scalable, _)| !scalable.contains(&true));
    fixed && is_vector(context, ty, lengths, elements)
}

/// Like [`is_vector`], with at least one scalable dimension.
pub fn is_scalable_vector(context: &Context, ty: Type, lengths: &[i64], elements: &[Element]) -> bool {
    let scalable = vector_parts(context, ty).is_some_and(|(_, scalable, _)| scalable.contains(&true));
    scalable && is_vector(context, ty, lengths, elements)
}

/// The type `vector<LENGTHxELEMENT>`.
pub fn vector(context: &Context, length: i64, element: Type) -> Type {
    context.ty(TypeKind::Vector { shape: [length].into(), scalable: [false].into(), element })
}

/// The type `f16`.
pub fn f16_type(context: &Context) -> Type {
    context.ty(TypeKind::Float(FloatKind::F16))
}

/// The type `bf16`.
pub fn bf16_type(context: &Context) -> Type {
    context.ty(TypeKind::Float(FloatKind::BF16))
}

/// Whether a type is a pointer in one of these address spaces.
pub fn is_pointer_into(context: &Context, ty: Type, spaces: &[u32]) -> bool {
    llvm::address_space(context, ty).is_some_and(|space| spaces.contains(&space))
}

fn is_scalar_or_vector_of(context: &Context, ty: Type, element: Element) -> bool {
    element(context, ty) || constraints::vector_element(context, ty).is_some_and(|ty| element(context, ty))
}

type_constraints! {
    /// `index`
    INDEX = "index", |c, t| t == c.common.index, only |c| c.common.index;

    /// `i16`
    I16 = "16-bit signless integer", i16, only |c| c.common.i16;

    /// `i64`
    I64 = "64-bit signless integer", i64, only |c| c.common.i64;

    /// `i128`
    I128 = "128-bit signless integer", |c, t| t == Type::integer(c, 128), only |c| Type::integer(c, 128);

    /// `f16`
    F16 = "16-bit float", f16, only f16_type;

    /// `bf16`
    BF16 = "bfloat16 type", bf16, only bf16_type;

    /// `f32`
    F32 = "32-bit float", f32, only |c| c.common.f32;

    /// `f32` or a vector of them.
    F32_OR_VECTOR = "32-bit float or LLVM dialect-compatible vector of 32-bit float",
        |c, t| is_scalar_or_vector_of(c, t, f32);

    /// `f16` or a vector of them.
    F16_OR_VECTOR = "16-bit float or LLVM dialect-compatible vector of 16-bit float",
        |c, t| is_scalar_or_vector_of(c, t, f16);

    /// `bf16` or a vector of them.
    BF16_OR_VECTOR = "bfloat16 type or LLVM dialect-compatible vector of bfloat16 type",
        |c, t| is_scalar_or_vector_of(c, t, bf16);

    /// A vector with a scalable dimension.
    SCALABLE_VECTOR = "scalable vector of any type values", |c, t| is_scalable_vector(c, t, &[], &[|_, _| true]), kind Vector;

    /// A pointer in the generic address space.
    POINTER_0 = "LLVM pointer in address space 0", |c, t| is_pointer_into(c, t, &[0]), only |c| llvm::pointer(c, 0),
        class PTR;

    /// A pointer to global memory.
    POINTER_1 = "LLVM pointer in address space 1", |c, t| is_pointer_into(c, t, &[1]), only |c| llvm::pointer(c, 1),
        class PTR;

    /// A pointer to memory shared by a workgroup or a block of threads.
    POINTER_3 = "LLVM pointer in address space 3", |c, t| is_pointer_into(c, t, &[3]), only |c| llvm::pointer(c, 3),
        class PTR;

    /// A pair of `bf16`.
    V2BF16 = "fixed-length vector of bfloat16 type values of length 2", |c, t| is_fixed_vector(c, t, &[2], &[bf16]),
        only |c| vector(c, 2, bf16_type(c)), kind Vector;
    /// A pair of `f16`.
    V2F16 = "fixed-length vector of 16-bit float values of length 2", |c, t| is_fixed_vector(c, t, &[2], &[f16]),
        only |c| vector(c, 2, f16_type(c)), kind Vector;
}
