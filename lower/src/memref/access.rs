//! Conversion of loads, stores and prefetches.

use tern_dialect_core::memref;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::rewrite::Builder;

use super::{element, element_address};
use crate::conversion::{Adaptor, Rewrite, Rewriter};

/// Converts `memref.load`.
pub(super) fn load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (original, load) = (memref::Load::expect(b.original(op)), memref::Load::expect(b.converted(op)));
    let (ty, memref, indices) = (b.type_of(original.memref()), load.memref(), load.indices().to_vec());
    let (alignment, nontemporal) = (load.alignment(), load.nontemporal());
    let element = element(b, ty)?;
    let address = element_address(b, ty, memref, &indices, true)?;
    let value =
        b.create_value(llvm::Load::build(address, element).alignment(alignment).nontemporal(nontemporal));
    b.replace(op.op, &[value]);
    Ok(())
}

/// Converts `memref.store`.
pub(super) fn store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (original, store) = (memref::Store::expect(b.original(op)), memref::Store::expect(b.converted(op)));
    let (ty, memref, indices) = (b.type_of(original.memref()), store.memref(), store.indices().to_vec());
    let (value, alignment, nontemporal) = (store.value(), store.alignment(), store.nontemporal());
    let address = element_address(b, ty, memref, &indices, true)?;
    b.create(llvm::Store::build(value, address).alignment(alignment).nontemporal(nontemporal));
    b.replace(op.op, &[]);
    Ok(())
}

/// Converts `memref.prefetch`.
pub(super) fn prefetch(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = memref::Prefetch::expect(b.original(op));
    let prefetch = memref::Prefetch::expect(b.converted(op));
    let ty = b.type_of(original.memref());
    let (memref, indices) = (prefetch.memref(), prefetch.indices().to_vec());
    let (writes, locality, is_data) = (prefetch.isWrite(), prefetch.localityHint(), prefetch.isDataCache());
    let address = element_address(b, ty, memref, &indices, false)?;
    b.create(intrinsics::Prefetch::build(address, writes.into(), locality, is_data.into()));
    b.replace(op.op, &[]);
    Ok(())
}
