//! What loads of constant variables give.

use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Constant, ConstantKind, GlobalKind, Module, Type, TypeKind};

use super::scalars::{Address, Scalar};

/// What a load of a type from an address gives, if the memory there never changes.
pub(super) fn load(module: &Module, sizes: &Sizes<'_>, address: Address, ty: Type) -> Option<Scalar> {
    let value = &module.globals[address.object?];
    let GlobalKind::Variable(variable) = &value.kind else { return None };
    let is_fixed = variable.constant && !variable.externally_initialized && !value.linkage.is_interposable();
    let initializer = variable.initializer.filter(|_| is_fixed)?;
    let offset = u64::try_from(address.offset.unsigned()).ok()?;
    let part = Part::of(module, sizes, initializer, offset)?;
    part.whole(module, sizes, ty).or_else(|| by_bytes(module, sizes, initializer, offset, ty))
}

/// The number of a type at an offset, in bytes, within a constant.
fn by_bytes(
    module: &Module,
    sizes: &Sizes<'_>,
    initializer: Constant,
    offset: u64,
    ty: Type,
) -> Option<Scalar> {
    let count = bytes_of_number(module, sizes, ty)?;
    let mut bits = 0;
    for at in 0..count {
        let byte = Part::of(module, sizes, initializer, offset.checked_add(at)?)?.byte(module, sizes)?;
        bits |= u128::from(byte) << shift(sizes, at, count);
    }
    Scalar::from_bits(module, sizes, ty, bits)
}

/// How many bytes, up to 16, a number takes that fills them.
fn bytes_of_number(module: &Module, sizes: &Sizes<'_>, ty: Type) -> Option<u64> {
    let types = &module.types;
    types.integer_width(ty).or_else(|| types.float_width(ty))?;
    let bits = sizes.bits(ty).filter(|bits| bits % 8 == 0 && *bits <= 128)?;
    Some(bits / 8)
}

/// By how many bits the byte at an address is shifted in a number of `count` bytes.
fn shift(sizes: &Sizes<'_>, at: u64, count: u64) -> u64 {
    8 * if sizes.layout.big_endian { count - 1 - at } else { at }
}

/// A constant that is no aggregate, or is zero as a whole, and a place in it.
struct Part {
    constant: Leaf,
    ty: Type,
    /// In bytes.
    offset: u64,
}

enum Leaf {
    Zero,
    Constant(Constant),
    /// The bits of an integer or floating-point number.
    Bits(u128),
}

impl Part {
    /// The part of a constant that is at an offset, in bytes.
    fn of(module: &Module, sizes: &Sizes<'_>, mut constant: Constant, mut offset: u64) -> Option<Self> {
        let types = &module.types;
        loop {
            let ty = module.constants.ty(constant);
            let kind = module.constants.kind(constant);
            if *kind == ConstantKind::Zero {
                return Some(Self { constant: Leaf::Zero, ty, offset });
            }
            let (at, element) = match types.kind(ty) {
                TypeKind::Array { element, .. } => {
                    let size = sizes.allocated(*element).filter(|&size| size > 0)?;
                    (usize::try_from(offset / size).ok()?, offset % size)
                }
                TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                    let count = types.struct_fields(ty)?.0.len();
                    // The last field that begins here or before. Those without a size come before it.
                    let at = (0..count).rev().find(|&at| sizes.field_offset(ty, at) <= Some(offset))?;
                    (at, offset - sizes.field_offset(ty, at)?)
                }
                _ => return Some(Self { constant: Leaf::Constant(constant), ty, offset }),
            };
            match kind {
                ConstantKind::Aggregate(elements) => (constant, offset) = (*elements.get(at)?, element),
                ConstantKind::Data(bytes) => {
                    let ty = types.element(ty, 0)?;
                    let bytes = bytes.chunks_exact(types.data_element_size(ty)?).nth(at)?;
                    let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
                    return Some(Self { constant: Leaf::Bits(bits), ty, offset: element });
                }
                _ => return None,
            }
        }
    }

    /// What is at the place, if that is zero or the constant as a whole, in its own type or in another one of the same size.
    fn whole(&self, module: &Module, sizes: &Sizes<'_>, wanted: Type) -> Option<Scalar> {
        let types = &module.types;
        let is_number = |ty: Type| types.integer_width(ty).or_else(|| types.float_width(ty)).is_some();
        let is_alike = self.ty == wanted
            || is_number(self.ty) && is_number(wanted) && sizes.bits(self.ty) == sizes.bits(wanted);
        match self.constant {
            Leaf::Zero => {
                let end = self.offset.checked_add(sizes.stored(wanted)?)?;
                let fits = end <= sizes.allocated(self.ty)?;
                Scalar::from_bits(module, sizes, wanted, 0).filter(|_| fits)
            }
            _ if self.offset > 0 => None,
            Leaf::Bits(bits) => Scalar::from_bits(module, sizes, wanted, bits).filter(|_| is_alike),
            Leaf::Constant(constant) => {
                let scalar = Scalar::of(module, sizes, constant).filter(|_| is_alike)?;
                if self.ty == wanted { Some(scalar) } else { scalar.reinterpreted(module, sizes, wanted) }
            }
        }
    }

    /// The byte at the place.
    fn byte(&self, module: &Module, sizes: &Sizes<'_>) -> Option<u8> {
        let bits = match self.constant {
            Leaf::Zero => return (self.offset < sizes.allocated(self.ty)?).then_some(0),
            Leaf::Bits(bits) => bits,
            Leaf::Constant(constant) => Scalar::of(module, sizes, constant)?.bits()?,
        };
        let count = bytes_of_number(module, sizes, self.ty)?;
        let at = Some(self.offset).filter(|&at| at < count)?;
        Some((bits >> shift(sizes, at, count)) as u8)
    }
}
