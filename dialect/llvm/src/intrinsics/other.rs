//! Intrinsics for hints, annotations, traps and debug information.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: General Intrinsics; LLVM: "Source Level Debugging".

use crate::attributes::{DI_EXPRESSION, DI_LABEL, DI_LOCAL_VARIABLE};
use crate::constraints::{ANY, I1, I32, INTEGER, LLVM_TYPE, POINTER};
use crate::verify::calls;
use tern_mlir::declare::{AttrClass, operations};
use tern_mlir::types::FloatKind;

operations! {
    /// Assumes a condition, or the facts in operand bundles. LangRef: `llvm.assume` intrinsic.
    Assume = "llvm.intr.assume" {
        operands: { cond: one(I1), op_bundle_operands: variadic_of_variadic(LLVM_TYPE, "op_bundle_sizes") },
        attributes: {
            op_bundle_sizes: required(AttrClass::DenseArray("i32")),
            op_bundle_tags: optional(AttrClass::Array),
        },
        format: "$cond ( custom<OpBundles>($op_bundle_operands, type($op_bundle_operands), $op_bundle_tags)^ \
            )? `:` type($cond) attr-dict",
        verify: calls::assume,
        intrinsic: "llvm.assume" {},
    }

    /// States that a value probably equals another. LangRef: `llvm.expect` intrinsic.
    Expect = "llvm.intr.expect" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { val: one(INTEGER), expected: one(INTEGER) },
        results: { res: one(LLVM_TYPE) },
        format: "$val `,` $expected attr-dict `:` type($val)",
        intrinsic: "llvm.expect" { overloaded_operands: &[0] },
    }

    /// States the probability that a value equals another. LangRef: `llvm.expect.with.probability` intrinsic.
    ExpectWithProbability = "llvm.intr.expect.with.probability" {
        traits: [Pure, AllTypesMatch(&["val", "expected", "res"])],
        operands: { val: one(INTEGER), expected: one(INTEGER) },
        attributes: { prob: required(AttrClass::Float(FloatKind::F64)) },
        results: { res: one(LLVM_TYPE) },
        format: "$val `,` $expected `,` $prob attr-dict `:` type($val)",
        intrinsic: "llvm.expect.with.probability" { overloaded_operands: &[0], immediates: &[(2, "prob")] },
    }

    /// Whether a value is a known constant. LangRef: `llvm.is.constant` intrinsic.
    IsConstant = "llvm.intr.is.constant" {
        traits: [Pure],
        operands: { val: one(LLVM_TYPE) },
        results: { res: one(I1) },
        intrinsic: "llvm.is.constant" { overloaded_operands: &[0] },
    }

    /// A copy of a value. LangRef: `llvm.ssa.copy` intrinsic.
    SSACopy = "llvm.intr.ssa.copy" {
        traits: [Pure, SameOperandsAndResultType],
        operands: { operand: one(ANY) },
        results: { res: one(LLVM_TYPE) },
        format: "$operand attr-dict `:` type($operand)",
        intrinsic: "llvm.ssa.copy" { overloaded_operands: &[0] },
    }

    /// An integer with an annotation. LangRef: `llvm.annotation` intrinsic.
    Annotation = "llvm.intr.annotation" {
        traits: [AllTypesMatch(&["res", "integer"]), AllTypesMatch(&["annotation", "fileName"])],
        operands: { integer: one(INTEGER), annotation: one(POINTER), fileName: one(POINTER), line: one(I32) },
        results: { res: one(INTEGER) },
        intrinsic: "llvm.annotation" { overloaded_results: &[0], overloaded_operands: &[2] },
    }

    /// A pointer with an annotation. LangRef: `llvm.ptr.annotation` intrinsic.
    PtrAnnotation = "llvm.intr.ptr.annotation" {
        traits: [AllTypesMatch(&["res", "ptr"]), AllTypesMatch(&["annotation", "fileName", "attr"])],
        operands: {
            ptr: one(POINTER),
            annotation: one(POINTER),
            fileName: one(POINTER),
            line: one(I32),
            attr: one(POINTER),
        },
        results: { res: one(POINTER) },
        intrinsic: "llvm.ptr.annotation" { overloaded_results: &[0], overloaded_operands: &[2] },
    }

    /// An annotation on a variable. LangRef: `llvm.var.annotation` intrinsic.
    VarAnnotation = "llvm.intr.var.annotation" {
        traits: [AllTypesMatch(&["annotation", "fileName", "attr"])],
        operands: {
            val: one(POINTER),
            annotation: one(POINTER),
            fileName: one(POINTER),
            line: one(I32),
            attr: one(POINTER),
        },
        intrinsic: "llvm.var.annotation" { overloaded_operands: &[0, 1] },
    }

    /// Ends the program. LangRef: `llvm.trap` intrinsic.
    Trap = "llvm.intr.trap" {
        format: "attr-dict",
        intrinsic: "llvm.trap" {},
    }

    /// Stops in a debugger. LangRef: `llvm.debugtrap` intrinsic.
    DebugTrap = "llvm.intr.debugtrap" {
        format: "attr-dict",
        intrinsic: "llvm.debugtrap" {},
    }

    /// Ends the program, with a reason. LangRef: `llvm.ubsantrap` intrinsic.
    UBSanTrap = "llvm.intr.ubsantrap" {
        attributes: { failureKind: required(AttrClass::Integer(8)) },
        format: "prop-dict attr-dict",
        intrinsic: "llvm.ubsantrap" { immediates: &[(0, "failureKind")] },
    }

    /// The type index of an exception type in the current function. LangRef: `llvm.eh.typeid.for` intrinsic.
    EhTypeidFor = "llvm.intr.eh.typeid.for" {
        operands: { type_info: one(POINTER) },
        results: { res: one(LLVM_TYPE) },
        format: "$type_info attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.eh.typeid.for" { overloaded_operands: &[0] },
    }

    /// The address of a source variable. LangRef: `llvm.dbg.declare` intrinsic.
    DbgDeclare = "llvm.intr.dbg.declare" {
        traits: [Declared("PromotableOpInterface")],
        operands: { addr: one(POINTER) },
        attributes: {
            varInfo: required(AttrClass::Declared(&DI_LOCAL_VARIABLE)),
            locationExpr: default(AttrClass::Declared(&DI_EXPRESSION), "[]"),
        },
        format: "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` qualified(type($addr)) \
            attr-dict",
        intrinsic: "llvm.dbg.declare" { regular: false },
    }

    /// The value of a source variable. LangRef: `llvm.dbg.value` intrinsic.
    DbgValue = "llvm.intr.dbg.value" {
        traits: [Declared("PromotableOpInterface")],
        operands: { value: one(LLVM_TYPE) },
        attributes: {
            varInfo: required(AttrClass::Declared(&DI_LOCAL_VARIABLE)),
            locationExpr: default(AttrClass::Declared(&DI_EXPRESSION), "[]"),
        },
        format: "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) \
            attr-dict",
        intrinsic: "llvm.dbg.value" { regular: false },
    }

    /// A source label. LangRef: `llvm.dbg.label` intrinsic.
    DbgLabel = "llvm.intr.dbg.label" {
        attributes: { label: required(AttrClass::Declared(&DI_LABEL)) },
        format: "$label attr-dict",
        intrinsic: "llvm.dbg.label" { regular: false },
    }
}
