//! The `cf` dialect: branches between blocks. Source: `ControlFlowOps.td`.

mod switch;

use tern_dialect_llvm::ConvertsToLlvm;
use tern_dialect_llvm::constraints::{I1, INTEGER_ELEMENTS};
use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, Dialect, OldSpellings, operations, type_constraints};
use tern_mlir::inlining::Inlinable;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    directives: &[switch::CASES],
    old_spellings: Some(&OldSpellings { heir_of: &["", "std"], ..OldSpellings::new() }),
    interfaces: &[&Inlinable::ALL, &ConvertsToLlvm(None)],
    ..Dialect::new("cf")
};

type_constraints! {
    /// An integer of any signedness.
    ANY_INTEGER = "integer", |c, t| t.integer_width(c).is_some();
}

operations! {
    /// Ends the program with a message if the condition is false.
    Assert = "cf.assert" {
        traits: [Declared("MemoryEffectOpInterface")],
        operands: { arg: one(I1) },
        attributes: { msg: required(AttrClass::String) },
        format: "$arg `,` $msg attr-dict",
    }

    /// An unconditional branch.
    Br = "cf.br" {
        traits: [Branch(&["destOperands"]), Pure, Terminator],
        operands: { destOperands: variadic(ANY) },
        successors: { dest: one },
        format: "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
    }

    /// A conditional branch to one of two blocks.
    CondBr = "cf.cond_br" {
        traits: [
            AttrSizedOperandSegments, Branch(&["trueDestOperands", "falseDestOperands"]), WeightedBranch, Pure,
            Terminator,
        ],
        operands: { condition: one(I1), trueDestOperands: variadic(ANY), falseDestOperands: variadic(ANY) },
        attributes: { branch_weights: optional(AttrClass::DenseArray("i32")) },
        successors: { trueDest: one, falseDest: one },
        format: "$condition (`weights` `(` $branch_weights^ `)` )? `,` $trueDest (`(` $trueDestOperands^ \
            `:` type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` \
            type($falseDestOperands) `)`)? attr-dict",
    }

    /// A branch to the block of the case that equals the flag, or to the default block.
    Switch = "cf.switch" {
        traits: [AttrSizedOperandSegments, Branch(&["defaultOperands", "caseOperands"]), Pure, Terminator],
        operands: {
            flag: one(ANY_INTEGER),
            defaultOperands: variadic(ANY),
            caseOperands: variadic_of_variadic(ANY, "case_operand_segments"),
        },
        attributes: {
            case_values: optional(INTEGER_ELEMENTS),
            case_operand_segments: required(AttrClass::DenseArray("i32")),
        },
        successors: { defaultDestination: one, caseDestinations: variadic },
        format: "$flag `:` type($flag) `,` `[` `\\n` custom<SwitchOpCases>(ref(type($flag)),$defaultDestination, \
            $defaultOperands, type($defaultOperands), $case_values, $caseDestinations, $caseOperands, \
            type($caseOperands)) `]` attr-dict",
        verify: switch::verify,
    }
}
