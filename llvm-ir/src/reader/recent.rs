//! Caches of recent lookups, because bodies mention the same few things over and over.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use tern_support::intern::Recent;
use tern_support::ways;

use super::lexer::head;
use crate::attributes::{Attribute, AttributeListId, AttributeSetId};
use crate::constants::Constant;
use crate::entity::StrId;
use crate::types::Type;

/// The caches of one thread. They affect speed only.
#[derive(Default)]
pub(super) struct RecentLookups<'a> {
    /// Integer constants of at most 64 bits.
    pub(super) integers: Recent<(Type, u64), Constant, 1>,
    /// Attribute sets, by their attributes in the order in which they are written.
    pub(super) sets: Recent<Attribute, AttributeSetId, 4, 64>,
    /// Attribute sets of arguments, by their spelling.
    pub(super) spelled_sets: Spelled<'a, AttributeSetId>,
    /// Attribute lists of calls, by the sets for the result, the parameters and the function.
    pub(super) lists: Recent<AttributeSetId, AttributeListId, 8, 128>,
    /// Function types without variable arguments, by the types of the result and the parameters.
    pub(super) functions: Recent<Type, Type, 8, 128>,
    /// Named types, by name.
    pub(super) types: Spelled<'a, Type>,
    /// Addresses of globals as pointers in address space 0, by name.
    pub(super) globals: Spelled<'a, Constant>,
    /// Kinds of metadata attachments, by name.
    pub(super) kinds: Spelled<'a, StrId>,
    /// Whether instructions can compute addresses within values of a type.
    pub(super) elements: Recent<Type, bool, 1, 64>,
    /// Whether flags of a subprogram make it a definition.
    pub(super) definitions: Recent<StrId, bool, 1, 64>,
}

/// A direct-mapped cache of values by their spelling in the text.
pub(super) struct Spelled<'a, T> {
    /// Empty until the first insertion.
    slots: Vec<Option<(&'a [u8], T)>>,
}

/// The number of slots in a [`Spelled`]; a power of two.
const NAMES: usize = 256;

impl<T> Default for Spelled<'_, T> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<'a, T: Copy> Spelled<'a, T> {
    /// The cached value for a name.
    #[inline]
    pub(super) fn get(&self, name: &[u8]) -> Option<T> {
        match self.slots.get(place(name)) {
            Some(&Some((known, value))) if is_same(known, name) => Some(value),
            _ => None,
        }
    }

    pub(super) fn keep(&mut self, name: &'a [u8], value: T) {
        if ways::is_plain() {
            return;
        }
        if self.slots.is_empty() {
            self.slots.resize(NAMES, None);
        }
        self.slots[place(name)] = Some((name, value));
    }
}

const EIGHT: usize = size_of::<u64>();

/// The slot of a name, from its first and last bytes and its length.
fn place(name: &[u8]) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write_u64(head(name, 0));
    hasher.write_u64(head(name, name.len().saturating_sub(EIGHT)) ^ name.len() as u64);
    hasher.finish() as usize % NAMES
}

/// Whether two names are equal. Names are short, so a call of `memcmp` would take longer.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let (mut a_eights, mut b_eights) = (a.chunks_exact(EIGHT), b.chunks_exact(EIGHT));
    a.len() == b.len()
        && a_eights.by_ref().zip(b_eights.by_ref()).all(|(a, b)| head(a, 0) == head(b, 0))
        && a_eights.remainder().iter().zip(b_eights.remainder()).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::{Spelled, is_same};

    #[test]
    fn names_are_told_apart() {
        let names: Vec<String> = (0..3_000).map(|n| format!("name.{}.{n}", "x".repeat(n % 20))).collect();
        let mut spelled = Spelled::default();
        for (n, name) in names.iter().enumerate() {
            assert_eq!(spelled.get(name.as_bytes()), None);
            spelled.keep(name.as_bytes(), n);
            assert_eq!(spelled.get(name.as_bytes()), Some(n));
        }
        for (n, name) in names.iter().enumerate() {
            assert!(spelled.get(name.as_bytes()).is_none_or(|found| found == n));
        }
    }

    #[test]
    fn names_are_the_same_where_all_of_them_is() {
        let text = b"abcdefghijklmnopqrstuvwxyz";
        for length in 0..text.len() {
            assert!(is_same(&text[..length], &text[..length]));
            assert!(!is_same(&text[..length], &text[..=length]));
            for at in 0..length {
                let mut other = text[..length].to_vec();
                other[at] ^= 1;
                assert!(!is_same(&text[..length], &other), "{length} {at}");
            }
        }
    }
}
