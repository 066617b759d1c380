//! Arithmetic. Source: LangRef, Bit Manipulation, Fixed Point Arithmetic, Floating-Point Test, Comparison Intrinsics.

use super::{CallRule, Called};
use crate::verify::{Rule, check};

/// The bits of all classes of floating-point numbers.
const CLASSES: u64 = 0x3ff;

pub(super) fn rule(name: &str) -> Option<CallRule> {
    Some(match name {
        "ucmp" | "scmp" => comparison,
        "is.fpclass" => classes,
        "fptrunc.round" => rounded,
        "smul.fix" | "smul.fix.sat" | "sdiv.fix" | "sdiv.fix.sat" => |called| fixed_point(called, true),
        "umul.fix" | "umul.fix.sat" | "udiv.fix" | "udiv.fix.sat" => |called| fixed_point(called, false),
        "lrint" | "llrint" | "lround" | "llround" => to_integer,
        "bswap" => swap,
        _ => return None,
    })
}

fn comparison(called: &Called<'_, '_, '_>) -> Rule {
    let (from, to) = (called.ty(0), called.result());
    check!(called.width(to) >= 2, "result type must be at least 2 bits wide", called.inst);
    check!(
        called.is_vector(from) == called.is_vector(to),
        "ucmp/scmp argument and result types must both be either vector or scalar types",
        called.inst
    );
    let same = called.lanes(from).zip(called.lanes(to)).is_none_or(|(from, to)| from.same_count(to));
    check!(same, "return type and arguments must have the same number of elements", called.inst);
    Ok(())
}

fn classes(called: &Called<'_, '_, '_>) -> Rule {
    let is_known = called.number(1).is_none_or(|bits| bits & !CLASSES == 0);
    check!(is_known, "unsupported bits for llvm.is.fpclass test mask");
    Ok(())
}

fn rounded(called: &Called<'_, '_, '_>) -> Rule {
    let mode = called.metadata(1);
    check!(mode.is_some(), "missing rounding mode argument", called.inst);
    let text = called.string(1);
    if let (None, Some(mode)) = (text, mode) {
        check!(
            false,
            "invalid value for llvm.fptrunc.round metadata operand (the operand should be a string)",
            mode
        );
    }
    let is_known = text.is_some_and(|text| text != b"round.dynamic" && is_rounding_mode(text));
    check!(is_known, "unsupported rounding mode argument", called.inst);
    Ok(())
}

pub(super) fn is_rounding_mode(text: &[u8]) -> bool {
    matches!(
        text,
        b"round.dynamic"
            | b"round.tonearest"
            | b"round.tonearestaway"
            | b"round.downward"
            | b"round.upward"
            | b"round.towardzero"
    )
}

fn fixed_point(called: &Called<'_, '_, '_>, signed: bool) -> Rule {
    let (Some(scale), width) = (called.number(2), u64::from(called.width(called.ty(0)))) else {
        return Ok(());
    };
    if signed {
        check!(
            scale < width,
            "the scale of s[mul|div]_fix[_sat] must be less than the width of the operands"
        );
    } else {
        check!(
            scale <= width,
            "the scale of u[mul|div]_fix[_sat] must be less than or equal to the width of the operands"
        );
    }
    Ok(())
}

fn to_integer(called: &Called<'_, '_, '_>) -> Rule {
    let (from, to) = (called.ty(0), called.result());
    let name = || called.body.context.name(called.callee);
    check!(
        called.is_float(from) && called.is_integer(to),
        format!(
            "{}: argument must be floating-point or vector of floating-points, and result must be integer or vector of integers",
            name()
        ),
        called.inst
    );
    let same = called.is_vector(from) == called.is_vector(to);
    check!(same, format!("{}: argument and result disagree on vector use", name()), called.inst);
    let same = called.lanes(from).zip(called.lanes(to)).is_none_or(|(from, to)| from.same_count(to));
    check!(same, format!("{}: argument must be same length as result", name()), called.inst);
    Ok(())
}

fn swap(called: &Called<'_, '_, '_>) -> Rule {
    let is_right = called.width(called.result()).is_multiple_of(16);
    check!(is_right, "bswap must be an even number of bytes", called.inst);
    Ok(())
}
