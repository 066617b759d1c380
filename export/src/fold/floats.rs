//! Folds floating-point operations. Results are rounded to nearest, ties to even.

use num_bigint::BigInt;
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use tern_llvm_ir::constants::{Constant, ConstantKind};
use tern_llvm_ir::float::Format;
use tern_llvm_ir::instruction::{BinaryOp, CastOp, FloatPredicate};
use tern_llvm_ir::{Type, with_float_format};

use super::Folder;

impl Folder<'_> {
    fn bits(&self, constant: Constant) -> Option<u128> {
        match self.kind(constant) {
            ConstantKind::Float(bits) => Some(*bits),
            _ => None,
        }
    }

    fn format(&self, constant: Constant) -> Option<Format> {
        Format::of(self.module.types.kind(self.ty(constant)))
    }

    /// The canonical NaN: quiet and positive.
    pub(super) fn nan(&mut self, ty: Type) -> Option<Constant> {
        let scalar = self.module.types.scalar(ty);
        let bits = with_float_format!(Format::of(self.module.types.kind(scalar))?, F => F::NAN.to_bits());
        let nan = self.intern(scalar, ConstantKind::Float(bits));
        self.splat(ty, nan)
    }

    pub(super) fn is_negative_zero(&self, constant: Constant) -> bool {
        let (Some(bits), Some(format)) = (self.bits(constant), self.format(constant)) else { return false };
        with_float_format!(format, F => {
            let value = F::from_bits(bits);
            value.is_zero() && value.is_negative()
        })
    }

    pub(super) fn float_binary(&mut self, op: BinaryOp, lhs: Constant, rhs: Constant) -> Option<Constant> {
        let bits = self.format(lhs)?.binary(op, self.bits(lhs)?, self.bits(rhs)?)?;
        Some(self.intern(self.ty(lhs), ConstantKind::Float(bits)))
    }

    /// Whether a constant is a denormal number or a vector that contains one.
    pub(super) fn is_denormal(&mut self, constant: Constant) -> bool {
        if self.module.types.is_vector(self.ty(constant)) {
            let elements = self.elements(constant).unwrap_or_default();
            return elements.into_iter().any(|element| self.is_denormal(element));
        }
        let (Some(bits), Some(format)) = (self.bits(constant), self.format(constant)) else { return false };
        with_float_format!(format, F => F::from_bits(bits).is_denormal())
    }

    /// Folds `fneg`.
    pub(crate) fn negate(&mut self, value: Constant) -> Option<Constant> {
        let ty = self.ty(value);
        if self.is_undef(value) {
            return Some(value);
        }
        if self.module.types.is_vector(ty) {
            return self.element_wise([value], ty, |folder, [value]| folder.negate(value));
        }
        let bits = self.bits(value)? ^ 1 << (self.module.types.float_width(ty)? - 1);
        Some(self.intern(ty, ConstantKind::Float(bits)))
    }

    /// Converts a number to an integer. The outer `None` means not foldable, the inner one that the value does not fit.
    pub(super) fn float_to_integer(
        &self,
        value: Constant,
        width: u32,
        signed: bool,
    ) -> Option<Option<BigInt>> {
        let bits = self.bits(value)?;
        if width > 128 {
            return None;
        }
        with_float_format!(self.format(value)?, F => {
            let (number, toward_zero) = (F::from_bits(bits), Round::TowardZero);
            let (status, result) = match signed {
                true => {
                    let result = number.to_i128_r(128, toward_zero, &mut false);
                    // A value fits if dropping the bits above the width does not change it.
                    let fits = result.value << (128 - width) >> (128 - width) == result.value;
                    (if fits { result.status } else { Status::INVALID_OP }, BigInt::from(result.value))
                }
                false => {
                    let result = number.to_u128_r(width as usize, toward_zero, &mut false);
                    (result.status, BigInt::from(result.value))
                }
            };
            Some((!status.contains(Status::INVALID_OP)).then_some(result))
        })
    }

    /// Folds `sitofp`, `uitofp`, `fptrunc` and `fpext`.
    pub(super) fn float_from(&mut self, op: CastOp, value: Constant, ty: Type) -> Option<Constant> {
        fn converted<From, To>(bits: u128) -> u128
        where
            From: FloatConvert<To>,
            To: Float,
        {
            From::from_bits(bits).convert(&mut false).value.to_bits()
        }
        fn nearest<F: Float>(digits: &str) -> Option<u128> {
            F::from_str_r(digits, Round::NearestTiesToEven).ok().map(|number| number.value.to_bits())
        }
        let target = Format::of(self.module.types.kind(ty))?;
        let bits = match op {
            CastOp::SiToFp => {
                let text = self.signed(value)?.to_string();
                with_float_format!(target, F => nearest::<F>(&text))?
            }
            CastOp::UiToFp => {
                let text = self.unsigned(value)?.to_string();
                with_float_format!(target, F => nearest::<F>(&text))?
            }
            _ => {
                let bits = self.bits(value)?;
                with_float_format!(self.format(value)?, From => {
                    with_float_format!(target, To => converted::<From, To>(bits))
                })
            }
        };
        Some(self.intern(ty, ConstantKind::Float(bits)))
    }

    pub(super) fn compare_floats(
        &self,
        predicate: FloatPredicate,
        lhs: Constant,
        rhs: Constant,
    ) -> Option<bool> {
        let (a, b) = (self.bits(lhs)?, self.bits(rhs)?);
        let order = with_float_format!(self.format(lhs)?, F => F::from_bits(a).partial_cmp(&F::from_bits(b)));
        Some(predicate.holds(order))
    }

    /// Reinterprets the bits of a scalar as another type.
    pub(super) fn bitcast_scalar(&mut self, value: Constant, ty: Type) -> Option<Constant> {
        let to_integer = self.module.types.integer_width(ty);
        match (self.bits(value), to_integer) {
            (Some(bits), Some(_)) => self.integer(ty, &BigInt::from(bits)),
            (None, None) => {
                let bits = u128::try_from(self.unsigned(value)?).ok()?;
                Some(self.intern(ty, ConstantKind::Float(bits)))
            }
            _ => None,
        }
    }
}
