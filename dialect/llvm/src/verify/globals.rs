//! Verifiers of globals, aliases, ifuncs, constructors and comdats.

use super::{constants::is_zero, linkage, show};
use crate::attributes::{MODULE_FLAG, ZERO};
use crate::constraints::{is_compatible, is_pointer};
use crate::enums::Linkage;
use crate::types::{
    LABEL, METADATA, TARGET, TOKEN, VOID, address_space, array_parts, can_be_global, function_parts,
};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::OpRef;
use tern_mlir::declare::Trait;
use tern_mlir::types::Type;
use tern_mlir::verify::Verifier;

/// Whether MLIR allows a type for a global or alias.
fn is_element(op: OpRef<'_>, ty: Type) -> bool {
    let no_value = [&VOID, &TOKEN, &METADATA, &LABEL];
    is_compatible(op.context, ty) && !no_value.iter().any(|def| ty.declared(op.context, def).is_some())
}

fn type_property(op: OpRef<'_>, name: &'static str) -> Option<Type> {
    op.property(name)?.as_type(op.context)
}

/// Checks that the comdat of a global or function exists. Returns whether it does.
pub(super) fn comdat(verifier: &mut Verifier<'_>, op: OpRef<'_>) -> bool {
    let Some(comdat) = op.property("comdat") else { return true };
    let AttrKind::SymbolRef { root, nested } = comdat.kind(op.context) else { return true };
    // The comdat table is a sibling of this operation, and the selector is in the table.
    let found = verifier.parent().is_some_and(|parent| {
        let mut scope = Some(parent);
        for &name in std::iter::once(root).chain(nested) {
            scope = scope.and_then(|scope| member(scope, name));
        }
        scope.is_some_and(|selector| selector.name() == "llvm.comdat_selector")
    });
    if !found {
        verifier.error_plain(op, "expected comdat symbol");
    }
    found
}

/// The symbol `name` directly inside an operation.
fn member<'a>(scope: OpRef<'a>, name: tern_mlir::Ident) -> Option<OpRef<'a>> {
    let (body, regions) = scope.body.regions(scope.op);
    let ops = regions.iter().flat_map(|&region| body.region_blocks(region));
    let mut ops = ops.flat_map(|&block| body.block_ops(block)).map(|op| OpRef::new(scope.context, body, op));
    ops.find(|op| {
        let found = op.property("sym_name").or_else(|| op.attribute("sym_name"));
        matches!(found.map(|found| found.kind(op.context)), Some(AttrKind::String { value, .. }) if *value == name)
    })
}

/// Verifies `llvm.mlir.global`.
pub(super) fn global(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let Some(ty) = type_property(op, "global_type") else { return };
    if !is_element(op, ty) {
        return verifier.error(op, "expects type to be a valid element type for an LLVM global");
    }
    let value = op.property("value");
    if let Some(AttrKind::String { value, .. }) = value.map(|value| value.kind(context)) {
        let length = context.bytes(*value).len() as u64;
        if array_parts(context, ty) != Some((context.common.i8, length)) {
            let message = "requires an i8 array type of the length equal to that of the string attribute";
            return verifier.error(op, message);
        }
    }
    if ty.declared(context, &TARGET).is_some() {
        if !can_be_global(context, ty) {
            return verifier.error(op, "this target extension type cannot be used in a global");
        }
        if value.is_some() {
            let message = "global with target extension type can only be initialized with zero-initializer";
            return verifier.error(op, message);
        }
    }
    match linkage(op) {
        Linkage::Common if value.is_some_and(|value| !is_zero(context, value)) => {
            return verifier.error(op, "expected zero value for 'common' linkage");
        }
        Linkage::Appending if array_parts(context, ty).is_none() => {
            return verifier.error(op, "expected array type for 'appending' linkage");
        }
        _ => {}
    }
    if !comdat(verifier, op) {
        return;
    }
    let alignment = op.property("alignment").and_then(|alignment| alignment.as_u64(context));
    if alignment.is_some_and(|alignment| !alignment.is_power_of_two()) {
        verifier.error_plain(op, "alignment attribute is not a power of 2");
    }
}

/// The terminator of an initializer, and all its operations.
fn initializer<'a>(op: OpRef<'a>) -> Option<(OpRef<'a>, Vec<OpRef<'a>>)> {
    let (body, regions) = op.body.regions(op.op);
    let &block = regions.first().and_then(|&region| body.region_blocks(region).first())?;
    let all: Vec<_> = body.block_ops(block).map(|inner| OpRef::new(op.context, body, inner)).collect();
    Some((*all.last()?, all))
}

/// The type that an initializer returns.
pub(super) fn returned_type(op: OpRef<'_>) -> Option<Type> {
    let (last, _) = initializer(op)?;
    last.operands().first().map(|&value| last.type_of(value))
}

/// The first operation of an initializer that may have side effects.
fn effect<'a>(all: &[OpRef<'a>]) -> Option<OpRef<'a>> {
    let pure = |op: &OpRef<'_>| {
        op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::Pure | Trait::NoMemoryEffect)))
    };
    all.iter().find(|op| !pure(op)).copied()
}

/// Verifies the region of `llvm.mlir.global`.
pub(crate) fn global_region(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((last, all)) = initializer(op) else { return };
    let Some(found) = last.operands().first().map(|&value| last.type_of(value)) else {
        return verifier.error(op, "initializer region cannot return void");
    };
    if let Some(wanted) = type_property(op, "global_type").filter(|&wanted| wanted != found) {
        let (found, wanted) = (show(op, found), show(op, wanted));
        return verifier
            .error(op, format!("initializer region type '{found}' does not match global type '{wanted}'"));
    }
    if let Some(op) = effect(&all) {
        return verifier.error_plain(op, "ops with side effects not allowed in global initializers");
    }
    if op.property("value").is_some() {
        verifier.error(op, "cannot have both initializer value and region");
    }
}

/// Verifies `llvm.mlir.alias`.
pub(super) fn alias(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let ty = type_property(op, "alias_type");
    if ty.is_some_and(|ty| !is_element(op, ty)) {
        return verifier.error(op, "expects type to be a valid element type for an LLVM global alias");
    }
    let linkage = linkage(op);
    if matches!(linkage, Linkage::Common | Linkage::Appending | Linkage::ExternWeak) {
        verifier.error(op, format!("'{}' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally", linkage.spelling()));
    }
}

/// Verifies the region of `llvm.mlir.alias`.
pub(crate) fn alias_region(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((last, all)) = initializer(op) else { return };
    let returned = last.operands().first().map(|&value| last.type_of(value));
    if !returned.is_some_and(|ty| is_pointer(op.context, ty)) {
        return verifier.error(op, "initializer region must always return a pointer");
    }
    if let Some(op) = effect(&all) {
        verifier.error_plain(op, "ops with side effects are not allowed in alias initializers");
    }
}

/// Verifies `llvm.mlir.ifunc`.
pub(super) fn ifunc(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let linkage = linkage(op);
    if matches!(
        linkage,
        Linkage::Common | Linkage::Appending | Linkage::ExternWeak | Linkage::AvailableExternally
    ) {
        verifier.error(op, format!("'{}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage", linkage.spelling()));
    }
}

/// Checks that the resolver of `llvm.mlir.ifunc`, possibly through aliases, is a defined function that returns a pointer.
pub(crate) fn resolver(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let mut name = op.property("resolver").and_then(|name| name.as_symbol(context));
    let mut seen = Vec::new();
    let function = loop {
        let target = name.and_then(|name| verifier.symbol(name));
        match target.map(|target| (target.name(), target)) {
            Some(("llvm.func", target)) => break Some(target),
            Some(("llvm.mlir.alias", target)) if !seen.contains(&name) => {
                seen.push(name);
                let returned = initializer(target).and_then(|(last, all)| {
                    let value = *last.operands().first()?;
                    all.into_iter().find(|inner| inner.body.results(inner.op).any(|result| result == value))
                });
                // Address computations are not followed.
                let Some(address) = returned.filter(|op| op.name() == "llvm.mlir.addressof") else { return };
                name = address.property("global_name").and_then(|name| name.as_symbol(context));
            }
            _ => break None,
        }
    };
    let Some(function) = function else { return verifier.error(op, "must have a function resolver") };
    let (body, regions) = function.body.regions(function.op);
    let declared = regions.first().is_none_or(|&region| body.region_blocks(region).is_empty());
    if declared || linkage(function) == Linkage::AvailableExternally {
        return verifier.error(op, "resolver must be a definition");
    }
    let parts = type_property(function, "function_type").and_then(|ty| function_parts(context, ty));
    if !parts.is_some_and(|parts| is_pointer(context, parts.result)) {
        return verifier.error(op, "resolver must return a pointer");
    }
    let space = op.property("address_space").and_then(|space| space.as_u64(context)).unwrap_or(0);
    let found = type_property(op, "resolver_type").and_then(|ty| address_space(context, ty));
    if found.map(u64::from) != Some(space) {
        verifier.error(op, "resolver has incorrect type");
    }
}

fn list<'a>(op: OpRef<'a>, name: &'static str) -> &'a [Attribute] {
    op.property(name).and_then(|list| list.as_array(op.context)).unwrap_or_default()
}

/// The word for the functions of `llvm.mlir.global_ctors` and `llvm.mlir.global_dtors`, as used in messages and attributes.
fn functions_name(op: OpRef<'_>) -> &'static str {
    if op.name().ends_with("ctors") { "ctors" } else { "dtors" }
}

/// Verifies `llvm.mlir.global_ctors` and `llvm.mlir.global_dtors`.
pub(super) fn structors(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let what = functions_name(op);
    let count = list(op, what).len();
    if count != list(op, "priorities").len() || count != list(op, "data").len() {
        let message = format!("{what}, priorities, and data must have the same number of elements");
        return verifier.error_plain(op, message);
    }
    let fits = |value: &Attribute| {
        value.as_symbol(op.context).is_some() || value.declared(op.context, &ZERO).is_some()
    };
    if !list(op, "data").iter().all(fits) {
        verifier.error_plain(op, "data element must be symbol or #llvm.zero");
    }
}

/// Checks that the functions of `llvm.mlir.global_ctors` and `llvm.mlir.global_dtors` are defined.
pub(crate) fn structor_symbols(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    for name in list(op, functions_name(op)).iter().filter_map(|name| name.as_symbol(op.context)) {
        let text = op.context.str(name);
        let function = verifier.symbol(name).filter(|target| target.name() == "llvm.func");
        let Some(function) = function else {
            return verifier.error(op, format!("'{text}' does not reference a valid LLVM function"));
        };
        let (body, regions) = function.body.regions(function.op);
        if regions.first().is_none_or(|&region| body.region_blocks(region).is_empty()) {
            return verifier.error(op, format!("'{text}' does not have a definition"));
        }
    }
}

/// Verifies the region of `llvm.comdat`.
pub(crate) fn comdat_table(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (body, regions) = op.body.regions(op.op);
    for &block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
        for inner in body.block_ops(block).map(|inner| OpRef::new(op.context, body, inner)) {
            if inner.name() != "llvm.comdat_selector" {
                return verifier
                    .error_plain(inner, "only comdat selector symbols can appear in a comdat region");
            }
        }
    }
}

/// Verifies `llvm.module_flags`.
pub(super) fn module_flags(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if !is_at_module_level(verifier, op) {
        return;
    }
    if !list(op, "flags").iter().all(|flag| flag.declared(op.context, &MODULE_FLAG).is_some()) {
        verifier.error(op, "expected a module flag attribute");
    }
}

/// Verifies `llvm.linker_options`.
pub(super) fn linker_options(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    is_at_module_level(verifier, op);
}

/// Checks that the operation is directly in a module that becomes a module of LLVM IR. Reports an error otherwise.
fn is_at_module_level(verifier: &mut Verifier<'_>, op: OpRef<'_>) -> bool {
    let is_module =
        |parent: OpRef<'_>| parent.def().is_some_and(|def| def.has(|of| matches!(of, Trait::SymbolTable)));
    let at_level = verifier.parent().is_none_or(is_module);
    if !at_level {
        verifier.error(op, "must appear at the module level");
    }
    at_level
}
