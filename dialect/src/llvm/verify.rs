//! What operations of the dialect demand beyond what their declarations say. Messages are worded as MLIR's.

use super::constraints::is_pointer;
use super::enums::{AtomicOrdering, Linkage};
use super::syntax::aggregate::element_type;
use super::types::{FUNC, VOID, array_parts, function_parts};
use super::{as_atomic_ordering, as_linkage};
use crate::asm::type_to_string;
use crate::attributes::{AttrKind, Attribute};
use crate::body::OpRef;
use crate::types::Type;
use crate::verify::Verifier;

/// Checks an operation of the dialect.
pub(super) fn verify_operation(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    match op.name() {
        "llvm.func" => function(verifier, op),
        "llvm.call" | "llvm.invoke" => call(verifier, op),
        "llvm.return" => function_return(verifier, op),
        "llvm.mlir.addressof" => address_of(verifier, op),
        "llvm.mlir.global" => global(verifier, op),
        "llvm.extractvalue" => extract_value(verifier, op),
        "llvm.insertvalue" => insert_value(verifier, op),
        "llvm.fence" => fence(verifier, op),
        "llvm.atomicrmw" => atomic(verifier, op, &["ordering"]),
        "llvm.cmpxchg" => atomic(verifier, op, &["success_ordering", "failure_ordering"]),
        "llvm.landingpad" => landing_pad(verifier, op),
        "llvm.getelementptr" => element_pointer(verifier, op),
        "llvm.load" | "llvm.store" | "llvm.alloca" => alignment(verifier, op),
        "llvm.mlir.global_ctors" | "llvm.mlir.global_dtors" => structors(verifier, op),
        "llvm.mlir.zero" => zero(verifier, op),
        _ => {}
    }
    if let Some(weights) = op.property("branch_weights").and_then(|weights| weights.as_dense_i32(op.context))
    {
        let (found, wanted) = (weights.len(), op.successors().len());
        // An invoke may have the weight of its normal destination alone.
        if found != wanted && !(op.name() == "llvm.invoke" && found == 1) {
            verifier.error(
                op,
                format!(
                    "expects number of branch weights to match number of successors: {found} vs {wanted}"
                ),
            );
        }
    }
}

fn show(op: OpRef<'_>, ty: Type) -> String {
    type_to_string(op.context, ty)
}

fn function(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    super::parameter_attributes::verify(verifier, op);
    let is_set = |name: &'static str| op.property(name).is_some();
    if is_set("no_inline") && is_set("always_inline") {
        verifier.error_plain(op, "no_inline and always_inline attributes are incompatible");
    }
    if is_set("optimize_none") && !is_set("no_inline") {
        verifier.error(op, "with optimize_none must also be no_inline");
    }
    let linkage =
        op.property("linkage").and_then(|linkage| as_linkage(context, linkage)).unwrap_or(Linkage::External);
    if linkage == Linkage::Common {
        return verifier.error(op, "functions cannot have 'common' linkage");
    }
    let (body, regions) = op.body.regions(op.op);
    let entry = regions.first().and_then(|&region| body.region_blocks(region).first());
    let Some(&entry) = entry else {
        if !matches!(linkage, Linkage::External | Linkage::ExternWeak) {
            verifier.error(op, "external functions must have 'external' or 'extern_weak' linkage");
        }
        return;
    };
    let ty = op.property("function_type").and_then(|ty| ty.as_type(context));
    let Some(parts) = ty.and_then(|ty| function_parts(context, ty)) else { return };
    let arguments = body.block_arguments(entry);
    if arguments.len() != parts.parameters.len() {
        let count = parts.parameters.len();
        return verifier
            .error(op, format!("entry block must have {count} arguments to match function signature"));
    }
    for (index, (&argument, &parameter)) in arguments.iter().zip(&parts.parameters).enumerate() {
        let found = body.value_type(argument);
        if found != parameter {
            let (found, wanted) = (show(op, found), show(op, parameter));
            return verifier.error(
                op,
                format!(
                    "type of entry block argument #{index}('{found}') must match the type of the corresponding argument in function signature('{wanted}')"
                ),
            );
        }
    }
}

fn call(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let operands = op.operand_group("callee_operands");
    let Some(callee) = op.property("callee") else {
        let Some(&pointer) = operands.first() else {
            return verifier.error(op, "must have either a `callee` attribute or at least an operand");
        };
        let ty = op.type_of(pointer);
        if !is_pointer(context, ty) {
            verifier.error(op, format!("indirect call expects a pointer as callee: '{}'", show(op, ty)));
        }
        return;
    };
    let Some(name) = callee.as_symbol(context) else { return };
    let text = context.str(name).to_owned();
    let Some(target) = verifier.symbol(name) else {
        return verifier.error(op, format!("'{text}' does not reference a symbol in the current scope"));
    };
    let ty = target.property("function_type").and_then(|ty| ty.as_type(context));
    let Some(parts) = ty.and_then(|ty| function_parts(context, ty)).filter(|_| target.name() == "llvm.func")
    else {
        if !matches!(target.name(), "llvm.mlir.alias" | "llvm.mlir.ifunc" | "llvm.func") {
            verifier.error(op, format!("'{text}' does not reference a valid LLVM function, IFunc, or Alias"));
        }
        return;
    };
    let variadic = op.property("var_callee_type");
    if parts.variadic && variadic.is_none() {
        return verifier.error(op, "missing var_callee_type attribute for vararg call");
    }
    let wanted = parts.parameters.len();
    if operands.len() != wanted && !(parts.variadic && operands.len() > wanted) {
        let found = operands.len();
        return verifier
            .error(op, format!("incorrect number of operands ({found}) for callee (expecting: {wanted})"));
    }
    for (index, (&operand, &parameter)) in operands.iter().zip(&parts.parameters).enumerate() {
        let found = op.type_of(operand);
        if found != parameter {
            let (found, wanted) = (show(op, found), show(op, parameter));
            return verifier
                .error(op, format!("operand type mismatch for operand {index}: '{found}' != '{wanted}'"));
        }
    }
    let is_void = parts.result.declared(context, &VOID).is_some();
    match op.result().map(|result| op.type_of(result)) {
        None if !is_void => verifier.error(op, "expected function call to produce a value"),
        Some(_) if is_void => verifier.error(op, "calling function with void result must not produce values"),
        Some(found) if found != parts.result => {
            let (found, wanted) = (show(op, found), show(op, parts.result));
            verifier.error(op, format!("result type mismatch: '{found}' != '{wanted}'"));
        }
        _ => {}
    }
}

fn function_return(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(parent) = verifier.parent().filter(|parent| parent.name() == "llvm.func") else { return };
    let ty = parent.property("function_type").and_then(|ty| ty.as_type(op.context));
    let Some(parts) = ty.and_then(|ty| function_parts(op.context, ty)) else { return };
    match (op.operands(), parts.result.declared(op.context, &VOID).is_some()) {
        ([], true) => {}
        ([_, ..], true) => verifier.error(op, "expected no operands"),
        ([], false) => verifier.error(op, "expected 1 operand"),
        ([value, ..], false) if op.type_of(*value) != parts.result => {
            verifier.error(op, "mismatching result types")
        }
        _ => {}
    }
}

fn address_of(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(name) = op.property("global_name").and_then(|name| name.as_symbol(op.context)) else { return };
    let target = verifier.symbol(name);
    let fits = target.is_some_and(|target| {
        target.def().is_none()
            || matches!(
                target.name(),
                "llvm.mlir.global" | "llvm.func" | "llvm.mlir.alias" | "llvm.mlir.ifunc"
            )
    });
    if !fits {
        let wanted = "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'";
        return verifier.error(op, wanted);
    }
    let space = |value: Option<Attribute>| value.and_then(|value| value.as_u64(op.context)).unwrap_or(0);
    let found = op.result().and_then(|result| super::types::address_space(op.context, op.type_of(result)));
    if let (Some(target), Some(found)) = (target.filter(|target| target.name() == "llvm.mlir.global"), found)
        && space(target.property("addr_space")) != u64::from(found)
    {
        verifier
            .error(op, "pointer address space must match address space of the referenced global or alias");
    }
}

fn global(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let Some(ty) = op.property("global_type").and_then(|ty| ty.as_type(context)) else { return };
    let (body, regions) = op.body.regions(op.op);
    let has_region = regions.first().is_some_and(|&region| !body.region_blocks(region).is_empty());
    let Some(value) = op.property("value") else { return };
    if has_region {
        return verifier.error(op, "cannot have both initializer value and region");
    }
    if let AttrKind::String { value, .. } = value.kind(context) {
        let length = context.bytes(*value).len() as u64;
        if array_parts(context, ty) != Some((context.common.i8, length)) {
            verifier
                .error(op, "requires an i8 array type of the length equal to that of the string attribute");
        }
    }
}

fn position(op: OpRef<'_>) -> Vec<i64> {
    op.property("position").and_then(|position| position.as_dense_i64(op.context)).unwrap_or_default()
}

fn extract_value(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (Some(&container), Some(result)) = (op.operands().first(), op.result()) else { return };
    match element_type(op.context, op.type_of(container), &position(op)) {
        Err(message) => verifier.error(op, message),
        Ok(wanted) if wanted != op.type_of(result) => {
            let (container, wanted, found) =
                (show(op, op.type_of(container)), show(op, wanted), show(op, op.type_of(result)));
            let message = format!(
                "Type mismatch: extracting from '{container}' should produce '{wanted}' but this op returns '{found}'"
            );
            verifier.error(op, message);
        }
        Ok(_) => {}
    }
}

fn insert_value(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let [container, value] = *op.operands() else { return };
    match element_type(op.context, op.type_of(container), &position(op)) {
        Err(message) => verifier.error(op, message),
        Ok(wanted) if wanted != op.type_of(value) => {
            let (found, container) = (show(op, op.type_of(value)), show(op, op.type_of(container)));
            verifier.error(op, format!("Type mismatch: cannot insert '{found}' into '{container}'"));
        }
        Ok(_) => {}
    }
}

fn ordering(op: OpRef<'_>, name: &'static str) -> Option<AtomicOrdering> {
    as_atomic_ordering(op.context, op.property(name)?)
}

fn fence(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    use AtomicOrdering::{Monotonic, NotAtomic, Unordered};
    if matches!(ordering(op, "ordering"), Some(NotAtomic | Unordered | Monotonic)) {
        verifier.error(op, "can be given only acquire, release, acq_rel, and seq_cst orderings");
    }
}

fn atomic(verifier: &mut Verifier<'_>, op: OpRef<'_>, orderings: &[&'static str]) {
    use AtomicOrdering::{AcqRel, NotAtomic, Release, Unordered};
    if orderings.iter().any(|name| matches!(ordering(op, name), Some(NotAtomic | Unordered))) {
        return match orderings {
            [_] => verifier.error(op, "expected at least 'monotonic' ordering"),
            _ => verifier.error(op, "ordering must be at least 'monotonic'"),
        };
    }
    if matches!(ordering(op, "failure_ordering"), Some(Release | AcqRel)) {
        verifier.error(op, "failure ordering cannot be 'release' or 'acq_rel'");
    }
}

fn zero(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(ty) = op.result().map(|result| op.type_of(result)) else { return };
    if ty.declared(op.context, &FUNC).is_some() || ty.declared(op.context, &VOID).is_some() {
        verifier.error(op, "result cannot be void or a function");
    }
}

fn landing_pad(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if op.operands().is_empty() && op.property("cleanup").is_none() {
        verifier.error_plain(op, "landingpad instruction expects at least one clause or cleanup attribute");
    }
}

fn element_pointer(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let flags = op.property("noWrapFlags").and_then(|flags| super::as_gep_no_wrap(op.context, flags));
    let (flag, both) = (super::enums::GEPNoWrapFlags::INBOUNDS_FLAG, super::enums::GEPNoWrapFlags::INBOUNDS);
    if flags.is_some_and(|flags| flags.contains(flag) && !flags.contains(both)) {
        return verifier.error(op, "'inbounds_flag' cannot be used directly.");
    }
    let dynamic = super::syntax::gep::DYNAMIC_INDEX;
    let indices = op.property("rawConstantIndices").and_then(|indices| indices.as_dense_i32(op.context));
    let count = indices.unwrap_or_default().into_iter().filter(|&index| index == dynamic).count();
    if count != op.operand_group("dynamicIndices").len() {
        verifier.error(op, "expected as many dynamic indices as specified in 'rawConstantIndices'");
    }
}

fn alignment(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let alignment = op.property("alignment").and_then(|alignment| alignment.as_u64(op.context));
    if alignment.is_some_and(|alignment| alignment != 0 && !alignment.is_power_of_two()) {
        verifier.error_plain(op, "alignment attribute is not a power of 2");
    }
}

fn structors(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let what = if op.name().ends_with("ctors") { "ctors" } else { "dtors" };
    let count =
        |name: &'static str| op.property(name).and_then(|list| list.as_array(op.context)).map(<[_]>::len);
    if count(what) != count("priorities") || count(what) != count("data") {
        verifier
            .error_plain(op, format!("{what}, priorities, and data must have the same number of elements"));
    }
}
