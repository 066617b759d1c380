//! Type and attribute constraints that the declarations of the dialect use.
//!
//! Source: MLIR's `LLVMOpBase.td` and `CommonTypeConstraints.td`; the summaries appear in diagnostics.

use super::attributes;
use super::types::{
    self, ARRAY, FUNC, LABEL, METADATA, PPC_FP128, PTR, STRUCT, TARGET, TOKEN, VOID, X86_AMX,
};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::context::Context;
use tern_mlir::declare::{AttrClass, attribute_classes, type_constraints};
use tern_mlir::types::{FloatKind, Signedness, Type, TypeKind};

type_constraints! {
    /// Any type.
    ANY = "any type", |_, _| true;

    /// A type that values or function results can have in the dialect.
    LLVM_TYPE = "LLVM dialect-compatible type", is_compatible;

    /// A type that values can have in the dialect.
    PRIMITIVE = "primitive LLVM type", is_primitive;

    /// A type with a size in memory.
    SIZED = "LLVM type with size", is_loadable;

    /// A signless integer.
    INTEGER = "signless integer", is_integer, kind Integer;

    /// A signless integer or a vector of them.
    INTEGER_OR_VECTOR = "signless integer or LLVM dialect-compatible vector of signless integer",
        |c, t| is_scalar_or_vector_of(c, t, is_integer);

    /// An integer of any signedness or a vector of them.
    ANY_INTEGER_OR_VECTOR = "integer or LLVM dialect-compatible vector of integer",
        |c, t| is_scalar_or_vector_of(c, t, |c, t| t.integer_width(c).is_some());

    /// A vector of integers.
    VECTOR_OF_INTEGER = "LLVM dialect-compatible vector of signless integer", |c, t| is_vector_of(c, t, is_integer);

    /// `i1`.
    I1 = "1-bit signless integer", |c, t| t == c.common.i1, only |c| c.common.i1;

    /// `i1` or a vector of them.
    I1_OR_VECTOR = "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer",
        |c, t| is_scalar_or_vector_of(c, t, |c, t| t == c.common.i1);

    /// A vector of `i1`.
    VECTOR_OF_I1 = "LLVM dialect-compatible vector of 1-bit signless integer",
        |c, t| is_vector_of(c, t, |c, t| t == c.common.i1);

    /// `i8`.
    I8 = "8-bit signless integer", |c, t| t == c.common.i8, only |c| c.common.i8;

    /// `i32`.
    I32 = "32-bit signless integer", |c, t| t == c.common.i32, only |c| c.common.i32;

    /// A floating point type of LLVM.
    FLOAT = "floating point LLVM type", is_float;

    /// A floating point type of LLVM, or a vector of one.
    FLOAT_OR_VECTOR = "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type",
        |c, t| is_scalar_or_vector_of(c, t, is_float);

    /// A builtin floating point type.
    BUILTIN_FLOAT = "floating-point", is_builtin_float;

    /// A vector of a builtin floating point type.
    VECTOR_OF_BUILTIN_FLOAT = "LLVM dialect-compatible vector of floating-point",
        |c, t| is_vector_of(c, t, is_builtin_float);

    /// A pointer.
    POINTER = "LLVM pointer type", is_pointer, class PTR;

    /// A pointer or a vector of them.
    POINTER_OR_VECTOR = "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type",
        |c, t| is_scalar_or_vector_of(c, t, is_pointer);

    /// A vector of pointers.
    VECTOR_OF_POINTER = "LLVM dialect-compatible vector of LLVM pointer type", |c, t| is_vector_of(c, t, is_pointer);

    /// A pointer of address space 0.
    DEFAULT_POINTER = "LLVM pointer in address space 0", |c, t| types::address_space(c, t) == Some(0),
        only |c| types::pointer(c, 0), class PTR;

    /// An integer or a pointer.
    INTEGER_OR_POINTER = "signless integer or LLVM pointer type", |c, t| is_integer(c, t) || is_pointer(c, t);

    /// An operand of `llvm.icmp`.
    COMPARABLE = "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type",
        |c, t| is_scalar_or_vector_of(c, t, is_integer) || is_scalar_or_vector_of(c, t, is_pointer);

    /// An operand of `llvm.atomicrmw`.
    ATOMIC = "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector type",
        |c, t| is_float(c, t) || is_pointer(c, t) || is_integer(c, t) || !is_scalable_vector(c, t);

    /// A vector of LLVM.
    VECTOR = "LLVM dialect-compatible vector type", is_vector, kind Vector;

    /// A struct or an array.
    AGGREGATE = "LLVM aggregate type", is_aggregate;

    /// Neither struct nor array.
    NON_AGGREGATE = "LLVM-compatible non-aggregate type", |c, t| is_compatible(c, t) && !is_aggregate(c, t);

    /// A struct.
    STRUCTURE = "LLVM structure type", |c, t| t.declared(c, &STRUCT).is_some();

    /// A function.
    FUNCTION = "LLVM function type", |c, t| t.declared(c, &FUNC).is_some();

    /// `!llvm.token`.
    TOKEN_TYPE = "LLVM token type", |c, t| t.declared(c, &TOKEN).is_some(), only types::token;
}

/// Whether a type is an integer type of LLVM.
pub fn is_integer(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { signedness: Signedness::Signless, .. })
}

/// Whether a type is a floating point type of LLVM.
pub fn is_float(context: &Context, ty: Type) -> bool {
    match ty.kind(context) {
        TypeKind::Float(kind) => is_llvm_float(*kind),
        TypeKind::Declared { def, .. } => std::ptr::eq(*def, &PPC_FP128),
        _ => false,
    }
}

fn is_llvm_float(kind: FloatKind) -> bool {
    use FloatKind::{BF16, F16, F32, F64, F80, F128};
    matches!(kind, BF16 | F16 | F32 | F64 | F80 | F128)
}

/// MLIR's `AnyFloat`: every float type; `ppc_fp128` is included, as it implements the interface.
fn is_builtin_float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_)) || ty.declared(context, &PPC_FP128).is_some()
}

/// Whether a type is a pointer.
pub fn is_pointer(context: &Context, ty: Type) -> bool {
    ty.declared(context, &PTR).is_some()
}

/// Whether a type is a struct or an array.
pub fn is_aggregate(context: &Context, ty: Type) -> bool {
    ty.declared(context, &STRUCT).is_some() || ty.declared(context, &ARRAY).is_some()
}

/// The element type of a vector type of LLVM.
pub fn vector_element(context: &Context, ty: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::Vector { shape, element, .. } if shape.len() == 1 => {
            let element = *element;
            // MLIR's `isCompatibleVectorType` excludes `ppc_fp128`.
            let fits = is_integer(context, element)
                || matches!(element.kind(context), TypeKind::Float(kind) if is_llvm_float(*kind))
                || is_pointer(context, element)
                || types::is_pointer_like(context, element);
            fits.then_some(element)
        }
        _ => None,
    }
}

/// Whether a type is a vector type of LLVM.
pub fn is_vector(context: &Context, ty: Type) -> bool {
    vector_element(context, ty).is_some()
}

/// Whether a type is a vector whose number of elements is a multiple of `vscale`.
pub fn is_scalable_vector(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Vector { scalable, .. } if scalable.contains(&true))
}

fn is_vector_of(context: &Context, ty: Type, element: fn(&Context, Type) -> bool) -> bool {
    vector_element(context, ty).is_some_and(|found| element(context, found))
}

fn is_scalar_or_vector_of(context: &Context, ty: Type, element: fn(&Context, Type) -> bool) -> bool {
    element(context, ty) || is_vector_of(context, ty, element)
}

/// Whether values or function results can have a type in the dialect; only checks the outermost level.
pub fn is_compatible(context: &Context, ty: Type) -> bool {
    match ty.kind(context) {
        TypeKind::Integer { signedness, .. } => *signedness == Signedness::Signless,
        TypeKind::Float(kind) => is_llvm_float(*kind),
        // There may be values of vector types on which no operation of the dialect computes.
        TypeKind::Vector { shape, element, .. } => {
            is_vector(context, ty) || shape.len() == 1 && element.declared(context, &PPC_FP128).is_some()
        }
        TypeKind::Declared { def, .. } => {
            let compatible = [
                &PTR, &STRUCT, &ARRAY, &VOID, &FUNC, &LABEL, &METADATA, &TOKEN, &TARGET, &X86_AMX, &PPC_FP128,
            ];
            compatible.iter().any(|compatible| std::ptr::eq(*compatible, *def))
                || types::is_pointer_like(context, ty)
        }
        _ => false,
    }
}

/// Whether values can have a type in the dialect: neither `void` nor a function type.
pub fn is_primitive(context: &Context, ty: Type) -> bool {
    is_compatible(context, ty)
        && ty.declared(context, &VOID).is_none()
        && ty.declared(context, &FUNC).is_none()
}

/// Whether a type has a size in memory.
pub fn is_loadable(context: &Context, ty: Type) -> bool {
    is_primitive(context, ty)
        && !types::is_opaque_struct(context, ty)
        && types::supports_memory(context, ty) != Some(false)
}

attribute_classes! {
    /// The class of `access_groups`.
    pub ACCESS_GROUPS: [Attribute] = AttrClass::ArrayOf(&AttrClass::Declared(&attributes::ACCESS_GROUP));

    /// The class of `alias_scopes` and `noalias_scopes`.
    pub ALIAS_SCOPES: [Attribute] = AttrClass::ArrayOf(&AttrClass::Declared(&attributes::ALIAS_SCOPE));

    /// The class of `tbaa`.
    pub TBAA_TAGS: [Attribute] = AttrClass::ArrayOf(&AttrClass::Declared(&attributes::TBAA_TAG));

    /// The class of `dbg_exprs`.
    pub DEBUG_EXPRESSIONS: [Attribute] = AttrClass::ArrayOf(&AttrClass::Declared(&attributes::DI_GLOBAL_VARIABLE_EXPRESSION));

    /// An integer of any type.
    pub ANY_INTEGER: Attribute = AttrClass::Other {
        summary: "arbitrary integer attribute",
        check: |c, a| matches!(a.kind(c), AttrKind::Integer { .. }),
    };

    /// A floating point number of any type.
    pub ANY_FLOAT: Attribute = AttrClass::Other {
        summary: "arbitrary float attribute",
        check: |c, a| matches!(a.kind(c), AttrKind::Float { .. }),
    };

    /// Dense or sparse integers, or a splat of one.
    pub INTEGER_ELEMENTS: Attribute = AttrClass::Other { summary: "integer elements attribute", check: is_integer_elements };

    /// `distinct[0]<>`.
    pub DISTINCT: Attribute = AttrClass::Other {
        summary: "distinct attribute",
        check: |c, a| matches!(a.kind(c), AttrKind::Distinct { .. }),
    };

    /// `loc(fused[...])`.
    pub FUSED_LOCATION: Attribute = AttrClass::Other {
        summary: "fused location",
        check: |c, a| matches!(a.kind(c), AttrKind::FusedLocation { .. }),
    };

    /// A rounding mode that is valid for instructions.
    pub VALID_ROUNDING_MODE: super::enums::RoundingMode = AttrClass::Enum(super::enums::RoundingMode::DEF);
}

fn is_integer_elements(context: &Context, attribute: Attribute) -> bool {
    let ty = match attribute.kind(context) {
        AttrKind::DenseElements { ty, .. } => *ty,
        AttrKind::DenseResource { ty, .. } => *ty,
        _ => return false,
    };
    match ty.kind(context) {
        TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => {
            element.integer_width(context).is_some()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_llvm_has_is_compatible() {
        let c = Context::new(crate::DIALECTS);
        let vector = |shape: &[i64], element| {
            c.ty(TypeKind::Vector { shape: shape.into(), scalable: vec![false; shape.len()].into(), element })
        };
        assert!(is_compatible(&c, c.common.i32));
        assert!(!is_compatible(&c, c.common.index));
        assert!(is_compatible(&c, types::pointer(&c, 3)));
        assert!(is_compatible(&c, vector(&[4], c.common.f32)));
        assert!(!is_compatible(&c, vector(&[4, 4], c.common.f32)));
        assert!(!is_compatible(&c, vector(&[4], c.common.index)));
        assert!(!is_compatible(&c, c.ty(TypeKind::Float(FloatKind::TF32))));
        assert!(is_compatible(&c, types::void(&c)));
        assert!(!is_primitive(&c, types::void(&c)));
    }

    #[test]
    fn opaque_structs_have_no_size() {
        let c = Context::new(crate::DIALECTS);
        assert!(!is_loadable(&c, types::struct_opaque(&c, "opaque")));
        assert!(is_loadable(&c, types::struct_literal(&c, &[], false)));
        assert!(!is_loadable(&c, types::target_extension(&c, "other", &[], &[])));
        assert!(is_loadable(&c, types::target_extension(&c, "spirv.Image", &[], &[])));
    }
}
