//! Interning, the string table of a module, and tables of keywords.

use std::hash::Hash;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::sync::Arc;

use cranelift_entity::EntityRef;

/// A handle to an interned byte string. `Option<StrId>` has the same size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StrId(NonZeroU32);

impl EntityRef for StrId {
    #[inline]
    fn new(index: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    #[inline]
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl std::fmt::Debug for StrId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "str{}", self.index())
    }
}

/// An interning table: equal values get equal handles. Threads can share it through [`sharing`](Self::sharing); a clone is an
/// independent table.
#[derive(Debug)]
pub struct Interner<K, T: Clone + Hash> {
    items: Arc<tern_support::intern::Interner<T>>,
    handles: PhantomData<fn() -> K>,
}

impl<K, T: Clone + Hash> Default for Interner<K, T> {
    fn default() -> Self {
        Self { items: Arc::default(), handles: PhantomData }
    }
}

impl<K, T: Clone + Hash> Clone for Interner<K, T> {
    fn clone(&self) -> Self {
        Self { items: Arc::new(tern_support::intern::Interner::clone(&self.items)), handles: PhantomData }
    }
}

impl<K, T: Clone + Hash> Interner<K, T> {
    /// Another handle to the same table: additions are visible in both.
    pub fn sharing(&self) -> Self {
        Self { items: Arc::clone(&self.items), handles: PhantomData }
    }
}

impl<K: EntityRef, T: Eq + Hash + Clone> Interner<K, T> {
    /// The handle of a value, which is added to the table if it is not in it. Threads may add values concurrently.
    pub fn intern(&self, value: T) -> K {
        K::new(self.items.intern_value(value) as usize)
    }

    /// The handle of a value, if it is in the table.
    pub fn find(&self, value: &T) -> Option<K> {
        self.items.find(value, T::eq).map(|index| K::new(index as usize))
    }

    /// The value of a handle.
    pub fn get(&self, key: K) -> &T {
        self.items.get(key.index() as u32)
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// The strings of a module: names, metadata strings, attributes. They are bytes and need not be UTF-8. A clone shares the table;
/// strings contain no handles, so additions by one module do not affect another.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    table: tern_support::intern::Strings,
}

impl Strings {
    /// Uses an existing table that others may share. Handles have the same indices as in the table.
    pub fn sharing(table: &tern_support::intern::Strings) -> Self {
        Self { table: table.clone() }
    }

    /// The underlying table.
    pub fn table(&self) -> &tern_support::intern::Strings {
        &self.table
    }

    /// Interns a string.
    pub fn intern(&self, text: &[u8]) -> StrId {
        StrId::new(self.table.intern(text) as usize)
    }

    /// The handle of a string, if it is in the table.
    pub fn find(&self, text: &[u8]) -> Option<StrId> {
        self.table.find(text).map(|index| StrId::new(index as usize))
    }

    /// The bytes of a string.
    pub fn get(&self, id: StrId) -> &[u8] {
        self.table.get(id.index() as u32)
    }
}

/// A lookup table from keywords to values: a hash table with linear probing that is built at compile time.
pub(crate) struct Spellings<T: 'static> {
    all: &'static [(T, &'static str)],
    /// For each slot, the index into `all` plus one; zero if the slot is empty.
    slots: [u8; SLOTS],
}

/// More than twice the number of keywords in any table.
const SLOTS: usize = 256;

/// The slot where the search for a keyword begins.
const fn slot(text: &[u8]) -> usize {
    match text {
        [first, .., before, last] => {
            (*first as usize * 7 + *before as usize * 29 + *last as usize * 3 + text.len() * 37) % SLOTS
        }
        [only] => *only as usize,
        _ => 0,
    }
}

impl<T: Copy> Spellings<T> {
    pub(crate) const fn new(all: &'static [(T, &'static str)]) -> Self {
        assert!(all.len() < SLOTS / 2, "at least half of the slots must stay free");
        let mut slots = [0; SLOTS];
        let mut place = 0;
        while place < all.len() {
            let mut at = slot(all[place].1.as_bytes());
            while slots[at] != 0 {
                at = (at + 1) % SLOTS;
            }
            place += 1;
            slots[at] = place as u8;
        }
        Self { all, slots }
    }

    /// The value of a keyword, if it is in the table.
    #[inline]
    pub(crate) fn find(&self, text: &[u8]) -> Option<T> {
        let mut at = slot(text);
        loop {
            let (value, known) = self.all[usize::from(self.slots[at]).checked_sub(1)?];
            // Compare bytes inline: keywords are short, so a call of `memcmp` would take longer.
            if known.len() == text.len() && known.bytes().zip(text).all(|(known, byte)| known == *byte) {
                return Some(value);
            }
            at = (at + 1) % SLOTS;
        }
    }
}

/// Declares enums whose cases are keywords of LLVM's syntax, with conversions in both directions.
macro_rules! spelled {
    ($($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$case_meta:meta])* $case:ident = $spelling:literal $(since $since:literal)?),+ $(,)? })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        $vis enum $name { $($(#[$case_meta])* $case),+ }

        impl $name {
            /// All cases, in order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$case),+];

            /// The keyword in LLVM's syntax.
            pub const fn spelling(self) -> &'static str {
                match self { $(Self::$case => $spelling),+ }
            }

            /// The first version of LLVM that has it.
            #[allow(dead_code)]
            pub fn since(self) -> $crate::versions::LlvmVersion {
                match self {
                    $($(Self::$case => $crate::versions::LlvmVersion::since($since),)?)+
                    #[allow(unreachable_patterns)]
                    _ => $crate::versions::LlvmVersion::OLDEST,
                }
            }

            /// The case with this keyword.
            pub fn from_spelling(text: &[u8]) -> Option<Self> {
                static SPELLINGS: $crate::entity::Spellings<$name> =
                    $crate::entity::Spellings::new(&[$(($name::$case, $spelling)),+]);
                SPELLINGS.find(text)
            }
        }
    )+};
}
pub(crate) use spelled;

#[cfg(test)]
mod tests {
    use super::Spellings;

    #[test]
    fn keywords_are_told_apart() {
        static ALL: [(u8, &str); 8] =
            [(0, ""), (1, "a"), (2, "aa"), (3, "add"), (4, "adc"), (5, "fadd"), (6, "fadds"), (7, "faadd")];
        let spellings = Spellings::new(&ALL);
        for (value, keyword) in ALL {
            assert_eq!(spellings.find(keyword.as_bytes()), Some(value));
        }
        for other in ["b", "ab", "aad", "addd", "fad", "dadd"] {
            assert_eq!(spellings.find(other.as_bytes()), None, "{other}");
        }
    }
}
