//! Arithmetic and comparison.
//!
//! Source: `LLVMOps.td`; LangRef: Unary, Binary and Bitwise Binary Operations, `icmp`, `fcmp`.

use crate::attributes::FASTMATH_FLAGS;
use crate::constraints::{COMPARABLE, FLOAT_OR_VECTOR, I1_OR_VECTOR, INTEGER_OR_VECTOR};
use crate::enums::{FCmpPredicate, ICmpPredicate, IntegerOverflowFlags};
use crate::syntax::{compare_floats, compare_integers};
use crate::traits::i1_of_same_shape;
use tern_mlir::declare::{AttrClass, families, operations};

families! { "llvm." => "";
    family [] {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("IntegerOverflowFlagsInterface"), Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: {
            overflowFlags: default(AttrClass::NamedEnum("overflow", IntegerOverflowFlags::DEF), "none"),
        },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)",
    }
    /// Integer addition. LangRef: `add` instruction.
    Add: "add" [Commutative],
    /// Integer subtraction. LangRef: `sub` instruction.
    Sub: "sub",
    /// Integer multiplication. LangRef: `mul` instruction.
    Mul: "mul" [Commutative],
    /// Shift to the left. LangRef: `shl` instruction.
    Shl: "shl";

    family [] {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("ExactFlagInterface")],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: { isExact: unit },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)",
    }
    /// Unsigned division. LangRef: `udiv` instruction.
    UDiv: "udiv" [Declared("ConditionallySpeculatable")],
    /// Signed division, rounding towards zero. LangRef: `sdiv` instruction.
    SDiv: "sdiv" [Declared("ConditionallySpeculatable")],
    /// Shift to the right, filling with zeros. LangRef: `lshr` instruction.
    LShr: "lshr" [Pure],
    /// Shift to the right, filling with the sign. LangRef: `ashr` instruction.
    AShr: "ashr" [Pure];

    family [] {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }
    /// Remainder of unsigned division. LangRef: `urem` instruction.
    URem: "urem",
    /// Remainder of signed division. LangRef: `srem` instruction.
    SRem: "srem",
    /// Bitwise and. LangRef: `and` instruction.
    And: "and",
    /// Bitwise exclusive or. LangRef: `xor` instruction.
    Xor: "xor";

    family [] {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("FastmathFlagsInterface"), Pure],
        operands: { lhs: one(FLOAT_OR_VECTOR), rhs: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($res)",
    }
    /// Floating point addition. LangRef: `fadd` instruction.
    FAdd: "fadd",
    /// Floating point subtraction. LangRef: `fsub` instruction.
    FSub: "fsub",
    /// Floating point multiplication. LangRef: `fmul` instruction.
    FMul: "fmul",
    /// Floating point division. LangRef: `fdiv` instruction.
    FDiv: "fdiv",
    /// Remainder of floating point division, with the sign of the dividend. LangRef: `frem` instruction.
    FRem: "frem";
}

operations! {
    /// Bitwise or; `disjoint` states that no bit is set in both operands. LangRef: `or` instruction.
    Or = "llvm.or" {
        traits: [SameOperandsAndResultType, NoMemoryEffect, Declared("DisjointFlagInterface"), Pure],
        operands: { lhs: one(INTEGER_OR_VECTOR), rhs: one(INTEGER_OR_VECTOR) },
        attributes: { isDisjoint: unit },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)",
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

    /// Floating point negation. LangRef: `fneg` instruction.
    FNeg = "llvm.fneg" {
        traits: [Pure, SameOperandsAndResultType, Declared("FastmathFlagsInterface")],
        operands: { operand: one(FLOAT_OR_VECTOR) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "$operand attr-dict `:` type($res)",
    }
}
