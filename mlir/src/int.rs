//! Integers of arbitrary width in two's complement, as MLIR's `IntegerAttr` holds them.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

/// The bits of an integer, zero-extended. The width is not stored: it comes from the integer's type. Integers of up to 64 bits
/// (nearly all) need no allocation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum IntValue {
    /// At most 64 bits; bits beyond the width are zero.
    Small(u64),
    /// More than 64 bits: as many little-endian limbs as the width needs; bits beyond the width are zero.
    Big(Box<[u64]>),
}

impl IntValue {
    /// `value`, truncated or sign-extended to `width` bits.
    pub fn from_i64(width: u32, value: i64) -> Self {
        Self::from_i128(width, i128::from(value))
    }

    /// `value`, truncated or zero-extended to `width` bits.
    pub fn from_u64(width: u32, value: u64) -> Self {
        Self::from_i128(width, i128::from(value))
    }

    fn from_i128(width: u32, value: i128) -> Self {
        if width <= 64 {
            return Self::Small(value as u64 & mask(width));
        }
        let extension = if value < 0 { u64::MAX } else { 0 };
        let limbs = [value as u64, (value >> 64) as u64].into_iter().chain(std::iter::repeat(extension));
        Self::from_limbs(width, limbs)
    }

    /// The low `width` bits of little-endian `limbs`; missing limbs are zero.
    pub fn from_limbs(width: u32, limbs: impl IntoIterator<Item = u64>) -> Self {
        let count = width.div_ceil(64).max(1) as usize;
        let mut limbs: Vec<u64> = limbs.into_iter().take(count).collect();
        limbs.resize(count, 0);
        let rest = width % 64;
        if rest != 0 || width == 0 {
            limbs[count - 1] &= mask(rest);
        }
        if width <= 64 { Self::Small(limbs[0]) } else { Self::Big(limbs.into()) }
    }

    /// The low `width` bits of little-endian `bytes`; missing bytes are zero.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Self {
        let limb = |chunk: &[u8]| {
            let mut limb = [0; 8];
            limb[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(limb)
        };
        Self::from_limbs(width, bytes.chunks(8).map(limb))
    }

    /// The value in two's complement; `None` if it fits `width` bits neither as unsigned nor as signed.
    pub fn from_bigint(width: u32, value: &BigInt) -> Option<Self> {
        let fits = match value.sign() {
            Sign::Minus => (value + 1u32).bits() < u64::from(width.max(1)),
            _ => value.bits() <= u64::from(width),
        };
        if !fits {
            return None;
        }
        let magnitude = match value.sign() {
            Sign::Minus => ((BigInt::from(1) << width) + value).to_biguint()?,
            _ => value.magnitude().clone(),
        };
        Some(Self::from_limbs(width, magnitude.iter_u64_digits()))
    }

    /// The value, `from` bits wide, extended (as signed or unsigned) or truncated to `to` bits.
    pub fn resized(&self, from: u32, signed: bool, to: u32) -> Self {
        if !signed || !self.is_negative(from) {
            return Self::from_limbs(to, self.limbs().iter().copied());
        }
        let last = from.div_ceil(64) as usize - 1;
        // The sign fills the rest of the last limb and all limbs after it.
        let unused = if from.is_multiple_of(64) { 0 } else { !mask(from % 64) };
        let limbs = self.limbs().iter().enumerate();
        let limbs = limbs.map(|(index, &limb)| if index == last { limb | unused } else { limb });
        Self::from_limbs(to, limbs.chain(std::iter::repeat(u64::MAX)))
    }

    /// The little-endian limbs, at least one.
    pub fn limbs(&self) -> &[u64] {
        match self {
            Self::Small(limb) => std::slice::from_ref(limb),
            Self::Big(limbs) => limbs,
        }
    }

    /// The value read as unsigned, if it fits 64 bits.
    pub fn as_u64(&self) -> Option<u64> {
        let (first, rest) = self.limbs().split_first()?;
        rest.iter().all(|&limb| limb == 0).then_some(*first)
    }

    /// The value read as signed in `width` bits, if it fits 64 bits.
    pub fn as_i64(&self, width: u32) -> Option<i64> {
        match self {
            Self::Small(bits) => Some(sign_extend(*bits, width)),
            Self::Big(_) => i64::try_from(self.to_bigint(width)).ok(),
        }
    }

    /// Whether the value, read as signed in `width` bits, is negative.
    pub fn is_negative(&self, width: u32) -> bool {
        width != 0 && {
            let bit = width - 1;
            self.limbs().get((bit / 64) as usize).is_some_and(|limb| limb >> (bit % 64) & 1 == 1)
        }
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|&limb| limb == 0)
    }

    /// The value read as signed in `width` bits.
    pub fn to_bigint(&self, width: u32) -> BigInt {
        let value = BigInt::from(self.to_biguint());
        if self.is_negative(width) { value - (BigInt::from(1) << width) } else { value }
    }

    /// The value read as unsigned.
    pub fn to_biguint(&self) -> BigUint {
        BigUint::new(self.limbs().iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect())
    }
}

impl fmt::Debug for IntValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_biguint(), f)
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Sign-extends the low `width` bits of `bits`. `width` is at most 64; a width of 0 gives 0.
pub fn sign_extend(bits: u64, width: u32) -> i64 {
    match width {
        0 => 0,
        1..=63 => ((bits << (64 - width)) as i64) >> (64 - width),
        _ => bits as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_and_unsigned_readings() {
        assert_eq!(IntValue::from_i64(8, -1), IntValue::Small(0xff));
        assert_eq!(IntValue::from_i64(8, -1).as_i64(8), Some(-1));
        assert_eq!(IntValue::from_i64(64, i64::MIN).as_i64(64), Some(i64::MIN));
        assert_eq!(IntValue::from_i64(0, 5), IntValue::Small(0));
        let wide = IntValue::from_i64(100, -2);
        assert_eq!(wide.to_bigint(100), BigInt::from(-2));
        assert_eq!(wide.as_i64(100), Some(-2));
        assert_eq!(wide.as_u64(), None);
        assert!(wide.is_negative(100));
    }

    #[test]
    fn resized_values_keep_their_sign_where_they_have_one() {
        for value in [0, 1, -1, -2, 100, -100] {
            for from in [8, 63, 64, 65, 127, 128, 129] {
                for to in [1, 7, 8, 63, 64, 65, 128, 129, 200] {
                    let wide = IntValue::from_i64(from, value);
                    assert_eq!(
                        wide.resized(from, true, to),
                        IntValue::from_i64(to, value),
                        "{value}: {from} to {to}"
                    );
                    let unsigned = IntValue::from_limbs(to, wide.limbs().iter().copied());
                    assert_eq!(wide.resized(from, false, to), unsigned, "{value}: {from} to {to}");
                }
            }
        }
    }

    #[test]
    fn big_integers_that_do_not_fit_are_refused() {
        assert_eq!(IntValue::from_bigint(8, &BigInt::from(255)), Some(IntValue::Small(255)));
        assert_eq!(IntValue::from_bigint(8, &BigInt::from(256)), None);
        assert_eq!(IntValue::from_bigint(8, &BigInt::from(-128)), Some(IntValue::Small(128)));
        assert_eq!(IntValue::from_bigint(8, &BigInt::from(-129)), None);
        let big = BigInt::from(1) << 99;
        assert_eq!(IntValue::from_bigint(100, &big).unwrap().to_biguint(), big.to_biguint().unwrap());
    }
}
