//! Verifiers of type relations in conversions, vector and aggregate operations, and switches.

use super::show;
use crate::constraints::{is_scalable_vector, vector_element};
use crate::syntax::aggregate::element_type;
use crate::types::{address_space, struct_fields};
use tern_mlir::body::OpRef;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::verify::Verifier;

/// The types of the only operand and of the result.
fn operand_and_result(op: OpRef<'_>) -> Option<(Type, Type)> {
    Some((op.type_of(*op.operands().first()?), op.type_of(op.result()?)))
}

/// Verifies `llvm.bitcast`.
pub(super) fn bitcast(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let Some((from, to)) = operand_and_result(op) else { return };
    let is_vector = |ty: Type| matches!(ty.kind(context), TypeKind::Vector { .. });
    let space = |ty: Type| address_space(context, vector_element(context, ty).unwrap_or(ty));
    let message = match (space(from), space(to)) {
        (None, None) => return,
        (Some(_), None) | (None, Some(_)) => "can only cast pointers from and to pointers",
        _ if is_vector(to) && !is_vector(from) => "cannot cast pointer to vector of pointers",
        _ if !is_vector(to) && is_vector(from) => "cannot cast vector of pointers to pointer",
        (from, to) if from != to => {
            "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead"
        }
        _ => return,
    };
    verifier.error(op, message);
}

/// Verifies `llvm.zext` and `llvm.sext`.
pub(super) fn extension(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let Some((from, to)) = operand_and_result(op) else { return };
    let shape = |ty: Type| match ty.kind(context) {
        TypeKind::Vector { shape, scalable, .. } => Some((shape, scalable)),
        _ => None,
    };
    let width = |ty: Type| vector_element(context, ty).unwrap_or(ty).integer_width(context);
    let message = match (shape(from), shape(to)) {
        (Some(_), None) => "input type is a vector but output type is an integer",
        (None, Some(_)) => "input type is an integer but output type is a vector",
        (from, to) if from != to => "input and output vectors are of incompatible shape",
        _ if width(to) <= width(from) => {
            "integer width of the output type is smaller or equal to the integer width of the input type"
        }
        _ => return,
    };
    verifier.error_plain(op, message);
}

/// Verifies `llvm.shufflevector`.
pub(super) fn shuffle(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let scalable = op.operands().first().is_some_and(|&v1| is_scalable_vector(op.context, op.type_of(v1)));
    let mask = op.property("mask").and_then(|mask| mask.as_dense_i32(op.context)).unwrap_or_default();
    if scalable && mask.iter().any(|&index| index != 0) {
        verifier.error(op, "expected a splat operation for scalable vectors");
    }
}

fn position(op: OpRef<'_>) -> Vec<i64> {
    op.property("position").and_then(|position| position.as_dense_i64(op.context)).unwrap_or_default()
}

/// Verifies `llvm.extractvalue`.
pub(super) fn extract_value(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((container, result)) = operand_and_result(op) else { return };
    match element_type(op.context, container, &position(op)) {
        Err(message) => verifier.error_plain(op, message),
        Ok(wanted) if wanted != result => {
            let (container, wanted, found) = (show(op, container), show(op, wanted), show(op, result));
            let message = format!(
                "Type mismatch: extracting from '{container}' should produce '{wanted}' but this op returns '{found}'"
            );
            verifier.error(op, message);
        }
        Ok(_) => {}
    }
}

/// Verifies `llvm.insertvalue`.
pub(super) fn insert_value(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let [container, value] = *op.operands() else { return };
    match element_type(op.context, op.type_of(container), &position(op)) {
        Err(message) => verifier.error_plain(op, message),
        Ok(wanted) if wanted != op.type_of(value) => {
            let (found, container) = (show(op, op.type_of(value)), show(op, op.type_of(container)));
            verifier.error(op, format!("Type mismatch: cannot insert '{found}' into '{container}'"));
        }
        Ok(_) => {}
    }
}

/// Verifies `llvm.switch`.
pub(super) fn switch(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    use tern_mlir::attributes::AttrKind;
    let destinations = op.successors().len().saturating_sub(1) as i64;
    let values = op.property("case_values").map(|values| values.kind(op.context));
    let ty = match values {
        Some(AttrKind::DenseElements { ty, .. } | AttrKind::DenseResource { ty, .. }) => Some(*ty),
        _ => None,
    };
    let (count, element) = match ty.map(|ty| ty.kind(op.context)) {
        Some(TypeKind::Vector { shape, element, .. } | TypeKind::RankedTensor { shape, element, .. }) => {
            (shape.iter().product(), Some(*element))
        }
        _ => (0, None),
    };
    if count != destinations {
        return verifier.error(op, "expects number of case values to match number of case destinations");
    }
    let value = op.operand_group("value").first().map(|&value| op.type_of(value));
    if element.is_some() && element != value {
        verifier.error(op, "expects case value type to match condition value type");
    }
}

/// Verifies `llvm.intr.sincos`: the result is a struct of two values of the operand's type.
pub(super) fn sincos(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((operand, result)) = operand_and_result(op) else { return };
    let fields = struct_fields(op.context, result).map(|(fields, _)| fields);
    if fields.is_none_or(|fields| *fields != [operand, operand]) {
        let found = show(op, result);
        verifier.error(op, format!("expected result type to be an homogeneous struct with two elements matching the operand type, but got '{found}'"));
    }
}

/// Verifies `llvm.intr.masked.gather` and `llvm.intr.masked.scatter`: there are as many pointers as elements.
pub(super) fn pointers(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (value, number) = match op.name() {
        "llvm.intr.masked.gather" => (op.result(), 1),
        _ => (op.operand_group("value").first().copied(), 2),
    };
    let value = value.map(|value| op.type_of(value).kind(op.context));
    let Some(TypeKind::Vector { shape, scalable, .. }) = value else { return };
    let Some(ty) = op.operand_group("ptrs").first().map(|&value| op.type_of(value)) else { return };
    let TypeKind::Vector { element, .. } = ty.kind(op.context) else { return };
    let (shape, scalable) = (shape.clone(), scalable.clone());
    let wanted = op.context.ty(TypeKind::Vector { shape, scalable, element: *element });
    if wanted != ty {
        let wanted = show(op, wanted);
        verifier.error(op, format!("expected operand #{number} type to be '{wanted}'"));
    }
}
