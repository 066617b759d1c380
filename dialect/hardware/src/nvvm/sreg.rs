//! Special registers: indices of threads, sizes of the grid, clocks.

use tern_dialect_llvm::attributes::{CONSTANT_RANGE, ConstantRange};
use tern_dialect_llvm::interfaces::ResultRangeInterface;
use tern_mlir::OpRef;
use tern_mlir::declare::{AttrClass, families};
use tern_mlir::verify::Verifier;

use super::chips::ChipRequirement;
use crate::constraints::{F32, LLVM_TYPE};

families! { "nvvm." => "llvm.nvvm.";
    /// The size of shared memory.
    family [] {
        traits: [Pure],
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` type($res)",
        intrinsic: {},
        interfaces: [ChipRequirement::AtLeast(90)],
    }
    "read.ptx.sreg.aggr.smem.size" = "llvm.nvvm.read.ptx.sreg.aggr_smem_size";

    /// A register with an index of a thread, or a size of a block, a cluster or the grid; its range may be given.
    family [] {
        traits: [Declared("InferIntRangeInterface"), Pure],
        attributes: { range: optional(AttrClass::Declared(&CONSTANT_RANGE)) },
        results: { res: one(LLVM_TYPE) },
        format: "(`range` $range^)? attr-dict `:` type($res)",
        verify: verify_range,
        intrinsic: {},
    }
    "read.ptx.sreg.ntid.x", "read.ptx.sreg.ntid.y", "read.ptx.sreg.ntid.z", "read.ptx.sreg.ctaid.x",
    "read.ptx.sreg.ctaid.y", "read.ptx.sreg.ctaid.z", "read.ptx.sreg.cluster.nctarank",
    "read.ptx.sreg.cluster.nctaid.z", "read.ptx.sreg.nclusterid.x", "read.ptx.sreg.nclusterid.y",
    "read.ptx.sreg.nclusterid.z", "read.ptx.sreg.clusterid.y", "read.ptx.sreg.clusterid.z",
    "read.ptx.sreg.nctaid.x", "read.ptx.sreg.nctaid.y", "read.ptx.sreg.nctaid.z", "read.ptx.sreg.gridid",
    "read.ptx.sreg.laneid", "read.ptx.sreg.nsmid", "read.ptx.sreg.smid", "read.ptx.sreg.tid.x",
    "read.ptx.sreg.tid.y", "read.ptx.sreg.tid.z", "read.ptx.sreg.nwarpid", "read.ptx.sreg.warpid",
    "read.ptx.sreg.warpsize";

    /// A register with the position of a block in its cluster.
    family [] {
        traits: [Declared("InferIntRangeInterface"), Pure],
        attributes: { range: optional(AttrClass::Declared(&CONSTANT_RANGE)) },
        results: { res: one(LLVM_TYPE) },
        format: "(`range` $range^)? attr-dict `:` type($res)",
        verify: verify_range,
        intrinsic: {},
        interfaces: [ChipRequirement::AtLeast(90)],
    }
    "read.ptx.sreg.cluster.ctaid.x", "read.ptx.sreg.cluster.ctaid.y", "read.ptx.sreg.cluster.ctaid.z",
    "read.ptx.sreg.cluster.nctaid.x", "read.ptx.sreg.cluster.nctaid.y", "read.ptx.sreg.cluster.ctarank",
    "read.ptx.sreg.clusterid.x";

    /// A clock.
    family [] {
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` type($res)",
        intrinsic: {},
    }
    "read.ptx.sreg.clock64", "read.ptx.sreg.clock", "read.ptx.sreg.globaltimer.lo",
    "read.ptx.sreg.globaltimer";

    /// A register of the thread or its environment.
    family [] {
        traits: [Pure],
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict `:` type($res)",
        intrinsic: {},
    }
    "read.ptx.sreg.dynamic.smem.size" = "llvm.nvvm.read.ptx.sreg.dynamic_smem_size", "read.ptx.sreg.envreg0", "read.ptx.sreg.envreg10",
    "read.ptx.sreg.envreg11", "read.ptx.sreg.envreg12", "read.ptx.sreg.envreg13", "read.ptx.sreg.envreg14",
    "read.ptx.sreg.envreg15", "read.ptx.sreg.envreg16", "read.ptx.sreg.envreg17", "read.ptx.sreg.envreg18",
    "read.ptx.sreg.envreg19", "read.ptx.sreg.envreg1", "read.ptx.sreg.envreg20", "read.ptx.sreg.envreg21",
    "read.ptx.sreg.envreg22", "read.ptx.sreg.envreg23", "read.ptx.sreg.envreg24", "read.ptx.sreg.envreg25",
    "read.ptx.sreg.envreg26", "read.ptx.sreg.envreg27", "read.ptx.sreg.envreg28", "read.ptx.sreg.envreg29",
    "read.ptx.sreg.envreg2", "read.ptx.sreg.envreg30", "read.ptx.sreg.envreg31", "read.ptx.sreg.envreg3",
    "read.ptx.sreg.envreg4", "read.ptx.sreg.envreg5", "read.ptx.sreg.envreg6", "read.ptx.sreg.envreg7",
    "read.ptx.sreg.envreg8", "read.ptx.sreg.envreg9", "read.ptx.sreg.lanemask.eq", "read.ptx.sreg.lanemask.ge",
    "read.ptx.sreg.lanemask.gt", "read.ptx.sreg.lanemask.le", "read.ptx.sreg.lanemask.lt",
    "read.ptx.sreg.total.smem.size" = "llvm.nvvm.read.ptx.sreg.total_smem_size";

    /// An approximate reciprocal.
    family [] {
        traits: [Pure],
        operands: { arg: one(F32) },
        results: { res: one(F32) },
        format: "$arg attr-dict `:` type($res)",
        intrinsic: {},
    }
    "rcp.approx.ftz.f";
}

/// Checks that a range is not empty.
fn verify_range(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let range = ResultRangeInterface(op).range();
    let Some(range) = range.and_then(|range| ConstantRange::of(op.context, range)) else { return };
    let bounds = [range.lower(), range.upper()].map(|bound| bound.as_i64(op.context));
    if bounds[0] == bounds[1] && bounds[0].is_some_and(|bound| bound != 0 && bound != -1) {
        verifier.error(op, "invalid range attribute: Lower == Upper, but they aren't min or max");
    }
}
