//! Barriers in memory (`mbarrier`): arrivals, expected bytes, waiting.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::Value;
use tern_llvm_ir::instruction::CastOp;
use tern_mlir::OpRef;
use tern_mlir::declare::{AttrClass, View, families, op_interfaces, operations};
use tern_mlir::verify::Verifier;

use super::attributes::MEM_SCOPE_KIND;
use super::constraints::{I64_OR_I32, POINTER_0_3, POINTER_0_3_7, POINTER_3_7};
use super::enums::MemScopeKind;
use super::names::{call, space_of};
use crate::constraints::{I1, I32, I64};

families! { "nvvm." => "";
    family [] {
        operands: { addr: one(POINTER_0_3_7), count: optional(I32) },
        attributes: {
            scope: default(AttrClass::Declared(&MEM_SCOPE_KIND), "cta"),
            relaxed: default(AttrClass::Bool, "false"),
        },
        results: { res: optional(I64) },
        format: "$addr (`,` $count^)? attr-dict `:` type($addr) (`->` type($res)^)?",
        verify: verify_arrive,
        interfaces: [ToLlvm(arrive)],
    }
    /// Arrives at a barrier.
    MBarrierArrive: "mbarrier.arrive",
    /// Arrives at a barrier, and drops out of the set of expected threads.
    MBarrierArriveDrop: "mbarrier.arrive_drop";

    family [] {
        operands: { addr: one(POINTER_0_3), count: one(I32) },
        results: { res: one(I64) },
        format: "$addr `,` $count attr-dict `:` type(operands) `->` type($res)",
        interfaces: [ToLlvm(no_complete)],
    }
    /// Arrives at a barrier without completing the phase.
    MBarrierArriveNocomplete: "mbarrier.arrive.nocomplete",
    /// Arrives at a barrier without completing the phase, and drops out of the set of expected threads.
    MBarrierArriveDropNocomplete: "mbarrier.arrive_drop.nocomplete";

    family [] {
        operands: { addr: one(POINTER_3_7), txcount: one(I32) },
        attributes: { scope: default(AttrClass::Declared(&MEM_SCOPE_KIND), "cta") },
        format: "$addr `,` $txcount attr-dict `:` type(operands)",
        verify: verify_scope,
        interfaces: [ToLlvm(transaction)],
    }
    /// Announces a number of further bytes.
    MBarrierExpectTx: "mbarrier.expect_tx",
    /// Reports a number of bytes as arrived.
    MBarrierCompleteTx: "mbarrier.complete_tx";
}

operations! {
    /// Initializes a barrier in memory for a number of arrivals.
    MBarrierInit = "nvvm.mbarrier.init" {
        traits: [Declared("BasicPtxBuilderInterface")],
        operands: { addr: one(POINTER_0_3), count: one(I32), predicate: optional(I1) },
        format: "$addr `,` $count (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands)",
        interfaces: [ToLlvm(simple)],
    }

    /// Ends the use of a barrier.
    MBarrierInval = "nvvm.mbarrier.inval" {
        operands: { addr: one(POINTER_0_3) },
        format: "$addr attr-dict `:` type(operands)",
        interfaces: [ToLlvm(simple)],
    }

    /// Arrives at a barrier, and announces a number of bytes.
    MBarrierArriveExpectTx = "nvvm.mbarrier.arrive.expect_tx" {
        traits: [Declared("BasicPtxBuilderInterface")],
        operands: { addr: one(POINTER_0_3_7), txcount: one(I32), predicate: optional(I1) },
        attributes: {
            scope: default(AttrClass::Declared(&MEM_SCOPE_KIND), "cta"),
            relaxed: default(AttrClass::Bool, "false"),
        },
        results: { res: optional(I64) },
        format: "$addr `,` $txcount (`,` `predicate` `=` $predicate^)? attr-dict `:` type(operands) (`->` \
            type($res)^)?",
        verify: verify_arrive_expect_tx,
        interfaces: [ToLlvm(expect_tx_arrival)],
    }

    /// Arrives at a barrier, announces a number of bytes, and drops out of the set of expected threads.
    MBarrierArriveDropExpectTx = "nvvm.mbarrier.arrive_drop.expect_tx" {
        operands: { addr: one(POINTER_0_3_7), txcount: one(I32) },
        attributes: {
            scope: default(AttrClass::Declared(&MEM_SCOPE_KIND), "cta"),
            relaxed: default(AttrClass::Bool, "false"),
        },
        results: { res: optional(I64) },
        format: "$addr `,` $txcount attr-dict `:` type(operands) (`->` type($res)^)?",
        verify: verify_arrive,
        interfaces: [ToLlvm(expect_tx_arrival)],
    }

    /// Tests whether a phase of a barrier is complete.
    MBarrierTestWait = "nvvm.mbarrier.test.wait" {
        operands: { addr: one(POINTER_0_3), stateOrPhase: one(I64_OR_I32) },
        attributes: {
            scope: default(AttrClass::Declared(&MEM_SCOPE_KIND), "cta"),
            relaxed: default(AttrClass::Bool, "false"),
        },
        results: { res: one(I1) },
        format: "$addr `,` $stateOrPhase attr-dict `:` type(operands) `->` type($res)",
        verify: verify_scope,
        interfaces: [ToLlvm(wait)],
    }

    /// Tests whether a phase of a barrier is complete; may wait for a while.
    MBarrierTryWait = "nvvm.mbarrier.try_wait" {
        operands: { addr: one(POINTER_0_3), stateOrPhase: one(I64_OR_I32), ticks: optional(I32) },
        attributes: {
            scope: default(AttrClass::Declared(&MEM_SCOPE_KIND), "cta"),
            relaxed: default(AttrClass::Bool, "false"),
        },
        results: { res: one(I1) },
        format: "$addr `,` $stateOrPhase (`,` $ticks^)? attr-dict `:` type(operands) `->` type($res)",
        verify: verify_scope,
        interfaces: [ToLlvm(wait)],
    }

    /// Waits until a phase of a barrier is complete. A pass converts it to inline assembly.
    MBarrierTryWaitParity = "nvvm.mbarrier.try_wait.parity" {
        traits: [Declared("BasicPtxBuilderInterface")],
        operands: { addr: one(POINTER_0_3), phase: one(I32), ticks: one(I32) },
        format: "$addr `,` $phase `,` $ticks attr-dict `:` type(operands)",
    }

    /// Arrives at a barrier when all asynchronous copies of the thread are complete.
    CpAsyncMBarrierArrive = "nvvm.cp.async.mbarrier.arrive" {
        operands: { addr: one(POINTER_0_3) },
        attributes: { noinc: default(AttrClass::Integer(1), "0") },
        format: "$addr attr-dict `:` type(operands)",
        interfaces: [ToLlvm(copy_arrive)],
    }
}

op_interfaces! {
    /// What operations on barriers have in common.
    BarrierInterface {
        operands: { addr, count, predicate, stateOrPhase },
        attributes: { scope: default(AttrClass::Declared(&MEM_SCOPE_KIND)), relaxed: default(AttrClass::Bool) },
    }
}

impl BarrierInterface<OpRef<'_>> {
    /// The address space of the barrier.
    fn space(self) -> Option<u32> {
        space_of(self.0, *self.addr().first()?)
    }

    /// The part of the intrinsic's name for a barrier in shared memory.
    fn shared(self) -> &'static str {
        if self.space() == Some(3) { ".shared" } else { "" }
    }

    fn is_relaxed(self) -> bool {
        self.relaxed() == Some(true)
    }
}

/// Calls the intrinsic with this operation's name, for shared or generic memory.
fn simple(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let shared = BarrierInterface(op).shared();
    let mut args = t.group("addr")?;
    args.extend(t.group("count")?);
    call(t, &format!("{}{shared}", op.name().trim_start_matches("nvvm.")), args)
}

/// The barrier operand; a generic address is converted to shared memory.
fn barrier(t: &mut Translation<'_, '_, '_>) -> Result<Value> {
    let barrier = t.operand("addr")?;
    if BarrierInterface(t.op()).space() != Some(0) {
        return Ok(barrier);
    }
    let shared = t.module().types.pointer(3);
    Ok(t.cast(CastOp::AddrSpaceCast, barrier, shared))
}

/// Calls `mbarrier.KIND.relaxed.scope.SCOPE.space.SPACE` with the barrier and `rest`.
fn scoped(t: &mut Translation<'_, '_, '_>, kind: &str, rest: Vec<Value>) -> Result<()> {
    let parts = BarrierInterface(t.op());
    let barrier = barrier(t)?;
    let relaxed = if parts.is_relaxed() { ".relaxed" } else { "" };
    let of = if parts.space() == Some(7) { "cluster" } else { "cta" };
    let scope = parts.scope().map_or("", |scope| scope.spelling());
    let name = format!("mbarrier.{kind}{relaxed}.scope.{scope}.space.{of}");
    let args = [vec![barrier], rest].concat();
    call(t, &name, args)
}

/// The name of an operation as spelled in intrinsics: `arrive.drop` for `nvvm.mbarrier.arrive_drop`.
fn kind(op: OpRef<'_>) -> String {
    op.name().trim_start_matches("nvvm.mbarrier.").replace('_', ".")
}

fn arrive(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let parts = BarrierInterface(t.op());
    let is_plain =
        !parts.is_relaxed() && parts.scope() == Some(MemScopeKind::Cta) && parts.space() != Some(7);
    if t.op().is(MBarrierArrive::DEF) && parts.count().is_empty() && is_plain {
        let barrier = barrier(t)?;
        return call(t, "mbarrier.arrive.shared", vec![barrier]);
    }
    let count = match t.optional("count")? {
        Some(count) => count,
        None => t.integer(32, 1),
    };
    let kind = kind(t.op());
    scoped(t, &kind, vec![count])
}

fn no_complete(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let shared = BarrierInterface(op).shared();
    let args = t.operands()?;
    let name = format!("mbarrier.{}{shared}", kind(op).replace("nocomplete", "noComplete"));
    call(t, &name, args)
}

fn expect_tx_arrival(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    if !BarrierInterface(t.op()).predicate().is_empty() {
        return t.error("with a predicate becomes inline assembly by a pass");
    }
    transaction(t)
}

fn transaction(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let count = t.group("txcount")?;
    let kind = kind(t.op());
    scoped(t, &kind, count)
}

fn wait(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let state = t.operand("stateOrPhase")?;
    let ticks = t.group("ticks")?;
    let operand = BarrierInterface(op).stateOrPhase();
    let is_phase = operand.iter().any(|&v| op.type_of(v) == op.context.common.i32);
    let parity = if is_phase { ".parity" } else { "" };
    let limit = if ticks.is_empty() { "" } else { ".tl" };
    let kind = format!("{}{parity}{limit}", kind(op));
    scoped(t, &kind, [vec![state], ticks].concat())
}

fn copy_arrive(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, arrive) = (t.op(), CpAsyncMBarrierArrive(t.view()));
    let alone = if t.part(arrive.noinc())? != 0 { ".noinc" } else { "" };
    let shared = BarrierInterface(op).shared();
    let args = t.operands()?;
    call(t, &format!("cp.async.mbarrier.arrive{alone}{shared}"), args)
}

fn verify_scope(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let scope = BarrierInterface(op).scope();
    if !matches!(scope, Some(MemScopeKind::Cta | MemScopeKind::Cluster)) {
        verifier.error_plain(op, "mbarrier scope must be either CTA or Cluster");
    }
}

fn verify_arrive(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    verify_scope(verifier, op);
    if BarrierInterface(op).space() == Some(7) && op.result().is_some() {
        verifier.error_plain(op, "mbarrier in shared_cluster space cannot return any value");
    }
}

fn verify_arrive_expect_tx(verifier: &mut Verifier<'_>, arrive: MBarrierArriveExpectTx<View<'_>>) {
    let op = *arrive.0;
    if arrive.predicate().is_none() {
        return verify_arrive(verifier, op);
    }
    if space_of(op, arrive.addr()) == Some(7) {
        verifier.error_plain(op, "mbarrier in shared_cluster space is not supported when using predicate");
    }
    if op.result().is_some() {
        verifier.error_plain(op, "return-value is not supported when using predicate");
    }
    if arrive.relaxed() {
        verifier.error_plain(op, "mbarrier with relaxed semantics is not supported when using predicate");
    }
    if arrive.scope() != MemScopeKind::Cta {
        verifier.error_plain(op, "mbarrier scope must be CTA when using predicate");
    }
}
