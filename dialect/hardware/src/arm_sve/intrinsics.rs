//! Operations for LLVM's SVE intrinsics.

use tern_mlir::declare::{AttrClass, families};

use super::{NXV4F32, NXV8BF16, RANK_1, SVBOOL, SVE_PREDICATE, result_is};
use crate::constraints::{I32, I64, LLVM_TYPE, SCALABLE_VECTOR};

families! { "arm_sve.intr." => "llvm.aarch64.sve.";
    /// Predicated arithmetic, elementwise or (the last five) on groups of elements.
    family [] {
        operands: { a: one(SCALABLE_VECTOR), b: one(SCALABLE_VECTOR), c: one(SCALABLE_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: {},
    }
    "fadd", "add", "fdiv", "fmul", "mul", "sdiv", "fsub", "sub", "udiv", "sdot", "smmla", "udot", "ummla", "usmmla";

    /// Multiplies matrices of `bf16`, the second one transposed, and adds the products to matrices of 2 by 2.
    family [] {
        traits: [Pure, AllTypesMatch(&["src1", "src2"]), AllTypesMatch(&["acc", "res"])],
        operands: { acc: one(NXV4F32), src1: one(NXV8BF16), src2: one(NXV8BF16) },
        results: { res: one(NXV4F32) },
        format: "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)",
        intrinsic: {},
    }
    "bfmmla";

    /// Converts a predicate for bytes to one for larger elements.
    family [] {
        traits: [Predicate {
            summary: "'res' is vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>",
            check: |op| result_is(op, SVE_PREDICATE.check)
        }],
        operands: { svbool: one(SVBOOL) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: {},
    }
    "convert.from.svbool";

    /// Converts a predicate for larger elements to one for bytes.
    family [] {
        traits: [Predicate { summary: "'res' is vector<[16]xi1>", check: |op| result_is(op, SVBOOL.check) }],
        operands: { mask: one(SVE_PREDICATE) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: {},
    }
    "convert.to.svbool";

    /// Broadcasts a 128-bit segment of a vector to the whole vector.
    family [] {
        operands: { v: one(RANK_1) },
        attributes: { lane: required(AttrClass::Integer(64)) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { immediates: &[(1, "lane")] },
    }
    "dupq_lane" = "llvm.aarch64.sve.dupq.lane";

    /// Returns the first predicate if the indexed element of the second one is set, otherwise an empty predicate.
    family [] {
        traits: [
            Pure,
            Predicate { summary: "'res' is vector<[16]xi1>", check: |op| result_is(op, SVBOOL.check) },
        ],
        operands: { p1: one(SVBOOL), p2: one(SVE_PREDICATE), index: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: {},
    }
    "psel";

    /// A predicate for a loop: set while a counter is less than a bound.
    family [] {
        traits: [
            Predicate {
                summary: "'res' is vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>",
                check: |op| result_is(op, SVE_PREDICATE.check)
            },
            Pure,
        ],
        operands: { base: one(I64), n: one(I64) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: {},
    }
    "whilelt";

    /// Interleaves the elements of two vectors.
    family [] {
        operands: { v1: one(SCALABLE_VECTOR), v2: one(SCALABLE_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: {},
    }
    "zip.x2";

    /// Interleaves the elements of four vectors.
    family [] {
        operands: {
            v1: one(SCALABLE_VECTOR), v2: one(SCALABLE_VECTOR), v3: one(SCALABLE_VECTOR), v4: one(SCALABLE_VECTOR)
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: {},
    }
    "zip.x4";
}
