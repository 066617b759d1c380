//! The symbol table of a function: values and blocks by name or number.

use rustc_hash::FxHashMap;

use super::Key;
use super::numbered::Numbered;
use crate::entity::StrId;
use crate::function::{Block, Local};

/// A local value or a block. They share a namespace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Local(Local),
    Block(Block),
}

/// The names and numbers of a function.
#[derive(Default)]
pub(super) struct Names {
    numbered: Numbered<Named>,
    named: FxHashMap<StrId, Named>,
}

impl Names {
    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Option<Named> {
        match key {
            Key::Number(number) => self.numbered.get(number),
            Key::Name(name) => self.named.get(&name).copied(),
        }
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, key: Key, named: Named) {
        match key {
            Key::Number(number) => self.numbered.insert(number, named),
            Key::Name(name) => {
                self.named.insert(name, named);
            }
        }
    }

    /// Replaces the contents by those of `other`; reuses memory.
    pub(super) fn become_like(&mut self, other: &Self) {
        self.numbered.become_like(&other.numbered);
        self.named.clone_from(&other.named);
    }

    /// The name or number of a value or block, if it has one.
    pub(super) fn key_of(&self, named: Named) -> Option<Key> {
        let name = || self.named.iter().find(|(_, known)| **known == named).map(|(name, _)| Key::Name(*name));
        self.numbered.number_of(named).map(Key::Number).or_else(name)
    }
}
