//! Arithmetic and comparison operations of `arith`.

use tern_dialect_llvm::traits::i1_of_same_shape;
use tern_mlir::declare::{AttrClass, families};

use super::enums::{CmpFPredicate, CmpIPredicate};
use super::{FASTMATH_CLASS, OVERFLOW};
use crate::elementwise::{BOOL_LIKE, FLOAT_LIKE, INTEGER_LIKE};

families! { "arith." => "";
    /// Arithmetic on floats.
    family [] {
        traits: [
            Pure, Declared("ArithFastMathInterface"), SameOperandsAndResultType,
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(FLOAT_LIKE), rhs: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT_LIKE) },
        format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    AddF: "addf" [Commutative], MulF: "mulf" [Commutative], MaximumF: "maximumf" [Commutative],
    MaxNumF: "maxnumf" [Commutative], MinimumF: "minimumf" [Commutative], MinNumF: "minnumf" [Commutative],
    SubF: "subf", DivF: "divf", RemF: "remf";

    /// Negation of a float.
    family [] {
        traits: [
            Pure, Declared("ArithFastMathInterface"), SameOperandsAndResultType,
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { operand: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT_LIKE) },
        format: "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    NegF: "negf";

    family [] {
        traits: [
            Pure, Declared("InferIntRangeInterface"), Declared("ArithIntegerOverflowFlagsInterface"),
            SameOperandsAndResultType, Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        attributes: { overflowFlags: default(AttrClass::Declared(&OVERFLOW), "none") },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)",
    }
    /// Addition of integers.
    AddI: "addi" [Commutative],
    /// Multiplication of integers.
    MulI: "muli" [Commutative, Declared("OpAsmOpInterface")],
    /// Subtraction of integers.
    SubI: "subi",
    /// Left shift of an integer.
    ShLI: "shli";

    family [] {
        traits: [
            Commutative, Pure, Declared("InferIntRangeInterface"), SameOperandsAndResultType,
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs attr-dict `:` type($result)",
    }
    /// Bitwise and.
    AndI: "andi" [Declared("Idempotent")],
    /// Bitwise or.
    OrI: "ori" [Declared("Idempotent")],
    /// The greater of two signed integers.
    MaxSI: "maxsi",
    /// The greater of two unsigned integers.
    MaxUI: "maxui",
    /// The lesser of two signed integers.
    MinSI: "minsi",
    /// The lesser of two unsigned integers.
    MinUI: "minui",
    /// Bitwise exclusive or.
    XOrI: "xori";

    /// Division of integers, rounding towards zero.
    family [] {
        traits: [
            Declared("ConditionallySpeculatable"), Declared("InferIntRangeInterface"),
            SameOperandsAndResultType, Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        attributes: { isExact: unit },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)",
    }
    DivSI: "divsi", DivUI: "divui";

    /// Division of integers, rounding up.
    family [] {
        traits: [
            Declared("ConditionallySpeculatable"), Declared("InferIntRangeInterface"),
            SameOperandsAndResultType, Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs attr-dict `:` type($result)",
    }
    CeilDivSI: "ceildivsi", CeilDivUI: "ceildivui";

    /// Division of integers, rounding down; the remainder of division rounding towards zero.
    family [] {
        traits: [
            Pure, Declared("InferIntRangeInterface"), SameOperandsAndResultType,
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs attr-dict `:` type($result)",
    }
    FloorDivSI: "floordivsi", RemSI: "remsi", RemUI: "remui";

    /// Right shifts of integers.
    family [] {
        traits: [
            Pure, Declared("InferIntRangeInterface"), SameOperandsAndResultType,
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        attributes: { isExact: unit },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)",
    }
    ShRSI: "shrsi", ShRUI: "shrui";

    /// Unsigned addition with an overflow flag.
    family [] {
        traits: [
            Pure, Commutative, AllTypesMatch(&["lhs", "rhs", "sum"]), Declared("VectorUnrollOpInterface"),
            NoMemoryEffect, Elementwise, Declared("Scalarizable"), Declared("Vectorizable"),
            Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        results: { sum: one(INTEGER_LIKE), overflow: one(BOOL_LIKE) },
        format: "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
    }
    AddUIExtended: "addui_extended";

    /// Multiplication to twice the width: the lower and the upper half of the product.
    family [] {
        traits: [
            Pure, Commutative, AllTypesMatch(&["lhs", "rhs", "low", "high"]),
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        results: { low: one(INTEGER_LIKE), high: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs attr-dict `:` type($lhs)",
    }
    MulSIExtended: "mulsi_extended", MulUIExtended: "mului_extended";

    /// Comparison of integers.
    family [] {
        traits: [
            Declared("InferIntRangeInterface"), Pure, SameTypeOperands,
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "result",
                transform: i1_of_same_shape,
            },
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        attributes: { predicate: required(AttrClass::Enum(CmpIPredicate::DEF)) },
        results: { result: one(BOOL_LIKE) },
        format: "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
    }
    CmpI: "cmpi";

    /// Comparison of floats.
    family [] {
        traits: [
            Declared("ArithFastMathInterface"), Pure, SameTypeOperands,
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "result",
                transform: i1_of_same_shape,
            },
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(FLOAT_LIKE), rhs: one(FLOAT_LIKE) },
        attributes: {
            predicate: required(AttrClass::Enum(CmpFPredicate::DEF)),
            fastmath: default(FASTMATH_CLASS, "none"),
        },
        results: { result: one(BOOL_LIKE) },
        format: "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)",
    }
    CmpF: "cmpf";
}
