//! Verifiers of `complex`, for rules that the declarations do not express. Messages are worded as in MLIR.

use tern_mlir::asm::type_to_string;
use tern_mlir::declare::View;
use tern_mlir::verify::Verifier;
use tern_mlir::{AttrKind, Context, Type, TypeKind};

use super::operations::{Bitcast, Constant};
use super::part;

/// Checks that the value is an array of two numbers of the parts' type.
pub(super) fn constant(verifier: &mut Verifier<'_>, constant: Constant<View<'_>>) {
    let op = *constant.0;
    let Some(wanted) = part(op.context, op.type_of(constant.complex())) else { return };
    let &[real, imaginary] = constant.value() else {
        let message = "requires 'value' to be a complex constant, represented as array of two values";
        return verifier.error(op, message);
    };
    let number = |attribute: tern_mlir::Attribute| match attribute.kind(op.context) {
        AttrKind::Integer { ty, .. } | AttrKind::Float { ty, .. } => Some(*ty),
        _ => None,
    };
    let (Some(real), Some(imaginary)) = (number(real), number(imaginary)) else {
        return verifier.error(op, "requires attribute's elements to be float or integer attributes");
    };
    if real != wanted || imaginary != wanted {
        let [real, imaginary, wanted] = [real, imaginary, wanted].map(|ty| type_to_string(op.context, ty));
        let message = format!(
            "requires attribute's element types ('{real}', '{imaginary}') to match the element type of the op's return type ('{wanted}')"
        );
        verifier.error(op, message);
    }
}

/// The width in bits of an integer, a float or a complex number.
fn width(context: &Context, ty: Type) -> Option<u64> {
    match ty.kind(context) {
        TypeKind::Integer { width, .. } => Some(u64::from(*width)),
        TypeKind::Float(kind) => Some(u64::from(kind.width())),
        TypeKind::Complex(part) => Some(2 * width(context, *part)?),
        _ => None,
    }
}

/// Checks that exactly one side is complex, and that the widths are equal.
pub(super) fn bitcast(verifier: &mut Verifier<'_>, cast: Bitcast<View<'_>>) {
    let op = *cast.0;
    let (from, to) = (op.type_of(cast.operand()), op.type_of(cast.result()));
    let Some(operand_width) = width(op.context, from) else {
        return verifier.error(op, "operand must be int/float/complex");
    };
    let Some(result_width) = width(op.context, to) else {
        return verifier.error(op, "result must be int/float/complex");
    };
    if part(op.context, from).is_none() && part(op.context, to).is_none() {
        return verifier.error(op, "requires that either input or output has a complex type");
    }
    if operand_width != result_width {
        verifier.error(op, "casting bitwidths do not match");
    }
}
