//! A map with mostly consecutive numbers as keys.

use rustc_hash::FxHashMap;

/// Maps numbers to values. Numbers that are mostly consecutive are looked up in a vector, all others in a hash map.
pub(super) struct Numbered<T> {
    near: Vec<Option<T>>,
    far: FxHashMap<u32, T>,
}

/// The largest gap in the vector before a number goes to the hash map.
const GAP: usize = 1024;

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { near: Vec::new(), far: FxHashMap::default() }
    }
}

impl<T: Copy + PartialEq> Numbered<T> {
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<T> {
        match self.near.get(number as usize) {
            Some(&Some(known)) => Some(known),
            _ if self.far.is_empty() => None,
            _ => self.far.get(&number).copied(),
        }
    }

    /// Replaces the contents by those of `other`; reuses memory.
    pub(super) fn become_like(&mut self, other: &Self) {
        self.near.clear();
        self.near.extend_from_slice(&other.near);
        self.far.clone_from(&other.far);
    }

    /// Reserves memory for numbers below `numbers`.
    pub(super) fn reserve(&mut self, numbers: usize) {
        self.near.reserve(numbers);
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, number: u32, value: T) {
        let (index, count) = (number as usize, self.near.len());
        match self.near.get_mut(index) {
            Some(near) => *near = Some(value),
            None if index == count => self.near.push(Some(value)),
            None => self.insert_elsewhere(number, value),
        }
    }

    /// Inserts a number beyond the end of the vector.
    fn insert_elsewhere(&mut self, number: u32, value: T) {
        let index = number as usize;
        if index >= self.near.len() + GAP {
            self.far.insert(number, value);
        } else {
            self.near.resize(index, None);
            self.near.push(Some(value));
        }
    }

    /// The number that maps to a value, if there is one.
    pub(super) fn number_of(&self, value: T) -> Option<u32> {
        let near = self.near.iter().position(|known| *known == Some(value));
        let far = || self.far.iter().find(|(_, known)| **known == value).map(|(number, _)| *number);
        near.map(|index| index as u32).or_else(far)
    }
}

#[cfg(test)]
mod tests {
    use super::Numbered;

    #[test]
    fn numbers_near_and_far_are_found() {
        let mut numbered = Numbered::default();
        for number in [0, 3, 4_000_000_000, 900, 1_900, 4_000] {
            assert_eq!(numbered.get(number), None);
            numbered.insert(number, number / 2);
        }
        for number in [0, 3, 4_000_000_000, 900, 1_900, 4_000] {
            assert_eq!(numbered.get(number), Some(number / 2));
            assert_eq!(numbered.number_of(number / 2), Some(number));
        }
        assert!(numbered.near.len() < 4_000);
        let mut other = Numbered::default();
        (0..2_000).for_each(|number| other.insert(number, 1));
        other.become_like(&numbered);
        assert_eq!(
            [other.get(0), other.get(1), other.get(4_000), other.get(4_000_000_000)],
            [Some(0), None, Some(2_000), Some(2_000_000_000),]
        );
        other.become_like(&Numbered::default());
        assert_eq!([other.get(0), other.get(4_000)], [None, None]);
    }
}
