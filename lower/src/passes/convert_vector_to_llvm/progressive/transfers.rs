//! Lowering of `vector.transfer_read` and `vector.transfer_write` of rank 0 or 1 to loads and stores.

use tern_dialect_core::vector::attributes::bools;
use tern_dialect_core::vector::maps::{is_minor_identity, map_of};
use tern_dialect_core::vector::types::{VectorType, shaped};
use tern_dialect_core::{arith, memref, tensor, vector};
use tern_mlir::affine::AffineExpr;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::{Attribute, Op, OpState, Value};

use super::super::Options;
use super::{Progress, broadcast, index, masks, value};
use crate::conversion::Builder;
use crate::greedy::GreedyRewriter;

/// A transfer of rank 0 or 1 of contiguous memory.
struct Transfer {
    base: Value,
    indices: Vec<Value>,
    mask: Option<Value>,
    vector: VectorType,
    /// Whether the whole access is known to be in bounds.
    in_bounds: bool,
    /// Whether one element is broadcast to all lanes.
    repeated: bool,
}

fn transfer(b: &GreedyRewriter<'_, '_>, op: Op, vector: &str) -> Option<Transfer> {
    let context = b.context();
    let reference = b.op_ref(op);
    if is_masked(b, op) {
        return None;
    }
    let base = value(b, op, "base")?;
    let ty = b.type_of(base);
    let TypeKind::MemRef { element, .. } = ty.kind(context) else { return None };
    let vector = VectorType::of(context, b.type_of(value(b, op, vector)?))?;
    // Memory of vectors is handled elsewhere.
    if VectorType::of(context, *element).is_some() || vector.rank() > 1 || vector.element != *element {
        return None;
    }
    let strides = tern_mlir::builtin::memref::strides_and_offset(context, ty)?.strides;
    if strides.last().is_some_and(|&stride| stride != 1) {
        return None;
    }
    let map = map_of(context, reference.property("permutation_map")?)?;
    let repeated = vector.rank() == 1 && *map.results == [AffineExpr::Constant(0)];
    if !repeated && !is_minor_identity(map) {
        return None;
    }
    let bounds = bools(context, reference.property("in_bounds")?)?;
    Some(Transfer {
        base,
        indices: reference.operand_group("indices").to_vec(),
        mask: value(b, op, "mask"),
        vector,
        in_bounds: repeated || bounds.iter().all(|&inside| inside),
        repeated,
    })
}

/// Whether an operation is in a `vector.mask`. It then stays, as a mask can hold only one operation.
fn is_masked(b: &GreedyRewriter<'_, '_>, op: Op) -> bool {
    let region = b.body().op_block(op).and_then(|block| b.body().block_region(block));
    let parent = region.and_then(|region| b.body().region_parent(region));
    parent.is_some_and(|parent| b.op_ref(parent).name() == vector::Mask::NAME)
}

/// Lowers a transfer that is not known to be in bounds to the same transfer with a mask for the valid lanes.
fn with_mask(b: &mut GreedyRewriter<'_, '_>, op: Op, vector: &str, options: Options) -> Progress {
    let context = b.context();
    let reference = b.op_ref(op);
    let vector = VectorType::of(context, b.type_of(value(b, op, vector)?))?;
    let bounds = bools(context, reference.property("in_bounds")?)?;
    if is_masked(b, op) || vector.rank() != 1 || bounds.iter().all(|&inside| inside) {
        return None;
    }
    let mut state = OpState::new(b.body().op_name(op), b.body().op_location(op));
    let mask_at = reference.operand_range("mask").start;
    state.operands = reference.operands()[..mask_at].into();
    let sizes = reference.property("operandSegmentSizes")?.as_dense_i32(context)?;
    let sizes: Vec<i32> = sizes.split_last()?.1.iter().copied().chain([1]).collect();
    let inside = Attribute::array(context, vec![Attribute::bool(context, true)]);
    let properties = b.body().properties(op);
    let properties = properties.with_entry(context, "in_bounds", Some(inside));
    let sizes = Attribute::dense_i32(context, &sizes);
    let properties = properties.with_entry(context, "operandSegmentSizes", Some(sizes));
    state.properties = properties.as_dictionary(context).unwrap_or_default().into();
    state.attributes = b.body().attributes(op).as_dictionary(context).unwrap_or_default().into();
    state.result_types = b.body().results(op).map(|result| b.type_of(result)).collect();
    let transfer = Transfer {
        base: value(b, op, "base")?,
        indices: reference.operand_group("indices").to_vec(),
        mask: value(b, op, "mask"),
        vector,
        in_bounds: false,
        repeated: false,
    };
    state.operands.extend(transfer.mask(b, options)?);
    let masked = b.insert(state);
    Some(b.body().results(masked).collect())
}

impl Transfer {
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
            let name = match b.type_of(self.base).kind(context) {
                TypeKind::MemRef { .. } => memref::Dim::NAME,
                _ => tensor::Dim::NAME,
            };
            let dimension = index(b, dimension as i64);
            b.value(name, &[self.base, dimension], index_type, &[])
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

    fn operands(&self, first: &[Value], last: &[Value]) -> Vec<Value> {
        [first, &[self.base], &self.indices, last].concat()
    }
}

pub(super) fn read(b: &mut GreedyRewriter<'_, '_>, op: Op, options: Options) -> Progress {
    let Some(transfer) = transfer(b, op, "vector") else { return with_mask(b, op, "vector", options) };
    let ty: Type = transfer.vector.ty(b.context());
    if transfer.repeated {
        if transfer.mask.is_some() {
            return None;
        }
        let one = VectorType::fixed(&[1], transfer.vector.element).ty(b.context());
        let one = b.value(vector::Load::NAME, &transfer.operands(&[], &[]), one, &[]);
        return Some(vec![broadcast(b, one, ty)]);
    }
    let padding = value(b, op, "padding")?;
    let operands = match transfer.mask(b, options)? {
        None => return Some(vec![b.value(vector::Load::NAME, &transfer.operands(&[], &[]), ty, &[])]),
        Some(mask) => {
            let padding = broadcast(b, padding, ty);
            transfer.operands(&[], &[mask, padding])
        }
    };
    Some(vec![b.value(vector::MaskedLoad::NAME, &operands, ty, &[])])
}

pub(super) fn write(b: &mut GreedyRewriter<'_, '_>, op: Op, options: Options) -> Progress {
    let Some(transfer) = transfer(b, op, "valueToStore") else {
        return with_mask(b, op, "valueToStore", options);
    };
    if transfer.repeated {
        return None;
    }
    let stored = value(b, op, "valueToStore")?;
    match transfer.mask(b, options)? {
        None => b.op(vector::Store::NAME, &transfer.operands(&[stored], &[]), &[], &[]),
        Some(mask) => b.op(vector::MaskedStore::NAME, &transfer.operands(&[], &[mask, stored]), &[], &[]),
    };
    Some(Vec::new())
}
