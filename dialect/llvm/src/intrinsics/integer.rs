//! Intrinsics on integers.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: Bit Manipulation, Saturation Arithmetic, Arithmetic with Overflow.

use crate::constraints::{INTEGER_OR_VECTOR, LLVM_TYPE};
use tern_mlir::declare::{AttrClass, families, operations};

families! { "llvm.intr." => "llvm.";
    family [] {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// The greater of two signed integers. LangRef: `llvm.smax` intrinsic.
    SMax: "smax",
    /// The lesser of two signed integers. LangRef: `llvm.smin` intrinsic.
    SMin: "smin",
    /// The greater of two unsigned integers. LangRef: `llvm.umax` intrinsic.
    UMax: "umax",
    /// The lesser of two unsigned integers. LangRef: `llvm.umin` intrinsic.
    UMin: "umin",
    /// Signed sum, or the nearest value that fits. LangRef: `llvm.sadd.sat` intrinsic.
    SAddSat: "sadd.sat",
    /// Unsigned sum, or the nearest value that fits. LangRef: `llvm.uadd.sat` intrinsic.
    UAddSat: "uadd.sat",
    /// Signed difference, or the nearest value that fits. LangRef: `llvm.ssub.sat` intrinsic.
    SSubSat: "ssub.sat",
    /// Unsigned difference, or the nearest value that fits. LangRef: `llvm.usub.sat` intrinsic.
    USubSat: "usub.sat",
    /// Signed shift to the left, or the nearest value that fits. LangRef: `llvm.sshl.sat` intrinsic.
    SShlSat: "sshl.sat",
    /// Unsigned shift to the left, or the nearest value that fits. LangRef: `llvm.ushl.sat` intrinsic.
    UShlSat: "ushl.sat";

    family [] {
        traits: [Pure, SameTypeOperands],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_results: &[0], overloaded_operands: &[0] },
    }
    /// -1, 0 or 1, as a signed integer is less than, equal to or greater than another. LangRef: `llvm.scmp` intrinsic.
    SCmp: "scmp",
    /// -1, 0 or 1, as an unsigned integer is less than, equal to or greater than another. LangRef: `llvm.ucmp` intrinsic.
    UCmp: "ucmp";

    family [] {
        traits: [Pure, SameOperandsAndResultType],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// The bits in reverse order. LangRef: `llvm.bitreverse` intrinsic.
    BitReverse: "bitreverse",
    /// The bytes in reverse order. LangRef: `llvm.bswap` intrinsic.
    ByteSwap: "bswap",
    /// The number of bits that are set. LangRef: `llvm.ctpop` intrinsic.
    CtPop: "ctpop";

    family [] {
        traits: [Pure, SameOperandsAndResultType],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        attributes: { is_zero_poison: required(AttrClass::Bool) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_operands: &[0], immediates: &[(1, "is_zero_poison")] },
    }
    /// The number of zero bits at the top. LangRef: `llvm.ctlz` intrinsic.
    CountLeadingZeros: "ctlz",
    /// The number of zero bits at the bottom. LangRef: `llvm.cttz` intrinsic.
    CountTrailingZeros: "cttz";

    family [] {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR), c: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// The upper half of two integers side by side, shifted to the left. LangRef: `llvm.fshl` intrinsic.
    FunnelShl: "fshl",
    /// The lower half of two integers side by side, shifted to the right. LangRef: `llvm.fshr` intrinsic.
    FunnelShr: "fshr";

    family [] {
        traits: [Pure, SameOperandsElementType],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_results: &[0] },
    }
    /// Signed sum, and whether it overflowed. LangRef: `llvm.sadd.with.overflow` intrinsic.
    SAddWithOverflow: "sadd.with.overflow",
    /// Unsigned sum, and whether it overflowed. LangRef: `llvm.uadd.with.overflow` intrinsic.
    UAddWithOverflow: "uadd.with.overflow",
    /// Signed difference, and whether it overflowed. LangRef: `llvm.ssub.with.overflow` intrinsic.
    SSubWithOverflow: "ssub.with.overflow",
    /// Unsigned difference, and whether it overflowed. LangRef: `llvm.usub.with.overflow` intrinsic.
    USubWithOverflow: "usub.with.overflow",
    /// Signed product, and whether it overflowed. LangRef: `llvm.smul.with.overflow` intrinsic.
    SMulWithOverflow: "smul.with.overflow",
    /// Unsigned product, and whether it overflowed. LangRef: `llvm.umul.with.overflow` intrinsic.
    UMulWithOverflow: "umul.with.overflow";
}

operations! {
    /// The absolute value. LangRef: `llvm.abs` intrinsic.
    Abs = "llvm.intr.abs" {
        traits: [Pure],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        attributes: { is_int_min_poison: required(AttrClass::Bool) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.abs" { overloaded_operands: &[0], immediates: &[(1, "is_int_min_poison")] },
    }
}
