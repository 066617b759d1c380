//! The `math` dialect: elementwise mathematical functions. Source: `MathOps.td`.

use tern_dialect_llvm::ConvertsToLlvm;
use tern_dialect_llvm::traits::i1_of_same_shape;
use tern_mlir::declare::{Dialect, OldSpellings, families};
use tern_mlir::inlining::Inlinable;

use crate::arith::FASTMATH_CLASS;
use crate::elementwise::{BOOL_LIKE, FLOAT_LIKE, INTEGER_LIKE};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: TABLE,
    old_spellings: Some(&OldSpellings { heir_of: &["", "std"], ..OldSpellings::new() }),
    interfaces: &[&Inlinable::ALL, &ConvertsToLlvm(None)],
    ..Dialect::new("math")
};

families! { "math." => "";
    /// A function of one float.
    family [] {
        traits: [
            SameOperandsAndResultType, Declared("ArithFastMathInterface"), Pure,
            Declared("VectorUnrollOpInterface"), Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { operand: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT_LIKE) },
        format: "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    AbsF: "absf", Acos: "acos", Acosh: "acosh", Asin: "asin", Asinh: "asinh", Atan: "atan", Atanh: "atanh",
    Cbrt: "cbrt", Ceil: "ceil", Cos: "cos", Cosh: "cosh", Erf: "erf", Erfc: "erfc", Exp: "exp",
    Exp2: "exp2", ExpM1: "expm1", Floor: "floor", Log: "log", Log10: "log10", Log1p: "log1p", Log2: "log2",
    Round: "round", RoundEven: "roundeven", Rsqrt: "rsqrt", Sin: "sin", Sinh: "sinh", Sqrt: "sqrt",
    Tan: "tan", Tanh: "tanh", Trunc: "trunc";

    /// A function of two floats.
    family [] {
        traits: [
            SameOperandsAndResultType, Declared("ArithFastMathInterface"), Pure,
            Declared("VectorUnrollOpInterface"), Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(FLOAT_LIKE), rhs: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT_LIKE) },
        format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    Atan2: "atan2", CopySign: "copysign", PowF: "powf";

    /// `a * b + c`, rounded once.
    family [] {
        traits: [
            SameOperandsAndResultType, Declared("ArithFastMathInterface"), Pure,
            Declared("VectorUnrollOpInterface"), Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { a: one(FLOAT_LIKE), b: one(FLOAT_LIKE), c: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT_LIKE) },
        format: "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    Fma: "fma";

    /// A float clamped to a range.
    family [] {
        traits: [
            SameOperandsAndResultType, Declared("ArithFastMathInterface"), Pure,
            Declared("VectorUnrollOpInterface"), Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { value: one(FLOAT_LIKE), min: one(FLOAT_LIKE), max: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT_LIKE) },
        format: "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    ClampF: "clampf";

    /// A float raised to the power of an integer.
    family [] {
        traits: [
            SameOperandsAndResultShape, AllTypesMatch(&["lhs", "result"]),
            Declared("ArithFastMathInterface"), Pure, Declared("VectorUnrollOpInterface"), Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(FLOAT_LIKE), rhs: one(INTEGER_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT_LIKE) },
        format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
    }
    FPowI: "fpowi";

    /// Sine and cosine of a float.
    family [] {
        traits: [
            SameOperandsAndResultShape, Declared("ArithFastMathInterface"),
            AllTypesMatch(&["operand", "sin", "cos"]), Pure, Declared("VectorUnrollOpInterface"), Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { operand: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { sin: one(FLOAT_LIKE), cos: one(FLOAT_LIKE) },
        format: "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)",
    }
    Sincos: "sincos";

    /// Tests the class of a float: finite, infinite, NaN, normal.
    family [] {
        traits: [
            Declared("ArithFastMathInterface"),
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "operand",
                to: "result",
                transform: i1_of_same_shape,
            },
            Pure, Declared("VectorUnrollOpInterface"), Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { operand: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(BOOL_LIKE) },
        format: "$operand attr-dict `:` type($operand)",
    }
    IsFinite: "isfinite", IsInf: "isinf", IsNaN: "isnan", IsNormal: "isnormal";

    /// A function of one integer.
    family [] {
        traits: [
            SameOperandsAndResultType, Pure, Declared("VectorUnrollOpInterface"), Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { operand: one(INTEGER_LIKE) },
        results: { result: one(INTEGER_LIKE) },
        format: "$operand attr-dict `:` type($result)",
    }
    AbsI: "absi", CountLeadingZeros: "ctlz", CountTrailingZeros: "cttz", CtPop: "ctpop";

    /// An integer raised to the power of another.
    family [] {
        traits: [
            SameOperandsAndResultType, Pure, Declared("VectorUnrollOpInterface"), Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs attr-dict `:` type($result)",
    }
    IPowI: "ipowi";
}
