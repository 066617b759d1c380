//! Lowering of `vector.transfer_read` and `vector.transfer_write` of rank 0 or 1 to loads and stores.

use tern_dialect_core::vector::maps::is_minor_identity;
use tern_dialect_core::vector::types::{VectorType, shaped};
use tern_dialect_core::{arith, memref, tensor, vector};
use tern_mlir::affine::AffineExpr;
use tern_mlir::declare::New;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::TypeKind;
use tern_mlir::{Attribute, Context, Op, Value};

use super::super::Options;
use super::{Progress, broadcast, index, masks, vector_type};
use crate::greedy::GreedyRewriter;

/// A transfer between memory and a vector.
struct Transfer {
    base: Value,
    indices: Vec<Value>,
    mask: Option<Value>,
    vector: VectorType,
    /// Whether the whole access is known to be in bounds.
    in_bounds: bool,
}

/// How a transfer of rank 0 or 1 accesses contiguous memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Element by element.
    Contiguous,
    /// One element is broadcast to all lanes.
    Repeated,
}

/// Whether all dimensions are known to be in bounds.
fn all_inside(context: &Context, in_bounds: &[Attribute]) -> bool {
    in_bounds.iter().all(|inside| inside.as_u64(context) == Some(1))
}

/// Whether an operation is in a `vector.mask`. It then stays, as a mask can hold only one operation.
fn is_masked(b: &GreedyRewriter<'_, '_>, op: Op) -> bool {
    let region = b.body().op_block(op).and_then(|block| b.body().block_region(block));
    let parent = region.and_then(|region| b.body().region_parent(region));
    parent.is_some_and(|parent| b.op_ref(parent).name() == vector::Mask::NAME)
}

impl Transfer {
    /// How the memory is accessed; `None` for transfers that are not lowered directly.
    fn access(&self, b: &GreedyRewriter<'_, '_>, op: Op, map: Attribute) -> Option<Access> {
        let context = b.context();
        if is_masked(b, op) {
            return None;
        }
        let ty = b.type_of(self.base);
        let TypeKind::MemRef { element, .. } = ty.kind(context) else { return None };
        let vector = &self.vector;
        // Memory of vectors is handled elsewhere.
        if VectorType::of(context, *element).is_some() || vector.rank() > 1 || vector.element != *element {
            return None;
        }
        let strides = tern_mlir::builtin::memref::strides_and_offset(context, ty)?.strides;
        if strides.last().is_some_and(|&stride| stride != 1) {
            return None;
        }
        let map = map.as_affine_map(context)?;
        if vector.rank() == 1 && *map.results == [AffineExpr::Constant(0)] {
            return Some(Access::Repeated);
        }
        is_minor_identity(map).then_some(Access::Contiguous)
    }

    /// For a transfer that is not known to be in bounds: the mask for its valid lanes.
    fn lanes(&self, b: &mut GreedyRewriter<'_, '_>, op: Op, options: Options) -> Option<Value> {
        if is_masked(b, op) || self.vector.rank() != 1 || self.in_bounds {
            return None;
        }
        self.mask(b, options)?
    }

    /// The mask of valid lanes, combined with the mask of the transfer.
    fn mask(&self, b: &mut GreedyRewriter<'_, '_>, options: Options) -> Option<Option<Value>> {
        if self.in_bounds {
            return Some(self.mask);
        }
        let context = b.context();
        let dimension = self.indices.len().checked_sub(1)?;
        let index_type = context.common.index;
        let size = shaped(context, b.type_of(self.base))?.0[dimension];
        let size = if size == tern_mlir::types::DYNAMIC {
            let dimension = index(b, dimension as i64);
            match b.type_of(self.base).kind(context) {
                TypeKind::MemRef { .. } => {
                    b.create_value(memref::Dim::build(self.base, dimension, index_type))
                }
                _ => b.create_value(tensor::Dim::build(self.base, dimension, index_type)),
            }
        } else {
            index(b, size)
        };
        let left = b.create_value(arith::SubI::build(size, self.indices[dimension]));
        let there = masks::below(b, left, &self.vector.with_element(context.common.i1), options)?;
        Some(Some(match self.mask {
            Some(mask) => b.create_value(arith::AndI::build(there, mask)),
            None => there,
        }))
    }
}

/// Makes `new` with the location and the discardable attributes of the transfer `op`, which it replaces.
fn instead(b: &mut GreedyRewriter<'_, '_>, op: Op, new: impl Into<New>) -> Progress {
    let mut state = new.into().state(b.context(), b.body(), b.body().op_location(op));
    state.attributes = b.body().attributes(op).as_dictionary(b.context()).unwrap_or_default().into();
    let made = b.insert(state);
    Some(b.body().results(made).collect())
}

pub(super) fn read(b: &mut GreedyRewriter<'_, '_>, op: Op, options: Options) -> Progress {
    let context = b.context();
    let read = vector::TransferRead::expect(b.op_ref(op));
    let (map, padding, ty) = (read.permutation_map(), read.padding(), b.type_of(read.vector()));
    let transfer = Transfer {
        base: read.base(),
        indices: read.indices().to_vec(),
        mask: read.mask(),
        vector: vector_type(b, read.vector())?,
        in_bounds: all_inside(context, read.in_bounds()),
    };
    let Some(access) = transfer.access(b, op, map) else {
        let mask = transfer.lanes(b, op, options)?;
        let inside = [Attribute::bool(context, true)];
        let Transfer { base, indices, .. } = transfer;
        let read = vector::TransferRead::build(base, &indices, padding, Some(mask), map, &inside, ty);
        return instead(b, op, read);
    };
    if access == Access::Repeated {
        if transfer.mask.is_some() {
            return None;
        }
        let one = VectorType::fixed(&[1], transfer.vector.element).ty(context);
        let one = b.create_value(vector::Load::build(transfer.base, &transfer.indices, one));
        return Some(vec![broadcast(b, one, ty)]);
    }
    let value = match transfer.mask(b, options)? {
        None => b.create_value(vector::Load::build(transfer.base, &transfer.indices, ty)),
        Some(mask) => {
            let padding = broadcast(b, padding, ty);
            b.create_value(vector::MaskedLoad::build(transfer.base, &transfer.indices, mask, padding, ty))
        }
    };
    Some(vec![value])
}

pub(super) fn write(b: &mut GreedyRewriter<'_, '_>, op: Op, options: Options) -> Progress {
    let context = b.context();
    let write = vector::TransferWrite::expect(b.op_ref(op));
    let (map, stored) = (write.permutation_map(), write.valueToStore());
    let result = write.result().map(|result| b.type_of(result));
    let transfer = Transfer {
        base: write.base(),
        indices: write.indices().to_vec(),
        mask: write.mask(),
        vector: vector_type(b, stored)?,
        in_bounds: all_inside(context, write.in_bounds()),
    };
    let Some(access) = transfer.access(b, op, map) else {
        let mask = transfer.lanes(b, op, options)?;
        let inside = [Attribute::bool(context, true)];
        let Transfer { base, indices, .. } = transfer;
        let write = vector::TransferWrite::build(stored, base, &indices, Some(mask), map, &inside, result);
        return instead(b, op, write);
    };
    if access == Access::Repeated {
        return None;
    }
    match transfer.mask(b, options)? {
        None => b.create(vector::Store::build(stored, transfer.base, &transfer.indices)),
        Some(mask) => b.create(vector::MaskedStore::build(transfer.base, &transfer.indices, mask, stored)),
    };
    Some(Vec::new())
}
