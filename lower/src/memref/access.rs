//! Conversion of loads, stores and prefetches.

use tern_mlir::Attribute;

use super::{element, element_address, operand, operand_type};
use crate::conversion::{Adaptor, Builder, Rewrite, Rewriter};

/// The attributes of an access that the `llvm` operation supports as well.
fn hints(b: &Rewriter<'_, '_>, op: Adaptor<'_>) -> Vec<(&'static str, Attribute)> {
    let original = b.op_ref(op.op);
    let context = b.context();
    let mut hints = Vec::new();
    if let Some(alignment) = original.property("alignment") {
        hints.push(("alignment", alignment));
    }
    if original.property("nontemporal").is_some_and(|value| value == Attribute::bool(context, true)) {
        hints.push(("nontemporal", context.common.unit));
    }
    hints
}

/// Converts `memref.load`.
pub(super) fn load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = operand_type(b, op, "memref")?;
    let (memref, indices) = (operand(b, op, "memref")?, b.group(op, "indices"));
    let (element, hints) = (element(b, ty)?, hints(b, op));
    let address = element_address(b, ty, memref, indices, true)?;
    let value = b.load(element, address, &hints);
    b.replace(op.op, &[value]);
    Ok(())
}

/// Converts `memref.store`.
pub(super) fn store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = operand_type(b, op, "memref")?;
    let (memref, value) = (operand(b, op, "memref")?, operand(b, op, "value")?);
    let (indices, hints) = (b.group(op, "indices"), hints(b, op));
    let address = element_address(b, ty, memref, indices, true)?;
    b.store(value, address, &hints);
    b.replace(op.op, &[]);
    Ok(())
}

/// Converts `memref.prefetch`.
pub(super) fn prefetch(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = operand_type(b, op, "memref")?;
    let (memref, indices) = (operand(b, op, "memref")?, b.group(op, "indices"));
    let address = element_address(b, ty, memref, indices, false)?;
    let (original, context) = (b.op_ref(op.op), b.context());
    let number = |name| {
        let value = original.property(name).and_then(|value: Attribute| value.as_u64(context)).unwrap_or(0);
        Attribute::integer(context, context.common.i32, value as i64)
    };
    let properties =
        [("rw", number("isWrite")), ("hint", number("localityHint")), ("cache", number("isDataCache"))];
    b.op("llvm.intr.prefetch", &[address], &[], &properties);
    b.replace(op.op, &[]);
    Ok(())
}
