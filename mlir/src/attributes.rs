//! Attributes: the builtin ones, including locations, and those declared by dialects.
//!
//! Source: MLIR's "Builtin Dialect", sections Attributes and Location Attributes.

use smallvec::SmallVec;

use crate::affine::{AffineMap, IntegerSet};
use crate::context::{Context, Ident};
use crate::declare::{AttrDef, Param};
use crate::int::IntValue;
use crate::types::{Type, TypeKind};

/// An attribute, interned in a [`Context`]. Equality is identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Attribute(pub(crate) u32);

/// An entry of a dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NamedAttribute {
    /// The key.
    pub name: Ident,
    /// The value.
    pub value: Attribute,
}

/// The bits of a float. Packed, so that the alignment of `u128` does not enlarge other attributes, of which there may be millions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(Rust, packed(8))]
pub struct FloatBits(u128);

impl FloatBits {
    /// The bits as a number.
    pub fn get(self) -> u128 {
        self.0
    }
}

impl From<u128> for FloatBits {
    fn from(bits: u128) -> Self {
        Self(bits)
    }
}

/// The structure of an [`Attribute`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrKind {
    /// `unit`.
    Unit,
    /// `5 : i32`; `true` and `false` are integers of type `i1`.
    Integer {
        /// An integer type or `index` (64 bits).
        ty: Type,
        /// The bits.
        value: IntValue,
    },
    /// `1.0 : f32`, bit-exact.
    Float {
        /// A float type.
        ty: Type,
        /// The bits in the type's format.
        bits: FloatBits,
    },
    /// `"text"`, or `"text" : type`; the text may be any bytes.
    String {
        /// The text.
        value: Ident,
        /// The type; `none` unless spelled.
        ty: Type,
    },
    /// `[a, b]`.
    Array(Box<[Attribute]>),
    /// `{a = b}`; sorted by the key's text, keys unique.
    Dictionary(Box<[NamedAttribute]>),
    /// A type as an attribute.
    Type(Type),
    /// `@a::@b`.
    SymbolRef {
        /// The outermost symbol name.
        root: Ident,
        /// The nested symbol names.
        nested: Box<[Ident]>,
    },
    /// `array<i32: 1, 2>`.
    DenseArray {
        /// `i1` (a byte an element), `i8`, `i16`, `i32`, `i64`, `f32` or `f64`.
        element: Type,
        /// The elements, little-endian.
        data: Box<[u8]>,
    },
    /// `dense<...> : tensor<...>` of integers, index, floats or complex numbers.
    DenseElements {
        /// A vector or a ranked tensor type with static shape.
        ty: Type,
        /// The elements in row-major order, little-endian, each in the fewest whole bytes (for `i1`, one byte each); a single
        /// element if `splat`.
        data: Box<[u8]>,
        /// Whether all elements are equal to the one in `data`.
        splat: bool,
    },
    /// `dense<"text"> : tensor<...>` of strings.
    DenseStrings {
        /// A vector or a ranked tensor type with static shape.
        ty: Type,
        /// The elements in row-major order; a single element if `splat`.
        data: Box<[Ident]>,
        /// Whether all elements are equal to the one in `data`.
        splat: bool,
    },
    /// `dense_resource<key> : tensor<...>`.
    DenseResource {
        /// A shaped type.
        ty: Type,
        /// The key of the blob.
        key: Ident,
    },
    /// `sparse<indices, values> : tensor<...>`.
    Sparse {
        /// A shaped type.
        ty: Type,
        /// A dense elements attribute of `i64`.
        indices: Attribute,
        /// A dense elements attribute.
        values: Attribute,
    },
    /// `affine_map<...>`.
    AffineMap(AffineMap),
    /// `affine_set<...>`.
    IntegerSet(IntegerSet),
    /// `strided<[1, ?], offset: ?>`; [`crate::types::DYNAMIC`] for `?`.
    StridedLayout {
        /// The offset.
        offset: i64,
        /// The strides.
        strides: Box<[i64]>,
    },
    /// `distinct[3]<attribute>`: equal only to itself.
    Distinct {
        /// Its identity, unique within the context.
        id: u64,
        /// The attribute it refers to.
        referenced: Attribute,
    },
    /// `#dialect<"text">` of an unknown dialect.
    Opaque {
        /// The dialect's namespace.
        dialect: Ident,
        /// The text after the namespace, as spelled.
        text: Ident,
        /// The type; `none` unless spelled.
        ty: Type,
    },
    /// `loc(unknown)`.
    UnknownLocation,
    /// `loc("file":1:2)`, `loc("file":1:2 to 3:4)`.
    FileLocation {
        /// The file's name.
        file: Ident,
        /// First line, from 1.
        line: u32,
        /// First column, from 1.
        column: u32,
        /// Last line and column, if they differ from the first.
        end: Option<(u32, u32)>,
    },
    /// `loc("name"(child))`.
    NameLocation {
        /// The name.
        name: Ident,
        /// The child location; `loc(unknown)` unless spelled.
        child: Attribute,
    },
    /// `loc(callsite(callee at caller))`.
    CallSiteLocation {
        /// The location of the inlined code.
        callee: Attribute,
        /// The location of the call.
        caller: Attribute,
    },
    /// `loc(fused<metadata>[a, b])`.
    FusedLocation {
        /// The fused locations.
        locations: Locations,
        /// The metadata attribute, if any.
        metadata: Option<Attribute>,
    },
    /// An attribute declared by a dialect.
    Declared {
        /// The declaration.
        def: &'static AttrDef,
        /// The parameters, in the order of the declaration.
        params: Box<[Param]>,
    },
}

/// The locations in a fused location. Usually there is one, which is stored inline.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Locations(Few);

/// The variant is determined by the length, so that equal lists compare equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Few {
    One([Attribute; 1]),
    Other(Box<[Attribute]>),
}

impl From<Attribute> for Locations {
    fn from(location: Attribute) -> Self {
        Self(Few::One([location]))
    }
}

impl From<Vec<Attribute>> for Locations {
    fn from(locations: Vec<Attribute>) -> Self {
        match *locations {
            [location] => location.into(),
            _ => Self(Few::Other(locations.into())),
        }
    }
}

impl std::ops::Deref for Locations {
    type Target = [Attribute];

    fn deref(&self) -> &[Attribute] {
        match &self.0 {
            Few::One(location) => location,
            Few::Other(locations) => locations,
        }
    }
}

/// Attributes with their names, in any order; inline storage for four.
pub type NamedAttributes = SmallVec<[NamedAttribute; 4]>;

impl Attribute {
    /// A dense index for side tables: the attributes of a context are numbered from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The structure of this attribute.
    pub fn kind(self, context: &Context) -> &AttrKind {
        context.attr_kind(self)
    }

    /// Whether this attribute is a location.
    pub(crate) fn is_location(self, context: &Context) -> bool {
        matches!(
            self.kind(context),
            AttrKind::UnknownLocation
                | AttrKind::FileLocation { .. }
                | AttrKind::NameLocation { .. }
                | AttrKind::CallSiteLocation { .. }
                | AttrKind::FusedLocation { .. }
        )
    }

    /// The untyped string attribute `text`.
    pub fn string(context: &Context, text: &str) -> Attribute {
        context.attr(AttrKind::String { value: context.ident(text), ty: context.common.none })
    }

    /// The integer attribute `value : ty`; `ty` is an integer type or `index`.
    pub fn integer(context: &Context, ty: Type, value: i64) -> Attribute {
        let width = ty.integer_width(context).unwrap_or(64);
        context.attr(AttrKind::Integer { ty, value: IntValue::from_i64(width, value) })
    }

    /// The float attribute of float type `ty` with these bits, in the type's format.
    pub fn float(context: &Context, ty: Type, bits: u128) -> Attribute {
        context.attr(AttrKind::Float { ty, bits: bits.into() })
    }

    /// The `i1` attribute `true` or `false`.
    pub fn bool(context: &Context, value: bool) -> Attribute {
        Self::integer(context, context.common.i1, i64::from(value))
    }

    /// The array attribute `[elements]`.
    pub fn array(context: &Context, elements: impl Into<Box<[Attribute]>>) -> Attribute {
        context.attr(AttrKind::Array(elements.into()))
    }

    /// The symbol reference `@name`.
    pub fn symbol(context: &Context, name: &str) -> Attribute {
        context.attr(AttrKind::SymbolRef { root: context.ident(name), nested: Box::default() })
    }

    /// The type attribute for `ty`.
    pub fn of_type(context: &Context, ty: Type) -> Attribute {
        context.attr(AttrKind::Type(ty))
    }

    /// The dictionary `{entries}`, sorted by key. If several entries have the same key, the last one wins.
    pub fn dictionary(context: &Context, mut entries: impl AsMut<[NamedAttribute]>) -> Attribute {
        let entries = entries.as_mut();
        match *entries {
            [] => return context.common.empty_dictionary,
            [_] => return context.dictionary(entries),
            _ => {}
        }
        // Interned dictionaries are sorted, so an unsorted list is never found. Most dictionaries have been interned before.
        if let Some(found) = context.find_dictionary(entries) {
            return found;
        }
        context.sort_by_name(entries);
        if entries.windows(2).all(|pair| pair[0].name != pair[1].name) {
            return context.dictionary(entries);
        }
        let last_of_a_key = |&(index, entry): &(usize, &NamedAttribute)| {
            entries.get(index + 1).is_none_or(|next| next.name != entry.name)
        };
        let kept = entries.iter().enumerate().filter(last_of_a_key);
        context.dictionary(&kept.map(|(_, entry)| *entry).collect::<Vec<_>>())
    }

    /// This dictionary with `key` set to `value`, or removed if that is `None`.
    pub fn with_entry(self, context: &Context, key: &'static str, value: Option<Attribute>) -> Attribute {
        let name = context.name(key);
        let entries = self.as_dictionary(context).unwrap_or_default();
        let mut entries: NamedAttributes =
            entries.iter().filter(|entry| entry.name != name).copied().collect();
        entries.extend(value.map(|value| NamedAttribute { name, value }));
        Attribute::dictionary(context, entries)
    }

    /// The attribute `array<i32: values>`.
    pub fn dense_i32(context: &Context, values: &[i32]) -> Attribute {
        let mut data: SmallVec<[u8; 64]> = SmallVec::new();
        values.iter().for_each(|value| data.extend_from_slice(&value.to_le_bytes()));
        context.dense_array(context.common.i32, &data)
    }

    /// The attribute `array<i64: values>`.
    pub fn dense_i64(context: &Context, values: &[i64]) -> Attribute {
        let mut data: SmallVec<[u8; 64]> = SmallVec::new();
        values.iter().for_each(|value| data.extend_from_slice(&value.to_le_bytes()));
        context.dense_array(context.common.i64, &data)
    }

    /// The declared attribute with `params`.
    pub fn declare(context: &Context, def: &'static AttrDef, params: impl Into<Box<[Param]>>) -> Attribute {
        context.attr(AttrKind::Declared { def, params: params.into() })
    }

    /// The text, if this is a string attribute.
    pub fn as_str(self, context: &Context) -> Option<&str> {
        match self.kind(context) {
            AttrKind::String { value, .. } => Some(context.str(*value)),
            _ => None,
        }
    }

    /// The value of an integer attribute, read as signed, if it fits 64 bits: 2 of the type `i2` is -2.
    pub fn as_i64(self, context: &Context) -> Option<i64> {
        match self.kind(context) {
            AttrKind::Integer { ty, value } => value.as_i64(ty.integer_width(context).unwrap_or(64)),
            _ => None,
        }
    }

    /// The value of an integer attribute, read as unsigned, if it fits 64 bits.
    pub fn as_u64(self, context: &Context) -> Option<u64> {
        match self.kind(context) {
            AttrKind::Integer { value, .. } => value.as_u64(),
            _ => None,
        }
    }

    /// The name, if this is a symbol reference without nested names.
    pub fn as_symbol(self, context: &Context) -> Option<Ident> {
        match self.kind(context) {
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => Some(*root),
            _ => None,
        }
    }

    /// The elements, if this is an array.
    pub fn as_array(self, context: &Context) -> Option<&[Attribute]> {
        match self.kind(context) {
            AttrKind::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries sorted by key, if this is a dictionary.
    pub fn as_dictionary(self, context: &Context) -> Option<&[NamedAttribute]> {
        match self.kind(context) {
            AttrKind::Dictionary(entries) => Some(entries),
            _ => None,
        }
    }

    /// The number that an element of the type `ty` has in the data of dense elements: as little-endian bytes. `None` if elements of
    /// the type are no numbers, or there are more bytes than a float has.
    pub fn of_element(context: &Context, ty: Type, bytes: &[u8]) -> Option<Attribute> {
        match ty.kind(context) {
            TypeKind::Float(_) => {
                let mut bits = [0; 16];
                bits.get_mut(..bytes.len())?.copy_from_slice(bytes);
                Some(Self::float(context, ty, u128::from_le_bytes(bits)))
            }
            TypeKind::Integer { width, .. } => {
                let value = IntValue::from_le_bytes(*width, bytes);
                Some(context.attr(AttrKind::Integer { ty, value }))
            }
            TypeKind::Index => {
                let value = IntValue::from_le_bytes(64, bytes);
                Some(context.attr(AttrKind::Integer { ty, value }))
            }
            _ => None,
        }
    }

    /// The element of a dense elements attribute that is a splat.
    pub fn splat_value(self, context: &Context) -> Option<Attribute> {
        let element = |ty: &Type| match ty.kind(context) {
            TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => Some(*element),
            _ => None,
        };
        match self.kind(context) {
            AttrKind::DenseElements { ty, data, splat: true } => {
                Self::of_element(context, element(ty)?, data)
            }
            AttrKind::DenseStrings { ty, data, splat: true } => {
                Some(context.attr(AttrKind::String { value: *data.first()?, ty: element(ty)? }))
            }
            _ => None,
        }
    }

    /// The type, if this is a type attribute.
    pub fn as_type(self, context: &Context) -> Option<Type> {
        match self.kind(context) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The map, if it is one.
    pub fn as_affine_map(self, context: &Context) -> Option<&AffineMap> {
        match self.kind(context) {
            AttrKind::AffineMap(map) => Some(map),
            _ => None,
        }
    }

    /// The elements, if this is `array<i32: …>`.
    pub fn as_dense_i32(self, context: &Context) -> Option<Vec<i32>> {
        Some(self.i32s(context)?.collect())
    }

    /// An iterator over the elements, if this is `array<i32: …>`.
    pub(crate) fn i32s(self, context: &Context) -> Option<impl Iterator<Item = i32>> {
        match self.kind(context) {
            AttrKind::DenseArray { element, data } if *element == context.common.i32 => {
                Some(data.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)))
            }
            _ => None,
        }
    }

    /// The elements, if this is `array<i64: …>`.
    pub fn as_dense_i64(self, context: &Context) -> Option<Vec<i64>> {
        match self.kind(context) {
            AttrKind::DenseArray { element, data } if *element == context.common.i64 => {
                Some(data.as_chunks().0.iter().map(|b| i64::from_le_bytes(*b)).collect())
            }
            _ => None,
        }
    }

    /// The value of `key`, a literal, if this is a dictionary that has it.
    #[inline(always)]
    pub fn entry(self, context: &Context, key: &'static str) -> Option<Attribute> {
        if self == context.common.empty_dictionary {
            return None;
        }
        self.get(context, context.name(key))
    }

    /// The value of `key`, if this is a dictionary that has it.
    pub fn get(self, context: &Context, key: Ident) -> Option<Attribute> {
        self.as_dictionary(context)?.iter().find(|entry| entry.name == key).map(|entry| entry.value)
    }

    /// The type of a typed attribute. MLIR: `TypedAttrInterface`.
    pub fn value_type(self, context: &Context) -> Option<Type> {
        match self.kind(context) {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::String { ty, .. }
            | AttrKind::DenseElements { ty, .. }
            | AttrKind::DenseStrings { ty, .. }
            | AttrKind::DenseResource { ty, .. }
            | AttrKind::Sparse { ty, .. }
            | AttrKind::Opaque { ty, .. } => Some(*ty),
            // ODS calls this parameter `AttributeSelfTypeParameter`.
            AttrKind::Declared { def, params } => {
                def.params.iter().zip(params).find(|(decl, _)| decl.name == "type")?.1.as_type()
            }
            _ => None,
        }
    }

    /// The parameters, if this attribute is declared by `def`.
    pub fn declared<'c>(self, context: &'c Context, def: &'static AttrDef) -> Option<&'c [Param]> {
        match self.kind(context) {
            AttrKind::Declared { def: found, params } if std::ptr::eq(*found, def) => Some(params),
            _ => None,
        }
    }
}

/// The integer `value` as an attribute of type `ty`: an integer type or `index`, or a vector or tensor of these, which gives a
/// splat.
pub fn splat(context: &Context, ty: Type, value: i64) -> Attribute {
    let Some(element) = ty.shaped_element(context) else { return Attribute::integer(context, ty, value) };
    let width = element.integer_width(context).unwrap_or(64);
    let bytes = width.div_ceil(8) as usize;
    let mut data: Vec<u8> = value.to_le_bytes().into();
    data.resize(bytes, if value < 0 { 0xff } else { 0 });
    if let (Some(last), rest @ 1..) = (data.last_mut(), width % 8) {
        *last &= (1 << rest) - 1;
    }
    context.attr(AttrKind::DenseElements { ty, data: data.into(), splat: true })
}

#[cfg(test)]
mod tests {
    use super::{AttrKind, Attribute, Locations};
    use crate::declare::Param;

    #[test]
    fn attributes_are_small() {
        assert_eq!(size_of::<AttrKind>(), 32);
        assert_eq!(size_of::<Param>(), 16);
    }

    #[test]
    fn lists_of_locations_are_equal_however_they_were_made() {
        let all = [Attribute(1), Attribute(2)];
        assert_eq!(Locations::from(all[0]), Locations::from(vec![all[0]]));
        for count in 0..=all.len() {
            let some = &all[..count];
            assert_eq!(*Locations::from(some.to_vec()), *some);
            assert_eq!(Locations::from(some.to_vec()) == Locations::from(all[0]), count == 1);
        }
    }
}
