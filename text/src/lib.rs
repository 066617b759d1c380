//! Appending to texts that are written. They are put together of millions of parts of a few bytes, and to call a function that
//! copies takes longer than to copy these: so as many bytes as fit two registers are copied, and what was too much is taken back.

/// How many bytes are copied at once.
pub const AT_ONCE: usize = 32;

/// Appends `text[from..to]`. That takes no call where [`AT_ONCE`] bytes or more of `text` follow `from`, of which no more are wanted.
#[inline(always)]
pub fn push_part(out: &mut Vec<u8>, text: &[u8], from: usize, to: usize) {
    let end = out.len() + (to - from);
    match text[from..].first_chunk::<AT_ONCE>() {
        Some(chunk) if to - from <= AT_ONCE => {
            out.extend_from_slice(chunk);
            out.truncate(end);
        }
        _ => out.extend_from_slice(&text[from..to]),
    }
}

/// Appends a number in decimal digits.
#[inline(always)]
pub fn push_number(out: &mut Vec<u8>, number: u32) {
    if number < 100_000_000 {
        let (digits, count) = eight_digits(number);
        let end = out.len() + count;
        out.extend_from_slice(&digits);
        out.truncate(end);
    } else {
        out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }
}

/// The digits of a number below 10^8, and how many there are; the rest is anything. All are computed side by side in one register: first
/// as two numbers of four digits, then four of two, then eight.
#[inline(always)]
fn eight_digits(number: u32) -> ([u8; 8], usize) {
    let fours = u64::from(number / 10_000) | u64::from(number % 10_000) << 32;
    // 10486 / 2^20 is a hundredth, near enough for four digits; 103 / 2^10 a tenth for two.
    let hundreds = (fours * 10_486 >> 20) & 0x0000_007f_0000_007f;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = (twos * 103 >> 10) & 0x000f_000f_000f_000f;
    let digits = tens | (twos - 10 * tens) << 8;
    // The last digit is one even if it is zero.
    let zeros = (digits | 1 << 56).trailing_zeros() / 8;
    ((digits >> (8 * zeros) | 0x3030_3030_3030_3030).to_le_bytes(), 8 - zeros as usize)
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, push_number, push_part};

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
            assert_eq!(String::from_utf8(out).unwrap(), format!("x{number}"));
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
}
