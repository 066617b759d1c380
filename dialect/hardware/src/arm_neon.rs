//! The `arm_neon` dialect: instructions of Arm's NEON. Source: MLIR's `ArmNeon.td`.

use tern_mlir::declare::{Dialect, OpDef, View, concat, families, operations, type_constraints};
use tern_mlir::{Context, Type, Value};

use crate::constraints::{bf16, f32, i8, i16, i32, i64, is_fixed_vector, is_vector, vector, vector_parts};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect { operations: ALL, ..Dialect::new("arm_neon") };

static ALL: &[&OpDef] = &concat!(&OpDef; TABLE, OPERATIONS);

type_constraints! {
    /// The operand type of `smull`.
    NARROW = "vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer values of length 8/4/2",
        |c, t| is_vector(c, t, &[8, 4, 2], &[i8, i16, i32]), kind Vector;
    /// The result type of `smull`.
    WIDE = "vector of 16-bit signless integer or 32-bit signless integer or 64-bit signless integer values of length 8/4/2",
        |c, t| is_vector(c, t, &[8, 4, 2], &[i16, i32, i64]), kind Vector;
    /// The accumulator type of a dot product.
    SUMS = "vector of 32-bit signless integer values of length 4/2", |c, t| is_vector(c, t, &[4, 2], &[i32]), kind Vector;
    /// The factor type of a dot product.
    BYTES = "vector of 8-bit signless integer values of length 16/8", |c, t| is_vector(c, t, &[16, 8], &[i8]), kind Vector;
    /// A matrix of 2 by 2 integers.
    V4I32 = "a vector with length 4 of 32-bit signless integer values", |c, t| is_fixed_vector(c, t, &[4], &[i32]);
    /// A matrix of 2 by 8 bytes.
    V16I8 = "a vector with length 16 of 8-bit signless integer values", |c, t| is_fixed_vector(c, t, &[16], &[i8]);
    /// A matrix of 2 by 2 floats.
    V4F32 = "a vector with length 4 of 32-bit float values", |c, t| is_fixed_vector(c, t, &[4], &[f32]);
    /// A matrix of 2 by 4 `bf16`.
    V8BF16 = "a vector with length 8 of bfloat16 type values", |c, t| is_fixed_vector(c, t, &[8], &[bf16]);
}

/// The vector type with elements of twice the width.
fn widened(context: &Context, ty: Type) -> Option<Type> {
    let (shape, _, element) = vector_parts(context, ty)?;
    let element = Type::integer(context, element.integer_width(context)?.checked_mul(2)?);
    Some(vector(context, *shape.first()?, element))
}

/// The vector type of `i32` with a quarter of the elements.
fn quarter(context: &Context, ty: Type) -> Option<Type> {
    let (shape, ..) = vector_parts(context, ty)?;
    Some(vector(context, shape.first()? / 4, context.common.i32))
}

families! { "arm_neon.intr." => "llvm.aarch64.neon.";
    /// Multiplies signed integers; the products have twice the width.
    family [] {
        traits: [
            Pure,
            AllTypesMatch(&["a", "b"]),
            TypesMatchWith {
                summary: "res has same vector shape and element bitwidth scaled by 2 as a",
                from: "a", to: "res", transform: widened
            },
        ],
        operands: { a: one(NARROW), b: one(NARROW) },
        results: { res: one(WIDE) },
        format: "$a `,` $b attr-dict `:` type($a) `to` type($res)",
        intrinsic: {},
    }
    "smull";

    /// Adds the dot product of four signed bytes to each accumulator element.
    family [] {
        traits: [
            Pure,
            AllTypesMatch(&["b", "c"]),
            AllTypesMatch(&["a", "res"]),
            TypesMatchWith {
                summary: "res has the same number of elements as operand b",
                from: "b", to: "res", transform: quarter
            },
        ],
        operands: { a: one(SUMS), b: one(BYTES), c: one(BYTES) },
        results: { res: one(SUMS) },
        format: "$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)",
        intrinsic: {},
    }
    "sdot";

    /// Multiplies two matrices, the second one transposed, and adds the product to a matrix of 2 by 2. The letters before
    /// `mmla` give the signedness of the factors.
    family [Acc, Src] {
        traits: [Pure, AllTypesMatch(&["src1", "src2"]), AllTypesMatch(&["acc", "res"])],
        operands: { acc: one(Acc), src1: one(Src), src2: one(Src) },
        results: { res: one(Acc) },
        format: "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)",
        intrinsic: {},
    }
    "smmla" (V4I32, V16I8), "ummla" (V4I32, V16I8), "usmmla" (V4I32, V16I8), "bfmmla" (V4F32, V8BF16);
}

/// The shape of a vector operand.
fn shape(op: Sdot2d<View<'_>>, operand: Value) -> &[i64] {
    vector_parts(op.0.context, op.0.type_of(operand)).map_or(&[], |(shape, ..)| shape)
}

operations! {
    /// The two-dimensional form of `arm_neon.intr.sdot`: vectors of four are the rows of a matrix. A pass converts it to the
    /// intrinsic.
    Sdot2d = "arm_neon.2d.sdot" {
        traits: [
            Pure,
            AllTypesMatch(&["b", "c"]),
            AllTypesMatch(&["a", "res"]),
            Predicate {
                summary: "operand `a` should be 1-dimensional",
                check: |op: Sdot2d<View<'_>>| shape(op, op.a()).len() == 1
            },
            Predicate {
                summary: "operand `b` should be 2-dimensional",
                check: |op: Sdot2d<View<'_>>| shape(op, op.b()).len() == 2
            },
            Predicate {
                summary: "operand `b` should have 4 columns",
                check: |op: Sdot2d<View<'_>>| shape(op, op.b()).get(1) == Some(&4)
            },
            Predicate {
                summary: "operand `b` should have as many rows as the size of operand `a`",
                check: |op: Sdot2d<View<'_>>| shape(op, op.b()).first() == shape(op, op.a()).first()
            },
        ],
        operands: { a: one(SUMS), b: one(BYTES), c: one(BYTES) },
        results: { res: one(SUMS) },
        format: "$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)",
    }
}
