//! Floating-point numbers, and what instructions make of them: rounded to the nearest, of two that are as near to the even one. Source:
//! LangRef, Floating-Point Semantics.

use rustc_apfloat::{Float as _, FloatConvert, Status};
use tern_llvm_ir::float::Format;
use tern_llvm_ir::instruction::{BinaryOp, FloatPredicate};
use tern_llvm_ir::{Constant, ConstantKind, Module, Type, with_float_format};

use crate::integers::{Integer, WIDEST};

/// A floating-point number of any type but `ppc_fp128`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Float {
    format: Format,
    bits: u128,
}

impl Float {
    /// The number that a constant is.
    pub(crate) fn of(module: &Module, constant: Constant) -> Option<Self> {
        let data = module.constants.get(constant);
        match data.kind {
            ConstantKind::Float(bits) => Self::from_bits(module, data.ty, bits),
            ConstantKind::Zero => Self::from_bits(module, data.ty, 0),
            _ => None,
        }
    }

    /// The number of a type with these bits.
    pub(crate) fn from_bits(module: &Module, ty: Type, bits: u128) -> Option<Self> {
        Some(Self { format: Format::of(module.types.kind(ty))?, bits })
    }

    /// The bits; `None` for NaN, whose bits depend on the machine.
    pub(crate) fn bits(self) -> Option<u128> {
        with_float_format!(self.format, F => (!F::from_bits(self.bits).is_nan()).then_some(self.bits))
    }

    /// Whether some machines take it for zero.
    pub(crate) fn is_denormal(self) -> bool {
        with_float_format!(self.format, F => F::from_bits(self.bits).is_denormal())
    }

    /// The number with the other sign.
    pub(crate) fn negated(self) -> Self {
        let bits = with_float_format!(self.format, F => (-F::from_bits(self.bits)).to_bits());
        Self { bits, ..self }
    }

    /// The result of a binary instruction on two numbers of the same type; `None` if it is no instruction on them.
    pub(crate) fn binary(self, op: BinaryOp, rhs: Self) -> Option<Self> {
        let format = Some(self.format).filter(|&format| format == rhs.format)?;
        Some(Self { format, bits: format.binary(op, self.bits, rhs.bits)? })
    }

    /// Whether a comparison with a number of the same type holds; `None` if the types differ.
    pub(crate) fn compare(self, predicate: FloatPredicate, rhs: Self) -> Option<bool> {
        let format = Some(self.format).filter(|&format| format == rhs.format)?;
        let order =
            with_float_format!(format, F => F::from_bits(self.bits).partial_cmp(&F::from_bits(rhs.bits)));
        Some(predicate.holds(order))
    }

    /// The number in another type, as `fptrunc` and `fpext` round it.
    pub(crate) fn converted(self, module: &Module, ty: Type) -> Option<Self> {
        fn to<From: FloatConvert<To>, To: rustc_apfloat::Float>(bits: u128) -> u128 {
            From::from_bits(bits).convert(&mut false).value.to_bits()
        }
        let format = Format::of(module.types.kind(ty))?;
        let bits = with_float_format!(self.format, From => with_float_format!(format, To => to::<From, To>(self.bits)));
        Some(Self { format, bits })
    }

    /// The number of a type that an integer is, taken as signed or unsigned.
    pub(crate) fn of_integer(module: &Module, ty: Type, integer: Integer, is_signed: bool) -> Option<Self> {
        let format = Format::of(module.types.kind(ty))?;
        let bits = with_float_format!(format, F => match is_signed {
            true => F::from_i128(integer.signed()).value.to_bits(),
            false => F::from_u128(integer.unsigned()).value.to_bits(),
        });
        Some(Self { format, bits })
    }

    /// The integer of a width, signed or unsigned, without what is behind the point; `None` if it does not fit.
    pub(crate) fn to_integer(self, width: u32, is_signed: bool) -> Option<Integer> {
        // `rustc_apfloat` has no signed integers of one bit.
        const WIDE: usize = WIDEST as usize;
        with_float_format!(self.format, F => match is_signed {
            true => {
                let found = F::from_bits(self.bits).to_i128(WIDE);
                let integer = Integer::new(width, found.value as u128)?;
                (!found.status.contains(Status::INVALID_OP) && integer.signed() == found.value).then_some(integer)
            }
            false => {
                let found = F::from_bits(self.bits).to_u128(WIDE);
                let integer = Integer::new(width, found.value)?;
                (!found.status.contains(Status::INVALID_OP) && integer.unsigned() == found.value).then_some(integer)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Float, Format};

    #[test]
    fn integers_of_any_width_are_asked_for() {
        let to_integer = |number: f64, width, is_signed| {
            let float = Float { format: Format::Double, bits: number.to_bits().into() };
            float.to_integer(width, is_signed).map(|it| it.signed())
        };
        let cases = [
            (0.5, 1, true, Some(0)),
            (1.0, 1, true, None),
            (-1.0, 1, true, Some(-1)),
            (-2.0, 1, true, None),
            (1.0, 1, false, Some(-1)),
            (-1.5, 128, true, Some(-1)),
            (7.9, 128, false, Some(7)),
            (7.9, 8, true, Some(7)),
            (128.0, 8, true, None),
            (f64::NAN, 8, true, None),
            (1.0, 256, true, None),
            (-1.0, 256, true, None),
            (1.0, 256, false, None),
        ];
        for (number, width, is_signed, expected) in cases {
            assert_eq!(to_integer(number, width, is_signed), expected, "{number} {width} {is_signed}");
        }
    }
}
