//! Texts of a few bytes that are appended over and over.

use crate::text::push_first;

/// A text of at most 31 bytes, stored inline and appended without a call.
#[derive(Clone, Copy, Default)]
pub struct Short {
    text: [u8; MAX],
    len: u8,
}

const MAX: usize = 31;

impl Short {
    /// Stores `text` inline; `None` if it is longer than 31 bytes.
    pub fn new(text: &[u8]) -> Option<Self> {
        let mut short = Self { len: u8::try_from(text.len()).ok()?, ..Self::default() };
        short.text.get_mut(..text.len())?.copy_from_slice(text);
        Some(short)
    }

    /// Whether the text has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends the text to `out`.
    #[inline(always)]
    pub fn push_to(&self, out: &mut Vec<u8>) {
        push_first(out, &self.text, usize::from(self.len));
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX, Short};

    #[test]
    fn texts_are_what_they_are() {
        let text = b"0123456789abcdefghijklmnopqrstuvwxyz";
        for len in 0..=text.len() {
            let Some(short) = Short::new(&text[..len]) else {
                assert!(len > MAX);
                continue;
            };
            let mut out = b"x".to_vec();
            short.push_to(&mut out);
            assert_eq!((out[0], &out[1..]), (b'x', &text[..len]));
            assert_eq!(short.is_empty(), len == 0);
        }
    }
}
