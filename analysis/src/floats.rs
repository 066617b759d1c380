//! Floating-point numbers, and what instructions make of them: rounded to the nearest, of two that are as near to the even one. Source:
//! LangRef, Floating-Point Semantics.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float as Format, FloatConvert, Status};
use tern_llvm_ir::instruction::{BinaryOp, FloatPredicate};
use tern_llvm_ir::{Constant, ConstantKind, Module, Type, TypeKind};

use crate::integers::Integer;

/// A floating-point number of any type but `ppc_fp128`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Float {
    Half(Half),
    BFloat(BFloat),
    Single(Single),
    Double(Double),
    X87(X87DoubleExtended),
    Quad(Quad),
}

/// Computes with the number that a `Float` is, whatever its type.
macro_rules! with_number {
    ($float:expr, |$number:ident, $wrap:ident| $body:expr) => {
        match $float {
            Float::Half($number) => {
                let $wrap = Float::Half;
                $body
            }
            Float::BFloat($number) => {
                let $wrap = Float::BFloat;
                $body
            }
            Float::Single($number) => {
                let $wrap = Float::Single;
                $body
            }
            Float::Double($number) => {
                let $wrap = Float::Double;
                $body
            }
            Float::X87($number) => {
                let $wrap = Float::X87;
                $body
            }
            Float::Quad($number) => {
                let $wrap = Float::Quad;
                $body
            }
        }
    };
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
        Some(match module.types.kind(ty) {
            TypeKind::Half => Self::Half(Half::from_bits(bits)),
            TypeKind::BFloat => Self::BFloat(BFloat::from_bits(bits)),
            TypeKind::Float => Self::Single(Single::from_bits(bits)),
            TypeKind::Double => Self::Double(Double::from_bits(bits)),
            TypeKind::X86Fp80 => Self::X87(X87DoubleExtended::from_bits(bits)),
            TypeKind::Fp128 => Self::Quad(Quad::from_bits(bits)),
            _ => return None,
        })
    }

    /// The bits; `None` if it is no number, whose bits depend on the machine.
    pub(crate) fn bits(self) -> Option<u128> {
        with_number!(self, |number, _wrap| (!number.is_nan()).then(|| number.to_bits()))
    }

    /// Whether it is so small that some machines take it for zero.
    pub(crate) fn is_denormal(self) -> bool {
        with_number!(self, |number, _wrap| number.is_denormal())
    }

    /// The number with the other sign.
    pub(crate) fn negated(self) -> Self {
        with_number!(self, |number, wrap| wrap(-number))
    }

    /// What a binary instruction makes of two numbers of the same type; `None` if it is no instruction on them.
    pub(crate) fn binary(self, op: BinaryOp, rhs: Self) -> Option<Self> {
        fn of<F: Format>(op: BinaryOp, a: F, b: F) -> Option<F> {
            Some(match op {
                BinaryOp::FAdd => (a + b).value,
                BinaryOp::FSub => (a - b).value,
                BinaryOp::FMul => (a * b).value,
                BinaryOp::FDiv => (a / b).value,
                BinaryOp::FRem => a.c_fmod(b).value,
                _ => return None,
            })
        }
        Some(match (self, rhs) {
            (Self::Half(a), Self::Half(b)) => Self::Half(of(op, a, b)?),
            (Self::BFloat(a), Self::BFloat(b)) => Self::BFloat(of(op, a, b)?),
            (Self::Single(a), Self::Single(b)) => Self::Single(of(op, a, b)?),
            (Self::Double(a), Self::Double(b)) => Self::Double(of(op, a, b)?),
            (Self::X87(a), Self::X87(b)) => Self::X87(of(op, a, b)?),
            (Self::Quad(a), Self::Quad(b)) => Self::Quad(of(op, a, b)?),
            _ => return None,
        })
    }

    /// Whether a comparison with a number of the same type holds; `None` if the types differ.
    pub(crate) fn compare(self, predicate: FloatPredicate, rhs: Self) -> Option<bool> {
        let order = match (self, rhs) {
            (Self::Half(a), Self::Half(b)) => a.partial_cmp(&b),
            (Self::BFloat(a), Self::BFloat(b)) => a.partial_cmp(&b),
            (Self::Single(a), Self::Single(b)) => a.partial_cmp(&b),
            (Self::Double(a), Self::Double(b)) => a.partial_cmp(&b),
            (Self::X87(a), Self::X87(b)) => a.partial_cmp(&b),
            (Self::Quad(a), Self::Quad(b)) => a.partial_cmp(&b),
            _ => return None,
        };
        Some(predicate.holds(order))
    }

    /// The number in another type, as `fptrunc` and `fpext` round it.
    pub(crate) fn converted(self, module: &Module, ty: Type) -> Option<Self> {
        fn to<T: Format>(float: Float) -> T
        where
            Half: FloatConvert<T>,
            BFloat: FloatConvert<T>,
            Single: FloatConvert<T>,
            Double: FloatConvert<T>,
            X87DoubleExtended: FloatConvert<T>,
            Quad: FloatConvert<T>,
        {
            with_number!(float, |number, _wrap| number.convert(&mut false).value)
        }
        Some(match module.types.kind(ty) {
            TypeKind::Half => Self::Half(to(self)),
            TypeKind::BFloat => Self::BFloat(to(self)),
            TypeKind::Float => Self::Single(to(self)),
            TypeKind::Double => Self::Double(to(self)),
            TypeKind::X86Fp80 => Self::X87(to(self)),
            TypeKind::Fp128 => Self::Quad(to(self)),
            _ => return None,
        })
    }

    /// The number of a type that an integer is, taken as signed or unsigned.
    pub(crate) fn of_integer(module: &Module, ty: Type, integer: Integer, is_signed: bool) -> Option<Self> {
        fn of<F: Format>(integer: Integer, is_signed: bool) -> F {
            match is_signed {
                true => F::from_i128(integer.signed()).value,
                false => F::from_u128(integer.unsigned()).value,
            }
        }
        Some(match module.types.kind(ty) {
            TypeKind::Half => Self::Half(of(integer, is_signed)),
            TypeKind::BFloat => Self::BFloat(of(integer, is_signed)),
            TypeKind::Float => Self::Single(of(integer, is_signed)),
            TypeKind::Double => Self::Double(of(integer, is_signed)),
            TypeKind::X86Fp80 => Self::X87(of(integer, is_signed)),
            TypeKind::Fp128 => Self::Quad(of(integer, is_signed)),
            _ => return None,
        })
    }

    /// The integer of a width, signed or unsigned, without what is behind the point; `None` if it does not fit.
    pub(crate) fn to_integer(self, width: u32, is_signed: bool) -> Option<Integer> {
        let wide = width as usize;
        let (status, bits) = with_number!(self, |number, _wrap| match is_signed {
            true => {
                let found = number.to_i128(wide);
                (found.status, found.value as u128)
            }
            false => {
                let found = number.to_u128(wide);
                (found.status, found.value)
            }
        });
        (!status.contains(Status::INVALID_OP)).then(|| Integer::new(width, bits)).flatten()
    }
}
