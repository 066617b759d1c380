//! What loads of constant variables give.

use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Constant, ConstantKind, GlobalKind, Module, Type, TypeKind};

use super::scalars::{Address, Scalar};

/// What a load of a type from an address gives, if the memory there never changes. The load is of one number or pointer as a whole.
pub(super) fn load(module: &Module, sizes: &Sizes<'_>, address: Address, ty: Type) -> Option<Scalar> {
    let value = &module.globals[address.object?];
    let GlobalKind::Variable(variable) = &value.kind else { return None };
    let is_fixed = variable.constant && !variable.externally_initialized && !value.linkage.is_interposable();
    let initializer = variable.initializer.filter(|_| is_fixed)?;
    let offset = u64::try_from(address.offset.unsigned()).ok()?;
    part(module, sizes, initializer, offset, ty)
}

/// What has a type and is at an offset, in bytes, within a constant.
fn part(
    module: &Module,
    sizes: &Sizes<'_>,
    mut constant: Constant,
    mut offset: u64,
    wanted: Type,
) -> Option<Scalar> {
    let types = &module.types;
    let is_alike = |ty: Type| {
        let is_number = |ty: Type| types.integer_width(ty).or_else(|| types.float_width(ty)).is_some();
        ty == wanted || is_number(ty) && is_number(wanted) && sizes.bits(ty) == sizes.bits(wanted)
    };
    loop {
        let ty = module.constants.ty(constant);
        let kind = module.constants.kind(constant);
        if *kind == ConstantKind::Zero {
            let end = offset.checked_add(sizes.stored(wanted)?)?;
            return Scalar::from_bits(module, sizes, wanted, 0).filter(|_| Some(end) <= sizes.allocated(ty));
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
            _ => {
                let scalar = Scalar::of(module, sizes, constant).filter(|_| offset == 0 && is_alike(ty))?;
                return if ty == wanted { Some(scalar) } else { scalar.reinterpreted(module, sizes, wanted) };
            }
        };
        match kind {
            ConstantKind::Aggregate(elements) => (constant, offset) = (*elements.get(at)?, element),
            ConstantKind::Data(bytes) => {
                let inner = types.element(ty, 0)?;
                let size = types.data_element_size(inner)?;
                let bytes = bytes.chunks_exact(size).nth(at).filter(|_| element == 0 && is_alike(inner))?;
                let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
                return Scalar::from_bits(module, sizes, wanted, bits);
            }
            _ => return None,
        }
    }
}
