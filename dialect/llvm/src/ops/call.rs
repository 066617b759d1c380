//! Calls, inline assembly, and exception handling with landing pads.
//!
//! Source: `LLVMOps.td`; LangRef: `call`, `invoke`, `landingpad`, `resume`, `va_arg`, Inline Assembler Expressions.

use crate::attributes::{CCONV, FASTMATH_FLAGS, MEMORY_EFFECTS, TAIL_CALL_KIND};
use crate::constraints::{ACCESS_GROUPS, ALIAS_SCOPES, FUNCTION, LLVM_TYPE, POINTER, TBAA_TAGS};
use crate::enums::AsmDialect;
use crate::syntax::{call, call_intrinsic, invoke, landingpad};
use crate::verify::calls;
use tern_mlir::builtin::DICTIONARIES;
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// Calls a function: by symbol, or, if `callee` is absent, through the first of `callee_operands`. LangRef: `call`
    /// instruction.
    Call = "llvm.call" {
        traits: [
            Declared("AccessGroupOpInterface"), AliasAnalysis(&[]), AttrSizedOperandSegments,
            Declared("FastmathFlagsInterface"), Declared("CallOpInterface"), SymbolUser(calls::callee),
        ],
        operands: {
            callee_operands: variadic(LLVM_TYPE),
            op_bundle_operands: variadic_of_variadic(LLVM_TYPE, "op_bundle_sizes"),
        },
        attributes: {
            var_callee_type: optional(AttrClass::TypeOf(&FUNCTION)),
            callee: optional(AttrClass::FlatSymbol),
            fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none"),
            CConv: default(AttrClass::Declared(&CCONV), "ccc"),
            TailCallKind: default(AttrClass::Declared(&TAIL_CALL_KIND), "none"),
            memory_effects: optional(AttrClass::Declared(&MEMORY_EFFECTS)),
            convergent: unit,
            no_unwind: unit,
            will_return: unit,
            op_bundle_sizes: required(AttrClass::DenseArray("i32")),
            op_bundle_tags: optional(AttrClass::Array),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
            no_inline: unit,
            always_inline: unit,
            inline_hint: unit,
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { result: optional(LLVM_TYPE) },
        parse: call::parse, print: call::print,
        verify: calls::call,
    }

    /// Calls a function that may unwind to another block. LangRef: `invoke` instruction.
    Invoke = "llvm.invoke" {
        traits: [
            AttrSizedOperandSegments, Branch(&["normalDestOperands", "unwindDestOperands"]),
            Declared("CallOpInterface"), WeightedBranch, Terminator,
            Unreadable(invoke::is_unreadable),
        ],
        operands: {
            callee_operands: variadic(LLVM_TYPE),
            normalDestOperands: variadic(LLVM_TYPE),
            unwindDestOperands: variadic(LLVM_TYPE),
            op_bundle_operands: variadic_of_variadic(LLVM_TYPE, "op_bundle_sizes"),
        },
        attributes: {
            var_callee_type: optional(AttrClass::TypeOf(&FUNCTION)),
            callee: optional(AttrClass::FlatSymbol),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
            branch_weights: optional(AttrClass::DenseArray("i32")),
            CConv: default(AttrClass::Declared(&CCONV), "ccc"),
            op_bundle_sizes: required(AttrClass::DenseArray("i32")),
            op_bundle_tags: optional(AttrClass::Array),
        },
        results: { result: optional(LLVM_TYPE) },
        successors: { normalDest: one, unwindDest: one },
        parse: invoke::parse, print: invoke::print,
        verify: calls::invoke,
    }

    /// The entry of an exception handler, with catch and filter clauses. An operand of array type is a filter. LangRef:
    /// `landingpad` instruction.
    Landingpad = "llvm.landingpad" {
        traits: [Unreadable(|op| op.has_discardable_attributes())],
        operands: { lhs: variadic(LLVM_TYPE) },
        attributes: { cleanup: unit },
        results: { res: one(LLVM_TYPE) },
        parse: landingpad::parse, print: landingpad::print,
        verify: calls::landing_pad,
    }

    /// Resumes unwinding. LangRef: `resume` instruction.
    Resume = "llvm.resume" {
        traits: [Terminator],
        operands: { value: one(LLVM_TYPE) },
        format: "$value attr-dict `:` type($value)",
    }

    /// The next variable argument. LangRef: `va_arg` instruction.
    VaArg = "llvm.va_arg" {
        operands: { arg: one(POINTER) },
        results: { res: one(LLVM_TYPE) },
        format: "$arg attr-dict `:` functional-type($arg, $res)",
    }

    /// Calls an intrinsic by name; the overload is determined by the types. LangRef: Intrinsic Functions.
    CallIntrinsic = "llvm.call_intrinsic" {
        traits: [
            Declared("ArgAndResultAttrsOpInterface"), AttrSizedOperandSegments,
            Declared("FastmathFlagsInterface"),
        ],
        operands: {
            args: variadic(LLVM_TYPE),
            op_bundle_operands: variadic_of_variadic(LLVM_TYPE, "op_bundle_sizes"),
        },
        attributes: {
            intrin: required(AttrClass::String),
            fastmathFlags: default(AttrClass::Declared(&FASTMATH_FLAGS), "none"),
            op_bundle_sizes: required(AttrClass::DenseArray("i32")),
            op_bundle_tags: optional(AttrClass::Array),
            arg_attrs: optional(DICTIONARIES),
            res_attrs: optional(DICTIONARIES),
        },
        results: { results: optional(LLVM_TYPE) },
        parse: call_intrinsic::parse, print: call_intrinsic::print,
        verify: calls::call_intrinsic,
    }

    /// Inline assembly with operands. LangRef: Inline Assembler Expressions.
    InlineAsm = "llvm.inline_asm" {
        traits: [Declared("MemoryEffectOpInterface")],
        operands: { operands: variadic(LLVM_TYPE) },
        attributes: {
            asm_string: required(AttrClass::String),
            constraints: required(AttrClass::String),
            has_side_effects: unit,
            is_align_stack: unit,
            tail_call_kind: default(AttrClass::Declared(&TAIL_CALL_KIND), "none"),
            asm_dialect: optional(AttrClass::Enum(AsmDialect::DEF)),
            operand_attrs: optional(AttrClass::Array),
        },
        results: { res: optional(LLVM_TYPE) },
        format: "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? \
            (`tail_call_kind` `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? (`operand_attrs` `=` \
            $operand_attrs^)? attr-dict $asm_string `,` $constraints operands `:` functional-type(operands, \
            results)",
        verify: calls::inline_asm,
    }
}
