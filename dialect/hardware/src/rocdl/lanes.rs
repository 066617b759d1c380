//! Data exchange between the lanes of a wave.

use tern_mlir::builtin::DICTIONARIES;
use tern_mlir::declare::{AttrClass, families};

use super::constraints::STRUCT_OF_TWO_I32;
use crate::constraints::{I1, I32, LLVM_TYPE};

families! { "rocdl." => "llvm.amdgcn.";
    /// Collects a condition from all lanes, one bit per lane.
    family [] {
        operands: { pred: one(I1) },
        results: { res: one(LLVM_TYPE) },
        format: "$pred attr-dict `:` type($res)",
        intrinsic: {},
    }
    "ballot";

    /// Moves values between lanes in a pattern; lanes without a source keep the old value.
    family [] {
        traits: [AllTypesMatch(&["res", "src", "old"])],
        operands: { old: one(LLVM_TYPE), src: one(LLVM_TYPE) },
        attributes: {
            dppCtrl: required(AttrClass::Integer(32)), rowMask: required(AttrClass::Integer(32)),
            bankMask: required(AttrClass::Integer(32)), boundCtrl: required(AttrClass::Integer(1)),
        },
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict $old `,` $src `with` $dppCtrl `,` $rowMask `,` $bankMask `,` $boundCtrl `:` \
            type($src)",
        intrinsic: { immediates: &[(2, "dppCtrl"), (3, "rowMask"), (4, "bankMask"), (5, "boundCtrl")] },
    }
    "update.dpp";

    /// Reads the value of the lane whose number times four is the index.
    family [] {
        operands: { index: one(I32), src: one(I32) },
        results: { res: one(I32) },
        format: "$index `,` $src attr-dict `:` `(` type($index) `,` type($src) `)` `->` type($res)",
        intrinsic: {},
    }
    "ds_bpermute" = "llvm.amdgcn.ds.bpermute";

    /// Reads the value of another lane, selected by a pattern.
    family [] {
        operands: { src: one(I32), offset: one(I32) },
        results: { res: one(I32) },
        format: "$src `,` $offset attr-dict `:` `(` type($src) `,` type($offset) `)` `->` type($res)",
        intrinsic: {},
    }
    "ds_swizzle" = "llvm.amdgcn.ds.swizzle";

    /// Counts the mask bits of lower lanes, in one half of the wave.
    family [] {
        traits: [Declared("ArgAndResultAttrsOpInterface"), Pure],
        operands: { in0: one(I32), in1: one(I32) },
        attributes: {
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
        },
        results: { res: one(I32) },
        format: "$in0 `,` $in1 attr-dict `:` `(` type($in0) `,` type($in1) `)` `->` type($res)",
        intrinsic: {},
    }
    "mbcnt.hi", "mbcnt.lo";

    /// Swaps rows of lanes between two registers.
    family [] {
        operands: { old: one(I32), src: one(I32) },
        attributes: { fi: required(AttrClass::Integer(1)), boundControl: required(AttrClass::Integer(1)) },
        results: { res: one(STRUCT_OF_TWO_I32) },
        format: "attr-dict $old `,` $src `,` $fi `,` $boundControl `:` `(` type($old) `,` type($src) `)` `->` \
            type($res)",
        intrinsic: { immediates: &[(2, "fi"), (3, "boundControl")] },
    }
    "permlane16.swap", "permlane32.swap";

    /// Reads the value of a lane of the opposite row; two registers select the lanes.
    family [] {
        traits: [AllTypesMatch(&["res", "old", "src0"]), AllTypesMatch(&["src1", "src2"])],
        operands: { old: one(LLVM_TYPE), src0: one(LLVM_TYPE), src1: one(LLVM_TYPE), src2: one(LLVM_TYPE) },
        attributes: { fi: required(AttrClass::Integer(1)), boundControl: required(AttrClass::Integer(1)) },
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict $old `,` $src0 `,` $src1 `,` $src2 `,` $fi `,` $boundControl `:` type($src0) `,` \
            type($src1)",
        intrinsic: { immediates: &[(4, "fi"), (5, "boundControl")] },
    }
    "permlanex16";

    /// Reads the value of the first active lane.
    family [] {
        traits: [AllTypesMatch(&["res", "src"])],
        operands: { src: one(LLVM_TYPE) },
        results: { res: one(LLVM_TYPE) },
        format: "$src attr-dict `:` type($res)",
        intrinsic: {},
    }
    "readfirstlane";

    /// Reads the value of a given lane.
    family [] {
        traits: [AllTypesMatch(&["res", "src0"])],
        operands: { src0: one(LLVM_TYPE), src1: one(I32) },
        results: { res: one(LLVM_TYPE) },
        format: "$src0 `,` $src1 attr-dict `:` `(` type($src0) `,` type($src1) `)` `->` type($res)",
        intrinsic: {},
    }
    "readlane";
}
