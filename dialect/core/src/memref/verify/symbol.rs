//! Verifiers of globals.

use tern_mlir::asm::{attribute_to_string, type_to_string};
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::declare::View;
use tern_mlir::verify::Verifier;
use tern_mlir::{AttrKind, Attribute, Context, Type};

use super::show;
use crate::memref::syntax::is_elements;
use crate::memref::{GetGlobal, Global};

/// The type of an elements attribute.
fn type_of_elements(context: &Context, value: Attribute) -> Option<Type> {
    match value.kind(context) {
        AttrKind::DenseElements { ty, .. }
        | AttrKind::DenseStrings { ty, .. }
        | AttrKind::DenseResource { ty, .. }
        | AttrKind::Sparse { ty, .. } => Some(*ty),
        _ => None,
    }
}

/// Checks the type, and that of the initial value.
pub(crate) fn global(verifier: &mut Verifier<'_>, global: Global<View<'_>>) {
    let (op, context, ty) = (*global.0, global.0.context, global.r#type());
    let Some(memref) = MemRefType::of(context, ty).filter(|memref| memref.has_static_shape()) else {
        let found = show(op, ty);
        return verifier.error(op, format!("type should be static shaped memref, but got {found}"));
    };
    let Some(value) = global.initial_value().filter(|&value| value != context.common.unit) else { return };
    if !is_elements(context, value) {
        let found = attribute_to_string(context, value);
        let message = format!("initial value should be a unit or elements attribute, but got {found}");
        return verifier.error(op, message);
    }
    let shaped = type_of_elements(context, value).and_then(|ty| {
        use tern_mlir::types::TypeKind::{RankedTensor, Vector};
        match ty.kind(context) {
            Vector { shape, element, .. } | RankedTensor { shape, element, .. } => Some((&**shape, *element)),
            _ => None,
        }
    });
    let Some((shape, element)) = shaped else { return };
    if element != memref.element {
        let (wanted, found) = (show(op, memref.element), show(op, element));
        let message =
            format!("initial value element expected to be of type {wanted}, but was of type {found}");
        return verifier.error(op, message);
    }
    if shape != memref.shape {
        let join = |shape: &[i64]| shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let (wanted, found) = (join(memref.shape), join(shape));
        verifier.error(op, format!("initial value shape expected to be {wanted} but was {found}"));
    }
}

/// Checks that the global exists and has the result's type.
pub(crate) fn get_global(verifier: &mut Verifier<'_>, get: GetGlobal<View<'_>>) {
    let (op, name, found) = (*get.0, get.name(), get.0.type_of(get.result()));
    let text = op.context.str(name);
    let Some(global) = verifier.symbol(name).and_then(Global::unverified) else {
        return verifier.error(op, format!("'{text}' does not reference a valid global memref"));
    };
    let Some(wanted) = global.r#type() else { return };
    if wanted != found {
        let (wanted, found) = (type_to_string(op.context, wanted), type_to_string(op.context, found));
        let message =
            format!("result type '{found}' does not match type '{wanted}' of the global memref @{text}");
        verifier.error(op, message);
    }
}
