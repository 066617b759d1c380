//! Numbers in records that are not plain: signed ones, and those of more than 64 bits.

use num_bigint::{BigInt, BigUint};

use super::bitstream::{Cursor, Result};
use crate::constants::bigint_from_limbs;

/// A signed number whose sign is the lowest bit. Minus zero is the least number.
#[inline]
pub(super) fn rotated(value: u64) -> i64 {
    match value & 1 {
        0 => (value >> 1) as i64,
        _ if value == 1 => i64::MIN,
        _ => -((value >> 1) as i64),
    }
}

/// A signed number with its sign in the lowest bit. The opposite of [`rotated`].
#[inline]
pub(super) fn rotate(value: i64) -> u64 {
    match value {
        0.. => (value as u64) << 1,
        _ => (value.wrapping_neg() as u64) << 1 | 1,
    }
}

/// A signed number of metadata: all other bits are inverted if the lowest is set.
pub(super) fn inverted(value: u64) -> i64 {
    match value & 1 {
        0 => (value >> 1) as i64,
        _ => !(value >> 1) as i64,
    }
}

/// The widest integer of LLVM, in bits.
pub(super) const WIDEST: u32 = 1 << 23;

/// Refuses an integer of `width` bits of which the record has so many words: it can have many more bits, and no real one does.
pub(super) fn check_width(cursor: &Cursor<'_>, width: u32, words: usize) -> Result<()> {
    let count = width.div_ceil(64) as usize;
    match width > WIDEST || words > count || count > words + (1 << 12) {
        true => cursor.error("an integer does not fit its width"),
        false => Ok(()),
    }
}

/// The limbs of an integer of `width` bits, of which the record has signed words from the lowest on; those that it lacks are zero.
pub(super) fn limbs(cursor: &Cursor<'_>, width: u32, words: &[u64]) -> Result<Vec<u64>> {
    check_width(cursor, width, words.len())?;
    let mut limbs: Vec<u64> = words.iter().map(|&word| rotated(word) as u64).collect();
    limbs.resize(width.div_ceil(64) as usize, 0);
    if let (Some(last), rest @ 1..) = (limbs.last_mut(), width % 64) {
        *last &= (1 << rest) - 1;
    }
    Ok(limbs)
}

/// The value of an integer of `width` bits.
pub(super) fn wide(cursor: &Cursor<'_>, width: u32, words: &[u64], is_unsigned: bool) -> Result<BigInt> {
    let limbs = limbs(cursor, width, words)?;
    Ok(match is_unsigned {
        true => {
            let digits = limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect();
            BigInt::from(BigUint::new(digits))
        }
        false => bigint_from_limbs(width, &limbs),
    })
}
