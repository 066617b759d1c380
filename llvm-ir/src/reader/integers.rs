//! Parses integers as LLVM's lexer does: of any size, signed or unsigned.

use num_bigint::{BigInt, Sign};

/// The limit on decimal digits, because parsing time is quadratic in them. The widest integer types allow more, but no real
/// program has such numbers.
const MOST_DIGITS: usize = 1 << 20;

/// The value of an integer token; `None` if it is too long.
pub(super) fn value(text: &[u8]) -> Option<BigInt> {
    let hexadecimal = |digits| BigInt::parse_bytes(digits, 16).unwrap_or_default();
    Some(match text {
        [b'u', b'0', b'x', digits @ ..] => hexadecimal(digits),
        [b's', b'0', b'x', digits @ ..] => {
            let value = hexadecimal(digits);
            // LLVM takes the highest bit that is set as the sign.
            let bits = value.bits();
            if bits == 0 { value } else { value - (BigInt::from(1) << bits) }
        }
        _ if text.len() > MOST_DIGITS => return None,
        _ => BigInt::parse_bytes(text, 10).unwrap_or_default(),
    })
}

/// Whether LLVM treats a token as a signed integer: it has a sign, or is of the form `s0x…`.
pub(super) fn is_signed(text: &[u8]) -> bool {
    matches!(text, [b'-' | b's', ..])
}

/// The number of bits in which LLVM's lexer stores the integer at the start of a text, given its value: as few as possible,
/// except for `u0x0`, whose digits count. Matters where LLVM checks whether an integer fits.
pub(super) fn held_bits(text: &[u8], value: &BigInt) -> u64 {
    match text {
        [b'u' | b's', b'0', b'x', digits @ ..] => {
            let length = digits.iter().take_while(|digit| digit.is_ascii_hexdigit()).count();
            let digits = &digits[..length];
            let top_bit = digits.iter().position(|&digit| digit != b'0').map(|zeros| {
                let leading = (digits[zeros] as char).to_digit(16).unwrap_or(0).leading_zeros() - 28;
                (digits.len() - zeros) as u64 * 4 - u64::from(leading)
            });
            top_bit.unwrap_or(digits.len() as u64 * 4)
        }
        _ => match value.sign() {
            Sign::Minus => (value + 1u32).bits() + 1,
            _ => value.bits().max(1),
        },
    }
}

/// The number after `%`, `@`, `#` or `^`, or of a label, as LLVM's lexer computes it: truncated to 32 bits, or 0 if it notices an
/// overflow of 64 bits. LLVM reports either case only if the text is rejected.
pub(super) fn value_number(digits: &[u8]) -> u32 {
    let mut number = 0_u64;
    for digit in digits {
        let next = number.wrapping_mul(10).wrapping_add(u64::from(digit.wrapping_sub(b'0')));
        if next < number {
            return 0;
        }
        number = next;
    }
    number as u32
}

/// The value of an unsigned integer token, saturating at 64 bits.
pub(super) fn unsigned(text: &[u8]) -> Option<u64> {
    (!is_signed(text)).then(|| value(text).and_then(|value| u64::try_from(value).ok()).unwrap_or(u64::MAX))
}

/// The lowest 64 bits of an integer.
pub(super) fn low_bits(value: &BigInt) -> u64 {
    u64::try_from(value & BigInt::from(u64::MAX)).unwrap_or_default()
}

/// Whether an integer fits into this many bits, as a signed or as an unsigned number.
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
    fn integers_are_held_in_as_few_bits_as_they_need() {
        for (text, bits) in [
            ("0", 1),
            ("-0", 1),
            ("-1", 1),
            ("-2", 2),
            ("-128", 8),
            ("-129", 9),
            ("0255", 8),
            ("256", 9),
            ("18446744073709551616", 65),
            ("u0x0", 4),
            ("u0x00", 8),
            ("u0x01F", 5),
            ("s0x08", 4),
        ] {
            assert_eq!(held_bits(text.as_bytes(), &value(text.as_bytes()).unwrap()), bits, "{text}");
        }
    }

    #[test]
    fn numbers_of_values_have_32_bits() {
        for (digits, number) in [
            ("4294967295", u32::MAX),
            ("4294967297", 1),
            ("18446744073709551615", u32::MAX),
            ("18446744073709551617", 0),
            // Overflows by a factor of less than ten, which LLVM does not notice.
            ("30000000000000000001", 0x9db8_0001),
        ] {
            assert_eq!(value_number(digits.as_bytes()), number, "{digits}");
        }
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
