//! Conversion of casts that need more than one operation of LLVM, or a choice between several.

use tern_dialect_core::arith;
use tern_dialect_core::arith::RoundingMode;
use tern_dialect_llvm::enums::{FPExceptionBehavior, RoundingMode as Llvm};
use tern_dialect_llvm::types::struct_fields;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::declare::OpDef;
use tern_mlir::rewrite::Builder;

use super::reject_unsupported_floats;
use crate::conversion::elementwise::{Elementwise, each_part};
use crate::conversion::{Adaptor, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[arith::IndexCast::NAME], |op, b| index_cast(op, b, llvm::SExt::DEF));
    patterns.on(&[arith::IndexCastUI::NAME], |op, b| index_cast(op, b, llvm::ZExt::DEF));
    patterns.on(&[arith::TruncF::NAME], truncf);
    patterns.on(&[arith::Bitcast::NAME], bitcast);
}

/// Extends, truncates, or forwards the operand, depending on the width of `index`.
pub(crate) fn index_cast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, extend: &'static OpDef) -> Rewrite {
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
    let into = Elementwise::new(context, if after < before { llvm::Trunc::DEF } else { extend });
    let value = each_part(b, op.operands, result, |b, operands, ty| into.make(b, operands, ty))?;
    b.replace(op.op, &[value]);
    Ok(())
}

/// Makes `llvm.fptrunc`, or the constrained intrinsic if a rounding mode is given.
fn truncf(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    let original = b.op_ref(op.op);
    let Some(mode) = arith::TruncF::expect(original).roundingmode() else {
        return Elementwise::like(original, llvm::FPTrunc::DEF).replace(op, b);
    };
    let mode = match mode {
        RoundingMode::ToNearestEven => Llvm::NearestTiesToEven,
        RoundingMode::Downward => Llvm::TowardNegative,
        RoundingMode::Upward => Llvm::TowardPositive,
        RoundingMode::TowardZero => Llvm::TowardZero,
        RoundingMode::ToNearestAway => Llvm::NearestTiesToAway,
    };
    let into = intrinsics::ConstrainedFPTrunc::start().roundingmode(mode);
    let into = into.fpExceptionBehavior(FPExceptionBehavior::Ignore);
    Elementwise::like(original, into).replace(op, b)
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
    Elementwise::like(b.op_ref(op.op), llvm::Bitcast::DEF).replace(op, b)
}
