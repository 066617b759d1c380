//! The names of values within a body. Most are numbers (`%12`), which count on: those are found without hashing.

use rustc_hash::FxHashMap;

use crate::body::Value;

/// What a name stands for.
#[derive(Clone, Copy)]
pub(super) struct Named {
    /// The first of the values.
    pub(super) first: Value,
    /// How many there are.
    pub(super) count: u32,
    /// Where the name stands that defines them.
    pub(super) at: usize,
}

/// What names stand for.
#[derive(Default)]
pub(super) struct ValueNames<'a> {
    numbered: Vec<Option<Named>>,
    others: FxHashMap<&'a [u8], Named>,
}

/// The number that a name is, as printers spell it.
#[inline(always)]
fn number(name: &[u8]) -> Option<usize> {
    if name.is_empty() || name.len() > 9 || name.first() == Some(&b'0') && name.len() > 1 {
        return None;
    }
    let mut number = 0;
    for byte in name {
        match byte.wrapping_sub(b'0') {
            digit @ 0..10 => number = number * 10 + usize::from(digit),
            _ => return None,
        }
    }
    Some(number)
}

/// How far numbers may be ahead of how many there are, so that those between take no memory to speak of.
const GAP: usize = 256;

impl<'a> ValueNames<'a> {
    #[inline(always)]
    pub(super) fn get(&self, name: &[u8]) -> Option<Named> {
        let numbered = number(name).and_then(|number| *self.numbered.get(number)?);
        numbered.or_else(|| match self.others.is_empty() {
            true => None,
            false => self.others.get(name).copied(),
        })
    }

    /// Defines a name that is not defined.
    pub(super) fn insert(&mut self, name: &'a [u8], named: Named) {
        match number(name).filter(|&number| number < self.numbered.len() + GAP) {
            Some(number) => {
                if self.numbered.len() <= number {
                    self.numbered.resize(number + 1, None);
                }
                self.numbered[number] = Some(named);
            }
            None => {
                self.others.insert(name, named);
            }
        }
    }

    pub(super) fn remove(&mut self, name: &[u8]) {
        let slot = number(name).and_then(|number| self.numbered.get_mut(number));
        if slot.and_then(Option::take).is_none() {
            self.others.remove(name);
        }
    }

    pub(super) fn clear(&mut self) {
        self.numbered.clear();
        self.others.clear();
    }
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;

    use super::{Named, ValueNames};
    use crate::body::Value;

    #[test]
    fn names_are_told_apart_as_they_are_spelled() {
        let names: Vec<String> =
            ["0", "00", "7", "07", "300", "301", "1000000000", "99999999999", "a", "7a", "arg0"]
                .map(String::from)
                .to_vec();
        let mut known = ValueNames::default();
        for (index, name) in names.iter().enumerate() {
            assert!(known.get(name.as_bytes()).is_none(), "{name}");
            let named = Named { first: Value::new(index), count: 1, at: 0 };
            known.insert(name.as_bytes(), named);
        }
        for (index, name) in names.iter().enumerate() {
            assert_eq!(known.get(name.as_bytes()).unwrap().first, Value::new(index), "{name}");
        }
        for name in &names {
            known.remove(name.as_bytes());
            assert!(known.get(name.as_bytes()).is_none(), "{name}");
        }
        // What was ahead of the numbers once is found when they are there.
        known.insert(b"300", Named { first: Value::new(1), count: 1, at: 0 });
        (0..400).filter(|&n| n != 300).for_each(|n| {
            known.insert(n.to_string().leak().as_bytes(), Named { first: Value::new(n), count: 1, at: 0 });
        });
        assert_eq!(known.get(b"300").unwrap().first, Value::new(1));
    }
}
