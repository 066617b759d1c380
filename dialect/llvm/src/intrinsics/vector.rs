//! Intrinsics on vectors and matrices.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: Vector Reduction Intrinsics, Matrix Intrinsics.

use crate::attributes::FASTMATH_FLAGS;
use crate::constraints::{
    BUILTIN_FLOAT, INTEGER, LLVM_TYPE, POINTER, VECTOR, VECTOR_OF_BUILTIN_FLOAT, VECTOR_OF_INTEGER,
};
use crate::traits::{
    extracts_from_scalable, extracts_small_vectors, inserts_into_scalable, inserts_small_vectors,
    result_is_twice_as_long,
};
use tern_mlir::declare::{AttrClass, families, operations};

families! { "llvm.intr." => "llvm.";
    family [] {
        traits: [Pure, SameOperandsAndResultElementType],
        operands: { r#in: one(VECTOR_OF_INTEGER) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_operands: &[0] },
    }
    /// The sum of the elements. LangRef: `llvm.vector.reduce.add` intrinsic.
    VectorReduceAdd: "vector.reduce.add",
    /// The product of the elements. LangRef: `llvm.vector.reduce.mul` intrinsic.
    VectorReduceMul: "vector.reduce.mul",
    /// The bitwise and of the elements. LangRef: `llvm.vector.reduce.and` intrinsic.
    VectorReduceAnd: "vector.reduce.and",
    /// The bitwise or of the elements. LangRef: `llvm.vector.reduce.or` intrinsic.
    VectorReduceOr: "vector.reduce.or",
    /// The bitwise exclusive or of the elements. LangRef: `llvm.vector.reduce.xor` intrinsic.
    VectorReduceXor: "vector.reduce.xor",
    /// The greatest element, signed. LangRef: `llvm.vector.reduce.smax` intrinsic.
    VectorReduceSMax: "vector.reduce.smax",
    /// The least element, signed. LangRef: `llvm.vector.reduce.smin` intrinsic.
    VectorReduceSMin: "vector.reduce.smin",
    /// The greatest element, unsigned. LangRef: `llvm.vector.reduce.umax` intrinsic.
    VectorReduceUMax: "vector.reduce.umax",
    /// The least element, unsigned. LangRef: `llvm.vector.reduce.umin` intrinsic.
    VectorReduceUMin: "vector.reduce.umin";

    family [] {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultElementType],
        operands: { start_value: one(BUILTIN_FLOAT), input: one(VECTOR_OF_BUILTIN_FLOAT) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_operands: &[1] },
    }
    /// The sum of the elements, in order unless `reassoc` is set. LangRef: `llvm.vector.reduce.fadd` intrinsic.
    VectorReduceFAdd: "vector.reduce.fadd",
    /// The product of the elements, in order unless `reassoc` is set. LangRef: `llvm.vector.reduce.fmul` intrinsic.
    VectorReduceFMul: "vector.reduce.fmul";

    family [] {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultElementType],
        operands: { r#in: one(VECTOR_OF_BUILTIN_FLOAT) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// The greatest element; NaN elements are ignored. LangRef: `llvm.vector.reduce.fmax` intrinsic.
    VectorReduceFMax: "vector.reduce.fmax",
    /// The least element; NaN elements are ignored. LangRef: `llvm.vector.reduce.fmin` intrinsic.
    VectorReduceFMin: "vector.reduce.fmin",
    /// The greatest element; NaN if any element is NaN. LangRef: `llvm.vector.reduce.fmaximum` intrinsic.
    VectorReduceFMaximum: "vector.reduce.fmaximum",
    /// The least element; NaN if any element is NaN. LangRef: `llvm.vector.reduce.fminimum` intrinsic.
    VectorReduceFMinimum: "vector.reduce.fminimum";
}

operations! {
    /// Inserts a shorter vector. LangRef: `llvm.vector.insert` intrinsic.
    VectorInsert = "llvm.intr.vector.insert" {
        traits: [
            Pure,
            AllTypesMatch(&["dstvec", "res"]),
            Predicate { summary: "vectors are not bigger than 2^17 bits.", check: inserts_small_vectors },
            Predicate {
                summary: "it is not inserting scalable into fixed-length vectors.",
                check: inserts_into_scalable,
            },
        ],
        operands: { dstvec: one(VECTOR), srcvec: one(VECTOR) },
        attributes: { pos: required(AttrClass::Integer(64)) },
        results: { res: one(VECTOR) },
        format: "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)",
        intrinsic: "llvm.vector.insert" { overloaded_results: &[0], overloaded_operands: &[1], immediates: &[(2, "pos")] },
    }

    /// Extracts a part of a vector. LangRef: `llvm.vector.extract` intrinsic.
    VectorExtract = "llvm.intr.vector.extract" {
        traits: [
            Pure,
            Predicate { summary: "vectors are not bigger than 2^17 bits.", check: extracts_small_vectors },
            Predicate {
                summary: "it is not extracting scalable from fixed-length vectors.",
                check: extracts_from_scalable,
            },
        ],
        operands: { srcvec: one(VECTOR) },
        attributes: { pos: required(AttrClass::Integer(64)) },
        results: { res: one(VECTOR) },
        format: "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)",
        intrinsic: "llvm.vector.extract" { overloaded_results: &[0], overloaded_operands: &[0], immediates: &[(1, "pos")] },
    }

    /// Interleaves the elements of two vectors. LangRef: `llvm.vector.interleave2` intrinsic.
    VectorInterleave2 = "llvm.intr.vector.interleave2" {
        traits: [
            Pure,
            AllTypesMatch(&["vec1", "vec2"]),
            Predicate {
                summary: "result has twice as many elements as 'vec1'",
                check: result_is_twice_as_long,
            },
        ],
        operands: { vec1: one(VECTOR), vec2: one(VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vector.interleave2" { overloaded_results: &[0] },
    }

    /// Separates the even and the odd elements of a vector. LangRef: `llvm.vector.deinterleave2` intrinsic.
    VectorDeinterleave2 = "llvm.intr.vector.deinterleave2" {
        traits: [Pure],
        operands: { vec: one(VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vector.deinterleave2" { overloaded_operands: &[0] },
    }

    /// The factor of scalable vectors. LangRef: `llvm.vscale` intrinsic.
    VScale = "llvm.intr.vscale" {
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vscale" { overloaded_results: &[0] },
    }

    /// The vector 0, 1, 2, …. LangRef: `llvm.stepvector` intrinsic.
    StepVector = "llvm.intr.stepvector" {
        traits: [Pure],
        results: { res: one(VECTOR_OF_INTEGER) },
        format: "attr-dict `:` type($res)",
        intrinsic: "llvm.stepvector" { overloaded_results: &[0] },
    }

    /// A mask of the lanes whose index is below a bound. LangRef: `llvm.get.active.lane.mask` intrinsic.
    GetActiveLaneMask = "llvm.intr.get.active.lane.mask" {
        traits: [Pure],
        operands: { base: one(INTEGER), n: one(INTEGER) },
        results: { res: one(LLVM_TYPE) },
        format: "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)",
        intrinsic: "llvm.get.active.lane.mask" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// The product of two matrices. LangRef: `llvm.matrix.multiply` intrinsic.
    MatrixMultiply = "llvm.intr.matrix.multiply" {
        operands: { lhs: one(VECTOR), rhs: one(VECTOR) },
        attributes: {
            lhs_rows: required(AttrClass::Integer(32)),
            lhs_columns: required(AttrClass::Integer(32)),
            rhs_columns: required(AttrClass::Integer(32)),
        },
        results: { res: one(VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)",
        intrinsic: "llvm.matrix.multiply" { regular: false },
    }

    /// A transposed matrix. LangRef: `llvm.matrix.transpose` intrinsic.
    MatrixTranspose = "llvm.intr.matrix.transpose" {
        operands: { matrix: one(VECTOR) },
        attributes: { rows: required(AttrClass::Integer(32)), columns: required(AttrClass::Integer(32)) },
        results: { res: one(VECTOR) },
        format: "$matrix attr-dict `:` type($matrix) `into` type($res)",
        intrinsic: "llvm.matrix.transpose" { regular: false },
    }

    /// Reads a matrix, column by column. LangRef: `llvm.matrix.column.major.load` intrinsic.
    MatrixColumnMajorLoad = "llvm.intr.matrix.column.major.load" {
        operands: { data: one(POINTER), stride: one(INTEGER) },
        attributes: {
            isVolatile: required(AttrClass::Bool),
            rows: required(AttrClass::Integer(32)),
            columns: required(AttrClass::Integer(32)),
        },
        results: { res: one(VECTOR) },
        format: "$data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($res) `from` \
            qualified(type($data)) `stride` type($stride)",
        intrinsic: "llvm.matrix.column.major.load" { regular: false },
    }

    /// Writes a matrix, column by column. LangRef: `llvm.matrix.column.major.store` intrinsic.
    MatrixColumnMajorStore = "llvm.intr.matrix.column.major.store" {
        operands: { matrix: one(VECTOR), data: one(POINTER), stride: one(INTEGER) },
        attributes: {
            isVolatile: required(AttrClass::Bool),
            rows: required(AttrClass::Integer(32)),
            columns: required(AttrClass::Integer(32)),
        },
        format: "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($matrix) `to` \
            qualified(type($data)) `stride` type($stride)",
        intrinsic: "llvm.matrix.column.major.store" { regular: false },
    }
}
