//! The `arm_sve` dialect: instructions of Arm's scalable vector extension. Source: MLIR's `ArmSVE.td`.
//!
//! The operations named `arm_sve.intr.…` are LLVM's intrinsics. The others work on vectors of more dimensions or with other
//! masks; a pass converts them to intrinsics.

pub mod intrinsics;
pub mod operations;

use tern_mlir::declare::{Dialect, OpDef, concat, type_constraints};
use tern_mlir::{Context, OpRef, Type, TypeKind};

use crate::constraints::{
    Element, bf16, f16, f32, f64, float, i1, i8, i16, i32, i64, is_one_of, is_scalable_vector, vector_parts,
};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect { operations: ALL, ..Dialect::new("arm_sve") };

static ALL: &[&OpDef] = &concat!(&OpDef; intrinsics::TABLE, operations::TABLE);

const NUMBERS: &[Element] = &[i8, i16, i32, i64];

type_constraints! {
    /// A predicate of any element size.
    SVE_PREDICATE = "vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>",
        |c, t| is_register(c, t, &[1, 2, 4, 8, 16], &[i1]);
    /// A predicate for bytes.
    SVBOOL = "vector<[16]xi1>", |c, t| is_register(c, t, &[16], &[i1]);
    /// Predicates of any element size, with leading dimensions of fixed size.
    SVE_PREDICATE_MASK = "trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16, 8, 4, 2, 1}",
        |c, t| is_mask(c, t, &[16, 8, 4, 2, 1]);
    /// Predicates for bytes, with leading dimensions of fixed size.
    SVBOOL_MASK = "trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16}",
        |c, t| is_mask(c, t, &[16]);
    /// An SVE register.
    SVE_VECTOR = "an SVE vector with element size <= 64-bit", is_sve_vector;
    /// SVE registers, with leading dimensions of fixed size.
    ZIP_INPUT = "an SVE vector with element size <= 64-bit", is_zip_input;
    /// A vector of one dimension.
    RANK_1 = " of ranks 1", |c, t| vector_parts(c, t).is_some_and(|(shape, ..)| shape.len() == 1);
    /// A scalable mask.
    SCALABLE_I1 = "scalable vector of 1-bit signless integer values", |c, t| is_scalable_vector(c, t, &[], &[i1]), kind Vector;
    /// A scalable vector of floats.
    SCALABLE_FLOAT = "scalable vector of floating-point values", |c, t| is_scalable_vector(c, t, &[], &[float]), kind Vector;
    /// A scalable vector of integers.
    SCALABLE_INTEGER = "scalable vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer values",
        |c, t| is_scalable_vector(c, t, &[], NUMBERS), kind Vector;
    /// The accumulator type of dot products.
    SUMS = "scalable vector of 32-bit signless integer or 64-bit signless integer values of length 4/2",
        |c, t| is_scalable_vector(c, t, &[4, 2], &[i32, i64]), kind Vector;
    /// The factor type of dot products.
    FACTORS = "scalable vector of 8-bit signless integer or 16-bit signless integer values of length 16/8",
        |c, t| is_scalable_vector(c, t, &[16, 8], &[i8, i16]), kind Vector;
    /// Matrices of 2 by 2 integers.
    NXV4I32 = "scalable vector of 32-bit signless integer values of length 4", |c, t| is_scalable_vector(c, t, &[4], &[i32]), kind Vector;
    /// Matrices of 2 by 8 bytes.
    NXV16I8 = "scalable vector of 8-bit signless integer values of length 16", |c, t| is_scalable_vector(c, t, &[16], &[i8]), kind Vector;
    /// Matrices of 2 by 2 floats.
    NXV4F32 = "scalable vector of 32-bit float values of length 4", |c, t| is_scalable_vector(c, t, &[4], &[f32]), kind Vector;
    /// Matrices of 2 by 4 `bf16`.
    NXV8BF16 = "scalable vector of bfloat16 type values of length 8", |c, t| is_scalable_vector(c, t, &[8], &[bf16]), kind Vector;
}

/// A vector with one dimension, which is scalable and of one of these sizes.
fn is_register(context: &Context, ty: Type, sizes: &[i64], elements: &[Element]) -> bool {
    vector_parts(context, ty).is_some_and(|(shape, scalable, element)| {
        matches!((shape, scalable), ([size], [true]) if sizes.contains(size))
            && is_one_of(context, element, elements)
    })
}

/// A vector of `i1` of which only the last dimension is scalable, and of one of these sizes.
fn is_mask(context: &Context, ty: Type, sizes: &[i64]) -> bool {
    vector_parts(context, ty).is_some_and(|(shape, scalable, element)| {
        is_last_scalable(scalable)
            && shape.last().is_some_and(|size| sizes.contains(size))
            && i1(context, element)
    })
}

fn is_last_scalable(scalable: &[bool]) -> bool {
    matches!(scalable.split_last(), Some((true, rest)) if !rest.contains(&true))
}

fn is_sve_vector(context: &Context, ty: Type) -> bool {
    let sizes: [(i64, &[Element]); 4] =
        [(16, &[i8]), (8, &[i16, f16, bf16]), (4, &[i32, f32]), (2, &[i64, f64])];
    sizes.iter().any(|(size, elements)| is_register(context, ty, &[*size], elements))
}

fn is_zip_input(context: &Context, ty: Type) -> bool {
    let Some((shape, scalable, element)) = vector_parts(context, ty) else { return false };
    let elements: &[Element] = &[i8, i16, i32, i64, f16, bf16, f32, f64];
    is_last_scalable(scalable)
        && shape.last().is_some_and(|size| [16, 8, 4, 2].contains(size))
        && is_one_of(context, element, elements)
}

/// The vector type of `i1` with the same shape.
pub(crate) fn mask_of(context: &Context, ty: Type) -> Option<Type> {
    let (shape, scalable, _) = vector_parts(context, ty)?;
    let element = context.common.i1;
    Some(context.ty(TypeKind::Vector { shape: shape.into(), scalable: scalable.into(), element }))
}

/// The vector type with 16 elements in its last dimension.
fn svbool_of(context: &Context, ty: Type) -> Option<Type> {
    let (shape, scalable, element) = vector_parts(context, ty)?;
    let mut shape = shape.to_vec();
    *shape.last_mut()? = 16;
    Some(context.ty(TypeKind::Vector { shape: shape.into(), scalable: scalable.into(), element }))
}

/// Whether the result of an operation satisfies a constraint.
fn result_is(op: OpRef<'_>, check: fn(&Context, Type) -> bool) -> bool {
    op.result().is_some_and(|result| check(op.context, op.type_of(result)))
}
