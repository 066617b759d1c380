//! Arithmetic and comparison.
//!
//! Source: `LLVMOps.td`; LangRef: Unary, Binary and Bitwise Binary Operations, `icmp`, `fcmp`.

use crate::attributes::FASTMATH_FLAGS;
use crate::constraints::{COMPARABLE, FLOAT_OR_VECTOR, I1_OR_VECTOR, INTEGER_OR_VECTOR};
use crate::enums::{FCmpPredicate, ICmpPredicate, IntegerOverflowFlags};
use crate::syntax::{compare_floats, compare_integers};
use crate::traits::i1_of_same_shape;
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// Integer addition. LangRef: `add` instruction.
    Add = "llvm.add" {
        traits: [
            SameOperandsAndResultType, NoMemoryEffect, Declared("IntegerOverflowFlagsInterface"), Commutative,
            Pure,
        ],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: {
            overflowFlags: default(AttrClass::NamedEnum("overflow", IntegerOverflowFlags::DEF), "none"),
        },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)",
    }

    /// Integer subtraction. LangRef: `sub` instruction.
    Sub = "llvm.sub" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("IntegerOverflowFlagsInterface"), Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: {
            overflowFlags: default(AttrClass::NamedEnum("overflow", IntegerOverflowFlags::DEF), "none"),
        },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)",
    }

    /// Integer multiplication. LangRef: `mul` instruction.
    Mul = "llvm.mul" {
        traits: [
            SameOperandsAndResultType, NoMemoryEffect, Declared("IntegerOverflowFlagsInterface"), Commutative,
            Pure,
        ],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: {
            overflowFlags: default(AttrClass::NamedEnum("overflow", IntegerOverflowFlags::DEF), "none"),
        },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)",
    }

    /// Unsigned division. LangRef: `udiv` instruction.
    UDiv = "llvm.udiv" {
        traits: [
            SameOperandsAndResultType, NoMemoryEffect, Declared("ExactFlagInterface"),
            Declared("ConditionallySpeculatable"),
        ],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: { isExact: unit },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Signed division, rounding towards zero. LangRef: `sdiv` instruction.
    SDiv = "llvm.sdiv" {
        traits: [
            SameOperandsAndResultType, NoMemoryEffect, Declared("ExactFlagInterface"),
            Declared("ConditionallySpeculatable"),
        ],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: { isExact: unit },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Remainder of unsigned division. LangRef: `urem` instruction.
    URem = "llvm.urem" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Remainder of signed division. LangRef: `srem` instruction.
    SRem = "llvm.srem" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Bitwise and. LangRef: `and` instruction.
    And = "llvm.and" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Bitwise or; `disjoint` states that no bit is set in both operands. LangRef: `or` instruction.
    Or = "llvm.or" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("DisjointFlagInterface"), Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: { isDisjoint: unit },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Bitwise exclusive or. LangRef: `xor` instruction.
    Xor = "llvm.xor" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Shift to the left. LangRef: `shl` instruction.
    Shl = "llvm.shl" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("IntegerOverflowFlagsInterface"), Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: {
            overflowFlags: default(AttrClass::NamedEnum("overflow", IntegerOverflowFlags::DEF), "none"),
        },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)",
    }

    /// Shift to the right, filling with zeros. LangRef: `lshr` instruction.
    LShr = "llvm.lshr" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("ExactFlagInterface"), Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: { isExact: unit },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Shift to the right, filling with the sign. LangRef: `ashr` instruction.
    AShr = "llvm.ashr" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("ExactFlagInterface"), Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: { isExact: unit },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Comparison of integers or pointers. LangRef: `icmp` instruction.
    ICmp = "llvm.icmp" {
        traits: [
            Pure, SameTypeOperands,
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "res",
                transform: i1_of_same_shape,
            },
        ],
        operands: { lhs: one(COMPARABLE), rhs: one(COMPARABLE) },
        attributes: { predicate: required(AttrClass::Enum(ICmpPredicate::DEF)) },
        results: { res: one(I1_OR_VECTOR) },
        parse: compare_integers::parse, print: compare_integers::print,
    }

    /// Comparison of floating point numbers. LangRef: `fcmp` instruction.
    FCmp = "llvm.fcmp" {
        traits: [
            Pure, Declared("FastmathFlagsInterface"), SameTypeOperands,
            TypesMatchWith {
                summary: "result type has i1 element type and same shape as operands",
                from: "lhs",
                to: "res",
                transform: i1_of_same_shape,
            },
        ],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: {
            predicate: required(AttrClass::Enum(FCmpPredicate::DEF)),
            fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none"),
        },
        results: { res: one(I1_OR_VECTOR) },
        parse: compare_floats::parse, print: compare_floats::print,
    }

    /// Floating point addition. LangRef: `fadd` instruction.
    FAdd = "llvm.fadd" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("FastmathFlagsInterface"), Pure],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Floating point subtraction. LangRef: `fsub` instruction.
    FSub = "llvm.fsub" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("FastmathFlagsInterface"), Pure],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Floating point multiplication. LangRef: `fmul` instruction.
    FMul = "llvm.fmul" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("FastmathFlagsInterface"), Pure],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Floating point division. LangRef: `fdiv` instruction.
    FDiv = "llvm.fdiv" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("FastmathFlagsInterface"), Pure],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Remainder of floating point division, with the sign of the dividend. LangRef: `frem` instruction.
    FRem = "llvm.frem" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("FastmathFlagsInterface"), Pure],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }

    /// Floating point negation. LangRef: `fneg` instruction.
    FNeg = "llvm.fneg" {
        traits: [Pure, SameOperandsAndResultType, Declared("FastmathFlagsInterface")],
        operands: { operand: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$operand attr-dict `:` type($res)",
    }
}
