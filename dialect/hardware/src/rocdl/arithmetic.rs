//! Arithmetic functions of the hardware.

use tern_mlir::declare::families;

use crate::constraints::{FLOAT, FLOAT_OR_VECTOR};

families! { "rocdl." => "llvm.amdgcn.";
    /// A function of one number, with the precision of the hardware.
    family [] {
        traits: [Pure],
        operands: { arg: one(FLOAT) },
        results: { res: one(FLOAT) },
        format: "$arg qualified(type($arg)) attr-dict `->` qualified(type($res))",
        intrinsic: {},
    }
    "cos", "exp", "exp2", "log", "rcp", "sin", "sqrt", "tanh";

    /// The median of three numbers.
    family [] {
        traits: [Pure, AllTypesMatch(&["res", "src0", "src1", "src2"])],
        operands: { src0: one(FLOAT_OR_VECTOR), src1: one(FLOAT_OR_VECTOR), src2: one(FLOAT_OR_VECTOR) },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$src0 `,` $src1 `,` $src2 attr-dict `:` type($res)",
        intrinsic: {},
    }
    "fmed3";
}
