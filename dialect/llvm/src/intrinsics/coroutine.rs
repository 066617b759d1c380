//! Coroutine intrinsics.
//!
//! Source: `LLVMIntrinsicOps.td`; LLVM: "Coroutines in LLVM".

use crate::constraints::{I1, I32, LLVM_TYPE, POINTER, TOKEN_TYPE};
use tern_mlir::declare::operations;

operations! {
    /// The identity of a coroutine. LLVM: `llvm.coro.id`.
    CoroId = "llvm.intr.coro.id" {
        operands: { align: one(I32), promise: one(POINTER), coroaddr: one(POINTER), fnaddrs: one(POINTER) },
        results: { res: one(LLVM_TYPE) },
        format: "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, \
            results)",
        intrinsic: "llvm.coro.id" {},
    }

    /// Begins a coroutine; returns the address of its frame. LLVM: `llvm.coro.begin`.
    CoroBegin = "llvm.intr.coro.begin" {
        operands: { token: one(TOKEN_TYPE), mem: one(POINTER) },
        results: { res: one(LLVM_TYPE) },
        format: "$token `,` $mem attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.coro.begin" {},
    }

    /// The size of the frame. LLVM: `llvm.coro.size`.
    CoroSize = "llvm.intr.coro.size" {
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` type($res)",
        intrinsic: "llvm.coro.size" { overloaded_results: &[0] },
    }

    /// The alignment of the frame. LLVM: `llvm.coro.align`.
    CoroAlign = "llvm.intr.coro.align" {
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` type($res)",
        intrinsic: "llvm.coro.align" { overloaded_results: &[0] },
    }

    /// Saves the state before a suspension. LLVM: `llvm.coro.save`.
    CoroSave = "llvm.intr.coro.save" {
        operands: { handle: one(POINTER) },
        results: { res: one(LLVM_TYPE) },
        format: "$handle attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.coro.save" {},
    }

    /// Suspends the coroutine. LLVM: `llvm.coro.suspend`.
    CoroSuspend = "llvm.intr.coro.suspend" {
        operands: { save: one(TOKEN_TYPE), r#final: one(I1) },
        results: { res: one(LLVM_TYPE) },
        format: "$save `,` $final attr-dict `:` type($res)",
        intrinsic: "llvm.coro.suspend" {},
    }

    /// The end of a part of a coroutine. LLVM: `llvm.coro.end`.
    CoroEnd = "llvm.intr.coro.end" {
        operands: { handle: one(POINTER), unwind: one(I1), retvals: one(TOKEN_TYPE) },
        results: { res: one(LLVM_TYPE) },
        format: "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.coro.end" {},
    }

    /// The memory of the frame that must be freed. LLVM: `llvm.coro.free`.
    CoroFree = "llvm.intr.coro.free" {
        operands: { id: one(TOKEN_TYPE), handle: one(POINTER) },
        results: { res: one(LLVM_TYPE) },
        format: "$id `,` $handle attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.coro.free" {},
    }

    /// Resumes a suspended coroutine. LLVM: `llvm.coro.resume`.
    CoroResume = "llvm.intr.coro.resume" {
        operands: { handle: one(POINTER) },
        format: "$handle attr-dict `:` qualified(type($handle))",
        intrinsic: "llvm.coro.resume" {},
    }

    /// Converts between the address of the promise and that of the frame. LLVM: `llvm.coro.promise`.
    CoroPromise = "llvm.intr.coro.promise" {
        operands: { handle: one(POINTER), align: one(I32), from: one(I1) },
        results: { res: one(POINTER) },
        format: "$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)",
        intrinsic: "llvm.coro.promise" {},
    }
}
