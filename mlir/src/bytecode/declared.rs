//! The encodings of attributes declared by dialects ([`Dialect::bytecode`]). The fields follow from the declaration: one per
//! parameter, in order. Attributes without an encoding, and all declared types, are written as text.

use super::encoding::{Data, Datum, Field};
use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;
use crate::declare::{
    AttrClass, AttrDef, EnumForm, Param, ParamDecl, ParamKind, Presence, default_param, fits,
};

/// The encoding of an attribute in its dialect's bytecode. Its code is its index in [`Dialect::bytecode`](crate::declare::Dialect::bytecode).
#[derive(Debug)]
pub struct BytecodeAttribute {
    /// The attribute's declaration.
    pub def: &'static AttrDef,
    /// The number of trailing parameters without a field. If one of them does not have its default value, the attribute is written
    /// as text.
    pub without_field: usize,
}

impl BytecodeAttribute {
    /// The parameters that have fields.
    fn decls(&self) -> &'static [ParamDecl] {
        &self.def.params[..self.def.params.len() - self.without_field]
    }

    /// One field for each encoded parameter.
    pub(super) fn fields(&self) -> Vec<Field> {
        self.decls().iter().map(field).collect()
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

/// The code, the fields and their contents; `None` if the attribute is written as text.
pub(super) fn split(
    context: &Context,
    def: &'static AttrDef,
    params: &[Param],
) -> Option<(u64, Vec<Field>, Vec<Datum>)> {
    let encodings = context.dialect(def.dialect)?.bytecode;
    let code = encodings.iter().position(|encoding| encoding.def == def)?;
    let encoding = &encodings[code];
    let (encoded, rest) = params.split_at_checked(encoding.decls().len())?;
    let is_default = |(decl, param): (&ParamDecl, &Param)| *param == default_param(context, decl);
    if !def.params[encoded.len()..].iter().zip(rest).all(is_default) {
        return None;
    }
    let fields = encoding.fields();
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

/// The attribute with these field contents; the error is the message.
pub(super) fn join(
    context: &Context,
    encoding: &BytecodeAttribute,
    mut data: Data,
) -> Result<AttrKind, String> {
    let def = encoding.def;
    let mut params = Vec::with_capacity(def.params.len());
    for decl in encoding.decls() {
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

/// The parameter for the contents of a field, if that is of the right kind.
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
