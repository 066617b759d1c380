//! Many lists in one array.

use std::ops::Range;

/// A list for each key, all in one array: neighbours of nodes, users of values.
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    /// Where the list of each key begins; the end of the last follows.
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// The lists of pairs: a key below `keys`, and an element of its list. The lists keep the order of the pairs.
    pub fn of_pairs(keys: usize, pairs: &[(u32, T)]) -> Self {
        Self::sorted(keys, pairs.iter().copied())
    }

    /// The lists of pairs in several parts, in their order.
    pub fn of_parts(keys: usize, parts: &[Vec<(u32, T)>]) -> Self {
        Self::sorted(keys, parts.iter().flatten().copied())
    }

    /// The lists of pairs that can be told twice.
    pub(crate) fn sorted(keys: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Self {
        let mut starts = vec![0u32; keys + 2];
        let mut count = 0;
        pairs.clone().for_each(|(key, _)| {
            starts[key as usize + 2] += 1;
            count += 1;
        });
        (2..starts.len()).for_each(|index| starts[index] += starts[index - 1]);
        // Each element is replaced.
        let mut all: Vec<T> = pairs.clone().next().map_or_else(Vec::new, |(_, first)| vec![first; count]);
        pairs.for_each(|(key, element)| {
            let at = &mut starts[key as usize + 1];
            all[*at as usize] = element;
            *at += 1;
        });
        starts.pop();
        Self { starts, all }
    }

    /// The lists of all keys from 0 on, one after the other.
    pub(crate) fn in_order<L: IntoIterator<Item = T>>(keys: usize, lists: impl Iterator<Item = L>) -> Self {
        let mut starts = Vec::with_capacity(keys + 1);
        starts.push(0);
        let mut all = Vec::with_capacity(2 * keys);
        for list in lists {
            all.extend(list);
            starts.push(all.len() as u32);
        }
        Self { starts, all }
    }

    /// The list of a key; empty if there is no such key.
    pub fn of(&self, key: usize) -> &[T] {
        match self.starts.get(key..key + 2) {
            Some(&[begin, end]) => &self.all[begin as usize..end as usize],
            _ => &[],
        }
    }
}

impl<T> Lists<T> {
    /// The lists of consecutive keys, one after the other.
    pub(crate) fn of_all(&self, keys: Range<usize>) -> &[T] {
        &self.all[self.starts[keys.start] as usize..self.starts[keys.end] as usize]
    }
}

impl Lists<u32> {
    /// Where the list of a key is.
    pub(crate) fn range(&self, key: usize) -> Range<u32> {
        self.starts[key]..self.starts[key + 1]
    }

    /// An element, by its place among those of all lists.
    pub(crate) fn at(&self, place: u32) -> u32 {
        self.all[place as usize]
    }

    /// For each key, the keys in whose lists it is, once for each time. All elements are keys.
    pub(crate) fn transposed(&self) -> Self {
        let keys = self.starts.len().saturating_sub(1);
        let of = |from: usize| self.of(from).iter().map(move |&to| (to, from as u32));
        Self::sorted(keys, (0..keys).flat_map(of))
    }
}

#[cfg(test)]
mod tests {
    use super::Lists;

    #[test]
    fn lists_keep_their_order() {
        let lists = Lists::of_pairs(3, &[(2, 5), (0, 6), (2, 4)]);
        assert_eq!([lists.of(0), lists.of(1), lists.of(2), lists.of(3)], [&[6][..], &[], &[5, 4], &[]]);
    }

    #[test]
    fn edges_are_turned_around() {
        let lists = Lists::in_order(3, [vec![2, 1], vec![1, 2, 2], vec![]].into_iter());
        let turned = lists.transposed();
        assert_eq!([turned.of(0), turned.of(1), turned.of(2)], [&[][..], &[0, 1], &[0, 1, 1]]);
    }
}
