//! Conversion of `math` to the `llvm` dialect, for functions that LLVM has intrinsics for. Source: MLIR's `MathToLLVM.cpp`.

use tern_dialect_llvm::types::{array_parts, struct_literal};
use tern_mlir::{Attribute, Type, Value};

use crate::arith::reject_unsupported_floats;
use crate::conversion::elementwise::{Elementwise, each_part};
use crate::conversion::floats::{FloatValue, float_attribute};
use crate::conversion::{Adaptor, Builder, NoMatch, Patterns, Rewrite, Rewriter};

/// Operations that are converted to one operation of the `llvm` dialect.
const ONE_TO_ONE: &[(&str, &str)] = &[
    ("math.absf", "llvm.intr.fabs"),
    ("math.acos", "llvm.intr.acos"),
    ("math.asin", "llvm.intr.asin"),
    ("math.atan", "llvm.intr.atan"),
    ("math.atan2", "llvm.intr.atan2"),
    ("math.ceil", "llvm.intr.ceil"),
    ("math.copysign", "llvm.intr.copysign"),
    ("math.cos", "llvm.intr.cos"),
    ("math.cosh", "llvm.intr.cosh"),
    ("math.ctpop", "llvm.intr.ctpop"),
    ("math.exp", "llvm.intr.exp"),
    ("math.exp2", "llvm.intr.exp2"),
    ("math.floor", "llvm.intr.floor"),
    ("math.fma", "llvm.intr.fma"),
    ("math.log", "llvm.intr.log"),
    ("math.log10", "llvm.intr.log10"),
    ("math.log2", "llvm.intr.log2"),
    ("math.powf", "llvm.intr.pow"),
    ("math.round", "llvm.intr.round"),
    ("math.roundeven", "llvm.intr.roundeven"),
    ("math.sin", "llvm.intr.sin"),
    ("math.sinh", "llvm.intr.sinh"),
    ("math.sqrt", "llvm.intr.sqrt"),
    ("math.tan", "llvm.intr.tan"),
    ("math.tanh", "llvm.intr.tanh"),
    ("math.trunc", "llvm.intr.trunc"),
];

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns_but_log1p(patterns);
    patterns.on(&["math.log1p"], log1p);
}

/// Adds all patterns but the one for `math.log1p`, which loses precision.
pub(crate) fn patterns_but_log1p(patterns: &mut Patterns<'_, '_>) {
    let roots: Vec<&str> = ONE_TO_ONE.iter().map(|(from, _)| *from).collect();
    patterns.on(&roots, one_to_one);
    patterns.on(&["math.fpowi"], fpowi);
    patterns.on(&["math.absi"], |op, b| with_flag(op, b, "llvm.intr.abs", "is_int_min_poison"));
    patterns.on(&["math.ctlz"], |op, b| with_flag(op, b, "llvm.intr.ctlz", "is_zero_poison"));
    patterns.on(&["math.cttz"], |op, b| with_flag(op, b, "llvm.intr.cttz", "is_zero_poison"));
    patterns.on(&["math.isnan"], |op, b| is_of_class(op, b, 0b11));
    patterns.on(&["math.isfinite"], |op, b| is_of_class(op, b, 0b1_1111_1000));
    patterns.on(&["math.sincos"], sincos);
    patterns.on(&["math.expm1"], expm1);
    patterns.on(&["math.rsqrt"], rsqrt);
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
    Elementwise::like(b.op_ref(op.op), "llvm.intr.powi").replace(op, b)
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
    let mut into = Elementwise::new(context, "llvm.intr.is.fpclass");
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
    let into = Elementwise::like(b.op_ref(op.op), "llvm.intr.sincos");
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
    let [exp, sub] = like(op, b, ["llvm.intr.exp", "llvm.fsub"]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let power = exp.make(b, &[operand], ty);
        sub.make(b, &[power, one], ty)
    })
}

/// Converts to `log(1 + x)`.
fn log1p(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
    let [add, log] = like(op, b, ["llvm.fadd", "llvm.intr.log"]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let sum = add.make(b, &[one, operand], ty);
        log.make(b, &[sum], ty)
    })
}

/// Converts to `1 / sqrt(x)`.
fn rsqrt(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Result<(), NoMatch> {
    let [sqrt, div] = like(op, b, ["llvm.intr.sqrt", "llvm.fdiv"]);
    replace_with_one(op, b, |b, operand, one, ty| {
        let root = sqrt.make(b, &[operand], ty);
        div.make(b, &[one, root], ty)
    })
}
