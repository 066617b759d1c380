//! The `x86vector` dialect: instructions of AVX, AVX2 and AVX-512. Source: MLIR's `X86Vector.td`.
//!
//! Operations on registers become LLVM's intrinsics. Operations that read memory use a `memref`, which a pass must convert to a
//! pointer first; otherwise they cannot be exported.

use tern_export::Result;
use tern_export::extension::{Missing, ToLlvm, Translation};
use tern_mlir::declare::{AttrClass, Dialect, OpDef, View, concat, families, operations, type_constraints};
use tern_mlir::verify::Verifier;
use tern_mlir::{AttrKind, Context, OpRef, Type, TypeKind, Value};

use crate::constraints::{
    Element, I32, bf16, bf16_type, f16, f32, f64, i1, i8, i16, i32, i64, is_one_of, is_vector, vector,
    vector_parts,
};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect { operations: ALL, ..Dialect::new("x86vector") };

static ALL: &[&OpDef] = &concat!(&OpDef; TABLE, OPERATIONS);

const NUMBERS: &[Element] = &[f32, i32, f64, i64];

type_constraints! {
    /// A memref of 16-bit floats.
    HALF_BUFFER = "memref of bfloat16 type or 16-bit float values", |c, t| match t.kind(c) {
        TypeKind::MemRef { element, .. } => is_one_of(c, *element, &[bf16, f16]),
        _ => false,
    }, kind MemRef;
    /// Floats in an AVX register.
    F32_4_8 = "vector of 32-bit float values of length 4/8", |c, t| is_vector(c, t, &[4, 8], &[f32]), kind Vector;
    /// Floats in a register.
    F32_8_16 = "vector of 32-bit float values of length 8/16", |c, t| is_vector(c, t, &[8, 16], &[f32]), kind Vector;
    /// A vector of `bf16`.
    BF16_8_16 = "vector of bfloat16 type values of length 8/16", |c, t| is_vector(c, t, &[8, 16], &[bf16]), kind Vector;
    /// The accumulator type of dot products.
    F32_4_8_16 = "vector of 32-bit float values of length 4/8/16", |c, t| is_vector(c, t, &[4, 8, 16], &[f32]), kind Vector;
    /// The factor type of dot products.
    BF16_8_16_32 = "vector of bfloat16 type values of length 8/16/32", |c, t| is_vector(c, t, &[8, 16, 32], &[bf16]), kind Vector;
    /// The accumulator type of dot products.
    I32_4_8 = "vector of 32-bit signless integer values of length 4/8", |c, t| is_vector(c, t, &[4, 8], &[i32]), kind Vector;
    /// The factor type of dot products.
    I8_16_32 = "vector of 8-bit signless integer values of length 16/32", |c, t| is_vector(c, t, &[16, 32], &[i8]), kind Vector;
    /// Eight floats.
    F32_8 = "vector of 32-bit float values of length 8", |c, t| is_vector(c, t, &[8], &[f32]), kind Vector;
    /// A mask.
    MASK = "vector of 1-bit signless integer values of length 16/8", |c, t| is_vector(c, t, &[16, 8], &[i1]), kind Vector;
    /// The content of an AVX-512 register.
    NUMBERS_16_8 = "vector of 32-bit float or 32-bit signless integer or 64-bit float or 64-bit signless integer values of length 16/8",
        |c, t| is_vector(c, t, &[16, 8], NUMBERS), kind Vector;
    /// Floats in an AVX-512 register.
    FLOATS_16_8 = "vector of 32-bit float or 64-bit float values of length 16/8", |c, t| is_vector(c, t, &[16, 8], &[f32, f64]), kind Vector;
    /// Integers in an AVX-512 register.
    INTEGERS_16_8 = "vector of 32-bit signless integer or 64-bit signless integer values of length 16/8",
        |c, t| is_vector(c, t, &[16, 8], &[i32, i64]), kind Vector;
    /// A mask as an integer.
    MASK_BITS = "16-bit signless integer or 8-bit signless integer", |c, t| is_one_of(c, t, &[i16, i8]);
}

fn length(context: &Context, ty: Type) -> Option<i64> {
    vector_parts(context, ty)?.0.first().copied()
}

/// The vector type of `i1` with the same number of elements.
fn mask_of(context: &Context, ty: Type) -> Option<Type> {
    Some(vector(context, length(context, ty)?, context.common.i1))
}

/// The integer type with one bit per element of a vector.
fn bits_of(context: &Context, ty: Type) -> Option<Type> {
    Some(Type::integer(context, u32::try_from(length(context, ty)?).ok()?))
}

fn twice_bf16(context: &Context, ty: Type) -> Option<Type> {
    Some(vector(context, length(context, ty)?.checked_mul(2)?, bf16_type(context)))
}

fn four_times_i8(context: &Context, ty: Type) -> Option<Type> {
    Some(vector(context, length(context, ty)?.checked_mul(4)?, context.common.i8))
}

families! { "x86vector." => "llvm.x86.";
    /// Converts numbers in memory: one broadcast to all elements, or those at even or at odd indices.
    family [] {
        traits: [MemRead("a"), Declared("MemoryEffectOpInterface::Trait"), Declared("X86IntrinsicOp")],
        operands: { a: one(HALF_BUFFER) },
        results: { dst: one(F32_4_8) },
        format: "$a attr-dict`:` type($a)`->` type($dst)",
    }
    "avx.bcst_to_f32.packed", "avx.cvt.packed.even.indexed_to_f32", "avx.cvt.packed.odd.indexed_to_f32";
}

operations! {
    /// Converts floats to `bf16`.
    CvtPackedF32ToBf16 = "x86vector.avx512.cvt.packed.f32_to_bf16" {
        traits: [
            Pure, Declared("X86IntrinsicOp"),
            Predicate {
                summary: "all of {a, dst} have same element count",
                check: |op: CvtPackedF32ToBf16<View<'_>>| {
                    let [a, dst] = [op.a(), op.dst()].map(|value| width(*op.0, value));
                    a.map(|(count, _)| count) == dst.map(|(count, _)| count)
                }
            },
        ],
        operands: { a: one(F32_8_16) },
        results: { dst: one(BF16_8_16) },
        format: "$a attr-dict `:` type($a) `->` type($dst)",
        interfaces: [ToLlvm(convert)],
    }

    /// Adds the dot product of two pairs to each accumulator element.
    DotBf16 = "x86vector.avx512.dot" {
        traits: [
            Pure, Declared("X86IntrinsicOp"), AllTypesMatch(&["a", "b"]), AllTypesMatch(&["src", "dst"]),
            TypesMatchWith {
                summary: "`a` has twice an many elements as `src`",
                from: "src", to: "a", transform: twice_bf16
            },
        ],
        operands: { src: one(F32_4_8_16), a: one(BF16_8_16_32), b: one(BF16_8_16_32) },
        results: { dst: one(F32_4_8_16) },
        format: "$src `,` $a `,` $b attr-dict `:` type($a) `->` type($src)",
        interfaces: [ToLlvm(dot_bf16)],
    }

    /// Adds the dot product of four bytes to each accumulator element.
    DotI8 = "x86vector.avx.dot.i8" {
        traits: [
            Pure, Declared("X86IntrinsicOp"), AllTypesMatch(&["a", "b"]), AllTypesMatch(&["w", "dst"]),
            TypesMatchWith {
                summary: "`a` has four times elements as `w`",
                from: "w", to: "a", transform: four_times_i8
            },
        ],
        operands: { w: one(I32_4_8), a: one(I8_16_32), b: one(I8_16_32) },
        results: { dst: one(I32_4_8) },
        format: "$w `,` $a `,` $b attr-dict `:` type($a) `->` type($w)",
        interfaces: [ToLlvm(dot_i8)],
    }

    /// The dot products of the two halves of a register, each in all elements of its half.
    Dot = "x86vector.avx.intr.dot" {
        traits: [Pure, Declared("X86IntrinsicOp"), SameOperandsAndResultType],
        operands: { a: one(F32_8), b: one(F32_8) },
        results: { res: one(F32_8) },
        format: "$a `,` $b attr-dict `:` type($res)",
        interfaces: [ToLlvm(dot)],
    }

    /// Packs the elements where a mask is set, followed by those of `src`, which may be a constant.
    MaskCompress = "x86vector.avx512.mask.compress" {
        traits: [
            Pure, Declared("X86IntrinsicOp"), AllTypesMatch(&["a", "dst"]),
            TypesMatchWith {
                summary: "`k` has the same number of bits as elements in `dst`",
                from: "dst", to: "k", transform: mask_of
            },
        ],
        operands: { k: one(MASK), a: one(NUMBERS_16_8), src: optional(NUMBERS_16_8) },
        attributes: { constant_src: optional(AttrClass::Elements) },
        results: { dst: one(NUMBERS_16_8) },
        format: "$k `,` $a (`,` $src^)? attr-dict `:` type($dst) (`,` type($src)^)?",
        verify: verify_compress,
        interfaces: [ToLlvm(compress)],
    }

    /// Rounds to a given number of bits after the binary point.
    MaskRndScale = "x86vector.avx512.mask.rndscale" {
        traits: [
            Pure, Declared("X86IntrinsicOp"), AllTypesMatch(&["src", "a", "dst"]),
            TypesMatchWith {
                summary: "imm has the same number of bits as elements in dst",
                from: "dst", to: "imm", transform: bits_of
            },
        ],
        operands: {
            src: one(FLOATS_16_8), k: one(I32), a: one(FLOATS_16_8), imm: one(MASK_BITS), rounding: one(I32)
        },
        results: { dst: one(FLOATS_16_8) },
        format: "$src `,` $k `,` $a `,` $imm `,` $rounding attr-dict `:` type($dst)",
        interfaces: [ToLlvm(round)],
    }

    /// Multiplies by powers of two.
    MaskScaleF = "x86vector.avx512.mask.scalef" {
        traits: [
            Pure, Declared("X86IntrinsicOp"), AllTypesMatch(&["src", "a", "b", "dst"]),
            TypesMatchWith {
                summary: "k has the same number of bits as elements in dst",
                from: "dst", to: "k", transform: bits_of
            },
        ],
        operands: {
            src: one(FLOATS_16_8), a: one(FLOATS_16_8), b: one(FLOATS_16_8), k: one(MASK_BITS), rounding: one(I32)
        },
        results: { dst: one(FLOATS_16_8) },
        format: "$src `,` $a `,` $b `,` $k `,` $rounding attr-dict `:` type($dst)",
        interfaces: [ToLlvm(scale)],
    }

    /// Approximates the reciprocals of square roots.
    Rsqrt = "x86vector.avx.rsqrt" {
        traits: [Pure, Declared("X86IntrinsicOp"), SameOperandsAndResultType],
        operands: { a: one(F32_8) },
        results: { b: one(F32_8) },
        format: "$a attr-dict `:` type($a)",
        interfaces: [ToLlvm(rsqrt)],
    }

    /// The elements of each register that also occur in the other.
    Vp2Intersect = "x86vector.avx512.vp2intersect" {
        traits: [
            Pure, Declared("X86IntrinsicOp"), AllTypesMatch(&["a", "b"]),
            TypesMatchWith {
                summary: "k1 has the same number of bits as elements in a",
                from: "a", to: "k1", transform: mask_of
            },
            TypesMatchWith {
                summary: "k2 has the same number of bits as elements in b",
                from: "a", to: "k2", transform: mask_of
            },
        ],
        operands: { a: one(INTEGERS_16_8), b: one(INTEGERS_16_8) },
        results: { k1: one(MASK), k2: one(MASK) },
        format: "$a `,` $b attr-dict `:` type($a)",
        interfaces: [ToLlvm(intersect)],
    }
}

fn verify_compress(verifier: &mut Verifier<'_>, compress: MaskCompress<View<'_>>) {
    let op = *compress.0;
    let (src, dst) = (compress.src().map(|src| op.type_of(src)), op.type_of(compress.dst()));
    let constant = compress.constant_src();
    if src.is_some() && constant.is_some() {
        verifier.error_plain(op, "cannot use both src and constant_src");
    }
    if src.is_some_and(|src| src != dst) {
        verifier.error_plain(op, "failed to verify that src and dst have same type");
    }
    let constant_type = constant.map(|constant| match constant.kind(op.context) {
        AttrKind::DenseElements { ty, .. } | AttrKind::DenseResource { ty, .. } => Some(*ty),
        _ => None,
    });
    if constant_type.is_some_and(|constant| constant != Some(dst)) {
        verifier.error_plain(op, "failed to verify that constant_src and dst have same type");
    }
}

/// The number and the width of the elements of a vector.
fn width(op: OpRef<'_>, value: Value) -> Option<(i64, u32)> {
    let (shape, _, element) = vector_parts(op.context, op.type_of(value))?;
    let width = match element.integer_width(op.context) {
        Some(width) => width,
        None if f64(op.context, element) => 64,
        None if f32(op.context, element) => 32,
        None => 16,
    };
    Some((shape.iter().product(), width))
}

/// Calls the intrinsic for the width of `vector`, with unchanged operands.
fn call(
    t: &mut Translation<'_, '_, '_>,
    name: &str,
    vector: std::result::Result<Value, Missing>,
    letters: [&str; 2],
) -> Result<()> {
    let size = vector.ok().and_then(|vector| width(t.op(), vector));
    let Some((count, bits)) = size else { return t.error("requires vectors") };
    let letter = letters[usize::from(bits == 64)];
    let args = t.operands()?;
    let result = t.intrinsic(&format!("llvm.x86.{name}{letter}.{}", count * i64::from(bits)), args)?;
    t.define(result)
}

fn convert(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    call(t, "avx512bf16.cvtneps2bf16", CvtPackedF32ToBf16(t.view()).a(), [""; 2])
}

fn dot_bf16(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    call(t, "avx512bf16.dpbf16ps", DotBf16(t.view()).src(), [""; 2])
}

fn dot_i8(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    call(t, "avx2.vpdpbssd", DotI8(t.view()).w(), [""; 2])
}

fn dot(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let mut args = t.operands()?;
    // All elements are multiplied, and all get the sum.
    args.push(t.integer(8, -1));
    let result = t.intrinsic("llvm.x86.avx.dp.ps.256", args)?;
    t.define(result)
}

fn compress(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let ty = t.result_type()?;
    let compress = MaskCompress(t.view());
    let rest = match (compress.src(), compress.constant_src()) {
        (Some(src), _) => t.value(src)?,
        (None, Some(constant)) => t.constant(constant)?,
        (None, None) => t.zero(ty),
    };
    let args = vec![t.input(compress.a())?, rest, t.input(compress.k())?];
    let result = t.intrinsic("llvm.x86.avx512.mask.compress", args)?;
    t.define(result)
}

fn round(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    call(t, "avx512.mask.rndscale", MaskRndScale(t.view()).dst(), [".ps", ".pd"])
}

fn scale(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    call(t, "avx512.mask.scalef", MaskScaleF(t.view()).dst(), [".ps", ".pd"])
}

fn rsqrt(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let args = t.operands()?;
    let result = t.intrinsic("llvm.x86.avx.rsqrt.ps.256", args)?;
    t.define(result)
}

fn intersect(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let a = Vp2Intersect(t.view()).a();
    let Some((count, bits)) = a.ok().and_then(|a| width(t.op(), a)) else {
        return t.error("requires vectors");
    };
    let letter = if bits == 64 { "q" } else { "d" };
    let name = format!("llvm.x86.avx512.vp2intersect.{letter}.{}", count * i64::from(bits));
    let args = t.operands()?;
    let Some(masks) = t.intrinsic(&name, args)? else { return Ok(()) };
    let op = t.op();
    for (index, result) in (0..).zip(op.body.results(op.op)) {
        if let Some(mask) = t.extract(masks, index) {
            t.define_result(result, mask)?;
        }
    }
    Ok(())
}
