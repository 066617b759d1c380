//! Attributes of the dialect: its enums, shapes, and the compilation target.

use tern_dialect_llvm::types::AddressSpaceLike;
use tern_mlir::Context;
use tern_mlir::declare::ParamKind::{Bool, Class, Enum, Signed, String};
use tern_mlir::declare::{AttrClass, AttrDef, Param, attribute_defs, concat};

use super::enums::{
    BarrierReduction, BlockScaleFormat, CTAGroupKind, CacheEvictionPriority, ClusterLaunchControlQueryType,
    DotAccumulateType, FPRoundingMode, GridDepActionKind, LdStMatrixEltType, LoadCacheModifierKind, MMAB1Op,
    MMABlockScaleKind, MMAFrag, MMAIntOverflow, MMAKind, MMALayout, MMATypes, MatchSyncKind, MemOrderKind,
    MemScopeKind, NVVMMemorySpace, PermuteMode, PrefetchCacheLevel, ProxyKind, ReduxKind, SaturationMode,
    ScaleVecSize, SetMaxRegisterAction, SharedSpace, ShflKind, TMALoadMode, TMAReduxKind, TMAStoreMode,
    Tcgen05CpMulticast, Tcgen05CpShape, Tcgen05CpSrcFormat, Tcgen05FenceKind, Tcgen05LdStShape,
    Tcgen05MMABlockScale, Tcgen05MMACollectorBBuffer, Tcgen05MMACollectorOp, Tcgen05MMAKind, Tcgen05WaitKind,
    VoteSyncKind, WGMMAScaleIn, WGMMAScaleOut, WGMMATypes,
};
use crate::target;

/// All attributes of the dialect.
pub static ALL: &[&AttrDef] = &concat!(&AttrDef; ATTRIBUTES, enumerations::ATTRIBUTES);

attribute_defs! { "nvvm";
    /// The shape of a matrix product.
    MMA_SHAPE = "shape" {
        params: { m: required(Signed(32)), n: required(Signed(32)), k: required(Signed(32)) },
        format: "`<` struct(params) `>`",
    }

    /// The shape of a matrix to load or store.
    LD_ST_MATRIX_SHAPE = "ld_st_matrix_shape" {
        params: { m: required(Signed(32)), n: required(Signed(32)) },
        format: "`<` struct(params) `>`",
    }

    /// The target of a compilation.
    TARGET as Target = "target" {
        params: {
            O: default(Signed(32), "2"),
            triple: default(String, "\"nvptx64-nvidia-cuda\""),
            chip: default(String, "\"sm_50\""),
            features: default(String, "\"\""),
            flags: optional(Class(&AttrClass::Dictionary)),
            link: optional(Class(&AttrClass::Array)),
            verifyTarget: default(Bool, "true"),
        },
        format: "(`<` struct($O, $triple, $chip, $features, $flags, $link, $verifyTarget)^ `>`)?",
        verify: verify_target,
    }
}

fn verify_target(context: &Context, params: &[Param]) -> Result<(), std::string::String> {
    let [level, triple, chip, _, _, link, _] = params else { return Ok(()) };
    target::machine(context, level, triple, chip)?;
    target::link(context, link)
}

macro_rules! enum_attributes {
    ($($name:ident = $mnemonic:literal $enum:ident $format:literal $(, [$interface:expr])?;)+) => {
        attribute_defs! { "nvvm";
            $(
                /// A case of an enum.
                $name = $mnemonic {
                    params: { value: required(Enum($enum::DEF)) },
                    format: $format,
                    $(interfaces: [$interface],)?
                }
            )+
        }
    };
}

pub use enumerations::{
    BARRIER_REDUCTION, BLOCK_SCALE_FORMAT, CACHE_EVICTION_PRIORITY, CLUSTER_LAUNCH_CONTROL_QUERY_TYPE,
    CTA_GROUP_KIND, DOT_ACCUMULATE_TYPE, FP_ROUNDING_MODE, GRID_DEP_ACTION_KIND, LD_ST_MATRIX_ELT_TYPE,
    LOAD_CACHE_MODIFIER_KIND, MATCH_SYNC_KIND, MEM_ORDER_KIND, MEM_SCOPE_KIND, MEMORY_SPACE, MMA_B1_OP,
    MMA_BLOCK_SCALE_KIND, MMA_FRAG, MMA_INT_OVERFLOW, MMA_KIND, MMA_LAYOUT, MMA_TYPES, PERMUTE_MODE,
    PREFETCH_CACHE_LEVEL, PROXY_KIND, REDUX_KIND, SATURATION_MODE, SCALE_VEC_SIZE, SET_MAX_REGISTER_ACTION,
    SHARED_SPACE, SHFL_KIND, TCGEN05_CP_MULTICAST, TCGEN05_CP_SHAPE, TCGEN05_CP_SRC_FORMAT,
    TCGEN05_FENCE_KIND, TCGEN05_LD_ST_SHAPE, TCGEN05_MMA_BLOCK_SCALE, TCGEN05_MMA_COLLECTOR_B_BUFFER,
    TCGEN05_MMA_COLLECTOR_OP, TCGEN05_MMA_KIND, TCGEN05_WAIT_KIND, TMA_LOAD_MODE, TMA_REDUX_KIND,
    TMA_STORE_MODE, VOTE_SYNC_KIND, WGMMA_SCALE_IN, WGMMA_SCALE_OUT, WGMMA_TYPES,
};

/// The numbers of memory kinds are those of the address spaces.
fn address_space(params: &[Param]) -> Option<u32> {
    u32::try_from(params.first()?.as_u64()?).ok()
}

/// Enums as attributes.
#[allow(missing_docs)]
pub mod enumerations {
    use super::*;

    enum_attributes! {
        BARRIER_REDUCTION = "reduction" BarrierReduction "`<` $value `>`";
        BLOCK_SCALE_FORMAT = "block_scale_format" BlockScaleFormat "`<` $value `>`";
        CTA_GROUP_KIND = "cta_group" CTAGroupKind "`<` $value `>`";
        CACHE_EVICTION_PRIORITY = "cache_eviction_priority" CacheEvictionPriority "$value";
        CLUSTER_LAUNCH_CONTROL_QUERY_TYPE = "cluster_launch_control_query_type" ClusterLaunchControlQueryType "$value";
        DOT_ACCUMULATE_TYPE = "dot_accumulate_type" DotAccumulateType "`<` $value `>`";
        FP_ROUNDING_MODE = "fp_rnd_mode" FPRoundingMode "`<` $value `>`";
        GRID_DEP_ACTION_KIND = "grid_dep_action" GridDepActionKind "$value";
        LD_ST_MATRIX_ELT_TYPE = "ld_st_matrix_elt_type" LdStMatrixEltType "`<` $value `>`";
        LOAD_CACHE_MODIFIER_KIND = "load_cache_modifier" LoadCacheModifierKind "$value";
        MMA_B1_OP = "mma_b1op" MMAB1Op "`<` $value `>`";
        MMA_BLOCK_SCALE_KIND = "block_scale_kind" MMABlockScaleKind "`<` $value `>`";
        MMA_FRAG = "mma_frag" MMAFrag "`<` $value `>`";
        MMA_INT_OVERFLOW = "mma_int_overflow" MMAIntOverflow "`<` $value `>`";
        MMA_KIND = "mma_kind" MMAKind "`<` $value `>`";
        MMA_LAYOUT = "mma_layout" MMALayout "`<` $value `>`";
        MMA_TYPES = "mma_type" MMATypes "`<` $value `>`";
        MATCH_SYNC_KIND = "match_sync_kind" MatchSyncKind "$value";
        MEM_ORDER_KIND = "mem_order" MemOrderKind "`<` $value `>`";
        MEM_SCOPE_KIND = "mem_scope" MemScopeKind "`<` $value `>`";
        MEMORY_SPACE = "memory_space" NVVMMemorySpace "`<` $value `>`", [AddressSpaceLike(address_space)];
        PERMUTE_MODE = "permute_mode" PermuteMode "`<` $value `>`";
        PREFETCH_CACHE_LEVEL = "prefetch_cache_level" PrefetchCacheLevel "$value";
        PROXY_KIND = "proxy_kind" ProxyKind "`<` $value `>`";
        REDUX_KIND = "redux_kind" ReduxKind "$value";
        SATURATION_MODE = "sat_mode" SaturationMode "`<` $value `>`";
        SCALE_VEC_SIZE = "scale_vec_size" ScaleVecSize "`<` $value `>`";
        SET_MAX_REGISTER_ACTION = "action" SetMaxRegisterAction "$value";
        SHARED_SPACE = "shared_space" SharedSpace "`<` $value `>`";
        SHFL_KIND = "shfl_kind" ShflKind "$value";
        TMA_LOAD_MODE = "tma_load_mode" TMALoadMode "`<` $value `>`";
        TMA_REDUX_KIND = "tma_redux_kind" TMAReduxKind "`<` $value `>`";
        TMA_STORE_MODE = "tma_store_mode" TMAStoreMode "`<` $value `>`";
        TCGEN05_CP_MULTICAST = "tcgen05_cp_multicast" Tcgen05CpMulticast "`<` $value `>`";
        TCGEN05_CP_SHAPE = "tcgen05_cp_shape" Tcgen05CpShape "`<` $value `>`";
        TCGEN05_CP_SRC_FORMAT = "tcgen05_cp_src_fmt" Tcgen05CpSrcFormat "`<` $value `>`";
        TCGEN05_FENCE_KIND = "tcgen05_fence" Tcgen05FenceKind "`<` $value `>`";
        TCGEN05_LD_ST_SHAPE = "tcgen05_ldst_shape" Tcgen05LdStShape "`<` $value `>`";
        TCGEN05_MMA_BLOCK_SCALE = "tcgen05_mma_block_scale" Tcgen05MMABlockScale "`<` $value `>`";
        TCGEN05_MMA_COLLECTOR_B_BUFFER = "tcgen05_mma_collectorb" Tcgen05MMACollectorBBuffer "`<` $value `>`";
        TCGEN05_MMA_COLLECTOR_OP = "tcgen05_mma_collectorop" Tcgen05MMACollectorOp "`<` $value `>`";
        TCGEN05_MMA_KIND = "tcgen05_mma_kind" Tcgen05MMAKind "`<` $value `>`";
        TCGEN05_WAIT_KIND = "tcgen05_wait" Tcgen05WaitKind "`<` $value `>`";
        VOTE_SYNC_KIND = "vote_sync_kind" VoteSyncKind "$value";
        WGMMA_SCALE_IN = "wgmma_scale_in" WGMMAScaleIn "`<` $value `>`";
        WGMMA_SCALE_OUT = "wgmma_scale_out" WGMMAScaleOut "`<` $value `>`";
        WGMMA_TYPES = "wgmma_type" WGMMATypes "`<` $value `>`";
    }
}
