//! Type conversions.
//!
//! Source: `LLVMOps.td`; LangRef: Conversion Operations.

use crate::attributes::DEREFERENCEABLE;
use crate::constraints::{FLOAT_OR_VECTOR, INTEGER_OR_VECTOR, NON_AGGREGATE, POINTER_OR_VECTOR};
use crate::enums::IntegerOverflowFlags;
use crate::verify::{conversions, memory};
use tern_mlir::declare::{AttrClass, families, operations};

families! { "llvm." => "";
    family [Arg, Res] {
        traits: [Pure],
        operands: { arg: one(Arg) },
        results: { res: one(Res) },
        format: "$arg attr-dict `:` type($arg) `to` type($res)",
    }
    /// Converts a pointer to an integer. LangRef: `ptrtoint .. to` instruction.
    PtrToInt: "ptrtoint" (POINTER_OR_VECTOR, INTEGER_OR_VECTOR),
    /// Converts a signed integer to a floating point number. LangRef: `sitofp .. to` instruction.
    SIToFP: "sitofp" (INTEGER_OR_VECTOR, FLOAT_OR_VECTOR),
    /// Converts a floating point number to a signed integer. LangRef: `fptosi .. to` instruction.
    FPToSI: "fptosi" (FLOAT_OR_VECTOR, INTEGER_OR_VECTOR),
    /// Converts a floating point number to an unsigned integer. LangRef: `fptoui .. to` instruction.
    FPToUI: "fptoui" (FLOAT_OR_VECTOR, INTEGER_OR_VECTOR),
    /// Extends a floating point number. LangRef: `fpext .. to` instruction.
    FPExt: "fpext" (FLOAT_OR_VECTOR, FLOAT_OR_VECTOR),
    /// Truncates a floating point number. LangRef: `fptrunc .. to` instruction.
    FPTrunc: "fptrunc" (FLOAT_OR_VECTOR, FLOAT_OR_VECTOR);
}

operations! {
    /// Reinterprets the bits as another type. LangRef: `bitcast .. to` instruction.
    Bitcast = "llvm.bitcast" {
        traits: [Pure, Declared("PromotableOpInterface")],
        operands: { arg: one(NON_AGGREGATE) },
        results: { res: one(NON_AGGREGATE) },
        format: "$arg attr-dict `:` type($arg) `to` type($res)",
        verify: conversions::bitcast,
    }

    /// Converts a pointer to another address space. LangRef: `addrspacecast .. to` instruction.
    AddrSpaceCast = "llvm.addrspacecast" {
        traits: [Pure, Declared("PromotableOpInterface"), Declared("ViewLikeOpInterface")],
        operands: { arg: one(POINTER_OR_VECTOR) },
        results: { res: one(POINTER_OR_VECTOR) },
        format: "$arg attr-dict `:` type($arg) `to` type($res)",
    }

    /// Converts an integer to a pointer. LangRef: `inttoptr .. to` instruction.
    IntToPtr = "llvm.inttoptr" {
        traits: [Pure, Declared("DereferenceableOpInterface")],
        operands: { arg: one(INTEGER_OR_VECTOR) },
        attributes: { dereferenceable: optional(AttrClass::Declared(&DEREFERENCEABLE)) },
        results: { res: one(POINTER_OR_VECTOR) },
        format: "$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)",
        verify: memory::int_to_ptr,
    }

    /// Sign extension. LangRef: `sext .. to` instruction.
    SExt = "llvm.sext" {
        traits: [Pure],
        operands: { arg: one(INTEGER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$arg attr-dict `:` type($arg) `to` type($res)",
        verify: conversions::sign_extension,
    }

    /// Zero extension. LangRef: `zext .. to` instruction.
    ZExt = "llvm.zext" {
        traits: [Pure, Declared("NonNegFlagInterface")],
        operands: { arg: one(INTEGER_OR_VECTOR) },
        attributes: { nonNeg: unit },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)",
        verify: conversions::zero_extension,
    }

    /// Truncates an integer. LangRef: `trunc .. to` instruction.
    Trunc = "llvm.trunc" {
        traits: [Pure, Declared("IntegerOverflowFlagsInterface")],
        operands: { arg: one(INTEGER_OR_VECTOR) },
        attributes: {
            overflowFlags: default(AttrClass::NamedEnum("overflow", IntegerOverflowFlags::DEF), "none"),
        },
        results: { res: one(INTEGER_OR_VECTOR) },
        format: "$arg ($overflowFlags^)? attr-dict `:` type($arg) `to` type($res)",
    }

    /// Converts an unsigned integer to a floating point number. LangRef: `uitofp .. to` instruction.
    UIToFP = "llvm.uitofp" {
        traits: [Pure, Declared("NonNegFlagInterface")],
        operands: { arg: one(INTEGER_OR_VECTOR) },
        attributes: { nonNeg: unit },
        results: { res: one(FLOAT_OR_VECTOR) },
        format: "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)",
    }
}
