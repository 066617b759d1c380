//! What declared attributes hold, as values of Rust: the link between a class in a declaration and the type of an accessor.

use super::{AttrClass, EnumForm, Param};
use crate::attributes::{AttrKind, Attribute, NamedAttribute};
use crate::context::{Context, Ident};
use crate::types::Type;

/// What the attributes of a class hold. The macros find the implementation by the spelling of the class: `AttrClass::Integer(64)`
/// holds `u64`, `AttrClass::Enum(Ordering::DEF)` holds `Ordering`; for a class that [`attribute_classes!`](super::macros) or
/// [`attribute_defs!`](super::macros) declares, the type of the same name says it.
pub trait Holds {
    /// What an accessor returns.
    type Read<'a>;
    /// What a builder accepts.
    type Write<'a>;
    /// The value of an attribute; `None` if the attribute is of another kind.
    fn read(context: &Context, attribute: Attribute) -> Option<Self::Read<'_>>;
    /// The value, to be made an attribute.
    fn write(value: Self::Write<'_>) -> FieldValue;
}

/// The value of a declared attribute of an operation that is being built.
#[derive(Clone, Debug)]
pub enum FieldValue {
    /// An attribute.
    Attribute(Attribute),
    /// A type.
    Type(Type),
    /// An integer, boolean or enum value.
    Integer(u64),
    /// A string or a symbol.
    Text(Ident),
    /// A dense array of `i32`.
    DenseI32(Box<[i32]>),
    /// A dense array of `i64`.
    DenseI64(Box<[i64]>),
    /// An array.
    Array(Box<[Attribute]>),
}

impl FieldValue {
    /// The attribute of the class `class` that holds the value.
    ///
    /// # Panics
    /// If attributes of the class hold values of another kind.
    pub fn attribute(self, context: &Context, class: &AttrClass) -> Attribute {
        match (self, class) {
            (Self::Attribute(attribute), _) => attribute,
            (value, AttrClass::Confined { base, .. }) => value.attribute(context, base),
            (Self::Type(ty), _) => Attribute::of_type(context, ty),
            (Self::DenseI32(values), _) => Attribute::dense_i32(context, &values),
            (Self::DenseI64(values), _) => Attribute::dense_i64(context, &values),
            (Self::Array(elements), _) => Attribute::array(context, elements),
            (Self::Integer(value), AttrClass::Bool | AttrClass::Flag) => Attribute::bool(context, value != 0),
            (Self::Integer(_), AttrClass::Unit) => context.common.unit,
            (Self::Integer(value), AttrClass::Integer(width) | AttrClass::NonNegative(width)) => {
                Attribute::integer(context, Type::integer(context, *width), value as i64)
            }
            (Self::Integer(value), AttrClass::Index) => {
                Attribute::integer(context, context.common.index, value as i64)
            }
            (
                Self::Integer(value),
                AttrClass::Enum(def) | AttrClass::EnumProperty(def) | AttrClass::NamedEnum(_, def),
            ) => def.attribute(context, value),
            (Self::Integer(value), AttrClass::Declared(def)) => {
                Attribute::declare(context, def, [Param::Unsigned(value)])
            }
            (Self::Text(text), AttrClass::FlatSymbol | AttrClass::Symbol) => {
                context.attr(AttrKind::SymbolRef { root: text, nested: Box::default() })
            }
            (Self::Text(value), _) => context.attr(AttrKind::String { value, ty: context.common.none }),
            (value, class) => panic!("{value:?} is no value of {class:?}"),
        }
    }
}

/// Any attribute.
impl Holds for Attribute {
    type Read<'a> = Self;
    type Write<'a> = Self;
    fn read(_: &Context, attribute: Attribute) -> Option<Self> {
        Some(attribute)
    }
    fn write(value: Self) -> FieldValue {
        FieldValue::Attribute(value)
    }
}

/// A type.
impl Holds for Type {
    type Read<'a> = Self;
    type Write<'a> = Self;
    fn read(context: &Context, attribute: Attribute) -> Option<Self> {
        attribute.as_type(context)
    }
    fn write(value: Self) -> FieldValue {
        FieldValue::Type(value)
    }
}

macro_rules! unsigned {
    ($($ty:ty),*) => {$(
        /// An integer of this width.
        impl Holds for $ty {
            type Read<'a> = Self;
            type Write<'a> = Self;
            fn read(context: &Context, attribute: Attribute) -> Option<Self> {
                attribute.as_u64(context)?.try_into().ok()
            }
            fn write(value: Self) -> FieldValue {
                FieldValue::Integer(value.into())
            }
        }
    )*};
}
unsigned!(u8, u16, u32, u64);

/// An integer of the type `index`.
impl Holds for i64 {
    type Read<'a> = Self;
    type Write<'a> = Self;
    fn read(context: &Context, attribute: Attribute) -> Option<Self> {
        attribute.as_i64(context)
    }
    fn write(value: Self) -> FieldValue {
        FieldValue::Integer(value as u64)
    }
}

/// `true`, `false`, or `unit` for true.
impl Holds for bool {
    type Read<'a> = Self;
    type Write<'a> = Self;
    fn read(context: &Context, attribute: Attribute) -> Option<Self> {
        if attribute == context.common.unit { Some(true) } else { Some(attribute.as_u64(context)? != 0) }
    }
    fn write(value: Self) -> FieldValue {
        FieldValue::Integer(value.into())
    }
}

/// A string, or the name of a symbol.
impl Holds for Ident {
    type Read<'a> = Self;
    type Write<'a> = Self;
    fn read(context: &Context, attribute: Attribute) -> Option<Self> {
        match attribute.kind(context) {
            AttrKind::String { value, .. } => Some(*value),
            _ => attribute.as_symbol(context),
        }
    }
    fn write(value: Self) -> FieldValue {
        FieldValue::Text(value)
    }
}

/// An array.
impl Holds for [Attribute] {
    type Read<'a> = &'a [Attribute];
    type Write<'a> = &'a [Attribute];
    fn read(context: &Context, attribute: Attribute) -> Option<&[Attribute]> {
        attribute.as_array(context)
    }
    fn write(value: &[Attribute]) -> FieldValue {
        FieldValue::Array(value.into())
    }
}

/// A dictionary.
impl Holds for [NamedAttribute] {
    type Read<'a> = &'a [NamedAttribute];
    type Write<'a> = Attribute;
    fn read(context: &Context, attribute: Attribute) -> Option<&[NamedAttribute]> {
        attribute.as_dictionary(context)
    }
    fn write(value: Attribute) -> FieldValue {
        FieldValue::Attribute(value)
    }
}

/// A dense array.
impl Holds for [i32] {
    type Read<'a> = Vec<i32>;
    type Write<'a> = &'a [i32];
    fn read(context: &Context, attribute: Attribute) -> Option<Vec<i32>> {
        attribute.as_dense_i32(context)
    }
    fn write(value: &[i32]) -> FieldValue {
        FieldValue::DenseI32(value.into())
    }
}

/// A dense array.
impl Holds for [i64] {
    type Read<'a> = Vec<i64>;
    type Write<'a> = &'a [i64];
    fn read(context: &Context, attribute: Attribute) -> Option<Vec<i64>> {
        attribute.as_dense_i64(context)
    }
    fn write(value: &[i64]) -> FieldValue {
        FieldValue::DenseI64(value.into())
    }
}

/// The bits of an enum in an attribute: an integer, or the only parameter of a declared attribute.
pub fn enum_value(context: &Context, attribute: Attribute, form: EnumForm) -> Option<u64> {
    match attribute.kind(context) {
        AttrKind::Integer { ty, value } => match form {
            // Cases may be negative.
            EnumForm::Value(_) => {
                value.as_i64(ty.integer_width(context).unwrap_or(64)).map(|value| value as u64)
            }
            EnumForm::Bits(..) => value.as_u64(),
        },
        AttrKind::Declared { params, .. } => match params[..] {
            [Param::Unsigned(value)] => Some(value),
            _ => None,
        },
        _ => None,
    }
}
