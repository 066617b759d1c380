//! Folds operations on integers of any width.

use num_bigint::{BigInt, Sign};
use tern_llvm_ir::constants::{Constant, ConstantKind, bigint_from_limbs, integer_from_bigint};
use tern_llvm_ir::instruction::{BinaryOp, CastOp, IntPredicate};
use tern_llvm_ir::{Type, TypeKind};

use super::Folder;

/// Whether a predicate holds for equal operands.
pub(super) fn holds_when_equal(predicate: IntPredicate) -> bool {
    use IntPredicate::{Eq, Sge, Sle, Uge, Ule};
    matches!(predicate, Eq | Uge | Ule | Sge | Sle)
}

impl Folder<'_> {
    /// The value of an integer constant, interpreted as signed.
    pub(super) fn signed(&self, constant: Constant) -> Option<BigInt> {
        let width = self.module.types.integer_width(self.ty(constant))?;
        match self.kind(constant) {
            ConstantKind::Integer(value) => Some(bigint_from_limbs(width, &[*value])),
            ConstantKind::BigInteger(limbs) => Some(bigint_from_limbs(width, limbs)),
            _ => None,
        }
    }

    /// The value of an integer constant, interpreted as unsigned.
    pub(super) fn unsigned(&self, constant: Constant) -> Option<BigInt> {
        let width = self.module.types.integer_width(self.ty(constant))?;
        let signed = self.signed(constant)?;
        Some(if signed.sign() == Sign::Minus { signed + (BigInt::from(1) << width) } else { signed })
    }

    /// The integer constant for a value, wrapped to the width of `ty`.
    pub(super) fn integer(&mut self, ty: Type, value: &BigInt) -> Option<Constant> {
        let width = self.module.types.integer_width(ty)?;
        Some(self.intern(ty, integer_from_bigint(width, value)))
    }

    /// The constant with all bits set.
    pub(super) fn all_ones(&mut self, ty: Type) -> Option<Constant> {
        let scalar = self.module.types.scalar(ty);
        let ones = self.integer(scalar, &BigInt::from(-1))?;
        self.splat(ty, ones)
    }

    pub(super) fn is_all_ones(&mut self, constant: Constant) -> bool {
        let ty = self.ty(constant);
        matches!(self.module.types.kind(self.module.types.scalar(ty)), TypeKind::Integer(_))
            && self.all_ones(ty) == Some(constant)
    }

    pub(super) fn is_odd(&mut self, constant: Constant) -> bool {
        let scalar = self.module.constants.splat(&self.module.types, constant).unwrap_or(constant);
        self.unsigned(scalar).is_some_and(|value| value.bit(0))
    }

    pub(super) fn integer_binary(&mut self, op: BinaryOp, lhs: Constant, rhs: Constant) -> Option<Constant> {
        let ty = self.ty(lhs);
        let width = self.module.types.integer_width(ty)?;
        let (Some(a), Some(b)) = (self.signed(lhs), self.signed(rhs)) else {
            return self.neutral(op, lhs, rhs);
        };
        let zero = BigInt::ZERO;
        // Checked before overflow, because for single bits 1 is also −1.
        if matches!(op, BinaryOp::URem | BinaryOp::SRem) && self.unsigned(rhs) == Some(1.into()) {
            return Some(self.zero(ty));
        }
        let signed_overflow = || b == BigInt::from(-1) && a == -(BigInt::from(1) << (width - 1));
        let value = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            _ if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
                && b == zero =>
            {
                return self.poison(ty);
            }
            BinaryOp::SDiv | BinaryOp::SRem if signed_overflow() => return self.poison(ty),
            // `BigInt` division and LLVM's `sdiv` both round towards zero.
            BinaryOp::SDiv => a / b,
            BinaryOp::SRem => a % b,
            BinaryOp::UDiv => self.unsigned(lhs)? / self.unsigned(rhs)?,
            BinaryOp::URem => self.unsigned(lhs)? % self.unsigned(rhs)?,
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let Some(by) = u32::try_from(self.unsigned(rhs)?).ok().filter(|by| *by < width) else {
                    return self.poison(ty);
                };
                match op {
                    BinaryOp::Shl => a << by,
                    BinaryOp::AShr => a >> by,
                    _ => self.unsigned(lhs)? >> by,
                }
            }
            _ => return None,
        };
        self.integer(ty, &value)
    }

    /// Folds an operation on an expression and a number that is neutral, or that determines the result.
    fn neutral(&mut self, op: BinaryOp, lhs: Constant, rhs: Constant) -> Option<Constant> {
        use BinaryOp::{AShr, And, LShr, Mul, Or, SDiv, SRem, Shl, UDiv, URem};
        let ty = self.ty(lhs);
        let is = |folder: &Self, constant: Constant, value: i64| {
            folder.signed(constant).is_some_and(|known| known == BigInt::from(value))
        };
        match op {
            UDiv | SDiv | URem | SRem if is(self, rhs, 0) => self.poison(ty),
            URem | SRem if is(self, rhs, 1) => Some(self.zero(ty)),
            UDiv | SDiv | URem | SRem | Shl | LShr | AShr => is(self, lhs, 0).then_some(lhs),
            Or => [lhs, rhs].into_iter().find(|&operand| is(self, operand, -1)),
            And | Mul => [lhs, rhs].into_iter().find(|&operand| is(self, operand, 0)),
            _ => None,
        }
    }

    pub(super) fn integer_from(&mut self, op: CastOp, value: Constant, ty: Type) -> Option<Constant> {
        let number = match op {
            CastOp::Trunc | CastOp::SExt => self.signed(value)?,
            CastOp::ZExt => self.unsigned(value)?,
            _ => {
                let width = self.module.types.integer_width(ty)?;
                match self.float_to_integer(value, width, op == CastOp::FpToSi)? {
                    Some(number) => number,
                    None => return self.poison(ty),
                }
            }
        };
        self.integer(ty, &number)
    }

    pub(super) fn compare_integers(
        &self,
        predicate: IntPredicate,
        lhs: Constant,
        rhs: Constant,
    ) -> Option<bool> {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let order = match predicate {
            Sgt | Sge | Slt | Sle => self.signed(lhs)?.cmp(&self.signed(rhs)?),
            Eq | Ne | Ugt | Uge | Ult | Ule => self.unsigned(lhs)?.cmp(&self.unsigned(rhs)?),
        };
        Some(match predicate {
            Eq => order.is_eq(),
            Ne => order.is_ne(),
            Ugt | Sgt => order.is_gt(),
            Uge | Sge => order.is_ge(),
            Ult | Slt => order.is_lt(),
            Ule | Sle => order.is_le(),
        })
    }
}
