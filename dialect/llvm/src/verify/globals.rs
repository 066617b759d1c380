//! Verifiers of globals, aliases, ifuncs, constructors and comdats.

use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::OpRef;
use tern_mlir::context::Ident;
use tern_mlir::declare::{Access, Trait, View};
use tern_mlir::types::Type;
use tern_mlir::verify::Verifier;

use super::{constants::is_zero, show};
use crate::attributes::{MODULE_FLAG, ZERO};
use crate::constraints::{is_compatible, is_pointer};
use crate::enums::Linkage;
use crate::ops::{
    AddressOf, Alias, ComdatSelector, Func, Global, GlobalCtors, GlobalDtors, IFunc, LinkerOptions,
    ModuleFlags,
};
use crate::types::{
    LABEL, METADATA, TARGET, TOKEN, VOID, address_space, array_parts, can_be_global, function_parts,
};

/// Whether MLIR allows a type for a global or alias.
fn is_element(op: OpRef<'_>, ty: Type) -> bool {
    let no_value = [&VOID, &TOKEN, &METADATA, &LABEL];
    is_compatible(op.context, ty) && !no_value.iter().any(|def| ty.declared(op.context, def).is_some())
}

/// Checks that the comdat of a global or function exists, if it has one. Returns whether that is valid.
pub(super) fn comdat(verifier: &mut Verifier<'_>, op: OpRef<'_>, comdat: Option<Attribute>) -> bool {
    let Some(comdat) = comdat else { return true };
    let AttrKind::SymbolRef { root, nested } = comdat.kind(op.context) else { return true };
    // The comdat table is a sibling of this operation, and the selector is in the table.
    let found = verifier.parent().is_some_and(|parent| {
        let mut scope = Some(parent);
        for &name in std::iter::once(root).chain(nested) {
            scope = scope.and_then(|scope| member(scope, name));
        }
        scope.is_some_and(|selector| selector.is(ComdatSelector::DEF))
    });
    if !found {
        verifier.error_plain(op, "expected comdat symbol");
    }
    found
}

/// The symbol `name` directly inside an operation.
fn member<'a>(scope: OpRef<'a>, name: Ident) -> Option<OpRef<'a>> {
    let (body, regions) = scope.body.regions(scope.op);
    let ops = regions.iter().flat_map(|&region| body.region_blocks(region));
    let mut ops = ops.flat_map(|&block| body.block_ops(block)).map(|op| OpRef::new(scope.context, body, op));
    ops.find(|op| op.symbol_name() == Some(name))
}

/// Verifies `llvm.mlir.global`.
pub(crate) fn global(verifier: &mut Verifier<'_>, global: Global<View<'_>>) {
    let (op, context) = (*global.0, global.0.context);
    let (ty, value) = (global.global_type(), global.value());
    if !is_element(op, ty) {
        return verifier.error(op, "expects type to be a valid element type for an LLVM global");
    }
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
    match global.linkage() {
        Linkage::Common if value.is_some_and(|value| !is_zero(context, value)) => {
            return verifier.error(op, "expected zero value for 'common' linkage");
        }
        Linkage::Appending if array_parts(context, ty).is_none() => {
            return verifier.error(op, "expected array type for 'appending' linkage");
        }
        _ => {}
    }
    if !comdat(verifier, op, global.comdat()) {
        return;
    }
    if global.alignment().is_some_and(|alignment| !alignment.is_power_of_two()) {
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
pub(super) fn returned_type<A: Access>(alias: Alias<View<'_, A>>) -> Option<Type> {
    let (last, _) = initializer(*alias.0)?;
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
pub(crate) fn global_region(verifier: &mut Verifier<'_>, global: Global<View<'_>>) {
    let op = *global.0;
    let Some((last, all)) = initializer(op) else { return };
    let Some(found) = last.operands().first().map(|&value| last.type_of(value)) else {
        return verifier.error(op, "initializer region cannot return void");
    };
    let wanted = global.global_type();
    if wanted != found {
        let (found, wanted) = (show(op, found), show(op, wanted));
        return verifier
            .error(op, format!("initializer region type '{found}' does not match global type '{wanted}'"));
    }
    if let Some(op) = effect(&all) {
        return verifier.error_plain(op, "ops with side effects not allowed in global initializers");
    }
    if global.value().is_some() {
        verifier.error(op, "cannot have both initializer value and region");
    }
}

/// Verifies `llvm.mlir.alias`.
pub(crate) fn alias(verifier: &mut Verifier<'_>, alias: Alias<View<'_>>) {
    let (op, linkage) = (*alias.0, alias.linkage());
    if !is_element(op, alias.alias_type()) {
        return verifier.error(op, "expects type to be a valid element type for an LLVM global alias");
    }
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
pub(crate) fn ifunc(verifier: &mut Verifier<'_>, ifunc: IFunc<View<'_>>) {
    let (op, linkage) = (*ifunc.0, ifunc.linkage());
    if matches!(
        linkage,
        Linkage::Common | Linkage::Appending | Linkage::ExternWeak | Linkage::AvailableExternally
    ) {
        verifier.error(op, format!("'{}' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage", linkage.spelling()));
    }
}

/// Checks that the resolver of `llvm.mlir.ifunc`, possibly through aliases, is a defined function that returns a pointer.
pub(crate) fn resolver(verifier: &mut Verifier<'_>, ifunc: IFunc<View<'_>>) {
    let (op, context) = (*ifunc.0, ifunc.0.context);
    let mut name = Some(ifunc.resolver());
    let mut seen = Vec::new();
    let function = loop {
        let target = name.and_then(|name| verifier.symbol(name));
        if let Some(alias) = target.filter(|target| target.is(Alias::DEF) && !seen.contains(&name)) {
            seen.push(name);
            let returned = initializer(alias).and_then(|(last, all)| {
                let value = *last.operands().first()?;
                all.into_iter().find(|inner| inner.body.results(inner.op).any(|result| result == value))
            });
            // Address computations are not followed.
            let Some(address) = returned.and_then(AddressOf::unverified) else { return };
            name = address.global_name();
        } else {
            break target.and_then(Func::unverified);
        }
    };
    let Some(function) = function else { return verifier.error(op, "must have a function resolver") };
    if !is_defined(function) || function.linkage() == Some(Linkage::AvailableExternally) {
        return verifier.error(op, "resolver must be a definition");
    }
    let parts = function.function_type().and_then(|ty| function_parts(context, ty));
    if !parts.is_some_and(|parts| is_pointer(context, parts.result)) {
        return verifier.error(op, "resolver must return a pointer");
    }
    let found = address_space(context, ifunc.resolver_type());
    if found != Some(ifunc.address_space()) {
        verifier.error(op, "resolver has incorrect type");
    }
}

/// Whether a function has a body.
pub(super) fn is_defined<A: Access>(function: Func<View<'_, A>>) -> bool {
    !function.0.is_region_empty(0)
}

/// Functions that run when the module is loaded or unloaded.
struct Structors<'a> {
    op: OpRef<'a>,
    functions: &'a [Attribute],
    priorities: &'a [Attribute],
    data: &'a [Attribute],
    /// The word for the functions in messages.
    word: &'static str,
}

/// Verifies `llvm.mlir.global_ctors`.
pub(crate) fn constructors(verifier: &mut Verifier<'_>, ctors: GlobalCtors<View<'_>>) {
    let (functions, priorities, data) = (ctors.ctors(), ctors.priorities(), ctors.data());
    Structors { op: *ctors.0, functions, priorities, data, word: "ctors" }.verify(verifier);
}

/// Verifies `llvm.mlir.global_dtors`.
pub(crate) fn destructors(verifier: &mut Verifier<'_>, dtors: GlobalDtors<View<'_>>) {
    let (functions, priorities, data) = (dtors.dtors(), dtors.priorities(), dtors.data());
    Structors { op: *dtors.0, functions, priorities, data, word: "dtors" }.verify(verifier);
}

impl Structors<'_> {
    fn verify(&self, verifier: &mut Verifier<'_>) {
        let Self { op, word, .. } = *self;
        let count = self.functions.len();
        if count != self.priorities.len() || count != self.data.len() {
            let message = format!("{word}, priorities, and data must have the same number of elements");
            return verifier.error_plain(op, message);
        }
        let fits = |value: &Attribute| {
            value.as_symbol(op.context).is_some() || value.declared(op.context, &ZERO).is_some()
        };
        if !self.data.iter().all(fits) {
            verifier.error_plain(op, "data element must be symbol or #llvm.zero");
        }
    }
}

/// Checks that the functions of `llvm.mlir.global_ctors` are defined.
pub(crate) fn constructor_symbols(verifier: &mut Verifier<'_>, ctors: GlobalCtors<View<'_>>) {
    defined_functions(verifier, *ctors.0, ctors.ctors());
}

/// Checks that the functions of `llvm.mlir.global_dtors` are defined.
pub(crate) fn destructor_symbols(verifier: &mut Verifier<'_>, dtors: GlobalDtors<View<'_>>) {
    defined_functions(verifier, *dtors.0, dtors.dtors());
}

fn defined_functions(verifier: &mut Verifier<'_>, op: OpRef<'_>, names: &[Attribute]) {
    for name in names.iter().filter_map(|name| name.as_symbol(op.context)) {
        let text = op.context.str(name);
        let Some(function) = verifier.symbol(name).and_then(Func::unverified) else {
            return verifier.error(op, format!("'{text}' does not reference a valid LLVM function"));
        };
        if !is_defined(function) {
            return verifier.error(op, format!("'{text}' does not have a definition"));
        }
    }
}

/// Verifies the region of `llvm.comdat`.
pub(crate) fn comdat_table(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (body, regions) = op.body.regions(op.op);
    for &block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
        for inner in body.block_ops(block).map(|inner| OpRef::new(op.context, body, inner)) {
            if !inner.is(ComdatSelector::DEF) {
                return verifier
                    .error_plain(inner, "only comdat selector symbols can appear in a comdat region");
            }
        }
    }
}

/// Verifies `llvm.module_flags`.
pub(crate) fn module_flags(verifier: &mut Verifier<'_>, flags: ModuleFlags<View<'_>>) {
    let op = *flags.0;
    if !is_at_module_level(verifier, op) {
        return;
    }
    if !flags.flags().iter().all(|flag| flag.declared(op.context, &MODULE_FLAG).is_some()) {
        verifier.error(op, "expected a module flag attribute");
    }
}

/// Verifies `llvm.linker_options`.
pub(crate) fn linker_options(verifier: &mut Verifier<'_>, options: LinkerOptions<View<'_>>) {
    is_at_module_level(verifier, *options.0);
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
