//! What the names within a function stand for.

use rustc_hash::FxHashMap;

use super::Key;
use crate::function::{Block, Local};

/// A local value or a block: they share one space of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    Local(Local),
    Block(Block),
}

/// The names of a function. Numbers, which mostly follow each other, are looked up without hashing.
#[derive(Default)]
pub(super) struct Names {
    numbered: Vec<Option<Named>>,
    others: FxHashMap<Key, Named>,
}

/// How far ahead of the others a number may be to get a slot.
const GAP: usize = 1024;

impl Names {
    pub(super) fn get(&self, key: Key) -> Option<Named> {
        if let Key::Number(number) = key
            && let Some(&Some(named)) = self.numbered.get(number as usize)
        {
            return Some(named);
        }
        if self.others.is_empty() { None } else { self.others.get(&key).copied() }
    }

    pub(super) fn insert(&mut self, key: Key, named: Named) {
        match key {
            Key::Number(number) if (number as usize) < self.numbered.len() + GAP => {
                let number = number as usize;
                if number >= self.numbered.len() {
                    self.numbered.resize(number + 1, None);
                }
                self.numbered[number] = Some(named);
            }
            key => {
                self.others.insert(key, named);
            }
        }
    }

    /// By which name something is known, if it is.
    pub(super) fn key_of(&self, named: Named) -> Option<Key> {
        let number = self.numbered.iter().position(|known| *known == Some(named));
        let other = || self.others.iter().find(|(_, known)| **known == named).map(|(key, _)| *key);
        number.map(|number| Key::Number(number as u32)).or_else(other)
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Local, Named, Names};

    #[test]
    fn numbers_near_and_far_are_found() {
        let mut names = Names::default();
        for number in [0, 3, 4_000_000_000, 900, 1_900, 4_000] {
            assert_eq!(names.get(Key::Number(number)), None);
            names.insert(Key::Number(number), Named::Local(Local::from_u32(number / 2)));
        }
        for number in [0, 3, 4_000_000_000, 900, 1_900, 4_000] {
            let named = Named::Local(Local::from_u32(number / 2));
            assert_eq!(names.get(Key::Number(number)), Some(named));
            assert_eq!(names.key_of(Named::Local(Local::from_u32(450))), Some(Key::Number(900)));
        }
        assert!(names.numbered.len() < 4_000);
    }
}
