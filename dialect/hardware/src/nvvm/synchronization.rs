//! Barriers of blocks and clusters, fences, and control of the current thread or warp.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::instruction::{CastOp, Flags, Instruction, IntPredicate};
use tern_mlir::OpRef;
use tern_mlir::declare::{AttrClass, View, op_interfaces, operations};
use tern_mlir::verify::Verifier;

use super::attributes::{
    BARRIER_REDUCTION, CLUSTER_LAUNCH_CONTROL_QUERY_TYPE, GRID_DEP_ACTION_KIND, MEM_ORDER_KIND,
    MEM_SCOPE_KIND, PROXY_KIND, SET_MAX_REGISTER_ACTION, SHARED_SPACE,
};
use super::chips::ChipRequirement;
use super::constraints::I1_OR_I32;
use super::enums::{MemOrderKind, ProxyKind};
use super::names::call;
use crate::constraints::{I32, I128, POINTER_0, POINTER_3};

operations! {
    /// Waits for all threads of the block.
    Barrier0 = "nvvm.barrier0" {
        format: "attr-dict",
        interfaces: [ToLlvm(barrier0)],
    }

    /// Waits for threads of the block at a barrier; may reduce a condition over them.
    Barrier = "nvvm.barrier" {
        traits: [AttrSizedOperandSegments],
        operands: {
            barrierId: optional(I32), numberOfThreads: optional(I32), reductionPredicate: optional(I32),
        },
        attributes: { reductionOp: optional(AttrClass::Declared(&BARRIER_REDUCTION)) },
        results: { res: optional(I32) },
        format: "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? \
            (qualified($reductionOp)^ $reductionPredicate)? (`->` type($res)^)? attr-dict",
        verify: verify_barrier,
        interfaces: [ToLlvm(barrier)],
    }

    /// Arrives at a barrier without waiting. A pass converts it to inline assembly.
    BarrierArrive = "nvvm.barrier.arrive" {
        traits: [Declared("BasicPtxBuilderInterface")],
        operands: { barrierId: optional(I32), numberOfThreads: one(I32) },
        format: "(`id` `=` $barrierId^)? `number_of_threads` `=` $numberOfThreads attr-dict",
    }

    /// Waits for threads of the warp.
    SyncWarp = "nvvm.bar.warp.sync" {
        operands: { mask: one(I32) },
        format: "$mask attr-dict `:` type($mask)",
        intrinsic: "llvm.nvvm.bar.warp.sync" { export_only: true },
    }

    /// Arrives at the barrier of the cluster.
    ClusterArrive = "nvvm.cluster.arrive" {
        attributes: { aligned: unit },
        format: "attr-dict",
        interfaces: [ToLlvm(cluster)],
    }

    /// Like `nvvm.cluster.arrive`, without memory ordering.
    ClusterArriveRelaxed = "nvvm.cluster.arrive.relaxed" {
        attributes: { aligned: unit },
        format: "attr-dict",
        interfaces: [ToLlvm(cluster), ChipRequirement::AtLeast(90)],
    }

    /// Waits at the barrier of the cluster.
    ClusterWait = "nvvm.cluster.wait" {
        attributes: { aligned: unit },
        format: "attr-dict",
        interfaces: [ToLlvm(cluster), ChipRequirement::AtLeast(90)],
    }

    /// Makes the initialization of barriers visible in the cluster.
    FenceMbarrierInit = "nvvm.fence.mbarrier.init" {
        format: "attr-dict",
        intrinsic: "llvm.nvvm.fence.mbarrier_init.release.cluster" { export_only: true },
    }

    /// A sequentially consistent fence in the cluster.
    FenceScCluster = "nvvm.fence.sc.cluster" {
        format: "attr-dict",
        intrinsic: "llvm.nvvm.fence.sc.cluster" { export_only: true },
    }

    /// A fence for accesses to one kind of memory.
    FenceSyncRestrict = "nvvm.fence.sync_restrict" {
        attributes: { order: required(AttrClass::Declared(&MEM_ORDER_KIND)) },
        format: "attr-dict",
        verify: verify_fence_sync_restrict,
        interfaces: [ToLlvm(fence_sync_restrict)],
    }

    /// A fence between proxies: different ways to access memory.
    FenceProxy = "nvvm.fence.proxy" {
        attributes: {
            kind: required(AttrClass::Declared(&PROXY_KIND)),
            space: optional(AttrClass::Declared(&SHARED_SPACE)),
        },
        format: "attr-dict",
        verify: verify_fence_proxy,
        interfaces: [ToLlvm(fence_proxy)],
    }

    /// An acquire fence between two proxies.
    FenceProxyAcquire = "nvvm.fence.proxy.acquire" {
        operands: { addr: one(POINTER_0), size: one(I32) },
        attributes: {
            scope: required(AttrClass::Declared(&MEM_SCOPE_KIND)),
            fromProxy: default(AttrClass::Declared(&PROXY_KIND), "generic"),
            toProxy: default(AttrClass::Declared(&PROXY_KIND), "tensormap"),
        },
        format: "$scope $addr `,` $size (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict",
        verify: verify_one_way,
        interfaces: [ToLlvm(fence_proxy_one_way)],
    }

    /// A release fence between two proxies.
    FenceProxyRelease = "nvvm.fence.proxy.release" {
        attributes: {
            scope: required(AttrClass::Declared(&MEM_SCOPE_KIND)),
            fromProxy: default(AttrClass::Declared(&PROXY_KIND), "generic"),
            toProxy: default(AttrClass::Declared(&PROXY_KIND), "tensormap"),
        },
        format: "$scope (`from_proxy` `=` $fromProxy^)? (`to_proxy` `=` $toProxy^)? attr-dict",
        verify: verify_one_way,
        interfaces: [ToLlvm(fence_proxy_one_way)],
    }

    /// A fence between proxies, for one kind of memory.
    FenceProxySyncRestrict = "nvvm.fence.proxy.sync_restrict" {
        attributes: {
            order: required(AttrClass::Declared(&MEM_ORDER_KIND)),
            fromProxy: default(AttrClass::Declared(&PROXY_KIND), "generic"),
            toProxy: default(AttrClass::Declared(&PROXY_KIND), "async"),
        },
        format: "attr-dict",
        verify: verify_fence_proxy_sync_restrict,
        interfaces: [ToLlvm(fence_proxy_sync_restrict)],
    }

    /// A fence for all of memory.
    Membar = "nvvm.memory.barrier" {
        attributes: { scope: required(AttrClass::Declared(&MEM_SCOPE_KIND)) },
        format: "$scope attr-dict",
        interfaces: [ToLlvm(memory_barrier)],
    }

    /// Waits for the grids that this one depends on, or launches those that depend on it.
    Griddepcontrol = "nvvm.griddepcontrol" {
        attributes: { kind: required(AttrClass::Declared(&GRID_DEP_ACTION_KIND)) },
        format: "$kind attr-dict",
        interfaces: [ToLlvm(griddepcontrol)],
    }

    /// Sleeps for a number of nanoseconds.
    Nanosleep = "nvvm.nanosleep" {
        operands: { duration: one(I32) },
        format: "attr-dict $duration",
        intrinsic: "llvm.nvvm.nanosleep" { export_only: true },
    }

    /// Ends the thread.
    Exit = "nvvm.exit" {
        format: "attr-dict",
        intrinsic: "llvm.nvvm.exit" { export_only: true },
    }

    /// Stops in a debugger.
    Breakpoint = "nvvm.breakpoint" {
        format: "attr-dict",
        intrinsic: "llvm.debugtrap" { export_only: true },
    }

    /// Triggers events of the performance monitor.
    PMEvent = "nvvm.pmevent" {
        attributes: {
            maskedEventId: optional(AttrClass::Integer(16)), eventId: optional(AttrClass::Integer(32)),
        },
        format: "attr-dict (`id` `=` $eventId^)? (`mask` `=` $maskedEventId^)?",
        verify: verify_pmevent,
        interfaces: [ToLlvm(pmevent)],
    }

    /// Sets the maximum number of registers of the warp.
    SetMaxRegister = "nvvm.setmaxregister" {
        attributes: {
            regCount: required(AttrClass::Integer(32)),
            action: required(AttrClass::Declared(&SET_MAX_REGISTER_ACTION)),
        },
        format: "$action $regCount attr-dict",
        verify: verify_setmaxregister,
        interfaces: [ToLlvm(setmaxregister)],
    }

    /// Queries the response to a request to cancel a cluster launch.
    ClusterLaunchControlQueryCancel = "nvvm.clusterlaunchcontrol.query.cancel" {
        operands: { try_cancel_response: one(I128) },
        attributes: { query_type: required(AttrClass::Declared(&CLUSTER_LAUNCH_CONTROL_QUERY_TYPE)) },
        results: { res: one(I1_OR_I32) },
        format: "`query` `=` $query_type `,` $try_cancel_response attr-dict `:` type($res)",
        verify: verify_query_cancel,
        interfaces: [ToLlvm(query_cancel), ChipRequirement::AtLeast(100)],
    }

    /// Requests the cancellation of a cluster that is not launched yet.
    ClusterLaunchControlTryCancel = "nvvm.clusterlaunchcontrol.try.cancel" {
        operands: { smemAddress: one(POINTER_3), mbarrier: one(POINTER_3) },
        attributes: { multicast: unit },
        format: "(`multicast` $multicast^ `,`)? $smemAddress `,` $mbarrier attr-dict",
        interfaces: [ToLlvm(try_cancel), ChipRequirement::AtLeast(100)],
    }
}

fn barrier0(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let zero = t.integer(32, 0);
    call(t, "barrier.cta.sync.aligned.all", vec![zero])
}

fn barrier(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let barrier = Barrier(t.view());
    let id = match t.optional("barrierId")? {
        Some(id) => id,
        None => t.integer(32, 0),
    };
    let mut args = vec![id];
    let threads = t.optional("numberOfThreads")?;
    args.extend(threads);
    let count = if threads.is_some() { "count" } else { "all" };
    let reduction = barrier.reductionOp().map_or("", |it| it.spelling());
    if reduction.is_empty() {
        return call(t, &format!("barrier.cta.sync.aligned.{count}"), args);
    }
    let predicate = t.operand("reductionPredicate")?;
    let (zero, i1, i32) = (t.integer(32, 0), t.module().types.integer(1), t.module().types.common.i32);
    let compare =
        Instruction::ICmp { predicate: IntPredicate::Ne, flags: Flags::empty(), lhs: predicate, rhs: zero };
    args.extend(t.append(i1, compare));
    let name = format!("llvm.nvvm.barrier.cta.red.{reduction}.aligned.{count}");
    let reduced = t.intrinsic(&name, args)?.map(|reduced| t.cast(CastOp::ZExt, reduced, i32));
    t.define(reduced)
}

fn verify_barrier(verifier: &mut Verifier<'_>, barrier: Barrier<View<'_>>) {
    if barrier.barrierId().is_none() && barrier.numberOfThreads().is_some() {
        verifier.error(*barrier.0, "barrier id is missing, it should be set between 0 to 15");
    }
    let reduces = barrier.reductionOp().is_some();
    if reduces && barrier.barrierId().is_some() {
        verifier.error(*barrier.0, "reduction are only available when id is 0");
    }
    if reduces == barrier.reductionPredicate().is_none() {
        verifier.error(*barrier.0, "reduction predicate and reduction operation must be specified together");
    }
}

op_interfaces! {
    /// The operations on the barrier of the cluster.
    ClusterBarrierInterface {
        attributes: { aligned: unit },
    }

    /// Fences between two proxies that order accesses in one direction.
    OneWayFenceInterface {
        attributes: {
            scope: optional(AttrClass::Declared(&MEM_SCOPE_KIND)),
            fromProxy: default(AttrClass::Declared(&PROXY_KIND)),
            toProxy: default(AttrClass::Declared(&PROXY_KIND)),
        },
    }
}

fn cluster(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let aligned = if ClusterBarrierInterface(op).aligned() { ".aligned" } else { "" };
    call(t, &format!("barrier.{}{aligned}", op.name().trim_start_matches("nvvm.")), Vec::new())
}

/// The order of a fence for one kind of memory, followed by that kind.
fn restricted(order: &str) -> String {
    let space = if order == "acquire" { "cluster" } else { "cta" };
    format!("{order}.sync_restrict.space.{space}.scope.cluster")
}

fn fence_sync_restrict(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let fence = FenceSyncRestrict(t.view());
    let name = format!("fence.{}", restricted(t.part(fence.order())?.spelling()));
    call(t, &name, Vec::new())
}

fn fence_proxy_sync_restrict(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let fence = FenceProxySyncRestrict(t.view());
    let name = format!("fence.proxy.async_generic.{}", restricted(t.part(fence.order())?.spelling()));
    call(t, &name, Vec::new())
}

fn verify_fence_sync_restrict(verifier: &mut Verifier<'_>, fence: FenceSyncRestrict<View<'_>>) {
    verify_order(verifier, *fence.0, fence.order());
}

fn verify_order(verifier: &mut Verifier<'_>, op: OpRef<'_>, order: MemOrderKind) {
    if !matches!(order, MemOrderKind::Acquire | MemOrderKind::Release) {
        verifier.error(op, "only acquire and release semantics are supported");
    }
}

fn verify_fence_proxy_sync_restrict(verifier: &mut Verifier<'_>, fence: FenceProxySyncRestrict<View<'_>>) {
    let op = *fence.0;
    verify_order(verifier, op, fence.order());
    if fence.fromProxy().spelling() != "generic" {
        verifier.error(op, "only generic is support for from_proxy attribute");
    }
    if fence.toProxy().spelling() != "async" {
        verifier.error(op, "only async is supported for to_proxy attribute");
    }
}

fn fence_proxy(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let fence = FenceProxy(t.view());
    let name = match t.part(fence.kind())?.spelling() {
        "async.shared" => {
            format!("fence.proxy.async.shared_{}", fence.space().map_or("", |it| it.spelling()))
        }
        kind => format!("fence.proxy.{kind}"),
    };
    call(t, &name, Vec::new())
}

fn verify_fence_proxy(verifier: &mut Verifier<'_>, fence: FenceProxy<View<'_>>) {
    let (kind, has_space) = (fence.kind().spelling(), fence.space().is_some());
    match kind {
        "tensormap" => verifier.error(*fence.0, "tensormap proxy is not a supported proxy kind"),
        "generic" => verifier.error(*fence.0, "generic proxy not a supported proxy kind"),
        "async.shared" if !has_space => {
            verifier.error(*fence.0, "async_shared fence requires space attribute")
        }
        "async.shared" => {}
        _ if has_space => verifier.error(*fence.0, "only async_shared fence can have space attribute"),
        _ => {}
    }
}

fn fence_proxy_one_way(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let order = if op.is(FenceProxyAcquire::DEF) { "acquire" } else { "release" };
    let scope = OneWayFenceInterface(op).scope().map_or("", |scope| scope.spelling());
    let args = t.operands()?;
    call(t, &format!("fence.proxy.tensormap_generic.{order}.{scope}"), args)
}

fn verify_one_way(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let fence = OneWayFenceInterface(op);
    if fence.fromProxy() != Some(ProxyKind::Generic) {
        verifier.error(op, "uni-directional proxies only support generic for from_proxy attribute");
    }
    if fence.toProxy() != Some(ProxyKind::Tensormap) {
        verifier.error(op, "uni-directional proxies only support tensormap for to_proxy attribute");
    }
}

fn memory_barrier(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let membar = Membar(t.view());
    let name = match t.part(membar.scope())?.spelling() {
        "cluster" => "fence.sc.cluster",
        "gpu" => "membar.gl",
        "sys" => "membar.sys",
        _ => "membar.cta",
    };
    call(t, name, Vec::new())
}

fn griddepcontrol(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let griddepcontrol = Griddepcontrol(t.view());
    let name = format!("griddepcontrol.{}", t.part(griddepcontrol.kind())?.spelling().replace('_', "."));
    call(t, &name, Vec::new())
}

/// Takes a mask of events; a single event becomes one bit of it.
fn pmevent(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let event = PMEvent(t.view());
    let mask = match (event.maskedEventId(), event.eventId()) {
        (Some(mask), _) => i64::from(mask.cast_signed()),
        (None, Some(event @ 0..=15)) => 1 << event,
        (None, Some(_)) => return t.error("`id` must be between 0 and 15"),
        (None, None) => return t.error("either `id` or `mask` must be set"),
    };
    let mask = t.integer(16, mask);
    call(t, "pm.event.mask", vec![mask])
}

fn verify_pmevent(verifier: &mut Verifier<'_>, event: PMEvent<View<'_>>) {
    let op = *event.0;
    match (event.eventId(), event.maskedEventId()) {
        (None, None) => verifier.error(op, "either `id` or `mask` must be set"),
        (Some(_), Some(_)) => verifier.error(op, "`id` and `mask` cannot be set at the same time"),
        (Some(id), None) if !(0..=15).contains(&id) => verifier.error(op, "`id` must be between 0 and 15"),
        _ => {}
    }
}

fn setmaxregister(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let set = SetMaxRegister(t.view());
    let count = t.integer(32, i64::from(t.part(set.regCount())?));
    let action = if t.part(set.action())?.spelling() == "increase" { "inc" } else { "dec" };
    call(t, &format!("setmaxnreg.{action}.sync.aligned.u32"), vec![count])
}

fn verify_setmaxregister(verifier: &mut Verifier<'_>, set: SetMaxRegister<View<'_>>) {
    let count = i64::from(set.regCount());
    if count % 8 != 0 {
        verifier.error(*set.0, "new register size must be multiple of 8");
    }
    if !(24..=256).contains(&count) {
        verifier.error(*set.0, "new register size must be in between 24 to 256");
    }
}

fn query_cancel(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let query = ClusterLaunchControlQueryCancel(t.view());
    let query = t.part(query.query_type())?.spelling().replace("cta_id_", "ctaid.");
    let args = t.operands()?;
    call(t, &format!("clusterlaunchcontrol.query_cancel.{query}"), args)
}

fn verify_query_cancel(verifier: &mut Verifier<'_>, query: ClusterLaunchControlQueryCancel<View<'_>>) {
    let op = *query.0;
    let width = op.result().and_then(|result| op.type_of(result).integer_width(op.context));
    match (query.query_type().spelling(), width) {
        ("is_canceled", Some(32)) => verifier.error(op, "is_canceled query type returns an i1"),
        ("get_first_cta_id_x" | "get_first_cta_id_y" | "get_first_cta_id_z", Some(1)) => {
            verifier.error(
                op,
                "get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32",
            );
        }
        _ => {}
    }
}

fn try_cancel(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let request = ClusterLaunchControlTryCancel(t.view());
    let multicast = if request.multicast() { ".multicast" } else { "" };
    let args = t.operands()?;
    call(t, &format!("clusterlaunchcontrol.try_cancel.async{multicast}.shared"), args)
}
