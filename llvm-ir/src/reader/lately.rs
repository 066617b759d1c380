//! What was looked up lately: bodies mention the same few things over and over.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use tern_support::intern::Recent;

use super::lexer::head;
use crate::attributes::{Attribute, AttributeListId, AttributeSetId};
use crate::constants::Constant;
use crate::entity::StrId;
use crate::types::Type;

/// What one thread looked up lately. Nothing but time depends on it.
#[derive(Default)]
pub(super) struct Lately<'a> {
    /// Integers of at most 64 bits.
    pub(super) integers: Recent<(Type, u64), Constant, 1>,
    /// Attributes as they are written.
    pub(super) sets: Recent<Attribute, AttributeSetId, 4, 64>,
    /// Attributes before the name of an argument.
    pub(super) spelled_sets: Spelled<'a, AttributeSetId>,
    /// Attributes of calls: of the result, of the parameters, of the function.
    pub(super) lists: Recent<AttributeSetId, AttributeListId, 8, 128>,
    /// Functions without variable arguments: the result and the parameters.
    pub(super) functions: Recent<Type, Type, 8, 128>,
    /// Types with a name.
    pub(super) types: Spelled<'a, Type>,
    /// Addresses of globals, as plain pointers.
    pub(super) globals: Spelled<'a, Constant>,
    /// Kinds of metadata.
    pub(super) kinds: Spelled<'a, StrId>,
    /// Whether flags make a definition of a subprogram.
    pub(super) definitions: Recent<StrId, bool, 1, 64>,
}

/// What names stand for, by their spelling in the text. A name has one place where it can be.
pub(super) struct Spelled<'a, T> {
    /// None at all until there is a name.
    slots: Vec<Option<(&'a [u8], T)>>,
}

/// How many names a [`Spelled`] has: a power of two.
const NAMES: usize = 256;

impl<T> Default for Spelled<'_, T> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<'a, T: Copy> Spelled<'a, T> {
    /// What a name stands for, if it was there lately.
    #[inline]
    pub(super) fn get(&self, name: &[u8]) -> Option<T> {
        match self.slots.get(place(name)) {
            Some(&Some((known, value))) if is_same(known, name) => Some(value),
            _ => None,
        }
    }

    pub(super) fn keep(&mut self, name: &'a [u8], value: T) {
        if self.slots.is_empty() {
            self.slots.resize(NAMES, None);
        }
        self.slots[place(name)] = Some((name, value));
    }
}

const EIGHT: usize = size_of::<u64>();

/// Where a name is: its beginning, its end and its length tell.
fn place(name: &[u8]) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write_u64(head(name, 0));
    hasher.write_u64(head(name, name.len().saturating_sub(EIGHT)) ^ name.len() as u64);
    hasher.finish() as usize % NAMES
}

/// Whether names are the same. They are so short that a call would take longer.
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
