//! Arithmetic and functions on complex numbers.

use tern_dialect_llvm::constraints::I1;
use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, families, operations, type_constraints};

use super::{part, verify};
use crate::arith::FASTMATH_CLASS;
use crate::elementwise::{is_float, is_integer};

type_constraints! {
    /// A complex number with float parts.
    COMPLEX = "complex type with floating-point elements", |c, t| part(c, t).is_some_and(|part| is_float(c, part));

    /// A complex number with parts of any type.
    ANY_COMPLEX = "complex-type", |c, t| part(c, t).is_some();

    /// A float.
    FLOAT = "floating-point", is_float;

    /// An integer.
    INTEGER = "signless integer", is_integer;
}

families! { "complex." => "";
    /// A function of one complex number.
    family [] {
        traits: [SameOperandsAndResultType, Pure, Elementwise, Declared("ArithFastMathInterface")],
        operands: { complex: one(COMPLEX) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(COMPLEX) },
        format: "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
    }
    Conj: "conj", Cos: "cos", Exp: "exp", Expm1: "expm1", Log: "log", Log1p: "log1p", Neg: "neg",
    Rsqrt: "rsqrt", Sign: "sign", Sin: "sin", Sqrt: "sqrt", Tan: "tan", Tanh: "tanh";

    /// A function of two complex numbers.
    family [] {
        traits: [Pure, SameOperandsAndResultType, Elementwise, Declared("ArithFastMathInterface")],
        operands: { lhs: one(COMPLEX), rhs: one(COMPLEX) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(COMPLEX) },
        format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    Add: "add", Atan2: "atan2", Div: "div", Mul: "mul", Pow: "pow", Sub: "sub";

    /// The absolute value and the argument of a complex number.
    family [] {
        traits: [
            TypesMatchWith {
                summary: "complex element type matches result type",
                from: "complex",
                to: "result",
                transform: part,
            },
            Pure, Elementwise, Declared("ArithFastMathInterface"),
        ],
        operands: { complex: one(COMPLEX) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT) },
        format: "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
    }
    Abs: "abs", Angle: "angle";

    /// Equality of complex numbers.
    family [] {
        traits: [Pure, AllTypesMatch(&["lhs", "rhs"]), Elementwise],
        operands: { lhs: one(COMPLEX), rhs: one(COMPLEX) },
        results: { result: one(I1) },
        format: "$lhs `,` $rhs attr-dict `:` type($lhs)",
    }
    Equal: "eq", NotEqual: "neq";
}

operations! {
    /// The real part.
    Re = "complex.re" {
        traits: [
            TypesMatchWith {
                summary: "complex element type matches result type",
                from: "complex",
                to: "real",
                transform: part,
            },
            Pure, Elementwise, Declared("ArithFastMathInterface"),
        ],
        operands: { complex: one(COMPLEX) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { real: one(FLOAT) },
        format: "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
    }

    /// The imaginary part.
    Im = "complex.im" {
        traits: [
            TypesMatchWith {
                summary: "complex element type matches result type",
                from: "complex",
                to: "imaginary",
                transform: part,
            },
            Pure, Elementwise, Declared("ArithFastMathInterface"),
        ],
        operands: { complex: one(COMPLEX) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { imaginary: one(FLOAT) },
        format: "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
    }

    /// Makes a complex number from its parts.
    Create = "complex.create" {
        traits: [
            Pure, AllTypesMatch(&["real", "imaginary"]),
            TypesMatchWith {
                summary: "complex element type matches real operand type",
                from: "complex",
                to: "real",
                transform: part,
            },
            TypesMatchWith {
                summary: "complex element type matches imaginary operand type",
                from: "complex",
                to: "imaginary",
                transform: part,
            },
        ],
        operands: { real: one(FLOAT), imaginary: one(FLOAT) },
        results: { complex: one(COMPLEX) },
        format: "$real `,` $imaginary attr-dict `:` type($complex)",
    }

    /// A complex number raised to the power of an integer.
    Powi = "complex.powi" {
        traits: [
            Pure, Elementwise, SameOperandsAndResultShape, AllTypesMatch(&["lhs", "result"]),
            Declared("ArithFastMathInterface"),
        ],
        operands: { lhs: one(COMPLEX), rhs: one(INTEGER) },
        attributes: { fastmath: optional(FASTMATH_CLASS) },
        results: { result: one(COMPLEX) },
        format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)",
    }

    /// A complex constant.
    Constant = "complex.constant" {
        traits: [ConstantLike, Pure, ResultName(|_| Some("cst".to_owned()))],
        attributes: { value: required(AttrClass::Array) },
        results: { complex: one(ANY_COMPLEX) },
        format: "$value attr-dict `:` type($complex)",
        verify: verify::constant,
    }

    /// Reinterprets the bits of a complex number as an integer or float, or the reverse.
    Bitcast = "complex.bitcast" {
        traits: [Pure],
        operands: { operand: one(ANY) },
        results: { result: one(ANY) },
        format: "$operand attr-dict `:` type($operand) `to` type($result)",
        verify: verify::bitcast,
    }
}
