//! Constants and conversions of LLVM IR without an operation in the dialect `llvm`.

use tern_dialect_llvm::constraints::{I32, INTEGER, INTEGER_OR_VECTOR, POINTER, POINTER_OR_VECTOR};
use tern_mlir::declare::operations;

operations! {
    /// A signed pointer as a constant; all operands are constants. LangRef: Pointer Authentication Constants.
    PtrAuth = "tern.ptrauth" {
        traits: [Pure],
        operands: {
            pointer: one(POINTER), key: one(I32), discriminator: one(INTEGER), addressDiscriminator: one(POINTER),
            deactivationSymbol: one(POINTER),
        },
        results: { res: one(POINTER) },
    }

    /// Converts a pointer to its address, which has the width of the pointer's index type and is no integer from which the pointer
    /// can be made again. LangRef: `ptrtoaddr .. to` instruction.
    PtrToAddr = "tern.ptrtoaddr" {
        traits: [Pure],
        operands: { arg: one(POINTER_OR_VECTOR) },
        results: { res: one(INTEGER_OR_VECTOR) },
    }
}
