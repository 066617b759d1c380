//! A string table that several owners can share.

use std::sync::Arc;

use crate::text::equal;

use crate::intern::Interner;

/// An interned set of byte strings, UTF-8 or not. A clone refers to the same table, so two IRs that share one need not copy
/// strings when one is translated to the other.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    items: Arc<Interner<Box<[u8]>>>,
}

impl Strings {
    /// The index of a string; adds it if it is new.
    pub fn intern(&self, text: &[u8]) -> u32 {
        self.items.intern(text, |item, text| equal(item, text), Into::into)
    }

    /// The index of a string, without adding it.
    pub fn find(&self, text: &[u8]) -> Option<u32> {
        self.items.find(text, |item, text| equal(item, text))
    }

    /// The string at an index returned by [`intern`](Self::intern).
    pub fn get(&self, index: u32) -> &[u8] {
        self.items.get(index)
    }

    /// Whether `self` and `other` are the same table.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.items, &other.items)
    }
}

#[cfg(test)]
mod tests {
    use super::Strings;

    #[test]
    fn a_clone_is_the_same_table() {
        let (strings, other) = (Strings::default(), Strings::default());
        let clone = strings.clone();
        let index = strings.intern(b"a");
        assert_eq!((clone.intern(b"a"), clone.get(index), clone.find(b"b")), (index, &b"a"[..], None));
        assert!(strings.is(&clone) && !strings.is(&other) && other.find(b"a").is_none());
    }
}
