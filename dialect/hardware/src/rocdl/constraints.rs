//! Type constraints of `rocdl`.

use tern_dialect_llvm::types::{self as llvm, PTR, STRUCT};
use tern_mlir::declare::type_constraints;
use tern_mlir::{Context, Type};

use crate::constraints::{
    Element, bf16, bf16_type, f16, f16_type, f32, i16, i32, is_fixed_vector, is_pointer_into, vector,
};

fn is(context: &Context, ty: Type, length: i64, element: Element) -> bool {
    is_fixed_vector(context, ty, &[length], &[element])
}

macro_rules! vectors {
    ($($name:ident: $length:literal $summary:literal $element:ident $make:expr;)+) => {
        type_constraints! {$(
            /// A vector of a fixed number of elements.
            $name = $summary, |c, t| is(c, t, $length, $element), only |c| vector(c, $length, $make(c));
        )+}
    };
}

vectors! {
    V2I16: 2 "fixed-length vector of 16-bit signless integer values of length 2" i16 |c: &Context| c.common.i16;
    V2I32: 2 "fixed-length vector of 32-bit signless integer values of length 2" i32 |c: &Context| c.common.i32;
    V3I32: 3 "fixed-length vector of 32-bit signless integer values of length 3" i32 |c: &Context| c.common.i32;
    V4I32: 4 "fixed-length vector of 32-bit signless integer values of length 4" i32 |c: &Context| c.common.i32;
    V6I32: 6 "fixed-length vector of 32-bit signless integer values of length 6" i32 |c: &Context| c.common.i32;
    V8I32: 8 "fixed-length vector of 32-bit signless integer values of length 8" i32 |c: &Context| c.common.i32;
    V8F16: 8 "fixed-length vector of 16-bit float values of length 8" f16 f16_type;
    V16F16: 16 "fixed-length vector of 16-bit float values of length 16" f16 f16_type;
    V32F16: 32 "fixed-length vector of 16-bit float values of length 32" f16 f16_type;
    V8BF16: 8 "fixed-length vector of bfloat16 type values of length 8" bf16 bf16_type;
    V16BF16: 16 "fixed-length vector of bfloat16 type values of length 16" bf16 bf16_type;
    V32BF16: 32 "fixed-length vector of bfloat16 type values of length 32" bf16 bf16_type;
    V2F32: 2 "fixed-length vector of 32-bit float values of length 2" f32 |c: &Context| c.common.f32;
    V8F32: 8 "fixed-length vector of 32-bit float values of length 8" f32 |c: &Context| c.common.f32;
    V16F32: 16 "fixed-length vector of 32-bit float values of length 16" f32 |c: &Context| c.common.f32;
    V32F32: 32 "fixed-length vector of 32-bit float values of length 32" f32 |c: &Context| c.common.f32;
}

type_constraints! {
    /// A buffer descriptor.
    POINTER_8 = "LLVM pointer in address space 8", |c, t| is_pointer_into(c, t, &[8]), only |c| llvm::pointer(c, 8),
        class PTR;
    /// The two results of a swap.
    STRUCT_OF_TWO_I32 = "LLVM dialect-compatible struct of 32-bit signless integerand32-bit signless integer",
        |c, t| t == two_i32(c), only two_i32, class STRUCT;
}

fn two_i32(context: &Context) -> Type {
    llvm::struct_literal(context, &[context.common.i32; 2], false)
}
