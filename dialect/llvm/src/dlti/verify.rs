//! Verifiers of data layouts and target information. Source: MLIR's `DLTIDialect`, `DataLayoutSpecInterface`.

use tern_mlir::asm::{attribute_to_string, type_to_string};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::OpRef;
use tern_mlir::builtin::ModuleOp;
use tern_mlir::context::{Context, Ident};
use tern_mlir::declare::{AttrDef, Param};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::verify::Verifier;

use super::{DL_SPEC, DLEntry, Key, MAP, TARGET_DEVICE_SPEC, TARGET_SYSTEM_SPEC, entries, parts};
use crate::syntax::switch::case_integers;
use crate::types;

/// The keys that the dialect defines for data layouts.
const KEYS: [&str; 9] = [
    "dlti.endianness",
    "dlti.mangling_mode",
    "dlti.default_memory_space",
    "dlti.alloca_memory_space",
    "dlti.program_memory_space",
    "dlti.global_memory_space",
    "dlti.stack_alignment",
    "dlti.function_pointer_alignment",
    "dlti.legal_int_widths",
];

/// The entries in a list parameter.
fn listed(params: &[Param]) -> &[Param] {
    params.first().and_then(Param::as_list).unwrap_or_default()
}

/// Checks a list: keys are not empty and occur once.
pub(super) fn list(context: &Context, params: &[Param]) -> Result<(), String> {
    let mut keys = rustc_hash::FxHashSet::default();
    for entry in listed(params).iter().filter_map(Param::as_attribute) {
        let Some(key) = DLEntry::of(context, entry).map(|entry| entry.key()) else { continue };
        if key.as_str(context) == Some("") {
            return Err("empty string as DLTI key is not allowed".to_owned());
        }
        if !keys.insert(key) {
            return Err(format!("repeated DLTI key: {}", attribute_to_string(context, key)));
        }
    }
    Ok(())
}

/// Checks a device: a non-empty list.
pub(super) fn device(context: &Context, params: &[Param]) -> Result<(), String> {
    match listed(params) {
        [] => Err("no DLTI entries provided".to_owned()),
        _ => list(context, params),
    }
}

/// Checks a system: a list of devices.
pub(super) fn system(context: &Context, params: &[Param]) -> Result<(), String> {
    if listed(params).is_empty() {
        return Err("no DLTI entries provided".to_owned());
    }
    let mut devices = rustc_hash::FxHashSet::default();
    for entry in listed(params).iter().filter_map(Param::as_attribute) {
        let Some(entry) = DLEntry::of(context, entry) else { continue };
        let (key, value) = (entry.key(), entry.value());
        let name = attribute_to_string(context, key);
        if key.as_str(context) == Some("") {
            return Err("empty string as DLTI key is not allowed".to_owned());
        }
        if value.declared(context, &TARGET_DEVICE_SPEC).is_none() {
            return Err(format!("value associated with key {name} is not a DLTI device spec"));
        }
        if !devices.insert(key) {
            return Err(format!("repeated device ID in dlti.target_system_spec: {name}"));
        }
    }
    Ok(())
}

/// Checks a discardable attribute in the namespace of the dialect.
pub(super) fn attribute(verifier: &mut Verifier<'_>, op: OpRef<'_>, name: Ident, value: Attribute) {
    let context = op.context;
    let name = context.str(name);
    let expected: &'static AttrDef = match name {
        "dlti.dl_spec" => &DL_SPEC,
        "dlti.map" => &MAP,
        "dlti.target_system_spec" => &TARGET_SYSTEM_SPEC,
        _ => return verifier.error_plain(op, format!("attribute '{name}' not supported by dialect")),
    };
    if value.declared(context, expected).is_none() {
        let message = format!("'{name}' is expected to be a #dlti.{} attribute", expected.mnemonic);
        return verifier.error_plain(op, message);
    }
    if name != "dlti.dl_spec" || !op.is(ModuleOp::DEF) {
        return;
    }
    let location = op.body.op_location(op.op);
    if let Err(message) = data_layout(context, value) {
        // As upstream, without a note that shows the operation.
        return verifier.diagnostics.push(Diagnostic::error(location, message));
    }
    let clashes = |parent: &OpRef<'_>| {
        let outer = super::spec_of(*parent).filter(|_| parent.is(ModuleOp::DEF));
        outer.is_some_and(|outer| !combines(context, outer, value))
    };
    let clashing = verifier.ancestors().find(clashes);
    if let Some(parent) = clashing {
        let message = "data layout does not combine with layouts of enclosing ops";
        let parent = parent.body.op_location(parent.op);
        let error = Diagnostic::error(location, message).with_note(parent, "enclosing op with data layout");
        verifier.report(op, error);
    }
}

/// Whether an inner layout is compatible with an outer one: named entries are equal, and the alignment of structs divides the
/// outer one.
fn combines(context: &Context, outer: Attribute, inner: Attribute) -> bool {
    entries(context, inner).all(|(key, value)| {
        entries(context, outer).filter(|(known, _)| *known == key).all(|(_, known)| match key {
            Key::Name(_) => known == value,
            Key::Type(ty) if types::is_struct(context, ty) => {
                let abi = |value| dense(context, value).and_then(|(_, values)| values.first().copied());
                match (abi(known), abi(value)) {
                    (Some(known), Some(value)) => value != 0 && known.is_multiple_of(value),
                    _ => true,
                }
            }
            Key::Type(_) => true,
        })
    })
}

/// Checks the entries of a data layout: types come before names.
fn data_layout(context: &Context, spec: Attribute) -> Result<(), String> {
    let AttrKind::Declared { params, .. } = spec.kind(context) else { return Ok(()) };
    let entries = || listed(params).iter().filter_map(Param::as_attribute);
    for entry in entries() {
        if let Some((Key::Type(ty), value)) = parts(context, entry) {
            of_type(context, entry, ty, value)?;
        }
    }
    for entry in entries() {
        match parts(context, entry) {
            Some((Key::Name(name), value)) => named(context, name, value)?,
            _ => continue,
        }
    }
    Ok(())
}

/// Checks an entry with a name as key. Names of other dialects are left to those dialects.
fn named(context: &Context, name: &str, value: Attribute) -> Result<(), String> {
    match name.split_once('.') {
        Some(("builtin", _)) => {
            Err("the 'builtin' dialect does not support identifier data layout entries".to_owned())
        }
        Some(("dlti", _)) if !KEYS.contains(&name) => Err(format!("unknown data layout entry name: {name}")),
        Some(("dlti", "endianness")) if !matches!(value.as_str(context), Some("big" | "little")) => {
            Err(format!("'{name}' data layout entry is expected to be either 'big' or 'little'"))
        }
        _ => Ok(()),
    }
}

/// Checks an entry with a type as key.
fn of_type(context: &Context, entry: Attribute, ty: Type, value: Attribute) -> Result<(), String> {
    let shown = type_to_string(context, ty);
    match ty.kind(context) {
        TypeKind::Index => match value.kind(context) {
            AttrKind::Integer { .. } => Ok(()),
            _ => Err(format!("expected integer attribute in the data layout entry for '{shown}'")),
        },
        TypeKind::Integer { .. } | TypeKind::Float(_) => of_number(context, entry, value),
        TypeKind::Declared { .. } if ty == types::ppc_fp128(context) => of_number(context, entry, value),
        _ if types::address_space(context, ty).is_some() => of_pointer(context, &shown, value),
        _ if types::is_struct(context, ty) => of_struct(context, ty, &shown, value),
        _ if types::array_parts(context, ty).is_some() => Ok(()),
        TypeKind::Declared { .. } | TypeKind::Opaque { .. } => {
            Err("data layout specified for a type that does not support it".to_owned())
        }
        _ => Err("unexpected data layout for a built-in type".to_owned()),
    }
}

/// The type and values of a dense integer attribute; `None` for other attributes.
fn dense(context: &Context, value: Attribute) -> Option<(Type, Vec<u64>)> {
    let AttrKind::DenseElements { ty, .. } = value.kind(context) else { return None };
    let (TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. }) = ty.kind(context) else {
        return None;
    };
    let is_integer = matches!(element.kind(context), TypeKind::Integer { .. } | TypeKind::Index);
    let values = case_integers(context, value).iter().map(|value| value.limbs()[0]).collect();
    is_integer.then_some((*element, values))
}

/// Checks an entry for an integer or float: ABI alignment and preferred alignment.
fn of_number(context: &Context, entry: Attribute, value: Attribute) -> Result<(), String> {
    let shown = || attribute_to_string(context, entry);
    match dense(context, value) {
        Some((element, values)) if element == context.common.i64 => match values[..] {
            [_] => Ok(()),
            [abi, preferred] if preferred >= abi => Ok(()),
            [_, _] => Err(format!(
                "preferred alignment is expected to be greater than or equal to the abi alignment in data \
                 layout entry {}",
                shown()
            )),
            _ => Err(format!("expected 1 or 2 elements in the data layout entry {}", shown())),
        },
        _ => Err(format!("expected a dense i64 elements attribute in the data layout entry {}", shown())),
    }
}

/// Checks an entry for a pointer: size, ABI alignment, preferred alignment, and index size.
fn of_pointer(context: &Context, shown: &str, value: Attribute) -> Result<(), String> {
    match dense(context, value) {
        Some((element, values)) if matches!(values.len(), 3 | 4) => match element.integer_width(context) {
            Some(64) => is_preferred(values[1], values[2]),
            _ => Err(format!("expected i64 parameters for '{shown}'")),
        },
        _ => Err(format!(
            "expected layout attribute for '{shown}' to be a dense integer elements attribute with 3 or 4 elements"
        )),
    }
}

/// Checks an entry for structs; the key is the struct without fields, which stands for all structs.
fn of_struct(context: &Context, ty: Type, shown: &str, value: Attribute) -> Result<(), String> {
    match dense(context, value) {
        Some((element, values)) if matches!(values.len(), 1 | 2) => {
            if element.integer_width(context) != Some(64) {
                return Err(format!("expected i64 entries for '{shown}'"));
            }
            let stands_for_all = types::struct_name(context, ty).is_none()
                && types::struct_fields(context, ty).is_some_and(|(fields, _)| fields.is_empty());
            match stands_for_all {
                true => is_preferred(values[0], *values.last().unwrap_or(&values[0])),
                false => Err(format!("unexpected layout attribute for struct '{shown}'")),
            }
        }
        _ => Err(format!(
            "expected layout attribute for '{shown}' to be a dense integer elements attribute of 1 or 2 elements"
        )),
    }
}

fn is_preferred(abi: u64, preferred: u64) -> Result<(), String> {
    match preferred < abi {
        true => Err("preferred alignment is expected to be at least as large as ABI alignment".to_owned()),
        false => Ok(()),
    }
}
