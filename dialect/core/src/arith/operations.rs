//! Arithmetic and comparison.

use tern_dialect_llvm::traits::i1_of_same_shape;
use tern_mlir::declare::{AttrClass, families};

use super::enums::{CmpFPredicate, CmpIPredicate};
use super::{FASTMATH_CLASS, OVERFLOW};
use crate::elementwise::{BOOL_LIKE, FLOAT_LIKE, INTEGER_LIKE};

families! { "arith." => "";
    /// Arithmetic on floats whose operands can be swapped.
    family [] {
        traits: [
            Pure, Declared("ArithFastMathInterface"), Commutative, SameOperandsAndResultType,
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(FLOAT_LIKE), rhs: one(FLOAT_LIKE) },
        attributes: { fastmath: default(FASTMATH_CLASS, "none") },
        results: { result: one(FLOAT_LIKE) },
        format: "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
    }
    "addf", "mulf", "maximumf", "maxnumf", "minimumf", "minnumf";

    /// Arithmetic on floats whose operands cannot be swapped.
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
    "subf", "divf", "remf";

    /// Flips the sign.
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
    "negf";

    /// Addition of integers.
    family [] {
        traits: [
            Commutative, Pure, Declared("InferIntRangeInterface"),
            Declared("ArithIntegerOverflowFlagsInterface"), SameOperandsAndResultType,
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        attributes: { overflowFlags: default(AttrClass::Declared(&OVERFLOW), "none") },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)",
    }
    "addi";

    /// Multiplication of integers.
    family [] {
        traits: [
            Commutative, Declared("OpAsmOpInterface"), Pure, Declared("InferIntRangeInterface"),
            Declared("ArithIntegerOverflowFlagsInterface"), SameOperandsAndResultType,
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        attributes: { overflowFlags: default(AttrClass::Declared(&OVERFLOW), "none") },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)",
    }
    "muli";

    /// Subtraction of integers, shift to the left.
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
    "subi", "shli";

    /// Bitwise and, or.
    family [] {
        traits: [
            Commutative, Declared("Idempotent"), Pure, Declared("InferIntRangeInterface"),
            SameOperandsAndResultType, Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(INTEGER_LIKE), rhs: one(INTEGER_LIKE) },
        results: { result: one(INTEGER_LIKE) },
        format: "$lhs `,` $rhs attr-dict `:` type($result)",
    }
    "andi", "ori";

    /// The greater or smaller of two integers; bitwise exclusive or.
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
    "maxsi", "maxui", "minsi", "minui", "xori";

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
    "divsi", "divui";

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
    "ceildivsi", "ceildivui";

    /// Division of integers, rounding down; the remainder of that which rounds towards zero.
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
    "floordivsi", "remsi", "remui";

    /// Shift to the right.
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
    "shrsi", "shrui";

    /// Addition of unsigned integers, and whether it overflows.
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
    "addui_extended";

    /// Multiplication of integers into twice as many bits: the lower half and the upper one.
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
    "mulsi_extended", "mului_extended";

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
    "cmpi";

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
    "cmpf";
}
