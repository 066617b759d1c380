//! Membership of attributes in attribute classes, and the names of these classes in diagnostics.

use super::{AttrClass, AttrDecl, EnumForm, Param, ParamDecl, ParamKind};
use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;
use crate::types::{FloatKind, Signedness, Type, TypeKind};

/// Whether an attribute is a flag: `unit` (set) or `false` (not set).
pub(crate) fn is_flag(context: &Context, value: Attribute) -> bool {
    value == context.common.unit || value == Attribute::bool(context, false)
}

/// The contents of an `OptionalProp` (an array of at most one attribute); the outer `None` means that `value` is not of that form.
pub(crate) fn optional_property(context: &Context, value: Attribute) -> Option<Option<Attribute>> {
    match value.as_array(context)? {
        [] => Some(None),
        [held] => Some(Some(*held)),
        _ => None,
    }
}

/// The element type of a dense array, from its spelling in the declaration.
fn element_type(context: &Context, spelling: &str) -> Option<Type> {
    match spelling.strip_prefix('i') {
        Some(width) => Some(Type::integer(context, width.parse().ok()?)),
        None => Some(context.ty(TypeKind::Float(FloatKind::from_spelling(spelling)?))),
    }
}

/// The error message if `value` is not a valid value of the declared attribute.
pub fn attribute_error(context: &Context, decl: &AttrDecl, value: Attribute) -> Option<String> {
    if fits(context, decl.class, value) {
        return None;
    }
    let (name, summary) = (decl.name, decl.class.summary());
    let what = if is_property(decl.class) { "property" } else { "attribute" };
    Some(format!("{what} '{name}' failed to satisfy constraint: {summary}"))
}

/// Whether MLIR declares the class as a property rather than an attribute: flags without an attribute of their own (`EnumProp`).
fn is_property(class: &AttrClass) -> bool {
    match class {
        AttrClass::Enum(def) | AttrClass::NamedEnum(_, def) => matches!(def.form, EnumForm::Bits(..)),
        AttrClass::EnumProperty(_) | AttrClass::Flag | AttrClass::OptionalProperty(_) => true,
        _ => false,
    }
}

/// Whether an attribute belongs to a class.
pub(crate) fn fits(context: &Context, class: &AttrClass, value: Attribute) -> bool {
    let kind = value.kind(context);
    let integer = |width: u32| {
        matches!(kind, AttrKind::Integer { ty, .. }
            if matches!(ty.kind(context), TypeKind::Integer { width: found, signedness: Signedness::Signless } if *found == width))
    };
    match class {
        AttrClass::Any => true,
        AttrClass::Unit => matches!(kind, AttrKind::Unit),
        AttrClass::Flag => is_flag(context, value),
        AttrClass::OptionalProperty(inner) => optional_property(context, value)
            .is_some_and(|held| held.is_none_or(|held| fits(context, inner, held))),
        AttrClass::Bool => integer(1),
        AttrClass::Integer(width) => integer(*width),
        AttrClass::NonNegative(width) => {
            integer(*width) && value.as_i64(context).is_some_and(|value| value >= 0)
        }
        AttrClass::Float(wanted) => matches!(kind, AttrKind::Float { ty, .. }
            if matches!(ty.kind(context), TypeKind::Float(found) if found == wanted)),
        AttrClass::Index => matches!(kind, AttrKind::Integer { ty, .. } if *ty == context.common.index),
        AttrClass::String | AttrClass::SymbolName => matches!(kind, AttrKind::String { .. }),
        AttrClass::FlatSymbol => value.as_symbol(context).is_some(),
        AttrClass::Symbol => matches!(kind, AttrKind::SymbolRef { .. }),
        AttrClass::Type => matches!(kind, AttrKind::Type(_)),
        AttrClass::TypeOf(constraint) => {
            value.as_type(context).is_some_and(|ty| (constraint.check)(context, ty))
        }
        AttrClass::Typed => value.value_type(context).is_some(),
        AttrClass::Array => matches!(kind, AttrKind::Array(_)),
        AttrClass::ArrayOf(element) => value
            .as_array(context)
            .is_some_and(|elements| elements.iter().all(|&value| fits(context, element, value))),
        AttrClass::Dictionary => matches!(kind, AttrKind::Dictionary(_)),
        AttrClass::DenseArray(spelling) => match kind {
            AttrKind::DenseArray { element, .. } => element_type(context, spelling) == Some(*element),
            _ => false,
        },
        AttrClass::Elements => matches!(
            kind,
            AttrKind::DenseElements { .. }
                | AttrKind::DenseStrings { .. }
                | AttrKind::DenseResource { .. }
                | AttrKind::Sparse { .. }
        ),
        AttrClass::Enum(def) | AttrClass::EnumProperty(def) | AttrClass::NamedEnum(_, def) => {
            // `EnumProp` accepts integers of any width.
            let has_width = !matches!(def.form, EnumForm::Value(width) if !integer(width));
            has_width && value.as_u64(context).is_some_and(|value| def.holds(value))
        }
        AttrClass::Declared(def) => {
            value.declared(context, def).is_some_and(|params| match (def.params, params) {
                // What an accessor reads as the enum.
                ([ParamDecl { kind: ParamKind::Enum(cases), .. }], [Param::Unsigned(value)]) => {
                    cases.holds(*value)
                }
                _ => true,
            })
        }
        AttrClass::AnyDeclared(defs) => defs.iter().any(|def| value.declared(context, def).is_some()),
        AttrClass::Confined { base, check, .. } => fits(context, base, value) && check(context, value),
        AttrClass::Other { check, .. } => check(context, value),
    }
}

impl AttrClass {
    /// The name of the class in diagnostics.
    pub fn summary(&self) -> String {
        match self {
            AttrClass::Any => "any attribute".to_owned(),
            AttrClass::Unit | AttrClass::Flag => "unit attribute".to_owned(),
            AttrClass::OptionalProperty(inner) => format!("optional {}", inner.summary()),
            AttrClass::Bool => "bool attribute".to_owned(),
            AttrClass::Integer(width) => format!("{width}-bit signless integer attribute"),
            AttrClass::NonNegative(width) => {
                format!("{width}-bit signless integer attribute whose value is non-negative")
            }
            AttrClass::Float(kind) => format!("{}-bit float attribute", kind.width()),
            AttrClass::Index => "index attribute".to_owned(),
            AttrClass::String | AttrClass::SymbolName => "string attribute".to_owned(),
            AttrClass::FlatSymbol => "flat symbol reference attribute".to_owned(),
            AttrClass::Symbol => "symbol reference attribute".to_owned(),
            AttrClass::Type => "any type attribute".to_owned(),
            AttrClass::TypeOf(constraint) => format!("type attribute of {}", constraint.summary),
            AttrClass::Typed => "TypedAttr instance".to_owned(),
            AttrClass::Array => "array attribute".to_owned(),
            AttrClass::ArrayOf(AttrClass::Integer(width)) => format!("{width}-bit integer array attribute"),
            AttrClass::ArrayOf(AttrClass::String) => "string array attribute".to_owned(),
            AttrClass::ArrayOf(AttrClass::FlatSymbol) => "flat symbol ref array attribute".to_owned(),
            AttrClass::ArrayOf(AttrClass::Dictionary) => "Array of dictionary attributes".to_owned(),
            AttrClass::ArrayOf(element) => format!("{} array", element.summary()),
            AttrClass::Dictionary => "dictionary of named attribute values".to_owned(),
            AttrClass::DenseArray(element) => format!("{element} dense array attribute"),
            AttrClass::Elements => "constant vector/tensor attribute".to_owned(),
            AttrClass::EnumProperty(def) | AttrClass::Enum(def) | AttrClass::NamedEnum(_, def)
                if is_property(self) =>
            {
                def.summary.to_owned()
            }
            AttrClass::Enum(def) | AttrClass::EnumProperty(def) | AttrClass::NamedEnum(_, def) => {
                format!("{} attribute", def.name)
            }
            AttrClass::Declared(def) => match def.summary {
                Some(summary) => summary.to_owned(),
                None => format!("{}.{} attribute", def.dialect, def.mnemonic),
            },
            AttrClass::AnyDeclared(defs) => {
                let names: Vec<&str> = defs.iter().map(|def| def.mnemonic).collect();
                format!("one of {}", names.join(", "))
            }
            AttrClass::Confined { summary, .. } | AttrClass::Other { summary, .. } => (*summary).to_owned(),
        }
    }
}
