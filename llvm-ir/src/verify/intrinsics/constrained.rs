//! Floating-point operations with a rounding mode and a treatment of exceptions. Source: LangRef, Constrained Floating-Point Intrinsics.

use super::numbers::is_rounding_mode;
use super::{CallRule, Called};
use crate::instruction::FloatPredicate;
use crate::verify::{Rule, check};

/// The operations that take no rounding mode.
const EXACT: &[&str] = &[
    "ceil",
    "fcmp",
    "fcmps",
    "floor",
    "fpext",
    "fptosi",
    "fptoui",
    "llround",
    "lround",
    "maximum",
    "maxnum",
    "minimum",
    "minnum",
    "round",
    "roundeven",
    "trunc",
];

pub(super) fn rule(name: &str) -> Option<CallRule> {
    let operation = name.strip_prefix("experimental.constrained.")?;
    Some(match operation {
        "lrint" | "llrint" => |called| {
            scalars(called)?;
            modes(called, true)
        },
        "lround" | "llround" => |called| {
            scalars(called)?;
            modes(called, false)
        },
        "fcmp" | "fcmps" => |called| {
            let is_known = called.string(2).is_some_and(is_float_predicate);
            check!(is_known, "invalid predicate for constrained FP comparison intrinsic", called.inst);
            modes(called, false)
        },
        "fptosi" | "fptoui" => |called| {
            let is_float = called.is_float(called.ty(0));
            check!(is_float, "Intrinsic first argument must be floating point", called.inst);
            same_shape(called, |called| {
                let is_integer = called.is_integer(called.result());
                check!(is_integer, "Intrinsic result must be an integer", called.inst);
                Ok(())
            })?;
            modes(called, false)
        },
        "sitofp" | "uitofp" => |called| {
            let is_integer = called.is_integer(called.ty(0));
            check!(is_integer, "Intrinsic first argument must be integer", called.inst);
            same_shape(called, |called| {
                let is_float = called.is_float(called.result());
                check!(is_float, "Intrinsic result must be a floating point", called.inst);
                Ok(())
            })?;
            modes(called, true)
        },
        "fptrunc" => |called| {
            floats(called)?;
            let is_right = called.width(called.ty(0)) > called.width(called.result());
            let message = "Intrinsic first argument's type must be larger than result type";
            check!(is_right, message, called.inst);
            modes(called, true)
        },
        "fpext" => |called| {
            floats(called)?;
            let is_right = called.width(called.ty(0)) < called.width(called.result());
            let message = "Intrinsic first argument's type must be smaller than result type";
            check!(is_right, message, called.inst);
            modes(called, false)
        },
        _ if EXACT.contains(&operation) => |called| modes(called, false),
        _ => |called| modes(called, true),
    })
}

/// Whether a text names a comparison of floating-point numbers that depends on these.
pub(super) fn is_float_predicate(text: &[u8]) -> bool {
    FloatPredicate::from_spelling(text)
        .is_some_and(|predicate| !matches!(predicate, FloatPredicate::False | FloatPredicate::True))
}

fn scalars(called: &Called<'_, '_, '_>) -> Rule {
    let has_vector = called.is_vector(called.ty(0)) || called.is_vector(called.result());
    check!(!has_vector, "Intrinsic does not support vectors", called.inst);
    Ok(())
}

fn floats(called: &Called<'_, '_, '_>) -> Rule {
    let is_float = called.is_float(called.ty(0));
    check!(is_float, "Intrinsic first argument must be FP or FP vector", called.inst);
    let is_float = called.is_float(called.result());
    check!(is_float, "Intrinsic result must be FP or FP vector", called.inst);
    same_shape(called, |_| Ok(()))
}

/// The operand and the result are both scalars, or both vectors of one length; between these rules stands one for the result.
fn same_shape(called: &Called<'_, '_, '_>, result: fn(&Called<'_, '_, '_>) -> Rule) -> Rule {
    let (from, to) = (called.lanes(called.ty(0)), called.lanes(called.result()));
    let same = from.is_some() == to.is_some();
    check!(same, "Intrinsic first argument and result disagree on vector use", called.inst);
    result(called)?;
    let same = from.zip(to).is_none_or(|(from, to)| from.same_count(to));
    check!(same, "Intrinsic first argument and result vector lengths must be equal", called.inst);
    Ok(())
}

/// The last arguments: the rounding mode, if there is one, and the treatment of exceptions.
fn modes(called: &Called<'_, '_, '_>, rounds: bool) -> Rule {
    let count = called.call.args.len();
    let last = |from_end: usize| count.checked_sub(from_end).and_then(|index| called.string(index));
    let is_known = matches!(last(1), Some(b"fpexcept.ignore" | b"fpexcept.maytrap" | b"fpexcept.strict"));
    check!(is_known, "invalid exception behavior argument", called.inst);
    let is_known = last(2).is_some_and(is_rounding_mode);
    check!(!rounds || is_known, "invalid rounding mode argument", called.inst);
    Ok(())
}
