//! Conversion of casts that need more than one operation of LLVM, or a choice between several.

use tern_dialect_core::arith;
use tern_dialect_core::arith::RoundingMode;
use tern_dialect_llvm::attributes::values;
use tern_dialect_llvm::enums::{FPExceptionBehavior, RoundingMode as Llvm};
use tern_dialect_llvm::types::struct_fields;
use tern_dialect_llvm::{intrinsics, ops as llvm};

use super::reject_unsupported_floats;
use crate::conversion::elementwise::{Elementwise, each_part};
use crate::conversion::{Adaptor, Builder, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[arith::IndexCast::NAME], |op, b| index_cast(op, b, llvm::SExt::NAME));
    patterns.on(&[arith::IndexCastUI::NAME], |op, b| index_cast(op, b, llvm::ZExt::NAME));
    patterns.on(&[arith::TruncF::NAME], truncf);
    patterns.on(&[arith::Bitcast::NAME], bitcast);
}

/// Extends, truncates, or forwards the operand, depending on the width of `index`.
pub(crate) fn index_cast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, extend: &'static str) -> Rewrite {
    let context = b.context();
    let original = b.op_ref(op.op);
    let (&[from], Some(to)) = (original.operands(), original.result()) else {
        return Err("not a conversion of one value".into());
    };
    let (from, to) = (original.type_of(from), original.type_of(to));
    let width =
        |ty: tern_mlir::Type| b.convert_type(ty.element_or_self(context)).map(|ty| ty.integer_width(context));
    let (Some(before), Some(after)) = (width(from)?, width(to)?) else {
        return Err("not a conversion of integers".into());
    };
    let result = b.converted_result(op.op)?;
    if struct_fields(context, result).is_some() {
        return Err("memrefs are not converted element by element".into());
    }
    if before == after {
        b.replace(op.op, op.operands);
        return Ok(());
    }
    let into = Elementwise::new(context, if after < before { llvm::Trunc::NAME } else { extend });
    let value = each_part(b, op.operands, result, |b, operands, ty| into.make(b, operands, ty))?;
    b.replace(op.op, &[value]);
    Ok(())
}

/// Makes `llvm.fptrunc`, or the constrained intrinsic if a rounding mode is given.
fn truncf(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    let (context, original) = (b.context(), b.op_ref(op.op));
    let mode = original.property("roundingmode").and_then(|mode| mode.as_u64(context));
    let Some(mode) = mode else {
        return Elementwise::like(original, llvm::FPTrunc::NAME).replace(op, b);
    };
    let mode = match RoundingMode::from_value(mode).ok_or("not a rounding mode")? {
        RoundingMode::ToNearestEven => Llvm::NearestTiesToEven,
        RoundingMode::Downward => Llvm::TowardNegative,
        RoundingMode::Upward => Llvm::TowardPositive,
        RoundingMode::TowardZero => Llvm::TowardZero,
        RoundingMode::ToNearestAway => Llvm::NearestTiesToAway,
    };
    let mut into = Elementwise::like(original, intrinsics::ConstrainedFPTrunc::NAME);
    into.properties.extend([
        ("roundingmode", values::rounding_mode(context, mode)),
        ("fpExceptionBehavior", values::fp_exception_behavior(context, FPExceptionBehavior::Ignore)),
    ]);
    into.replace(op, b)
}

/// Casts between types that are equal after conversion, such as memrefs or small floats, are dropped.
fn bitcast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let result = b.converted_result(op.op)?;
    if op.operands.iter().all(|&operand| b.type_of(operand) == result) {
        b.replace(op.op, op.operands);
        return Ok(());
    }
    if struct_fields(b.context(), result).is_some() {
        return Err("memrefs are not converted element by element".into());
    }
    Elementwise::like(b.op_ref(op.op), llvm::Bitcast::NAME).replace(op, b)
}
