//! Conversions between small floating point formats.

use tern_mlir::declare::{AttrClass, families};

use super::constraints::{
    V2F32, V2I16, V2I32, V3I32, V6I32, V8BF16, V8F16, V8F32, V16BF16, V16F16, V16F32, V32BF16, V32F16, V32F32,
};
use crate::constraints::{BF16, F16, F32, I32, LLVM_TYPE, V2BF16, V2F16};

families! { "rocdl." => "llvm.amdgcn.";
    /// Converts the byte `byteSel` of a register.
    family [] {
        traits: [Pure],
        operands: { srcA: one(I32) },
        attributes: { byteSel: required(AttrClass::Integer(32)) },
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict $srcA `[` $byteSel `]` `:` type($res)",
        intrinsic: { immediates: &[(1, "byteSel")] },
    }
    "cvt.f32.bf8", "cvt.f32.fp8";

    /// Converts two floats to bytes, which replace one half of a register.
    family [] {
        traits: [Pure],
        operands: { srcA: one(F32), srcB: one(F32), old: one(I32) },
        attributes: { wordSel: required(AttrClass::Integer(1)) },
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict $srcA `,` $srcB `->` $old `[` $wordSel `]` `:` type($res)",
        intrinsic: { immediates: &[(3, "wordSel")] },
    }
    "cvt.pk.bf8.f32", "cvt.pk.fp8.f32";

    /// Converts two bytes, one half of a register.
    family [] {
        traits: [Pure],
        operands: { src: one(I32) },
        attributes: { wordSel: required(AttrClass::Integer(1)) },
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict $src `[` $wordSel `]` `:` type($res)",
        intrinsic: { immediates: &[(1, "wordSel")] },
    }
    "cvt.pk.f32.bf8", "cvt.pk.f32.fp8";

    /// Converts two floats to `f16`, rounding towards zero.
    family [] {
        traits: [Pure],
        operands: { srcA: one(F32), srcB: one(F32) },
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict $srcA `,` $srcB `:` type($res)",
        intrinsic: {},
    }
    "cvt.pkrtz";

    /// Converts packed small floats; the scale is an exponent.
    family [Src, Res] {
        traits: [Pure],
        operands: { src: one(Src), scale: one(I32) },
        attributes: { scaleSel: required(AttrClass::Integer(32)) },
        results: { res: one(Res) },
        format: "attr-dict $src `,` $scale `[` $scaleSel `]` `:` type($res)",
        intrinsic: { immediates: &[(2, "scaleSel")] },
    }
    "cvt.scale.pk16.bf16.bf6" (V3I32, V16BF16), "cvt.scale.pk16.bf16.fp6" (V3I32, V16BF16),
    "cvt.scale.pk16.f16.bf6" (V3I32, V16F16), "cvt.scale.pk16.f16.fp6" (V3I32, V16F16),
    "cvt.scale.pk16.f32.bf6" (V3I32, V16F32), "cvt.scale.pk16.f32.fp6" (V3I32, V16F32),
    "cvt.scale.pk8.bf16.bf8" (V2I32, V8BF16), "cvt.scale.pk8.bf16.fp4" (I32, V8BF16),
    "cvt.scale.pk8.bf16.fp8" (V2I32, V8BF16), "cvt.scale.pk8.f16.bf8" (V2I32, V8F16),
    "cvt.scale.pk8.f16.fp4" (I32, V8F16), "cvt.scale.pk8.f16.fp8" (V2I32, V8F16),
    "cvt.scale.pk8.f32.bf8" (V2I32, V8F32), "cvt.scale.pk8.f32.fp4" (I32, V8F32),
    "cvt.scale.pk8.f32.fp8" (V2I32, V8F32);

    /// Converts two vectors of 16 floats to one of 32 packed 6-bit floats.
    family [] {
        traits: [Pure],
        operands: { src0: one(V16F32), src1: one(V16F32), scale: one(F32) },
        results: { res: one(V6I32) },
        format: "attr-dict $src0 `,` $src1 `,` $scale `:` type($res)",
        intrinsic: {},
    }
    "cvt.scalef32.2xpk16.bf6.f32", "cvt.scalef32.2xpk16.fp6.f32";

    /// Converts a byte of a register to one half of another.
    family [] {
        traits: [Pure],
        operands: { oldVdst: one(V2F16), src: one(I32), scale: one(F32) },
        attributes: {
            srcSelIndex: required(AttrClass::Integer(32)), dstLoHiSel: required(AttrClass::Integer(1)),
        },
        results: { res: one(V2F16) },
        format: "attr-dict $src `[` $srcSelIndex `]` `,` $scale `->` $oldVdst `[` $dstLoHiSel `]` `:` \
            type($res)",
        intrinsic: { immediates: &[(3, "srcSelIndex"), (4, "dstLoHiSel")] },
    }
    "cvt.scalef32.f16.bf8", "cvt.scalef32.f16.fp8";

    /// Converts the byte or the pair of 4-bit floats `srcSelIndex` of a register.
    family [Res] {
        traits: [Pure],
        operands: { src: one(I32), scale: one(F32) },
        attributes: { srcSelIndex: required(AttrClass::Integer(32)) },
        results: { res: one(Res) },
        format: "attr-dict $src `[` $srcSelIndex `]` `,` $scale `:` type($res)",
        intrinsic: { immediates: &[(2, "srcSelIndex")] },
    }
    "cvt.scalef32.f32.bf8" (F32), "cvt.scalef32.f32.fp8" (F32), "cvt.scalef32.pk.bf16.fp4" (V2BF16),
    "cvt.scalef32.pk.f16.fp4" (V2F16), "cvt.scalef32.pk.f32.fp4" (V2F32);

    /// Converts packed floats to small formats, or from them.
    family [Src, Res] {
        traits: [Pure],
        operands: { src: one(Src), scale: one(F32) },
        results: { res: one(Res) },
        format: "attr-dict $src `,` $scale `:` type($res)",
        intrinsic: {},
    }
    "cvt.scalef32.pk16.bf6.bf16" (V16BF16, V3I32), "cvt.scalef32.pk16.bf6.f16" (V16F16, V3I32),
    "cvt.scalef32.pk16.bf6.f32" (V16F32, V3I32), "cvt.scalef32.pk16.fp6.bf16" (V16BF16, V3I32),
    "cvt.scalef32.pk16.fp6.f16" (V16F16, V3I32), "cvt.scalef32.pk16.fp6.f32" (V16F32, V3I32),
    "cvt.scalef32.pk32.bf16.bf6" (V6I32, V32BF16), "cvt.scalef32.pk32.bf16.fp6" (V6I32, V32BF16),
    "cvt.scalef32.pk32.bf6.bf16" (V32BF16, V6I32), "cvt.scalef32.pk32.bf6.f16" (V32F16, V6I32),
    "cvt.scalef32.pk32.f16.bf6" (V6I32, V32F16), "cvt.scalef32.pk32.f16.fp6" (V6I32, V32F16),
    "cvt.scalef32.pk32.f32.bf6" (V6I32, V32F32), "cvt.scalef32.pk32.f32.fp6" (V6I32, V32F32),
    "cvt.scalef32.pk32.fp6.bf16" (V32BF16, V6I32), "cvt.scalef32.pk32.fp6.f16" (V32F16, V6I32),
    "cvt.scalef32.pk8.bf8.bf16" (V8BF16, V2I32), "cvt.scalef32.pk8.bf8.f16" (V8F16, V2I32),
    "cvt.scalef32.pk8.bf8.f32" (V8F32, V2I32), "cvt.scalef32.pk8.fp4.bf16" (V8BF16, I32),
    "cvt.scalef32.pk8.fp4.f16" (V8F16, I32), "cvt.scalef32.pk8.fp4.f32" (V8F32, I32),
    "cvt.scalef32.pk8.fp8.bf16" (V8BF16, V2I32), "cvt.scalef32.pk8.fp8.f16" (V8F16, V2I32),
    "cvt.scalef32.pk8.fp8.f32" (V8F32, V2I32);

    /// Converts two bytes, one half of a register.
    family [Res] {
        traits: [Pure],
        operands: { src: one(I32), scale: one(F32) },
        attributes: { srcLoHiSel: required(AttrClass::Integer(1)) },
        results: { res: one(Res) },
        format: "attr-dict $src `[` $srcLoHiSel `]` `,` $scale `:` type($res)",
        intrinsic: { immediates: &[(2, "srcLoHiSel")] },
    }
    "cvt.scalef32.pk.bf16.bf8" (V2BF16), "cvt.scalef32.pk.bf16.fp8" (V2BF16),
    "cvt.scalef32.pk.f16.bf8" (V2F16), "cvt.scalef32.pk.f16.fp8" (V2F16), "cvt.scalef32.pk.f32.bf8" (V2F32),
    "cvt.scalef32.pk.f32.fp8" (V2F32);

    /// Converts two floats to bytes, which replace one half of a register.
    family [Src0] {
        traits: [Pure],
        operands: { oldVdst: one(V2I16), src0: one(Src0), scale: one(F32) },
        attributes: { dstLoHiSel: required(AttrClass::Integer(1)) },
        results: { res: one(V2I16) },
        format: "attr-dict $src0 `,` $scale `->` $oldVdst `[` $dstLoHiSel `]` `:` type($res)",
        intrinsic: { immediates: &[(3, "dstLoHiSel")] },
    }
    "cvt.scalef32.pk.bf8.bf16" (V2BF16), "cvt.scalef32.pk.bf8.f16" (V2F16),
    "cvt.scalef32.pk.fp8.bf16" (V2BF16), "cvt.scalef32.pk.fp8.f16" (V2F16);

    /// Converts two floats to bytes, which replace one half of a register.
    family [] {
        traits: [Pure],
        operands: { oldVdst: one(V2I16), src0: one(F32), src1: one(F32), scale: one(F32) },
        attributes: { dstLoHiSel: required(AttrClass::Integer(1)) },
        results: { res: one(V2I16) },
        format: "attr-dict $src0 `,` $src1 `,` $scale `->` $oldVdst `[` $dstLoHiSel `]` `:` type($res)",
        intrinsic: { immediates: &[(4, "dstLoHiSel")] },
    }
    "cvt.scalef32.pk.bf8.f32", "cvt.scalef32.pk.fp8.f32";

    /// Converts two floats to 4 bits each, which replace a byte of a register.
    family [Src] {
        traits: [Pure],
        operands: { oldVdst: one(I32), src: one(Src), scale: one(F32) },
        attributes: { dstSelIndex: required(AttrClass::Integer(32)) },
        results: { res: one(I32) },
        format: "attr-dict $src `,` $scale `->` $oldVdst `[` $dstSelIndex `]` `:` type($res)",
        intrinsic: { immediates: &[(3, "dstSelIndex")] },
    }
    "cvt.scalef32.pk.fp4.bf16" (V2BF16), "cvt.scalef32.pk.fp4.f16" (V2F16);

    /// Converts two floats to 4 bits each, which replace a byte of a register.
    family [] {
        traits: [Pure],
        operands: { oldVdst: one(I32), src0: one(F32), src1: one(F32), scale: one(F32) },
        attributes: { dstSelIndex: required(AttrClass::Integer(32)) },
        results: { res: one(I32) },
        format: "attr-dict $src0 `,` $src1 `,` $scale `->` $oldVdst `[` $dstSelIndex `]` `:` type($res)",
        intrinsic: { immediates: &[(4, "dstSelIndex")] },
    }
    "cvt.scalef32.pk.fp4.f32";

    /// Converts a float to a byte of a register, with stochastic rounding.
    family [Src0] {
        traits: [Pure],
        operands: { oldVdst: one(I32), src0: one(Src0), seed: one(I32), scale: one(F32) },
        attributes: { dstSelIndex: required(AttrClass::Integer(32)) },
        results: { res: one(I32) },
        format: "attr-dict $src0 `,` $seed `,` $scale `->` $oldVdst `[` $dstSelIndex `]` `:` type($res)",
        intrinsic: { immediates: &[(4, "dstSelIndex")] },
    }
    "cvt.scalef32.sr.bf8.bf16" (BF16), "cvt.scalef32.sr.bf8.f16" (F16), "cvt.scalef32.sr.bf8.f32" (F32),
    "cvt.scalef32.sr.fp8.bf16" (BF16), "cvt.scalef32.sr.fp8.f16" (F16), "cvt.scalef32.sr.fp8.f32" (F32);

    /// Converts floats to packed small floats, with stochastic rounding.
    family [Src, Res] {
        traits: [Pure],
        operands: { src: one(Src), seed: one(I32), scale: one(F32) },
        results: { res: one(Res) },
        format: "attr-dict $src `,` $seed `,` $scale `:` type($res)",
        intrinsic: {},
    }
    "cvt.scalef32.sr.pk16.bf6.bf16" (V16BF16, V3I32), "cvt.scalef32.sr.pk16.bf6.f16" (V16F16, V3I32),
    "cvt.scalef32.sr.pk16.bf6.f32" (V16F32, V3I32), "cvt.scalef32.sr.pk16.fp6.bf16" (V16BF16, V3I32),
    "cvt.scalef32.sr.pk16.fp6.f16" (V16F16, V3I32), "cvt.scalef32.sr.pk16.fp6.f32" (V16F32, V3I32),
    "cvt.scalef32.sr.pk32.bf6.bf16" (V32BF16, V6I32), "cvt.scalef32.sr.pk32.bf6.f16" (V32F16, V6I32),
    "cvt.scalef32.sr.pk32.bf6.f32" (V32F32, V6I32), "cvt.scalef32.sr.pk32.fp6.bf16" (V32BF16, V6I32),
    "cvt.scalef32.sr.pk32.fp6.f16" (V32F16, V6I32), "cvt.scalef32.sr.pk32.fp6.f32" (V32F32, V6I32),
    "cvt.scalef32.sr.pk8.bf8.bf16" (V8BF16, V2I32), "cvt.scalef32.sr.pk8.bf8.f16" (V8F16, V2I32),
    "cvt.scalef32.sr.pk8.bf8.f32" (V8F32, V2I32), "cvt.scalef32.sr.pk8.fp4.bf16" (V8BF16, I32),
    "cvt.scalef32.sr.pk8.fp4.f16" (V8F16, I32), "cvt.scalef32.sr.pk8.fp4.f32" (V8F32, I32),
    "cvt.scalef32.sr.pk8.fp8.bf16" (V8BF16, V2I32), "cvt.scalef32.sr.pk8.fp8.f16" (V8F16, V2I32),
    "cvt.scalef32.sr.pk8.fp8.f32" (V8F32, V2I32);

    /// Converts two floats to 4 bits each, with stochastic rounding.
    family [Src] {
        traits: [Pure],
        operands: { oldVdst: one(I32), src: one(Src), seed: one(I32), scale: one(F32) },
        attributes: { dstSelIndex: required(AttrClass::Integer(32)) },
        results: { res: one(I32) },
        format: "attr-dict $src `,` $seed `,` $scale `->` $oldVdst `[` $dstSelIndex `]` `:` type($res)",
        intrinsic: { immediates: &[(4, "dstSelIndex")] },
    }
    "cvt.scalef32.sr.pk.fp4.bf16" (V2BF16), "cvt.scalef32.sr.pk.fp4.f16" (V2F16),
    "cvt.scalef32.sr.pk.fp4.f32" (V2F32);

    /// Converts a float to a byte of a register, with stochastic rounding.
    family [] {
        traits: [Pure],
        operands: { srcA: one(F32), srcB: one(I32), old: one(I32) },
        attributes: { byteSel: required(AttrClass::Integer(32)) },
        results: { res: one(LLVM_TYPE) },
        format: "attr-dict $srcA `,` $srcB `->` $old `[` $byteSel `]` `:` type($res)",
        intrinsic: { immediates: &[(3, "byteSel")] },
    }
    "cvt.sr.bf8.f32", "cvt.sr.fp8.f32";
}
