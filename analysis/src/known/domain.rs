//! What is known of an integer: which bits are fixed, and between which numbers it lies.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::integers::{Integer, WIDEST, mask};

/// What is known of an integer of up to 128 bits, or of each element of a vector of integers, unless it is poison: some bits, and bounds
/// of the number, taken as unsigned and as signed. Each says what follows from the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Known {
    width: u32,
    zeros: u128,
    ones: u128,
    unsigned: (u128, u128),
    signed: (i128, i128),
}

impl Known {
    /// Nothing is known. `None` if the width is 0 or above [`WIDEST`].
    pub fn nothing(width: u32) -> Option<Self> {
        let all = Integer::new(width, u128::MAX)?;
        let most = (all.unsigned() >> 1) as i128;
        let (unsigned, signed) = ((0, all.unsigned()), (-most - 1, most));
        Some(Self { width, zeros: 0, ones: 0, unsigned, signed })
    }

    /// The integer is this one.
    pub fn exactly(integer: Integer) -> Self {
        let (bits, signed) = (integer.unsigned(), integer.signed());
        let width = integer.width();
        let zeros = !bits & mask(width);
        Self { width, zeros, ones: bits, unsigned: (bits, bits), signed: (signed, signed) }
    }

    /// The width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The bits that are known to be zero.
    pub fn zeros(&self) -> u128 {
        self.zeros
    }

    /// The bits that are known to be one.
    pub fn ones(&self) -> u128 {
        self.ones
    }

    /// The least and the greatest number that it can be, taken as unsigned.
    pub fn unsigned(&self) -> (u128, u128) {
        self.unsigned
    }

    /// The least and the greatest number that it can be, taken as signed.
    pub fn signed(&self) -> (i128, i128) {
        self.signed
    }

    /// The integer, if it can be only one.
    pub fn constant(&self) -> Option<Integer> {
        let (low, high) = self.unsigned;
        (low == high).then(|| Integer::new(self.width, low)).flatten()
    }

    /// Whether it can be this integer.
    pub fn holds(&self, integer: Integer) -> bool {
        let (bits, signed) = (integer.unsigned(), integer.signed());
        integer.width() == self.width
            && bits & self.zeros == 0
            && bits & self.ones == self.ones
            && (self.unsigned.0..=self.unsigned.1).contains(&bits)
            && (self.signed.0..=self.signed.1).contains(&signed)
    }

    /// With bits that are known besides; `None` if no integer is left.
    pub(super) fn with_bits(self, zeros: u128, ones: u128) -> Option<Self> {
        let mask = mask(self.width);
        Self { zeros: self.zeros | zeros & mask, ones: self.ones | ones & mask, ..self }.reduced()
    }

    /// With bounds of the unsigned number besides; `None` if no integer is left.
    pub(super) fn with_unsigned(self, low: u128, high: u128) -> Option<Self> {
        Self { unsigned: (self.unsigned.0.max(low), self.unsigned.1.min(high)), ..self }.reduced()
    }

    /// With bounds of the signed number besides; `None` if no integer is left.
    pub(super) fn with_signed(self, low: i128, high: i128) -> Option<Self> {
        Self { signed: (self.signed.0.max(low), self.signed.1.min(high)), ..self }.reduced()
    }

    /// What is known of an integer of which both are known; `None` if no integer is left.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        let (unsigned, signed) = (other.unsigned, other.signed);
        let with = Self { zeros: self.zeros | other.zeros, ones: self.ones | other.ones, ..self };
        with.with_unsigned(unsigned.0, unsigned.1)?.with_signed(signed.0, signed.1)
    }

    /// What is known of an integer of which the one or the other is known.
    pub(super) fn or(self, other: Self) -> Self {
        let (unsigned, signed) = (other.unsigned, other.signed);
        Self {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            unsigned: (self.unsigned.0.min(unsigned.0), self.unsigned.1.max(unsigned.1)),
            signed: (self.signed.0.min(signed.0), self.signed.1.max(signed.1)),
        }
    }

    /// What is known without this integer; `None` if no integer is left.
    pub(super) fn without(self, integer: Integer) -> Option<Self> {
        let (bits, number) = (integer.unsigned(), integer.signed());
        let (mut unsigned, mut signed) = (self.unsigned, self.signed);
        match (unsigned.0 == bits, unsigned.1 == bits) {
            (true, true) => return None,
            (true, false) => unsigned.0 += 1,
            (false, true) => unsigned.1 -= 1,
            (false, false) => {}
        }
        match (signed.0 == number, signed.1 == number) {
            (true, true) => return None,
            (true, false) => signed.0 += 1,
            (false, true) => signed.1 -= 1,
            (false, false) => {}
        }
        Self { unsigned, signed, ..self }.reduced()
    }

    /// Gives up what has changed since `before`, so that what is known of a value in a loop changes only a few times: bounds up to the next
    /// limit, and bits above the lowest that changed; all of them if `entirely`.
    pub(super) fn widened(self, before: &Self, limits: &Limits, entirely: bool) -> Self {
        let Some(nothing) = Self::nothing(self.width) else { return self };
        let lost = (before.zeros & !self.zeros) | (before.ones & !self.ones);
        let kept = match (lost, entirely) {
            (0, _) => u128::MAX,
            (_, true) => 0,
            (lost, false) => (1 << lost.trailing_zeros()) - 1,
        };
        let none = Limits::default();
        let limits = if entirely { &none } else { limits };
        Self {
            width: self.width,
            zeros: self.zeros & kept,
            ones: self.ones & kept,
            unsigned: widened(self.unsigned, before.unsigned, &limits.unsigned, nothing.unsigned),
            signed: widened(self.signed, before.signed, &limits.signed, nothing.signed),
        }
    }

    /// States what follows from the others of each part; `None` if they contradict one another.
    fn reduced(mut self) -> Option<Self> {
        let (all, sign) = (mask(self.width), 1_u128 << (self.width - 1));
        let signed = |bits: u128| Integer::new(self.width, bits).map_or(0, Integer::signed);
        // What follows from bounds may follow from bits only afterwards, and the other way round.
        loop {
            let before = self;
            self.unsigned.0 = self.unsigned.0.max(self.ones);
            self.unsigned.1 = self.unsigned.1.min(!self.zeros & all);
            // The greatest signed number has its sign clear if that can be; the least one has it set.
            let (least, most) = (self.ones | sign & !self.zeros, !self.zeros & (all ^ sign) | self.ones);
            self.signed.0 = self.signed.0.max(signed(least));
            self.signed.1 = self.signed.1.min(signed(most));
            let (low, high) = self.unsigned;
            if low > high || self.signed.0 > self.signed.1 || self.zeros & self.ones != 0 {
                return None;
            }
            if low & sign == high & sign {
                self.signed = (self.signed.0.max(signed(low)), self.signed.1.min(signed(high)));
            }
            if (self.signed.0 < 0) == (self.signed.1 < 0) {
                let bounds = (self.signed.0 as u128 & all, self.signed.1 as u128 & all);
                self.unsigned = (low.max(bounds.0), high.min(bounds.1));
            }
            // The bits above the highest in which the bounds differ.
            let (low, high) = self.unsigned;
            let common = match WIDEST - (low ^ high).leading_zeros() {
                WIDEST => 0,
                differing => u128::MAX << differing & all,
            };
            self.zeros |= !low & common;
            self.ones |= low & common;
            if self == before {
                return Some(self);
            }
        }
    }
}

/// Bounds of which each that has changed goes on to the next limit, or to the widest bound if there is none.
fn widened<T: Ord + Copy>((low, high): (T, T), before: (T, T), limits: &[T], widest: (T, T)) -> (T, T) {
    let below = limits[..limits.partition_point(|&limit| limit <= low)].last();
    let above = limits.get(limits.partition_point(|&limit| limit < high));
    // Limits of other widths can lie outside.
    (
        if low < before.0 { below.map_or(widest.0, |&limit| limit.max(widest.0)) } else { low },
        if high > before.1 { above.map_or(widest.1, |&limit| limit.min(widest.1)) } else { high },
    )
}

/// Numbers at which bounds may come to rest: those that a function compares with, and their neighbours. In ascending order.
#[derive(Default, Debug)]
pub(super) struct Limits {
    unsigned: Vec<u128>,
    signed: Vec<i128>,
}

impl Limits {
    pub(super) fn new(compared: impl Iterator<Item = Integer>) -> Self {
        let mut limits = Self::default();
        for integer in compared {
            for near in [u128::MAX, 0, 1].map(|step| integer.with(integer.unsigned().wrapping_add(step))) {
                limits.unsigned.push(near.unsigned());
                limits.signed.push(near.signed());
            }
        }
        limits.unsigned.sort_unstable();
        limits.unsigned.dedup();
        limits.signed.sort_unstable();
        limits.signed.dedup();
        limits
    }
}

impl Serialize for Known {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Known", 5)?;
        fields.serialize_field("width", &self.width)?;
        fields.serialize_field("zeros", &format!("{:#x}", self.zeros))?;
        fields.serialize_field("ones", &format!("{:#x}", self.ones))?;
        fields.serialize_field(
            "unsigned",
            &[self.unsigned.0, self.unsigned.1].map(|bound| bound.to_string()),
        )?;
        fields.serialize_field("signed", &[self.signed.0, self.signed.1].map(|bound| bound.to_string()))?;
        fields.end()
    }
}

impl std::fmt::Display for Known {
    /// Writes the bits, `?` where one is not known, and the bounds: `0b00?1 unsigned 1..3 signed 1..3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("0b")?;
        for bit in (0..self.width).rev() {
            let is_in = |bits: u128| bits >> bit & 1 != 0;
            f.write_str(if is_in(self.zeros) {
                "0"
            } else if is_in(self.ones) {
                "1"
            } else {
                "?"
            })?;
        }
        let ((low, high), (least, most)) = (self.unsigned, self.signed);
        write!(f, " unsigned {low}..{high} signed {least}..{most}")
    }
}
