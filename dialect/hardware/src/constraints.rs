//! Conditions on types that the declarations of several dialects name. The summaries are MLIR's.

use tern_dialect_llvm::constraints;
pub use tern_dialect_llvm::constraints::{
    ANY, ANY_INTEGER_OR_VECTOR, FLOAT, FLOAT_OR_VECTOR, I1, I8, I32, LLVM_TYPE, POINTER, STRUCTURE,
};
use tern_dialect_llvm::types::{self as llvm, PTR};
use tern_mlir::Context;
use tern_mlir::declare::type_constraints;
use tern_mlir::types::{FloatKind, Type, TypeKind};

/// The type of an element, as a condition.
pub type Element = fn(&Context, Type) -> bool;

/// `i1`
pub fn i1(context: &Context, ty: Type) -> bool {
    ty == context.common.i1
}

/// `i8`
pub fn i8(context: &Context, ty: Type) -> bool {
    ty == context.common.i8
}

/// `i16`
pub fn i16(context: &Context, ty: Type) -> bool {
    ty == context.common.i16
}

/// `i32`
pub fn i32(context: &Context, ty: Type) -> bool {
    ty == context.common.i32
}

/// `i64`
pub fn i64(context: &Context, ty: Type) -> bool {
    ty == context.common.i64
}

/// `f16`
pub fn f16(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(FloatKind::F16))
}

/// `bf16`
pub fn bf16(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(FloatKind::BF16))
}

/// `f32`
pub fn f32(context: &Context, ty: Type) -> bool {
    ty == context.common.f32
}

/// `f64`
pub fn f64(context: &Context, ty: Type) -> bool {
    ty == context.common.f64
}

/// Any floating point number.
pub fn float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_))
}

/// Whether one of the conditions holds.
pub fn is_one_of(context: &Context, ty: Type, elements: &[Element]) -> bool {
    elements.iter().any(|element| element(context, ty))
}

/// The shape of a vector, which dimensions are scalable, and the type of its elements.
pub fn vector_parts(context: &Context, ty: Type) -> Option<(&[i64], &[bool], Type)> {
    match ty.kind(context) {
        TypeKind::Vector { shape, scalable, element } => Some((shape, scalable, *element)),
        _ => None,
    }
}

/// A vector of fixed or scalable dimensions whose elements, counted together, are so many, and of one of these types. No
/// lengths mean any.
pub fn is_vector(context: &Context, ty: Type, lengths: &[i64], elements: &[Element]) -> bool {
    vector_parts(context, ty).is_some_and(|(shape, _, element)| {
        let length = shape.iter().product();
        (lengths.is_empty() || lengths.contains(&length)) && is_one_of(context, element, elements)
    })
}

/// As [`is_vector`], without scalable dimensions.
pub fn is_fixed_vector(context: &Context, ty: Type, lengths: &[i64], elements: &[Element]) -> bool {
    let fixed = vector_parts(context, ty).is_some_and(|(_, scalable, _)| !scalable.contains(&true));
    fixed && is_vector(context, ty, lengths, elements)
}

/// As [`is_vector`], with a scalable dimension at least.
pub fn is_scalable_vector(context: &Context, ty: Type, lengths: &[i64], elements: &[Element]) -> bool {
    let scalable = vector_parts(context, ty).is_some_and(|(_, scalable, _)| scalable.contains(&true));
    scalable && is_vector(context, ty, lengths, elements)
}

/// `vector<LENGTHxELEMENT>`
pub fn vector(context: &Context, length: i64, element: Type) -> Type {
    context.ty(TypeKind::Vector { shape: [length].into(), scalable: [false].into(), element })
}

/// `f16`
pub fn f16_type(context: &Context) -> Type {
    context.ty(TypeKind::Float(FloatKind::F16))
}

/// `bf16`
pub fn bf16_type(context: &Context) -> Type {
    context.ty(TypeKind::Float(FloatKind::BF16))
}

/// Whether a type is a pointer into one of these address spaces.
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

    /// A pointer into the generic address space.
    POINTER_0 = "LLVM pointer in address space 0", |c, t| is_pointer_into(c, t, &[0]), only |c| llvm::pointer(c, 0),
        class PTR;

    /// A pointer into global memory.
    POINTER_1 = "LLVM pointer in address space 1", |c, t| is_pointer_into(c, t, &[1]), only |c| llvm::pointer(c, 1),
        class PTR;

    /// A pointer into memory that a workgroup or a block of threads shares.
    POINTER_3 = "LLVM pointer in address space 3", |c, t| is_pointer_into(c, t, &[3]), only |c| llvm::pointer(c, 3),
        class PTR;

    /// Two `bf16`.
    V2BF16 = "fixed-length vector of bfloat16 type values of length 2", |c, t| is_fixed_vector(c, t, &[2], &[bf16]),
        only |c| vector(c, 2, bf16_type(c)), kind Vector;
    /// Two `f16`.
    V2F16 = "fixed-length vector of 16-bit float values of length 2", |c, t| is_fixed_vector(c, t, &[2], &[f16]),
        only |c| vector(c, 2, f16_type(c)), kind Vector;
}
