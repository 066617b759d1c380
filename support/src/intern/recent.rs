//! What one thread looked up lately.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// What was looked up lately, by short lists of keys: it stands before an [`Interner`](crate::intern::Interner), whose tables are spread
/// over more memory than is near, and is asked first for what is wanted over and over.
///
/// A list has one place where it can be; what is put there takes the place of another one. There are so many places, a power of two.
pub struct Recent<K, V, const LONGEST: usize, const SLOTS: usize = 512> {
    /// None at all until something is looked up.
    slots: Box<[Option<Found<K, V, LONGEST>>]>,
}

#[derive(Clone, Copy)]
struct Found<K, V, const LONGEST: usize> {
    value: V,
    length: u32,
    /// The rest is anything.
    keys: [K; LONGEST],
}

impl<K, V, const LONGEST: usize, const SLOTS: usize> Default for Recent<K, V, LONGEST, SLOTS> {
    fn default() -> Self {
        Self { slots: Box::default() }
    }
}

/// A copy is for another thread, which will look up other things.
impl<K, V, const LONGEST: usize, const SLOTS: usize> Clone for Recent<K, V, LONGEST, SLOTS> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<K: Copy + Eq + Hash, V: Copy, const LONGEST: usize, const SLOTS: usize> Recent<K, V, LONGEST, SLOTS> {
    /// What `keys` stands for, which `find` knows. Of lists longer than `LONGEST` none is kept.
    #[inline]
    pub fn get(&mut self, keys: &[K], find: impl FnOnce() -> V) -> V {
        let place = FxBuildHasher.hash_one(keys) as usize % SLOTS;
        match self.slots.get(place) {
            Some(Some(found))
                if found.length as usize == keys.len()
                    && found.keys.iter().zip(keys).all(|(found, key)| found == key) =>
            {
                found.value
            }
            _ => self.keep(place, keys, find()),
        }
    }

    #[cold]
    fn keep(&mut self, place: usize, keys: &[K], value: V) -> V {
        let Some(&first) = keys.first().filter(|_| keys.len() <= LONGEST) else { return value };
        if self.slots.is_empty() {
            self.slots = vec![None; SLOTS].into();
        }
        let mut all = [first; LONGEST];
        all[..keys.len()].copy_from_slice(keys);
        self.slots[place] = Some(Found { value, length: keys.len() as u32, keys: all });
        value
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn lists_that_share_a_place_are_told_apart() {
        let mut recent = Recent::<u16, (usize, u16), 3>::default();
        for round in 0..3 {
            for number in 0..2_000u16 {
                for length in 0..=4 {
                    // The beginning of a longer list, which another list follows.
                    let keys = &[number, 7, number, 7][..length];
                    let value = (length, keys.first().copied().unwrap_or_default());
                    assert_eq!(recent.get(keys, || value), value, "round {round}");
                }
            }
        }
        let kept = recent.get(&[1, 2], || (1, 1));
        assert_eq!(recent.get(&[1, 2], || (2, 2)), kept);
        assert_eq!(recent.get(&[1, 2, 3, 4], || (3, 3)), (3, 3));
        assert_eq!(recent.get(&[1, 2, 3, 4], || (4, 4)), (4, 4));
    }
}
