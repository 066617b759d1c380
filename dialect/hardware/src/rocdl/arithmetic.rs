//! Arithmetic.

use tern_mlir::declare::families;

use crate::constraints::{FLOAT, FLOAT_OR_VECTOR};

families! { "rocdl." => "llvm.amdgcn.";
    /// A function of a number, to the precision of the hardware.
    family [] {
        traits: [Pure],
        operands: { arg: one(FLOAT) },
        results: { res: one(FLOAT) },
        format: "$arg qualified(type($arg)) attr-dict `->` qualified(type($res))",
        intrinsic: {},
    }
    "cos", "exp", "exp2", "log", "rcp", "sin", "sqrt", "tanh";

    /// The one of three numbers that is neither the least nor the greatest.
    family [] {
        traits: [Pure, AllTypesMatch(&["res", "src0", "src1", "src2"])],
        operands: { src0: one(FLOAT_OR_VECTOR), src1: one(FLOAT_OR_VECTOR), src2: one(FLOAT_OR_VECTOR) },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$src0 `,` $src1 `,` $src2 attr-dict `:` type($res)",
        intrinsic: {},
    }
    "fmed3";
}
