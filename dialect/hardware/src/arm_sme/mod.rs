//! The `arm_sme` dialect: instructions of Arm's scalable matrix extension. Source: MLIR's `ArmSME*.td`.
//!
//! The operations named `arm_sme.intr.…` are LLVM's intrinsics. The others work on tiles as values; passes allocate a tile
//! register for each and convert them to intrinsics.

pub mod intrinsics;
pub mod operations;

use tern_mlir::declare::{Dialect, OpDef, concat, type_constraints};
use tern_mlir::{Context, Type};

use crate::constraints::{
    Element, bf16, f16, f32, f64, i1, i8, i16, i32, i64, is_one_of, is_scalable_vector, vector_parts,
};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: ALL,
    attributes: operations::ATTRIBUTES,
    enums: operations::ENUMS,
    ..Dialect::new("arm_sme")
};

static ALL: &[&OpDef] = &concat!(&OpDef; intrinsics::TABLE, operations::TABLE);

fn i128(context: &Context, ty: Type) -> bool {
    ty == Type::integer(context, 128)
}

/// A vector with one dimension, which is scalable and of one of these sizes.
fn is_register(context: &Context, ty: Type, sizes: &[i64], elements: &[Element]) -> bool {
    let of_rank_1 = vector_parts(context, ty).is_some_and(|(shape, ..)| shape.len() == 1);
    of_rank_1 && is_scalable_vector(context, ty, sizes, elements)
}

type_constraints! {
    /// An SVE register.
    SVE_VECTOR = "a vector type that matches the size of a SVE vector",
        |c, t| is_register(c, t, &[16, 8, 4, 2, 1], &[i8, i16, i32, i64, i128, f16, bf16, f32, f64]);
    /// An SVE predicate.
    SVE_PREDICATE = "a vector type that matches the size of a SVE predicate",
        |c, t| is_register(c, t, &[16, 8, 4, 2, 1], &[i1]);
    /// The factor type of outer products.
    MOP_VECTOR = "a vector type that is a supported input for the SME MOP instructions",
        |c, t| is_register(c, t, &[16, 8, 4, 2], &[i8, i16, bf16, f16, f32, f64]);
    /// The predicate type of outer products.
    MOP_PREDICATE = "a vector type that is a supported predicate for the SME MOP instructions",
        |c, t| is_register(c, t, &[16, 8, 4, 2], &[i1]);
}

/// The shape of a vector and its scalable dimensions; `None` for other types.
fn shape_of(context: &Context, ty: Type) -> Option<(&[i64], &[bool])> {
    vector_parts(context, ty).map(|(shape, scalable, _)| (shape, scalable))
}

/// The element type of a vector, or the type itself.
fn element_of(context: &Context, ty: Type) -> Type {
    vector_parts(context, ty).map_or(ty, |(_, _, element)| element)
}

/// Whether a type is a vector that fills a tile.
fn is_tile(context: &Context, ty: Type) -> bool {
    let sizes: [(i64, &[Element]); 5] =
        [(16, &[i8]), (8, &[i16, f16, bf16]), (4, &[i32, f32]), (2, &[i64, f64]), (1, &[i128])];
    vector_parts(context, ty).is_some_and(|(shape, scalable, element)| {
        let fits = |(size, elements): &(i64, &[Element])| {
            shape == [*size; 2] && is_one_of(context, element, elements)
        };
        scalable == [true; 2] && sizes.iter().any(fits)
    })
}
