//! Conversion of `math` to the `llvm` dialect, for functions that LLVM has intrinsics for. Source: MLIR's `MathToLLVM.cpp`.

use tern_dialect_core::math;
use tern_dialect_llvm::types::{array_parts, struct_literal};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::declare::{New, OpDef};
use tern_mlir::floats::{FloatValue, float_attribute};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, Value};

use crate::arith::reject_unsupported_floats;
use crate::conversion::elementwise::{Elementwise, each_part};
use crate::conversion::{Adaptor, LlvmBuilder, NoMatch, Patterns, Rewrite, Rewriter};

/// Operations that are converted to one operation of the `llvm` dialect.
static ONE_TO_ONE: &[(&str, &OpDef)] = &[
    (math::AbsF::NAME, intrinsics::FAbs::DEF),
    (math::Acos::NAME, intrinsics::ACos::DEF),
    (math::Asin::NAME, intrinsics::ASin::DEF),
    (math::Atan::NAME, intrinsics::ATan::DEF),
    (math::Atan2::NAME, intrinsics::ATan2::DEF),
    (math::Ceil::NAME, intrinsics::FCeil::DEF),
    (math::CopySign::NAME, intrinsics::CopySign::DEF),
    (math::Cos::NAME, intrinsics::Cos::DEF),
    (math::Cosh::NAME, intrinsics::Cosh::DEF),
    (math::CtPop::NAME, intrinsics::CtPop::DEF),
    (math::Exp::NAME, intrinsics::Exp::DEF),
    (math::Exp2::NAME, intrinsics::Exp2::DEF),
    (math::Floor::NAME, intrinsics::FFloor::DEF),
    (math::Fma::NAME, intrinsics::FMA::DEF),
    (math::Log::NAME, intrinsics::Log::DEF),
    (math::Log10::NAME, intrinsics::Log10::DEF),
    (math::Log2::NAME, intrinsics::Log2::DEF),
    (math::PowF::NAME, intrinsics::Pow::DEF),
    (math::Round::NAME, intrinsics::Round::DEF),
    (math::RoundEven::NAME, intrinsics::RoundEven::DEF),
    (math::Sin::NAME, intrinsics::Sin::DEF),
    (math::Sinh::NAME, intrinsics::Sinh::DEF),
    (math::Sqrt::NAME, intrinsics::Sqrt::DEF),
    (math::Tan::NAME, intrinsics::Tan::DEF),
    (math::Tanh::NAME, intrinsics::Tanh::DEF),
    (math::Trunc::NAME, intrinsics::FTrunc::DEF),
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
    patterns.on(&[math::AbsI::NAME], |op, b| {
        on_vectors(op, b, intrinsics::Abs::start().is_int_min_poison(false))
    });
    patterns.on(&[math::CountLeadingZeros::NAME], |op, b| {
        on_vectors(op, b, intrinsics::CountLeadingZeros::start().is_zero_poison(false))
    });
    patterns.on(&[math::CountTrailingZeros::NAME], |op, b| {
        on_vectors(op, b, intrinsics::CountTrailingZeros::start().is_zero_poison(false))
    });
    patterns.on(&[math::IsNaN::NAME], |op, b| is_of_class(op, b, 0b11));
    patterns.on(&[math::IsFinite::NAME], |op, b| is_of_class(op, b, 0b1_1111_1000));
    patterns.on(&[math::Sincos::NAME], sincos);
    patterns.on(&[math::ExpM1::NAME], expm1);
    patterns.on(&[math::Rsqrt::NAME], rsqrt);
}

fn one_to_one(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let name = b.op_ref(op.op).name();
    let &(_, into) =
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
    Elementwise::like(b.op_ref(op.op), intrinsics::PowI::DEF).replace(op, b)
}

/// Converts to an intrinsic, on scalars and on vectors of one dimension.
fn on_vectors(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, into: impl Into<New>) -> Rewrite {
    let context = b.context();
    let ty = b.converted_result(op.op)?;
    if array_parts(context, ty).is_some() {
        return Err("ND vector types are not supported yet".into());
    }
    let result = Elementwise::new(context, into).make(b, op.operands, ty);
    b.replace(op.op, &[result]);
    Ok(())
}

/// Tests a float against a mask of classes. LangRef: `llvm.is.fpclass` intrinsic.
fn is_of_class(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, mask: u32) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    Elementwise::new(b.context(), intrinsics::IsFPClass::start().bit(mask)).replace(op, b)
}

/// Makes the intrinsic, which returns both values in a struct, and extracts them.
fn sincos(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    let context = b.context();
    let types = b.converted_results(op.op)?;
    if types.iter().any(|&ty| array_parts(context, ty).is_some()) {
        return Err("ND vector types are not supported yet".into());
    }
    let into = Elementwise::like(b.op_ref(op.op), intrinsics::Sincos::DEF);
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
fn like<const N: usize>(
    op: Adaptor<'_>,
    b: &Rewriter<'_, '_>,
    defs: [&'static OpDef; N],
) -> [Elementwise; N] {
    defs.map(|def| Elementwise::like(b.op_ref(op.op), def))
}

/// Converts to `exp(x) - 1`.
fn expm1(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
    let [exp, sub] = like(op, b, [intrinsics::Exp::DEF, llvm::FSub::DEF]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let power = exp.make(b, &[operand], ty);
        sub.make(b, &[power, one], ty)
    })
}

/// Converts to `log(1 + x)`.
fn log1p(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
    let [add, log] = like(op, b, [llvm::FAdd::DEF, intrinsics::Log::DEF]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let sum = add.make(b, &[one, operand], ty);
        log.make(b, &[sum], ty)
    })
}

/// Converts to `1 / sqrt(x)`.
fn rsqrt(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
    let [sqrt, div] = like(op, b, [intrinsics::Sqrt::DEF, llvm::FDiv::DEF]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let root = sqrt.make(b, &[operand], ty);
        div.make(b, &[one, root], ty)
    })
}
