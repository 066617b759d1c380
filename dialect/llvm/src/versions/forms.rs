//! Attributes in parts: what an attribute holds, and the same attribute with other parts; parameters as builtin attributes.

use tern_mlir::attributes::{AttrKind, Attribute, NamedAttribute};
use tern_mlir::context::Context;
use tern_mlir::declare::{AttrDef, Param, ParamDecl, ParamKind};

/// Calls `visit` with each attribute that `attribute` holds directly.
pub(super) fn parts(context: &Context, attribute: Attribute, visit: &mut dyn FnMut(Attribute)) {
    match attribute.kind(context) {
        AttrKind::Array(elements) => elements.iter().copied().for_each(visit),
        AttrKind::Dictionary(entries) => entries.iter().for_each(|entry| visit(entry.value)),
        AttrKind::Distinct { referenced, .. } => visit(*referenced),
        AttrKind::NameLocation { child, .. } => visit(*child),
        AttrKind::CallSiteLocation { callee, caller } => {
            visit(*callee);
            visit(*caller);
        }
        AttrKind::FusedLocation { locations, metadata } => {
            locations.iter().chain(metadata).copied().for_each(visit);
        }
        AttrKind::Declared { params, .. } => params.iter().for_each(|param| parts_of_param(param, visit)),
        _ => {}
    }
}

fn parts_of_param(param: &Param, visit: &mut dyn FnMut(Attribute)) {
    match param {
        Param::Attribute(attribute) => visit(*attribute),
        Param::List(items) => items.iter().for_each(|item| parts_of_param(item, visit)),
        _ => {}
    }
}

/// The attribute with each part replaced by what `new` gives for it; a distinct one is another than before.
pub(super) fn with_parts(
    context: &Context,
    attribute: Attribute,
    new: &mut dyn FnMut(Attribute) -> Attribute,
) -> Attribute {
    let kind = match attribute.kind(context) {
        AttrKind::Array(elements) => AttrKind::Array(elements.iter().map(|&element| new(element)).collect()),
        AttrKind::Dictionary(entries) => {
            let entries = entries.iter().map(|entry| NamedAttribute { value: new(entry.value), ..*entry });
            return Attribute::dictionary(context, entries.collect::<Vec<_>>());
        }
        AttrKind::NameLocation { name, child } => AttrKind::NameLocation { name: *name, child: new(*child) },
        AttrKind::CallSiteLocation { callee, caller } => {
            AttrKind::CallSiteLocation { callee: new(*callee), caller: new(*caller) }
        }
        AttrKind::FusedLocation { locations, metadata } => AttrKind::FusedLocation {
            locations: locations.iter().map(|&location| new(location)).collect::<Vec<_>>().into(),
            metadata: metadata.map(&mut *new),
        },
        AttrKind::Declared { def, params } => {
            let params = params.iter().map(|param| param_with_parts(param, new)).collect();
            AttrKind::Declared { def, params }
        }
        _ => return attribute,
    };
    context.attr(kind)
}

/// The parameter with each attribute in it replaced.
pub(super) fn param_with_parts(param: &Param, new: &mut dyn FnMut(Attribute) -> Attribute) -> Param {
    match param {
        Param::Attribute(attribute) => Param::Attribute(new(*attribute)),
        Param::List(items) => Param::List(items.iter().map(|item| param_with_parts(item, new)).collect()),
        other => other.clone(),
    }
}

/// A parameter as a builtin attribute; `None` if it is absent.
pub(super) fn encode(context: &Context, param: &Param) -> Option<Attribute> {
    let integer = |value| Attribute::integer(context, context.common.i64, value);
    Some(match param {
        Param::Absent => return None,
        Param::Type(ty) => Attribute::of_type(context, *ty),
        Param::Attribute(attribute) => *attribute,
        Param::Bool(value) => Attribute::bool(context, *value),
        Param::Signed(value) => integer(*value),
        Param::Unsigned(value) => integer(value.cast_signed()),
        Param::String(text) => context.attr(AttrKind::String { value: *text, ty: context.common.none }),
        Param::List(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| encode(context, item)).collect();
            Attribute::array(context, items?)
        }
    })
}

/// The parameter of a kind that [`encode`] made `attribute` of; `None` if it is of another form.
pub(super) fn decode(context: &Context, kind: &ParamKind, attribute: Attribute) -> Option<Param> {
    Some(match kind {
        ParamKind::Type => Param::Type(attribute.as_type(context)?),
        ParamKind::Attribute | ParamKind::Declared(_) | ParamKind::Class(_) => Param::Attribute(attribute),
        ParamKind::Bool => Param::Bool(attribute.as_u64(context)? != 0),
        ParamKind::Signed(_) => Param::Signed(attribute.as_i64(context)?),
        ParamKind::Unsigned(_) | ParamKind::Enum(_) | ParamKind::Symbolic(_) => {
            Param::Unsigned(attribute.as_u64(context)?)
        }
        ParamKind::String => match attribute.kind(context) {
            AttrKind::String { value, .. } => Param::String(*value),
            _ => return None,
        },
        ParamKind::List(item) | ParamKind::Braced(item) => {
            let items = attribute.as_array(context)?.iter();
            let items: Option<Vec<Param>> = items.map(|&element| decode(context, item, element)).collect();
            Param::List(items?.into_iter().collect())
        }
    })
}

/// The parameters of a declaration, without the marks of raw identifiers.
pub(super) fn name_of(decl: &ParamDecl) -> &'static str {
    decl.name.strip_prefix("r#").unwrap_or(decl.name)
}

/// The declared attribute of the dialect with this mnemonic.
pub(super) fn declaration(mnemonic: &str) -> Option<&'static AttrDef> {
    crate::attributes::ATTRIBUTES.iter().copied().find(|def| def.mnemonic == mnemonic)
}
