//! Verifiers of constants: the attribute must match the type.

use crate::attributes::{self, BLOCK_TAG, UNDEF, ZERO};
use crate::constraints::is_scalable_vector;
use crate::enums::Linkage;
use crate::ops::{
    AddressOf, Alias, BlockAddress, BlockTag, Constant, DSOLocalEquivalent, Func, Global, IFunc, Zero,
};
use crate::types::{self, TARGET, array_parts, struct_fields};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::OpRef;
use tern_mlir::context::Context;
use tern_mlir::declare::View;
use tern_mlir::types::{FloatKind, Type, TypeKind};
use tern_mlir::verify::Verifier;

/// Verifies `llvm.mlir.constant`.
pub(crate) fn constant(verifier: &mut Verifier<'_>, constant: Constant<View<'_>>) {
    let op = *constant.0;
    if let Err(message) = fits(op.context, constant.value(), op.type_of(constant.res())) {
        verifier.error(op, message);
    }
}

/// Checks whether `llvm.mlir.constant` of type `ty` can have this value.
///
/// # Errors
/// If it cannot, with MLIR's message.
pub fn fits(context: &Context, value: Attribute, ty: Type) -> Result<(), String> {
    let refused = |message: &str| Err(message.to_owned());
    // Fast path: nearly all constants are numbers of their own type.
    if let AttrKind::Integer { ty: found, .. } | AttrKind::Float { ty: found, .. } = value.kind(context)
        && *found == ty
        && ty != context.common.index
    {
        return Ok(());
    }
    if let AttrKind::String { value, .. } = value.kind(context) {
        let length = context.bytes(*value).len() as u64;
        return match array_parts(context, ty) == Some((context.common.i8, length)) {
            true => Ok(()),
            false => Err(format!("expected array type of {length} i8 elements for the string constant")),
        };
    }
    if ty.declared(context, &types::STRUCT).is_some() {
        let (fields, _) = struct_fields(context, ty).unwrap_or_else(|| (Vec::new().into(), false));
        return fits_struct(context, value, &fields);
    }
    if ty.declared(context, &TARGET).is_some() {
        return refused("does not support target extension type.");
    }
    match value.kind(context) {
        AttrKind::Integer { .. } if ty.integer_width(context).is_none() => refused("expected integer type"),
        AttrKind::Integer { .. } => Ok(()),
        AttrKind::Float { ty: found, .. } => match found.kind(context) {
            TypeKind::Float(kind) => fits_float(context, *kind, ty),
            _ => Ok(()),
        },
        AttrKind::DenseElements { ty: found, splat, .. } => fits_elements(context, *found, *splat, ty),
        AttrKind::DenseStrings { ty: found, .. }
        | AttrKind::DenseResource { ty: found, .. }
        | AttrKind::Sparse { ty: found, .. } => fits_elements(context, *found, false, ty),
        AttrKind::Array(elements) => match array_parts(context, ty) {
            Some(_) => fits_array(context, elements, ty, 0),
            None => refused("expected array or struct type for array attribute"),
        },
        _ => refused("only supports integer, float, string or elements attributes"),
    }
}

fn fits_struct(context: &Context, value: Attribute, fields: &[Type]) -> Result<(), String> {
    let Some(elements) = value.as_array(context) else {
        return Err("expected array attribute for struct type".to_owned());
    };
    if elements.len() != fields.len() {
        return Err(format!("expected array attribute of size {}", fields.len()));
    }
    for (index, (element, &field)) in elements.iter().zip(fields).enumerate() {
        let number = field == context.common.index
            || is_float(context, field)
            || crate::constraints::is_integer(context, field);
        if !number {
            return Err("expected struct element types to be floating point type or integer type".to_owned());
        }
        let (AttrKind::Integer { ty, .. } | AttrKind::Float { ty, .. }) = element.kind(context) else {
            return Err("expected element of array attribute to be floating point or integer".to_owned());
        };
        if *ty != field {
            return Err(format!("struct element at index {index} is of wrong type"));
        }
    }
    Ok(())
}

/// Whether a type is a floating point type, including LLVM's own.
fn is_float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_)) || ty.declared(context, &types::PPC_FP128).is_some()
}

/// Checks that a number of this format is valid for type `ty`: a float of the same format, or an integer of the same width.
fn fits_float(context: &Context, kind: FloatKind, ty: Type) -> Result<(), String> {
    match ty.kind(context) {
        TypeKind::Float(found) if *found == kind => Ok(()),
        _ if is_float(context, ty) => Err("attribute and type have different float semantics".to_owned()),
        TypeKind::Integer { width, .. } if *width != kind.width() => {
            Err(format!("expected integer type of width {}", kind.width()))
        }
        _ => Ok(()),
    }
}

fn fits_elements(context: &Context, found: Type, splat: bool, ty: Type) -> Result<(), String> {
    if has_scalable_vector(context, ty) {
        return match splat {
            true => Ok(()),
            false => Err("scalable vector type requires a splat attribute".to_owned()),
        };
    }
    if !matches!(ty.kind(context), TypeKind::Vector { .. }) && array_parts(context, ty).is_none() {
        return Err("expected vector or array type".to_owned());
    }
    let (found, count) = match found.kind(context) {
        TypeKind::Vector { shape, element, .. } | TypeKind::RankedTensor { shape, element, .. } => {
            (Some(*element), product(shape))
        }
        TypeKind::UnrankedTensor(element) => (Some(*element), 1),
        TypeKind::MemRef { shape, .. } => (None, product(shape)),
        _ => (None, 1),
    };
    let (wanted, wanted_count) = scalars(context, ty);
    if wanted_count != count {
        return Err(format!(
            "type and attribute have a different number of elements: {wanted_count} vs. {count}"
        ));
    }
    match found.map(|found| found.kind(context)) {
        Some(TypeKind::Float(kind)) => fits_float(context, *kind, wanted),
        Some(TypeKind::Integer { .. }) if wanted.integer_width(context).is_none() => {
            Err("expected integer element type for integer elements attribute".to_owned())
        }
        _ => Ok(()),
    }
}

/// The number of elements of a shape. Like MLIR, does not check for overflow or unknown sizes.
fn product(shape: &[i64]) -> i64 {
    shape.iter().fold(1, |count, &size| count.wrapping_mul(size))
}

/// The scalar type and the number of scalars in nested arrays and vectors.
fn scalars(context: &Context, mut ty: Type) -> (Type, i64) {
    let mut count = 1i64;
    loop {
        match ty.kind(context) {
            TypeKind::Vector { shape, element, .. } => {
                (count, ty) = (count.wrapping_mul(product(shape)), *element);
            }
            _ => match array_parts(context, ty) {
                Some((element, length)) => (count, ty) = (count.wrapping_mul(length as i64), element),
                None => return (ty, count),
            },
        }
    }
}

fn has_scalable_vector(context: &Context, mut ty: Type) -> bool {
    while let Some((element, _)) = array_parts(context, ty) {
        ty = element;
    }
    is_scalable_vector(context, ty)
}

/// Checks that nested array attributes match the nesting of their type, down to structs.
fn fits_array(context: &Context, elements: &[Attribute], ty: Type, dimension: u32) -> Result<(), String> {
    let Some((inner, length)) = array_parts(context, ty) else { return Ok(()) };
    if elements.len() as u64 != length {
        let found = elements.len();
        return Err(format!(
            "array attribute size does not match array type size in dimension {dimension}: {found} vs. {length}"
        ));
    }
    let fields = struct_fields(context, inner).map(|(fields, _)| fields);
    let nested = array_parts(context, inner).is_some();
    if !nested && inner.declared(context, &types::STRUCT).is_none() {
        return Err("for array with an array attribute must have a struct element type".to_owned());
    }
    for (index, element) in elements.iter().enumerate() {
        if element.declared(context, &ZERO).is_some() || element.declared(context, &UNDEF).is_some() {
            continue;
        }
        let must = "must be a zero, or undef, or array attribute";
        match (element.as_array(context), &fields) {
            (None, _) if nested => {
                return Err(format!(
                    "nested attribute for sub-array in dimension {dimension} at index {index} {must}"
                ));
            }
            (None, _) => return Err(format!("nested attribute for struct element at index {index} {must}")),
            (Some(inner_elements), _) if nested => fits_array(context, inner_elements, inner, dimension + 1)?,
            (Some(found), Some(fields)) if found.len() != fields.len() => {
                let (found, wanted) = (found.len(), fields.len());
                return Err(format!(
                    "nested array attribute size for struct element at index {index} must match struct size: {found} vs. {wanted}"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether an attribute is a zero number, or elements that are all zero.
pub(super) fn is_zero(context: &Context, value: Attribute) -> bool {
    match value.kind(context) {
        AttrKind::Integer { value, .. } => value.is_zero(),
        AttrKind::Float { ty, bits } => match ty.kind(context) {
            // Minus zero is not `zeroinitializer`, but MLIR treats it as zero.
            TypeKind::Float(kind) => bits.get() & !(1u128 << (kind.width() - 1)) == 0,
            _ => bits.get() == 0,
        },
        AttrKind::DenseElements { data, splat: true, .. } => data.iter().all(|&byte| byte == 0),
        AttrKind::Array(elements) => elements.iter().all(|&element| is_zero(context, element)),
        _ => value.declared(context, &ZERO).is_some(),
    }
}

/// Verifies `llvm.mlir.zero`.
pub(crate) fn zero(verifier: &mut Verifier<'_>, zero: Zero<View<'_>>) {
    let (op, ty) = (*zero.0, zero.0.type_of(zero.res()));
    if ty.declared(op.context, &TARGET).is_some() && !types::has_zero(op.context, ty) {
        verifier.error(op, "target extension type does not support zero-initializer");
    }
}

/// Verifies `llvm.mlir.addressof`.
pub(crate) fn address_of(verifier: &mut Verifier<'_>, address: AddressOf<View<'_>>) {
    let op = *address.0;
    let target = verifier.symbol(address.global_name()).filter(|target| {
        let named = [Global::NAME, Func::NAME, Alias::NAME, IFunc::NAME];
        target.def().is_none() || named.contains(&target.name())
    });
    let Some(target) = target else {
        let wanted = "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'";
        return verifier.error(op, wanted);
    };
    let space = if let Some(global) = Global::unverified(target) {
        Some(global.addr_space().unwrap_or(0))
    } else if let Some(alias) = Alias::unverified(target) {
        super::globals::returned_type(alias).and_then(|ty| types::address_space(op.context, ty))
    } else {
        None
    };
    let found = types::address_space(op.context, op.type_of(address.res()));
    if let (Some(space), Some(found)) = (space, found)
        && space != found
    {
        verifier
            .error(op, "pointer address space must match address space of the referenced global or alias");
    }
}

/// Verifies `llvm.dso_local_equivalent`.
pub(crate) fn dso_local_equivalent(verifier: &mut Verifier<'_>, equivalent: DSOLocalEquivalent<View<'_>>) {
    let op = *equivalent.0;
    let target = verifier.symbol(equivalent.function_name());
    let linkage = if let Some(function) = target.and_then(Func::unverified) {
        function.linkage()
    } else if let Some(alias) = target.and_then(Alias::unverified) {
        let (body, regions) = alias.0.body.regions(alias.0.op);
        let ops = regions.iter().flat_map(|&region| body.region_blocks(region));
        let ops =
            ops.flat_map(|&block| body.block_ops(block)).map(|inner| OpRef::new(op.context, body, inner));
        let mut symbols = ops.filter_map(|inner| AddressOf::unverified(inner)?.global_name());
        if symbols.any(|name| verifier.symbol(name).is_some_and(|global| global.is(Global::DEF))) {
            return verifier.error(op, "must reference an alias to a function");
        }
        alias.linkage()
    } else {
        let wanted = "must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'";
        return verifier.error(op, wanted);
    };
    if linkage == Some(Linkage::ExternWeak) {
        verifier.error(op, "target function with 'extern_weak' linkage not allowed");
    }
}

/// Verifies `llvm.blockaddress`.
pub(crate) fn block_address(verifier: &mut Verifier<'_>, address: BlockAddress<View<'_>>) {
    let (op, context) = (*address.0, address.0.context);
    let Some(target) = attributes::BlockAddress::of(context, address.block_addr()) else { return };
    let function = verifier.symbol(target.function());
    // MLIR looks up the tag before it checks that the function exists.
    let tags = function.map(tags_of).unwrap_or_default();
    if !tags.iter().any(|&(found, _)| found == target.tag()) {
        verifier.error(op, "expects an existing block label target in the referenced function");
    }
}

/// The tags of a function's blocks, with the operations that define them.
pub(super) fn tags_of(function: OpRef<'_>) -> Vec<(Attribute, OpRef<'_>)> {
    let (body, regions) = function.body.regions(function.op);
    let ops = regions.iter().flat_map(|&region| body.region_blocks(region));
    let ops = ops.flat_map(|&block| body.block_ops(block)).map(|op| OpRef::new(function.context, body, op));
    ops.filter_map(|op| Some((BlockTag::unverified(op)?.tag()?, op)))
        .filter(|(tag, _)| tag.declared(function.context, &BLOCK_TAG).is_some())
        .collect()
}
