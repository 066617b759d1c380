//! Numbers of 64 bits and a power of two: what frequencies of blocks are computed with, so that they have the same value everywhere.
//! Source: LLVM, `ScaledNumber`.

use std::cmp::Ordering;

/// `digits` · 2^`scale`. One number may have several forms.
#[derive(Clone, Copy, Debug)]
pub struct Scaled {
    digits: u64,
    scale: i32,
}

const LARGEST_SCALE: i32 = 16383;
const SMALLEST_SCALE: i32 = -16382;

impl Scaled {
    pub(super) const ZERO: Self = Self { digits: 0, scale: 0 };
    pub(super) const ONE: Self = Self { digits: 1, scale: 0 };
    const LARGEST: Self = Self { digits: u64::MAX, scale: LARGEST_SCALE };

    pub(super) const fn new(digits: u64, scale: i32) -> Self {
        Self { digits, scale }
    }

    /// One more unit if `up`.
    fn rounded(digits: u64, scale: i32, up: bool) -> Self {
        match digits.checked_add(u64::from(up)) {
            Some(digits) => Self { digits, scale },
            None => Self { digits: 1 << 63, scale: scale + 1 },
        }
    }

    /// The number times 2^`by`, within what can be represented.
    fn shifted(mut self, by: i32) -> Self {
        if self.digits == 0 {
            return self;
        }
        let scale = self.scale + by;
        self.scale = scale.clamp(SMALLEST_SCALE, LARGEST_SCALE);
        match scale - self.scale {
            0 => self,
            left @ 1.. if left as u32 > self.digits.leading_zeros() => Self::LARGEST,
            left @ 1.. => Self { digits: self.digits << left, ..self },
            right => Self { digits: self.digits.checked_shr(right.unsigned_abs()).unwrap_or(0), ..self },
        }
    }

    pub(super) fn times(self, other: Self) -> Self {
        let product = u128::from(self.digits) * u128::from(other.digits);
        let shift = 64u32.saturating_sub(((product >> 64) as u64).leading_zeros());
        let up = shift > 0 && product >> (shift - 1) & 1 == 1;
        let product = Self::rounded((product >> shift) as u64, shift as i32, up);
        product.shifted(self.scale + other.scale)
    }

    pub(super) fn over(self, other: Self) -> Self {
        match (self.digits, other.digits) {
            (0, _) => self,
            (_, 0) => Self::LARGEST,
            (dividend, divisor) => quotient(dividend, divisor).shifted(self.scale - other.scale),
        }
    }

    /// The number, rounded down; at most `u64::MAX`.
    pub(super) fn to_u64(self) -> u64 {
        match self.scale {
            0.. if self.digits == 0 => 0,
            left @ 0.. if left as u32 > self.digits.leading_zeros() => u64::MAX,
            left @ 0.. => self.digits << left,
            right => self.digits.checked_shr(right.unsigned_abs()).unwrap_or(0),
        }
    }

    /// The nearest number that `f64` has, about; at most [`f64::MAX`].
    pub fn to_f64(self) -> f64 {
        // Powers of two beyond the exponents of `f64` take two steps.
        let scale = self.scale.clamp(-1200, 1200);
        let first = scale.clamp(-600, 600);
        let number = self.digits as f64 * f64::from(first).exp2() * f64::from(scale - first).exp2();
        number.min(f64::MAX)
    }

    fn exponent(self) -> i32 {
        self.scale + 63 - self.digits.leading_zeros() as i32
    }
}

/// A quotient of numbers that are not zero: of 64 digits, unless fewer say it all.
fn quotient(dividend: u64, divisor: u64) -> Scaled {
    let divided = divisor.trailing_zeros();
    let divisor = divisor >> divided;
    if divisor == 1 {
        return Scaled::new(dividend, -(divided as i32));
    }
    let multiplied = dividend.leading_zeros();
    let dividend = dividend << multiplied;
    let mut scale = -((divided + multiplied) as i32);
    let (mut digits, mut rest) = (dividend / divisor, u128::from(dividend % divisor));
    while digits >> 63 == 0 && rest != 0 {
        rest <<= 1;
        scale -= 1;
        digits = digits << 1 | u64::from(rest >= divisor.into());
        rest -= if rest >= divisor.into() { divisor.into() } else { 0 };
    }
    Scaled::rounded(digits, scale, rest >= divisor.div_ceil(2).into())
}

impl PartialEq for Scaled {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Scaled {}

impl PartialOrd for Scaled {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scaled {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.digits == 0 || other.digits == 0 {
            return self.digits.cmp(&other.digits);
        }
        let aligned = |it: &Self| it.digits << it.digits.leading_zeros();
        self.exponent().cmp(&other.exponent()).then_with(|| aligned(self).cmp(&aligned(other)))
    }
}

/// As LLVM prints it: with as many digits as the precision says, 10 if it says nothing, and one behind the point at least.
impl std::fmt::Display for Scaled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&decimal(*self, f.precision().unwrap_or(10).clamp(1, MOST_DIGITS)))
    }
}

/// The most digits that are printed.
const MOST_DIGITS: usize = 17;

/// The bits behind the point that are kept while digits are made.
const KEPT: i32 = 120;

fn decimal(number: Scaled, precision: usize) -> String {
    let Scaled { digits, scale } = number;
    if digits == 0 {
        return "0.0".to_owned();
    }
    if (0..=digits.leading_zeros() as i32).contains(&scale) {
        return format!("{}.0", digits << scale);
    }
    // Numbers below 2⁻⁶⁴, about, and those that need more than 64 bits above the point have an exponent.
    let is_small = |scale: i32| scale <= -KEPT || (scale < -64 && digits >> (-scale - 64) == 0);
    if scale > 0 || is_small(scale) {
        return scientific(number, precision);
    }
    let above = digits.checked_shr(scale.unsigned_abs()).unwrap_or(0);
    let below = if above == 0 { digits } else { digits & ((1 << -scale) - 1) };
    if below == 0 {
        return format!("{above}.0");
    }
    let mut text = format!("{above}.");
    let point = text.len();
    let mut count = if above == 0 { 0 } else { point - 1 };
    // What is left behind the last digit, and how much of it is known.
    let mut rest = u128::from(below) << (KEPT + scale);
    let (mut error, mut halved) = (1u64, -64 - scale);
    loop {
        error = error.wrapping_mul(if halved > 0 { 5 } else { 10 });
        halved -= 1;
        rest *= 10;
        let digit = (rest >> KEPT) as u8;
        rest &= (1 << KEPT) - 1;
        text.push(char::from(b'0' + digit));
        count += usize::from(count > 0 || digit != 0);
        let is_known = error != 0 && (((rest >> 60) << 4) as u64) >= error / 2;
        if !is_known || (count > precision && text.len() - point >= 2) {
            break;
        }
    }
    let kept =
        if count <= precision { text.len() } else { (text.len() - (count - precision)).max(point + 1) };
    let up = text.as_bytes().get(kept).is_some_and(|&digit| digit >= b'5');
    text.truncate(kept);
    if up {
        text = incremented(&text);
    }
    let end = text.trim_end_matches('0').len();
    let is_whole = text[..end].ends_with('.');
    text.truncate(end + usize::from(is_whole));
    text
}

/// A decimal number with its last digit one higher.
fn incremented(text: &str) -> String {
    let (mut digits, mut carry) = (text.as_bytes().to_vec(), true);
    for digit in digits.iter_mut().rev().filter(|digit| **digit != b'.') {
        (*digit, carry) = if *digit == b'9' { (b'0', true) } else { (*digit + 1, false) };
        if !carry {
            break;
        }
    }
    let digits = String::from_utf8_lossy(&digits);
    if carry { format!("1{digits}") } else { digits.into_owned() }
}

/// A number with an exponent: `6.4028E-40`. Digits that are not needed are cut off first, as LLVM does: then five digits may be all that
/// are left, and are not rounded.
fn scientific(number: Scaled, precision: usize) -> String {
    let zeros = number.digits.trailing_zeros();
    let scale = number.scale + zeros as i32;
    // The digits times 2^scale; or times 5^-scale, which is 10^-scale times as much.
    let mut limbs = vec![number.digits >> zeros];
    for _ in 0..scale.unsigned_abs() {
        multiply(&mut limbs, if scale < 0 { 5 } else { 2 });
    }
    let bits = 64 * limbs.len() as u32 - limbs.last().map_or(0, |limb| limb.leading_zeros());
    // 196/59 is the logarithm of 10, about.
    let needed = (precision as u32 * 196).div_ceil(59);
    let removed = bits.saturating_sub(needed) * 59 / 196;
    (0..removed).for_each(|_| divide(&mut limbs, 10));
    let text = limbs[0].to_string();
    let mut exponent = text.len() as i32 - 1 + removed as i32 + scale.min(0);
    let mut kept = text[..text.len().min(precision)].to_owned();
    if text.as_bytes().get(precision).is_some_and(|&digit| digit >= b'5') {
        kept = incremented(&kept);
        exponent += i32::from(kept.len() > precision);
    }
    let (first, rest) = kept.split_at(1);
    let rest = rest.trim_end_matches('0');
    format!("{first}.{}E{exponent:+}", if rest.is_empty() { "0" } else { rest })
}

/// Multiplies an integer of little-endian limbs.
fn multiply(limbs: &mut Vec<u64>, by: u64) {
    let mut carry = 0;
    for limb in limbs.iter_mut() {
        let product = u128::from(*limb) * u128::from(by) + carry;
        (*limb, carry) = (product as u64, product >> 64);
    }
    if carry > 0 {
        limbs.push(carry as u64);
    }
}

/// Divides an integer of little-endian limbs, rounding down.
fn divide(limbs: &mut Vec<u64>, by: u64) {
    let mut rest = 0;
    for limb in limbs.iter_mut().rev() {
        let dividend = rest << 64 | u128::from(*limb);
        (*limb, rest) = ((dividend / u128::from(by)) as u64, dividend % u128::from(by));
    }
    if limbs.len() > 1 && limbs.last() == Some(&0) {
        limbs.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::Scaled;

    #[test]
    fn arithmetic_rounds_to_64_bits() {
        let third = Scaled::ONE.over(Scaled::new(3, 0));
        assert_eq!(third, Scaled::new(0xaaaa_aaaa_aaaa_aaab, -65));
        assert_eq!(third.times(Scaled::new(3, 0)), Scaled::ONE);
        assert_eq!(Scaled::new(1, 54).over(Scaled::new(3, -1)).to_u64(), (1 << 55) / 3);
        assert!(Scaled::new(1, 64) > Scaled::new(u64::MAX, 0) && Scaled::ZERO < Scaled::new(1, -16000));
        assert_eq!(Scaled::new(1, -16382).times(Scaled::new(1, -60)), Scaled::ZERO);
        assert_eq!(Scaled::new(1, 64).to_u64(), u64::MAX);
    }

    #[test]
    fn every_number_has_a_finite_float() {
        assert_eq!(Scaled::new(3, -1).to_f64(), 1.5);
        assert_eq!(Scaled::new(1, 1023).to_f64(), 2f64.powi(1023));
        assert_eq!(Scaled::new(1, 1024).to_f64(), f64::MAX);
        assert_eq!(Scaled::LARGEST.to_f64(), f64::MAX);
        assert_eq!(Scaled::new(1 << 63, -1085).to_f64(), f64::MIN_POSITIVE);
        assert_eq!(Scaled::new(1, -16000).to_f64(), 0.0);
    }

    #[test]
    fn numbers_are_printed_as_llvm_prints_them() {
        let cases = [
            (Scaled::new(1, 0), "1.0"),
            (Scaled::new(3, -3), "0.375"),
            (Scaled::new(49, -6), "0.76563"),
            (Scaled::new(1, -64), "0.0"),
            (Scaled::new(4, -64), "0.0000000000000000002"),
            (Scaled::new(12345, -1), "6172.5"),
            (Scaled::new((10 << 30) - 1, -30), "10.0"),
            (Scaled::new(1_234_567, -3), "154320.9"),
            (Scaled::new((1 << 20) - 1, -20), "1.0"),
            (Scaled::new(1 << 63, -190), "5.8775E-39"),
            (Scaled::new(1, 100), "1.2677E+30"),
        ];
        for (number, expected) in cases {
            assert_eq!(format!("{number:.5}"), expected);
        }
    }
}
