//! Vector-predicated intrinsics: lanes where the mask is unset, or at or beyond `evl`, are not computed.
//!
//! Source: `LLVMIntrinsicOps.td`; LangRef: Vector Predication Intrinsics.

use crate::constraints::{
    BUILTIN_FLOAT, I32, INTEGER, LLVM_TYPE, POINTER, VECTOR, VECTOR_OF_BUILTIN_FLOAT, VECTOR_OF_I1,
    VECTOR_OF_INTEGER, VECTOR_OF_POINTER,
};
use tern_mlir::declare::operations;

operations! {
    /// Integer sum. LangRef: `llvm.vp.add` intrinsic.
    VPAdd = "llvm.intr.vp.add" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.add" { overloaded_results: &[0] },
    }

    /// Integer difference. LangRef: `llvm.vp.sub` intrinsic.
    VPSub = "llvm.intr.vp.sub" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.sub" { overloaded_results: &[0] },
    }

    /// Integer product. LangRef: `llvm.vp.mul` intrinsic.
    VPMul = "llvm.intr.vp.mul" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.mul" { overloaded_results: &[0] },
    }

    /// Signed quotient. LangRef: `llvm.vp.sdiv` intrinsic.
    VPSDiv = "llvm.intr.vp.sdiv" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.sdiv" { overloaded_results: &[0] },
    }

    /// Unsigned quotient. LangRef: `llvm.vp.udiv` intrinsic.
    VPUDiv = "llvm.intr.vp.udiv" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.udiv" { overloaded_results: &[0] },
    }

    /// Remainder of signed division. LangRef: `llvm.vp.srem` intrinsic.
    VPSRem = "llvm.intr.vp.srem" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.srem" { overloaded_results: &[0] },
    }

    /// Remainder of unsigned division. LangRef: `llvm.vp.urem` intrinsic.
    VPURem = "llvm.intr.vp.urem" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.urem" { overloaded_results: &[0] },
    }

    /// Shift to the right, filling with the sign. LangRef: `llvm.vp.ashr` intrinsic.
    VPAShr = "llvm.intr.vp.ashr" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.ashr" { overloaded_results: &[0] },
    }

    /// Shift to the right, filling with zeros. LangRef: `llvm.vp.lshr` intrinsic.
    VPLShr = "llvm.intr.vp.lshr" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.lshr" { overloaded_results: &[0] },
    }

    /// Shift to the left. LangRef: `llvm.vp.shl` intrinsic.
    VPShl = "llvm.intr.vp.shl" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.shl" { overloaded_results: &[0] },
    }

    /// Bitwise or. LangRef: `llvm.vp.or` intrinsic.
    VPOr = "llvm.intr.vp.or" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.or" { overloaded_results: &[0] },
    }

    /// Bitwise and. LangRef: `llvm.vp.and` intrinsic.
    VPAnd = "llvm.intr.vp.and" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.and" { overloaded_results: &[0] },
    }

    /// Bitwise exclusive or. LangRef: `llvm.vp.xor` intrinsic.
    VPXor = "llvm.intr.vp.xor" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.xor" { overloaded_results: &[0] },
    }

    /// The greater signed integer. LangRef: `llvm.vp.smax` intrinsic.
    VPSMax = "llvm.intr.vp.smax" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.smax" { overloaded_results: &[0] },
    }

    /// The lesser signed integer. LangRef: `llvm.vp.smin` intrinsic.
    VPSMin = "llvm.intr.vp.smin" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.smin" { overloaded_results: &[0] },
    }

    /// The greater unsigned integer. LangRef: `llvm.vp.umax` intrinsic.
    VPUMax = "llvm.intr.vp.umax" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.umax" { overloaded_results: &[0] },
    }

    /// The lesser unsigned integer. LangRef: `llvm.vp.umin` intrinsic.
    VPUMin = "llvm.intr.vp.umin" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_INTEGER),
            rhs: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.umin" { overloaded_results: &[0] },
    }

    /// Floating point sum. LangRef: `llvm.vp.fadd` intrinsic.
    VPFAdd = "llvm.intr.vp.fadd" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_BUILTIN_FLOAT),
            rhs: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fadd" { overloaded_results: &[0] },
    }

    /// Floating point difference. LangRef: `llvm.vp.fsub` intrinsic.
    VPFSub = "llvm.intr.vp.fsub" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_BUILTIN_FLOAT),
            rhs: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fsub" { overloaded_results: &[0] },
    }

    /// Floating point product. LangRef: `llvm.vp.fmul` intrinsic.
    VPFMul = "llvm.intr.vp.fmul" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_BUILTIN_FLOAT),
            rhs: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fmul" { overloaded_results: &[0] },
    }

    /// Floating point quotient. LangRef: `llvm.vp.fdiv` intrinsic.
    VPFDiv = "llvm.intr.vp.fdiv" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_BUILTIN_FLOAT),
            rhs: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fdiv" { overloaded_results: &[0] },
    }

    /// Remainder of floating point division. LangRef: `llvm.vp.frem` intrinsic.
    VPFRem = "llvm.intr.vp.frem" {
        traits: [Pure],
        operands: {
            lhs: one(VECTOR_OF_BUILTIN_FLOAT),
            rhs: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.frem" { overloaded_results: &[0] },
    }

    /// Flipped sign. LangRef: `llvm.vp.fneg` intrinsic.
    VPFNeg = "llvm.intr.vp.fneg" {
        traits: [Pure],
        operands: { op: one(VECTOR_OF_BUILTIN_FLOAT), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fneg" { overloaded_results: &[0] },
    }

    /// `op1 * op2 + op3`, rounded once or twice. LangRef: `llvm.vp.fmuladd` intrinsic.
    VPFMulAdd = "llvm.intr.vp.fmuladd" {
        traits: [Pure],
        operands: {
            op1: one(VECTOR_OF_BUILTIN_FLOAT),
            op2: one(VECTOR_OF_BUILTIN_FLOAT),
            op3: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fmuladd" { overloaded_results: &[0] },
    }

    /// `op1 * op2 + op3`, rounded once. LangRef: `llvm.vp.fma` intrinsic.
    VPFMA = "llvm.intr.vp.fma" {
        traits: [Pure],
        operands: {
            op1: one(VECTOR_OF_BUILTIN_FLOAT),
            op2: one(VECTOR_OF_BUILTIN_FLOAT),
            op3: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fma" { overloaded_results: &[0] },
    }

    /// Sum of the elements. LangRef: `llvm.vp.reduce.add` intrinsic.
    VPReduceAdd = "llvm.intr.vp.reduce.add" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.add" { overloaded_operands: &[1] },
    }

    /// Product of the elements. LangRef: `llvm.vp.reduce.mul` intrinsic.
    VPReduceMul = "llvm.intr.vp.reduce.mul" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.mul" { overloaded_operands: &[1] },
    }

    /// Bitwise and of the elements. LangRef: `llvm.vp.reduce.and` intrinsic.
    VPReduceAnd = "llvm.intr.vp.reduce.and" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.and" { overloaded_operands: &[1] },
    }

    /// Bitwise or of the elements. LangRef: `llvm.vp.reduce.or` intrinsic.
    VPReduceOr = "llvm.intr.vp.reduce.or" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.or" { overloaded_operands: &[1] },
    }

    /// Bitwise exclusive or of the elements. LangRef: `llvm.vp.reduce.xor` intrinsic.
    VPReduceXor = "llvm.intr.vp.reduce.xor" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.xor" { overloaded_operands: &[1] },
    }

    /// Greatest element, signed. LangRef: `llvm.vp.reduce.smax` intrinsic.
    VPReduceSMax = "llvm.intr.vp.reduce.smax" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.smax" { overloaded_operands: &[1] },
    }

    /// Least element, signed. LangRef: `llvm.vp.reduce.smin` intrinsic.
    VPReduceSMin = "llvm.intr.vp.reduce.smin" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.smin" { overloaded_operands: &[1] },
    }

    /// Greatest element, unsigned. LangRef: `llvm.vp.reduce.umax` intrinsic.
    VPReduceUMax = "llvm.intr.vp.reduce.umax" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.umax" { overloaded_operands: &[1] },
    }

    /// Least element, unsigned. LangRef: `llvm.vp.reduce.umin` intrinsic.
    VPReduceUMin = "llvm.intr.vp.reduce.umin" {
        traits: [Pure],
        operands: {
            satrt_value: one(INTEGER),
            val: one(VECTOR_OF_INTEGER),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.umin" { overloaded_operands: &[1] },
    }

    /// Floating point sum of the elements. LangRef: `llvm.vp.reduce.fadd` intrinsic.
    VPReduceFAdd = "llvm.intr.vp.reduce.fadd" {
        traits: [Pure],
        operands: {
            satrt_value: one(BUILTIN_FLOAT),
            val: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.fadd" { overloaded_operands: &[1] },
    }

    /// Floating point product of the elements. LangRef: `llvm.vp.reduce.fmul` intrinsic.
    VPReduceFMul = "llvm.intr.vp.reduce.fmul" {
        traits: [Pure],
        operands: {
            satrt_value: one(BUILTIN_FLOAT),
            val: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.fmul" { overloaded_operands: &[1] },
    }

    /// Greatest floating point element. LangRef: `llvm.vp.reduce.fmax` intrinsic.
    VPReduceFMax = "llvm.intr.vp.reduce.fmax" {
        traits: [Pure],
        operands: {
            satrt_value: one(BUILTIN_FLOAT),
            val: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.fmax" { overloaded_operands: &[1] },
    }

    /// Least floating point element. LangRef: `llvm.vp.reduce.fmin` intrinsic.
    VPReduceFMin = "llvm.intr.vp.reduce.fmin" {
        traits: [Pure],
        operands: {
            satrt_value: one(BUILTIN_FLOAT),
            val: one(VECTOR_OF_BUILTIN_FLOAT),
            mask: one(VECTOR_OF_I1),
            evl: one(I32),
        },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.reduce.fmin" { overloaded_operands: &[1] },
    }

    /// Elementwise select; lanes beyond `evl` are poison. LangRef: `llvm.vp.select` intrinsic.
    VPSelect = "llvm.intr.vp.select" {
        traits: [Pure],
        operands: { cond: one(VECTOR_OF_I1), true_val: one(VECTOR), false_val: one(VECTOR), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.select" { overloaded_operands: &[1] },
    }

    /// Elementwise select; lanes beyond `evl` come from the second vector. LangRef: `llvm.vp.merge` intrinsic.
    VPMerge = "llvm.intr.vp.merge" {
        traits: [Pure],
        operands: { cond: one(VECTOR_OF_I1), true_val: one(VECTOR), false_val: one(VECTOR), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.merge" { overloaded_operands: &[1] },
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

    /// Truncation of integers. LangRef: `llvm.vp.trunc` intrinsic.
    VPTrunc = "llvm.intr.vp.trunc" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_INTEGER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.trunc" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Zero extension. LangRef: `llvm.vp.zext` intrinsic.
    VPZExt = "llvm.intr.vp.zext" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_INTEGER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.zext" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Sign extension. LangRef: `llvm.vp.sext` intrinsic.
    VPSExt = "llvm.intr.vp.sext" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_INTEGER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.sext" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Truncation of floating point numbers. LangRef: `llvm.vp.fptrunc` intrinsic.
    VPFPTrunc = "llvm.intr.vp.fptrunc" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_BUILTIN_FLOAT), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fptrunc" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Extension of floating point numbers. LangRef: `llvm.vp.fpext` intrinsic.
    VPFPExt = "llvm.intr.vp.fpext" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_BUILTIN_FLOAT), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fpext" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Floating point numbers as unsigned integers. LangRef: `llvm.vp.fptoui` intrinsic.
    VPFPToUI = "llvm.intr.vp.fptoui" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_BUILTIN_FLOAT), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fptoui" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Floating point numbers as signed integers. LangRef: `llvm.vp.fptosi` intrinsic.
    VPFPToSI = "llvm.intr.vp.fptosi" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_BUILTIN_FLOAT), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.fptosi" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Unsigned integers as floating point numbers. LangRef: `llvm.vp.uitofp` intrinsic.
    VPUIToFP = "llvm.intr.vp.uitofp" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_INTEGER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.uitofp" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Signed integers as floating point numbers. LangRef: `llvm.vp.sitofp` intrinsic.
    VPSIToFP = "llvm.intr.vp.sitofp" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_INTEGER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.sitofp" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Pointers as integers. LangRef: `llvm.vp.ptrtoint` intrinsic.
    VPPtrToInt = "llvm.intr.vp.ptrtoint" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_POINTER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.ptrtoint" { overloaded_results: &[0], overloaded_operands: &[0] },
    }

    /// Integers as pointers. LangRef: `llvm.vp.inttoptr` intrinsic.
    VPIntToPtr = "llvm.intr.vp.inttoptr" {
        traits: [Pure],
        operands: { src: one(VECTOR_OF_INTEGER), mask: one(VECTOR_OF_I1), evl: one(I32) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: "llvm.vp.inttoptr" { overloaded_results: &[0], overloaded_operands: &[0] },
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
