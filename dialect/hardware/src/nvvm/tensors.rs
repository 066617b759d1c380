//! Copies of boxes of tensors (the tensor memory accelerator).

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::Value;
use tern_mlir::OpRef;
use tern_mlir::declare::{AttrClass, View, op_interfaces, operations};
use tern_mlir::verify::Verifier;

use super::attributes::{CTA_GROUP_KIND, TMA_LOAD_MODE, TMA_REDUX_KIND, TMA_STORE_MODE};
use super::chips::ChipRequirement;
use super::constraints::POINTER_3_7;
use super::names::{call, case, or_zero, space_of};
use crate::constraints::{I1, I16, I32, I64, POINTER, POINTER_0, POINTER_3};

operations! {
    /// Copies a box of a tensor from global to shared memory.
    CpAsyncBulkTensorGlobalToSharedCluster = "nvvm.cp.async.bulk.tensor.shared.cluster.global" {
        traits: [Declared("BasicPtxBuilderInterface"), AttrSizedOperandSegments],
        operands: {
            dstMem: one(POINTER_3_7), tmaDescriptor: one(POINTER_0), coordinates: variadic(I32),
            mbar: one(POINTER_3), im2colOffsets: variadic(I16), multicastMask: optional(I16),
            l2CacheHint: optional(I64), predicate: optional(I1),
        },
        attributes: {
            mode: default(AttrClass::Declared(&TMA_LOAD_MODE), "tile"),
            isCTAOnly: default(AttrClass::Bool, "false"),
            group: optional(AttrClass::Declared(&CTA_GROUP_KIND)),
        },
        format: "$dstMem `,` $tmaDescriptor `,` $mbar `,` `box` `[`$coordinates `]` (`im2col` `[` \
            $im2colOffsets^ `]` )? (`multicast_mask` `=` $multicastMask^ )? (`l2_cache_hint` `=` \
            $l2CacheHint^ )? (`predicate` `=` $predicate^)? attr-dict `:` type($dstMem) `,` \
            type($tmaDescriptor)",
        verify: verify_tensor_load,
        interfaces: [ToLlvm(tensor_load), ChipRequirement::AtLeast(90)],
    }

    /// Loads a box of a tensor into a cache.
    CpAsyncBulkTensorPrefetch = "nvvm.cp.async.bulk.tensor.prefetch" {
        traits: [AttrSizedOperandSegments],
        operands: {
            tmaDescriptor: one(POINTER_0), coordinates: variadic(I32), im2colOffsets: variadic(I16),
            l2CacheHint: optional(I64),
        },
        attributes: { mode: default(AttrClass::Declared(&TMA_LOAD_MODE), "tile") },
        format: "$tmaDescriptor `,` `box` `[`$coordinates `]` (`im2col` `[` $im2colOffsets^ `]` )? \
            (`l2_cache_hint` `=` $l2CacheHint^ )? attr-dict `:` type($tmaDescriptor)",
        verify: verify_tensor_prefetch,
        interfaces: [ToLlvm(tensor_prefetch)],
    }

    /// Copies a box of a tensor from shared to global memory.
    CpAsyncBulkTensorSharedCTAToGlobal = "nvvm.cp.async.bulk.tensor.global.shared.cta" {
        traits: [Declared("BasicPtxBuilderInterface"), AttrSizedOperandSegments],
        operands: {
            tmaDescriptor: one(POINTER_0), srcMem: one(POINTER_3), coordinates: variadic(I32),
            l2CacheHint: optional(I64), predicate: optional(I1),
        },
        attributes: { mode: default(AttrClass::Declared(&TMA_STORE_MODE), "tile") },
        format: "$tmaDescriptor `,` $srcMem `,` `box` `[`$coordinates `]` (`l2_cache_hint` `=` $l2CacheHint^ \
            )? (`,` `predicate` `=` $predicate^)? attr-dict `:` type($tmaDescriptor) `,` type($srcMem)",
        verify: verify_tensor_store,
        interfaces: [ToLlvm(tensor_store)],
    }

    /// Combines a box of a tensor in global memory with one in shared memory.
    CpAsyncBulkTensorReduce = "nvvm.cp.async.bulk.tensor.reduce" {
        traits: [AttrSizedOperandSegments],
        operands: {
            tmaDescriptor: one(POINTER), srcMem: one(POINTER_3), coordinates: variadic(I32),
            l2CacheHint: optional(I64),
        },
        attributes: {
            redKind: required(AttrClass::Declared(&TMA_REDUX_KIND)),
            mode: default(AttrClass::Declared(&TMA_STORE_MODE), "tile"),
        },
        format: "$tmaDescriptor `,` $srcMem `,` `box` `[`$coordinates `]` (`l2_cache_hint` `=` $l2CacheHint^ \
            )? attr-dict `:` type($tmaDescriptor) `,` type($srcMem)",
        verify: verify_tensor_reduce,
        interfaces: [ToLlvm(tensor_reduce)],
    }
}

op_interfaces! {
    /// The place of a box in a tensor.
    BoxInterface {
        operands: { coordinates, im2colOffsets },
    }
}

/// The number of coordinates in the intrinsic's name; gather and scatter modes are two-dimensional.
fn dimensions(op: OpRef<'_>) -> usize {
    match case(op, "mode") {
        "tile_gather4" | "tile_scatter4" => 2,
        _ => BoxInterface(op).coordinates().len(),
    }
}

/// The mode, as spelled in names of intrinsics.
fn mode(op: OpRef<'_>) -> String {
    case(op, "mode").replace('_', ".")
}

fn tensor_load(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, load) = (t.op(), CpAsyncBulkTensorGlobalToSharedCluster(t.view()));
    if load.predicate().is_some() {
        return t.error("with a predicate becomes inline assembly by a pass");
    }
    let mut args: Vec<Value> = vec![t.operand("dstMem")?, t.operand("mbar")?, t.operand("tmaDescriptor")?];
    args.extend(t.group("coordinates")?);
    args.extend(t.group("im2colOffsets")?);
    let (mask, masked) = or_zero(t, "multicastMask", 16)?;
    let (hint, hinted) = or_zero(t, "l2CacheHint", 64)?;
    let name = format!("{}.{}d", mode(op), dimensions(op));
    if t.part(load.isCTAOnly())? {
        args.extend([hint, hinted]);
        return call(t, &format!("cp.async.bulk.tensor.g2s.cta.{name}"), args);
    }
    let group = match load.group().map_or("", |it| it.spelling()) {
        "cta_1" => 1,
        "cta_2" => 2,
        "" => 0,
        group => unreachable!("{group} is a group of blocks"),
    };
    args.extend([mask, hint, masked, hinted, t.integer(32, group)]);
    call(t, &format!("cp.async.bulk.tensor.g2s.{name}"), args)
}

fn tensor_prefetch(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let mut args = vec![t.operand("tmaDescriptor")?];
    args.extend(t.group("coordinates")?);
    args.extend(t.group("im2colOffsets")?);
    args.extend(<[_; 2]>::from(or_zero(t, "l2CacheHint", 64)?));
    call(t, &format!("cp.async.bulk.tensor.prefetch.{}.{}d", mode(op), dimensions(op)), args)
}

fn tensor_store(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    if CpAsyncBulkTensorSharedCTAToGlobal(t.view()).predicate().is_some() {
        return t.error("with a predicate becomes inline assembly by a pass");
    }
    store(t, "s2g")
}

fn tensor_reduce(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let reduce = CpAsyncBulkTensorReduce(t.view());
    let kind = t.part(reduce.redKind())?.spelling();
    store(t, &format!("reduce.{kind}"))
}

fn store(t: &mut Translation<'_, '_, '_>, kind: &str) -> Result<()> {
    let op = t.op();
    let mut args = vec![t.operand("srcMem")?, t.operand("tmaDescriptor")?];
    args.extend(t.group("coordinates")?);
    args.extend(<[_; 2]>::from(or_zero(t, "l2CacheHint", 64)?));
    call(t, &format!("cp.async.bulk.tensor.{kind}.{}.{}d", mode(op), dimensions(op)), args)
}

/// Checks of coordinates and offsets common to all modes.
fn verify_box(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let place = BoxInterface(op);
    let (dimensions, offsets) = (place.coordinates().len(), place.im2colOffsets().len());
    if !(1..=5).contains(&dimensions) {
        return verifier.error_plain(op, "expects coordinates between 1 to 5 dimension");
    }
    let mode = case(op, "mode");
    let check = |verifier: &mut Verifier<'_>, expected: usize| {
        if expected != offsets {
            verifier.error_plain(op, format!("im2col offsets expected {expected} (provided {offsets})"));
        }
    };
    match mode {
        "tile" => check(verifier, 0),
        "im2col" | "im2col_w" | "im2col_w_128" => {
            if dimensions < 3 {
                return verifier
                    .error_plain(op, "to use im2col mode, the tensor has to be at least 3-dimensional");
            }
            let loads = op.def().is_some_and(|def| def.operands.iter().any(|o| o.name == "im2colOffsets"));
            if loads {
                check(verifier, if mode == "im2col" { dimensions - 2 } else { 2 });
            }
        }
        "tile_gather4" | "tile_scatter4" => {
            if dimensions != 5 {
                let mode = if mode == "tile_gather4" { "Gather4" } else { "Scatter4" };
                return verifier.error_plain(op, format!("{mode} mode expects 5 coordinates"));
            }
            check(verifier, 0);
        }
        _ => {}
    }
}

fn verify_tensor_load(verifier: &mut Verifier<'_>, load: CpAsyncBulkTensorGlobalToSharedCluster<View<'_>>) {
    let op = *load.0;
    let alone = load.isCTAOnly();
    if load.predicate().is_some() && alone {
        return verifier.error_plain(op, "Predicate is supported only for shared::cluster mode.");
    }
    if load.predicate().is_some() && !matches!(load.mode().spelling(), "tile" | "im2col") {
        return verifier.error_plain(op, "Predicate is supported only for Tile and Im2col modes.");
    }
    match (alone, space_of(op, load.dstMem())) {
        (true, Some(7)) => {
            return verifier.error_plain(op, "Shared::cta destination requires address-space 3.");
        }
        (false, Some(3)) if load.predicate().is_none() => {
            return verifier.error_plain(op, "Shared::cluster destination requires address-space 7.");
        }
        _ => {}
    }
    if alone && load.multicastMask().is_some() {
        return verifier.error_plain(op, "Multicast is not supported with shared::cta mode.");
    }
    if alone && load.group().is_some() {
        return verifier.error_plain(op, "CTAGroup is not supported with shared::cta mode.");
    }
    verify_box(verifier, op);
}

fn verify_tensor_prefetch(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    verify_box(verifier, op);
}

fn verify_tensor_store(verifier: &mut Verifier<'_>, store: CpAsyncBulkTensorSharedCTAToGlobal<View<'_>>) {
    let op = *store.0;
    if store.predicate().is_some() && store.mode().spelling() != "tile" {
        return verifier.error_plain(op, "Inline-ptx lowering supported only for Tile mode.");
    }
    if store.predicate().is_some() && store.l2CacheHint().is_some() {
        return verifier.error_plain(op, "Inline-ptx lowering unsupported with L2 cache-hint.");
    }
    verify_box(verifier, op);
}

fn verify_tensor_reduce(verifier: &mut Verifier<'_>, reduce: CpAsyncBulkTensorReduce<View<'_>>) {
    let op = *reduce.0;
    if reduce.mode().spelling() == "tile_scatter4" {
        return verifier.error_plain(op, "Scatter mode unsupported for CpAsyncBulkTensorReduceOp");
    }
    verify_box(verifier, op);
}
