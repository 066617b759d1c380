//! Tern's passes, which have the names and the effects of upstream's; closely related ones share a file.

mod affine_expand_index_ops;
mod arith_expand;
mod arm_neon_2d_to_intr;
mod canonicalize;
mod convert_func_to_llvm;
mod convert_scf_to_cf;
mod convert_std_to_llvm;
mod convert_to_llvm;
pub mod convert_vector_to_llvm;
mod cse;
mod dialects_to_llvm;
mod expand_realloc;
mod expand_strided_metadata;
mod finalize_memref_to_llvm;
mod inline;
mod legalize_for_export;
mod lower_affine;
mod optimize_for_nvvm;
mod reconcile_unrealized_casts;
mod request_c_wrappers;
mod set_llvm_module_data_layout;
mod strip_debug_info;
mod transform_interpreter;

use tern_mlir::{Body, Op};

pub use affine_expand_index_ops::AFFINE_EXPAND_INDEX_OPS;
pub use arith_expand::ARITH_EXPAND;
pub use arm_neon_2d_to_intr::ARM_NEON_2D_TO_INTR;
pub use canonicalize::CANONICALIZE;
pub use convert_func_to_llvm::CONVERT_FUNC_TO_LLVM;
pub use convert_scf_to_cf::CONVERT_SCF_TO_CF;
pub use convert_std_to_llvm::CONVERT_STD_TO_LLVM;
pub use convert_to_llvm::CONVERT_TO_LLVM;
pub use convert_vector_to_llvm::CONVERT_VECTOR_TO_LLVM;
pub use cse::CSE;
pub use dialects_to_llvm::{
    CONVERT_ARITH_TO_LLVM, CONVERT_CF_TO_LLVM, CONVERT_COMPLEX_TO_LLVM, CONVERT_INDEX_TO_LLVM,
    CONVERT_MATH_TO_LLVM, CONVERT_UB_TO_LLVM,
};
pub use expand_realloc::EXPAND_REALLOC;
pub use expand_strided_metadata::EXPAND_STRIDED_METADATA;
pub use finalize_memref_to_llvm::FINALIZE_MEMREF_TO_LLVM;
pub use inline::INLINE;
pub use legalize_for_export::LEGALIZE_FOR_EXPORT;
pub use lower_affine::LOWER_AFFINE;
pub use optimize_for_nvvm::OPTIMIZE_FOR_NVVM;
pub use reconcile_unrealized_casts::RECONCILE_UNREALIZED_CASTS;
pub(crate) use reconcile_unrealized_casts::reconcile;
pub use request_c_wrappers::REQUEST_C_WRAPPERS;
pub use set_llvm_module_data_layout::SET_LLVM_MODULE_DATA_LAYOUT;
pub use strip_debug_info::STRIP_DEBUG_INFO;
pub use transform_interpreter::TRANSFORM_INTERPRETER;

use crate::options::{OptionDecl, OptionKind, OptionValues};
use crate::pass::PassDef;

/// The declarations of all passes.
pub(crate) const ALL: &[&PassDef] = &[
    &AFFINE_EXPAND_INDEX_OPS,
    &ARITH_EXPAND,
    &ARM_NEON_2D_TO_INTR,
    &CANONICALIZE,
    &CONVERT_ARITH_TO_LLVM,
    &CONVERT_CF_TO_LLVM,
    &CONVERT_COMPLEX_TO_LLVM,
    &CONVERT_FUNC_TO_LLVM,
    &CONVERT_INDEX_TO_LLVM,
    &CONVERT_MATH_TO_LLVM,
    &CONVERT_SCF_TO_CF,
    &CONVERT_STD_TO_LLVM,
    &CONVERT_TO_LLVM,
    &CONVERT_UB_TO_LLVM,
    &CONVERT_VECTOR_TO_LLVM,
    &CSE,
    &EXPAND_REALLOC,
    &EXPAND_STRIDED_METADATA,
    &FINALIZE_MEMREF_TO_LLVM,
    &INLINE,
    &LEGALIZE_FOR_EXPORT,
    &LOWER_AFFINE,
    &OPTIMIZE_FOR_NVVM,
    &RECONCILE_UNREALIZED_CASTS,
    &REQUEST_C_WRAPPERS,
    &SET_LLVM_MODULE_DATA_LAYOUT,
    &STRIP_DEBUG_INFO,
    &TRANSFORM_INTERPRETER,
];

/// The option that sets the width of `index`.
const INDEX_BITWIDTH: OptionDecl = OptionDecl {
    name: "index-bitwidth",
    kind: OptionKind::Integer,
    default: "0",
    summary: "Bitwidth of the index type, 0 to use size of machine word",
};

/// The option that selects how heap memory is allocated.
const ALIGNED_ALLOC: OptionDecl = OptionDecl {
    name: "use-aligned-alloc",
    kind: OptionKind::Flag,
    default: "false",
    summary: "Use aligned_alloc in place of malloc for heap allocations",
};

/// The option that selects bare pointers for memrefs.
const BARE_POINTERS: OptionDecl = OptionDecl {
    name: "use-bare-ptr-memref-call-conv",
    kind: OptionKind::Flag,
    default: "false",
    summary: "Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types",
};

/// The value of the option `index-bitwidth`; 0 means the width in the data layout.
pub(crate) fn index_width(options: &OptionValues) -> Result<u32, String> {
    let width = options.integer(INDEX_BITWIDTH.name);
    let fits = u32::try_from(width).ok().filter(|&width| width < 1 << 24);
    fits.ok_or_else(|| format!("for the --index-bitwidth option: '{width}' is no width of an integer type"))
}

/// Calls `visit` for every body at and within `op`, outer ones first. The slice holds the operations of that body to process:
/// `op` itself and those nested in its regions, down to and including the next isolated operations.
pub(crate) fn walk_bodies(body: &mut Body, op: Op, visit: &mut dyn FnMut(&mut Body, &[Op])) {
    let mut ops = vec![op];
    let mut next = 0;
    while let Some(&op) = ops.get(next) {
        next += 1;
        if body.nested(op).is_none() {
            let (body, regions) = body.regions(op);
            let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
            ops.extend(blocks.flat_map(|&block| body.block_ops(block)));
        }
    }
    visit(body, &ops);
    for op in ops {
        if let Some(inner) = body.nested_mut(op) {
            walk_nested(inner, visit);
        }
    }
}

/// Like [`walk_bodies`], for everything in the body of an isolated operation.
pub(crate) fn walk_nested(body: &mut Body, visit: &mut dyn FnMut(&mut Body, &[Op])) {
    let mut ops: Vec<Op> = Vec::new();
    let mut pending: Vec<_> = body.root_regions().to_vec();
    while let Some(region) = pending.pop() {
        for &block in body.region_blocks(region) {
            for op in body.block_ops(block) {
                ops.push(op);
                if body.nested(op).is_none() {
                    pending.extend_from_slice(body.regions(op).1);
                }
            }
        }
    }
    visit(body, &ops);
    for op in ops {
        if let Some(inner) = body.nested_mut(op) {
            walk_nested(inner, visit);
        }
    }
}
