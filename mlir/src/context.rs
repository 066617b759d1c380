//! The context that all modules share: interned strings, types, attributes and operation names, and the known dialects.
//!
//! Handles are `Copy` `u32` indices; two handles are equal if and only if the values they stand for are equal. A context can be
//! shared between threads: reading or finding an entry takes no lock, adding one takes a short one.

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
    /// The index in the context's string table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An interned operation name. It also identifies the declaration, if the context knows the dialect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpName(pub(crate) u32);

impl OpName {
    /// A dense index for side tables: the operation names of a context are numbered from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The data behind an [`OpName`].
#[derive(Debug)]
pub struct OpNameData {
    /// The full name, dialect included: `llvm.add`.
    pub name: Ident,
    /// The dialect that the name begins with, if the context knows it.
    pub dialect: Option<&'static Dialect>,
    /// The declaration; `None` for an unregistered operation.
    pub def: Option<&'static OpDef>,
    /// Facts derived from the declaration, computed on first use.
    facts: OnceLock<Facts>,
}

/// The body of an identified struct type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructBody {
    /// `None` for an opaque struct.
    pub fields: Option<Arc<[Type]>>,
    /// Whether fields are laid out without padding.
    pub packed: bool,
}

/// A type, and the body of an identified struct type once it is set.
struct TypeEntry {
    kind: TypeKind,
    body: OnceLock<StructBody>,
}

/// Owns all interned data, and knows the dialects.
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
    /// Frequently used handles.
    pub common: Common,
}

/// Frequently used types, attributes and names, interned at construction.
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
    /// A context that knows `builtin` and `dialects`, with a string table of its own.
    pub fn new(dialects: &[&'static Dialect]) -> Self {
        Self::sharing(Strings::default(), dialects)
    }

    /// A context that knows `builtin` and `dialects`, and uses the given string table.
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

    /// Reserves space for about `more` attributes. `more` is a hint.
    pub fn reserve_attributes(&self, more: usize) {
        self.attributes.reserve(more);
    }

    /// The number of interned attributes.
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

    /// The source texts that locations refer to.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Interns a string.
    pub fn ident(&self, text: &str) -> Ident {
        self.ident_of_bytes(text.as_bytes())
    }

    /// Interns a literal; after the first time it is found by its address.
    #[inline]
    pub fn name(&self, literal: &'static str) -> Ident {
        self.names.get((literal, ""), || self.ident(literal))
    }

    /// Interns the concatenation of two literals; after the first time it is found by their addresses.
    pub fn name_of_two(&self, first: &'static str, second: &'static str) -> Ident {
        self.names.get((first, second), || self.ident(&[first, second].concat()))
    }

    /// Interns a byte string, UTF-8 or not: MLIR's strings, like LLVM's, are bytes.
    pub fn ident_of_bytes(&self, text: &[u8]) -> Ident {
        Ident(self.strings.intern(text))
    }

    /// The string table, which other contexts can share.
    pub fn strings(&self) -> &Strings {
        &self.strings
    }

    /// The handle for an index of the string table.
    pub fn ident_at(&self, index: usize) -> Ident {
        Ident(index as u32)
    }

    /// The bytes of an interned string. Use this rather than [`str`](Self::str) to copy or print a string.
    pub fn bytes(&self, ident: Ident) -> &[u8] {
        self.strings.get(ident.0)
    }

    /// Sorts attributes by name, as MLIR does.
    pub(crate) fn sort_by_name(&self, attributes: &mut [NamedAttribute]) {
        // Look up each name only once.
        let mut keyed: SmallVec<[(Ordered<'_>, NamedAttribute); 8]> = SmallVec::new();
        keyed.extend(attributes.iter().map(|&it| (Ordered::new(self.bytes(it.name)), it)));
        keyed.sort_by_key(|&(name, _)| name);
        attributes.iter_mut().zip(&keyed).for_each(|(place, &(_, attribute))| *place = attribute);
    }

    /// An interned string as UTF-8, for comparison with known names; truncated at the first invalid byte.
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

    /// The structure of a type.
    pub fn type_kind(&self, ty: Type) -> &TypeKind {
        &self.types.get(ty.0).kind
    }

    /// Interns an attribute.
    pub fn attr(&self, kind: AttrKind) -> Attribute {
        match kind {
            AttrKind::Dictionary(entries) => self.dictionary(&entries),
            AttrKind::DenseArray { element, data } => self.dense_array(element, &data),
            AttrKind::Distinct { id, .. } => {
                // Later calls of `fresh_distinct` must not return this identity.
                if self.distinct.load(Ordering::Relaxed) <= id {
                    self.distinct.fetch_max(id.saturating_add(1), Ordering::Relaxed);
                }
                Attribute(self.attributes.intern_value(kind))
            }
            kind => Attribute(self.attributes.intern_value(kind)),
        }
    }

    /// Interns a dictionary. `entries` must be sorted by key, each key once.
    pub(crate) fn dictionary(&self, entries: &[NamedAttribute]) -> Attribute {
        Attribute(intern_dictionary(&self.attributes, entries))
    }

    /// The dictionary with these entries, if it was interned before.
    pub(crate) fn find_dictionary(&self, entries: &[NamedAttribute]) -> Option<Attribute> {
        self.attributes.find(&entries, is_dictionary).map(Attribute)
    }

    /// Interns a dense array; `data` holds the elements in little-endian order.
    pub(crate) fn dense_array(&self, element: Type, data: &[u8]) -> Attribute {
        let equal = |kind: &AttrKind, &(element, data): &(Type, &[u8])| match kind {
            AttrKind::DenseArray { element: found, data: bytes } => *found == element && **bytes == *data,
            _ => false,
        };
        let make = |(element, data): (Type, &[u8])| AttrKind::DenseArray { element, data: data.into() };
        Attribute(self.attributes.intern((element, data), equal, make))
    }

    /// The structure of an attribute.
    pub(crate) fn attr_kind(&self, attr: Attribute) -> &AttrKind {
        self.attributes.get(attr.0)
    }

    /// Interns the name of an operation.
    pub fn op_name(&self, name: &str) -> OpName {
        // The declaration is looked for here: a program uses few of the ~1,000 declared operations.
        let make = |ident| {
            let dialect = name.split_once('.').and_then(|(namespace, _)| self.dialect(namespace));
            let def = dialect.and_then(|it| it.operations.iter().find(|def| def.name == name)).copied();
            OpNameData { name: ident, dialect, def, facts: OnceLock::new() }
        };
        OpName(self.op_names.intern(self.ident(name), |data, ident| data.name == *ident, make))
    }

    /// Interns the operation name `prefix` + `rest`; after the first time it is found by the addresses of the two literals.
    #[inline]
    pub fn op_name_of_two(&self, prefix: &'static str, rest: &'static str) -> OpName {
        self.names_of_ops.get((prefix, rest), || self.op_name(&[prefix, rest].concat()))
    }

    /// The number of interned operation names: those that were looked up, not all that are declared.
    pub fn op_name_count(&self) -> usize {
        self.op_names.len()
    }

    /// The full name and the declaration behind an [`OpName`].
    pub fn op_name_data(&self, name: OpName) -> &OpNameData {
        self.op_names.get(name.0)
    }

    /// Facts derived from the declaration of an operation; empty for an unregistered one.
    pub(crate) fn facts(&self, name: OpName) -> &Facts {
        let data = self.op_name_data(name);
        let find = || data.def.map(|def| Facts::of(self, data.dialect, def)).unwrap_or_default();
        data.facts.get_or_init(find)
    }

    /// A new identity for a `distinct` attribute, unique within this context.
    pub fn fresh_distinct(&self) -> u64 {
        self.distinct.fetch_add(1, Ordering::Relaxed)
    }

    /// The body of the identified struct type `ty`; `None` if it is not set yet.
    pub fn struct_body(&self, ty: Type) -> Option<&StructBody> {
        self.types.get(ty.0).body.get()
    }

    /// Sets the body of the identified struct type `ty`. Returns false, and changes nothing, if a different body is already set.
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
