//! Conversion of globals.

use tern_dialect_llvm::attributes::values::linkage;
use tern_dialect_llvm::enums::Linkage;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::array;
use tern_mlir::{Attribute, Location, OpState, Type};

use super::{address_space, descriptor_of, element, extent, parts, result_type};
use crate::conversion::{Adaptor, BodyBuilder, Builder, GepIndex, NoMatch, Rewrite, Rewriter, named};

/// The allocated pointer in the descriptor of a global, which must never be freed.
const NEVER_ALLOCATED: i64 = 0xdead_beef;

/// The type of a global: nested arrays, or a single element.
fn global_type(b: &Rewriter<'_, '_>, ty: Type) -> Result<Type, NoMatch> {
    let element = element(b, ty)?;
    let context = b.context();
    Ok(parts(b, ty)?.shape.iter().rev().fold(element, |ty, &size| array(context, ty, size.max(0) as u64)))
}

/// Converts `memref.global`.
pub(super) fn global(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let original = b.op_ref(op.op);
    let location: Location = original.body.op_location(op.op);
    let property = |name| original.property(name);
    let ty = property("type").and_then(|ty: Attribute| ty.as_type(context)).ok_or("the type is missing")?;
    let name = property("sym_name").ok_or("the name is missing")?;
    let visibility = property("sym_visibility").and_then(|word| word.as_str(context));
    let is_public = visibility.is_none_or(|word| word == "public");
    let (initial, constant) = (property("initial_value"), property("constant").is_some());
    let alignment = property("alignment");
    let Ok(space) = address_space(b, ty) else {
        let message = "'memref.global' op memory space cannot be converted to an integer address space";
        b.report(tern_mlir::diagnostic::Diagnostic::error(location, message));
        return Err("memory space cannot be converted to an integer address space".into());
    };
    let (whole, rank) = (global_type(b, ty)?, parts(b, ty)?.rank());
    let uninitialized = initial == Some(context.common.unit);
    let value = match initial.filter(|_| !uninitialized) {
        Some(elements) if rank == 0 => {
            Some(elements.splat_value(context).ok_or("the value has no elements")?)
        }
        value => value,
    };
    let kind = if is_public { Linkage::External } else { Linkage::Private };
    let mut properties = vec![
        ("global_type", Attribute::of_type(context, whole)),
        ("sym_name", name),
        ("linkage", linkage(context, kind)),
        ("addr_space", Attribute::integer(context, context.common.i32, i64::from(space))),
    ];
    properties.extend(constant.then_some(("constant", context.common.unit)));
    properties.extend(value.map(|value| ("value", value)));
    properties.extend(alignment.map(|value| ("alignment", value)));
    let body = match uninitialized {
        true => {
            let mut inner = BodyBuilder::new(context, &[], location);
            let value = inner.undef(whole);
            inner.ret(&[value]);
            inner.finish()
        }
        false => tern_mlir::Body::with_region(),
    };
    let mut state = OpState::new(context.op_name(llvm::Global::NAME), location);
    state.properties = named(context, &properties);
    state.body = Some(Box::new(body));
    b.insert(state);
    b.replace(op.op, &[]);
    Ok(())
}

/// Converts `memref.get_global`.
pub(super) fn get_global(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = result_type(b, op)?;
    let converted = b.converted_result(op.op)?;
    let space = address_space(b, ty)?;
    let (whole, rank) = (global_type(b, ty)?, parts(b, ty)?.rank());
    let name = b.op_ref(op.op).property("name").ok_or("the name is missing")?;
    let extent = extent(b, ty, &[], true)?;
    let pointer = b.converter().pointer(space);
    let address = b.value(llvm::AddressOf::NAME, &[], pointer, &[("global_name", name)]);
    let first = b.gep(address, whole, &vec![GepIndex::Constant(0); rank + 1]);
    let width = b.converter().options.layout.pointer_width(space);
    let number = Type::integer(b.context(), width);
    let never = b.constant_index(number, NEVER_ALLOCATED);
    let never = b.create_value(llvm::IntToPtr::build(never, pointer));
    let descriptor = descriptor_of(b, converted, never, first, &extent);
    b.replace(op.op, &[descriptor]);
    Ok(())
}
