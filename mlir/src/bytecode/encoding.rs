//! The description of how attributes and types are encoded, used by the tables in [`builtin`](super::builtin) and
//! [`declared`](super::declared).
//!
//! An encoding consists of a code, a list of [`Field`]s and two functions: one splits an attribute into a [`Datum`] per field, the
//! other joins the data to an attribute. Fields are read and written here, for all dialects. Source: MLIR's `BytecodeBase.td`,
//! whose concepts these are.

use super::shape::element_count;
use super::stream::{Cursor, Emitter, Result};
use crate::attributes::Attribute;
use crate::context::{Context, Ident};
use crate::int::IntValue;
use crate::types::{Type, TypeKind};

/// A field in the encoding of an attribute or type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// An attribute, by its index.
    Attribute,
    /// An optional attribute.
    OptionalAttribute,
    /// A type, by its index.
    Type,
    /// An integer.
    Unsigned,
    /// An optional integer.
    OptionalUnsigned,
    /// A signed integer.
    Signed,
    /// A byte that is 0 or 1.
    Bool,
    /// A string, by its index.
    Text,
    /// Bytes.
    Blob,
    /// The blob of a resource, by its index.
    Resource,
    /// Any number of items, each of which has these fields.
    List(&'static [Field]),
    /// As `List`, preceded by a flag whether there is a list.
    OptionalList(&'static [Field]),
    /// An integer whose type is the preceding field.
    Integer,
    /// A floating-point number whose type is the preceding field.
    Float,
    /// The strings of dense elements: one if the preceding field says that it is a splat, else one per element of the type, which
    /// is the field before that.
    Elements,
}

/// The contents of a field.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Datum {
    /// An absent optional field.
    Absent,
    Attribute(Attribute),
    Type(Type),
    Unsigned(u64),
    Signed(i64),
    Bool(bool),
    Text(Ident),
    Blob(Box<[u8]>),
    Resource(Ident),
    /// A list; if its items have several fields, these are concatenated.
    List(Vec<Datum>),
    /// The bits, and their number.
    Integer(IntValue, u32),
}

/// One encoding of an attribute or type.
pub(super) struct Encoding<K: 'static> {
    /// The code that precedes the fields.
    pub(super) code: u64,
    /// The fields, in order.
    pub(super) fields: &'static [Field],
    /// Splits a `kind` into the contents of the fields; `None` if this encoding does not apply to it.
    pub(super) split: fn(&Context, kind: &K) -> Option<Vec<Datum>>,
    /// Joins the contents of the fields; the error is the message.
    pub(super) join: fn(&Context, Data) -> std::result::Result<K, String>,
}

/// The contents of the fields, to be taken in order.
pub(super) struct Data(std::vec::IntoIter<Datum>);

impl Data {
    pub(super) fn new(data: Vec<Datum>) -> Self {
        Self(data.into_iter())
    }

    pub(super) fn next(&mut self) -> Datum {
        self.0.next().unwrap_or(Datum::Absent)
    }

    pub(super) fn attribute(&mut self) -> std::result::Result<Attribute, String> {
        match self.next() {
            Datum::Attribute(attribute) => Ok(attribute),
            _ => Err("expected an attribute".to_owned()),
        }
    }

    pub(super) fn ty(&mut self) -> std::result::Result<Type, String> {
        match self.next() {
            Datum::Type(ty) => Ok(ty),
            _ => Err("expected a type".to_owned()),
        }
    }

    pub(super) fn unsigned(&mut self) -> u64 {
        match self.next() {
            Datum::Unsigned(value) => value,
            _ => 0,
        }
    }

    pub(super) fn text(&mut self, context: &Context) -> Ident {
        match self.next() {
            Datum::Text(text) | Datum::Resource(text) => text,
            _ => context.common.empty_string,
        }
    }

    pub(super) fn blob(&mut self) -> Box<[u8]> {
        match self.next() {
            Datum::Blob(bytes) => bytes,
            _ => Box::default(),
        }
    }

    pub(super) fn list(&mut self) -> Vec<Datum> {
        match self.next() {
            Datum::List(items) => items,
            _ => Vec::new(),
        }
    }

    pub(super) fn attributes(&mut self) -> Vec<Attribute> {
        let attribute = |datum| if let Datum::Attribute(attribute) = datum { Some(attribute) } else { None };
        self.list().into_iter().filter_map(attribute).collect()
    }

    pub(super) fn types(&mut self) -> Box<[Type]> {
        let ty = |datum| if let Datum::Type(ty) = datum { Some(ty) } else { None };
        self.list().into_iter().filter_map(ty).collect()
    }
}

/// Consumes the contents of fields, either to number what they refer to or to write them.
pub(super) trait Sink {
    /// Receives everything that is not a reference.
    fn out(&mut self) -> &mut Emitter;
    /// An attribute.
    fn attribute(&mut self, attribute: Attribute);
    /// An optional attribute.
    fn optional_attribute(&mut self, attribute: Option<Attribute>);
    /// A type.
    fn ty(&mut self, ty: Type);
    /// A string.
    fn text(&mut self, text: Ident);
    /// A resource of the dialect `builtin`.
    fn resource(&mut self, key: Ident);
}

/// Writes the contents of `fields` to a sink.
pub(super) fn write(fields: &[Field], data: &[Datum], sink: &mut impl Sink) {
    for (field, datum) in fields.iter().zip(data) {
        match (field, datum) {
            (Field::Attribute, Datum::Attribute(attribute)) => sink.attribute(*attribute),
            (Field::OptionalAttribute, Datum::Attribute(attribute)) => {
                sink.optional_attribute(Some(*attribute));
            }
            (Field::OptionalAttribute, _) => sink.optional_attribute(None),
            (_, Datum::Type(ty)) => sink.ty(*ty),
            (Field::OptionalUnsigned, Datum::Unsigned(value)) => sink.out().flagged(*value, true),
            (Field::OptionalUnsigned, _) => sink.out().varint(0),
            (_, Datum::Unsigned(value)) => sink.out().varint(*value),
            (_, Datum::Signed(value)) => sink.out().signed(*value),
            (_, Datum::Bool(value)) => sink.out().byte(u8::from(*value)),
            (_, Datum::Text(text)) => sink.text(*text),
            (_, Datum::Blob(bytes)) => sink.out().blob(bytes),
            (_, Datum::Resource(key)) => sink.resource(*key),
            (_, Datum::Integer(value, width)) => write_integer(sink.out(), value, *width),
            (Field::List(fields), Datum::List(items)) => {
                sink.out().varint((items.len() / fields.len()) as u64);
                for item in items.chunks(fields.len()) {
                    write(fields, item, sink);
                }
            }
            (Field::OptionalList(fields), Datum::List(items)) => {
                sink.out().byte(u8::from(!items.is_empty()));
                if !items.is_empty() {
                    write(&[Field::List(fields)], std::slice::from_ref(datum), sink);
                }
            }
            (Field::Elements, Datum::List(items)) => {
                for item in items {
                    write(&[Field::Text], std::slice::from_ref(item), sink);
                }
            }
            _ => debug_assert!(false, "{field:?} cannot hold {datum:?}"),
        }
    }
}

/// Writes an integer of known width: up to 8 bits as a byte, up to 64 as a varint, else its words up to the last that is not zero.
fn write_integer(out: &mut Emitter, value: &IntValue, width: u32) {
    let limbs = value.limbs();
    match width {
        0..=8 => out.byte(limbs[0] as u8),
        9..=64 => out.signed(limbs[0] as i64),
        _ => {
            let active = limbs.iter().rposition(|&limb| limb != 0).map_or(1, |last| last + 1);
            out.varint(active as u64);
            for &limb in &limbs[..active] {
                out.signed(limb as i64);
            }
        }
    }
}

fn read_integer(cursor: &mut Cursor<'_>, width: u32) -> Result<IntValue> {
    Ok(match width {
        0..=8 => IntValue::from_u64(width, u64::from(cursor.byte()?)),
        9..=64 => IntValue::from_u64(width, cursor.signed()? as u64),
        _ => {
            let start = *cursor;
            let count = cursor.count("words of an integer")?;
            if count as u64 > u64::from(width.div_ceil(64)) {
                return Err(start.fault(format!("{count} words for an integer of {width} bits")));
            }
            let mut limbs = Vec::with_capacity(count);
            for _ in 0..count {
                limbs.push(cursor.signed()? as u64);
            }
            IntValue::from_limbs(width, limbs)
        }
    })
}

/// Resolves references while fields are read. References that cannot be resolved yet are recorded; the fields are then read again
/// later.
pub(super) trait Lookup {
    /// The context of the module being read.
    fn context(&self) -> &Context;
    /// The attribute with this index; `None` if it is not decoded yet.
    fn attribute(&mut self, cursor: &Cursor<'_>, index: u64) -> Result<Option<Attribute>>;
    /// The type with this index; `None` if it is not decoded yet.
    fn ty(&mut self, cursor: &Cursor<'_>, index: u64) -> Result<Option<Type>>;
    /// The string with this index.
    fn text(&self, cursor: &Cursor<'_>, index: u64) -> Result<Ident>;
    /// The key of the resource with this index.
    fn resource(&self, cursor: &Cursor<'_>, index: u64) -> Result<Ident>;
}

/// Reads the contents of `fields`; `None` if they refer to something that is not decoded yet.
pub(super) fn read(
    fields: &[Field],
    cursor: &mut Cursor<'_>,
    lookup: &mut impl Lookup,
) -> Result<Option<Vec<Datum>>> {
    let mut data = Vec::with_capacity(fields.len());
    let mut complete = true;
    for &field in fields {
        let before = *cursor;
        let datum = match field {
            Field::Attribute => {
                let index = cursor.varint()?;
                lookup.attribute(&before, index)?.map(Datum::Attribute)
            }
            Field::OptionalAttribute => match cursor.flagged()? {
                (index, true) => lookup.attribute(&before, index)?.map(Datum::Attribute),
                (0, false) => Some(Datum::Absent),
                _ => return Err(before.fault("an attribute that is not there has an index")),
            },
            Field::Type => {
                let index = cursor.varint()?;
                lookup.ty(&before, index)?.map(Datum::Type)
            }
            Field::Unsigned => Some(Datum::Unsigned(cursor.varint()?)),
            Field::OptionalUnsigned => match cursor.flagged()? {
                (value, true) => Some(Datum::Unsigned(value)),
                (_, false) => Some(Datum::Absent),
            },
            Field::Signed => Some(Datum::Signed(cursor.signed()?)),
            Field::Bool => Some(Datum::Bool(cursor.byte()? != 0)),
            Field::Text => {
                let index = cursor.varint()?;
                Some(Datum::Text(lookup.text(&before, index)?))
            }
            Field::Resource => {
                let index = cursor.varint()?;
                Some(Datum::Resource(lookup.resource(&before, index)?))
            }
            Field::Blob => {
                let length = cursor.count("bytes")?;
                Some(Datum::Blob(cursor.bytes(length)?.into()))
            }
            Field::List(fields) => {
                let count = cursor.count("elements")?;
                list(fields, count, cursor, lookup)?.map(Datum::List)
            }
            Field::OptionalList(fields) => match cursor.byte()? {
                0 => Some(Datum::List(Vec::new())),
                _ => {
                    let count = cursor.count("elements")?;
                    list(fields, count, cursor, lookup)?.map(Datum::List)
                }
            },
            // The remaining fields depend on a type that is not decoded yet.
            Field::Integer | Field::Float | Field::Elements if !complete => return Ok(None),
            Field::Integer | Field::Float => {
                let Some(width) = type_before(&data).and_then(|ty| bits(lookup.context(), ty, field)) else {
                    return Err(before.fault("a number whose type is not that of a number"));
                };
                Some(Datum::Integer(read_integer(cursor, width)?, width))
            }
            Field::Elements => {
                let splat = matches!(data.last(), Some(Datum::Unsigned(1..)));
                let ty = data.first().and_then(|ty| if let Datum::Type(ty) = ty { Some(*ty) } else { None });
                let count = match ty.and_then(|ty| element_count(lookup.context(), ty)) {
                    Some(_) if splat => 1,
                    Some(count) => cursor.bounded(count, "strings")?,
                    None => return Err(before.fault("elements of a type without a static shape")),
                };
                list(&[Field::Text], count, cursor, lookup)?.map(Datum::List)
            }
        };
        match datum {
            Some(datum) => data.push(datum),
            None => {
                complete = false;
                data.push(Datum::Absent);
            }
        }
    }
    Ok(complete.then_some(data))
}

fn list(
    fields: &[Field],
    count: usize,
    cursor: &mut Cursor<'_>,
    lookup: &mut impl Lookup,
) -> Result<Option<Vec<Datum>>> {
    let mut items = Some(Vec::new());
    for _ in 0..count {
        // Continue after an unresolved reference, so that all of them are recorded.
        match (read(fields, cursor, lookup)?, &mut items) {
            (Some(item), Some(items)) => items.extend(item),
            _ => items = None,
        }
    }
    Ok(items)
}

fn type_before(data: &[Datum]) -> Option<Type> {
    match data.last() {
        Some(Datum::Type(ty)) => Some(*ty),
        _ => None,
    }
}

/// The number of bits of a number of type `ty`.
fn bits(context: &Context, ty: Type, field: Field) -> Option<u32> {
    match (ty.kind(context), field) {
        (TypeKind::Integer { width, .. }, Field::Integer) => Some(*width),
        (TypeKind::Index, Field::Integer) => Some(64),
        (TypeKind::Float(kind), Field::Float) => Some(kind.width()),
        _ => None,
    }
}

/// The bits of a float as an integer of `width` bits.
pub(super) fn float_bits(bits: u128, width: u32) -> Datum {
    Datum::Integer(IntValue::from_limbs(width, [bits as u64, (bits >> 64) as u64]), width)
}

/// Checks that an integer, such as a line or column, fits 32 bits.
pub(super) fn narrow(value: u64) -> std::result::Result<u32, String> {
    u32::try_from(value).map_err(|_| format!("{value} does not fit 32 bits"))
}

/// The dimensions of a shape; `DYNAMIC` has the same value upstream.
pub(super) fn dimensions(shape: &[i64]) -> Datum {
    Datum::List(shape.iter().map(|&size| Datum::Signed(size)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_encoded_by_their_width() {
        for (width, value, bytes) in [
            (8, -1, &[0xff][..]),
            // Words are not sign-extended: 16 bits of a negative number read as a positive one.
            (16, -5, &[0xb4, 0xff, 0x0f]),
            (64, -1, &[0x03]),
            (128, 5, &[0x03, 0x15]),
            (128, 0, &[0x03, 0x01]),
        ] {
            let value = IntValue::from_i64(width, value);
            let mut out = Emitter::default();
            write_integer(&mut out, &value, width);
            assert_eq!(out.bytes, bytes, "{width}");
            assert_eq!(read_integer(&mut Cursor::new(bytes), width).unwrap(), value);
        }
    }
}
