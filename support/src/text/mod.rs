//! Fast appending and comparison of short byte strings. Output is assembled from millions of pieces of a few bytes, for which a
//! call to `memcpy` or `memcmp` costs more than the work itself: so a fixed number of bytes is copied through registers and the
//! excess is truncated.

mod short;

pub use short::Short;

/// The largest number of bytes that [`push_part`] copies without a call.
pub const AT_ONCE: usize = 64;

/// Appends the first `count` bytes of `bytes`: copies all `N` and truncates.
#[inline(always)]
fn push_first<const N: usize>(out: &mut Vec<u8>, bytes: &[u8; N], count: usize) {
    let end = out.len() + count;
    out.extend_from_slice(bytes);
    out.truncate(end);
}

/// Appends a text of unknown length, optimized for short ones.
#[inline(always)]
pub fn push_text(out: &mut Vec<u8>, text: &[u8]) {
    let count = text.len();
    // The first and the last half may overlap; both hold the same bytes there.
    if let (Some(first), Some(last)) = (text.first_chunk::<16>(), text.last_chunk::<16>()) {
        if count > 32 {
            return push_long(out, text);
        }
        push_first(out, first, count - 16);
        return out.extend_from_slice(last);
    }
    match (text.first_chunk(), text.last_chunk(), text.first_chunk(), text.last_chunk()) {
        (_, _, Some(first), Some(last)) => {
            let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
            let both = u128::from(first) | u128::from(last) << (8 * (count - 8));
            push_first(out, &both.to_le_bytes(), count);
        }
        (Some(first), Some(last), ..) => {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            let both = u64::from(first) | u64::from(last) << (8 * (count - 4));
            push_first(out, &both.to_le_bytes(), count);
        }
        _ => text.iter().for_each(|&byte| out.push(byte)),
    }
}

/// Appends a long text. Kept out of line, so that short texts are appended without a call.
#[inline(never)]
fn push_long(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(text);
}

/// A text with a cached 8-byte prefix, ordered bytewise: comparison needs neither a call nor the text if the prefixes differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ordered<'t> {
    /// The first eight bytes in big-endian order, padded with zeros.
    first: u64,
    text: &'t [u8],
}

impl<'t> Ordered<'t> {
    /// Caches the prefix of `text` for comparison.
    #[inline]
    pub fn new(text: &'t [u8]) -> Self {
        let first = match text.first_chunk() {
            Some(first) => u64::from_be_bytes(*first),
            None => text
                .iter()
                .zip([56, 48, 40, 32, 24, 16, 8])
                .fold(0, |all, (&byte, at)| all | u64::from(byte) << at),
        };
        Self { first, text }
    }
}

/// Whether two texts are equal. Inlined without a call to `memcmp`, as most texts are short.
#[inline(always)]
pub fn equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let first = |text: &[u8]| text.first_chunk().copied().map(u32::from_le_bytes);
    let last = |text: &[u8]| text.last_chunk().copied().map(u32::from_le_bytes);
    match one.len() {
        0..4 => one.iter().zip(other).all(|(one, other)| one == other),
        4..8 => first(one) == first(other) && last(one) == last(other),
        _ => {
            // Then the last eight bytes, which may overlap the words before them.
            let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
            let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
            words.into_iter().all(|(one, other)| word(one) == word(other))
                && one.last_chunk().map(word) == other.last_chunk().map(word)
        }
    }
}

/// Appends the contents of a quoted string, escaped as in both languages: a backslash is doubled, and an unprintable byte or a
/// quote becomes a backslash and two hex digits.
#[inline]
pub fn push_escaped(out: &mut Vec<u8>, text: &[u8]) {
    // Most texts need no escapes; this fold is vectorized.
    match text.iter().fold(true, |all, &byte| all & is_plain(byte)) {
        true => push_text(out, text),
        false => escape(out, text),
    }
}

#[inline(always)]
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') & (byte != b'"') & (byte != b'\\')
}

#[cold]
fn escape(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        match byte {
            b'\\' => out.extend_from_slice(br"\\"),
            _ if is_plain(byte) => out.push(byte),
            _ => out.extend_from_slice(&hex_escape(byte)),
        }
    }
}

/// A byte as a backslash and two uppercase hex digits.
pub fn hex_escape(byte: u8) -> [u8; 3] {
    let digit = |nibble: u8| b"0123456789ABCDEF"[usize::from(nibble)];
    [b'\\', digit(byte >> 4), digit(byte & 15)]
}

/// Appends `text[from..to]`: without a call if that is at most [`AT_ONCE`] bytes and at least [`AT_ONCE`] bytes of `text` follow
/// `from`.
#[inline(always)]
pub fn push_part(out: &mut Vec<u8>, text: &[u8], from: usize, to: usize) {
    let (rest, count) = (&text[from..], to - from);
    match (rest.first_chunk::<{ AT_ONCE / 2 }>(), rest.first_chunk::<AT_ONCE>()) {
        (Some(chunk), _) if count <= AT_ONCE / 2 => push_first(out, chunk, count),
        (_, Some(chunk)) if count <= AT_ONCE => push_first(out, chunk, count),
        _ => out.extend_from_slice(&rest[..count]),
    }
}

/// Appends a number in decimal digits.
#[inline(always)]
pub fn push_number(out: &mut Vec<u8>, number: u32) {
    if number < 100_000_000 {
        let (digits, count) = eight_digits(number);
        push_first(out, &digits, count);
    } else {
        out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }
}

/// The text before a number in a name: at most four bytes.
#[derive(Clone, Copy)]
pub struct Prefix {
    /// The bytes in little-endian order.
    bytes: u64,
    length: u8,
}

impl Prefix {
    /// Packs `text` into a prefix.
    ///
    /// # Panics
    /// If `text` is longer than four bytes; in a constant, that is a compile error.
    pub const fn new(text: &str) -> Self {
        let (text, mut bytes, mut length) = (text.as_bytes(), 0, 0);
        assert!(text.len() <= 4);
        while length < text.len() {
            bytes |= (text[length] as u64) << (8 * length);
            length += 1;
        }
        Self { bytes, length: length as u8 }
    }
}

/// Appends a prefix and a number in decimal digits.
#[inline(always)]
pub fn push_numbered(out: &mut Vec<u8>, prefix: Prefix, number: u32) {
    let length = usize::from(prefix.length);
    if number < 10_000 {
        let (digits, count) = digits::<4>(u64::from(number));
        let name = prefix.bytes | digits << (8 * length);
        push_first(out, &name.to_le_bytes(), length + count);
    } else {
        push_first(out, &prefix.bytes.to_le_bytes(), length);
        push_number(out, number);
    }
}

/// The digits of a number below 10^8, and how many there are; the bytes behind them are unspecified.
#[inline(always)]
fn eight_digits(number: u32) -> ([u8; 8], usize) {
    let (digits, count) = digits::<8>(u64::from(number / 10_000) | u64::from(number % 10_000) << 32);
    (digits.to_le_bytes(), count)
}

/// The decimal digits of a number of at most `MOST` digits, the first in the lowest byte, and their count; the bytes behind them
/// are unspecified. Each half of `fours` holds four digits of the number, the leading four in the lower half. All digits are
/// computed in parallel in one register: each group of four is split into two groups of two, then these into single digits.
#[inline(always)]
fn digits<const MOST: usize>(fours: u64) -> (u64, usize) {
    // 10486 / 2^20 approximates 1/100 closely enough for four digits, and 103 / 2^10 approximates 1/10 for two.
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    let digits = tens | (twos - 10 * tens) << 8;
    // The last digit is kept even if it is zero.
    let zeros = (digits | 1 << (8 * (MOST - 1))).trailing_zeros() / 8;
    (digits >> (8 * zeros) | 0x3030_3030_3030_3030, MOST - zeros as usize)
}

#[cfg(test)]
mod tests {
    use super::{
        AT_ONCE, Ordered, Prefix, equal, push_escaped, push_number, push_numbered, push_part, push_text,
    };

    #[test]
    fn the_order_is_that_of_bytes() {
        let texts = [
            "",
            "\0",
            "a",
            "a\0",
            "ab",
            "abcdefg",
            "abcdefgh",
            "abcdefgha",
            "abcdefghb",
            "abcdefgi",
            "b",
            "é",
        ];
        for a in texts {
            for b in texts {
                let ordered = |text: &'static str| Ordered::new(text.as_bytes());
                assert_eq!(ordered(a).cmp(&ordered(b)), a.cmp(b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn texts_are_the_same_where_all_bytes_are() {
        for count in 0..40 {
            let text: Vec<u8> = (0..count).collect();
            assert!(equal(&text, &text.clone()));
            assert!(!equal(&text, &[&text[..], &[0]].concat()));
            for place in 0..text.len() {
                let mut other = text.clone();
                other[place] ^= 0x80;
                assert!(!equal(&text, &other), "{count} {place}");
            }
        }
    }

    #[test]
    fn numbers_are_as_they_are_displayed() {
        let near_powers = (0..10).flat_map(|power| {
            let ten = 10_u32.pow(power);
            [ten - 1, ten, ten + 1, ten * 2 + 7]
        });
        let spread = (0..1_000_000).map(|n: u32| n.wrapping_mul(2_654_435_761) >> (n % 32));
        for number in near_powers.chain(0..20_000).chain(spread).chain([u32::MAX]) {
            let mut out = b"x".to_vec();
            push_number(&mut out, number);
            for prefix in ["", "%", "^bb", "%arg"] {
                push_numbered(&mut out, Prefix::new(prefix), number);
            }
            let expected = format!("x{number}{number}%{number}^bb{number}%arg{number}");
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    #[test]
    fn parts_are_what_they_are_of_the_text() {
        let text: Vec<u8> = (0..3 * AT_ONCE as u8).collect();
        for from in 0..text.len() {
            for to in from..=text.len() {
                let mut out = b"x".to_vec();
                push_part(&mut out, &text, from, to);
                assert_eq!((out[0], &out[1..]), (b'x', &text[from..to]));
            }
        }
    }

    #[test]
    fn texts_of_all_lengths() {
        let text = b"0123456789abcdefghijklmnopqrstuvwxyz";
        for count in 0..=text.len() {
            let mut out = b"x".to_vec();
            push_text(&mut out, &text[..count]);
            assert_eq!((out[0], &out[1..]), (b'x', &text[..count]));
        }
    }

    #[test]
    fn what_cannot_be_printed_is_escaped() {
        for (text, expected) in
            [(&b"a b~"[..], &br"a b~"[..]), (b"a\"\\\n\x7f\xe4", br"a\22\\\0A\7F\E4"), (b"", b"")]
        {
            let mut out = Vec::new();
            push_escaped(&mut out, text);
            assert_eq!(out, expected);
        }
    }
}
