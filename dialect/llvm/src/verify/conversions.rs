//! Verifiers of type relations in conversions, vector and aggregate operations, and switches.

use super::show;
use crate::constraints::{is_scalable_vector, vector_element};
use crate::intrinsics::{MaskedGather, MaskedScatter, Sincos};
use crate::ops::{Bitcast, ExtractValue, InsertValue, SExt, ShuffleVector, Switch, ZExt};
use crate::syntax::aggregate::element_type;
use crate::types::{address_space, struct_fields};
use tern_mlir::body::{OpRef, Value};
use tern_mlir::declare::View;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::verify::Verifier;

/// Verifies `llvm.bitcast`.
pub(crate) fn bitcast(verifier: &mut Verifier<'_>, cast: Bitcast<View<'_>>) {
    let (op, context) = (*cast.0, cast.0.context);
    let (from, to) = (op.type_of(cast.arg()), op.type_of(cast.res()));
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

/// Verifies `llvm.zext`.
pub(crate) fn zero_extension(verifier: &mut Verifier<'_>, cast: ZExt<View<'_>>) {
    extension(verifier, *cast.0, cast.arg(), cast.res());
}

/// Verifies `llvm.sext`.
pub(crate) fn sign_extension(verifier: &mut Verifier<'_>, cast: SExt<View<'_>>) {
    extension(verifier, *cast.0, cast.arg(), cast.res());
}

fn extension(verifier: &mut Verifier<'_>, op: OpRef<'_>, from: Value, to: Value) {
    let (context, from, to) = (op.context, op.type_of(from), op.type_of(to));
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
pub(crate) fn shuffle(verifier: &mut Verifier<'_>, op: ShuffleVector<View<'_>>) {
    let scalable = is_scalable_vector(op.0.context, op.0.type_of(op.v1()));
    if scalable && op.mask().iter().any(|&index| index != 0) {
        verifier.error(*op.0, "expected a splat operation for scalable vectors");
    }
}

/// Verifies `llvm.extractvalue`.
pub(crate) fn extract_value(verifier: &mut Verifier<'_>, extraction: ExtractValue<View<'_>>) {
    let op = *extraction.0;
    let (container, result) = (op.type_of(extraction.container()), op.type_of(extraction.res()));
    match element_type(op.context, container, &extraction.position()) {
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
pub(crate) fn insert_value(verifier: &mut Verifier<'_>, insertion: InsertValue<View<'_>>) {
    let op = *insertion.0;
    let (container, value) = (op.type_of(insertion.container()), op.type_of(insertion.value()));
    match element_type(op.context, container, &insertion.position()) {
        Err(message) => verifier.error_plain(op, message),
        Ok(wanted) if wanted != value => {
            let (found, container) = (show(op, value), show(op, container));
            verifier.error(op, format!("Type mismatch: cannot insert '{found}' into '{container}'"));
        }
        Ok(_) => {}
    }
}

/// Verifies `llvm.switch`.
pub(crate) fn switch(verifier: &mut Verifier<'_>, switch: Switch<View<'_>>) {
    use tern_mlir::attributes::AttrKind;
    let op = *switch.0;
    let destinations = switch.caseDestinations().len() as i64;
    let values = switch.case_values().map(|values| values.kind(op.context));
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
    if element.is_some_and(|element| element != op.type_of(switch.value())) {
        verifier.error(op, "expects case value type to match condition value type");
    }
}

/// Verifies `llvm.intr.sincos`: the result is a struct of two values of the operand's type.
pub(crate) fn sincos(verifier: &mut Verifier<'_>, sincos: Sincos<View<'_>>) {
    let op = *sincos.0;
    let (operand, result) = (op.type_of(sincos.val()), op.type_of(sincos.res()));
    let fields = struct_fields(op.context, result).map(|(fields, _)| fields);
    if fields.is_none_or(|fields| *fields != [operand, operand]) {
        let found = show(op, result);
        verifier.error(op, format!("expected result type to be an homogeneous struct with two elements matching the operand type, but got '{found}'"));
    }
}

/// Verifies `llvm.intr.masked.gather`.
pub(crate) fn gather(verifier: &mut Verifier<'_>, gather: MaskedGather<View<'_>>) {
    pointers(verifier, *gather.0, gather.res(), gather.ptrs(), 1);
}

/// Verifies `llvm.intr.masked.scatter`.
pub(crate) fn scatter(verifier: &mut Verifier<'_>, scatter: MaskedScatter<View<'_>>) {
    pointers(verifier, *scatter.0, scatter.value(), scatter.ptrs(), 2);
}

/// Checks that there are as many pointers as elements; messages call the pointers operand `number`.
fn pointers(verifier: &mut Verifier<'_>, op: OpRef<'_>, value: Value, pointers: Value, number: usize) {
    let found = op.type_of(pointers);
    let (TypeKind::Vector { shape, scalable, .. }, TypeKind::Vector { element, .. }) =
        (op.type_of(value).kind(op.context), found.kind(op.context))
    else {
        return;
    };
    let (shape, scalable) = (shape.clone(), scalable.clone());
    let wanted = op.context.ty(TypeKind::Vector { shape, scalable, element: *element });
    if wanted != found {
        let wanted = show(op, wanted);
        verifier.error(op, format!("expected operand #{number} type to be '{wanted}'"));
    }
}
