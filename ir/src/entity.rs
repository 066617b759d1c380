//! Interning and the strings of a module.

use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;

use cranelift_entity::{EntityRef, entity_impl};

/// An interned string of bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrId(u32);
entity_impl!(StrId, "str");

/// Values of one kind, each held once: equal values have equal handles. Threads can share it; a clone is the same table.
#[derive(Clone, Debug)]
pub struct Interner<K, T: Clone + Hash> {
    items: Arc<tern_intern::Interner<T>>,
    handles: PhantomData<fn() -> K>,
}

impl<K, T: Clone + Hash> Default for Interner<K, T> {
    fn default() -> Self {
        Self { items: Arc::default(), handles: PhantomData }
    }
}

impl<K: EntityRef, T: Eq + Hash + Clone> Interner<K, T> {
    /// The handle of `value`.
    pub fn intern(&self, value: T) -> K {
        K::new(self.items.intern_value(value) as usize)
    }

    /// The handle of a value that is already there.
    pub fn find(&self, value: &T) -> Option<K> {
        self.items.find(value, T::eq).map(|index| K::new(index as usize))
    }

    /// The value of a handle.
    pub fn get(&self, key: K) -> &T {
        self.items.get(key.index() as u32)
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

/// The strings of a module: names, metadata strings, attributes. They are bytes, UTF-8 or not. A clone is the same table.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    items: Arc<tern_intern::Interner<Box<[u8]>>>,
}

impl Strings {
    /// The handle of a string.
    pub fn intern(&self, text: &[u8]) -> StrId {
        StrId(self.items.intern(text, |item, text| **item == **text, Into::into))
    }

    /// The handle of a string that is already there.
    pub fn find(&self, text: &[u8]) -> Option<StrId> {
        self.items.find(text, |item, text| **item == *text).map(StrId)
    }

    /// The bytes of a string.
    pub fn get(&self, id: StrId) -> &[u8] {
        self.items.get(id.0)
    }
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
