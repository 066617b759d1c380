//! The context: what all modules share, namely interned strings, types, attributes and operation names.
//!
//! Handles are `u32`, `Copy`, and equal if and only if what they stand for is equal. A context can be shared between
//! threads: reading an entry takes no lock, making one takes a short one.

use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::attributes::{AttrKind, Attribute};
use crate::declare::{Dialect, OpDef};
use crate::location::SourceMap;
use crate::types::{Type, TypeKind};

/// An interned string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ident(pub(crate) u32);

/// The interned name of an operation; knows its declaration, if its dialect is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpName(pub(crate) u32);

/// What an [`OpName`] stands for.
#[derive(Debug)]
pub struct OpNameData {
    /// The full name, dialect included: `llvm.add`.
    pub name: Ident,
    /// The declaration; `None` for an unregistered operation.
    pub def: Option<&'static OpDef>,
}

/// The body of an identified struct type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructBody {
    /// `None` for an opaque struct.
    pub fields: Option<Arc<[Type]>>,
    /// Whether fields follow each other without padding.
    pub packed: bool,
}

/// Interns values of one kind: equal values get equal indices.
struct Interner<T> {
    items: boxcar::Vec<T>,
    table: Mutex<HashTable<u32>>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { items: boxcar::Vec::new(), table: Mutex::default() }
    }
}

impl<T: Hash> Interner<T> {
    /// The index of `value`.
    fn intern_value(&self, value: T) -> u32
    where
        T: Eq,
    {
        let hash = FxBuildHasher.hash_one(&value);
        let mut table = lock(&self.table);
        let found = table.find(hash, |&index| self.items[index as usize] == value);
        match found {
            Some(&index) => index,
            None => {
                let index = u32::try_from(self.items.push(value)).expect("fewer than 2^32 entries");
                table.insert_unique(hash, index, |&i| FxBuildHasher.hash_one(&self.items[i as usize]));
                index
            }
        }
    }

    fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Owns all that is interned, and knows the dialects.
pub struct Context {
    strings: Interner<Box<[u8]>>,
    types: Interner<TypeKind>,
    attributes: Interner<AttrKind>,
    op_names: boxcar::Vec<OpNameData>,
    op_name_of: Mutex<FxHashMap<Ident, OpName>>,
    struct_bodies: Mutex<FxHashMap<Type, StructBody>>,
    distinct: Mutex<u64>,
    dialects: Vec<&'static Dialect>,
    sources: SourceMap,
    /// Handles that are needed all the time.
    pub common: Common,
}

/// Types and attributes that are needed all the time, interned once.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs)]
pub struct Common {
    pub empty_string: Ident,
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

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// A context that knows Tern's dialects.
    pub fn new() -> Self {
        Self::with_dialects(&[
            &crate::builtin::DIALECT,
            &crate::dlti::DIALECT,
            &crate::func::DIALECT,
            &crate::llvm::DIALECT,
        ])
    }

    /// A context that knows `dialects`.
    pub fn with_dialects(dialects: &[&'static Dialect]) -> Self {
        let strings = Interner::<Box<[u8]>>::default();
        let types = Interner::<TypeKind>::default();
        let attributes = Interner::<AttrKind>::default();
        let ty = |kind| Type(types.intern_value(kind));
        let attr = |kind| Attribute(attributes.intern_value(kind));
        let common = Common {
            empty_string: Ident(strings.intern_value(Box::default())),
            unit: attr(AttrKind::Unit),
            empty_dictionary: attr(AttrKind::Dictionary(Box::default())),
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
        let context = Self {
            strings,
            types,
            attributes,
            op_names: boxcar::Vec::new(),
            op_name_of: Mutex::default(),
            struct_bodies: Mutex::default(),
            distinct: Mutex::new(0),
            dialects: dialects.to_vec(),
            sources: SourceMap::default(),
            common,
        };
        for dialect in dialects {
            for def in dialect.operations {
                context.add_op_name(context.ident(def.name), Some(def));
            }
        }
        context
    }

    fn add_op_name(&self, name: Ident, def: Option<&'static OpDef>) -> OpName {
        *lock(&self.op_name_of)
            .entry(name)
            .or_insert_with(|| OpName(self.op_names.push(OpNameData { name, def }) as u32))
    }

    /// The dialects that this context knows.
    pub fn dialects(&self) -> &[&'static Dialect] {
        &self.dialects
    }

    /// The dialect named `namespace`, if it is known.
    pub fn dialect(&self, namespace: &str) -> Option<&'static Dialect> {
        self.dialects.iter().copied().find(|dialect| dialect.namespace == namespace)
    }

    /// The source texts that locations point into.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Interns a text.
    pub fn ident(&self, text: &str) -> Ident {
        self.ident_of_bytes(text.as_bytes())
    }

    /// Interns a string of bytes, UTF-8 or not: MLIR's strings, like LLVM's, are bytes.
    pub fn ident_of_bytes(&self, text: &[u8]) -> Ident {
        let hash = FxBuildHasher.hash_one(text);
        let mut table = lock(&self.strings.table);
        let items = &self.strings.items;
        if let Some(&index) = table.find(hash, |&index| *items[index as usize] == *text) {
            return Ident(index);
        }
        let index = u32::try_from(items.push(text.into())).expect("fewer than 2^32 strings");
        table.insert_unique(hash, index, |&i| FxBuildHasher.hash_one(&items[i as usize]));
        Ident(index)
    }

    /// The bytes of an interned string. Whatever carries or prints a string uses this.
    pub fn bytes(&self, ident: Ident) -> &[u8] {
        self.strings.get(ident.0)
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
        Type(self.types.intern_value(kind))
    }

    /// What a type is.
    pub fn type_kind(&self, ty: Type) -> &TypeKind {
        self.types.get(ty.0)
    }

    /// Interns an attribute.
    pub fn attr(&self, kind: AttrKind) -> Attribute {
        Attribute(self.attributes.intern_value(kind))
    }

    /// What an attribute is.
    pub fn attr_kind(&self, attr: Attribute) -> &AttrKind {
        self.attributes.get(attr.0)
    }

    /// The name of an operation.
    pub fn op_name(&self, name: &str) -> OpName {
        self.add_op_name(self.ident(name), None)
    }

    /// What an operation's name stands for.
    pub fn op_name_data(&self, name: OpName) -> &OpNameData {
        &self.op_names[name.0 as usize]
    }

    /// An identity for a `distinct` attribute that no other has.
    pub fn fresh_distinct(&self) -> u64 {
        let mut next = lock(&self.distinct);
        *next += 1;
        *next - 1
    }

    /// The body of the identified struct type `ty`; `None` where none was set yet.
    pub fn struct_body(&self, ty: Type) -> Option<StructBody> {
        lock(&self.struct_bodies).get(&ty).cloned()
    }

    /// Sets the body of the identified struct type `ty`. Returns false, and changes nothing, where another body is set.
    pub fn set_struct_body(&self, ty: Type, body: StructBody) -> bool {
        *lock(&self.struct_bodies).entry(ty).or_insert_with(|| body.clone()) == body
    }
}
