//! The parser's table of value and block names in a body. Most names are consecutive numbers (`%12`, `^bb3`), which are looked up
//! by index instead of by hash.

use rustc_hash::FxHashMap;

use super::lexer::name_length;
use crate::body::Value;

/// A name without its sigil, and its number if it is spelled as printers do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    pub(super) text: &'a [u8],
    number: u32,
}

/// Marks a name that is not a number.
const NO_NUMBER: u32 = u32::MAX;

/// The number of digits that always fit a `u32`.
const MOST_DIGITS: usize = 9;

impl<'a> Name<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let (end, number) = Self::end(text, 0);
        Self { text, number: if end == text.len() { number } else { NO_NUMBER } }
    }

    /// The end of the name that begins at `begin`, and its number.
    #[inline(always)]
    pub(super) fn end(text: &[u8], begin: usize) -> (usize, u32) {
        let (mut number, mut end) = (0_u32, begin);
        while let Some(digit @ 0..10) = text.get(end).map(|byte| byte.wrapping_sub(b'0')) {
            number = number.wrapping_mul(10).wrapping_add(digit.into());
            end += 1;
        }
        let digits = end - begin;
        let is_number = matches!(digits, 1..=MOST_DIGITS) && (text[begin] != b'0' || digits == 1);
        if digits == 0 {
            end += name_length(&text[begin..]);
        }
        (end, if is_number { number } else { NO_NUMBER })
    }

    /// A name with the number that [`end`](Self::end) computed.
    pub(super) fn of_number(text: &'a [u8], number: u32) -> Self {
        Self { text, number }
    }

    /// A block name, usually `bb` and a number.
    pub(super) fn of_block(text: &'a [u8]) -> Self {
        let number = text.strip_prefix(b"bb").map_or(NO_NUMBER, |number| Name::new(number).number);
        Self { text, number }
    }

    /// Whether the name is a number.
    pub(super) fn is_number(self) -> bool {
        self.number != NO_NUMBER
    }

    fn number(self) -> Option<usize> {
        self.is_number().then_some(self.number as usize)
    }
}

impl PartialEq for Name<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number && (self.is_number() || tern_support::text::equal(self.text, other.text))
    }
}

/// The values that a name stands for.
#[derive(Clone, Copy)]
pub(super) struct Named {
    /// The first value.
    pub(super) first: Value,
    /// The number of values.
    pub(super) count: u32,
    /// The offset of the definition.
    pub(super) at: u32,
}

/// A table from names to values or blocks.
pub(super) struct Names<'a, T> {
    numbered: Vec<Option<T>>,
    others: FxHashMap<&'a [u8], T>,
    /// Whether `others` contains a number, because it was far ahead when it was defined.
    scattered: bool,
}

impl<T> Default for Names<'_, T> {
    fn default() -> Self {
        Self { numbered: Vec::new(), others: FxHashMap::default(), scattered: false }
    }
}

/// How far a number may exceed the number of entries and still be indexed: bounds the memory wasted on gaps.
const GAP: usize = 256;

impl<'a, T: Copy> Names<'a, T> {
    #[inline(always)]
    pub(super) fn get(&self, name: Name<'_>) -> Option<T> {
        match self.numbered.get(name.number as usize) {
            Some(&Some(known)) => Some(known),
            _ if name.is_number() && !self.scattered => None,
            _ => self.others.get(name.text).copied(),
        }
    }

    /// Defines a name. If it is already defined, changes nothing and returns its meaning.
    #[inline]
    pub(super) fn define(&mut self, name: Name<'a>, meaning: T) -> Option<T> {
        let known = self.get(name);
        if known.is_none() {
            self.set(name, meaning);
        }
        known
    }

    /// Defines a name, replacing an earlier definition.
    #[inline]
    pub(super) fn set(&mut self, name: Name<'a>, meaning: T) {
        if self.scattered
            && let Some(known) = self.others.get_mut(name.text)
        {
            *known = meaning;
            return;
        }
        let count = self.numbered.len();
        match name.number() {
            Some(number) if number == count => self.numbered.push(Some(meaning)),
            Some(number) if number < count + GAP => {
                self.numbered.resize(count.max(number + 1), None);
                self.numbered[number] = Some(meaning);
            }
            _ => {
                self.scattered |= name.is_number();
                self.others.insert(name.text, meaning);
            }
        }
    }

    pub(super) fn remove(&mut self, name: Name<'_>) {
        let known = self.numbered.get_mut(name.number as usize);
        if known.and_then(Option::take).is_none() {
            self.others.remove(name.text);
        }
    }

    /// The meanings of all names.
    pub(super) fn all(&self) -> impl Iterator<Item = T> {
        self.numbered.iter().copied().flatten().chain(self.others.values().copied())
    }

    pub(super) fn clear(&mut self) {
        self.numbered.clear();
        self.others.clear();
        self.scattered = false;
    }
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;

    use super::{Name, Named, Names};
    use crate::body::Value;

    #[test]
    fn names_are_told_apart_as_they_are_spelled() {
        let names: Vec<String> =
            ["0", "00", "7", "07", "300", "301", "1000000000", "99999999999", "a", "7a", "arg0"]
                .map(String::from)
                .to_vec();
        let mut known = Names::default();
        for (index, name) in names.iter().enumerate() {
            assert!(known.get(Name::new(name.as_bytes())).is_none(), "{name}");
            let named = Named { first: Value::new(index), count: 1, at: 0 };
            assert!(known.define(Name::new(name.as_bytes()), named).is_none());
        }
        for (index, name) in names.iter().enumerate() {
            assert_eq!(known.get(Name::new(name.as_bytes())).unwrap().first, Value::new(index), "{name}");
        }
        for name in &names {
            known.remove(Name::new(name.as_bytes()));
            assert!(known.get(Name::new(name.as_bytes())).is_none(), "{name}");
        }
        // A number that was once far ahead is still found when the table reaches it.
        known.define(Name::new(b"300"), Named { first: Value::new(1), count: 1, at: 0 });
        (0..400).filter(|&n| n != 300).for_each(|n| {
            known.define(
                Name::new(n.to_string().leak().as_bytes()),
                Named { first: Value::new(n), count: 1, at: 0 },
            );
        });
        assert_eq!(known.get(Name::new(b"300")).unwrap().first, Value::new(1));
    }

    #[test]
    fn a_name_is_as_long_as_the_lexer_has_it() {
        let number = |text: &[u8]| {
            let (end, number) = Name::end(text, 1);
            let name = Name::of_number(&text[1..end], number);
            (String::from_utf8_lossy(name.text).into_owned(), name.number())
        };
        for (text, name, value) in [
            ("%12, %3", "12", Some(12)),
            ("%0", "0", Some(0)),
            ("%007 ", "007", None),
            ("%7a", "7", Some(7)),
            ("%a7 ", "a7", None),
            ("%-x.y$z:", "-x.y$z", None),
            ("%999999999", "999999999", Some(999_999_999)),
            ("%4294967296", "4294967296", None),
            ("%", "", None),
        ] {
            assert_eq!(number(text.as_bytes()), (name.to_owned(), value), "{text}");
        }
        assert!(Name::new(b"1") != Name::new(b"01") && Name::new(b"a1") == Name::new(b"a1"));
    }

    #[test]
    fn blocks_are_told_apart_as_they_are_spelled() {
        let mut known = Names::default();
        for (index, name) in ["bb0", "bb", "0", "bb00", "b0", "bb1"].into_iter().enumerate() {
            assert_eq!(known.define(Name::of_block(name.as_bytes()), index), None, "{name}");
        }
        known.set(Name::of_block(b"bb0"), 7);
        // A number that was once far ahead has only one entry.
        known.set(Name::of_block(b"bb300"), 8);
        (2..300).for_each(|n| known.set(Name::of_block(format!("bb{n}").leak().as_bytes()), 6));
        known.set(Name::of_block(b"bb300"), 9);
        assert_eq!(known.get(Name::of_block(b"0")), Some(2));
        let mut all: Vec<usize> = known.all().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, [1, 2, 3, 4, 5, 6, 7, 9]);
    }
}
