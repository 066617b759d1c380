//! Asynchronous matrix multiplication by a group of warps (`wgmma`).

use tern_mlir::declare::{AttrClass, View, operations};
use tern_mlir::verify::Verifier;

use super::attributes::{
    MMA_INT_OVERFLOW, MMA_LAYOUT, MMA_SHAPE, WGMMA_SCALE_IN, WGMMA_SCALE_OUT, WGMMA_TYPES,
};
use super::chips::ChipRequirement;
use crate::constraints::{I64, STRUCTURE};

operations! {
    /// Orders accesses to registers and shared memory before the next asynchronous products.
    WgmmaFenceAligned = "nvvm.wgmma.fence.aligned" {
        format: "attr-dict",
        intrinsic: "llvm.nvvm.wgmma.fence.sync.aligned" { export_only: true },
        interfaces: [ChipRequirement::Accelerated(&[90])],
    }

    /// Ends a group of asynchronous products.
    WgmmaGroupSyncAligned = "nvvm.wgmma.commit.group.sync.aligned" {
        format: "attr-dict",
        intrinsic: "llvm.nvvm.wgmma.commit_group.sync.aligned" { export_only: true },
        interfaces: [ChipRequirement::Accelerated(&[90])],
    }

    /// Waits until at most this number of groups of asynchronous products are pending.
    WgmmaWaitGroupSync = "nvvm.wgmma.wait.group.sync.aligned" {
        attributes: { group: required(AttrClass::Integer(64)) },
        format: "attr-dict $group",
        intrinsic: "llvm.nvvm.wgmma.wait_group.sync.aligned" { immediates: &[(0, "group")], export_only: true },
        interfaces: [ChipRequirement::Accelerated(&[90])],
    }

    /// Multiplies matrices in shared memory, asynchronously. A pass converts it to inline assembly.
    WgmmaMmaAsync = "nvvm.wgmma.mma_async" {
        traits: [
            Declared("BasicPtxBuilderInterface"),
            Predicate { summary: "input struct and result struct must be the same type", check: keeps_type },
        ],
        operands: { inouts: one(STRUCTURE), descriptorA: one(I64), descriptorB: one(I64) },
        attributes: {
            shape: required(AttrClass::Declared(&MMA_SHAPE)),
            typeA: required(AttrClass::Declared(&WGMMA_TYPES)),
            typeB: required(AttrClass::Declared(&WGMMA_TYPES)),
            typeD: required(AttrClass::Declared(&WGMMA_TYPES)),
            scaleD: required(AttrClass::Declared(&WGMMA_SCALE_OUT)),
            scaleA: required(AttrClass::Declared(&WGMMA_SCALE_IN)),
            scaleB: required(AttrClass::Declared(&WGMMA_SCALE_IN)),
            layoutA: required(AttrClass::Declared(&MMA_LAYOUT)),
            layoutB: required(AttrClass::Declared(&MMA_LAYOUT)),
            satfinite: optional(AttrClass::Declared(&MMA_INT_OVERFLOW)),
        },
        results: { results: one(STRUCTURE) },
        format: "$descriptorA `,` $descriptorB `,` $inouts `,` $shape `,` `D` `[` $typeD `,` $scaleD (`,` \
            $satfinite^)? `]` `,` `A` `[` $typeA `,` $scaleA `,` $layoutA `]` `,` `B` `[` $typeB `,` $scaleB \
            `,` $layoutB `]` attr-dict `:` type($inouts) `->` type($results)",
        verify: verify_mma_async,
    }
}

/// Whether the operand that is changed in place has the result's type.
fn keeps_type(product: WgmmaMmaAsync<View<'_>>) -> bool {
    product.0.type_of(product.results()) == product.0.type_of(product.inouts())
}

fn verify_mma_async(verifier: &mut Verifier<'_>, product: WgmmaMmaAsync<View<'_>>) {
    let (d, a) = (product.typeD().spelling(), product.typeA().spelling());
    let fits = match d {
        "f16" => matches!(a, "f16" | "e4m3" | "e5m2"),
        "f32" => matches!(a, "f16" | "bf16" | "tf32" | "e4m3" | "e5m2"),
        "s32" => matches!(a, "s8" | "u8" | "b1"),
        _ => false,
    };
    if !fits {
        verifier
            .error(*product.0, format!("{d} += {a} * {}, it is not supported.", product.typeB().spelling()));
    }
}
