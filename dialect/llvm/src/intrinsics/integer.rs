//! Intrinsics on integers.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: Bit Manipulation, Saturation Arithmetic, Arithmetic with Overflow.

use crate::constraints::{INTEGER_OR_VECTOR, LLVM_TYPE};
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// The absolute value. LangRef: `llvm.abs` intrinsic.
    Abs = "llvm.intr.abs" {
        traits: [Pure],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        attributes: { is_int_min_poison: required(AttrClass::Bool) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.abs" { overloaded_operands: &[0], immediates: &[(1, "is_int_min_poison")] },
    }

    /// The greater of two signed integers. LangRef: `llvm.smax` intrinsic.
    SMax = "llvm.intr.smax" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.smax" { overloaded_operands: &[0] },
    }

    /// The lesser of two signed integers. LangRef: `llvm.smin` intrinsic.
    SMin = "llvm.intr.smin" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.smin" { overloaded_operands: &[0] },
    }

    /// The greater of two unsigned integers. LangRef: `llvm.umax` intrinsic.
    UMax = "llvm.intr.umax" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.umax" { overloaded_operands: &[0] },
    }

    /// The lesser of two unsigned integers. LangRef: `llvm.umin` intrinsic.
    UMin = "llvm.intr.umin" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.umin" { overloaded_operands: &[0] },
    }

    /// -1, 0 or 1, as a signed integer is less than, equal to or greater than another. LangRef: `llvm.scmp` intrinsic.
    SCmp = "llvm.intr.scmp" {
        traits: [Pure, SameTypeOperands],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.scmp" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// -1, 0 or 1, as an unsigned integer is less than, equal to or greater than another. LangRef: `llvm.ucmp` intrinsic.
    UCmp = "llvm.intr.ucmp" {
        traits: [Pure, SameTypeOperands],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.ucmp" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// The bits in reverse order. LangRef: `llvm.bitreverse` intrinsic.
    BitReverse = "llvm.intr.bitreverse" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.bitreverse" { overloaded_operands: &[0] },
    }

    /// The bytes in reverse order. LangRef: `llvm.bswap` intrinsic.
    ByteSwap = "llvm.intr.bswap" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.bswap" { overloaded_operands: &[0] },
    }

    /// The number of zero bits at the top. LangRef: `llvm.ctlz` intrinsic.
    CountLeadingZeros = "llvm.intr.ctlz" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        attributes: { is_zero_poison: required(AttrClass::Bool) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.ctlz" { overloaded_operands: &[0], immediates: &[(1, "is_zero_poison")] },
    }

    /// The number of zero bits at the bottom. LangRef: `llvm.cttz` intrinsic.
    CountTrailingZeros = "llvm.intr.cttz" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        attributes: { is_zero_poison: required(AttrClass::Bool) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.cttz" { overloaded_operands: &[0], immediates: &[(1, "is_zero_poison")] },
    }

    /// The number of bits that are set. LangRef: `llvm.ctpop` intrinsic.
    CtPop = "llvm.intr.ctpop" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { r#in: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.ctpop" { overloaded_operands: &[0] },
    }

    /// The upper half of two integers side by side, shifted to the left. LangRef: `llvm.fshl` intrinsic.
    FunnelShl = "llvm.intr.fshl" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR), c: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.fshl" { overloaded_operands: &[0] },
    }

    /// The lower half of two integers side by side, shifted to the right. LangRef: `llvm.fshr` intrinsic.
    FunnelShr = "llvm.intr.fshr" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR), c: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.fshr" { overloaded_operands: &[0] },
    }

    /// Signed sum, and whether it overflowed. LangRef: `llvm.sadd.with.overflow` intrinsic.
    SAddWithOverflow = "llvm.intr.sadd.with.overflow" {
        traits: [Pure, SameOperandsElementType],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.sadd.with.overflow" { overloaded_results: &[0] },
    }

    /// Unsigned sum, and whether it overflowed. LangRef: `llvm.uadd.with.overflow` intrinsic.
    UAddWithOverflow = "llvm.intr.uadd.with.overflow" {
        traits: [Pure, SameOperandsElementType],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.uadd.with.overflow" { overloaded_results: &[0] },
    }

    /// Signed difference, and whether it overflowed. LangRef: `llvm.ssub.with.overflow` intrinsic.
    SSubWithOverflow = "llvm.intr.ssub.with.overflow" {
        traits: [Pure, SameOperandsElementType],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.ssub.with.overflow" { overloaded_results: &[0] },
    }

    /// Unsigned difference, and whether it overflowed. LangRef: `llvm.usub.with.overflow` intrinsic.
    USubWithOverflow = "llvm.intr.usub.with.overflow" {
        traits: [Pure, SameOperandsElementType],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.usub.with.overflow" { overloaded_results: &[0] },
    }

    /// Signed product, and whether it overflowed. LangRef: `llvm.smul.with.overflow` intrinsic.
    SMulWithOverflow = "llvm.intr.smul.with.overflow" {
        traits: [Pure, SameOperandsElementType],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.smul.with.overflow" { overloaded_results: &[0] },
    }

    /// Unsigned product, and whether it overflowed. LangRef: `llvm.umul.with.overflow` intrinsic.
    UMulWithOverflow = "llvm.intr.umul.with.overflow" {
        traits: [Pure, SameOperandsElementType],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.umul.with.overflow" { overloaded_results: &[0] },
    }

    /// Signed sum, or the nearest value that fits. LangRef: `llvm.sadd.sat` intrinsic.
    SAddSat = "llvm.intr.sadd.sat" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.sadd.sat" { overloaded_operands: &[0] },
    }

    /// Unsigned sum, or the nearest value that fits. LangRef: `llvm.uadd.sat` intrinsic.
    UAddSat = "llvm.intr.uadd.sat" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.uadd.sat" { overloaded_operands: &[0] },
    }

    /// Signed difference, or the nearest value that fits. LangRef: `llvm.ssub.sat` intrinsic.
    SSubSat = "llvm.intr.ssub.sat" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.ssub.sat" { overloaded_operands: &[0] },
    }

    /// Unsigned difference, or the nearest value that fits. LangRef: `llvm.usub.sat` intrinsic.
    USubSat = "llvm.intr.usub.sat" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.usub.sat" { overloaded_operands: &[0] },
    }

    /// Signed shift to the left, or the nearest value that fits. LangRef: `llvm.sshl.sat` intrinsic.
    SShlSat = "llvm.intr.sshl.sat" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.sshl.sat" { overloaded_operands: &[0] },
    }

    /// Unsigned shift to the left, or the nearest value that fits. LangRef: `llvm.ushl.sat` intrinsic.
    UShlSat = "llvm.intr.ushl.sat" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { a: one(INTEGER_OR_VECTOR), b: one(INTEGER_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.ushl.sat" { overloaded_operands: &[0] },
    }
}
