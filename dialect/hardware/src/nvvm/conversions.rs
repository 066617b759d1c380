//! Conversions to and from small floating point formats.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_llvm_ir::instruction::CastOp;
use tern_mlir::declare::{AttrClass, View, families, op_interfaces, operations};
use tern_mlir::types::FloatKind;
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, Type, TypeKind};

use super::attributes::{FP_ROUNDING_MODE, SATURATION_MODE};
use super::chips::ChipRequirement;
use super::constraints::{I16_OR_V2I8, V2BF16, V2F16, V2I8, V4F32, V4I8};
use super::enums::SaturationMode;
use crate::constraints::{F32, I8, I16, I32};

families! { "nvvm." => "";
    family [Dst] {
        operands: { a: one(F32), b: one(F32) },
        attributes: { relu: default(AttrClass::Bool, "false"), dstTy: required(AttrClass::Type) },
        results: { dst: one(Dst) },
        format: "$a `,` $b attr-dict `:` type($dst) `(` $dstTy `)`",
        verify: verify_small_destination,
        interfaces: [ToLlvm(pair_to_small)],
    }
    /// Converts two floats to 4 bits each.
    ConvertF32x2ToF4x2: "convert.f32x2.to.f4x2" (I8),
    /// Converts two floats to 6 bits each.
    ConvertF32x2ToF6x2: "convert.f32x2.to.f6x2" (I16_OR_V2I8);

    family [Dst] {
        traits: [Pure],
        operands: { src_hi: one(F32), src_lo: one(F32), random_bits: optional(I32) },
        attributes: {
            rnd: default(AttrClass::Declared(&FP_ROUNDING_MODE), "none"),
            sat: default(AttrClass::Declared(&SATURATION_MODE), "none"),
            relu: default(AttrClass::Bool, "false"),
        },
        results: { dst: one(Dst) },
        format: "$src_hi `,` $src_lo (`,` $random_bits^)? attr-dict `:` type($dst)",
        verify: verify_pair_to_half,
        interfaces: [ToLlvm(pair_to_half)],
    }
    /// Converts two floats to `f16`.
    ConvertF32x2ToF16x2: "convert.f32x2.to.f16x2" (V2F16),
    /// Converts two floats to `bf16`.
    ConvertF32x2ToBF16x2: "convert.f32x2.to.bf16x2" (V2BF16);

    family [Dst] {
        traits: [Pure],
        operands: { src: one(V4F32), rbits: one(I32) },
        attributes: { relu: default(AttrClass::Bool, "false"), dstTy: required(AttrClass::Type) },
        results: { dst: one(Dst) },
        format: "$src `,` $rbits attr-dict `:` type($src) `->` type($dst) `(` $dstTy `)`",
        verify: verify_small_destination,
        interfaces: [ToLlvm(four_to_small), ChipRequirement::Accelerated(&[100, 103])],
    }
    /// Converts four floats to 4 bits each, with stochastic rounding.
    ConvertF32x4ToF4x4: "convert.f32x4.to.f4x4" (I16),
    /// Converts four floats to 6 bits each, with stochastic rounding.
    ConvertF32x4ToF6x4: "convert.f32x4.to.f6x4" (V4I8),
    /// Converts four floats to 8 bits each, with stochastic rounding.
    ConvertF32x4ToF8x4: "convert.f32x4.to.f8x4" (V4I8);

    family [Src] {
        operands: { src: one(Src) },
        attributes: { relu: default(AttrClass::Bool, "false"), srcType: required(AttrClass::Type) },
        results: { dst: one(V2F16) },
        format: "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)",
        verify: verify_small_source,
        interfaces: [ToLlvm(small_to_half)],
    }
    /// Converts two 4-bit floats to `f16`.
    ConvertF4x2ToF16x2: "convert.f4x2.to.f16x2" (I8),
    /// Converts two 6-bit floats to `f16`.
    ConvertF6x2ToF16x2: "convert.f6x2.to.f16x2" (V2I8),
    /// Converts two 8-bit floats to `f16`.
    ConvertF8x2ToF16x2: "convert.f8x2.to.f16x2" (V2I8);
}

operations! {
    /// Rounds to `tf32`.
    ConvertFloatToTF32 = "nvvm.convert.float.to.tf32" {
        operands: { src: one(F32) },
        attributes: {
            rnd: default(AttrClass::Declared(&FP_ROUNDING_MODE), "none"),
            sat: default(AttrClass::Declared(&SATURATION_MODE), "none"),
            relu: default(AttrClass::Bool, "false"),
        },
        results: { res: one(I32) },
        format: "$src attr-dict",
        verify: verify_to_tf32,
        interfaces: [ToLlvm(to_tf32)],
    }

    /// Converts two floats to 8 bits each.
    ConvertF32x2ToF8x2 = "nvvm.convert.f32x2.to.f8x2" {
        operands: { a: one(F32), b: one(F32) },
        attributes: {
            rnd: default(AttrClass::Declared(&FP_ROUNDING_MODE), "none"),
            sat: default(AttrClass::Declared(&SATURATION_MODE), "none"),
            relu: default(AttrClass::Bool, "false"), dstTy: required(AttrClass::Type),
        },
        results: { dst: one(I16_OR_V2I8) },
        format: "$a `,` $b attr-dict `:` type($dst) `(` $dstTy `)`",
        verify: verify_pair_to_f8,
        interfaces: [ToLlvm(pair_to_f8)],
    }

    /// Converts two `f16` to 8 bits each.
    ConvertF16x2ToF8x2 = "nvvm.convert.f16x2.to.f8x2" {
        operands: { a: one(V2F16) },
        attributes: { relu: default(AttrClass::Bool, "false"), dstTy: required(AttrClass::Type) },
        results: { dst: one(I16_OR_V2I8) },
        format: "$a attr-dict `:` type($a) `->` type($dst) `(` $dstTy `)`",
        verify: verify_f16_to_f8,
        interfaces: [ToLlvm(f16_to_f8)],
    }

    /// Converts two `bf16` to 8-bit exponents.
    ConvertBF16x2ToF8x2 = "nvvm.convert.bf16x2.to.f8x2" {
        operands: { a: one(V2BF16) },
        attributes: {
            rnd: default(AttrClass::Declared(&FP_ROUNDING_MODE), "none"),
            sat: default(AttrClass::Declared(&SATURATION_MODE), "none"), dstTy: required(AttrClass::Type),
        },
        results: { dst: one(I16_OR_V2I8) },
        format: "$a attr-dict `:` type($a) `->` type($dst) `(` $dstTy `)`",
        verify: verify_bf16_to_f8,
        interfaces: [ToLlvm(bf16_to_f8)],
    }

    /// Converts two 8-bit exponents to `bf16`.
    ConvertF8x2ToBF16x2 = "nvvm.convert.f8x2.to.bf16x2" {
        operands: { src: one(V2I8) },
        attributes: { srcType: required(AttrClass::Type) },
        results: { dst: one(V2BF16) },
        format: "$src attr-dict `:` type($src) `(` $srcType `)` `->` type($dst)",
        verify: verify_small_source,
        interfaces: [ToLlvm(small_to_half)],
    }
}

op_interfaces! {
    /// What the conversions have in common.
    ConversionInterface {
        operands: { random_bits },
        attributes: {
            rnd: default(AttrClass::Declared(&FP_ROUNDING_MODE)),
            sat: default(AttrClass::Declared(&SATURATION_MODE)),
            relu: default(AttrClass::Bool),
            srcType: optional(AttrClass::Type),
            dstTy: optional(AttrClass::Type),
        },
    }
}

impl ConversionInterface<OpRef<'_>> {
    fn rounding(self) -> &'static str {
        self.rnd().map_or("", |mode| mode.spelling())
    }

    fn source(self) -> &'static str {
        format_of(self.0, self.srcType())
    }

    fn destination(self) -> &'static str {
        format_of(self.0, self.dstTy())
    }
}

/// The format of a type, as spelled in names of intrinsics.
fn format_of(op: OpRef<'_>, ty: Option<Type>) -> &'static str {
    match ty.map(|ty| ty.kind(op.context)) {
        Some(TypeKind::Float(FloatKind::F4E2M1FN)) => "e2m1",
        Some(TypeKind::Float(FloatKind::F6E2M3FN)) => "e2m3",
        Some(TypeKind::Float(FloatKind::F6E3M2FN)) => "e3m2",
        Some(TypeKind::Float(FloatKind::F8E4M3FN)) => "e4m3",
        Some(TypeKind::Float(FloatKind::F8E5M2)) => "e5m2",
        Some(TypeKind::Float(FloatKind::F8E8M0FNU)) => "ue8m0",
        _ => "",
    }
}

fn relu(op: OpRef<'_>) -> &'static str {
    if ConversionInterface(op).relu() == Some(true) { ".relu" } else { "" }
}

fn saturation(op: OpRef<'_>) -> &'static str {
    if ConversionInterface(op).sat() == Some(SaturationMode::Satfinite) { ".satfinite" } else { "" }
}

/// Calls an intrinsic on the operands; a 16-bit result is cast to two bytes, or truncated to its lower byte.
fn packed(t: &mut Translation<'_, '_, '_>, name: &str) -> Result<()> {
    let args = t.operands()?;
    let ty = t.result_type()?;
    let result = t.intrinsic(&format!("llvm.nvvm.{name}"), args)?;
    let narrow = t.module().types.integer_width(ty) == Some(8);
    let cast = if narrow { CastOp::Trunc } else { CastOp::BitCast };
    let result = result.map(|result| t.cast(cast, result, ty));
    t.define(result)
}

fn to_tf32(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, convert) = (t.op(), ConvertFloatToTF32(t.view()));
    let name = format!("f2tf32.{}{}{}", t.part(convert.rnd())?.spelling(), relu(op), saturation(op));
    packed(t, &name)
}

fn pair_to_small(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    packed(t, &format!("ff.to.{}x2.rn{}.satfinite", ConversionInterface(op).destination(), relu(op)))
}

fn pair_to_f8(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, f8x2) = (t.op(), ConvertF32x2ToF8x2(t.view()));
    match ConversionInterface(op).destination() {
        "ue8m0" => packed(t, &format!("ff.to.ue8m0x2.{}{}", t.part(f8x2.rnd())?.spelling(), saturation(op))),
        format => packed(t, &format!("ff.to.{format}x2.rn{}", relu(op))),
    }
}

fn f16_to_f8(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    packed(t, &format!("f16x2.to.{}x2.rn{}", ConversionInterface(op).destination(), relu(op)))
}

fn bf16_to_f8(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, f8x2) = (t.op(), ConvertBF16x2ToF8x2(t.view()));
    let name = format!("bf16x2.to.ue8m0x2.{}{}", t.part(f8x2.rnd())?.spelling(), saturation(op));
    packed(t, &name)
}

fn pair_to_half(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let half = if op.is(ConvertF32x2ToBF16x2::DEF) { "bf16" } else { "f16" };
    packed(t, &format!("ff2{half}x2.{}{}{}", ConversionInterface(op).rounding(), relu(op), saturation(op)))
}

fn four_to_small(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    packed(t, &format!("f32x4.to.{}x4.rs{}.satfinite", ConversionInterface(op).destination(), relu(op)))
}

/// Two bytes are passed in a 16-bit register; two 4-bit floats are in its lower byte.
fn small_to_half(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let i16 = t.module().types.integer(16);
    let source = t.operand("src")?;
    let ty = t.type_of(source);
    let wide = t.module().types.integer_width(ty).is_none();
    let cast = if wide { CastOp::BitCast } else { CastOp::ZExt };
    let source = t.cast(cast, source, i16);
    let name = match ConversionInterface(op).source() {
        "ue8m0" => "ue8m0x2.to.bf16x2".to_owned(),
        format => format!("{format}x2.to.f16x2.rn{}", relu(op)),
    };
    let result = t.intrinsic(&format!("llvm.nvvm.{name}"), vec![source])?;
    t.define(result)
}

/// The formats in an operation's name, such as `f32x2` and `f4x2`.
fn formats(op: OpRef<'_>) -> (&str, &str) {
    op.name().trim_start_matches("nvvm.convert.").split_once(".to.").unwrap_or_default()
}

fn verify_small_destination(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (from, to) = formats(op);
    let fits = match to.get(..2) {
        Some("f4") => matches!(ConversionInterface(op).destination(), "e2m1"),
        Some("f6") => matches!(ConversionInterface(op).destination(), "e2m3" | "e3m2"),
        _ => matches!(ConversionInterface(op).destination(), "e4m3" | "e5m2"),
    };
    let supported = match to.get(..2) {
        Some("f4") => "Only 'f4E2M1FN' type is supported",
        Some("f6") => "Only 'f6E2M3FN' and 'f6E3M2FN' types are supported",
        _ => "Only 'f8E4M3FN' and 'f8E5M2' types are supported",
    };
    if !fits {
        verifier.error(op, format!("{supported} for conversions from {from} to {to}."));
    }
}

fn verify_small_source(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (from, to) = formats(op);
    let (fits, supported) = match (from, to) {
        ("f4x2", _) => (ConversionInterface(op).source() == "e2m1", "Only 'f4E2M1FN' type is supported"),
        ("f6x2", _) => (
            matches!(ConversionInterface(op).source(), "e2m3" | "e3m2"),
            "Only 'f6E2M3FN' and 'f6E3M2FN' types are supported",
        ),
        (_, "bf16x2") => (ConversionInterface(op).source() == "ue8m0", "Only 'f8E8M0FNU' type is supported"),
        _ => (
            matches!(ConversionInterface(op).source(), "e4m3" | "e5m2"),
            "Only 'f8E4M3FN' and 'f8E5M2' types are supported",
        ),
    };
    if !fits {
        verifier.error(op, format!("{supported} for conversions from {from} to {to}."));
    }
}

fn verify_pair_to_f8(verifier: &mut Verifier<'_>, f8x2: ConvertF32x2ToF8x2<View<'_>>) {
    let op = *f8x2.0;
    let saturates = f8x2.sat().spelling() == "satfinite";
    match ConversionInterface(op).destination() {
        "e4m3" | "e5m2" => {
            if f8x2.rnd().spelling() != "rn" {
                verifier.error(op, "Only RN rounding mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types");
            }
            if !saturates {
                verifier.error(op, "Only SATFINITE saturation mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types");
            }
        }
        "ue8m0" => {
            if !matches!(f8x2.rnd().spelling(), "rz" | "rp") {
                verifier.error(op, "Only RZ and RP rounding modes are supported for conversions from f32x2 to 'f8E8M0FNU' type");
            }
            if f8x2.relu() {
                verifier.error(op, "relu not supported for conversions to 'f8E8M0FNU' type");
            }
        }
        _ => verifier.error(op, "Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are supported for conversions from f32x2 to f8x2"),
    }
}

fn verify_f16_to_f8(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if !matches!(ConversionInterface(op).destination(), "e4m3" | "e5m2") {
        verifier.error(
            op,
            "Only 'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f16x2 to f8x2.",
        );
    }
}

fn verify_bf16_to_f8(verifier: &mut Verifier<'_>, f8x2: ConvertBF16x2ToF8x2<View<'_>>) {
    let op = *f8x2.0;
    if ConversionInterface(op).destination() != "ue8m0" {
        verifier.error(op, "Only 'f8E8M0FNU' type is supported for conversions from bf16x2 to f8x2.");
    } else if !matches!(f8x2.rnd().spelling(), "rz" | "rp") {
        verifier
            .error(op, "Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.");
    }
}

fn verify_pair_to_half(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let to = formats(op).1;
    match (ConversionInterface(op).rounding(), !ConversionInterface(op).random_bits().is_empty()) {
        ("rs", false) => verifier.error(op, "random_bits is required for RS rounding mode."),
        ("rn" | "rz", true) => verifier.error(op, "random_bits not supported for RN and RZ rounding modes."),
        ("rs" | "rn" | "rz", _) => {}
        _ => verifier.error(
            op,
            format!("Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to {to}."),
        ),
    }
}

fn verify_to_tf32(verifier: &mut Verifier<'_>, convert: ConvertFloatToTF32<View<'_>>) {
    match convert.rnd().spelling() {
        "rna" if convert.relu() => {
            verifier.error(*convert.0, "Relu not supported with rna rounding mode.");
        }
        "rn" | "rz" | "rna" => {}
        _ => {
            verifier.error(*convert.0, "Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op.")
        }
    }
}
