//! Interning and the strings of a module.

use std::hash::{BuildHasher, Hash};

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// An interned string of bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrId(u32);
entity_impl!(StrId, "str");

/// Values of one kind, each held once: equal values have equal handles.
#[derive(Clone, Debug)]
pub struct Interner<K: EntityRef, T> {
    items: PrimaryMap<K, T>,
    table: HashTable<K>,
}

impl<K: EntityRef, T> Default for Interner<K, T> {
    fn default() -> Self {
        Self { items: PrimaryMap::new(), table: HashTable::new() }
    }
}

impl<K: EntityRef, T: Eq + Hash> Interner<K, T> {
    /// The handle of `value`.
    pub fn intern(&mut self, value: T) -> K {
        let hash = FxBuildHasher.hash_one(&value);
        if let Some(&key) = self.table.find(hash, |&key| self.items[key] == value) {
            return key;
        }
        let key = self.items.push(value);
        self.table.insert_unique(hash, key, |&key| FxBuildHasher.hash_one(&self.items[key]));
        key
    }

    /// The handle of a value that is already there.
    pub fn find(&self, value: &T) -> Option<K> {
        let hash = FxBuildHasher.hash_one(value);
        self.table.find(hash, |&key| self.items[key] == *value).copied()
    }

    /// The value of a handle.
    pub fn get(&self, key: K) -> &T {
        &self.items[key]
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// The strings of a module: names, metadata strings, attributes. They are bytes, UTF-8 or not.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    bytes: Vec<u8>,
    ends: PrimaryMap<StrId, u32>,
    table: HashTable<StrId>,
}

impl Strings {
    /// The handle of a string.
    ///
    /// # Panics
    /// When all strings together exceed 4 GiB.
    pub fn intern(&mut self, text: &[u8]) -> StrId {
        let hash = FxBuildHasher.hash_one(text);
        if let Some(&id) = self.table.find(hash, |&id| self.get(id) == text) {
            return id;
        }
        self.bytes.extend_from_slice(text);
        let end = u32::try_from(self.bytes.len()).expect("strings of a module are less than 4 GiB");
        let id = self.ends.push(end);
        let Self { bytes, ends, table } = self;
        table.insert_unique(hash, id, |&id| FxBuildHasher.hash_one(slice(bytes, ends, id)));
        id
    }

    /// The handle of a string that is already there.
    pub fn find(&self, text: &[u8]) -> Option<StrId> {
        let hash = FxBuildHasher.hash_one(text);
        self.table.find(hash, |&id| self.get(id) == text).copied()
    }

    /// The bytes of a string.
    pub fn get(&self, id: StrId) -> &[u8] {
        slice(&self.bytes, &self.ends, id)
    }
}

fn slice<'a>(bytes: &'a [u8], ends: &PrimaryMap<StrId, u32>, id: StrId) -> &'a [u8] {
    let start = match id.0 {
        0 => 0,
        n => ends[StrId(n - 1)],
    };
    &bytes[start as usize..ends[id] as usize]
}

/// Declares enums whose cases have the spellings of LLVM's syntax, both ways from one table.
macro_rules! spelled {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$case_meta:meta])* $case:ident = $spelling:literal),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        $vis enum $name { $($(#[$case_meta])* $case),+ }

        impl $name {
            /// All cases.
            pub const ALL: &'static [Self] = &[$(Self::$case),+];

            /// The keyword in LLVM's syntax.
            pub const fn spelling(self) -> &'static str {
                match self { $(Self::$case => $spelling),+ }
            }

            /// The case of a keyword.
            pub fn from_spelling(text: &[u8]) -> Option<Self> {
                $(if text == $spelling.as_bytes() { return Some(Self::$case); })+
                None
            }
        }
    )+};
}
pub(crate) use spelled;
