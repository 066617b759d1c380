//! Type constraints of `nvvm`.

use tern_dialect_llvm::types::{self as llvm, PTR, STRUCT};
use tern_mlir::declare::type_constraints;
use tern_mlir::{Context, Type};

use crate::constraints::{
    bf16, f16, f32, f64, i1, i8, i16, i32, i64, is_fixed_vector, is_pointer_into, is_vector,
};

fn is_struct(context: &Context, ty: Type) -> bool {
    ty.declared(context, &STRUCT).is_some()
}

type_constraints! {
    /// `i1` or `i32`.
    I1_OR_I32 = "1-bit signless integer or 32-bit signless integer", |c, t| i1(c, t) || i32(c, t);
    /// `i32` or `i1`.
    I32_OR_I1 = "32-bit signless integer or 1-bit signless integer", |c, t| i1(c, t) || i32(c, t);
    /// `i32` or `f32`.
    I32_OR_F32 = "32-bit signless integer or 32-bit float", |c, t| i32(c, t) || f32(c, t);
    /// `i32` or `i64`.
    I32_OR_I64 = "32-bit signless integer or 64-bit signless integer", |c, t| i32(c, t) || i64(c, t);
    /// `i64` or `i32`.
    I64_OR_I32 = "64-bit signless integer or 32-bit signless integer", |c, t| i32(c, t) || i64(c, t);
    /// `i32`, or a struct of a value and its validity.
    I32_OR_STRUCT = "32-bit signless integer or LLVM struct type", |c, t| i32(c, t) || is_struct(c, t);
    /// `i32` or `f32`, or a struct of a value and its validity.
    I32_OR_F32_OR_STRUCT = "32-bit signless integer or 32-bit float or LLVM struct type",
        |c, t| i32(c, t) || f32(c, t) || is_struct(c, t);
    /// A fragment of a matrix.
    STRUCTURE_OR_F64 = "LLVM structure type or 64-bit float", |c, t| is_struct(c, t) || f64(c, t);
    /// Two bytes, as a vector or an integer.
    I16_OR_V2I8 = "16-bit signless integer or vector of 8-bit signless integer values of length 2",
        |c, t| i16(c, t) || is_vector(c, t, &[2], &[i8]);
    /// Two bytes.
    V2I8 = "vector of 8-bit signless integer values of length 2", |c, t| is_vector(c, t, &[2], &[i8]), kind Vector;
    /// Four bytes.
    V4I8 = "vector of 8-bit signless integer values of length 4", |c, t| is_vector(c, t, &[4], &[i8]), kind Vector;
    /// Two 16-bit integers.
    V2I16 = "vector of 16-bit signless integer values of length 2", |c, t| is_vector(c, t, &[2], &[i16]), kind Vector;
    /// Two `f16`.
    V2F16 = "vector of 16-bit float values of length 2", |c, t| is_vector(c, t, &[2], &[f16]), kind Vector;
    /// Two `bf16`.
    V2BF16 = "vector of bfloat16 type values of length 2", |c, t| is_vector(c, t, &[2], &[bf16]), kind Vector;
    /// Four `f32`.
    V4F32 = "vector of 32-bit float values of length 4", |c, t| is_vector(c, t, &[4], &[f32]), kind Vector;
    /// Registers that are loaded from or stored to tensor memory.
    REGISTERS = "32-bit signless integer or vector of 32-bit signless integer values of length 2/4/8/16/32/64/128",
        |c, t| i32(c, t) || is_vector(c, t, &[2, 4, 8, 16, 32, 64, 128], &[i32]);
    /// The mask of lanes that get no result.
    LANE_MASK = "fixed-length vector of 32-bit signless integer values of length 4/8",
        |c, t| is_fixed_vector(c, t, &[4, 8], &[i32]), kind Vector;
    /// A pointer to tensor memory.
    POINTER_6 = "LLVM pointer in address space 6", |c, t| is_pointer_into(c, t, &[6]), only |c| llvm::pointer(c, 6), class PTR;
    /// A pointer to the shared memory of a cluster.
    POINTER_7 = "LLVM pointer in address space 7", |c, t| is_pointer_into(c, t, &[7]), only |c| llvm::pointer(c, 7), class PTR;
    /// A matrix in tensor memory, or the descriptor of one in shared memory.
    POINTER_6_OR_I64 = "LLVM pointer in address space 6 or 64-bit signless integer",
        |c, t| is_pointer_into(c, t, &[6]) || i64(c, t);
    /// A generic pointer, or a pointer to shared memory.
    POINTER_0_3 = "LLVM pointer in address space 0 or LLVM pointer in address space 3", |c, t| is_pointer_into(c, t, &[0, 3]);
    /// A generic pointer, or a pointer to shared memory of the block or the cluster.
    POINTER_0_3_7 = "LLVM pointer in address space 0 or LLVM pointer in address space 3 or LLVM pointer in address space 7",
        |c, t| is_pointer_into(c, t, &[0, 3, 7]);
    /// A generic pointer, or a pointer to shared memory of the cluster.
    POINTER_0_7 = "LLVM pointer in address space 0 or LLVM pointer in address space 7", |c, t| is_pointer_into(c, t, &[0, 7]);
    /// A pointer to shared memory of the block or the cluster.
    POINTER_3_7 = "LLVM pointer in address space 3 or LLVM pointer in address space 7", |c, t| is_pointer_into(c, t, &[3, 7]);
    /// A pointer.
    POINTER_ANY_3 = "LLVM pointer type or LLVM pointer in address space 3", |c, t| llvm::address_space(c, t).is_some();
    /// A pointer to prefetchable memory.
    POINTER_1_5_0_4 = "LLVM pointer in address space 1 or LLVM pointer in address space 5 or LLVM pointer in address space 0 or LLVM pointer in address space 4",
        |c, t| is_pointer_into(c, t, &[1, 5, 0, 4]);
}
