//! Terminators and block tags.
//!
//! Source: `LLVMOps.td`; LangRef: Terminator Instructions.

use crate::attributes::{BLOCK_TAG, LOOP_ANNOTATION};
use crate::constraints::{ANY, I1, INTEGER, INTEGER_ELEMENTS, LLVM_TYPE, POINTER};
use crate::syntax::switch;
use crate::verify::{conversions, functions};
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// An unconditional branch. LangRef: `br` instruction.
    Br = "llvm.br" {
        traits: [Branch(&["destOperands"]), Pure, Terminator],
        operands: { destOperands: variadic(LLVM_TYPE) },
        attributes: { loop_annotation: optional(AttrClass::Declared(&LOOP_ANNOTATION)) },
        successors: { dest: one },
        format: "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
    }

    /// A conditional branch. LangRef: `br` instruction.
    CondBr = "llvm.cond_br" {
        traits: [
            AttrSizedOperandSegments, Branch(&["trueDestOperands", "falseDestOperands"]), WeightedBranch, Pure,
            Terminator,
        ],
        operands: {
            condition: one(I1),
            trueDestOperands: variadic(LLVM_TYPE),
            falseDestOperands: variadic(LLVM_TYPE),
        },
        attributes: {
            branch_weights: optional(AttrClass::DenseArray("i32")),
            loop_annotation: optional(AttrClass::Declared(&LOOP_ANNOTATION)),
        },
        successors: { trueDest: one, falseDest: one },
        format: "$condition ( `weights` `(` $branch_weights^ `)` )? `,` $trueDest (`(` $trueDestOperands^ \
            `:` type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` \
            type($falseDestOperands) `)`)? attr-dict",
    }

    /// A branch to the block of the case that equals the value, or to the default block. LangRef: `switch` instruction.
    Switch = "llvm.switch" {
        traits: [
            AttrSizedOperandSegments, Branch(&["defaultOperands", "caseOperands"]), WeightedBranch, Pure,
            Terminator, Unreadable(switch::is_unreadable),
        ],
        operands: {
            value: one(INTEGER),
            defaultOperands: variadic(ANY),
            caseOperands: variadic_of_variadic(ANY, "case_operand_segments"),
        },
        attributes: {
            case_values: optional(INTEGER_ELEMENTS),
            case_operand_segments: required(AttrClass::DenseArray("i32")),
            branch_weights: optional(AttrClass::DenseArray("i32")),
        },
        successors: { defaultDestination: one, caseDestinations: variadic },
        format: "$value `:` type($value) `,` $defaultDestination (`(` $defaultOperands^ `:` \
            type($defaultOperands) `)`)? custom<SwitchOpCases>(ref(type($value)), $case_values, \
            $caseDestinations, $caseOperands, type($caseOperands)) attr-dict",
        verify: conversions::switch,
    }

    /// A branch to the block at an address. LangRef: `indirectbr` instruction.
    IndirectBr = "llvm.indirectbr" {
        traits: [Declared("SameVariadicOperandSize"), Branch(&["succOperands"]), Pure, Terminator],
        operands: { addr: one(POINTER), succOperands: variadic_of_variadic(ANY, "indbr_operand_segments") },
        attributes: { indbr_operand_segments: required(AttrClass::DenseArray("i32")) },
        successors: { successors: variadic },
        format: "$addr `:` type($addr) `,` custom<IndirectBrOpSucessors>(ref(type($addr)), $successors, \
            $succOperands, type($succOperands)) attr-dict",
    }

    /// Returns from the function. LangRef: `ret` instruction.
    Return = "llvm.return" {
        traits: [Pure, Declared("ReturnLike"), Terminator],
        operands: { arg: optional(LLVM_TYPE) },
        format: "attr-dict ($arg^ `:` type($arg))?",
        verify: functions::function_return,
    }

    /// A terminator that is never reached. LangRef: `unreachable` instruction.
    Unreachable = "llvm.unreachable" {
        traits: [Terminator],
        format: "attr-dict",
    }

    /// Gives its block a tag, by which `llvm.blockaddress` refers to it. LangRef: Addresses of Basic Blocks.
    BlockTag = "llvm.blocktag" {
        attributes: { tag: required(AttrClass::Declared(&BLOCK_TAG)) },
        format: "$tag attr-dict",
    }
}
