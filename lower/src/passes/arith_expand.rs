//! `arith-expand`: expands operations of `arith` that targets lack into simpler ones: divisions that round up or down, minima
//! and maxima, scaled conversions; and, depending on options, conversions of rarely supported float formats.

use tern_dialect_core::arith;
use tern_dialect_core::arith::{CmpFPredicate, CmpIPredicate, FastMathFlags};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::FloatKind;
use tern_mlir::{Attribute, Context, OpRef, Type, TypeKind, Value};

use crate::arith::division::{self, compare, constant, select};
use crate::conversion::{Adaptor, Legal, Legality, NoMatch, Patterns, Rewrite, Rewriter, convert_partially};
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static ARITH_EXPAND: PassDef = PassDef {
    name: "arith-expand",
    summary: "Legalize Arith ops to be convertible to LLVM.",
    anchor: None,
    options: &[
        flag("include-bf16", "Enable the BF16 expansion patterns"),
        flag("include-f8e8m0", "Enable the F8E8M0 expansion patterns"),
        flag("include-f4e2m1", "Enable the F4E2M1 expansion patterns"),
    ],
    make: |options| {
        Ok(Box::new(ArithExpand {
            bf16: options.flag("include-bf16"),
            f8: options.flag("include-f8e8m0"),
            f4: options.flag("include-f4e2m1"),
        }))
    },
};

const fn flag(name: &'static str, summary: &'static str) -> OptionDecl {
    OptionDecl { name, kind: OptionKind::Flag, default: "false", summary }
}

#[derive(Clone, Copy)]
struct ArithExpand {
    bf16: bool,
    f8: bool,
    f4: bool,
}

/// Operations that are expanded whatever the options.
const EXPANDED: &[&str] = &[
    arith::CeilDivSI::NAME,
    arith::CeilDivUI::NAME,
    arith::FloorDivSI::NAME,
    arith::MaximumF::NAME,
    arith::MaxNumF::NAME,
    arith::MaxSI::NAME,
    arith::MaxUI::NAME,
    arith::MinimumF::NAME,
    arith::MinNumF::NAME,
    arith::MinSI::NAME,
    arith::MinUI::NAME,
    arith::ScalingExtF::NAME,
    arith::ScalingTruncF::NAME,
];

impl Pass for ArithExpand {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let mut patterns = Patterns::untyped();
        division::patterns(&mut patterns);
        patterns.on_untyped(&[arith::MaxSI::NAME], |op, b| extreme(op, b, CmpIPredicate::Sgt));
        patterns.on_untyped(&[arith::MaxUI::NAME], |op, b| extreme(op, b, CmpIPredicate::Ugt));
        patterns.on_untyped(&[arith::MinSI::NAME], |op, b| extreme(op, b, CmpIPredicate::Slt));
        patterns.on_untyped(&[arith::MinUI::NAME], |op, b| extreme(op, b, CmpIPredicate::Ult));
        patterns.on_untyped(&[arith::MaximumF::NAME], |op, b| float_extreme(op, b, CmpFPredicate::Ugt, true));
        patterns.on_untyped(&[arith::MinimumF::NAME], |op, b| float_extreme(op, b, CmpFPredicate::Ult, true));
        patterns.on_untyped(&[arith::MaxNumF::NAME], |op, b| float_extreme(op, b, CmpFPredicate::Ugt, false));
        patterns.on_untyped(&[arith::MinNumF::NAME], |op, b| float_extreme(op, b, CmpFPredicate::Ult, false));
        patterns.on_untyped(&[arith::ScalingExtF::NAME], scaling_extend);
        patterns.on_untyped(&[arith::ScalingTruncF::NAME], scaling_truncate);
        // The legality decides which formats are expanded.
        patterns.on_untyped(&[arith::ExtF::NAME], |op, b| match float_of(b, operand(op)?) {
            Some(FloatKind::BF16) => extend_bf16(op, b),
            Some(FloatKind::F8E8M0FNU) => extend_f8(op, b),
            Some(FloatKind::F4E2M1FN) => extend_f4(op, b),
            _ => Err("another format".into()),
        });
        patterns.on_untyped(&[arith::TruncF::NAME], |op, b| {
            match float_kind(b.context(), result_type(op, b)?) {
                Some(FloatKind::BF16) => truncate_bf16(op, b),
                Some(FloatKind::F8E8M0FNU) => truncate_f8(op, b),
                Some(FloatKind::F4E2M1FN) => truncate_f4(op, b),
                _ => Err("another format".into()),
            }
        });
        let options = *self;
        let decide = move |op: OpRef<'_>| match options.expands(op) {
            true => Legal::No,
            false => Legal::Yes,
        };
        let mut legality = Legality::new()
            .dialect("arith", Legal::Yes)
            .op_if(arith::ExtF::NAME, decide)
            .op_if(arith::TruncF::NAME, decide);
        for &name in EXPANDED {
            legality = legality.op(name, Legal::No);
        }
        convert_partially(target, &legality, &patterns)
    }
}

impl ArithExpand {
    /// Whether a conversion of floats is expanded.
    fn expands(self, op: OpRef<'_>) -> bool {
        let (&[from], Some(to)) = (op.operands(), op.result()) else { return false };
        let kind = |value| float_kind(op.context, op.type_of(value));
        let (narrow, wide) = match op.name() {
            arith::ExtF::NAME => (kind(from), kind(to)),
            _ => (kind(to), kind(from)),
        };
        match narrow {
            Some(FloatKind::BF16) => self.bf16 && wide == Some(FloatKind::F32),
            Some(FloatKind::F8E8M0FNU) => self.f8,
            Some(FloatKind::F4E2M1FN) => self.f4,
            _ => false,
        }
    }
}

fn operand(op: Adaptor<'_>) -> Result<Value, NoMatch> {
    op.operands.first().copied().ok_or_else(|| "no operand".into())
}

fn pair(op: Adaptor<'_>) -> Result<(Value, Value), NoMatch> {
    match *op.operands {
        [lhs, rhs] => Ok((lhs, rhs)),
        _ => Err("not two operands".into()),
    }
}

fn result_type(op: Adaptor<'_>, b: &Rewriter<'_, '_>) -> Result<Type, NoMatch> {
    let op = b.op_ref(op.op);
    op.result().map(|result| op.type_of(result)).ok_or_else(|| "there is no result".into())
}

/// The format of a float, or of the elements of a shaped type.
fn float_kind(context: &Context, ty: Type) -> Option<FloatKind> {
    match ty.element_or_self(context).kind(context) {
        TypeKind::Float(kind) => Some(*kind),
        _ => None,
    }
}

fn float_of(b: &Rewriter<'_, '_>, value: Value) -> Option<FloatKind> {
    float_kind(b.context(), b.type_of(value))
}

/// The type with integers of `width` bits in the shape of `like`.
fn integers(b: &Rewriter<'_, '_>, like: Type, width: u32) -> Type {
    like.with_element(b.context(), Type::integer(b.context(), width))
}

/// The type with `f32` in the shape of `like`.
fn singles(b: &Rewriter<'_, '_>, like: Type) -> Type {
    like.with_element(b.context(), b.context().common.f32)
}

fn compare_floats(b: &mut Rewriter<'_, '_>, predicate: CmpFPredicate, lhs: Value, rhs: Value) -> Value {
    let context = b.context();
    let result = b.type_of(lhs).with_element(context, context.common.i1);
    b.create_value(arith::CmpF::build(lhs, rhs, predicate, result))
}

/// Expands a minimum or maximum of integers to a comparison and a select.
fn extreme(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, predicate: CmpIPredicate) -> Rewrite {
    let (lhs, rhs) = pair(op)?;
    let first = compare(b, predicate, lhs, rhs);
    let result = select(b, first, lhs, rhs);
    b.replace(op.op, &[result]);
    Ok(())
}

/// Expands a minimum or maximum of floats. If exactly one operand is NaN, the result is NaN if `keeps_nan`, else the other
/// operand.
fn float_extreme(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    predicate: CmpFPredicate,
    keeps_nan: bool,
) -> Rewrite {
    let (lhs, rhs) = pair(op)?;
    // An unordered comparison is true if either operand is NaN, which selects the first.
    let first = compare_floats(b, predicate, lhs, rhs);
    let chosen = select(b, first, lhs, rhs);
    let asked = if keeps_nan { rhs } else { lhs };
    let is_nan = compare_floats(b, CmpFPredicate::Uno, asked, asked);
    let result = select(b, is_nan, rhs, chosen);
    b.replace(op.op, &[result]);
    Ok(())
}

/// The bits of a `bf16` are the upper half of those of the `f32`.
fn extend_bf16(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (value, result) = (operand(op)?, result_type(op, b)?);
    let (short, long) = (integers(b, result, 16), integers(b, result, 32));
    let bits = b.create_value(arith::Bitcast::build(value, short));
    let wide = b.create_value(arith::ExtUI::build(bits, long));
    let sixteen = constant(b, long, 16);
    let shifted = b.create_value(arith::ShLI::build(wide, sixteen));
    let value = b.create_value(arith::Bitcast::build(shifted, result));
    b.replace(op.op, &[value]);
    Ok(())
}

/// Rounds to nearest, ties to even. NaN becomes a quiet NaN.
fn truncate_bf16(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (value, result) = (operand(op)?, result_type(op, b)?);
    let (short, long) = (integers(b, result, 16), integers(b, result, 32));
    let is_nan = compare_floats(b, CmpFPredicate::Une, value, value);
    let below_half = constant(b, long, 0x7fff);
    let nan = constant(b, short, 0x7fc0);
    let sixteen = constant(b, long, 16);
    let one = constant(b, long, 1);
    let bits = b.create_value(arith::Bitcast::build(value, long));
    let upper = b.create_value(arith::ShRUI::build(bits, sixteen));
    let odd = b.create_value(arith::AndI::build(upper, one));
    let bias = b.create_value(arith::AddI::build(odd, below_half));
    let rounded = b.create_value(arith::AddI::build(bits, bias));
    let kept = b.create_value(arith::ShRUI::build(rounded, sixteen));
    let kept = b.create_value(arith::TruncI::build(kept, short));
    let chosen = select(b, is_nan, nan, kept);
    let value = b.create_value(arith::Bitcast::build(chosen, result));
    b.replace(op.op, &[value]);
    Ok(())
}

/// Converts an `f32` to the wanted type.
fn from_single(
    b: &mut Rewriter<'_, '_>,
    value: Value,
    result: Type,
    fastmath: Option<FastMathFlags>,
) -> Value {
    let width = float_kind(b.context(), result).map_or(32, FloatKind::width);
    match width {
        ..32 => b.create_value(arith::TruncF::build(value, result).fastmath(fastmath)),
        32 => value,
        33.. => b.create_value(arith::ExtF::build(value, result).fastmath(fastmath)),
    }
}

/// Converts any float to `f32`.
fn to_single(b: &mut Rewriter<'_, '_>, value: Value, fastmath: Option<FastMathFlags>) -> Value {
    let (from, single) = (b.type_of(value), singles(b, b.type_of(value)));
    let width = float_kind(b.context(), from).map_or(32, FloatKind::width);
    match width {
        ..32 => b.create_value(arith::ExtF::build(value, single).fastmath(fastmath)),
        32 => value,
        33.. => b.create_value(arith::TruncF::build(value, single).fastmath(fastmath)),
    }
}

/// The format `f8E8M0FNU`: the bits are an exponent; all ones is NaN.
fn extend_f8(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (value, result) = (operand(op)?, result_type(op, b)?);
    let (byte, long) = (integers(b, result, 8), integers(b, result, 32));
    let bits = b.create_value(arith::Bitcast::build(value, byte));
    let nan = constant(b, byte, -1);
    let single_nan = constant(b, long, -1);
    let twenty_three = constant(b, long, 23);
    let wide = b.create_value(arith::ExtUI::build(bits, long));
    let exponent = b.create_value(arith::ShLI::build(wide, twenty_three));
    let is_nan = compare(b, CmpIPredicate::Eq, bits, nan);
    let chosen = select(b, is_nan, single_nan, exponent);
    let single = singles(b, result);
    let value = b.create_value(arith::Bitcast::build(chosen, single));
    let fastmath = arith::ExtF::expect(b.original(op)).fastmath();
    let value = from_single(b, value, result, fastmath);
    b.replace(op.op, &[value]);
    Ok(())
}

fn truncate_f8(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (value, result) = (operand(op)?, result_type(op, b)?);
    let (byte, long) = (integers(b, result, 8), integers(b, result, 32));
    let fastmath = arith::TruncF::expect(b.original(op)).fastmath();
    let value = to_single(b, value, fastmath);
    let bits = b.create_value(arith::Bitcast::build(value, long));
    let twenty_three = constant(b, long, 23);
    let exponent = b.create_value(arith::ShRUI::build(bits, twenty_three));
    let exponent = b.create_value(arith::TruncI::build(exponent, byte));
    let value = b.create_value(arith::Bitcast::build(exponent, result));
    b.replace(op.op, &[value]);
    Ok(())
}

/// The format `f4E2M1FN`: one sign bit, two exponent bits, one mantissa bit.
fn extend_f4(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (value, result) = (operand(op)?, result_type(op, b)?);
    let (nibble, long) = (integers(b, result, 4), integers(b, result, 32));
    let bits = b.create_value(arith::Bitcast::build(value, nibble));
    let zero = constant(b, nibble, 0);
    let one = constant(b, nibble, 1);
    let two = constant(b, nibble, 2);
    let four = constant(b, nibble, 4);
    let no_sign = constant(b, nibble, 7);
    let magnitude = b.create_value(arith::AndI::build(bits, no_sign));
    // The mantissa and the lower exponent bit. The subnormal 0.5 has no implicit one, and so a zero mantissa.
    let twenty = constant(b, long, 20);
    let lower = b.create_value(arith::ShLI::build(magnitude, two));
    let is_half = compare(b, CmpIPredicate::Eq, magnitude, one);
    let lower = select(b, is_half, zero, lower);
    let lower = b.create_value(arith::ExtUI::build(lower, long));
    let lower = b.create_value(arith::ShLI::build(lower, twenty));
    // The upper exponent bits.
    let long_zero = constant(b, long, 0);
    let large = constant(b, long, 0x4000_0000);
    let small = constant(b, long, 0x3f00_0000);
    let is_large = compare(b, CmpIPredicate::Uge, magnitude, four);
    let upper = select(b, is_large, large, small);
    let is_zero = compare(b, CmpIPredicate::Eq, magnitude, zero);
    let upper = select(b, is_zero, long_zero, upper);
    let sign = constant(b, long, i64::from(i32::MIN));
    let least_negative = constant(b, nibble, -8);
    let is_negative = compare(b, CmpIPredicate::Uge, bits, least_negative);
    let sign = select(b, is_negative, sign, long_zero);
    let all = b.create_value(arith::AddI::build(lower, upper));
    let all = b.create_value(arith::AddI::build(all, sign));
    let single = singles(b, result);
    let value = b.create_value(arith::Bitcast::build(all, single));
    let value = from_single(b, value, result, None);
    b.replace(op.op, &[value]);
    Ok(())
}

/// A float constant, or a splat of it for a vector type.
fn float_constant(b: &mut Rewriter<'_, '_>, ty: Type, value: f32) -> Value {
    let context = b.context();
    let value = match ty.shaped_element(context) {
        None => Attribute::float(context, ty, value.to_bits().into()),
        Some(_) => context.attr(tern_mlir::AttrKind::DenseElements {
            ty,
            data: value.to_le_bytes().to_vec().into(),
            splat: true,
        }),
    };
    b.create_value(arith::Constant::build(value, ty))
}

/// Rounds to nearest, ties to even. Numbers that are too large become the largest one.
fn truncate_f4(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (value, result) = (operand(op)?, result_type(op, b)?);
    let (nibble, byte) = (integers(b, result, 4), integers(b, result, 8));
    let (long, single) = (integers(b, result, 32), singles(b, result));
    let value = to_single(b, value, None);
    let one = constant(b, nibble, 1);
    let three = constant(b, nibble, 3);
    let twenty_two = constant(b, long, 22);
    let byte_zero = constant(b, byte, 0);
    let byte_ones = constant(b, byte, -1);
    let long_zero = constant(b, long, 0);
    let highest = float_constant(b, single, 6.0);
    let lowest = float_constant(b, single, -6.0);
    let clamped = b.create_value(arith::MinNumF::build(value, highest));
    let clamped = b.create_value(arith::MaxNumF::build(clamped, lowest));
    let bits = b.create_value(arith::Bitcast::build(clamped, long));
    let thirty_one = constant(b, long, 31);
    let sign = b.create_value(arith::ShRUI::build(bits, thirty_one));
    let sign = b.create_value(arith::TruncI::build(sign, nibble));
    let all = b.create_value(arith::ShLI::build(sign, three));
    // The exponent, with the bias of the narrow format.
    let bias = constant(b, long, 126);
    let twenty_three = constant(b, long, 23);
    let exponent = b.create_value(arith::ShRUI::build(bits, twenty_three));
    let exponent = b.create_value(arith::SubI::build(exponent, bias));
    let narrow = b.create_value(arith::TruncI::build(exponent, nibble));
    let narrow = b.create_value(arith::ShLI::build(narrow, one));
    let all = b.create_value(arith::AddI::build(all, narrow));
    let first_bit = constant(b, long, 0x40_0000);
    let mantissa = b.create_value(arith::AndI::build(bits, first_bit));
    let mantissa = b.create_value(arith::ShRUI::build(mantissa, twenty_two));
    let mantissa = b.create_value(arith::TruncI::build(mantissa, nibble));
    let all = b.create_value(arith::AddI::build(all, mantissa));
    // Numbers below one are subnormal: no implicit one.
    let mantissa_bits = constant(b, long, 0x7f_ffff);
    let exponent = b.create_value(arith::TruncI::build(exponent, byte));
    let is_small = compare(b, CmpIPredicate::Sle, exponent, byte_zero);
    let is_quarter = compare(b, CmpIPredicate::Eq, exponent, byte_ones);
    let rest = b.create_value(arith::AndI::build(bits, mantissa_bits));
    let has_rest = compare(b, CmpIPredicate::Ugt, rest, long_zero);
    let above_quarter = b.create_value(arith::AndI::build(is_quarter, has_rest));
    let is_half = compare(b, CmpIPredicate::Eq, exponent, byte_zero);
    let before_zero = constant(b, nibble, -1);
    let zero = constant(b, nibble, 0);
    let small = select(b, is_small, before_zero, all);
    let small = select(b, above_quarter, zero, small);
    let all = select(b, is_half, all, small);
    // The remaining mantissa bits decide the rounding.
    let left_bits = constant(b, long, 0x3f_ffff);
    let middle = constant(b, long, 0x20_0000);
    let left = b.create_value(arith::AndI::build(bits, left_bits));
    let rounds_up = compare(b, CmpIPredicate::Uge, left, middle);
    let rounds_up = b.create_value(arith::OrI::build(rounds_up, is_small));
    let next = b.create_value(arith::AddI::build(all, one));
    let rounded = select(b, rounds_up, next, all);
    let value = b.create_value(arith::Bitcast::build(rounded, result));
    b.replace(op.op, &[value]);
    Ok(())
}

/// The scale, converted to the type `wanted`.
fn scale(
    b: &mut Rewriter<'_, '_>,
    mut scale: Value,
    wanted: Type,
    fastmath: Option<FastMathFlags>,
) -> Result<Value, NoMatch> {
    let ty = b.type_of(scale);
    let f8 = b.context().ty(TypeKind::Float(FloatKind::F8E8M0FNU));
    if float_kind(b.context(), ty).is_some_and(|kind| kind.width() >= 16) {
        let narrow = ty.with_element(b.context(), f8);
        scale = b.create_value(arith::TruncF::build(scale, narrow).fastmath(fastmath));
    }
    if float_of(b, scale) != Some(FloatKind::F8E8M0FNU) {
        return Err("scales that are not f8E8M0FNU".into());
    }
    Ok(b.create_value(arith::ExtF::build(scale, wanted).fastmath(fastmath)))
}

fn scaling_extend(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = arith::ScalingExtF::expect(b.original(op));
    let (value, fastmath, result) = (original.r#in(), original.fastmath(), b.type_of(original.out()));
    let scale = scale(b, original.scale(), result, fastmath)?;
    let wide = b.create_value(arith::ExtF::build(value, result).fastmath(fastmath));
    let scaled = b.create_value(arith::MulF::build(wide, scale).fastmath(fastmath));
    b.replace(op.op, &[scaled]);
    Ok(())
}

fn scaling_truncate(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = arith::ScalingTruncF::expect(b.original(op));
    let (value, fastmath, result) = (original.r#in(), original.fastmath(), b.type_of(original.out()));
    let mode = original.roundingmode();
    let ty = b.type_of(value);
    let scale = scale(b, original.scale(), ty, fastmath)?;
    let scaled = b.create_value(arith::DivF::build(value, scale).fastmath(fastmath));
    let narrow = arith::TruncF::build(scaled, result).roundingmode(mode).fastmath(fastmath);
    let narrow = b.create_value(narrow);
    b.replace(op.op, &[narrow]);
    Ok(())
}
