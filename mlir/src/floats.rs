//! Attributes for floating point constants.

use crate::attributes::{AttrKind, Attribute};
use crate::context::Context;
use crate::types::{FloatKind, Type, TypeKind};

/// A number that every format represents exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatValue {
    /// Positive zero.
    Zero,
    /// One.
    One,
    /// Positive infinity.
    Infinity,
}

/// `value` as an attribute of type `ty`: a float type that LLVM has too, or a vector or tensor of one, which gives a splat. `None` for
/// other types.
pub fn float_attribute(context: &Context, ty: Type, value: FloatValue) -> Option<Attribute> {
    let TypeKind::Float(kind) = *ty.element_or_self(context).kind(context) else { return None };
    let bits = bits(kind, value)?;
    Some(context.attr(match ty.shaped_element(context) {
        None => AttrKind::Float { ty, bits: bits.into() },
        Some(_) => {
            let bytes = kind.width().div_ceil(8) as usize;
            AttrKind::DenseElements { ty, data: bits.to_le_bytes()[..bytes].into(), splat: true }
        }
    }))
}

/// The bit pattern of a number in a format.
fn bits(kind: FloatKind, value: FloatValue) -> Option<u128> {
    // The widths of exponent and fraction; the x87 format stores the integer bit explicitly.
    let (exponent, fraction, integer_bit) = match kind {
        FloatKind::F16 => (5, 10, 0),
        FloatKind::BF16 => (8, 7, 0),
        FloatKind::F32 => (8, 23, 0),
        FloatKind::F64 => (11, 52, 0),
        FloatKind::F80 => (15, 64, 1 << 63),
        FloatKind::F128 => (15, 112, 0),
        _ => return None,
    };
    Some(match value {
        FloatValue::Zero => 0,
        FloatValue::One => ((1 << (exponent - 1)) - 1) << fraction | integer_bit,
        FloatValue::Infinity => ((1 << exponent) - 1) << fraction | integer_bit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_the_formats() {
        assert_eq!(bits(FloatKind::F32, FloatValue::One), Some(u128::from(1f32.to_bits())));
        assert_eq!(bits(FloatKind::F64, FloatValue::One), Some(u128::from(1f64.to_bits())));
        assert_eq!(bits(FloatKind::F64, FloatValue::Infinity), Some(u128::from(f64::INFINITY.to_bits())));
        assert_eq!(bits(FloatKind::BF16, FloatValue::One), Some(0x3f80));
        assert_eq!(bits(FloatKind::F16, FloatValue::One), Some(0x3c00));
        assert_eq!(bits(FloatKind::F80, FloatValue::Infinity), Some(0x7fff_8000_0000_0000_0000));
        assert_eq!(bits(FloatKind::TF32, FloatValue::One), None);
    }
}
