//! The context: what all modules share, namely interned strings, types, attributes and operation names.
//!
//! Handles are `u32`, `Copy`, and equal if and only if what they stand for is equal. A context can be shared between
//! threads: to read or find an entry takes no lock, to make one takes a short one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;
pub use tern_support::intern::Strings;
use tern_support::intern::{ByAddress, Interner};
use tern_support::text::Ordered;

use crate::attributes::{AttrKind, Attribute, NamedAttribute};
use crate::declare::{Dialect, Facts, OpDef};

use crate::location::SourceMap;
use crate::types::{Type, TypeKind};

/// An interned string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ident(pub(crate) u32);

impl Ident {
    /// Its index in the table of strings of the context.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The interned name of an operation; knows its declaration, if its dialect is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpName(pub(crate) u32);

impl OpName {
    /// A number for tables by names: the names of a context are numbered from 0 on.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an [`OpName`] stands for.
#[derive(Debug)]
pub struct OpNameData {
    /// The full name, dialect included: `llvm.add`.
    pub name: Ident,
    /// The declaration; `None` for an unregistered operation.
    pub def: Option<&'static OpDef>,
    /// What follows from the declaration, once it is asked for.
    facts: OnceLock<Facts>,
}

/// The body of an identified struct type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructBody {
    /// `None` for an opaque struct.
    pub fields: Option<Arc<[Type]>>,
    /// Whether fields follow each other without padding.
    pub packed: bool,
}

/// A type, and its body if it is an identified struct that has one.
struct TypeEntry {
    kind: TypeKind,
    body: OnceLock<StructBody>,
}

/// Owns all that is interned, and knows the dialects.
pub struct Context {
    strings: Strings,
    types: Interner<TypeEntry>,
    attributes: Interner<AttrKind>,
    op_names: Interner<OpNameData>,
    names: ByAddress<Ident>,
    names_of_ops: ByAddress<OpName, 1024>,
    distinct: AtomicU64,
    dialects: Vec<&'static Dialect>,
    sources: SourceMap,
    /// Handles that are needed all the time.
    pub common: Common,
}

/// Types, attributes and names that are needed all the time, interned once.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs)]
pub struct Common {
    pub empty_string: Ident,
    pub operand_segment_sizes: Ident,
    pub result_segment_sizes: Ident,
    pub unit: Attribute,
    pub empty_dictionary: Attribute,
    pub unknown_location: Attribute,
    pub none: Type,
    pub index: Type,
    pub i1: Type,
    pub i8: Type,
    pub i16: Type,
    pub i32: Type,
    pub i64: Type,
    pub f32: Type,
    pub f64: Type,
}

impl Context {
    /// A context that knows `builtin` and `dialects`.
    pub fn new(dialects: &[&'static Dialect]) -> Self {
        Self::sharing(Strings::default(), dialects)
    }

    /// A context that knows `builtin` and `dialects`, and shares its strings with others.
    pub fn sharing(strings: Strings, dialects: &[&'static Dialect]) -> Self {
        let types = Interner::<TypeEntry>::default();
        let attributes = Interner::<AttrKind>::default();
        let ty = |kind| Type(intern_type(&types, kind));
        let attr = |kind| Attribute(attributes.intern_value(kind));
        let string = |text: &str| Ident(strings.intern(text.as_bytes()));
        let common = Common {
            empty_string: string(""),
            operand_segment_sizes: string("operandSegmentSizes"),
            result_segment_sizes: string("resultSegmentSizes"),
            unit: attr(AttrKind::Unit),
            empty_dictionary: Attribute(intern_dictionary(&attributes, &[])),
            unknown_location: attr(AttrKind::UnknownLocation),
            none: ty(TypeKind::None),
            index: ty(TypeKind::Index),
            i1: ty(TypeKind::signless(1)),
            i8: ty(TypeKind::signless(8)),
            i16: ty(TypeKind::signless(16)),
            i32: ty(TypeKind::signless(32)),
            i64: ty(TypeKind::signless(64)),
            f32: ty(TypeKind::Float(crate::types::FloatKind::F32)),
            f64: ty(TypeKind::Float(crate::types::FloatKind::F64)),
        };
        Self {
            strings,
            types,
            attributes,
            op_names: Interner::default(),
            names: ByAddress::default(),
            names_of_ops: ByAddress::default(),
            distinct: AtomicU64::new(0),
            dialects: [&[&crate::builtin::DIALECT], dialects].concat(),
            sources: SourceMap::default(),
            common,
        }
    }

    /// The declaration of an operation. There are a thousand, few of which a program has, so each is looked for when its name comes.
    fn declaration(&self, name: &str) -> Option<&'static OpDef> {
        let (namespace, _) = name.split_once('.')?;
        self.dialect(namespace)?.operations.iter().find(|def| def.name == name).copied()
    }

    /// Makes room for so many attributes more. That there will be more or fewer does no harm.
    pub fn reserve_attributes(&self, more: usize) {
        self.attributes.reserve(more);
    }

    /// How many attributes there are.
    pub fn attribute_count(&self) -> usize {
        self.attributes.len()
    }

    /// The dialects that this context knows.
    pub fn dialects(&self) -> &[&'static Dialect] {
        &self.dialects
    }

    /// The dialect named `namespace`, if it is known.
    pub fn dialect(&self, namespace: &str) -> Option<&'static Dialect> {
        let is_it = |dialect: &&Dialect| {
            tern_support::text::equal(dialect.namespace.as_bytes(), namespace.as_bytes())
        };
        self.dialects.iter().copied().find(|dialect| is_it(dialect))
    }

    /// The source texts that locations point into.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Interns a text.
    pub fn ident(&self, text: &str) -> Ident {
        self.ident_of_bytes(text.as_bytes())
    }

    /// The same for a literal: found by its address after the first time.
    #[inline]
    pub fn name(&self, literal: &'static str) -> Ident {
        self.names.get((literal, ""), || self.ident(literal))
    }

    /// The same for one literal followed by another.
    pub fn name_of_two(&self, first: &'static str, second: &'static str) -> Ident {
        self.names.get((first, second), || self.ident(&[first, second].concat()))
    }

    /// Interns a string of bytes, UTF-8 or not: MLIR's strings, like LLVM's, are bytes.
    pub fn ident_of_bytes(&self, text: &[u8]) -> Ident {
        Ident(self.strings.intern(text))
    }

    /// The table of strings, which others can share.
    pub fn strings(&self) -> &Strings {
        &self.strings
    }

    /// The string at an index of that table.
    pub fn ident_at(&self, index: usize) -> Ident {
        Ident(index as u32)
    }

    /// The bytes of an interned string. Whatever carries or prints a string uses this.
    pub fn bytes(&self, ident: Ident) -> &[u8] {
        self.strings.get(ident.0)
    }

    /// Sorts attributes by their names, as MLIR does.
    pub(crate) fn sort_by_name(&self, attributes: &mut [NamedAttribute]) {
        // Each name is looked up once.
        let mut keyed: SmallVec<[(Ordered<'_>, NamedAttribute); 8]> = SmallVec::new();
        keyed.extend(attributes.iter().map(|&it| (Ordered::new(self.bytes(it.name)), it)));
        keyed.sort_by_key(|&(name, _)| name);
        attributes.iter_mut().zip(&keyed).for_each(|(place, &(_, attribute))| *place = attribute);
    }

    /// An interned string as text, to compare it with known names: as far as it is UTF-8.
    pub fn str(&self, ident: Ident) -> &str {
        let bytes = self.bytes(ident);
        match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        }
    }

    /// Interns a type.
    pub fn ty(&self, kind: TypeKind) -> Type {
        Type(intern_type(&self.types, kind))
    }

    /// What a type is.
    pub fn type_kind(&self, ty: Type) -> &TypeKind {
        &self.types.get(ty.0).kind
    }

    /// Interns an attribute.
    pub fn attr(&self, kind: AttrKind) -> Attribute {
        match kind {
            AttrKind::Dictionary(entries) => self.dictionary(&entries),
            AttrKind::DenseArray { element, data } => self.dense_array(element, &data),
            AttrKind::Distinct { id, .. } => {
                // Identities that are made later differ from it.
                if self.distinct.load(Ordering::Relaxed) <= id {
                    self.distinct.fetch_max(id.saturating_add(1), Ordering::Relaxed);
                }
                Attribute(self.attributes.intern_value(kind))
            }
            kind => Attribute(self.attributes.intern_value(kind)),
        }
    }

    /// Interns a dictionary of entries that are sorted by key, each key once.
    pub(crate) fn dictionary(&self, entries: &[NamedAttribute]) -> Attribute {
        Attribute(intern_dictionary(&self.attributes, entries))
    }

    /// The dictionary of these entries, if it was interned before.
    pub(crate) fn find_dictionary(&self, entries: &[NamedAttribute]) -> Option<Attribute> {
        self.attributes.find(&entries, is_dictionary).map(Attribute)
    }

    /// Interns an array of numbers.
    pub(crate) fn dense_array(&self, element: Type, data: &[u8]) -> Attribute {
        let equal = |kind: &AttrKind, &(element, data): &(Type, &[u8])| match kind {
            AttrKind::DenseArray { element: found, data: bytes } => *found == element && **bytes == *data,
            _ => false,
        };
        let make = |(element, data): (Type, &[u8])| AttrKind::DenseArray { element, data: data.into() };
        Attribute(self.attributes.intern((element, data), equal, make))
    }

    /// What an attribute is.
    pub fn attr_kind(&self, attr: Attribute) -> &AttrKind {
        self.attributes.get(attr.0)
    }

    /// The name of an operation.
    pub fn op_name(&self, name: &str) -> OpName {
        let make = |ident| OpNameData { name: ident, def: self.declaration(name), facts: OnceLock::new() };
        OpName(self.op_names.intern(self.ident(name), |data, ident| data.name == *ident, make))
    }

    /// The same for two literals, a prefix and the rest: found by their addresses after the first time.
    #[inline]
    pub fn op_name_of_two(&self, prefix: &'static str, rest: &'static str) -> OpName {
        self.names_of_ops.get((prefix, rest), || self.op_name(&[prefix, rest].concat()))
    }

    /// How many names of operations there are: those that were asked for.
    pub fn op_name_count(&self) -> usize {
        self.op_names.len()
    }

    /// What an operation's name stands for.
    pub fn op_name_data(&self, name: OpName) -> &OpNameData {
        self.op_names.get(name.0)
    }

    /// What follows from the declaration of an operation; nothing of one that is not declared.
    pub(crate) fn facts(&self, name: OpName) -> &Facts {
        let data = self.op_name_data(name);
        data.facts.get_or_init(|| data.def.map(|def| Facts::of(self, def)).unwrap_or_default())
    }

    /// An identity for a `distinct` attribute that no other of this context has.
    pub fn fresh_distinct(&self) -> u64 {
        self.distinct.fetch_add(1, Ordering::Relaxed)
    }

    /// The body of the identified struct type `ty`; `None` where none was set yet.
    pub fn struct_body(&self, ty: Type) -> Option<&StructBody> {
        self.types.get(ty.0).body.get()
    }

    /// Sets the body of the identified struct type `ty`. Returns false, and changes nothing, where another body is set.
    pub fn set_struct_body(&self, ty: Type, body: StructBody) -> bool {
        *self.types.get(ty.0).body.get_or_init(|| body.clone()) == body
    }
}

fn intern_dictionary(attributes: &Interner<AttrKind>, entries: &[NamedAttribute]) -> u32 {
    attributes.intern(entries, is_dictionary, |entries| AttrKind::Dictionary(entries.into()))
}

fn is_dictionary(kind: &AttrKind, entries: &&[NamedAttribute]) -> bool {
    matches!(kind, AttrKind::Dictionary(found) if **found == **entries)
}

fn intern_type(types: &Interner<TypeEntry>, kind: TypeKind) -> u32 {
    let make = |kind| TypeEntry { kind, body: OnceLock::new() };
    types.intern(kind, |entry, kind| entry.kind == *kind, make)
}

#[cfg(test)]
mod tests {
    #[test]
    fn operations_are_declared_by_the_dialect_of_their_name() {
        let context = crate::test_dialect::context();
        let declared = |name: &str| context.op_name_data(context.op_name(name)).def.map(|def| def.name);
        for name in ["test.add", "builtin.module", "test.cond_br"] {
            assert_eq!(declared(name), Some(name));
        }
        for name in ["test", "test.", "test.adds", "add", "testadd", "unknown.add", ""] {
            assert_eq!(declared(name), None, "{name}");
        }
        assert_eq!(context.op_name_of_two("test.", "add"), context.op_name("test.add"));
        let all: Vec<_> = context.dialects().iter().flat_map(|dialect| dialect.operations).collect();
        assert!(all.iter().all(|def| declared(def.name) == Some(def.name)));
    }
}
