//! Indices of work items and workgroups, and sizes of the grid.

use tern_dialect_llvm::attributes::CONSTANT_RANGE;
use tern_dialect_llvm::interfaces::ResultRangeInterface;
use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_mlir::declare::{AttrClass, families};

use crate::constraints::LLVM_TYPE;

pub use dimensions::TABLE as OPERATIONS;

families! { "rocdl." => "llvm.amdgcn.";
    /// The index of a workgroup in the grid, of a cluster in the grid, or of a work item in its workgroup; the size of a wave.
    family [] {
        traits: [Pure],
        attributes: { range: optional(AttrClass::Declared(&CONSTANT_RANGE)) },
        results: { res: one(LLVM_TYPE) },
        format: "(`range` $range^)? attr-dict `:` type($res)",
        intrinsic: {},
    }
    "workgroup.id.x", "workgroup.id.y", "workgroup.id.z", "cluster.id.x", "cluster.id.y", "cluster.id.z",
    "workitem.id.x", "workitem.id.y", "workitem.id.z", "wavefrontsize";
}

/// Sizes, which functions of the device library find out.
pub mod dimensions {
    use super::{AttrClass, CONSTANT_RANGE, LLVM_TYPE, ToLlvm, call_library, families};

    families! { "rocdl." => "";
        /// The size of a workgroup, or the number of workgroups (`grid`), in one dimension.
        family [] {
            traits: [Pure],
            attributes: { range: optional(AttrClass::Declared(&CONSTANT_RANGE)) },
            results: { res: one(LLVM_TYPE) },
            format: "(`range` $range^)? attr-dict `:` type($res)",
            interfaces: [ToLlvm(call_library)],
        }
        "workgroup.dim.x", "workgroup.dim.y", "workgroup.dim.z", "grid.dim.x", "grid.dim.y", "grid.dim.z";
    }
}

/// Calls the device library function for a size, with the number of the dimension.
fn call_library(translation: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = translation.op();
    let function = if op.name().contains("grid") { "__ockl_get_num_groups" } else { "__ockl_get_local_size" };
    let dimension = match op.name().as_bytes().last() {
        Some(b'x') => 0,
        Some(b'y') => 1,
        Some(b'z') => 2,
        _ => unreachable!("the names of the operations end in a dimension"),
    };
    let dimension = translation.integer(32, dimension);
    let ty = translation.result_type()?;
    let result = translation.call(function, ty, vec![dimension]);
    translation.return_range(ty, ResultRangeInterface(op).range());
    translation.define(result)
}
