//! Intrinsics on floating point numbers.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: Standard C/C++ Library Intrinsics, Floating-Point Test Intrinsics, Constrained
//! Floating-Point Intrinsics.

use crate::attributes::FASTMATH_FLAGS;
use crate::constraints::{FLOAT, FLOAT_OR_VECTOR, INTEGER, LLVM_TYPE, VALID_ROUNDING_MODE};
use crate::enums::FPExceptionBehavior;
use crate::verify::conversions;
use tern_mlir::declare::{AttrClass, families, operations};

families! { "llvm.intr." => "llvm.";
    family [] {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// The absolute value. LangRef: `llvm.fabs` intrinsic.
    FAbs: "fabs",
    /// The square root. LangRef: `llvm.sqrt` intrinsic.
    Sqrt: "sqrt",
    /// e to a power. LangRef: `llvm.exp` intrinsic.
    Exp: "exp",
    /// 2 to a power. LangRef: `llvm.exp2` intrinsic.
    Exp2: "exp2",
    /// 10 to a power. LangRef: `llvm.exp10` intrinsic.
    Exp10: "exp10",
    /// The natural logarithm. LangRef: `llvm.log` intrinsic.
    Log: "log",
    /// The logarithm to base 2. LangRef: `llvm.log2` intrinsic.
    Log2: "log2",
    /// The logarithm to base 10. LangRef: `llvm.log10` intrinsic.
    Log10: "log10",
    /// The sine. LangRef: `llvm.sin` intrinsic.
    Sin: "sin",
    /// The cosine. LangRef: `llvm.cos` intrinsic.
    Cos: "cos",
    /// The tangent. LangRef: `llvm.tan` intrinsic.
    Tan: "tan",
    /// The arc sine. LangRef: `llvm.asin` intrinsic.
    ASin: "asin",
    /// The arc cosine. LangRef: `llvm.acos` intrinsic.
    ACos: "acos",
    /// The arc tangent. LangRef: `llvm.atan` intrinsic.
    ATan: "atan",
    /// The hyperbolic sine. LangRef: `llvm.sinh` intrinsic.
    Sinh: "sinh",
    /// The hyperbolic cosine. LangRef: `llvm.cosh` intrinsic.
    Cosh: "cosh",
    /// The hyperbolic tangent. LangRef: `llvm.tanh` intrinsic.
    Tanh: "tanh",
    /// Rounded up. LangRef: `llvm.ceil` intrinsic.
    FCeil: "ceil",
    /// Rounded down. LangRef: `llvm.floor` intrinsic.
    FFloor: "floor",
    /// Rounded towards zero. LangRef: `llvm.trunc` intrinsic.
    FTrunc: "trunc",
    /// Rounded to the nearest integer, halves away from zero. LangRef: `llvm.round` intrinsic.
    Round: "round",
    /// Rounded to the nearest integer, halves to even. LangRef: `llvm.roundeven` intrinsic.
    RoundEven: "roundeven",
    /// Rounded in the current mode, with the inexact exception. LangRef: `llvm.rint` intrinsic.
    Rint: "rint",
    /// Rounded in the current mode, without the inexact exception. LangRef: `llvm.nearbyint` intrinsic.
    Nearbyint: "nearbyint";

    family [] {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// The magnitude of one number with the sign of another. LangRef: `llvm.copysign` intrinsic.
    CopySign: "copysign",
    /// A power. LangRef: `llvm.pow` intrinsic.
    Pow: "pow",
    /// The arc tangent of a quotient, in the right quadrant. LangRef: `llvm.atan2` intrinsic.
    ATan2: "atan2",
    /// The greater number; NaN only if both operands are NaN. LangRef: `llvm.maxnum` intrinsic.
    MaxNum: "maxnum",
    /// The lesser number; NaN only if both operands are NaN. LangRef: `llvm.minnum` intrinsic.
    MinNum: "minnum",
    /// The greater number; NaN if either operand is NaN. LangRef: `llvm.maximum` intrinsic.
    Maximum: "maximum",
    /// The lesser number; NaN if either operand is NaN. LangRef: `llvm.minimum` intrinsic.
    Minimum: "minimum";

    family [] {
        traits: [Declared("FastmathFlagsInterface"), Pure, SameOperandsAndResultType],
        operands: { a: one(FLOAT_OR_VECTOR), b: one(FLOAT_OR_VECTOR), c: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_operands: &[0] },
    }
    /// `a * b + c`, rounded once. LangRef: `llvm.fma` intrinsic.
    FMA: "fma",
    /// `a * b + c`, rounded once or twice. LangRef: `llvm.fmuladd` intrinsic.
    FMulAdd: "fmuladd";

    family [] {
        traits: [Declared("FastmathFlagsInterface"), Pure],
        operands: { val: one(FLOAT_OR_VECTOR), power: one(INTEGER) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_operands: &[0, 1] },
    }
    /// A power with an integer exponent. LangRef: `llvm.powi` intrinsic.
    PowI: "powi",
    /// A number times a power of two. LangRef: `llvm.ldexp` intrinsic.
    LoadExp: "ldexp";

    family [Val] {
        traits: [Pure],
        operands: { val: one(Val) },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: { overloaded_results: &[0], overloaded_operands: &[0] },
    }
    /// Rounded to the nearest integer, as an integer. LangRef: `llvm.lround` intrinsic.
    Lround: "lround" (FLOAT_OR_VECTOR),
    /// Rounded to the nearest integer, as an integer. LangRef: `llvm.llround` intrinsic.
    Llround: "llround" (FLOAT),
    /// Rounded in the current mode, as an integer. LangRef: `llvm.lrint` intrinsic.
    Lrint: "lrint" (FLOAT_OR_VECTOR),
    /// Rounded in the current mode, as an integer. LangRef: `llvm.llrint` intrinsic.
    Llrint: "llrint" (FLOAT_OR_VECTOR);

    family [] {
        traits: [Pure, Declared("FPExceptionBehaviorOpInterface"), Declared("RoundingModeOpInterface")],
        operands: { arg_0: one(LLVM_TYPE) },
        attributes: {
            roundingmode: required(VALID_ROUNDING_MODE),
            fpExceptionBehavior: required(AttrClass::Enum(FPExceptionBehavior::DEF)),
        },
        results: { res: one(LLVM_TYPE) },
        format: "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
        intrinsic: { overloaded_results: &[0], overloaded_operands: &[0], regular: false },
    }
    /// Truncates a floating point number in a given rounding mode. LangRef: `llvm.experimental.constrained.fptrunc` intrinsic.
    ConstrainedFPTrunc: "experimental.constrained.fptrunc",
    /// Converts a signed integer to a floating point number in a given rounding mode. LangRef:
    /// `llvm.experimental.constrained.sitofp` intrinsic.
    ConstrainedSIToFP: "experimental.constrained.sitofp",
    /// Converts an unsigned integer to a floating point number in a given rounding mode. LangRef:
    /// `llvm.experimental.constrained.uitofp` intrinsic.
    ConstrainedUIToFP: "experimental.constrained.uitofp";
}

operations! {
    /// The fraction and the exponent of a number. LangRef: `llvm.frexp` intrinsic.
    FractionExp = "llvm.intr.frexp" {
        traits: [Declared("FastmathFlagsInterface"), Pure],
        operands: { val: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.frexp" { overloaded_results: &[0, 1] },
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

    /// Whether a number belongs to one of the classes in the mask `bit`. LangRef: `llvm.is.fpclass` intrinsic.
    IsFPClass = "llvm.intr.is.fpclass" {
        traits: [Pure],
        operands: { r#in: one(FLOAT_OR_VECTOR) },
        attributes: { bit: required(AttrClass::Integer(32)) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.is.fpclass" { overloaded_operands: &[0], immediates: &[(1, "bit")] },
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
}
