//! Converts floating-point numbers between text and bits, exactly as LLVM reads and prints them. Source: LangRef, Simple Constants.

#[doc(hidden)]
pub use rustc_apfloat::ieee;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::instruction::BinaryOp;
use crate::types::TypeKind;

/// The formats of floating-point numbers that `rustc_apfloat` has: those of all types but `ppc_fp128`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Single,
    /// `double`
    Double,
    /// `x86_fp80`
    X87,
    /// `fp128`
    Quad,
}

/// Evaluates an expression in which a name stands for the type of `rustc_apfloat` that has a [`Format`](crate::float::Format).
#[macro_export]
macro_rules! with_float_format {
    ($format:expr, $name:ident => $body:expr) => {
        match $format {
            $crate::float::Format::Half => {
                type $name = $crate::float::ieee::Half;
                $body
            }
            $crate::float::Format::BFloat => {
                type $name = $crate::float::ieee::BFloat;
                $body
            }
            $crate::float::Format::Single => {
                type $name = $crate::float::ieee::Single;
                $body
            }
            $crate::float::Format::Double => {
                type $name = $crate::float::ieee::Double;
                $body
            }
            $crate::float::Format::X87 => {
                type $name = $crate::float::ieee::X87DoubleExtended;
                $body
            }
            $crate::float::Format::Quad => {
                type $name = $crate::float::ieee::Quad;
                $body
            }
        }
    };
}

impl Format {
    /// The format of a type.
    pub fn of(kind: &TypeKind) -> Option<Self> {
        Some(match kind {
            TypeKind::Half => Self::Half,
            TypeKind::BFloat => Self::BFloat,
            TypeKind::Float => Self::Single,
            TypeKind::Double => Self::Double,
            TypeKind::X86Fp80 => Self::X87,
            TypeKind::Fp128 => Self::Quad,
            _ => return None,
        })
    }

    /// The bits of the result of a binary instruction on two numbers with these bits, rounded to the nearest number, or to the even one of
    /// two; `None` if the instruction is not one on floating-point numbers.
    pub fn binary(self, op: BinaryOp, lhs: u128, rhs: u128) -> Option<u128> {
        Some(with_float_format!(self, F => {
            let (a, b) = (F::from_bits(lhs), F::from_bits(rhs));
            let result = match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                BinaryOp::FRem => a % b,
                _ => return None,
            };
            result.value.to_bits()
        }))
    }
}

/// Parses decimal `text` (`1.5`, `-1.0e+3`) to bits in the format of `kind`. As in LLVM, the number is first read as a `double`.
/// `None` if the text is not a number or its value is not exact in the format, which LLVM rejects.
pub fn from_decimal(kind: &TypeKind, text: &str) -> Option<u128> {
    let double = match text.parse::<Double>() {
        Ok(value) => value,
        Err(_) => return None,
    };
    match kind {
        TypeKind::Double => Some(double.to_bits()),
        _ => convert(kind, double),
    }
}

/// Converts the bits of a `double` to the format of `kind`; `None` if the value is not exact.
pub fn from_double_bits(kind: &TypeKind, bits: u64) -> Option<u128> {
    match kind {
        TypeKind::Double => Some(bits.into()),
        _ => convert(kind, Double::from_bits(bits.into())),
    }
}

fn convert(kind: &TypeKind, double: Double) -> Option<u128> {
    fn to<T: Float>(double: Double) -> Option<u128>
    where
        Double: FloatConvert<T>,
    {
        let mut lossy = false;
        let converted: T = double.convert_r(Round::NearestTiesToEven, &mut lossy).value;
        (!lossy).then(|| converted.to_bits())
    }
    match kind {
        // A pair of doubles, of which the second is zero. The first is in the low half.
        TypeKind::PpcFp128 => Some(double.to_bits()),
        _ => with_float_format!(Format::of(kind)?, F => to::<F>(double)),
    }
}

/// Converts the bits of a `half`, `bfloat` or `float` to those of the equal `double`.
pub fn to_double_bits(kind: &TypeKind, bits: u128) -> Option<u64> {
    let mut lossy = false;
    let double: Double = match kind {
        TypeKind::Float => Single::from_bits(bits).convert(&mut lossy).value,
        TypeKind::Half => Half::from_bits(bits).convert(&mut lossy).value,
        TypeKind::BFloat => BFloat::from_bits(bits).convert(&mut lossy).value,
        TypeKind::Double => Double::from_bits(bits),
        _ => return None,
    };
    // Conversion would quiet a signaling NaN; LLVM keeps the payload.
    let quieted = Double::to_bits(double) as u64;
    if let TypeKind::Float = kind {
        let exponent_all_ones = bits >> 23 & 0xff == 0xff;
        let payload = (bits & 0x7f_ffff) as u64;
        if exponent_all_ones && payload != 0 {
            let sign = (bits as u64 >> 31) << 63;
            return Some(sign | 0x7ff << 52 | payload << 29);
        }
    }
    Some(quieted)
}

/// The bits of the `float` that LLVM prints as the double with these bits. Keeps NaN payloads.
pub fn float_from_double_bits(bits: u64) -> Option<u128> {
    let payload = bits & 0xf_ffff_ffff_ffff;
    if bits >> 52 & 0x7ff == 0x7ff && payload != 0 {
        if payload & 0x1fff_ffff != 0 {
            return None;
        }
        return Some(u128::from((bits >> 63) << 31 | 0xff << 23 | payload >> 29));
    }
    from_double_bits(&TypeKind::Float, bits)
}

/// The bits of a number in hexadecimal, as LLVM 22 and older spell it, without the `0x`: those of a `double`, or with a letter for the type,
/// `H3C00`. As in LLVM, digits that are too many are ignored.
pub fn from_hexadecimal(kind: &TypeKind, text: &str) -> Option<u128> {
    let (letter, digits) = text.split_at_checked(1)?;
    let word = |digits: &str| u64::from_str_radix(if digits.is_empty() { "0" } else { digits }, 16).ok();
    // The first digits, and as many as 64 bits have behind them.
    let split = |first: usize| {
        let (first, rest) = digits.split_at_checked(first).unwrap_or((digits, ""));
        Some((word(first)?, word(rest.get(..16).unwrap_or(rest))?))
    };
    match (letter, kind) {
        ("H", TypeKind::Half) | ("R", TypeKind::BFloat) => {
            Some(u128::from(low_word(digits.as_bytes()))).filter(|bits| *bits < 1 << 16)
        }
        ("K", TypeKind::X86Fp80) => {
            let (exponent, fraction) = split(4)?;
            Some(as_x87(u128::from(exponent) << 64 | u128::from(fraction)))
        }
        ("L", TypeKind::Fp128) | ("M", TypeKind::PpcFp128) => {
            // With fewer than 16 digits, the lower half is absent.
            let (low, high) = split(if digits.len() < 16 { 0 } else { 16 })?;
            Some(u128::from(high) << 64 | u128::from(low))
        }
        ("H" | "R" | "K" | "L" | "M", _) => None,
        _ if matches!(kind, TypeKind::Float) => float_from_double_bits(low_word(text.as_bytes())),
        _ => from_double_bits(kind, low_word(text.as_bytes())),
    }
}

/// The value of hexadecimal digits in 64 bits, as LLVM's lexer computes it: it takes no notice of digits that are too many, or makes the
/// value 0.
pub(crate) fn low_word(digits: &[u8]) -> u64 {
    let mut value = 0_u64;
    for &digit in digits {
        let digit = char::from(digit).to_digit(16).unwrap_or(0);
        let next = value.wrapping_mul(16).wrapping_add(digit.into());
        if next < value {
            return 0;
        }
        value = next;
    }
    value
}

/// The bits of an `x86_fp80` as LLVM keeps them: without the bit before the point, it is no number unless the exponent is 0; with the bit,
/// the exponent is 1 at least.
fn as_x87(bits: u128) -> u128 {
    let has_point = bits >> 63 & 1 == 1;
    match bits >> 64 & 0x7fff {
        0 if has_point => bits | 1 << 64,
        0 => bits,
        _ if has_point => bits,
        _ => bits | 0x7fff << 64,
    }
}

/// The number of bits of the fraction of a format, without the bit before the point, and of the whole number.
fn format_of(kind: &TypeKind) -> Option<(u32, u32)> {
    Some(match kind {
        TypeKind::Half => (10, 16),
        TypeKind::BFloat => (7, 16),
        TypeKind::Float => (23, 32),
        // The first of the two numbers of a `ppc_fp128` says whether it is infinite or not a number.
        TypeKind::Double | TypeKind::PpcFp128 => (52, 64),
        TypeKind::X86Fp80 => (63, 80),
        TypeKind::Fp128 => (112, 128),
        _ => return None,
    })
}

/// The bits of a number in a spelling that is new in LLVM 23: `f0x3C00`, all bits; `+inf`; `-qnan`, `+nan(0x1)`, `+snan(0x1)`, not a
/// number, quiet or signaling, with a payload; and the short decimals that it prints for all types, `1.000000e-01`. Their value is the
/// nearest one of the type; older LLVMs reject those that are not exact. Source: LangRef, Simple Constants.
pub fn from_new_spelling(kind: &TypeKind, text: &[u8]) -> Option<u128> {
    let text = std::str::from_utf8(text).ok()?;
    let (fraction, width) = format_of(kind)?;
    if let Some(digits) = text.strip_prefix("f0x") {
        let total = if *kind == TypeKind::PpcFp128 { 128 } else { width };
        let bits = u128::from_str_radix(digits, 16).ok()?;
        return (u128::BITS - bits.leading_zeros() <= total).then_some(bits);
    }
    let word = text.trim_start_matches(['+', '-']);
    if word.starts_with(|first: char| first.is_ascii_digit()) {
        return from_short_decimal(kind, text);
    }
    let quiet = 1 << (fraction - 1);
    let payload = match word.split_once("(0x") {
        Some((_, digits)) => u128::from_str_radix(digits.strip_suffix(')')?, 16).ok()?,
        None => 0,
    };
    let fraction_bits = match word.split_once('(').map_or(word, |(word, _)| word) {
        "inf" => 0,
        "qnan" => quiet,
        "nan" if payload != 0 && payload < quiet => quiet | payload,
        "snan" if payload != 0 && payload < quiet => payload,
        _ => return None,
    };
    // An `x86_fp80` has the bit before the point as well.
    let leading = u128::from(*kind == TypeKind::X86Fp80) << 63;
    let exponent_width = width - 1 - fraction - u32::from(*kind == TypeKind::X86Fp80);
    let exponent = ((1 << exponent_width) - 1) << (width - 1 - exponent_width);
    Some(u128::from(text.starts_with('-')) << (width - 1) | exponent | leading | fraction_bits)
}

/// The number nearest to a decimal, if LLVM 23 prints it so.
fn from_short_decimal(kind: &TypeKind, text: &str) -> Option<u128> {
    fn nearest<T: Float>(text: &str) -> Option<u128> {
        let value = text.parse::<T>().ok()?;
        (format!("{value:#width$.6}", width = 0) == text).then(|| value.to_bits())
    }
    match kind {
        TypeKind::Half => nearest::<Half>(text),
        TypeKind::BFloat => nearest::<BFloat>(text),
        TypeKind::Float => nearest::<Single>(text),
        TypeKind::Double => nearest::<Double>(text),
        TypeKind::X86Fp80 => nearest::<X87DoubleExtended>(text),
        TypeKind::Fp128 => nearest::<Quad>(text),
        // The nearest `double`, and what it lacks. The digits of a `fp128` are enough to compute that.
        TypeKind::PpcFp128 => {
            let exact = text.parse::<Quad>().ok()?;
            let mut lossy = false;
            let high: Double = exact.convert(&mut lossy).value;
            let back: Quad = high.convert(&mut lossy).value;
            let low: Double = (exact - back).value.convert(&mut lossy).value;
            Some(high.to_bits() | low.to_bits() << 64)
        }
        _ => None,
    }
}

/// Prints a number as LLVM 23 does; see [`from_new_spelling`].
pub fn print_new_spelling(kind: &TypeKind, bits: u128, out: &mut Vec<u8>) {
    let text = special(kind, bits).or_else(|| {
        let text = decimal(kind, bits)?;
        (from_short_decimal(kind, &text) == Some(bits)).then_some(text)
    });
    let digits = match kind {
        TypeKind::PpcFp128 => 32,
        _ => format_of(kind).map_or(0, |(_, width)| width as usize / 4),
    };
    out.extend_from_slice(text.unwrap_or_else(|| format!("f0x{bits:0digits$X}")).as_bytes());
}

/// The spelling of what is infinite or not a number.
fn special(kind: &TypeKind, bits: u128) -> Option<String> {
    let (fraction, width) = format_of(kind)?;
    let has_leading = *kind == TypeKind::X86Fp80;
    let exponent_width = width - 1 - fraction - u32::from(has_leading);
    let exponent = bits >> (width - 1 - exponent_width) & ((1 << exponent_width) - 1);
    let leading = !has_leading || bits >> 63 & 1 != 0;
    if exponent != (1 << exponent_width) - 1 || !leading || (*kind == TypeKind::PpcFp128 && bits >> 64 != 0) {
        return None;
    }
    let (sign, quiet) = (if bits >> (width - 1) & 1 != 0 { '-' } else { '+' }, 1 << (fraction - 1));
    let (rest, payload) = (bits & ((1 << fraction) - 1), bits & (quiet - 1));
    Some(match (rest, rest & quiet != 0) {
        (0, _) => format!("{sign}inf"),
        (_, true) if payload == 0 => format!("{sign}qnan"),
        (_, true) => format!("{sign}nan(0x{payload:x})"),
        (_, false) => format!("{sign}snan(0x{payload:x})"),
    })
}

/// A short decimal of about this value.
fn decimal(kind: &TypeKind, bits: u128) -> Option<String> {
    fn text<T: Float>(value: T) -> Option<String> {
        Some(format!("{value:#width$.6}", width = 0))
    }
    match kind {
        TypeKind::Half => text(Half::from_bits(bits)),
        TypeKind::BFloat => text(BFloat::from_bits(bits)),
        TypeKind::Float => text(Single::from_bits(bits)),
        TypeKind::Double => text(Double::from_bits(bits)),
        TypeKind::X86Fp80 => text(X87DoubleExtended::from_bits(bits)),
        TypeKind::Fp128 => text(Quad::from_bits(bits)),
        TypeKind::PpcFp128 => {
            let mut lossy = false;
            let high: Quad = Double::from_bits(bits & u128::from(u64::MAX)).convert(&mut lossy).value;
            let low: Quad = Double::from_bits(bits >> 64).convert(&mut lossy).value;
            text((high + low).value)
        }
        _ => None,
    }
}

/// Prints a number as LLVM does: `float` and `double` as a short decimal if that is exact, otherwise in hexadecimal.
pub fn print(kind: &TypeKind, bits: u128, out: &mut Vec<u8>) {
    use std::io::Write;
    let result = match kind {
        TypeKind::Float | TypeKind::Double => {
            let double = to_double_bits(kind, bits).unwrap_or_default();
            let value = Double::from_bits(double.into());
            if value.is_finite() {
                let text = short(value);
                if text.parse::<f64>().is_ok_and(|back| back.to_bits() == double) {
                    out.extend_from_slice(text.as_bytes());
                    return;
                }
            }
            write!(out, "0x{double:X}")
        }
        TypeKind::Half => write!(out, "0xH{bits:04X}"),
        TypeKind::BFloat => write!(out, "0xR{bits:04X}"),
        TypeKind::X86Fp80 => write!(out, "0xK{bits:020X}"),
        TypeKind::Fp128 => write!(out, "0xL{:016X}{:016X}", bits as u64, (bits >> 64) as u64),
        _ => write!(out, "0xM{:016X}{:016X}", bits as u64, (bits >> 64) as u64),
    };
    debug_assert!(result.is_ok(), "writing to memory cannot fail");
}

/// Formats like C's `%e`, but with five significant digits after the point, followed by a zero, and not always correctly rounded.
/// Source: LLVM, `APFloat::toString`, which truncates distant digits before it rounds.
fn short(value: Double) -> String {
    format!("{value:#width$.6}", width = 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(kind: &TypeKind, bits: u128) -> String {
        let mut out = Vec::new();
        print(kind, bits, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn hexadecimals_with_digits_that_are_too_many() {
        for (kind, text, expected) in [
            (TypeKind::Half, "H00001", "0xH0001"),
            (TypeKind::Half, "H10000000000000000", "0xH0000"),
            (TypeKind::X86Fp80, "K1", "0xK7FFF0000000000000000"),
            (TypeKind::X86Fp80, "K00008000000000000000", "0xK00018000000000000000"),
            (TypeKind::X86Fp80, "K00123456789abcdef0123", "0xK7FFF3456789ABCDEF012"),
            (TypeKind::Fp128, "L123", "0xL00000000000000000000000000000123"),
            (TypeKind::Fp128, "L1234567890123456", "0xL12345678901234560000000000000000"),
            (TypeKind::Fp128, "L12345678901234567", "0xL12345678901234560000000000000007"),
            (TypeKind::PpcFp128, "Mf0123456789abcdef0123456789abcdef", "0xMF0123456789ABCDEF0123456789ABCDE"),
            (TypeKind::Double, "0123456789abcdef0123", "0x456789ABCDEF0123"),
            (TypeKind::Double, "10000000000000000", "0.000000e+00"),
            (TypeKind::Double, "12345678901234567", "0x2345678901234567"),
        ] {
            let bits = from_hexadecimal(&kind, text).unwrap();
            assert_eq!(printed(&kind, bits), expected, "{text}");
        }
        assert_eq!(from_hexadecimal(&TypeKind::Half, "H10001"), None);
        assert_eq!(from_hexadecimal(&TypeKind::Half, "R0001"), None);
    }

    #[test]
    fn short_decimals_and_hexadecimals() {
        assert_eq!(printed(&TypeKind::Double, 1.0f64.to_bits().into()), "1.000000e+00");
        assert_eq!(printed(&TypeKind::Double, 0.1f64.to_bits().into()), "1.000000e-01");
        assert_eq!(printed(&TypeKind::Double, 3439400.0f64.to_bits().into()), "3.439400e+06");
        assert_eq!(printed(&TypeKind::Double, 3439356.0f64.to_bits().into()), "0x414A3D7E00000000");
        assert_eq!(printed(&TypeKind::Float, 0.1f32.to_bits().into()), "0x3FB99999A0000000");
        assert_eq!(printed(&TypeKind::Double, (-0.0f64).to_bits().into()), "-0.000000e+00");
        assert_eq!(printed(&TypeKind::Double, 1e100f64.to_bits().into()), "1.000000e+100");
        assert_eq!(printed(&TypeKind::Double, f64::NAN.to_bits().into()), "0x7FF8000000000000");
        assert_eq!(printed(&TypeKind::Float, 0x7f80_0001), "0x7FF0000020000000");
    }

    #[test]
    fn new_spellings_are_read_back() {
        let all: &[(TypeKind, u128, &str)] = &[
            (TypeKind::Double, 0x7ff0_0000_0000_0000, "+inf"),
            (TypeKind::Double, 0xfff8_0000_0000_0001, "-nan(0x1)"),
            (TypeKind::Double, 0x7ff0_0000_0000_0001, "+snan(0x1)"),
            (TypeKind::Double, 0xc3e0_0000_0000_0000, "f0xC3E0000000000000"),
            (TypeKind::Float, 1, "1.401300e-45"),
            (TypeKind::Float, 0xffc0_0000, "-qnan"),
            (TypeKind::Float, 0x3dcc_cccd, "1.000000e-01"),
            (TypeKind::Half, 0x7e01, "+nan(0x1)"),
            (TypeKind::Half, 1, "5.960460e-08"),
            (TypeKind::BFloat, 0x3f81, "1.007810e+00"),
            (TypeKind::X86Fp80, 0x3fff_8000_0000_0000_0001, "f0x3FFF8000000000000001"),
            (TypeKind::X86Fp80, 0xffff_c000_0000_0000_0001, "-nan(0x1)"),
            (TypeKind::Fp128, 0x3fff << 112 | 1, "f0x3FFF0000000000000000000000000001"),
            (TypeKind::PpcFp128, 0x3ff0_0000_0000_0000, "1.000000e+00"),
            (
                TypeKind::PpcFp128,
                0x3c00_0000_0000_0000_3ff0_0000_0000_0000,
                "f0x3C000000000000003FF0000000000000",
            ),
        ];
        for (kind, bits, text) in all {
            let mut out = Vec::new();
            print_new_spelling(kind, *bits, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), *text);
            assert_eq!(from_new_spelling(kind, text.as_bytes()), Some(*bits), "{text}");
        }
    }

    #[test]
    fn some_decimals_are_cut_off_too_early() {
        assert_eq!(printed(&TypeKind::Double, 0.999f64.to_bits().into()), "0x3FEFF7CED916872B");
        assert_eq!(printed(&TypeKind::Double, 0.998f64.to_bits().into()), "0x3FEFEF9DB22D0E56");
        assert_eq!(printed(&TypeKind::Double, (-0.0999f64).to_bits().into()), "-9.990000e-02");
        assert_eq!(printed(&TypeKind::Double, 0.9995f64.to_bits().into()), "9.995000e-01");
    }

    #[test]
    fn new_spellings() {
        let (half, float, double) = (TypeKind::Half, TypeKind::Float, TypeKind::Double);
        for (kind, text, bits) in [
            (&half, "f0x3C00", 0x3c00),
            (&half, "+inf", 0x7c00),
            (&half, "-qnan", 0xfe00),
            (&half, "+nan(0x1)", 0x7e01),
            (&half, "-snan(0x1)", 0xfc01),
            (&half, "9.997550e-02", 0x2e66),
            (&float, "1.000000e-01", 0.1f32.to_bits().into()),
            (&double, "-inf", f64::NEG_INFINITY.to_bits().into()),
            (&TypeKind::BFloat, "+qnan", 0x7fc0),
            (&TypeKind::X86Fp80, "+qnan", 0x7fff_c000_0000_0000_0000),
            (&TypeKind::X86Fp80, "+snan(0x1)", 0x7fff_8000_0000_0000_0001),
            (&TypeKind::X86Fp80, "3.645200e-4951", 1),
            (&TypeKind::Fp128, "1.000000e-01", 0x3ffb_9999_9999_9999_9999_9999_9999_999a),
            (&TypeKind::PpcFp128, "+inf", 0x7ff0_0000_0000_0000),
            (
                &TypeKind::PpcFp128,
                "f0x3C000000000000003FF0000000000000",
                0x3c00_0000_0000_0000_3ff0_0000_0000_0000,
            ),
            (&TypeKind::PpcFp128, "1.000000e-01", 0xbc59_9999_9999_999a_3fb9_9999_9999_999a),
        ] {
            assert_eq!(from_new_spelling(kind, text.as_bytes()), Some(bits), "{text}");
        }
        for (kind, text) in [
            (&half, "f0x13C00"),
            (&half, "+nan(0x0)"),
            (&half, "+snan(0x200)"),
            (&float, "0.1"),
            (&float, "3.14159265358979"),
            (&TypeKind::X86Fp80, "1.5"),
            (&TypeKind::Label, "+inf"),
        ] {
            assert_eq!(from_new_spelling(kind, text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn decimals_must_be_exact() {
        assert_eq!(from_decimal(&TypeKind::Float, "0.5"), Some(0.5f32.to_bits().into()));
        assert_eq!(from_decimal(&TypeKind::Float, "0.1"), None);
        assert_eq!(float_from_double_bits(0x7FF0_0000_2000_0000), Some(0x7f80_0001));
    }
}
