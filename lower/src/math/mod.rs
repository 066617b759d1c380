//! Conversion of `math` to the `llvm` dialect, for functions that LLVM has intrinsics for. Source: MLIR's `MathToLLVM.cpp`.

use tern_dialect_core::math;
use tern_dialect_llvm::types::{array_parts, struct_literal};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::{Attribute, Type, Value};

use crate::arith::reject_unsupported_floats;
use crate::conversion::elementwise::{Elementwise, each_part};
use crate::conversion::floats::{FloatValue, float_attribute};
use crate::conversion::{Adaptor, Builder, NoMatch, Patterns, Rewrite, Rewriter};

/// Operations that are converted to one operation of the `llvm` dialect.
const ONE_TO_ONE: &[(&str, &str)] = &[
    (math::AbsF::NAME, intrinsics::FAbs::NAME),
    (math::Acos::NAME, intrinsics::ACos::NAME),
    (math::Asin::NAME, intrinsics::ASin::NAME),
    (math::Atan::NAME, intrinsics::ATan::NAME),
    (math::Atan2::NAME, intrinsics::ATan2::NAME),
    (math::Ceil::NAME, intrinsics::FCeil::NAME),
    (math::CopySign::NAME, intrinsics::CopySign::NAME),
    (math::Cos::NAME, intrinsics::Cos::NAME),
    (math::Cosh::NAME, intrinsics::Cosh::NAME),
    (math::CtPop::NAME, intrinsics::CtPop::NAME),
    (math::Exp::NAME, intrinsics::Exp::NAME),
    (math::Exp2::NAME, intrinsics::Exp2::NAME),
    (math::Floor::NAME, intrinsics::FFloor::NAME),
    (math::Fma::NAME, intrinsics::FMA::NAME),
    (math::Log::NAME, intrinsics::Log::NAME),
    (math::Log10::NAME, intrinsics::Log10::NAME),
    (math::Log2::NAME, intrinsics::Log2::NAME),
    (math::PowF::NAME, intrinsics::Pow::NAME),
    (math::Round::NAME, intrinsics::Round::NAME),
    (math::RoundEven::NAME, intrinsics::RoundEven::NAME),
    (math::Sin::NAME, intrinsics::Sin::NAME),
    (math::Sinh::NAME, intrinsics::Sinh::NAME),
    (math::Sqrt::NAME, intrinsics::Sqrt::NAME),
    (math::Tan::NAME, intrinsics::Tan::NAME),
    (math::Tanh::NAME, intrinsics::Tanh::NAME),
    (math::Trunc::NAME, intrinsics::FTrunc::NAME),
];

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns_but_log1p(patterns);
    patterns.on(&[math::Log1p::NAME], log1p);
}

/// Adds all patterns but the one for `math.log1p`, which loses precision.
pub(crate) fn patterns_but_log1p(patterns: &mut Patterns<'_, '_>) {
    let roots: Vec<&str> = ONE_TO_ONE.iter().map(|(from, _)| *from).collect();
    patterns.on(&roots, one_to_one);
    patterns.on(&[math::FPowI::NAME], fpowi);
    patterns.on(&[math::AbsI::NAME], |op, b| with_flag(op, b, intrinsics::Abs::NAME, "is_int_min_poison"));
    patterns.on(&[math::CountLeadingZeros::NAME], |op, b| {
        with_flag(op, b, intrinsics::CountLeadingZeros::NAME, "is_zero_poison")
    });
    patterns.on(&[math::CountTrailingZeros::NAME], |op, b| {
        with_flag(op, b, intrinsics::CountTrailingZeros::NAME, "is_zero_poison")
    });
    patterns.on(&[math::IsNaN::NAME], |op, b| is_of_class(op, b, 0b11));
    patterns.on(&[math::IsFinite::NAME], |op, b| is_of_class(op, b, 0b1_1111_1000));
    patterns.on(&[math::Sincos::NAME], sincos);
    patterns.on(&[math::ExpM1::NAME], expm1);
    patterns.on(&[math::Rsqrt::NAME], rsqrt);
}

fn one_to_one(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let name = b.op_ref(op.op).name();
    let (_, into) =
        ONE_TO_ONE.iter().find(|(from, _)| *from == name).ok_or("not an operation of the table")?;
    reject_unsupported_floats(op, b)?;
    Elementwise::like(b.op_ref(op.op), into).replace(op, b)
}

/// Converts `math.fpowi`; the exponent of `llvm.intr.powi` must be a scalar.
fn fpowi(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    let context = b.context();
    if op.operands.get(1).is_none_or(|&exponent| b.type_of(exponent).integer_width(context).is_none()) {
        return Err("the exponent is not one integer".into());
    }
    Elementwise::like(b.op_ref(op.op), intrinsics::PowI::NAME).replace(op, b)
}

/// Converts to an intrinsic with a flag operand that is false: no operand makes the result poison.
fn with_flag(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, name: &'static str, flag: &'static str) -> Rewrite {
    let context = b.context();
    let ty = b.converted_result(op.op)?;
    if array_parts(context, ty).is_some() {
        return Err("ND vector types are not supported yet".into());
    }
    let result = b.value(name, op.operands, ty, &[(flag, Attribute::bool(context, false))]);
    b.replace(op.op, &[result]);
    Ok(())
}

/// Tests a float against a mask of classes. LangRef: `llvm.is.fpclass` intrinsic.
fn is_of_class(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, mask: i64) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    let context = b.context();
    let mut into = Elementwise::new(context, intrinsics::IsFPClass::NAME);
    into.properties.push(("bit", Attribute::integer(context, context.common.i32, mask)));
    into.replace(op, b)
}

/// Makes the intrinsic, which returns both values in a struct, and extracts them.
fn sincos(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    let context = b.context();
    let types = b.converted_results(op.op)?;
    if types.iter().any(|&ty| array_parts(context, ty).is_some()) {
        return Err("ND vector types are not supported yet".into());
    }
    let into = Elementwise::like(b.op_ref(op.op), intrinsics::Sincos::NAME);
    let pair = into.make(b, op.operands, struct_literal(context, &types, false));
    let results = [b.extract_value(pair, &[0]), b.extract_value(pair, &[1])];
    b.replace(op.op, &results);
    Ok(())
}

/// Replaces a unary float function by several operations, for each one-dimensional part. `make` gets the operand, the constant
/// 1, and the type.
fn replace_with_one(
    op: Adaptor<'_>,
    b: &mut Rewriter<'_, '_>,
    make: impl Fn(&mut Rewriter<'_, '_>, Value, Value, Type) -> Value,
) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    let context = b.context();
    let result = b.converted_result(op.op)?;
    let value = each_part(b, op.operands, result, |b, operands, ty| {
        let one = float_attribute(context, ty, FloatValue::One).unwrap_or(context.common.unit);
        let one = b.constant(ty, one);
        make(b, operands[0], one, ty)
    })?;
    b.replace(op.op, &[value]);
    Ok(())
}

/// Target operations with the flags and attributes of `op`.
fn like<const N: usize>(op: Adaptor<'_>, b: &Rewriter<'_, '_>, names: [&'static str; N]) -> [Elementwise; N] {
    names.map(|name| Elementwise::like(b.op_ref(op.op), name))
}

/// Converts to `exp(x) - 1`.
fn expm1(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
    let [exp, sub] = like(op, b, [intrinsics::Exp::NAME, llvm::FSub::NAME]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let power = exp.make(b, &[operand], ty);
        sub.make(b, &[power, one], ty)
    })
}

/// Converts to `log(1 + x)`.
fn log1p(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
    let [add, log] = like(op, b, [llvm::FAdd::NAME, intrinsics::Log::NAME]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let sum = add.make(b, &[one, operand], ty);
        log.make(b, &[sum], ty)
    })
}

/// Converts to `1 / sqrt(x)`.
fn rsqrt(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
    let [sqrt, div] = like(op, b, [intrinsics::Sqrt::NAME, llvm::FDiv::NAME]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let root = sqrt.make(b, &[operand], ty);
        div.make(b, &[one, root], ty)
    })
}
