//! Matrix multiplication.

use tern_mlir::declare::{AttrClass, families};

use crate::constraints::{
    ANY_INTEGER_OR_VECTOR, BF16_OR_VECTOR, F16_OR_VECTOR, F32_OR_VECTOR, I32, I64, LLVM_TYPE,
};

families! { "rocdl." => "llvm.amdgcn.";
    /// Multiplies matrices distributed over the lanes of a wave, and adds an accumulator. In `smfmac` the first matrix is
    /// sparse.
    family [] {
        operands: { args: variadic(LLVM_TYPE) },
        results: { res: one(LLVM_TYPE) },
        format: "$args attr-dict `:` functional-type($args, $res)",
        intrinsic: {},
    }
    "mfma.f32.16x16x16bf16.1k", "mfma.f32.16x16x16f16", "mfma.f32.16x16x1f32", "mfma.f32.16x16x2bf16",
    "mfma.f32.16x16x32.bf16", "mfma.f32.16x16x32.bf8.bf8", "mfma.f32.16x16x32.bf8.fp8",
    "mfma.f32.16x16x32.f16", "mfma.f32.16x16x32.fp8.bf8", "mfma.f32.16x16x32.fp8.fp8",
    "mfma.f32.16x16x4bf16.1k", "mfma.f32.16x16x4f16", "mfma.f32.16x16x4f32", "mfma.f32.16x16x8.xf32",
    "mfma.f32.16x16x8bf16", "mfma.f32.32x32x16.bf16", "mfma.f32.32x32x16.bf8.bf8", "mfma.f32.32x32x16.bf8.fp8",
    "mfma.f32.32x32x16.f16", "mfma.f32.32x32x16.fp8.bf8", "mfma.f32.32x32x16.fp8.fp8", "mfma.f32.32x32x1f32",
    "mfma.f32.32x32x2bf16", "mfma.f32.32x32x2f32", "mfma.f32.32x32x4.xf32", "mfma.f32.32x32x4bf16",
    "mfma.f32.32x32x4bf16.1k", "mfma.f32.32x32x4f16", "mfma.f32.32x32x8bf16.1k", "mfma.f32.32x32x8f16",
    "mfma.f32.4x4x1f32", "mfma.f32.4x4x2bf16", "mfma.f32.4x4x4bf16.1k", "mfma.f32.4x4x4f16",
    "mfma.f64.16x16x4f64", "mfma.f64.4x4x4f64", "mfma.i32.16x16x16i8", "mfma.i32.16x16x32.i8",
    "mfma.i32.16x16x4i8", "mfma.i32.16x16x64.i8", "mfma.i32.32x32x16.i8", "mfma.i32.32x32x32.i8",
    "mfma.i32.32x32x4i8", "mfma.i32.32x32x8i8", "mfma.i32.4x4x4i8", "mfma.scale.f32.16x16x128.f8f6f4",
    "mfma.scale.f32.32x32x64.f8f6f4", "smfmac.f32.16x16x128.bf8.bf8", "smfmac.f32.16x16x128.bf8.fp8",
    "smfmac.f32.16x16x128.fp8.bf8", "smfmac.f32.16x16x128.fp8.fp8", "smfmac.f32.16x16x32.bf16",
    "smfmac.f32.16x16x32.f16", "smfmac.f32.16x16x64.bf16", "smfmac.f32.16x16x64.bf8.bf8",
    "smfmac.f32.16x16x64.bf8.fp8", "smfmac.f32.16x16x64.f16", "smfmac.f32.16x16x64.fp8.bf8",
    "smfmac.f32.16x16x64.fp8.fp8", "smfmac.f32.32x32x16.bf16", "smfmac.f32.32x32x16.f16",
    "smfmac.f32.32x32x32.bf16", "smfmac.f32.32x32x32.bf8.bf8", "smfmac.f32.32x32x32.bf8.fp8",
    "smfmac.f32.32x32x32.f16", "smfmac.f32.32x32x32.fp8.bf8", "smfmac.f32.32x32x32.fp8.fp8",
    "smfmac.f32.32x32x64.bf8.bf8", "smfmac.f32.32x32x64.bf8.fp8", "smfmac.f32.32x32x64.fp8.bf8",
    "smfmac.f32.32x32x64.fp8.fp8", "smfmac.i32.16x16x128.i8", "smfmac.i32.16x16x64.i8",
    "smfmac.i32.32x32x32.i8", "smfmac.i32.32x32x64.i8";

    /// Like `mfma`, for shorter waves; `opsel` selects the half of a register that holds the accumulator.
    family [A] {
        operands: { a: one(A), b: one(A), c: one(A) },
        attributes: { opsel: default(AttrClass::Integer(1), "0") },
        results: { res: one(A) },
        format: "$a `,` $b `,` $c attr-dict `:` functional-type(operands, $res)",
        intrinsic: { immediates: &[(3, "opsel")] },
    }
    "wmma.bf16.16x16x16.bf16" (ANY_INTEGER_OR_VECTOR), "wmma.f16.16x16x16.f16" (F16_OR_VECTOR);

    /// Like `mfma`, for shorter waves, with modifiers for signs and operand reuse.
    family [A, C, Res] {
        operands: { a: one(A), b: one(A), c: one(C) },
        attributes: {
            signA: default(AttrClass::Integer(1), "0"), signB: default(AttrClass::Integer(1), "0"),
            modC: default(AttrClass::Integer(16), "0"), reuseA: default(AttrClass::Integer(1), "0"),
            reuseB: default(AttrClass::Integer(1), "0"),
        },
        results: { res: one(Res) },
        format: "$a `,` $b `,` $c attr-dict `:` functional-type(operands, $res)",
        intrinsic: { immediates: &[(0, "signA"), (2, "signB"), (4, "modC"), (6, "reuseA"), (7, "reuseB")] },
    }
    "wmma.bf16.16x16x32.bf16" (BF16_OR_VECTOR, BF16_OR_VECTOR, BF16_OR_VECTOR),
    "wmma.bf16f32.16x16x32.bf16" (BF16_OR_VECTOR, F32_OR_VECTOR, BF16_OR_VECTOR),
    "wmma.f16.16x16x32.f16" (F16_OR_VECTOR, F16_OR_VECTOR, F16_OR_VECTOR),
    "wmma.f32.16x16x32.bf16" (BF16_OR_VECTOR, F32_OR_VECTOR, F32_OR_VECTOR),
    "wmma.f32.16x16x32.f16" (F16_OR_VECTOR, F32_OR_VECTOR, F32_OR_VECTOR),
    "wmma.f32.16x16x4.f32" (F32_OR_VECTOR, F32_OR_VECTOR, F32_OR_VECTOR);

    /// Like `mfma`, for shorter waves, on 8-bit floats.
    family [C] {
        operands: { a: one(ANY_INTEGER_OR_VECTOR), b: one(ANY_INTEGER_OR_VECTOR), c: one(C) },
        attributes: {
            modC: default(AttrClass::Integer(16), "0"), reuseA: default(AttrClass::Integer(1), "0"),
            reuseB: default(AttrClass::Integer(1), "0"),
        },
        results: { res: one(C) },
        format: "$a `,` $b `,` $c attr-dict `:` functional-type(operands, $res)",
        intrinsic: { immediates: &[(2, "modC"), (4, "reuseA"), (5, "reuseB")] },
    }
    "wmma.f16.16x16x128.bf8_bf8" (F16_OR_VECTOR) = "llvm.amdgcn.wmma.f16.16x16x128.bf8.bf8",
    "wmma.f16.16x16x128.bf8_fp8" (F16_OR_VECTOR) = "llvm.amdgcn.wmma.f16.16x16x128.bf8.fp8",
    "wmma.f16.16x16x128.fp8_bf8" (F16_OR_VECTOR) = "llvm.amdgcn.wmma.f16.16x16x128.fp8.bf8",
    "wmma.f16.16x16x128.fp8_fp8" (F16_OR_VECTOR) = "llvm.amdgcn.wmma.f16.16x16x128.fp8.fp8",
    "wmma.f16.16x16x64.bf8_bf8" (F16_OR_VECTOR) = "llvm.amdgcn.wmma.f16.16x16x64.bf8.bf8",
    "wmma.f16.16x16x64.bf8_fp8" (F16_OR_VECTOR) = "llvm.amdgcn.wmma.f16.16x16x64.bf8.fp8",
    "wmma.f16.16x16x64.fp8_bf8" (F16_OR_VECTOR) = "llvm.amdgcn.wmma.f16.16x16x64.fp8.bf8",
    "wmma.f16.16x16x64.fp8_fp8" (F16_OR_VECTOR) = "llvm.amdgcn.wmma.f16.16x16x64.fp8.fp8",
    "wmma.f32.16x16x128.bf8_bf8" (F32_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x128.bf8.bf8",
    "wmma.f32.16x16x128.bf8_fp8" (F32_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x128.bf8.fp8",
    "wmma.f32.16x16x128.fp8_bf8" (F32_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x128.fp8.bf8",
    "wmma.f32.16x16x128.fp8_fp8" (F32_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x128.fp8.fp8",
    "wmma.f32.16x16x64.bf8_bf8" (F32_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x64.bf8.bf8",
    "wmma.f32.16x16x64.bf8_fp8" (F32_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x64.bf8.fp8",
    "wmma.f32.16x16x64.fp8_bf8" (F32_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x64.fp8.bf8",
    "wmma.f32.16x16x64.fp8_fp8" (F32_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x64.fp8.fp8";

    /// Like `mfma`, for shorter waves.
    family [A] {
        operands: { a: one(A), b: one(A), c: one(F32_OR_VECTOR) },
        results: { res: one(F32_OR_VECTOR) },
        format: "$a `,` $b `,` $c attr-dict `:` functional-type(operands, $res)",
        intrinsic: {},
    }
    "wmma.f32.16x16x16.bf16" (ANY_INTEGER_OR_VECTOR),
    "wmma.f32.16x16x16.bf8_bf8" (ANY_INTEGER_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x16.bf8.bf8",
    "wmma.f32.16x16x16.bf8_fp8" (ANY_INTEGER_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x16.bf8.fp8",
    "wmma.f32.16x16x16.f16" (F16_OR_VECTOR),
    "wmma.f32.16x16x16.fp8_bf8" (ANY_INTEGER_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x16.fp8.bf8",
    "wmma.f32.16x16x16.fp8_fp8" (ANY_INTEGER_OR_VECTOR) = "llvm.amdgcn.wmma.f32.16x16x16.fp8.fp8";

    /// Like `mfma`, for shorter waves, on signed or unsigned integers.
    family [] {
        operands: {
            a: one(ANY_INTEGER_OR_VECTOR), b: one(ANY_INTEGER_OR_VECTOR), c: one(ANY_INTEGER_OR_VECTOR),
        },
        attributes: {
            signA: default(AttrClass::Integer(1), "0"), signB: default(AttrClass::Integer(1), "0"),
            clamp: default(AttrClass::Integer(1), "0"),
        },
        results: { res: one(ANY_INTEGER_OR_VECTOR) },
        format: "$a `,` $b `,` $c attr-dict `:` functional-type(operands, $res)",
        intrinsic: { immediates: &[(0, "signA"), (2, "signB"), (5, "clamp")] },
    }
    "wmma.i32.16x16x16.iu4", "wmma.i32.16x16x16.iu8", "wmma.i32.16x16x32.iu4";

    /// Like `mfma`, for shorter waves, on signed or unsigned integers, with operand reuse.
    family [] {
        operands: {
            a: one(ANY_INTEGER_OR_VECTOR), b: one(ANY_INTEGER_OR_VECTOR), c: one(ANY_INTEGER_OR_VECTOR),
        },
        attributes: {
            signA: default(AttrClass::Integer(1), "0"), signB: default(AttrClass::Integer(1), "0"),
            reuseA: default(AttrClass::Integer(1), "0"), reuseB: default(AttrClass::Integer(1), "0"),
            clamp: default(AttrClass::Integer(1), "0"),
        },
        results: { res: one(ANY_INTEGER_OR_VECTOR) },
        format: "$a `,` $b `,` $c attr-dict `:` functional-type(operands, $res)",
        intrinsic: { immediates: &[(0, "signA"), (2, "signB"), (5, "reuseA"), (6, "reuseB"), (7, "clamp")] },
    }
    "wmma.i32.16x16x64.iu8";

    /// Like `mfma`, for shorter waves, on small floats whose formats are operands, with scales.
    family [ScaleA] {
        operands: {
            a: one(ANY_INTEGER_OR_VECTOR), b: one(ANY_INTEGER_OR_VECTOR), c: one(F32_OR_VECTOR),
            scaleA: one(ScaleA), scaleB: one(ScaleA),
        },
        attributes: {
            fmtA: default(AttrClass::Integer(32), "0"), fmtB: default(AttrClass::Integer(32), "0"),
            modC: default(AttrClass::Integer(16), "0"), scaleAType: default(AttrClass::Integer(32), "0"),
            fmtScaleA: default(AttrClass::Integer(32), "0"), scaleBType: default(AttrClass::Integer(32), "0"),
            fmtScaleB: default(AttrClass::Integer(32), "0"), reuseA: default(AttrClass::Integer(1), "0"),
            reuseB: default(AttrClass::Integer(1), "0"),
        },
        results: { res: one(F32_OR_VECTOR) },
        format: "$a `,` $b `,` $c `,` $scaleA `,` $scaleB attr-dict `:` functional-type(operands, $res)",
        intrinsic: {
            immediates: &[(0, "fmtA"), (2, "fmtB"), (4, "modC"), (6, "scaleAType"), (7, "fmtScaleA"), (9, "scaleBType"), (10, "fmtScaleB"), (12, "reuseA"), (13, "reuseB")],
        },
    }
    "wmma.scale16.f32.16x16x128.f8f6f4" (I64), "wmma.scale.f32.16x16x128.f8f6f4" (I32);

    /// Like `mfma`, for shorter waves, on 4-bit floats, with scales.
    family [ScaleA] {
        operands: {
            a: one(ANY_INTEGER_OR_VECTOR), b: one(ANY_INTEGER_OR_VECTOR), c: one(F32_OR_VECTOR),
            scaleA: one(ScaleA), scaleB: one(ScaleA),
        },
        attributes: {
            modC: default(AttrClass::Integer(16), "0"), scaleAType: default(AttrClass::Integer(32), "0"),
            fmtScaleA: default(AttrClass::Integer(32), "0"), scaleBType: default(AttrClass::Integer(32), "0"),
            fmtScaleB: default(AttrClass::Integer(32), "0"), reuseA: default(AttrClass::Integer(1), "0"),
            reuseB: default(AttrClass::Integer(1), "0"),
        },
        results: { res: one(F32_OR_VECTOR) },
        format: "$a `,` $b `,` $c `,` $scaleA `,` $scaleB attr-dict `:` functional-type(operands, $res)",
        intrinsic: {
            immediates: &[(2, "modC"), (4, "scaleAType"), (5, "fmtScaleA"), (7, "scaleBType"), (8, "fmtScaleB"), (10, "reuseA"), (11, "reuseB")],
        },
    }
    "wmma.scale16.f32.32x16x128.f4" (I64), "wmma.scale.f32.32x16x128.f4" (I32);
}
