//! Conversion of floating-point numbers between text and bits, as MLIR parses and prints them.

use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::types::FloatKind;

/// A small floating-point format: sign, biased exponent, mantissa.
struct Small {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    signed: bool,
}

/// The formats that are neither IEEE's nor supported by `rustc_apfloat`.
fn small(kind: FloatKind) -> Option<Small> {
    let format =
        |exponent_bits, mantissa_bits, bias| Some(Small { exponent_bits, mantissa_bits, bias, signed: true });
    match kind {
        FloatKind::F4E2M1FN => format(2, 1, 1),
        FloatKind::F6E2M3FN => format(2, 3, 1),
        FloatKind::F6E3M2FN => format(3, 2, 3),
        FloatKind::F8E3M4 => format(3, 4, 3),
        FloatKind::F8E4M3 => format(4, 3, 7),
        FloatKind::F8E4M3B11FNUZ => format(4, 3, 11),
        FloatKind::F8E4M3FNUZ => format(4, 3, 8),
        FloatKind::F8E5M2FNUZ => format(5, 2, 16),
        FloatKind::TF32 => format(8, 10, 127),
        FloatKind::F8E8M0FNU => Some(Small { exponent_bits: 8, mantissa_bits: 0, bias: 127, signed: false }),
        _ => None,
    }
}

impl Small {
    /// The value of finite bits.
    fn value(&self, bits: u128) -> f64 {
        let mantissa_mask = (1u128 << self.mantissa_bits) - 1;
        let mantissa = (bits & mantissa_mask) as f64;
        let exponent = (bits >> self.mantissa_bits & ((1 << self.exponent_bits) - 1)) as i32;
        let negative = self.signed && bits >> (self.mantissa_bits + self.exponent_bits) & 1 == 1;
        let scale = f64::from(2u32.pow(self.mantissa_bits));
        let magnitude = match (exponent, self.signed) {
            (0, true) => mantissa / scale * 2f64.powi(1 - self.bias),
            _ => (1.0 + mantissa / scale) * 2f64.powi(exponent - self.bias),
        };
        if negative { -magnitude } else { magnitude }
    }

    /// The bits of the value nearest to `value`, by binary search.
    fn nearest(&self, value: f64, is_finite: impl Fn(u128) -> bool) -> u128 {
        let sign =
            u128::from(value.is_sign_negative() && self.signed) << (self.mantissa_bits + self.exponent_bits);
        let magnitude = value.abs();
        let (mut low, mut high) = (0u128, (1u128 << (self.mantissa_bits + self.exponent_bits)) - 1);
        while high > 0 && !is_finite(high) {
            high -= 1;
        }
        // Larger values have larger bits.
        while high - low > 1 {
            let middle = low.midpoint(high);
            if self.value(middle) <= magnitude { low = middle } else { high = middle }
        }
        let (below, above) = (magnitude - self.value(low), self.value(high) - magnitude);
        let nearest = if below < above || (below == above && low & 1 == 0) { low } else { high };
        sign | nearest
    }
}

/// Whether the bits are a finite number, neither infinity nor NaN.
fn is_finite(kind: FloatKind, bits: u128) -> bool {
    let exponent_ones = |format: &Small| {
        let mask = (1u128 << format.exponent_bits) - 1;
        bits >> format.mantissa_bits & mask == mask
    };
    match kind {
        FloatKind::F16 => Half::from_bits(bits).is_finite(),
        FloatKind::BF16 => BFloat::from_bits(bits).is_finite(),
        FloatKind::F32 => Single::from_bits(bits).is_finite(),
        FloatKind::F64 => Double::from_bits(bits).is_finite(),
        FloatKind::F80 => X87DoubleExtended::from_bits(bits).is_finite(),
        FloatKind::F128 => Quad::from_bits(bits).is_finite(),
        FloatKind::F8E5M2 => Float8E5M2::from_bits(bits).is_finite(),
        FloatKind::F8E4M3FN => Float8E4M3FN::from_bits(bits).is_finite(),
        FloatKind::F4E2M1FN | FloatKind::F6E2M3FN | FloatKind::F6E3M2FN => true,
        FloatKind::F8E4M3B11FNUZ | FloatKind::F8E4M3FNUZ | FloatKind::F8E5M2FNUZ => bits != 0x80,
        FloatKind::F8E8M0FNU => bits != 0xff,
        FloatKind::F8E3M4 | FloatKind::F8E4M3 | FloatKind::TF32 => {
            !small(kind).is_some_and(|f| exponent_ones(&f))
        }
    }
}

/// Parses a number: a decimal, which is rounded, or the bits in hexadecimal. `None` if `text` is neither.
pub(super) fn parse(kind: FloatKind, text: &str, negative: bool, is_decimal: bool) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u128::from_str_radix(digits, 16).ok()?;
        return (!negative && !is_decimal && (kind.width() == 128 || bits >> kind.width() == 0))
            .then_some(bits);
    }
    // MLIR does not accept an integer as a float, but dense elements and old texts contain them.
    let text = if negative { format!("-{text}") } else { text.to_owned() };
    fn round<T: Float>(text: &str) -> Option<u128> {
        T::from_str_r(text, Round::NearestTiesToEven).ok().map(|parsed| parsed.value.to_bits())
    }
    match kind {
        FloatKind::F16 => round::<Half>(&text),
        FloatKind::BF16 => round::<BFloat>(&text),
        FloatKind::F32 => round::<Single>(&text),
        FloatKind::F64 => round::<Double>(&text),
        FloatKind::F80 => round::<X87DoubleExtended>(&text),
        FloatKind::F128 => round::<Quad>(&text),
        FloatKind::F8E5M2 => round::<Float8E5M2>(&text),
        FloatKind::F8E4M3FN => round::<Float8E4M3FN>(&text),
        _ => Some(small(kind)?.nearest(text.parse().ok()?, |bits| is_finite(kind, bits))),
    }
}

/// Prints a number: with six digits if that is exact, else with as many as needed; infinities and NaN in hexadecimal.
pub(super) fn print(kind: FloatKind, bits: u128, out: &mut Vec<u8>) {
    if is_finite(kind, bits)
        && let Some(text) = decimal(kind, bits)
    {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    print_bits(kind, bits, out);
}

/// Prints the bits of a number in hexadecimal.
pub(super) fn print_bits(kind: FloatKind, bits: u128, out: &mut Vec<u8>) {
    use std::io::Write;
    let digits = kind.width().div_ceil(4) as usize;
    let written = write!(out, "0x{bits:0digits$X}");
    debug_assert!(written.is_ok(), "writing to a `Vec` cannot fail");
}

/// Whether the decimal of a number yields the same number if it is first read as a double.
pub(super) fn is_double(kind: FloatKind, bits: u128) -> bool {
    fn fits<T: FloatConvert<Double>>(value: T) -> bool {
        let mut inexact = false;
        let _double: Double = value.convert(&mut inexact).value;
        !inexact
    }
    match kind {
        FloatKind::F80 => fits(X87DoubleExtended::from_bits(bits)),
        FloatKind::F128 => fits(Quad::from_bits(bits)),
        _ => true,
    }
}

/// As LLVM's `APFloat::toString`: at most six digits, padded, if that is exact, else as many digits as distinguish all numbers of
/// the format.
fn decimal(kind: FloatKind, bits: u128) -> Option<String> {
    let round_trips = |text: &str| {
        let (text, negative) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
        parse(kind, text, negative, true) == Some(bits)
    };
    // Most numbers are short and exact; try Rust's formatting first, which is faster.
    let double = match kind {
        FloatKind::F64 => Some(f64::from_bits(bits as u64)),
        FloatKind::F32 => Some(f64::from(f32::from_bits(bits as u32))),
        _ => None,
    };
    if let Some(double) =
        double.filter(|double| (1e-3..1e6).contains(&double.abs()) && (double * 64.0).fract() == 0.0)
    {
        let short = format!("{double:.5e}");
        if short.parse() == Ok(double) {
            let (mantissa, exponent) = short.split_once('e')?;
            let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
            return Some(format!("{mantissa}0e{sign}{digits:0>2}"));
        }
    }
    fn both<T: Float>(bits: u128) -> (String, String) {
        let value = T::from_bits(bits);
        (format!("{value:#width$.6}", width = 0), value.to_string())
    }
    let (short, long) = match kind {
        FloatKind::F16 => both::<Half>(bits),
        FloatKind::BF16 => both::<BFloat>(bits),
        FloatKind::F32 => both::<Single>(bits),
        FloatKind::F64 => both::<Double>(bits),
        FloatKind::F80 => both::<X87DoubleExtended>(bits),
        FloatKind::F128 => both::<Quad>(bits),
        FloatKind::F8E5M2 => both::<Float8E5M2>(bits),
        FloatKind::F8E4M3FN => both::<Float8E4M3FN>(bits),
        _ => both::<Double>(small(kind)?.value(bits).to_bits().into()),
    };
    if round_trips(&short) {
        return Some(short);
    }
    (long.contains('.') && round_trips(&long)).then_some(long)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(kind: FloatKind, bits: u128) -> String {
        let mut out = Vec::new();
        print(kind, bits, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_print_as_mlir_prints_them() {
        assert_eq!(printed(FloatKind::F32, 1.0f32.to_bits().into()), "1.000000e+00");
        assert_eq!(printed(FloatKind::F32, 0.1f32.to_bits().into()), "1.000000e-01");
        assert_eq!(printed(FloatKind::F64, 0.1f64.to_bits().into()), "1.000000e-01");
        assert_eq!(printed(FloatKind::F32, f32::NAN.to_bits().into()), "0x7FC00000");
        assert_eq!(printed(FloatKind::F16, 0x7c00), "0x7C00");
    }

    #[test]
    fn doubles_are_told_from_what_is_more_exact() {
        let third = 0x3FFD_5555_5555_5555_5555_5555_5555_5555;
        assert!(!is_double(FloatKind::F128, third));
        assert!(is_double(FloatKind::F128, third >> 60 << 60));
        assert!(!is_double(FloatKind::F80, 0x3FFD_AAAA_AAAA_AAAA_AAAB));
        assert!(is_double(FloatKind::F80, 0x3FFD_AAAA_AAAA_AAAA_A800));
        // Too large for a double.
        assert!(!is_double(FloatKind::F80, 0x7FFE_8000_0000_0000_0000));
        assert!(is_double(FloatKind::F64, 0x3FD5_5555_5555_5555));
    }

    #[test]
    fn every_small_number_comes_back() {
        for kind in FloatKind::ALL.iter().copied().filter(|kind| kind.width() <= 8) {
            for bits in 0..1u128 << kind.width() {
                let text = printed(kind, bits);
                let (magnitude, negative) =
                    text.strip_prefix('-').map_or((&*text, false), |rest| (rest, true));
                let back = parse(kind, magnitude, negative, !text.starts_with("0x"));
                assert_eq!(back, Some(bits), "{} {text}", kind.spelling());
            }
        }
    }
}
