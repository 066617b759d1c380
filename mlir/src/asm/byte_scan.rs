//! Byte searches, comparisons and hashes that work on eight bytes at a time, for texts too short to be worth a call.

/// The first eight bytes of a text as a little-endian word, padded with zeros.
#[inline(always)]
pub(super) fn word(text: &[u8]) -> u64 {
    let padded = || {
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text);
        bytes
    };
    u64::from_le_bytes(text.first_chunk().copied().unwrap_or_else(padded))
}

/// Index of the first byte of `word` that is in `wanted`.
#[inline(always)]
pub(super) fn first_of<const N: usize>(wanted: [u8; N], word: u64) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    // Sets the high bit of each zero byte, and perhaps of bytes after it.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
    let found = wanted.iter().fold(0, |found, &byte| found | zeros(word ^ (ONES * u64::from(byte))));
    let found = found & (ONES << 7);
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

/// Index of the first byte of `text` that is in `wanted`, whose bytes must be non-zero.
#[inline]
pub(super) fn position<const N: usize>(wanted: [u8; N], text: &[u8]) -> Option<usize> {
    let found = |at: usize| first_of(wanted, word(&text[at..])).map(|within| at + within);
    (0..text.len()).step_by(8).find_map(found)
}

/// Whether no byte is in `wanted`; vectorized.
#[inline(always)]
pub(super) fn none_of<const N: usize>(wanted: [u8; N], bytes: &[u8; 32]) -> bool {
    let is_wanted = |&byte: &u8| wanted.iter().fold(0, |found, &one| found | u8::from(byte == one));
    bytes.iter().fold(0, |found, byte| found | is_wanted(byte)) == 0
}

/// A hash of a sequence of words.
#[derive(Clone, Copy, Default)]
pub(super) struct Hash(u64);

impl Hash {
    #[inline(always)]
    pub(super) fn with(self, word: u64) -> Self {
        Self((self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Adds the words of a text; the last word is padded.
    pub(super) fn with_all(self, text: &[u8]) -> Self {
        let (words, rest) = text.as_chunks::<8>();
        words.iter().fold(self, |hash, bytes| hash.with(u64::from_le_bytes(*bytes))).with(word(rest))
    }

    /// The hash value, well mixed in all bits.
    pub(super) fn finish(self) -> u64 {
        self.0.rotate_left(26)
    }
}

#[cfg(test)]
mod tests {
    use super::{Hash, first_of, none_of, position, word};

    #[test]
    fn the_first_of_some_bytes_is_found() {
        for (text, first) in [
            ("abcdefgh", None),
            ("", None),
            ("%", Some(0)),
            ("a%^\n", Some(1)),
            ("abc\n%%%%", Some(3)),
            ("abcdefg^%", Some(7)),
            ("$&]_\u{b}\u{b}\u{9}%", Some(7)),
            ("\u{1}\u{80}\u{ff}%", Some(5)),
        ] {
            assert_eq!(first_of([b'\n', b'%', b'^'], word(text.as_bytes())), first, "{text:?}");
        }
    }

    #[test]
    fn a_byte_is_found_in_a_text() {
        let text = b"0123456789abcdefghijklmnop\xffq";
        for (at, &byte) in text.iter().enumerate() {
            assert_eq!(position([byte, b'q'], text), Some(at));
        }
        assert_eq!(position([b'x', b'y'], text), None);
        assert_eq!(position([b'x'], b""), None);
    }

    #[test]
    fn one_of_many_bytes_is_noticed() {
        assert!(none_of([b'%', b'\n'], &[b'a'; 32]));
        for at in 0..32 {
            let mut bytes = [b'a'; 32];
            bytes[at] = b'\n';
            assert!(!none_of([b'%', b'\n'], &bytes), "{at}");
        }
    }

    #[test]
    fn the_rest_of_a_text_counts() {
        let hash = |text: &[u8]| Hash::default().with_all(text).finish();
        assert_ne!(hash(b"12345678a"), hash(b"12345678b"));
        assert_eq!(Hash::default().with(word(b"12345678")).with(word(b"9")).finish(), hash(b"123456789"));
    }
}
