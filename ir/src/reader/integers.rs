//! Integers as LLVM's lexer has them: of any size, and signed or not.

use num_bigint::{BigInt, Sign};

/// How many decimal digits are read, which takes time by their square. The widest integers have more; no program has them.
const MOST_DIGITS: usize = 1 << 20;

/// The value of a token that is an integer, unless it is too long.
pub(super) fn value(text: &[u8]) -> Option<BigInt> {
    let hexadecimal = |digits| BigInt::parse_bytes(digits, 16).unwrap_or_default();
    Some(match text {
        [b'u', b'0', b'x', digits @ ..] => hexadecimal(digits),
        [b's', b'0', b'x', digits @ ..] => {
            let value = hexadecimal(digits);
            // LLVM takes the topmost bit that is set for the sign.
            let bits = value.bits();
            if bits == 0 { value } else { value - (BigInt::from(1) << bits) }
        }
        _ if text.len() > MOST_DIGITS => return None,
        _ => BigInt::parse_bytes(text, 10).unwrap_or_default(),
    })
}

/// The value of a token that is an unsigned integer, or the largest number of 64 bits.
pub(super) fn unsigned(text: &[u8]) -> Option<u64> {
    let is_signed = matches!(text, [b'-' | b's', ..]);
    (!is_signed).then(|| value(text).and_then(|value| u64::try_from(value).ok()).unwrap_or(u64::MAX))
}

/// Whether a type of this width has an integer, as a signed or as an unsigned number.
pub(super) fn fits(width: u32, value: &BigInt) -> bool {
    match value.sign() {
        Sign::Minus => (value + 1u32).bits() < u64::from(width),
        _ => value.bits() <= u64::from(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topmost_bit_is_the_sign() {
        for (text, expected) in
            [("s0x1F", -1), ("s0x10", -16), ("s0x0", 0), ("u0x1F", 31), ("-0", 0), ("-12", -12), ("007", 7)]
        {
            assert_eq!(value(text.as_bytes()), Some(expected.into()), "{text}");
        }
    }

    #[test]
    fn more_digits_than_any_program_has_are_not_read() {
        assert_eq!(value(&[b'1'; MOST_DIGITS + 1]), None);
    }

    #[test]
    fn unsigned_numbers_end_at_the_largest() {
        assert_eq!(unsigned(b"u0xff"), Some(255));
        assert_eq!(unsigned(b"99999999999999999999"), Some(u64::MAX));
        assert_eq!([unsigned(b"s0x1"), unsigned(b"-1")], [None, None]);
    }

    #[test]
    fn what_fits_is_signed_or_unsigned() {
        for (width, value, expected) in
            [(8, 255, true), (8, 256, false), (8, -128, true), (8, -129, false), (1, -1, true), (1, 2, false)]
        {
            assert_eq!(fits(width, &value.into()), expected, "{width} {value}");
        }
    }
}
