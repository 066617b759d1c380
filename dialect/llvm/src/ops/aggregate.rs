//! Operations on parts of vectors, arrays and structs; `select` and `freeze`.
//!
//! Source: `LLVMOps.td`; LangRef: Vector Operations, Aggregate Operations, `select`, `freeze`.

use crate::attributes::FASTMATH_FLAGS;
use crate::constraints::{AGGREGATE, I1_OR_VECTOR, INTEGER, LLVM_TYPE, PRIMITIVE, VECTOR};
use crate::traits::vector_element;
use crate::verify::conversions;
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// Extracts an element of a vector. LangRef: `extractelement` instruction.
    ExtractElement = "llvm.extractelement" {
        traits: [
            Pure,
            TypesMatchWith {
                summary: "result type matches vector element type",
                from: "vector",
                to: "res",
                transform: vector_element,
            },
        ],
        operands: { vector: one(VECTOR), position: one(INTEGER) },
        results: { res: one(LLVM_TYPE) },
        format: "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)",
    }

    /// Replaces an element of a vector. LangRef: `insertelement` instruction.
    InsertElement = "llvm.insertelement" {
        traits: [
            Pure,
            TypesMatchWith {
                summary: "argument type matches vector element type",
                from: "vector",
                to: "value",
                transform: vector_element,
            },
            AllTypesMatch(&["res", "vector"]),
        ],
        operands: { vector: one(VECTOR), value: one(PRIMITIVE), position: one(INTEGER) },
        results: { res: one(VECTOR) },
        format: "$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)",
    }

    /// Selects elements of two vectors by a constant mask; -1 in the mask gives poison. LangRef: `shufflevector` instruction.
    ShuffleVector = "llvm.shufflevector" {
        traits: [Pure, AllTypesMatch(&["v1", "v2"])],
        operands: { v1: one(VECTOR), v2: one(VECTOR) },
        attributes: { mask: required(AttrClass::DenseArray("i32")) },
        results: { res: one(VECTOR) },
        format: "$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<ShuffleType>(ref(type($v1)), type($res), \
            ref($mask))",
        verify: conversions::shuffle,
    }

    /// Extracts a part of an array or struct. LangRef: `extractvalue` instruction.
    ExtractValue = "llvm.extractvalue" {
        traits: [Pure],
        operands: { container: one(AGGREGATE) },
        attributes: { position: required(AttrClass::DenseArray("i64")) },
        results: { res: one(LLVM_TYPE) },
        format: "$container `` $position attr-dict `:` type($container) \
            custom<InsertExtractValueElementType>(type($res), ref(type($container)), ref($position))",
        verify: conversions::extract_value,
    }

    /// Replaces a part of an array or struct. LangRef: `insertvalue` instruction.
    InsertValue = "llvm.insertvalue" {
        traits: [Pure, AllTypesMatch(&["container", "res"])],
        operands: { container: one(AGGREGATE), value: one(PRIMITIVE) },
        attributes: { position: required(AttrClass::DenseArray("i64")) },
        results: { res: one(AGGREGATE) },
        format: "$value `,` $container `` $position attr-dict `:` type($container) \
            custom<InsertExtractValueElementType>(type($value), ref(type($container)), ref($position))",
        verify: conversions::insert_value,
    }

    /// Selects one of two values. LangRef: `select` instruction.
    Select = "llvm.select" {
        traits: [
            Pure, Declared("FastmathFlagsInterface"), Declared("SelectLikeOpInterface"),
            AllTypesMatch(&["trueValue", "falseValue", "res"]),
        ],
        operands: { condition: one(I1_OR_VECTOR), trueValue: one(LLVM_TYPE), falseValue: one(LLVM_TYPE) },
        attributes: { fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none") },
        results: { res: one(LLVM_TYPE) },
        format: "operands attr-dict `:` type($condition) `,` type($res)",
    }

    /// Returns an arbitrary but fixed value if the operand is undefined or poison. LangRef: `freeze` instruction.
    Freeze = "llvm.freeze" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { val: one(LLVM_TYPE) },
        results: { res: one(LLVM_TYPE) },
        format: "$val attr-dict `:` type($val)",
    }
}
