//! Operations on vectors with a mask and a length. Source: LangRef, Vector Predication Intrinsics.

use super::{CallRule, Called};
use crate::instruction::IntPredicate;
use crate::types::Type;
use crate::verify::{Rule, check};

pub(super) fn rule(name: &str) -> Option<CallRule> {
    Some(match name.strip_prefix("vp.")? {
        "trunc" => |called| {
            integers(called, "llvm.vp.trunc")?;
            narrows(called, "llvm.vp.trunc")
        },
        "zext" | "sext" => |called| {
            integers(called, "llvm.vp.zext or llvm.vp.sext")?;
            widens(called, "llvm.vp.zext or llvm.vp.sext")
        },
        "fptoui" | "fptosi" => to_integer,
        "uitofp" | "sitofp" => to_float,
        "fptrunc" => |called| {
            floats(called, "llvm.vp.fptrunc")?;
            narrows(called, "llvm.vp.fptrunc")
        },
        "fpext" => |called| {
            floats(called, "llvm.vp.fpext")?;
            widens(called, "llvm.vp.fpext")
        },
        "ptrtoint" => pointer_to_integer,
        "inttoptr" => integer_to_pointer,
        "icmp" => compare_integers,
        "fcmp" => compare_floats,
        "is.fpclass" => classes,
        _ => return None,
    })
}

/// The types of the operand and the result of a cast, which are vectors of one length.
fn cast(called: &Called<'_, '_, '_>) -> Result<(Type, Type), Box<crate::verify::Broken>> {
    let (from, to) = (called.ty(0), called.result());
    let same = called.lanes(from).zip(called.lanes(to)).is_none_or(|(from, to)| from.same_count(to));
    match same {
        true => Ok((from, to)),
        false => {
            let message = "VP cast intrinsic first argument and result vector lengths must be equal";
            Err(crate::verify::broken(message, [called.inst.into()]))
        }
    }
}

fn integers(called: &Called<'_, '_, '_>, name: &str) -> Rule {
    let (from, to) = cast(called)?;
    let is_right = called.is_integer(from) && called.is_integer(to);
    let message = || format!("{name} intrinsic first argument and result element type must be integer");
    check!(is_right, message(), called.inst);
    Ok(())
}

fn floats(called: &Called<'_, '_, '_>, name: &str) -> Rule {
    let (from, to) = cast(called)?;
    let is_right = called.is_float(from) && called.is_float(to);
    let message =
        || format!("{name} intrinsic first argument and result element type must be floating-point");
    check!(is_right, message(), called.inst);
    Ok(())
}

fn narrows(called: &Called<'_, '_, '_>, name: &str) -> Rule {
    let is_right = called.width(called.result()) < called.width(called.ty(0));
    let message = || {
        format!(
            "{name} intrinsic the bit size of first argument must be larger than the bit size of the return type"
        )
    };
    check!(is_right, message(), called.inst);
    Ok(())
}

fn widens(called: &Called<'_, '_, '_>, name: &str) -> Rule {
    let is_right = called.width(called.result()) > called.width(called.ty(0));
    let message = || {
        format!(
            "{name} intrinsic the bit size of first argument must be smaller than the bit size of the return type"
        )
    };
    check!(is_right, message(), called.inst);
    Ok(())
}

fn to_integer(called: &Called<'_, '_, '_>) -> Rule {
    let (from, to) = cast(called)?;
    let is_right = called.is_float(from) && called.is_integer(to);
    // LLVM's sentence lacks a space.
    let message = "llvm.vp.fptoui, llvm.vp.fptosi, llvm.vp.lrint or llvm.vp.llrintintrinsic first argument element type must be \
                   floating-point and result element type must be integer";
    check!(is_right, message, called.inst);
    Ok(())
}

fn to_float(called: &Called<'_, '_, '_>) -> Rule {
    let (from, to) = cast(called)?;
    let is_right = called.is_integer(from) && called.is_float(to);
    let message = "llvm.vp.uitofp or llvm.vp.sitofp intrinsic first argument element type must be integer and result element type must \
                   be floating-point";
    check!(is_right, message, called.inst);
    Ok(())
}

fn pointer_to_integer(called: &Called<'_, '_, '_>) -> Rule {
    let (from, to) = cast(called)?;
    let is_right = called.is_pointer(from) && called.is_integer(to);
    let message = "llvm.vp.ptrtoint intrinsic first argument element type must be pointer and result element type must be integer";
    check!(is_right, message, called.inst);
    Ok(())
}

fn integer_to_pointer(called: &Called<'_, '_, '_>) -> Rule {
    let (from, to) = cast(called)?;
    let is_right = called.is_integer(from) && called.is_pointer(to);
    let message = "llvm.vp.inttoptr intrinsic first argument element type must be integer and result element type must be pointer";
    check!(is_right, message, called.inst);
    Ok(())
}

fn compare_integers(called: &Called<'_, '_, '_>) -> Rule {
    let is_known = called.string(2).is_some_and(|text| IntPredicate::from_spelling(text).is_some());
    check!(is_known, "invalid predicate for VP integer comparison intrinsic", called.inst);
    Ok(())
}

fn compare_floats(called: &Called<'_, '_, '_>) -> Rule {
    let is_known = called.string(2).is_some_and(super::constrained::is_float_predicate);
    check!(is_known, "invalid predicate for VP FP comparison intrinsic", called.inst);
    Ok(())
}

fn classes(called: &Called<'_, '_, '_>) -> Rule {
    let is_known = called.number(1).is_none_or(|bits| bits & !0x3ff == 0);
    check!(is_known, "unsupported bits for llvm.vp.is.fpclass test mask");
    Ok(())
}
