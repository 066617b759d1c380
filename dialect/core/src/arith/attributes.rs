//! The attributes of the dialect. Source: `ArithBase.td`.

use tern_mlir::declare::ParamKind::Enum;
use tern_mlir::declare::attribute_defs;

use super::enums::{FastMathFlags, IntegerOverflowFlags};

attribute_defs! { "arith";
    /// Fast-math flags.
    FASTMATH = "fastmath" {
        cpp: "Arith_FastMathAttr",
        params: { value: required(Enum(FastMathFlags::DEF)) as "::mlir::arith::FastMathFlags" },
        format: "`<` $value `>`",
    }

    /// Overflow flags.
    OVERFLOW = "overflow" {
        cpp: "Arith_IntegerOverflowAttr",
        params: { value: required(Enum(IntegerOverflowFlags::DEF)) as "::mlir::arith::IntegerOverflowFlags" },
        format: "`<` $value `>`",
    }
}
