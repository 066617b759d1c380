//! Types of operands and results, and attributes.

use super::Verifier;
use crate::asm::{is_flag, optional_property, type_to_string};
use crate::attributes::{AttrKind, Attribute};
use crate::body::OpRef;
use crate::context::{Context, Ident};
use crate::declare::{Arity, AttrClass, AttrDecl, EnumForm, Presence, ValueDecl};
use crate::types::TypeKind;

impl<'a> Verifier<'a> {
    pub(super) fn constraints(&mut self, op: OpRef<'a>) {
        let Some(def) = op.def() else { return };
        let properties = op.body.properties(op.op).as_dictionary(self.context).unwrap_or_default();
        let property =
            |name: Ident| properties.iter().find(|entry| entry.name == name).map(|entry| entry.value);
        for (decl, &name) in def.attributes.iter().zip(&op.facts().attributes) {
            match property(name) {
                None if decl.presence == Presence::Required && !matches!(decl.class, AttrClass::Unit) => {
                    return self.error(op, format!("requires attribute '{}'", decl.name));
                }
                Some(value) if !self.known.attributes.knows(decl.class, value.0) => {
                    if let Some(message) = attribute_error(self.context, decl, value) {
                        return self.error(op, message);
                    }
                    self.known.attributes.add(decl.class, value.0);
                }
                Some(_) | None => {}
            }
        }
        let common = &self.context.common;
        let sizes = |name: Ident| property(name)?.i32s(self.context);
        let operands = op.operands();
        let groups = OpRef::groups(def.operands, operands.len(), sizes(common.operand_segment_sizes));
        let mut index = 0;
        for (decl, range) in def.operands.iter().zip(groups) {
            let group = operands.get(range).unwrap_or_default();
            for &value in group {
                self.value(op, decl, "operand", index, op.type_of(value));
                index += 1;
            }
            if let Arity::VariadicOfVariadic(name) = decl.arity
                && let Some(sizes) = op.property(name).and_then(|sizes| sizes.i32s(op.context))
            {
                self.sizes(op, sizes, decl.name, group.len(), name);
            }
        }
        let results = op.body.results(op.op);
        let groups = OpRef::groups(def.results, results.len(), sizes(common.result_segment_sizes));
        let mut index = 0;
        for (decl, range) in def.results.iter().zip(groups) {
            for value in results.clone().skip(range.start).take(range.len()) {
                self.value(op, decl, "result", index, op.type_of(value));
                index += 1;
            }
        }
    }

    fn value(&mut self, op: OpRef<'a>, decl: &ValueDecl, what: &str, index: usize, ty: crate::Type) {
        if self.known.types.knows(decl.constraint, ty.0) {
            return;
        }
        if (decl.constraint.check)(self.context, ty) {
            self.known.types.add(decl.constraint, ty.0);
        } else {
            let variadic = if matches!(decl.arity, Arity::Variadic | Arity::VariadicOfVariadic(_)) {
                "variadic of "
            } else {
                ""
            };
            let (summary, found) = (decl.constraint.summary, type_to_string(self.context, ty));
            self.error(op, format!("{what} #{index} must be {variadic}{summary}, but got '{found}'"));
        }
    }
}

/// What is wrong with an attribute that a declaration names.
pub fn attribute_error(context: &Context, decl: &AttrDecl, value: Attribute) -> Option<String> {
    if fits(context, decl.class, value) {
        return None;
    }
    let (name, summary) = (decl.name, summary(decl.class));
    let what = if is_property(decl.class) { "property" } else { "attribute" };
    Some(format!("{what} '{name}' failed to satisfy constraint: {summary}"))
}

/// Whether MLIR declares it as a property, not as an attribute: flags that have no attribute of their own (`EnumProp`).
fn is_property(class: &AttrClass) -> bool {
    match class {
        AttrClass::Enum(def) | AttrClass::NamedEnum(_, def) => matches!(def.form, EnumForm::Bits(..)),
        AttrClass::EnumProperty(_) | AttrClass::Flag | AttrClass::OptionalProperty(_) => true,
        _ => false,
    }
}

/// Whether an attribute is of a class.
pub(crate) fn fits(context: &Context, class: &AttrClass, value: Attribute) -> bool {
    let kind = value.kind(context);
    let integer = |width: u32| {
        matches!(kind, AttrKind::Integer { ty, .. }
            if matches!(ty.kind(context), TypeKind::Integer { width: found, signedness: crate::types::Signedness::Signless } if *found == width))
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
            AttrKind::DenseArray { element, .. } if *element == context.common.i32 => *spelling == "i32",
            AttrKind::DenseArray { element, .. } => type_to_string(context, *element) == *spelling,
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
            let all = || def.all().fold(0, |all, case| all | case.value);
            match (def.form, value.as_u64(context)) {
                (EnumForm::Value(width), Some(value)) => integer(width) && def.spelling(value).is_some(),
                // `EnumProp`, which reads integers of any width.
                (EnumForm::Bits(..), Some(value)) => value & !all() == 0,
                (_, None) => false,
            }
        }
        AttrClass::Declared(def) => value.declared(context, def).is_some(),
        AttrClass::AnyDeclared(defs) => defs.iter().any(|def| value.declared(context, def).is_some()),
        AttrClass::Confined { base, check, .. } => fits(context, base, value) && check(context, value),
        AttrClass::Other { check, .. } => check(context, value),
    }
}

/// What diagnostics call a class.
fn summary(class: &AttrClass) -> String {
    match class {
        AttrClass::Any => "any attribute".to_owned(),
        AttrClass::Unit | AttrClass::Flag => "unit attribute".to_owned(),
        AttrClass::OptionalProperty(inner) => format!("optional {}", summary(inner)),
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
        AttrClass::ArrayOf(element) => format!("{} array", summary(element)),
        AttrClass::Dictionary => "dictionary of named attribute values".to_owned(),
        AttrClass::DenseArray(element) => format!("{element} dense array attribute"),
        AttrClass::Elements => "constant vector/tensor attribute".to_owned(),
        AttrClass::EnumProperty(def) | AttrClass::Enum(def) | AttrClass::NamedEnum(_, def)
            if is_property(class) =>
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
