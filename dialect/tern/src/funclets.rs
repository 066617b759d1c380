//! Exceptions by funclets, as on Windows; the dialect `llvm` has landing pads only. LangRef: Exception Handling, and the
//! instructions of these names.

use tern_dialect_llvm::constraints::{ANY, TOKEN_TYPE};
use tern_mlir::OpRef;
use tern_mlir::declare::{AttrClass, operations};
use tern_mlir::verify::Verifier;

use crate::operands::Operands;

operations! {
    /// Chooses among the handlers of an exception; `none` as the parent stands for the function itself.
    ///
    /// The successors are the blocks of the `catchpad`s and, unless `unwind_to_caller` is set, the block to which exceptions go
    /// that no handler takes. LangRef: `catchswitch` instruction.
    CatchSwitch = "tern.catchswitch" {
        traits: [Terminator, BranchSegments("successor_segments")],
        operands: { parent: one(TOKEN_TYPE), successorOperands: variadic(ANY) },
        discardable: {
            successor_segments: optional(AttrClass::DenseArray("i32")),
            unwind_to_caller: unit,
        },
        results: { res: one(TOKEN_TYPE) },
        successors: { handlers: variadic },
        verify: catch_switch,
    }

    /// Begins the handler of an exception; the arguments are those of the personality. LangRef: `catchpad` instruction.
    CatchPad = "tern.catchpad" {
        operands: { parent: one(TOKEN_TYPE), args: variadic(ANY) },
        results: { res: one(TOKEN_TYPE) },
    }

    /// Ends the handler of an exception. LangRef: `catchret` instruction.
    CatchRet = "tern.catchret" {
        traits: [Terminator, BranchSegments("successor_segments")],
        operands: { pad: one(TOKEN_TYPE), successorOperands: variadic(ANY) },
        discardable: { successor_segments: optional(AttrClass::DenseArray("i32")) },
        successors: { successor: one },
        verify: one_operand,
    }

    /// Begins a cleanup; the arguments are those of the personality. LangRef: `cleanuppad` instruction.
    CleanupPad = "tern.cleanuppad" {
        operands: { parent: one(TOKEN_TYPE), args: variadic(ANY) },
        results: { res: one(TOKEN_TYPE) },
    }

    /// Ends a cleanup. The exception goes on to the successor, or to the caller if there is none. LangRef: `cleanupret`
    /// instruction.
    CleanupRet = "tern.cleanupret" {
        traits: [Terminator, BranchSegments("successor_segments")],
        operands: { pad: one(TOKEN_TYPE), successorOperands: variadic(ANY) },
        discardable: { successor_segments: optional(AttrClass::DenseArray("i32")) },
        successors: { unwind: variadic },
        verify: cleanup_return,
    }
}

/// The error for an instruction with a wrong number of successors.
pub const WRONG_SUCCESSORS: &str = "has a wrong number of operands or successors";

/// Checks that the operands are the first one and those of the successors.
fn one_operand(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if let Err(message) = Operands::with_one(op) {
        verifier.error(op, message);
    }
}

fn catch_switch(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    match handlers(op) {
        Ok(_) => one_operand(verifier, op),
        Err(message) => verifier.error(op, message),
    }
}

/// The number of handlers of a `catchswitch`; the other successor is where exceptions go that no handler takes.
///
/// # Errors
/// If there is none.
pub fn handlers(op: OpRef<'_>) -> Result<usize, String> {
    let to_caller = op.attribute(crate::names::UNWIND_TO_CALLER).is_some();
    match op.successors().len().checked_sub(usize::from(!to_caller)) {
        None | Some(0) => Err(WRONG_SUCCESSORS.to_owned()),
        Some(handlers) => Ok(handlers),
    }
}

fn cleanup_return(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    match op.successors().len() {
        0 | 1 => one_operand(verifier, op),
        _ => verifier.error(op, WRONG_SUCCESSORS),
    }
}
