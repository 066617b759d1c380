//! Default values of attributes and parameters, which declarations give as text in the syntax of assembly formats.

use super::{AttrClass, AttrDecl, Param, ParamDecl, ParamKind, Presence};
use crate::attributes::Attribute;
use crate::context::Context;
use crate::types::Type;

/// Whether `value` is the declared default of the attribute.
pub fn is_default(context: &Context, decl: &AttrDecl, value: Attribute) -> bool {
    let (Presence::Default(text) | Presence::Implied(text)) = decl.presence else { return false };
    default_value(context, decl.class, text) == Some(value)
}

/// Parses the text of a default; `None` if it is not valid for the class.
pub(crate) fn default_value(context: &Context, class: &AttrClass, text: &str) -> Option<Attribute> {
    Some(match class {
        AttrClass::Confined { base, .. } => return default_value(context, base, text),
        AttrClass::Bool => Attribute::bool(context, text == "true"),
        AttrClass::Integer(width) | AttrClass::NonNegative(width) => {
            Attribute::integer(context, Type::integer(context, *width), text.parse().ok()?)
        }
        AttrClass::String | AttrClass::SymbolName => Attribute::string(context, text.trim_matches('"')),
        AttrClass::Flag => Attribute::bool(context, false),
        AttrClass::Array | AttrClass::ArrayOf(_) | AttrClass::OptionalProperty(_) => {
            Attribute::array(context, [])
        }
        AttrClass::Dictionary => context.common.empty_dictionary,
        AttrClass::DenseArray("i32") => Attribute::dense_i32(context, &[]),
        AttrClass::DenseArray("i64") => Attribute::dense_i64(context, &[]),
        AttrClass::Enum(def) | AttrClass::EnumProperty(def) | AttrClass::NamedEnum(_, def) => {
            def.attribute(context, def.value(text)?)
        }
        AttrClass::Declared(def) if def.params.is_empty() => Attribute::declare(context, def, []),
        AttrClass::Declared(def) => {
            let param = match def.params.first()?.kind {
                ParamKind::Enum(cases) => Param::Unsigned(cases.value(text)?),
                ParamKind::List(_) => Param::List([].into()),
                _ => return None,
            };
            Attribute::declare(context, def, [param])
        }
        _ => return None,
    })
}

/// The value of an omitted parameter.
pub(crate) fn default_param(context: &Context, decl: &ParamDecl) -> Param {
    let value = || match (decl.presence, decl.kind) {
        (Presence::Default(text), ParamKind::String) => Param::String(context.ident(text.trim_matches('"'))),
        (Presence::Default(text), ParamKind::Class(class)) => {
            default_value(context, class, text).map_or(Param::Absent, Param::Attribute)
        }
        _ => Param::Absent,
    };
    constant_default(decl).unwrap_or_else(value)
}

/// The value of an omitted parameter, if it does not depend on the context.
pub fn constant_default(decl: &ParamDecl) -> Option<Param> {
    let Presence::Default(text) = decl.presence else { return Some(Param::Absent) };
    match decl.kind {
        ParamKind::Bool => Some(Param::Bool(text == "true")),
        ParamKind::Signed(_) => Some(Param::Signed(text.parse().expect(DECLARED))),
        ParamKind::Unsigned(_) => Some(Param::Unsigned(text.parse().expect(DECLARED))),
        ParamKind::Enum(def) | ParamKind::Symbolic(def) => {
            // As in ODS, the default is a case by name, or its number.
            let value = def.value(text).or_else(|| text.parse().ok());
            Some(Param::Unsigned(value.expect(DECLARED)))
        }
        ParamKind::List(_) | ParamKind::Braced(_) => Some(Param::List([].into())),
        ParamKind::Type | ParamKind::Attribute | ParamKind::Declared(_) => Some(Param::Absent),
        ParamKind::String | ParamKind::Class(_) => None,
    }
}

/// The invariant of defaults in declarations.
const DECLARED: &str = "invariant: the declared default is a value of the parameter";
