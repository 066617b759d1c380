//! Integers of a fixed width, and what instructions make of them. Widths of up to 128 bits are known.

use tern_llvm_ir::instruction::{BinaryOp, CastOp, IntPredicate};
use tern_llvm_ir::{Constant, ConstantKind, Module};

/// An integer with its width in bits, 1 to 128.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Integer {
    width: u32,
    bits: u128,
}

/// The widest integers that are known.
pub const WIDEST: u32 = 128;

/// The lowest `width` bits.
pub(crate) fn mask(width: u32) -> u128 {
    u128::MAX.checked_shr(WIDEST - width.min(WIDEST)).unwrap_or(0)
}

impl Integer {
    /// The integer of this width with these bits, of which higher ones are cut off. `None` if the width is 0 or above [`WIDEST`].
    pub fn new(width: u32, bits: u128) -> Option<Self> {
        (1..=WIDEST).contains(&width).then(|| Self { width, bits: bits & mask(width) })
    }

    /// The integer that a constant is.
    pub fn of(module: &Module, constant: Constant) -> Option<Self> {
        let data = module.constants.get(constant);
        let width = module.types.integer_width(data.ty)?;
        let bits = match &data.kind {
            ConstantKind::Integer(value) => u128::from(*value),
            ConstantKind::Zero => 0,
            ConstantKind::BigInteger(limbs) => {
                let limb = |at: usize| limbs.get(at).copied().map_or(0, u128::from);
                limb(0) | limb(1) << 64
            }
            _ => return None,
        };
        Self::new(width, bits)
    }

    /// The width in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The value, taken as unsigned.
    pub fn unsigned(self) -> u128 {
        self.bits
    }

    /// The value, taken as signed.
    pub fn signed(self) -> i128 {
        let unused = WIDEST - self.width;
        (self.bits << unused) as i128 >> unused
    }

    /// Whether all bits are zero.
    pub fn is_zero(self) -> bool {
        self.bits == 0
    }

    /// Another integer of the same width.
    pub fn with(self, bits: u128) -> Self {
        Self { width: self.width, bits: bits & mask(self.width) }
    }

    /// What a binary instruction makes of two integers of the same width; `None` if that is not defined, or no instruction on integers.
    /// Flags, such as `nsw`, are not looked at.
    pub fn binary(self, op: BinaryOp, rhs: Self) -> Option<Self> {
        let (a, b) = (self.bits, rhs.bits);
        let (is_shift_in_range, divides) = (b < u128::from(self.width), b != 0);
        let overflows = self.signed() == Self { width: self.width, bits: 1 << (self.width - 1) }.signed()
            && rhs.signed() == -1;
        let bits = match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::UDiv if divides => a / b,
            BinaryOp::URem if divides => a % b,
            BinaryOp::SDiv if divides && !overflows => (self.signed() / rhs.signed()) as u128,
            BinaryOp::SRem if divides && !overflows => (self.signed() % rhs.signed()) as u128,
            BinaryOp::Shl if is_shift_in_range => a << b,
            BinaryOp::LShr if is_shift_in_range => a >> b,
            BinaryOp::AShr if is_shift_in_range => (self.signed() >> b) as u128,
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            _ => return None,
        };
        Some(self.with(bits))
    }

    /// Whether a sum, difference or product of two integers of the same width does not fit into that width; `None` for other instructions.
    pub fn overflows(self, op: BinaryOp, is_signed: bool, rhs: Self) -> Option<bool> {
        let fits = match is_signed {
            true => {
                let (a, b) = (self.signed(), rhs.signed());
                let exact = match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    _ => return None,
                };
                exact.is_some_and(|exact| self.with(exact as u128).signed() == exact)
            }
            false => {
                let (a, b) = (self.bits, rhs.bits);
                let exact = match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    _ => return None,
                };
                exact.is_some_and(|exact| self.with(exact).bits == exact)
            }
        };
        Some(!fits)
    }

    /// What a cast to an integer of another width makes of it; `None` if it is no such cast.
    pub fn cast(self, op: CastOp, width: u32) -> Option<Self> {
        match op {
            CastOp::Trunc | CastOp::ZExt => Self::new(width, self.bits),
            CastOp::SExt => Self::new(width, self.signed() as u128),
            CastOp::BitCast if width == self.width => Some(self),
            _ => None,
        }
    }

    /// Whether a comparison with an integer of the same width holds.
    pub fn compare(self, predicate: IntPredicate, rhs: Self) -> bool {
        let (unsigned, signed) = (self.bits.cmp(&rhs.bits), self.signed().cmp(&rhs.signed()));
        match predicate {
            IntPredicate::Eq => unsigned.is_eq(),
            IntPredicate::Ne => unsigned.is_ne(),
            IntPredicate::Ugt => unsigned.is_gt(),
            IntPredicate::Uge => unsigned.is_ge(),
            IntPredicate::Ult => unsigned.is_lt(),
            IntPredicate::Ule => unsigned.is_le(),
            IntPredicate::Sgt => signed.is_gt(),
            IntPredicate::Sge => signed.is_ge(),
            IntPredicate::Slt => signed.is_lt(),
            IntPredicate::Sle => signed.is_le(),
        }
    }
}

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.signed().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_at_their_width() {
        let of = |bits: i128| Integer::new(8, bits as u128).unwrap();
        let cases = [
            (BinaryOp::Add, 127, 1, Some(-128)),
            (BinaryOp::SDiv, -128, -1, None),
            (BinaryOp::SDiv, -7, 2, Some(-3)),
            (BinaryOp::UDiv, -1, 2, Some(127)),
            (BinaryOp::AShr, -128, 7, Some(-1)),
            (BinaryOp::Shl, 1, 8, None),
            (BinaryOp::URem, 5, 0, None),
        ];
        for (op, a, b, expected) in cases {
            assert_eq!(of(a).binary(op, of(b)).map(Integer::signed), expected, "{op:?} {a} {b}");
        }
        let wide = Integer::new(128, u128::MAX).unwrap();
        assert_eq!((wide.signed(), wide.binary(BinaryOp::SDiv, wide).unwrap().signed()), (-1, 1));
        assert_eq!(of(-1).cast(CastOp::SExt, 128), Some(wide));
        assert!(of(-1).compare(IntPredicate::Ugt, of(1)) && of(-1).compare(IntPredicate::Slt, of(1)));
        let overflows = |op, a, b| [true, false].map(|is_signed| of(a).overflows(op, is_signed, of(b)));
        assert_eq!(overflows(BinaryOp::Add, 127, 1), [Some(true), Some(false)]);
        assert_eq!(overflows(BinaryOp::Sub, 0, 1), [Some(false), Some(true)]);
        assert_eq!(overflows(BinaryOp::Mul, -128, -1), [Some(true), Some(true)]);
        assert_eq!(overflows(BinaryOp::And, 1, 1), [None, None]);
        assert_eq!(wide.overflows(BinaryOp::Add, false, wide), Some(true));
        assert!(Integer::new(0, 0).is_none() && Integer::new(129, 0).is_none());
    }
}
