//! Many lists in one array.

/// A list for each key, all in one array: neighbours of nodes, users of values.
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    /// Where the list of each key begins; the end of the last follows.
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Collects what `each` tells: keys below `keys`, each with an element. The lists keep the order in which it tells them. `filler` is any
    /// element.
    pub fn collect(keys: usize, filler: T, each: impl FnOnce(&mut dyn FnMut(usize, T))) -> Self {
        let mut told: Vec<(u32, T)> = Vec::new();
        each(&mut |key, element| told.push((key as u32, element)));
        let mut starts = vec![0u32; keys + 2];
        told.iter().for_each(|&(key, _)| starts[key as usize + 2] += 1);
        (2..starts.len()).for_each(|index| starts[index] += starts[index - 1]);
        let mut all = vec![filler; told.len()];
        for (key, element) in told {
            let at = &mut starts[key as usize + 1];
            all[*at as usize] = element;
            *at += 1;
        }
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

impl Lists<u32> {
    /// For each key, the keys in whose lists it is, once for each time. All elements are keys.
    pub(crate) fn transposed(&self) -> Self {
        let keys = self.starts.len().saturating_sub(1);
        let mut starts = vec![0u32; keys + 2];
        self.all.iter().for_each(|&to| starts[to as usize + 2] += 1);
        (2..starts.len()).for_each(|index| starts[index] += starts[index - 1]);
        let mut all = vec![0; self.all.len()];
        for from in 0..keys {
            for &to in self.of(from) {
                let at = &mut starts[to as usize + 1];
                all[*at as usize] = from as u32;
                *at += 1;
            }
        }
        starts.pop();
        Self { starts, all }
    }
}

#[cfg(test)]
mod tests {
    use super::Lists;

    #[test]
    fn lists_keep_their_order() {
        let lists = Lists::collect(3, 0, |tell| {
            [(2, 5), (0, 6), (2, 4)].into_iter().for_each(|(key, it)| tell(key, it))
        });
        assert_eq!([lists.of(0), lists.of(1), lists.of(2), lists.of(3)], [&[6][..], &[], &[5, 4], &[]]);
    }

    #[test]
    fn edges_are_turned_around() {
        let lists = Lists::in_order(3, [vec![2, 1], vec![1, 2, 2], vec![]].into_iter());
        let turned = lists.transposed();
        assert_eq!([turned.of(0), turned.of(1), turned.of(2)], [&[][..], &[0, 1], &[0, 1, 1]]);
    }
}
