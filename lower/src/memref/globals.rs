//! Conversion of globals.

use tern_dialect_core::memref;
use tern_dialect_llvm::enums::Linkage;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::array;
use tern_mlir::declare::New;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Body, Type};

use super::{address_space, descriptor_of, element, extent, parts};
use crate::conversion::{Adaptor, BodyBuilder, GepIndex, LlvmBuilder, NoMatch, Rewrite, Rewriter};

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
    let global = memref::Global::expect(b.original(op));
    let location = global.0.body.op_location(op.op);
    let (ty, name) = (global.r#type(), global.sym_name());
    let is_public = global.sym_visibility().is_none_or(|word| context.str(word) == "public");
    let (initial, constant, alignment) = (global.initial_value(), global.constant(), global.alignment());
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
    let linkage = if is_public { Linkage::External } else { Linkage::Private };
    let global = llvm::Global::build(whole, name, linkage).addr_space(space).constant(constant);
    let mut state = New::from(global.value(value).alignment(alignment)).state(context, b.body(), location);
    state.body = Some(Box::new(match uninitialized {
        true => {
            let mut inner = BodyBuilder::new(context, &[], location);
            let value = inner.undef(whole);
            inner.ret(Some(value));
            inner.finish()
        }
        false => Body::with_region(),
    }));
    b.insert(state);
    b.replace(op.op, &[]);
    Ok(())
}

/// Converts `memref.get_global`.
pub(super) fn get_global(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let global = memref::GetGlobal::expect(b.original(op));
    let (ty, name) = (b.type_of(global.result()), global.name());
    let converted = b.converted_result(op.op)?;
    let space = address_space(b, ty)?;
    let (whole, rank) = (global_type(b, ty)?, parts(b, ty)?.rank());
    let extent = extent(b, ty, &[], true)?;
    let pointer = b.converter().pointer(space);
    let address = b.create_value(llvm::AddressOf::build(name, pointer));
    let first = b.gep(address, whole, &vec![GepIndex::Constant(0); rank + 1]);
    let width = b.converter().options.layout.pointer_width(space);
    let number = Type::integer(b.context(), width);
    let never = b.constant_index(number, NEVER_ALLOCATED);
    let never = b.create_value(llvm::IntToPtr::build(never, pointer));
    let descriptor = descriptor_of(b, converted, never, first, &extent);
    b.replace(op.op, &[descriptor]);
    Ok(())
}
