//! Parts of vectors, reductions, masks and matrices. Source: LangRef, Vector Reduction, Vector Insertion and Extraction, Matrix Intrinsics.

use super::{CallRule, Called, Lanes};
use crate::attributes::values::VScaleRange;
use crate::types::Type;
use crate::verify::{Rule, check};

pub(super) fn rule(name: &str) -> Option<CallRule> {
    Some(match name {
        "vector.reduce.and" | "vector.reduce.or" | "vector.reduce.xor" | "vector.reduce.add"
        | "vector.reduce.mul" | "vector.reduce.smax" | "vector.reduce.smin" | "vector.reduce.umax"
        | "vector.reduce.umin" => |called| reduction(called, 0, |called, ty| called.is_integer(ty)),
        "vector.reduce.fmax" | "vector.reduce.fmin" => {
            |called| reduction(called, 0, |called, ty| called.is_float(ty))
        }
        "vector.reduce.fadd" | "vector.reduce.fmul" => {
            |called| reduction(called, 1, |called, ty| called.is_float(ty))
        }
        "vector.splice.left" => |called| splice(called, true),
        "vector.splice.right" => |called| splice(called, false),
        "vector.splice" => older_splice,
        "experimental.vp.splice" => predicated_splice,
        "stepvector" => steps,
        "experimental.vector.match" => matches_any,
        "vector.insert" => insertion,
        "vector.extract" => extraction,
        "vector.partial.reduce.add" | "vector.partial.reduce.fadd" => partial_reduction,
        "get.active.lane.mask" => lane_mask,
        "experimental.get.vector.length" => vector_length,
        "matrix.multiply" | "matrix.transpose" | "matrix.column.major.load" | "matrix.column.major.store" => {
            matrix
        }
        _ => return None,
    })
}

fn reduction(
    called: &Called<'_, '_, '_>,
    vector: usize,
    is_right: fn(&Called<'_, '_, '_>, Type) -> bool,
) -> Rule {
    let ty = called.ty(vector);
    let is_right = is_right(called, ty) && called.is_vector(ty);
    check!(is_right, "Intrinsic has incorrect argument type!");
    Ok(())
}

/// The least factor of the lengths of scalable vectors that the function is for.
fn least_factor(called: &Called<'_, '_, '_>) -> u64 {
    let (module, function) = (called.body.context.module, called.body.function);
    let range: Option<VScaleRange> =
        module.attribute_value(module.attributes.get_list(function.attributes).function);
    range.map_or(1, |range| range.least.into())
}

fn splice(called: &Called<'_, '_, '_>, left: bool) -> Rule {
    called.number(2).map_or(Ok(()), |index| splice_at(called, left, index))
}

/// The intrinsic that LLVM's reader replaces: a negative index counts from the right.
fn older_splice(called: &Called<'_, '_, '_>) -> Rule {
    let index = if called.call.args.len() == 3 { called.signed(2) } else { None };
    index.map_or(Ok(()), |index| splice_at(called, index >= 0, index.unsigned_abs()))
}

fn predicated_splice(called: &Called<'_, '_, '_>) -> Rule {
    let (Some(lanes), Some(index)) = (called.lanes(called.result()), called.signed(2)) else { return Ok(()) };
    let length = lanes.count * least_factor(called);
    let is_within = if index < 0 { index.unsigned_abs() <= length } else { index.unsigned_abs() < length };
    check!(
        is_within,
        "The splice index exceeds the range [-VL, VL-1] where VL is the known minimum number of elements in the vector. For scalable \
         vectors the minimum number of elements is determined from vscale_range.",
        called.inst,
    );
    Ok(())
}

fn splice_at(called: &Called<'_, '_, '_>, left: bool, index: u64) -> Rule {
    let Some(lanes) = called.lanes(called.result()) else { return Ok(()) };
    let length = lanes.count * least_factor(called);
    let (is_within, end) = if left { (index < length, "VL-1") } else { (index <= length, "VL") };
    let message = || {
        format!(
            "The splice index exceeds the range [0, {end}] where VL is the known minimum number of elements in the vector. For scalable \
             vectors the minimum number of elements is determined from vscale_range."
        )
    };
    check!(is_within, message(), called.inst);
    Ok(())
}

fn steps(called: &Called<'_, '_, '_>) -> Rule {
    let is_right = called.lanes(called.result()).is_some_and(|lanes| {
        called.body.types().integer_width(lanes.element).is_some_and(|width| width >= 8)
    });
    check!(
        is_right,
        "stepvector only supported for vectors of integers with a bitwidth of at least 8.",
        called.inst
    );
    Ok(())
}

fn matches_any(called: &Called<'_, '_, '_>) -> Rule {
    let lanes = |index| called.lanes(called.ty(index));
    let (Some(first), Some(second), Some(mask)) = (lanes(0), lanes(1), lanes(2)) else {
        check!(false, "Operands must be vectors.", called.inst);
        return Ok(());
    };
    let inst = called.inst;
    check!(!second.scalable, "Second operand must be a fixed length vector.", inst);
    check!(called.is_integer(first.element), "First operand must be a vector of integers.", inst);
    let same = first.element == second.element;
    check!(same, "First two operands must have the same element type.", inst);
    let same = first.same_count(mask);
    check!(same, "First operand and mask must have the same number of elements.", inst);
    let is_mask = mask.element == called.body.types().common.i1;
    check!(is_mask, "Mask must be a vector of i1's.", inst);
    check!(called.result() == called.ty(2), "Return type must match the mask type.", inst);
    Ok(())
}

/// Whether a part begins at a multiple of its length, and ends within the whole. A fixed part of a scalable vector may be anywhere.
fn fits(part: Lanes, whole: Lanes, index: u64) -> (bool, bool) {
    let is_within = index < whole.count && index + part.count <= whole.count;
    (index.is_multiple_of(part.count.max(1)), part.scalable != whole.scalable || is_within)
}

fn insertion(called: &Called<'_, '_, '_>) -> Rule {
    let (Some(whole), Some(part), Some(index)) =
        (called.lanes(called.ty(0)), called.lanes(called.ty(1)), called.number(2))
    else {
        return Ok(());
    };
    let same = whole.element == part.element;
    check!(same, "vector_insert parameters must have the same element type.", called.inst);
    // LLVM looks at the low 32 bits.
    let (is_multiple, is_within) = fits(part, whole, index & 0xffff_ffff);
    check!(
        is_multiple,
        "vector_insert index must be a constant multiple of the subvector's known minimum vector length."
    );
    check!(is_within, "subvector operand of vector_insert would overrun the vector being inserted into.");
    Ok(())
}

fn extraction(called: &Called<'_, '_, '_>) -> Rule {
    let (Some(whole), Some(part), Some(index)) =
        (called.lanes(called.ty(0)), called.lanes(called.result()), called.number(1))
    else {
        return Ok(());
    };
    let same = whole.element == part.element;
    check!(same, "vector_extract result must have the same element type as the input vector.", called.inst);
    let (is_multiple, is_within) = fits(part, whole, index & 0xffff_ffff);
    check!(
        is_multiple,
        "vector_extract index must be a constant multiple of the result type's known minimum vector length."
    );
    check!(is_within, "vector_extract would overrun.");
    Ok(())
}

fn partial_reduction(called: &Called<'_, '_, '_>) -> Rule {
    let (Some(sum), Some(parts)) = (called.lanes(called.ty(0)), called.lanes(called.ty(1))) else {
        return Ok(());
    };
    check!(
        parts.count % sum.count.max(1) == 0,
        "Invalid vector widths for partial reduction. The width of the input vector must be a positive integer multiple of the width of \
         the accumulator vector."
    );
    Ok(())
}

fn lane_mask(called: &Called<'_, '_, '_>) -> Rule {
    let Some(lanes) = called.lanes(called.result()) else {
        check!(false, "get_active_lane_mask: must return a vector", called.inst);
        return Ok(());
    };
    let is_mask = lanes.element == called.body.types().common.i1;
    check!(is_mask, "get_active_lane_mask: element type is not i1", called.inst);
    Ok(())
}

fn vector_length(called: &Called<'_, '_, '_>) -> Rule {
    let is_positive = called.signed(1).is_none_or(|length| length > 0);
    check!(is_positive, "get_vector_length: VF must be positive", called.inst);
    Ok(())
}

fn matrix(called: &Called<'_, '_, '_>) -> Rule {
    let name = called.body.context.name(called.callee);
    let kind = name.strip_prefix("llvm.matrix.").unwrap_or_default();
    let vector = |index| called.lanes(called.ty(index));
    let elements = |lanes: Option<Lanes>| lanes.map(|lanes| lanes.element);
    // The positions of rows and columns, the result, the types of elements of operands, and the stride.
    let (rows, columns, result, first, second, stride) = if kind.starts_with("multiply") {
        (2, 4, called.lanes(called.result()), elements(vector(0)), elements(vector(1)), None)
    } else if kind.starts_with("transpose") {
        (1, 2, called.lanes(called.result()), elements(vector(0)), None, None)
    } else if kind.starts_with("column.major.load") {
        (3, 4, called.lanes(called.result()), None, None, Some(1))
    } else {
        (4, 5, vector(0), elements(vector(0)), None, Some(2))
    };
    let (Some(rows), Some(columns), Some(result)) = (called.number(rows), called.number(columns), result)
    else {
        return Ok(());
    };
    if kind.starts_with("multiply")
        && let (Some(inner), Some(left), Some(right)) = (called.number(3), vector(0), vector(1))
    {
        let same = left.count == rows * inner;
        check!(same, "First argument of a matrix operation does not match specified shape!");
        let same = right.count == inner * columns;
        check!(same, "Second argument of a matrix operation does not match specified shape!");
    }
    let (types, callee) = (called.body.types(), called.callee);
    let is_number = types.integer_width(result.element).is_some() || types.is_float(result.element);
    check!(is_number, "Result type must be an integer or floating-point type!", callee);
    for (element, which) in [(first, "first"), (second, "second")] {
        check!(
            element.is_none_or(|element| element == result.element),
            format!("Vector element type mismatch of the result and {which} operand vector!"),
            callee
        );
    }
    let same = result.count == rows * columns;
    check!(same, "Result of a matrix operation does not fit in the returned vector!");
    if let Some(stride) = stride.filter(|&stride| called.arg(stride).constant().is_some()) {
        let is_narrow = called.width(called.ty(stride)) <= 64;
        let is_number = called.constant(stride).is_some_and(|stride| stride.is_number());
        check!(is_narrow || !is_number, "Stride bitwidth cannot exceed 64!", callee);
        let is_enough = called.number(stride).is_none_or(|stride| stride >= rows);
        check!(is_enough, "Stride must be greater or equal than the number of rows!", callee);
    }
    Ok(())
}
