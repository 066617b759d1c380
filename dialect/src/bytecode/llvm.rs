//! The encodings of the attributes of the `llvm` dialect. Source: MLIR's `LLVMDialectBytecode.td`; codes are as there.
//!
//! The fields of an attribute follow from its declaration: its parameters in their order. What has no encoding here, and all
//! types, are encoded as text.

use super::encoding::{Data, Datum, Field};
use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;
use crate::declare::{AttrClass, AttrDef, EnumForm, Param, ParamDecl, ParamKind, Presence, default_param};
use crate::llvm::attributes as llvm;
use crate::verify::fits;

/// Attributes by code. Of [`llvm::DI_COMPILE_UNIT`] the last parameter is not encoded; where it is there, text is written.
static ATTRIBUTES: &[&AttrDef] = &[
    &llvm::DI_BASIC_TYPE,
    &llvm::DI_COMPILE_UNIT,
    &llvm::DI_COMPOSITE_TYPE,
    &llvm::DI_DERIVED_TYPE,
    &llvm::DI_EXPRESSION_ELEM,
    &llvm::DI_EXPRESSION,
    &llvm::DI_FILE,
    &llvm::DI_GLOBAL_VARIABLE,
    &llvm::DI_GLOBAL_VARIABLE_EXPRESSION,
    &llvm::DI_IMPORTED_ENTITY,
    &llvm::DI_LABEL,
    &llvm::DI_LEXICAL_BLOCK,
    &llvm::DI_LEXICAL_BLOCK_FILE,
    &llvm::DI_LOCAL_VARIABLE,
    &llvm::DI_NAMESPACE,
    &llvm::DI_SUBPROGRAM,
    &llvm::DI_SUBRANGE,
    &llvm::DI_SUBROUTINE_TYPE,
    &llvm::LOOP_ANNOTATION,
];

/// The parameters of an attribute that are encoded, all others being what they are if not there.
fn encoded(def: &'static AttrDef) -> &'static [ParamDecl] {
    match std::ptr::eq(def, &llvm::DI_COMPILE_UNIT) {
        true => &def.params[..def.params.len() - 1],
        false => def.params,
    }
}

/// The field of a parameter.
fn field(decl: &ParamDecl) -> Field {
    let required = decl.presence == Presence::Required;
    match decl.kind {
        ParamKind::Class(AttrClass::String) if required => Field::Text,
        ParamKind::Attribute | ParamKind::Declared(_) | ParamKind::Class(_) if required => Field::Attribute,
        ParamKind::Attribute | ParamKind::Declared(_) | ParamKind::Class(_) => Field::OptionalAttribute,
        ParamKind::Type => Field::Type,
        ParamKind::Bool => Field::Bool,
        ParamKind::Unsigned(_) if decl.presence == Presence::Optional => Field::OptionalUnsigned,
        ParamKind::Unsigned(_) | ParamKind::Enum(_) | ParamKind::Symbolic(_) => Field::Unsigned,
        ParamKind::Signed(_) => Field::Signed,
        ParamKind::String => Field::Text,
        ParamKind::List(ParamKind::Unsigned(_)) => Field::OptionalList(&[Field::Unsigned]),
        ParamKind::List(_) | ParamKind::Braced(_) => Field::OptionalList(&[Field::OptionalAttribute]),
    }
}

/// The code of an attribute, its fields and what they hold; `None` if it is encoded as text.
pub(super) fn split(
    context: &Context,
    def: &'static AttrDef,
    params: &[Param],
) -> Option<(u64, Vec<Field>, Vec<Datum>)> {
    let code = ATTRIBUTES.iter().position(|&other| other == def)?;
    let decls = encoded(def);
    let (encoded, rest) = params.split_at_checked(decls.len())?;
    let default = |(decl, param): (&ParamDecl, &Param)| *param == default_param(context, decl);
    if !def.params[decls.len()..].iter().zip(rest).all(default) {
        return None;
    }
    let fields: Vec<Field> = decls.iter().map(field).collect();
    let data: Option<_> =
        fields.iter().zip(encoded).map(|(&field, param)| datum(context, field, param)).collect();
    Some((code as u64, fields, data?))
}

fn datum(context: &Context, field: Field, param: &Param) -> Option<Datum> {
    Some(match param {
        Param::Absent => Datum::Absent,
        Param::Type(ty) => Datum::Type(*ty),
        Param::Attribute(attribute) if field == Field::Text => match attribute.kind(context) {
            AttrKind::String { value, ty } if *ty == context.common.none => Datum::Text(*value),
            _ => return None,
        },
        Param::Attribute(attribute) => Datum::Attribute(*attribute),
        Param::Bool(value) => Datum::Bool(*value),
        Param::Signed(value) => Datum::Signed(*value),
        Param::Unsigned(value) => Datum::Unsigned(*value),
        Param::String(text) => Datum::Text(*text),
        Param::List(items) => {
            let items: Option<_> = items.iter().map(|item| datum(context, Field::Attribute, item)).collect();
            Datum::List(items?)
        }
    })
}

/// The declaration of the attribute with this code, and its fields.
pub(super) fn fields(code: u64) -> Option<(&'static AttrDef, Vec<Field>)> {
    let def = ATTRIBUTES.get(usize::try_from(code).ok()?)?;
    Some((def, encoded(def).iter().map(field).collect()))
}

/// What the fields make; an error is the message.
pub(super) fn join(context: &Context, def: &'static AttrDef, mut data: Data) -> Result<AttrKind, String> {
    let mut params = Vec::with_capacity(def.params.len());
    for decl in encoded(def) {
        let found = param(context, decl.kind, data.next());
        let valid = found.as_ref().is_some_and(|param| match (param, decl.presence) {
            (Param::Absent, presence) => presence == Presence::Optional,
            _ => true,
        });
        match found.filter(|_| valid) {
            Some(param) => params.push(param),
            None => {
                return Err(format!(
                    "invalid parameter '{}' of #{}.{}",
                    decl.name, def.dialect, def.mnemonic
                ));
            }
        }
    }
    params.extend(def.params[params.len()..].iter().map(|decl| default_param(context, decl)));
    def.verify.map_or(Ok(()), |verify| verify(context, &params))?;
    Ok(AttrKind::Declared { def, params: params.into() })
}

/// The parameter that a field holds, if it is of its kind.
fn param(context: &Context, kind: &'static ParamKind, datum: Datum) -> Option<Param> {
    let declared = |defs: &[&'static AttrDef], attribute: Attribute| {
        defs.iter().any(|def| attribute.declared(context, def).is_some())
    };
    Some(match (kind, datum) {
        (_, Datum::Absent) => Param::Absent,
        (ParamKind::Type, Datum::Type(ty)) => Param::Type(ty),
        (ParamKind::Attribute, Datum::Attribute(attribute)) => Param::Attribute(attribute),
        (ParamKind::Declared(defs), Datum::Attribute(attribute)) if declared(defs, attribute) => {
            Param::Attribute(attribute)
        }
        (ParamKind::Class(class), Datum::Attribute(attribute)) if fits(context, class, attribute) => {
            Param::Attribute(attribute)
        }
        (ParamKind::Class(AttrClass::String), Datum::Text(value)) => {
            Param::Attribute(context.attr(AttrKind::String { value, ty: context.common.none }))
        }
        (ParamKind::String, Datum::Text(text)) => Param::String(text),
        (ParamKind::Bool, Datum::Bool(value)) => Param::Bool(value),
        (ParamKind::Signed(_), Datum::Signed(value)) => Param::Signed(value),
        (ParamKind::Unsigned(width), Datum::Unsigned(value)) if *width >= 64 || value >> width == 0 => {
            Param::Unsigned(value)
        }
        (ParamKind::Symbolic(_), Datum::Unsigned(value)) if value >> 32 == 0 => Param::Unsigned(value),
        (ParamKind::Enum(def), Datum::Unsigned(value)) => {
            let all = def.all().fold(0, |all, case| all | case.value);
            let known = match def.form {
                EnumForm::Value(_) => def.spelling(value).is_some(),
                EnumForm::Bits(..) => value & !all == 0,
            };
            known.then_some(Param::Unsigned(value))?
        }
        (ParamKind::List(item) | ParamKind::Braced(item), Datum::List(items)) => {
            let items = items.into_iter().map(|datum| match param(context, item, datum)? {
                Param::Absent => None,
                param => Some(param),
            });
            Param::List(items.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every field can hold what its parameter can be.
    #[test]
    fn parameters_have_fields() {
        for def in ATTRIBUTES {
            assert_eq!(def.dialect, "llvm");
            for decl in encoded(def) {
                assert!(!matches!(decl.kind, ParamKind::Braced(_)), "{}", decl.name);
            }
        }
        assert_eq!(llvm::DI_COMPILE_UNIT.params.last().unwrap().name, "splitDebugFilename");
        assert_eq!(field(&llvm::DI_DERIVED_TYPE.params[6]), Field::OptionalUnsigned);
        assert_eq!(field(&llvm::DI_FILE.params[0]), Field::Text);
        assert_eq!(field(&llvm::DI_LABEL.params[1]), Field::OptionalAttribute);
    }
}
