//! Many lists in one array.

/// A list for each key, all in one array: neighbours of nodes, users of values.
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    /// Where the list of each key begins; the end of the last follows.
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Collects what `each` tells: keys below `keys`, each with an element. The lists keep the order in which it tells them. `each` is
    /// called twice and must tell the same. `filler` is any element.
    pub fn collect(keys: usize, filler: T, each: impl Fn(&mut dyn FnMut(usize, T))) -> Self {
        let mut starts = vec![0u32; keys + 2];
        each(&mut |key, _| starts[key + 2] += 1);
        (2..starts.len()).for_each(|index| starts[index] += starts[index - 1]);
        let mut all = vec![filler; starts[keys + 1] as usize];
        each(&mut |key, element| {
            let at = &mut starts[key + 1];
            all[*at as usize] = element;
            *at += 1;
        });
        starts.pop();
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
    /// The lists of the nodes that edges lead to, and of those that they come from.
    pub(crate) fn of_edges<E: Iterator<Item = (u32, u32)>>(
        nodes: usize,
        edges: impl Fn() -> E,
    ) -> (Self, Self) {
        (
            Self::collect(nodes, 0, |tell| edges().for_each(|(from, to)| tell(from as usize, to))),
            Self::collect(nodes, 0, |tell| edges().for_each(|(from, to)| tell(to as usize, from))),
        )
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
}
