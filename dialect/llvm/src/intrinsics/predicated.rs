//! Vector-predicated intrinsics: lanes where the mask is unset, or at or beyond `evl`, are not computed.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: Vector Predication Intrinsics.

use crate::constraints::{
    BUILTIN_FLOAT, I32, INTEGER, LLVM_TYPE, POINTER, VECTOR, VECTOR_OF_BUILTIN_FLOAT, VECTOR_OF_I1,
    VECTOR_OF_INTEGER, VECTOR_OF_POINTER,
};
use tern_mlir::declare::{families, operations};

families! { "llvm.intr." => "llvm.";
    family [Vector] {
        traits: [Pure],
        operands: { lhs: one(Vector), rhs: one(Vector), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_results: &[0] },
    }
    /// Integer sum. LangRef: `llvm.vp.add` intrinsic.
    VPAdd: "vp.add" (VECTOR_OF_INTEGER),
    /// Integer difference. LangRef: `llvm.vp.sub` intrinsic.
    VPSub: "vp.sub" (VECTOR_OF_INTEGER),
    /// Integer product. LangRef: `llvm.vp.mul` intrinsic.
    VPMul: "vp.mul" (VECTOR_OF_INTEGER),
    /// Signed quotient. LangRef: `llvm.vp.sdiv` intrinsic.
    VPSDiv: "vp.sdiv" (VECTOR_OF_INTEGER),
    /// Unsigned quotient. LangRef: `llvm.vp.udiv` intrinsic.
    VPUDiv: "vp.udiv" (VECTOR_OF_INTEGER),
    /// Remainder of signed division. LangRef: `llvm.vp.srem` intrinsic.
    VPSRem: "vp.srem" (VECTOR_OF_INTEGER),
    /// Remainder of unsigned division. LangRef: `llvm.vp.urem` intrinsic.
    VPURem: "vp.urem" (VECTOR_OF_INTEGER),
    /// Shift to the right, filling with the sign. LangRef: `llvm.vp.ashr` intrinsic.
    VPAShr: "vp.ashr" (VECTOR_OF_INTEGER),
    /// Shift to the right, filling with zeros. LangRef: `llvm.vp.lshr` intrinsic.
    VPLShr: "vp.lshr" (VECTOR_OF_INTEGER),
    /// Shift to the left. LangRef: `llvm.vp.shl` intrinsic.
    VPShl: "vp.shl" (VECTOR_OF_INTEGER),
    /// Bitwise or. LangRef: `llvm.vp.or` intrinsic.
    VPOr: "vp.or" (VECTOR_OF_INTEGER),
    /// Bitwise and. LangRef: `llvm.vp.and` intrinsic.
    VPAnd: "vp.and" (VECTOR_OF_INTEGER),
    /// Bitwise exclusive or. LangRef: `llvm.vp.xor` intrinsic.
    VPXor: "vp.xor" (VECTOR_OF_INTEGER),
    /// The greater signed integer. LangRef: `llvm.vp.smax` intrinsic.
    VPSMax: "vp.smax" (VECTOR_OF_INTEGER),
    /// The lesser signed integer. LangRef: `llvm.vp.smin` intrinsic.
    VPSMin: "vp.smin" (VECTOR_OF_INTEGER),
    /// The greater unsigned integer. LangRef: `llvm.vp.umax` intrinsic.
    VPUMax: "vp.umax" (VECTOR_OF_INTEGER),
    /// The lesser unsigned integer. LangRef: `llvm.vp.umin` intrinsic.
    VPUMin: "vp.umin" (VECTOR_OF_INTEGER),
    /// Floating point sum. LangRef: `llvm.vp.fadd` intrinsic.
    VPFAdd: "vp.fadd" (VECTOR_OF_BUILTIN_FLOAT),
    /// Floating point difference. LangRef: `llvm.vp.fsub` intrinsic.
    VPFSub: "vp.fsub" (VECTOR_OF_BUILTIN_FLOAT),
    /// Floating point product. LangRef: `llvm.vp.fmul` intrinsic.
    VPFMul: "vp.fmul" (VECTOR_OF_BUILTIN_FLOAT),
    /// Floating point quotient. LangRef: `llvm.vp.fdiv` intrinsic.
    VPFDiv: "vp.fdiv" (VECTOR_OF_BUILTIN_FLOAT),
    /// Remainder of floating point division. LangRef: `llvm.vp.frem` intrinsic.
    VPFRem: "vp.frem" (VECTOR_OF_BUILTIN_FLOAT);

    family [] {
        traits: [Pure],
        operands: {
            op1: one(VECTOR_OF_BUILTIN_FLOAT),
            op2: one(VECTOR_OF_BUILTIN_FLOAT),
            op3: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_results: &[0] },
    }
    /// `op1 * op2 + op3`, rounded once or twice. LangRef: `llvm.vp.fmuladd` intrinsic.
    VPFMulAdd: "vp.fmuladd",
    /// `op1 * op2 + op3`, rounded once. LangRef: `llvm.vp.fma` intrinsic.
    VPFMA: "vp.fma";

    family [Element, Vector] {
        traits: [Pure],
        operands: { satrt_value: one(Element), val: one(Vector), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_operands: &[1] },
    }
    /// Sum of the elements. LangRef: `llvm.vp.reduce.add` intrinsic.
    VPReduceAdd: "vp.reduce.add" (INTEGER, VECTOR_OF_INTEGER),
    /// Product of the elements. LangRef: `llvm.vp.reduce.mul` intrinsic.
    VPReduceMul: "vp.reduce.mul" (INTEGER, VECTOR_OF_INTEGER),
    /// Bitwise and of the elements. LangRef: `llvm.vp.reduce.and` intrinsic.
    VPReduceAnd: "vp.reduce.and" (INTEGER, VECTOR_OF_INTEGER),
    /// Bitwise or of the elements. LangRef: `llvm.vp.reduce.or` intrinsic.
    VPReduceOr: "vp.reduce.or" (INTEGER, VECTOR_OF_INTEGER),
    /// Bitwise exclusive or of the elements. LangRef: `llvm.vp.reduce.xor` intrinsic.
    VPReduceXor: "vp.reduce.xor" (INTEGER, VECTOR_OF_INTEGER),
    /// Greatest element, signed. LangRef: `llvm.vp.reduce.smax` intrinsic.
    VPReduceSMax: "vp.reduce.smax" (INTEGER, VECTOR_OF_INTEGER),
    /// Least element, signed. LangRef: `llvm.vp.reduce.smin` intrinsic.
    VPReduceSMin: "vp.reduce.smin" (INTEGER, VECTOR_OF_INTEGER),
    /// Greatest element, unsigned. LangRef: `llvm.vp.reduce.umax` intrinsic.
    VPReduceUMax: "vp.reduce.umax" (INTEGER, VECTOR_OF_INTEGER),
    /// Least element, unsigned. LangRef: `llvm.vp.reduce.umin` intrinsic.
    VPReduceUMin: "vp.reduce.umin" (INTEGER, VECTOR_OF_INTEGER),
    /// Floating point sum of the elements. LangRef: `llvm.vp.reduce.fadd` intrinsic.
    VPReduceFAdd: "vp.reduce.fadd" (BUILTIN_FLOAT, VECTOR_OF_BUILTIN_FLOAT),
    /// Floating point product of the elements. LangRef: `llvm.vp.reduce.fmul` intrinsic.
    VPReduceFMul: "vp.reduce.fmul" (BUILTIN_FLOAT, VECTOR_OF_BUILTIN_FLOAT),
    /// Greatest floating point element. LangRef: `llvm.vp.reduce.fmax` intrinsic.
    VPReduceFMax: "vp.reduce.fmax" (BUILTIN_FLOAT, VECTOR_OF_BUILTIN_FLOAT),
    /// Least floating point element. LangRef: `llvm.vp.reduce.fmin` intrinsic.
    VPReduceFMin: "vp.reduce.fmin" (BUILTIN_FLOAT, VECTOR_OF_BUILTIN_FLOAT);

    family [] {
        traits: [Pure],
        operands: { cond: one(VECTOR_OF_I1), true_val: one(VECTOR), false_val: one(VECTOR), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_operands: &[1] },
    }
    /// Elementwise select; lanes beyond `evl` are poison. LangRef: `llvm.vp.select` intrinsic.
    VPSelect: "vp.select",
    /// Elementwise select; lanes beyond `evl` come from the second vector. LangRef: `llvm.vp.merge` intrinsic.
    VPMerge: "vp.merge";

    family [Src] {
        traits: [Pure],
        operands: { src: one(Src), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { overloaded_results: &[0], overloaded_operands: &[0] },
    }
    /// Truncation of integers. LangRef: `llvm.vp.trunc` intrinsic.
    VPTrunc: "vp.trunc" (VECTOR_OF_INTEGER),
    /// Zero extension. LangRef: `llvm.vp.zext` intrinsic.
    VPZExt: "vp.zext" (VECTOR_OF_INTEGER),
    /// Sign extension. LangRef: `llvm.vp.sext` intrinsic.
    VPSExt: "vp.sext" (VECTOR_OF_INTEGER),
    /// Truncation of floating point numbers. LangRef: `llvm.vp.fptrunc` intrinsic.
    VPFPTrunc: "vp.fptrunc" (VECTOR_OF_BUILTIN_FLOAT),
    /// Extension of floating point numbers. LangRef: `llvm.vp.fpext` intrinsic.
    VPFPExt: "vp.fpext" (VECTOR_OF_BUILTIN_FLOAT),
    /// Floating point numbers as unsigned integers. LangRef: `llvm.vp.fptoui` intrinsic.
    VPFPToUI: "vp.fptoui" (VECTOR_OF_BUILTIN_FLOAT),
    /// Floating point numbers as signed integers. LangRef: `llvm.vp.fptosi` intrinsic.
    VPFPToSI: "vp.fptosi" (VECTOR_OF_BUILTIN_FLOAT),
    /// Unsigned integers as floating point numbers. LangRef: `llvm.vp.uitofp` intrinsic.
    VPUIToFP: "vp.uitofp" (VECTOR_OF_INTEGER),
    /// Signed integers as floating point numbers. LangRef: `llvm.vp.sitofp` intrinsic.
    VPSIToFP: "vp.sitofp" (VECTOR_OF_INTEGER),
    /// Pointers as integers. LangRef: `llvm.vp.ptrtoint` intrinsic.
    VPPtrToInt: "vp.ptrtoint" (VECTOR_OF_POINTER),
    /// Integers as pointers. LangRef: `llvm.vp.inttoptr` intrinsic.
    VPIntToPtr: "vp.inttoptr" (VECTOR_OF_INTEGER);
}

operations! {
    /// Flipped sign. LangRef: `llvm.vp.fneg` intrinsic.
    VPFNeg = "llvm.intr.vp.fneg" {
        traits: [Pure],
        operands: { op: one(VECTOR_OF_BUILTIN_FLOAT), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fneg" { overloaded_results: &[0] },
    }

    /// Loads consecutive elements. LangRef: `llvm.vp.load` intrinsic.
    VPLoad = "llvm.intr.vp.load" {
        operands: { ptr: one(POINTER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.load" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Stores consecutive elements. LangRef: `llvm.vp.store` intrinsic.
    VPStore = "llvm.intr.vp.store" {
        operands: { val: one(VECTOR), ptr: one(POINTER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        intrinsic: "llvm.vp.store" { overloaded_operands: &[0, 1] },
    }

    /// Loads elements at a constant stride. LangRef: `llvm.experimental.vp.strided.load` intrinsic.
    VPStridedLoad = "llvm.intr.experimental.vp.strided.load" {
        operands: { ptr: one(POINTER), stride: one(INTEGER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.experimental.vp.strided.load" { overloaded_results: &[0], overloaded_operands: &[0, 1] },
    }

    /// Stores elements at a constant stride. LangRef: `llvm.experimental.vp.strided.store` intrinsic.
    VPStridedStore = "llvm.intr.experimental.vp.strided.store" {
        operands: {
            val: one(VECTOR),
            ptr: one(POINTER),
            stride: one(INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        intrinsic: "llvm.experimental.vp.strided.store" { overloaded_operands: &[0, 1, 2] },
    }
}
