//! The attributes of the dialect. Source: `ArithBase.td`.

use tern_mlir::declare::ParamKind::Enum;
use tern_mlir::declare::{AttrDef, Param, attribute_defs};
use tern_mlir::{Attribute, Context};

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

/// The flags in `#arith.fastmath<…>`.
pub fn fastmath(context: &Context, attribute: Attribute) -> Option<FastMathFlags> {
    Some(FastMathFlags::from_bits_retain(bits(context, &FASTMATH, attribute)?))
}

/// The flags in `#arith.overflow<…>`.
pub fn overflow(context: &Context, attribute: Attribute) -> Option<IntegerOverflowFlags> {
    Some(IntegerOverflowFlags::from_bits_retain(bits(context, &OVERFLOW, attribute)?))
}

fn bits(context: &Context, def: &'static AttrDef, attribute: Attribute) -> Option<u64> {
    attribute.declared(context, def)?.first().and_then(Param::as_u64)
}
