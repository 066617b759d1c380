//! The encoding of an operation's properties: the inherent attributes of a declared operation.
//!
//! Attributes come first, sorted by name, required ones as attributes and others as optional attributes; then the properties that
//! are plain enums upstream, as integers; then the segment sizes. This is what MLIR's `mlir-tblgen` generates as
//! `writeProperties`. Before version 6, segment sizes are stored as an attribute among the others.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Version;
use super::encoding::{Datum, Field};
use super::stream::{Cursor, Emitter, Result};
use crate::attributes::{Attribute, NamedAttribute};
use crate::body::OpRef;
use crate::context::Context;
use crate::declare::{
    Arity, AttrClass, AttrDecl, EnumDef, EnumForm, OpDef, Presence, Trait, default_value, optional_property,
};
use crate::types::Type;

/// A slot in the encoded properties of an operation.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// An inherent attribute, required or optional.
    Attribute(&'static str, Field),
    /// A property that is not an attribute upstream.
    Native(&'static str, Native),
    /// The segment sizes of this number of groups, in sparse form.
    Sizes(&'static str, usize),
}

/// The encoding of a property that is not an attribute upstream.
#[derive(Clone, Copy)]
pub(super) enum Native {
    /// `EnumProp`: the value of the case or set.
    Enum(&'static EnumDef),
    /// `UnitProp`: a byte that is 0 or 1.
    Flag,
    /// `OptionalProp` of an integer of this width: a flag, then the integer.
    Optional(u32),
}

/// The attribute that holds the segment sizes of operands.
const OPERAND_SIZES: &str = "operandSegmentSizes";

/// The attribute that holds the segment sizes of results.
const RESULT_SIZES: &str = "resultSegmentSizes";

/// The native encoding of an attribute that is a property upstream; `None` for other attributes.
fn native(decl: &AttrDecl) -> Option<Native> {
    match decl.class {
        AttrClass::NamedEnum(_, def) | AttrClass::EnumProperty(def) => Some(Native::Enum(def)),
        AttrClass::Enum(def) if matches!(def.form, EnumForm::Bits(..)) => Some(Native::Enum(def)),
        AttrClass::Flag => Some(Native::Flag),
        AttrClass::OptionalProperty(AttrClass::Integer(width)) => Some(Native::Optional(*width)),
        _ => None,
    }
}

/// The slots of an operation's properties in encoding order; empty if it has no properties in bytecode.
fn slots(def: &'static OpDef, version: Version) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    for decl in def.attributes.iter().filter(|decl| native(decl).is_none()) {
        let field = match decl.presence {
            Presence::Required => Field::Attribute,
            Presence::Optional | Presence::Default(_) | Presence::Implied(_) => Field::OptionalAttribute,
        };
        slots.push(Slot::Attribute(decl.name, field));
    }
    let mut sizes = Vec::new();
    if def.has(|t| matches!(t, Trait::AttrSizedOperandSegments)) {
        sizes.push((OPERAND_SIZES, def.operands.len()));
    }
    if def.has(|t| matches!(t, Trait::AttrSizedResultSegments)) {
        sizes.push((RESULT_SIZES, def.results.len()));
    }
    let native_sizes = version >= Version::NATIVE_SIZES;
    if !native_sizes {
        slots.extend(sizes.iter().map(|&(name, _)| Slot::Attribute(name, Field::Attribute)));
    }
    slots.sort_by_key(Slot::name);
    slots.extend(def.attributes.iter().filter_map(|decl| Some(Slot::Native(decl.name, native(decl)?))));
    if native_sizes {
        slots.extend(sizes.into_iter().map(|(name, count)| Slot::Sizes(name, count)));
    }
    slots
}

impl Slot {
    /// The name of the inherent attribute.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Attribute(name, _) | Self::Native(name, _) | Self::Sizes(name, _) => name,
        }
    }

    /// The contents of the slot for an operation; `None` if a required attribute is missing or of the wrong kind.
    pub(super) fn datum(&self, op: OpRef<'_>, def: &'static OpDef) -> Option<Datum> {
        let value = property(op, def, self.name());
        match self {
            Self::Attribute(_, Field::Attribute) => value.map(Datum::Attribute),
            Self::Attribute(..) => Some(value.map_or(Datum::Absent, Datum::Attribute)),
            Self::Native(_, native) => native.datum(op.context, value),
            Self::Sizes(_, count) => {
                let sizes = value?.as_dense_i32(op.context).filter(|sizes| sizes.len() == *count)?;
                let size = |size: i32| u64::try_from(size).ok().map(Datum::Unsigned);
                sizes.into_iter().map(size).collect::<Option<_>>().map(Datum::List)
            }
        }
    }
}

impl Native {
    /// The contents of the slot, from the attribute that represents the property in the dialect.
    fn datum(self, context: &Context, value: Option<Attribute>) -> Option<Datum> {
        match self {
            Self::Enum(_) => match value {
                Some(value) => value.as_u64(context).map(Datum::Unsigned),
                None => Some(Datum::Unsigned(0)),
            },
            Self::Flag => Some(Datum::Bool(value == Some(context.common.unit))),
            Self::Optional(_) => {
                let held = value.and_then(|value| optional_property(context, value)).flatten();
                Some(held.and_then(|held| held.as_u64(context)).map_or(Datum::Absent, Datum::Unsigned))
            }
        }
    }

    /// Writes the contents of a slot; false if they do not match its kind.
    pub(super) fn write(self, datum: &Datum, out: &mut Emitter) -> bool {
        match (self, datum) {
            (Self::Enum(_), Datum::Unsigned(value)) => out.varint(*value),
            (Self::Flag, Datum::Bool(value)) => out.byte(u8::from(*value)),
            (Self::Optional(_), Datum::Absent) => out.byte(0),
            (Self::Optional(_), Datum::Unsigned(value)) => {
                out.byte(1);
                out.varint(*value);
            }
            _ => return false,
        }
        true
    }

    /// Reads a slot as an attribute; `None` for the default value.
    pub(super) fn read(self, context: &Context, cursor: &mut Cursor<'_>) -> Result<Option<Attribute>> {
        Ok(match self {
            Self::Enum(def) => {
                let value = cursor.varint()?;
                (value != 0).then(|| def.attribute(context, value))
            }
            Self::Flag => (cursor.byte()? != 0).then_some(context.common.unit),
            Self::Optional(width) => match cursor.byte()? {
                0 => None,
                _ => {
                    let held =
                        Attribute::integer(context, Type::integer(context, width), cursor.varint()? as i64);
                    Some(Attribute::array(context, [held]))
                }
            },
        })
    }
}

/// A cache of the slots of each operation.
pub(super) struct SlotTable {
    version: Version,
    known: RefCell<FxHashMap<&'static str, Rc<[Slot]>>>,
}

impl SlotTable {
    pub(super) fn new(version: Version) -> Self {
        Self { version, known: RefCell::default() }
    }

    pub(super) fn version(&self) -> Version {
        self.version
    }

    /// The slots of an operation, from the cache.
    pub(super) fn of(&self, def: &'static OpDef) -> Rc<[Slot]> {
        self.known.borrow_mut().entry(def.name).or_insert_with(|| slots(def, self.version).into()).clone()
    }
}

/// The inherent attribute `name` of an operation, or its default.
pub(super) fn property(op: OpRef<'_>, def: &'static OpDef, name: &'static str) -> Option<Attribute> {
    let context = op.context;
    if let Some(value) = op.property(name) {
        return Some(value);
    }
    let sizes = |sizes: Vec<usize>| {
        Attribute::dense_i32(context, &sizes.into_iter().map(|size| size as i32).collect::<Vec<_>>())
    };
    match name {
        OPERAND_SIZES => {
            return Some(sizes(def.operands.iter().map(|decl| op.operand_group(decl.name).len()).collect()));
        }
        RESULT_SIZES => {
            return Some(sizes(def.results.iter().map(|decl| op.result_group(decl.name).count()).collect()));
        }
        _ => {}
    }
    // Segment sizes may be omitted if all segments are empty: one segment per variadic successor, or none.
    if def.operands.iter().any(|operand| operand.arity == Arity::VariadicOfVariadic(name)) {
        let variadic = def.successors.iter().find(|successor| successor.variadic);
        let count = variadic.map_or(0, |successor| op.successor_group(successor.name).len());
        return Some(sizes(vec![0; count]));
    }
    let decl = def.attribute(name)?;
    match decl.presence {
        Presence::Default(text) => default_value(context, decl.class, text),
        _ => None,
    }
}

/// A dictionary entry.
pub(super) fn entry(context: &Context, name: &str, value: Attribute) -> NamedAttribute {
    NamedAttribute { name: context.ident(name), value }
}

/// How bytecode stores a property of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyForm {
    /// A required attribute.
    Required,
    /// An optional attribute.
    Optional,
    /// In a native encoding, not as an attribute.
    Native,
    /// The segment sizes of operands or results.
    Sizes,
}

/// The properties of an operation in the order in which bytecode of this version stores them.
pub fn property_forms(def: &'static OpDef, version: Version) -> Vec<(&'static str, PropertyForm)> {
    let form = |slot: &Slot| match slot {
        Slot::Attribute(name, Field::Attribute) => (*name, PropertyForm::Required),
        Slot::Attribute(name, _) => (*name, PropertyForm::Optional),
        Slot::Native(name, _) => (*name, PropertyForm::Native),
        Slot::Sizes(name, _) => (*name, PropertyForm::Sizes),
    };
    slots(def, version).iter().map(form).collect()
}
