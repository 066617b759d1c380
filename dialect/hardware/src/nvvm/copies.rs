//! Asynchronous copies between memories, and prefetching.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::instruction::CastOp;
use tern_mlir::declare::{AttrClass, View, operations};
use tern_mlir::verify::Verifier;

use super::attributes::{CACHE_EVICTION_PRIORITY, LOAD_CACHE_MODIFIER_KIND, PREFETCH_CACHE_LEVEL};
use super::chips::ChipRequirement;
use super::constraints::{POINTER_0_3, POINTER_1_5_0_4, POINTER_3_7, POINTER_7};
use super::names::{call, or_zero, space, space_of};
use crate::constraints::{I1, I16, I32, I64, POINTER_1, POINTER_3};

operations! {
    /// Copies a few bytes from global to shared memory, asynchronously.
    CpAsync = "nvvm.cp.async.shared.global" {
        operands: { dst: one(POINTER_3), src: one(POINTER_1), cpSize: optional(I32) },
        attributes: {
            size: required(AttrClass::Integer(32)),
            modifier: required(AttrClass::Declared(&LOAD_CACHE_MODIFIER_KIND)),
        },
        format: "$dst `,` $src `,` $size `,` `cache` `=` $modifier (`,` $cpSize^)? attr-dict `:` \
            type(operands)",
        verify: verify_copy,
        interfaces: [ToLlvm(copy)],
    }

    /// Ends a group of asynchronous copies.
    CpAsyncCommitGroup = "nvvm.cp.async.commit.group" {
        format: "attr-dict",
        intrinsic: "llvm.nvvm.cp.async.commit.group" { export_only: true },
    }

    /// Waits until at most this number of groups of asynchronous copies are pending.
    CpAsyncWaitGroup = "nvvm.cp.async.wait.group" {
        attributes: { n: required(AttrClass::Integer(32)) },
        format: "$n attr-dict",
        intrinsic: "llvm.nvvm.cp.async.wait.group" { immediates: &[(0, "n")], export_only: true },
    }

    /// Ends a group of asynchronous bulk copies.
    CpAsyncBulkCommitGroup = "nvvm.cp.async.bulk.commit.group" {
        format: "attr-dict",
        intrinsic: "llvm.nvvm.cp.async.bulk.commit.group" { export_only: true },
    }

    /// Waits until at most this number of groups of asynchronous bulk copies are pending.
    CpAsyncBulkWaitGroup = "nvvm.cp.async.bulk.wait_group" {
        attributes: {
            group: required(AttrClass::Integer(32)),
            read: unit,
        },
        format: "$group attr-dict",
        interfaces: [ToLlvm(wait_group), ChipRequirement::AtLeast(90)],
    }

    /// Copies from global to shared memory.
    CpAsyncBulkGlobalToSharedCluster = "nvvm.cp.async.bulk.shared.cluster.global" {
        traits: [AttrSizedOperandSegments],
        operands: {
            dstMem: one(POINTER_3_7), srcMem: one(POINTER_1), mbar: one(POINTER_3), size: one(I32),
            multicastMask: optional(I16), l2CacheHint: optional(I64),
        },
        format: "$dstMem `,` $srcMem `,` $mbar `,` $size (`multicast_mask` `=` $multicastMask^ )? \
            (`l2_cache_hint` `=` $l2CacheHint^ )? attr-dict `:` type($dstMem) `,` type($srcMem)",
        verify: verify_bulk_global_to_shared,
        interfaces: [ToLlvm(bulk_global_to_shared)],
    }

    /// Copies between shared memories of a cluster.
    CpAsyncBulkSharedCTAToSharedCluster = "nvvm.cp.async.bulk.shared.cluster.shared.cta" {
        operands: { dstMem: one(POINTER_7), srcMem: one(POINTER_3), mbar: one(POINTER_3), size: one(I32) },
        format: "$dstMem `,` $srcMem `,` $mbar `,` $size attr-dict `:` type($dstMem) `,` type($srcMem)",
        interfaces: [ToLlvm(bulk_shared_to_cluster)],
    }

    /// Copies from shared to global memory.
    CpAsyncBulkSharedCTAToGlobal = "nvvm.cp.async.bulk.global.shared.cta" {
        traits: [AttrSizedOperandSegments],
        operands: {
            dstMem: one(POINTER_1), srcMem: one(POINTER_3), size: one(I32), l2CacheHint: optional(I64),
            byteMask: optional(I16),
        },
        format: "$dstMem `,` $srcMem `,` $size (`l2_cache_hint` `=` $l2CacheHint^ )? (`byte_mask` `=` \
            $byteMask^ )? attr-dict `:` type($dstMem) `,` type($srcMem)",
        interfaces: [ToLlvm(bulk_shared_to_global)],
    }

    /// Loads from global memory into a cache.
    CpAsyncBulkPrefetch = "nvvm.cp.async.bulk.prefetch" {
        operands: { srcMem: one(POINTER_1), size: one(I32), l2CacheHint: optional(I64) },
        format: "$srcMem `,` $size (`l2_cache_hint` `=` $l2CacheHint^ )? attr-dict `:` type($srcMem)",
        interfaces: [ToLlvm(bulk_prefetch)],
    }

    /// Fills shared memory with a value.
    BulkStore = "nvvm.st.bulk" {
        operands: { addr: one(POINTER_0_3), size: one(I64) },
        attributes: { initVal: default(AttrClass::Integer(64), "0") },
        format: "$addr `,` `size` `=` $size (`,` `init` `=` $initVal^)? attr-dict `:` type($addr)",
        verify: verify_st_bulk,
        interfaces: [ToLlvm(st_bulk)],
    }

    /// Prefetches into a cache.
    Prefetch = "nvvm.prefetch" {
        traits: [Declared("BasicPtxBuilderInterface")],
        operands: { addr: one(POINTER_1_5_0_4), predicate: optional(I1) },
        attributes: {
            cacheLevel: optional(AttrClass::Declared(&PREFETCH_CACHE_LEVEL)),
            evictPriority: optional(AttrClass::Declared(&CACHE_EVICTION_PRIORITY)), tensormap: unit,
            uniform: unit, in_param_space: unit,
        },
        format: "(`level` `=` $cacheLevel^ (`uniform` $uniform^)? `,`)? (`tensormap` $tensormap^ \
            (`in_param_space` $in_param_space^)? `,`)? (`evict_priority` `=` $evictPriority^ `,`)? $addr (`,` \
            `predicate` `=` $predicate^)? attr-dict `:` type(operands)",
        verify: verify_prefetch,
        interfaces: [ToLlvm(prefetch)],
    }
}

fn copy(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let copy = CpAsync(t.view());
    let size = i64::from(t.part(copy.size())?);
    let shrunk = if copy.cpSize().is_some() { ".s" } else { "" };
    let args = t.operands()?;
    let name = format!("cp.async.{}.shared.global.{size}{shrunk}", t.part(copy.modifier())?.spelling());
    call(t, &name, args)
}

fn verify_copy(verifier: &mut Verifier<'_>, copy: CpAsync<View<'_>>) {
    let (size, modifier) = (i64::from(copy.size()), copy.modifier().spelling());
    if !matches!(modifier, "ca" | "cg") {
        verifier.error(*copy.0, "Only CG and CA cache modifiers are supported.");
    }
    if !matches!(size, 4 | 8 | 16) {
        verifier.error(*copy.0, "expected byte size to be either 4, 8 or 16.");
    }
    if modifier == "cg" && size != 16 {
        verifier.error(*copy.0, "CG cache modifier is only support for 16 bytes copy.");
    }
}

fn wait_group(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let wait = CpAsyncBulkWaitGroup(t.view());
    let group = t.integer(32, i64::from(t.part(wait.group())?.cast_signed()));
    let read = if wait.read() { ".read" } else { "" };
    call(t, &format!("cp.async.bulk.wait.group{read}"), vec![group])
}

fn bulk_global_to_shared(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let mut args = vec![t.operand("dstMem")?, t.operand("mbar")?, t.operand("srcMem")?, t.operand("size")?];
    let (mask, masked) = or_zero(t, "multicastMask", 16)?;
    let (hint, hinted) = or_zero(t, "l2CacheHint", 64)?;
    if space(op, "dstMem") == Some(3) {
        args.extend([hint, hinted]);
        return call(t, "cp.async.bulk.global.to.shared.cta", args);
    }
    args.extend([mask, hint, masked, hinted]);
    call(t, "cp.async.bulk.global.to.shared.cluster", args)
}

fn verify_bulk_global_to_shared(
    verifier: &mut Verifier<'_>,
    copy: CpAsyncBulkGlobalToSharedCluster<View<'_>>,
) {
    if space_of(*copy.0, copy.dstMem()) == Some(3) && copy.multicastMask().is_some() {
        verifier.error_plain(*copy.0, "Multicast is not supported with shared::cta mode.");
    }
}

fn bulk_shared_to_cluster(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let args = vec![t.operand("dstMem")?, t.operand("mbar")?, t.operand("srcMem")?, t.operand("size")?];
    call(t, "cp.async.bulk.shared.cta.to.cluster", args)
}

fn bulk_shared_to_global(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let mut args = vec![t.operand("dstMem")?, t.operand("srcMem")?, t.operand("size")?];
    args.extend(<[_; 2]>::from(or_zero(t, "l2CacheHint", 64)?));
    let mask = t.optional("byteMask")?;
    args.extend(mask);
    let masked = if mask.is_some() { ".bytemask" } else { "" };
    call(t, &format!("cp.async.bulk.shared.cta.to.global{masked}"), args)
}

fn bulk_prefetch(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let mut args = vec![t.operand("srcMem")?, t.operand("size")?];
    args.extend(<[_; 2]>::from(or_zero(t, "l2CacheHint", 64)?));
    call(t, "cp.async.bulk.prefetch.L2", args)
}

fn st_bulk(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, store) = (t.op(), BulkStore(t.view()));
    let shared = if space(op, "addr") == Some(3) { ".shared.cta" } else { "" };
    let args =
        vec![t.operand("addr")?, t.operand("size")?, t.integer(64, t.part(store.initVal())?.cast_signed())];
    call(t, &format!("st.bulk{shared}"), args)
}

fn verify_st_bulk(verifier: &mut Verifier<'_>, store: BulkStore<View<'_>>) {
    let op = *store.0;
    if store.initVal().cast_signed() != 0 {
        verifier.error(
            op,
            "only 0 is supported for initVal, got ".to_owned() + &store.initVal().cast_signed().to_string(),
        );
    }
}

/// The address space of the parameters of kernels.
const PARAMETER_SPACE: u32 = 101;

fn prefetch(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, prefetch) = (t.op(), Prefetch(t.view()));
    if prefetch.predicate().is_some() {
        return t.error("with a predicate becomes inline assembly by a pass");
    }
    let address = t.operand("addr")?;
    if prefetch.tensormap() {
        let mut address = address;
        if prefetch.in_param_space() {
            let parameters = t.module().types.pointer(PARAMETER_SPACE);
            address = t.cast(CastOp::AddrSpaceCast, address, parameters);
        }
        return call(t, "prefetch.tensormap", vec![address]);
    }
    let args = vec![address];
    let level = prefetch.cacheLevel().map_or("", |it| it.spelling());
    if prefetch.uniform() {
        return call(t, &format!("prefetchu.{level}"), args);
    }
    let memory = match space(op, "addr") {
        Some(1) => "global.",
        Some(5) => "local.",
        _ => "",
    };
    let priority = match prefetch.evictPriority().map_or("", |it| it.spelling()) {
        "" => String::new(),
        priority => format!(".{}", priority.replace('_', ".")),
    };
    call(t, &format!("prefetch.{memory}{level}{priority}"), args)
}

fn verify_prefetch(verifier: &mut Verifier<'_>, prefetch: Prefetch<View<'_>>) {
    let op = *prefetch.0;
    let level = prefetch.cacheLevel().map_or("", |it| it.spelling());
    let priority = prefetch.evictPriority().map_or("", |it| it.spelling());
    let (space, tensormap) = (space_of(op, prefetch.addr()), prefetch.tensormap());
    if tensormap && !level.is_empty() {
        return verifier.error(op, "cannot specify both tensormap and cache level");
    }
    if tensormap {
        if !matches!(space, Some(0 | 4)) {
            verifier.error(op, "prefetch tensormap requires a generic or constant pointer");
        }
        if !priority.is_empty() {
            verifier.error(op, "prefetch tensormap does not support eviction priority");
        }
        if prefetch.in_param_space() && space != Some(0) {
            verifier.error(op, "in_param_space can only be specified for a generic pointer");
        }
    } else if !level.is_empty() {
        if !matches!(space, Some(0 | 1 | 5)) {
            verifier.error(op, "prefetch to cache level requires a generic, global, or local pointer");
        }
        if prefetch.uniform() {
            if level != "L1" {
                verifier.error(op, "unsupported cache level, the only supported uniform cache level is L1");
            }
            if space != Some(0) {
                verifier.error(op, "prefetch to uniform cache requires a generic pointer");
            }
        }
        if !priority.is_empty() {
            if level != "L2" {
                verifier.error(op, "cache eviction priority supported only for cache level L2");
            }
            if space != Some(1) {
                verifier.error(op, "cache eviction priority requires a global pointer");
            }
            if !matches!(priority, "evict_normal" | "evict_last") {
                verifier.error(
                    op,
                    "unsupported cache eviction priority, only evict_last and evict_normal are supported",
                );
            }
            if prefetch.predicate().is_some() {
                verifier.error(
                    op,
                    "predicate supported only on prefetch to cache level without eviction priority",
                );
            }
        }
        if prefetch.in_param_space() {
            verifier.error(op, "in_param_space supported only on prefetch tensormap");
        }
    } else {
        verifier.error(op, "requires specification of either cache level or tensormap");
    }
}
