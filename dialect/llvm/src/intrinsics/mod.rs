//! The operations for intrinsics. Source: MLIR's `LLVMIntrinsicOps.td`; LangRef: Intrinsic Functions.

pub mod coroutine;
pub mod float;
pub mod integer;
pub mod memory;
pub mod other;
pub mod predicated;
pub mod vector;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use tern_mlir::declare::{OpDef, concat};

pub use coroutine::{
    CoroAlign, CoroBegin, CoroEnd, CoroFree, CoroId, CoroPromise, CoroResume, CoroSave, CoroSize, CoroSuspend,
};
pub use float::{
    ACos, ASin, ATan, ATan2, ConstrainedFPExt, ConstrainedFPTrunc, ConstrainedSIToFP, ConstrainedUIToFP,
    CopySign, Cos, Cosh, Exp, Exp2, Exp10, FAbs, FCeil, FFloor, FMA, FMulAdd, FTrunc, FractionExp, IsFPClass,
    Llrint, Llround, LoadExp, Log, Log2, Log10, Lrint, Lround, MaxNum, Maximum, MinNum, Minimum, Nearbyint,
    Pow, PowI, Rint, Round, RoundEven, Sin, Sincos, Sinh, Sqrt, Tan, Tanh,
};
pub use integer::{
    Abs, BitReverse, ByteSwap, CountLeadingZeros, CountTrailingZeros, CtPop, FunnelShl, FunnelShr, SAddSat,
    SAddWithOverflow, SCmp, SMax, SMin, SMulWithOverflow, SShlSat, SSubSat, SSubWithOverflow, UAddSat,
    UAddWithOverflow, UCmp, UMax, UMin, UMulWithOverflow, UShlSat, USubSat, USubWithOverflow,
};
pub use memory::{
    InvariantEnd, InvariantStart, LaunderInvariantGroup, LifetimeEnd, LifetimeStart, MaskedCompressStore,
    MaskedExpandLoad, MaskedGather, MaskedLoad, MaskedScatter, MaskedStore, Memcpy, MemcpyInline, Memmove,
    Memset, MemsetInline, NoAliasScopeDecl, Prefetch, PtrMask, StackRestore, StackSave, StripInvariantGroup,
    ThreadlocalAddress, VaCopy, VaEnd, VaStart,
};
pub use other::{
    Annotation, Assume, DbgDeclare, DbgLabel, DbgValue, DebugTrap, EhTypeidFor, Expect,
    ExpectWithProbability, IsConstant, PtrAnnotation, SSACopy, Trap, UBSanTrap, VarAnnotation,
};
pub use predicated::{
    VPAShr, VPAdd, VPAnd, VPFAdd, VPFDiv, VPFMA, VPFMul, VPFMulAdd, VPFNeg, VPFPExt, VPFPToSI, VPFPToUI,
    VPFPTrunc, VPFRem, VPFSub, VPIntToPtr, VPLShr, VPLoad, VPMerge, VPMul, VPOr, VPPtrToInt, VPReduceAdd,
    VPReduceAnd, VPReduceFAdd, VPReduceFMax, VPReduceFMin, VPReduceFMul, VPReduceMul, VPReduceOr,
    VPReduceSMax, VPReduceSMin, VPReduceUMax, VPReduceUMin, VPReduceXor, VPSDiv, VPSExt, VPSIToFP, VPSMax,
    VPSMin, VPSRem, VPSelect, VPShl, VPStore, VPStridedLoad, VPStridedStore, VPSub, VPTrunc, VPUDiv,
    VPUIToFP, VPUMax, VPUMin, VPURem, VPXor, VPZExt,
};
pub use vector::{
    GetActiveLaneMask, MatrixColumnMajorLoad, MatrixColumnMajorStore, MatrixMultiply, MatrixTranspose,
    StepVector, VScale, VectorDeinterleave2, VectorExtract, VectorInsert, VectorInterleave2, VectorReduceAdd,
    VectorReduceAnd, VectorReduceFAdd, VectorReduceFMax, VectorReduceFMaximum, VectorReduceFMin,
    VectorReduceFMinimum, VectorReduceFMul, VectorReduceMul, VectorReduceOr, VectorReduceSMax,
    VectorReduceSMin, VectorReduceUMax, VectorReduceUMin, VectorReduceXor,
};

/// All operations of this module.
pub static OPERATIONS: &[&OpDef] = &concat!(
    &OpDef;
    integer::TABLE,
    integer::OPERATIONS,
    float::TABLE,
    float::OPERATIONS,
    memory::TABLE,
    memory::OPERATIONS,
    vector::TABLE,
    vector::OPERATIONS,
    coroutine::OPERATIONS,
    other::OPERATIONS,
    predicated::TABLE,
    predicated::OPERATIONS,
);

/// The operation for the intrinsic `name`, given without type suffixes, such as `llvm.smax`.
pub fn by_name(name: &str) -> Option<&'static OpDef> {
    static TABLE: LazyLock<FxHashMap<&'static str, &'static OpDef>> = LazyLock::new(|| {
        OPERATIONS.iter().filter_map(|def| Some((def.intrinsic.as_ref()?.name, *def))).collect()
    });
    TABLE.get(name).copied()
}

/// The operation for an intrinsic, given with its type suffixes, such as `llvm.smax.i32`. Suffixes begin with a dot; the
/// longest matching intrinsic is chosen.
pub fn by_full_name(name: &str) -> Option<&'static OpDef> {
    let mut prefix = name;
    loop {
        if let Some(def) = by_name(prefix) {
            return Some(def);
        }
        prefix = &prefix[..prefix.rfind('.')?];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intrinsics_are_found_by_name() {
        let name = |def: Option<&OpDef>| def.map(|def| def.name);
        assert_eq!(OPERATIONS.len(), 204);
        assert_eq!(name(by_name("llvm.smax")), Some("llvm.intr.smax"));
        assert_eq!(name(by_full_name("llvm.memcpy.inline.p0.p0.i64")), Some("llvm.intr.memcpy.inline"));
        assert_eq!(name(by_full_name("llvm.memcpy.p0.p0.i64")), Some("llvm.intr.memcpy"));
        assert_eq!(name(by_full_name("llvm.x86.sse.max.ps")), None);
    }

    #[test]
    fn immediates_are_declared_attributes() {
        for def in OPERATIONS {
            let intrinsic = def.intrinsic.as_ref().expect("an intrinsic");
            // The operations for variable arguments lack an underscore.
            let name = intrinsic.name.replacen("llvm.", "llvm.intr.", 1).replace(".va_", ".va");
            assert_eq!(def.name, name);
            for (_, attribute) in intrinsic.immediates {
                assert!(def.attribute(attribute).is_some(), "{} {attribute}", def.name);
            }
        }
    }
}
