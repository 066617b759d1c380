//! Conversion of dense elements between the in-memory form and that of bytecode, which packs 1-bit elements.

use crate::context::Context;
use crate::types::{Type, TypeKind};

pub(super) use crate::asm::element_size;

/// The shape and element type of a type that dense elements can have.
fn shape_of(context: &Context, ty: Type) -> Option<(&[i64], Type)> {
    match ty.kind(context) {
        TypeKind::Vector { shape, element, .. } | TypeKind::RankedTensor { shape, element, .. } => {
            Some((shape, *element))
        }
        _ => None,
    }
}

/// The number of elements of a type; `None` if the shape is not static.
pub(super) fn element_count(context: &Context, ty: Type) -> Option<u64> {
    let (shape, _) = shape_of(context, ty)?;
    shape.iter().try_fold(1u64, |count, &size| count.checked_mul(u64::try_from(size).ok()?))
}

fn is_bit(context: &Context, ty: Type) -> bool {
    shape_of(context, ty).is_some_and(|(_, element)| element.integer_width(context) == Some(1))
}

/// The bytecode form of dense elements: 1-bit elements are packed; a splat of `true` has all bits set.
pub(super) fn pack(context: &Context, ty: Type, data: &[u8], splat: bool) -> Box<[u8]> {
    if !is_bit(context, ty) {
        return data.into();
    }
    if splat {
        return data.iter().map(|&byte| if byte & 1 == 1 { 0xff } else { 0 }).collect();
    }
    let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | bit & 1);
    data.chunks(8).map(byte).collect()
}

/// The in-memory form of dense elements, and whether it is a splat.
pub(super) fn unpack(context: &Context, ty: Type, bytes: Box<[u8]>) -> Result<(Box<[u8]>, bool), String> {
    let Some((_, element)) = shape_of(context, ty) else {
        return Err("elements of a type that is neither tensor nor vector".to_owned());
    };
    let (Some(count), Some(size)) = (element_count(context, ty), element_size(context, element)) else {
        return Err("elements of a type without a static shape, or that are not numbers".to_owned());
    };
    if is_bit(context, ty) {
        return match bytes[..] {
            [splat @ (0 | 0xff)] => Ok(([splat & 1].into(), true)),
            _ if bytes.len() as u64 != count.div_ceil(8) => {
                Err("the number of bytes is not that of the elements".to_owned())
            }
            _ => {
                let bits: Vec<u8> =
                    (0..count as usize).map(|index| bytes[index / 8] >> (index % 8) & 1).collect();
                Ok(uniform(bits.into(), 1))
            }
        };
    }
    if bytes.len() == size {
        Ok((bytes, true))
    } else if count.checked_mul(size as u64) == Some(bytes.len() as u64) {
        Ok(uniform(bytes, size))
    } else {
        Err("the number of bytes is not that of the elements".to_owned())
    }
}

/// Reduces equal elements to a splat.
fn uniform(bytes: Box<[u8]>, size: usize) -> (Box<[u8]>, bool) {
    match bytes.get(..size) {
        Some(first) if bytes.chunks_exact(size).all(|element| element == first) => (first.into(), true),
        _ => (bytes, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_packed() {
        let context = Context::new(&[]);
        let tensor = |count, element| {
            context.ty(TypeKind::RankedTensor { shape: [count].into(), element, encoding: None })
        };
        let bits = tensor(9, context.common.i1);
        let data: Box<[u8]> = [1, 0, 1, 0, 0, 0, 0, 0, 1].into();
        assert_eq!(*pack(&context, bits, &data, false), [0b101, 1]);
        assert_eq!(unpack(&context, bits, [0b101, 1].into()), Ok((data, false)));
        assert_eq!(unpack(&context, bits, [0xff].into()), Ok(([1].into(), true)));
        assert!(unpack(&context, bits, [1].into()).is_err());
        let words = tensor(2, context.common.i16);
        assert_eq!(unpack(&context, words, [1, 0].into()), Ok(([1, 0].into(), true)));
        assert_eq!(unpack(&context, words, [1, 0, 1, 0].into()), Ok(([1, 0].into(), true)));
        assert!(unpack(&context, words, [1, 0, 1].into()).is_err());
        assert!(unpack(&context, tensor(i64::MAX, context.common.i16), [1].into()).is_err());
        let none = tensor(0, context.common.i16);
        assert_eq!(unpack(&context, none, [].into()), Ok(([].into(), false)));
    }
}
