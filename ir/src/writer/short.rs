//! Short texts: most of what is written are a few bytes each, for which a call takes longer than to copy them does. They are copied in
//! one piece of a size that is known, and what is too much is cut off.

/// A text of at most 31 bytes.
#[derive(Clone, Copy, Default)]
pub(super) struct Short {
    text: [u8; MAX],
    len: u8,
}

const MAX: usize = 31;

impl Short {
    /// The text, unless it is too long.
    pub(super) fn new(text: &[u8]) -> Option<Self> {
        let mut short = Self { len: u8::try_from(text.len()).ok()?, ..Self::default() };
        short.text.get_mut(..text.len())?.copy_from_slice(text);
        Some(short)
    }

    /// Whether it is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes it.
    #[inline(always)]
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        write_first(out, self.text, usize::from(self.len));
    }
}

/// Writes the first `len` of the bytes.
#[inline(always)]
fn write_first<const N: usize>(out: &mut Vec<u8>, bytes: [u8; N], len: usize) {
    let end = out.len() + len;
    out.extend_from_slice(&bytes);
    out.truncate(end);
}

/// Writes a text of which it is not known how long it is.
#[inline]
pub(super) fn write_text(out: &mut Vec<u8>, text: &[u8]) {
    let len = text.len();
    // What two halves have in common is the same in both.
    match (text.first_chunk(), text.last_chunk(), text.first_chunk(), text.last_chunk()) {
        (_, _, Some(first), Some(last)) if len <= 16 => {
            let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
            let both = u128::from(first) | u128::from(last) << (8 * (len - 8));
            write_first(out, both.to_le_bytes(), len);
        }
        (Some(first), Some(last), ..) if len < 8 => {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            let both = u64::from(first) | u64::from(last) << (8 * (len - 4));
            write_first(out, both.to_le_bytes(), len);
        }
        _ if len < 4 => text.iter().for_each(|&byte| out.push(byte)),
        _ => out.extend_from_slice(text),
    }
}

/// The numbers from 0 to 99, in two digits.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + number as u8 / 10, b'0' + number as u8 % 10];
        number += 1;
    }
    pairs
};

/// Writes a number, most of which are small.
#[inline]
pub(super) fn write_number(out: &mut Vec<u8>, number: u32) {
    if number >= 10_000 {
        return out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }
    let ([a, b], [c, d]) = (PAIRS[number as usize / 100], PAIRS[number as usize % 100]);
    let len = 1 + usize::from(number >= 10) + usize::from(number >= 100) + usize::from(number >= 1_000);
    let digits = u32::from_le_bytes([a, b, c, d]) >> (8 * (4 - len));
    write_first(out, digits.to_le_bytes(), len);
}

#[cfg(test)]
mod tests {
    use super::{MAX, Short, write_number, write_text};

    /// What is written behind something else.
    fn written(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut out = b"<".to_vec();
        write(&mut out);
        out.split_off(1)
    }

    #[test]
    fn texts_of_all_lengths() {
        let text = b"0123456789abcdefghijklmnopqrstuvwxyz";
        for len in 0..=text.len() {
            let text = &text[..len];
            assert_eq!(written(|out| write_text(out, text)), text);
            match Short::new(text) {
                Some(short) => {
                    assert_eq!(written(|out| short.write(out)), text);
                    assert_eq!(short.is_empty(), len == 0);
                }
                None => assert!(len > MAX),
            }
        }
    }

    #[test]
    fn numbers_of_all_lengths() {
        let edges = (0..10).flat_map(|power| [10u32.pow(power) - 1, 10u32.pow(power)]);
        for number in edges.chain([42, 305, 1_020, 9_090, u32::MAX]) {
            assert_eq!(written(|out| write_number(out, number)), number.to_string().as_bytes());
        }
    }
}
