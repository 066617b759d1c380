//! Operations that a pass converts to intrinsics.

use tern_mlir::declare::{AttrClass, families};

use super::{
    FACTORS, NXV4I32, NXV16I8, SCALABLE_FLOAT, SCALABLE_I1, SCALABLE_INTEGER, SUMS, SVBOOL_MASK,
    SVE_PREDICATE, SVE_PREDICATE_MASK, SVE_VECTOR, ZIP_INPUT, mask_of, svbool_of,
};
use crate::constraints::INDEX;

families! { "arm_sve." => "llvm.aarch64.sve.";
    /// Elementwise arithmetic under a mask.
    family [Elements] {
        traits: [
            AllTypesMatch(&["src1", "src2", "res"]),
            TypesMatchWith {
                summary: "mask has i1 element type and same shape as operands",
                from: "src1", to: "mask", transform: mask_of
            },
        ],
        operands: { mask: one(SCALABLE_I1), src1: one(Elements), src2: one(Elements) },
        results: { res: one(Elements) },
        format: "$mask `,` $src1 `,` $src2 attr-dict `:` type($mask) `,` type($res)",
    }
    "masked.addf" [Commutative] (SCALABLE_FLOAT), "masked.addi" [Commutative] (SCALABLE_INTEGER),
    "masked.mulf" [Commutative] (SCALABLE_FLOAT), "masked.muli" [Commutative] (SCALABLE_INTEGER),
    "masked.divf" (SCALABLE_FLOAT), "masked.divi_signed" (SCALABLE_INTEGER),
    "masked.divi_unsigned" (SCALABLE_INTEGER), "masked.subf" (SCALABLE_FLOAT),
    "masked.subi" (SCALABLE_INTEGER);

    /// Adds the dot product of four elements to each accumulator element (`dot`), or the product of two matrices to each
    /// accumulator matrix (`mmla`). The letters before give the signedness of the factors.
    family [Acc, Src] {
        traits: [Pure, AllTypesMatch(&["src1", "src2"]), AllTypesMatch(&["acc", "dst"])],
        operands: { acc: one(Acc), src1: one(Src), src2: one(Src) },
        results: { dst: one(Acc) },
        format: "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($dst)",
    }
    "sdot" (SUMS, FACTORS), "udot" (SUMS, FACTORS), "smmla" (NXV4I32, NXV16I8), "ummla" (NXV4I32, NXV16I8),
    "usmmla" (NXV4I32, NXV16I8);

    /// Converts predicates for bytes to predicates for larger elements.
    family [] {
        traits: [
            Pure,
            TypesMatchWith {
                summary: "expected corresponding svbool type widened to [16]xi1",
                from: "result", to: "source", transform: svbool_of
            },
        ],
        operands: { source: one(SVBOOL_MASK) },
        results: { result: one(SVE_PREDICATE_MASK) },
        format: "$source attr-dict `:` type($result)",
    }
    "convert_from_svbool";

    /// Converts predicates for larger elements to predicates for bytes.
    family [] {
        traits: [
            Pure,
            TypesMatchWith {
                summary: "expected corresponding svbool type widened to [16]xi1",
                from: "source", to: "result", transform: svbool_of
            },
        ],
        operands: { source: one(SVE_PREDICATE_MASK) },
        results: { result: one(SVBOOL_MASK) },
        format: "$source attr-dict `:` type($source)",
    }
    "convert_to_svbool";

    /// Broadcasts a 128-bit segment of a vector to the whole vector.
    family [] {
        traits: [Pure, AllTypesMatch(&["src", "dst"])],
        operands: { src: one(SVE_VECTOR) },
        attributes: { lane: required(AttrClass::Integer(64)) },
        results: { dst: one(SVE_VECTOR) },
        format: "$src `[` $lane `]` attr-dict `:` type($dst)",
    }
    "dupq_lane";

    /// Returns the first predicate if the indexed element of the second one is set, otherwise an empty predicate.
    family [] {
        traits: [Pure, AllTypesMatch(&["p1", "result"])],
        operands: { p1: one(SVE_PREDICATE), p2: one(SVE_PREDICATE), index: one(INDEX) },
        results: { result: one(SVE_PREDICATE) },
        format: "$p1 `,` $p2 `[` $index `]` attr-dict `:` type($p1) `,` type($p2)",
    }
    "psel";

    /// Interleaves the elements of two vectors.
    family [] {
        traits: [Pure, AllTypesMatch(&["sourceV1", "sourceV2", "resultV1", "resultV2"])],
        operands: { sourceV1: one(ZIP_INPUT), sourceV2: one(ZIP_INPUT) },
        results: { resultV1: one(ZIP_INPUT), resultV2: one(ZIP_INPUT) },
        format: "$sourceV1 `,` $sourceV2 attr-dict `:` type($sourceV1)",
    }
    "zip.x2";

    /// Interleaves the elements of four vectors.
    family [] {
        traits: [Pure, AllTypesMatch(&[
            "sourceV1", "sourceV2", "sourceV3", "sourceV4", "resultV1", "resultV2", "resultV3", "resultV4"
        ])],
        operands: {
            sourceV1: one(ZIP_INPUT), sourceV2: one(ZIP_INPUT), sourceV3: one(ZIP_INPUT), sourceV4: one(ZIP_INPUT)
        },
        results: {
            resultV1: one(ZIP_INPUT), resultV2: one(ZIP_INPUT), resultV3: one(ZIP_INPUT), resultV4: one(ZIP_INPUT)
        },
        format: "$sourceV1 `,` $sourceV2 `,` $sourceV3 `,` $sourceV4 attr-dict `:` type($sourceV1)",
    }
    "zip.x4";
}
