//! Intrinsics on floating point numbers.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: Standard C/C++ Library Intrinsics, Floating-Point Test Intrinsics, Constrained
//! Floating-Point Intrinsics.

use crate::attributes::FASTMATH_FLAGS;
use crate::constraints::{FLOAT, FLOAT_OR_VECTOR, INTEGER, LLVM_TYPE, VALID_ROUNDING_MODE};
use crate::enums::FPExceptionBehavior;
use crate::verify::conversions;
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// The absolute value. LangRef: `llvm.fabs` intrinsic.
    FAbs = "llvm.intr.fabs" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.fabs" { overloaded_operands: &[0] },
    }

    /// The magnitude of one number with the sign of another. LangRef: `llvm.copysign` intrinsic.
    CopySign = "llvm.intr.copysign" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.copysign" { overloaded_operands: &[0] },
    }

    /// The square root. LangRef: `llvm.sqrt` intrinsic.
    Sqrt = "llvm.intr.sqrt" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.sqrt" { overloaded_operands: &[0] },
    }

    /// `a * b + c`, rounded once. LangRef: `llvm.fma` intrinsic.
    FMA = "llvm.intr.fma" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR), c: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.fma" { overloaded_operands: &[0] },
    }

    /// `a * b + c`, rounded once or twice. LangRef: `llvm.fmuladd` intrinsic.
    FMulAdd = "llvm.intr.fmuladd" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR), c: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.fmuladd" { overloaded_operands: &[0] },
    }

    /// A power. LangRef: `llvm.pow` intrinsic.
    Pow = "llvm.intr.pow" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.pow" { overloaded_operands: &[0] },
    }

    /// A power with an integer exponent. LangRef: `llvm.powi` intrinsic.
    PowI = "llvm.intr.powi" {
        traits: [Declared("FastmathFlagsInterface"), Pure],
        operands: { val: one(FLOAT_OR_VECTOR), power: one(INTEGER) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.powi" { overloaded_operands: &[0, 1] },
    }

    /// A number times a power of two. LangRef: `llvm.ldexp` intrinsic.
    LoadExp = "llvm.intr.ldexp" {
        traits: [Declared("FastmathFlagsInterface"), Pure],
        operands: { val: one(FLOAT_OR_VECTOR), power: one(INTEGER) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.ldexp" { overloaded_operands: &[0, 1] },
    }

    /// The fraction and the exponent of a number. LangRef: `llvm.frexp` intrinsic.
    FractionExp = "llvm.intr.frexp" {
        traits: [Declared("FastmathFlagsInterface"), Pure],
        operands: { val: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.frexp" { overloaded_results: &[0, 1] },
    }

    /// e to a power. LangRef: `llvm.exp` intrinsic.
    Exp = "llvm.intr.exp" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.exp" { overloaded_operands: &[0] },
    }

    /// 2 to a power. LangRef: `llvm.exp2` intrinsic.
    Exp2 = "llvm.intr.exp2" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.exp2" { overloaded_operands: &[0] },
    }

    /// 10 to a power. LangRef: `llvm.exp10` intrinsic.
    Exp10 = "llvm.intr.exp10" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.exp10" { overloaded_operands: &[0] },
    }

    /// The natural logarithm. LangRef: `llvm.log` intrinsic.
    Log = "llvm.intr.log" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.log" { overloaded_operands: &[0] },
    }

    /// The logarithm to base 2. LangRef: `llvm.log2` intrinsic.
    Log2 = "llvm.intr.log2" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.log2" { overloaded_operands: &[0] },
    }

    /// The logarithm to base 10. LangRef: `llvm.log10` intrinsic.
    Log10 = "llvm.intr.log10" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.log10" { overloaded_operands: &[0] },
    }

    /// The sine. LangRef: `llvm.sin` intrinsic.
    Sin = "llvm.intr.sin" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.sin" { overloaded_operands: &[0] },
    }

    /// The cosine. LangRef: `llvm.cos` intrinsic.
    Cos = "llvm.intr.cos" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.cos" { overloaded_operands: &[0] },
    }

    /// The tangent. LangRef: `llvm.tan` intrinsic.
    Tan = "llvm.intr.tan" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.tan" { overloaded_operands: &[0] },
    }

    /// The sine and the cosine. LangRef: `llvm.sincos` intrinsic.
    Sincos = "llvm.intr.sincos" {
        traits: [Declared("FastmathFlagsInterface"), Pure],
        operands: { val: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        verify: conversions::sincos,
        intrinsic: "llvm.sincos" { overloaded_operands: &[0] },
    }

    /// The arc sine. LangRef: `llvm.asin` intrinsic.
    ASin = "llvm.intr.asin" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.asin" { overloaded_operands: &[0] },
    }

    /// The arc cosine. LangRef: `llvm.acos` intrinsic.
    ACos = "llvm.intr.acos" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.acos" { overloaded_operands: &[0] },
    }

    /// The arc tangent. LangRef: `llvm.atan` intrinsic.
    ATan = "llvm.intr.atan" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.atan" { overloaded_operands: &[0] },
    }

    /// The arc tangent of a quotient, in the right quadrant. LangRef: `llvm.atan2` intrinsic.
    ATan2 = "llvm.intr.atan2" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.atan2" { overloaded_operands: &[0] },
    }

    /// The hyperbolic sine. LangRef: `llvm.sinh` intrinsic.
    Sinh = "llvm.intr.sinh" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.sinh" { overloaded_operands: &[0] },
    }

    /// The hyperbolic cosine. LangRef: `llvm.cosh` intrinsic.
    Cosh = "llvm.intr.cosh" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.cosh" { overloaded_operands: &[0] },
    }

    /// The hyperbolic tangent. LangRef: `llvm.tanh` intrinsic.
    Tanh = "llvm.intr.tanh" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.tanh" { overloaded_operands: &[0] },
    }

    /// The greater number; NaN only if both operands are NaN. LangRef: `llvm.maxnum` intrinsic.
    MaxNum = "llvm.intr.maxnum" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.maxnum" { overloaded_operands: &[0] },
    }

    /// The lesser number; NaN only if both operands are NaN. LangRef: `llvm.minnum` intrinsic.
    MinNum = "llvm.intr.minnum" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.minnum" { overloaded_operands: &[0] },
    }

    /// The greater number; NaN if either operand is NaN. LangRef: `llvm.maximum` intrinsic.
    Maximum = "llvm.intr.maximum" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.maximum" { overloaded_operands: &[0] },
    }

    /// The lesser number; NaN if either operand is NaN. LangRef: `llvm.minimum` intrinsic.
    Minimum = "llvm.intr.minimum" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.minimum" { overloaded_operands: &[0] },
    }

    /// Rounded up. LangRef: `llvm.ceil` intrinsic.
    FCeil = "llvm.intr.ceil" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.ceil" { overloaded_operands: &[0] },
    }

    /// Rounded down. LangRef: `llvm.floor` intrinsic.
    FFloor = "llvm.intr.floor" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.floor" { overloaded_operands: &[0] },
    }

    /// Rounded towards zero. LangRef: `llvm.trunc` intrinsic.
    FTrunc = "llvm.intr.trunc" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.trunc" { overloaded_operands: &[0] },
    }

    /// Rounded to the nearest integer, halves away from zero. LangRef: `llvm.round` intrinsic.
    Round = "llvm.intr.round" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.round" { overloaded_operands: &[0] },
    }

    /// Rounded to the nearest integer, halves to even. LangRef: `llvm.roundeven` intrinsic.
    RoundEven = "llvm.intr.roundeven" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.roundeven" { overloaded_operands: &[0] },
    }

    /// Rounded in the current mode, with the inexact exception. LangRef: `llvm.rint` intrinsic.
    Rint = "llvm.intr.rint" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.rint" { overloaded_operands: &[0] },
    }

    /// Rounded in the current mode, without the inexact exception. LangRef: `llvm.nearbyint` intrinsic.
    Nearbyint = "llvm.intr.nearbyint" {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.nearbyint" { overloaded_operands: &[0] },
    }

    /// Rounded to the nearest integer, as an integer. LangRef: `llvm.lround` intrinsic.
    Lround = "llvm.intr.lround" {
        traits: [Pure],
        operands: { val: one(FLOAT_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.lround" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Rounded to the nearest integer, as an integer. LangRef: `llvm.llround` intrinsic.
    Llround = "llvm.intr.llround" {
        traits: [Pure],
        operands: { val: one(FLOAT) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.llround" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Rounded in the current mode, as an integer. LangRef: `llvm.lrint` intrinsic.
    Lrint = "llvm.intr.lrint" {
        traits: [Pure],
        operands: { val: one(FLOAT_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.lrint" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Rounded in the current mode, as an integer. LangRef: `llvm.llrint` intrinsic.
    Llrint = "llvm.intr.llrint" {
        traits: [Pure],
        operands: { val: one(FLOAT_OR_VECTOR) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.llrint" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Whether a number belongs to one of the classes in the mask `bit`. LangRef: `llvm.is.fpclass` intrinsic.
    IsFPClass = "llvm.intr.is.fpclass" {
        traits: [Pure],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { bit: required(AttrClass::Integer(32)) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.is.fpclass" { overloaded_operands: &[0], immediates: &[(1, "bit")] },
    }

    /// Truncates a floating point number in a given rounding mode. LangRef: `llvm.experimental.constrained.fptrunc` intrinsic.
    ConstrainedFPTrunc = "llvm.intr.experimental.constrained.fptrunc" {
        traits: [Pure, Declared("FPExceptionBehaviorOpInterface"), Declared("RoundingModeOpInterface")],
        operands: { arg_0: one(LLVM_TYPE) },
        attributes: {
            roundingmode: required(VALID_ROUNDING_MODE),
            fpExceptionBehavior: required(AttrClass::Enum(FPExceptionBehavior::DEF)),
        },
        results: { res: one(LLVM_TYPE) },
        format: "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
        intrinsic: "llvm.experimental.constrained.fptrunc" { overloaded_results: &[0], overloaded_operands: &[0], regular: false },
    }

    /// Extends a floating point number. LangRef: `llvm.experimental.constrained.fpext` intrinsic.
    ConstrainedFPExt = "llvm.intr.experimental.constrained.fpext" {
        traits: [Pure, Declared("FPExceptionBehaviorOpInterface")],
        operands: { arg_0: one(LLVM_TYPE) },
        attributes: { fpExceptionBehavior: required(AttrClass::Enum(FPExceptionBehavior::DEF)) },
        results: { res: one(LLVM_TYPE) },
        format: "$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
        intrinsic: "llvm.experimental.constrained.fpext" { overloaded_results: &[0], overloaded_operands: &[0], regular: false },
    }

    /// Converts a signed integer to a floating point number in a given rounding mode. LangRef:
    /// `llvm.experimental.constrained.sitofp` intrinsic.
    ConstrainedSIToFP = "llvm.intr.experimental.constrained.sitofp" {
        traits: [Pure, Declared("FPExceptionBehaviorOpInterface"), Declared("RoundingModeOpInterface")],
        operands: { arg_0: one(LLVM_TYPE) },
        attributes: {
            roundingmode: required(VALID_ROUNDING_MODE),
            fpExceptionBehavior: required(AttrClass::Enum(FPExceptionBehavior::DEF)),
        },
        results: { res: one(LLVM_TYPE) },
        format: "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
        intrinsic: "llvm.experimental.constrained.sitofp" { overloaded_results: &[0], overloaded_operands: &[0], regular: false },
    }

    /// Converts an unsigned integer to a floating point number in a given rounding mode. LangRef:
    /// `llvm.experimental.constrained.uitofp` intrinsic.
    ConstrainedUIToFP = "llvm.intr.experimental.constrained.uitofp" {
        traits: [Pure, Declared("FPExceptionBehaviorOpInterface"), Declared("RoundingModeOpInterface")],
        operands: { arg_0: one(LLVM_TYPE) },
        attributes: {
            roundingmode: required(VALID_ROUNDING_MODE),
            fpExceptionBehavior: required(AttrClass::Enum(FPExceptionBehavior::DEF)),
        },
        results: { res: one(LLVM_TYPE) },
        format: "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
        intrinsic: "llvm.experimental.constrained.uitofp" { overloaded_results: &[0], overloaded_operands: &[0], regular: false },
    }
}
