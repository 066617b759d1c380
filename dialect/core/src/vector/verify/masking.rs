//! Verifiers of masks and of `vector.mask`.

use tern_mlir::asm::type_to_string;
use tern_mlir::declare::{Unverified, View};
use tern_mlir::verify::Verifier;
use tern_mlir::{Attribute, OpRef, Value};

use super::{Checked, ensure, required, vector, vector_of, verifiers};
use crate::vector::maps::{dimension, transfer_mask};
use crate::vector::types::VectorType;
use crate::vector::{
    ConstantMask, Contract, CreateMask, Gather, Mask, MultiReduction, OuterProduct, Reduction, TransferRead,
    TransferWrite, Yield,
};

verifiers! {
    create_mask: CreateMask = check_create_mask;
    mask: Mask = check_mask;
}

/// Checks `vector.constant_mask`.
pub(in crate::vector) fn constant_mask(verifier: &mut Verifier<'_>, mask: ConstantMask<View<'_>>) {
    let (op, sizes) = (*mask.0, mask.mask_dim_sizes());
    let Some(result) = vector_of(op, mask.result()) else { return };
    if result.rank() == 0 {
        match sizes[..] {
            [0 | 1] => {}
            [_] => verifier.error_plain(op, "mask dim size must be either 0 or 1 for 0-D vectors"),
            _ => verifier.error_plain(op, "array attr must have length 1 for 0-D vectors"),
        }
        return;
    }
    if let Err(message) = check_constant_mask(&result, &sizes) {
        verifier.error(op, message);
    }
}

fn check_constant_mask(result: &VectorType, sizes: &[i64]) -> Checked {
    ensure(sizes.len() == result.rank(), || {
        "must specify array attr of size equal vector result rank".to_owned()
    })?;
    for ((&size, &whole), &scalable) in sizes.iter().zip(&result.shape).zip(&result.scalable) {
        ensure((0..=whole).contains(&size), || {
            "array attr of size out of bounds of vector result dimension size".to_owned()
        })?;
        ensure(!scalable || size == 0 || size == whole, || {
            "only supports 'none set' or 'all set' scalable dimensions".to_owned()
        })?;
    }
    let zeros = sizes.iter().filter(|&&size| size == 0).count();
    ensure(zeros == 0 || zeros == sizes.len(), || {
        "expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim".to_owned()
    })
}

fn check_create_mask(mask: CreateMask<View<'_>>) -> Checked {
    let (rank, count) = (vector(*mask.0, mask.result())?.rank(), mask.operands().len());
    if rank == 0 {
        return ensure(count == 1, || "must specify exactly one operand for 0-D create_mask".to_owned());
    }
    ensure(count == rank, || "must specify an operand for each result vector dimension".to_owned())
}

/// The mask type with which `vector.mask` can mask an operation; `None` if it cannot.
fn expected_mask(op: OpRef<'_>) -> Option<VectorType> {
    let context = op.context;
    let transfer = |vector: Value, map: Attribute| {
        transfer_mask(context, &vector_of(op, vector)?, map.as_affine_map(context)?)
    };
    let vector = if let Some(contract) = Contract::unverified(op) {
        return contraction_mask(contract);
    } else if let Some(read) = TransferRead::unverified(op) {
        return transfer(read.vector()?, read.permutation_map()?);
    } else if let Some(write) = TransferWrite::unverified(op) {
        return transfer(write.valueToStore()?, write.permutation_map()?);
    } else if let Some(reduction) = Reduction::unverified(op) {
        reduction.vector()?
    } else if let Some(reduction) = MultiReduction::unverified(op) {
        reduction.source()?
    } else if let Some(product) = OuterProduct::unverified(op) {
        product.result()?
    } else if let Some(gather) = Gather::unverified(op) {
        gather.indices()?
    } else {
        return None;
    };
    Some(vector_of(op, vector)?.with_element(context.common.i1))
}

/// The mask of a contraction covers all iteration dimensions.
fn contraction_mask(contract: Contract<View<'_, Unverified>>) -> Option<VectorType> {
    let (op, context) = (*contract.0, contract.0.context);
    let maps = contract.indexing_maps()?;
    let count = maps.first()?.as_affine_map(context)?.dims as usize;
    let mut mask = VectorType::fixed(&vec![0; count], context.common.i1);
    for (&map, operand) in maps.iter().zip([contract.lhs()?, contract.rhs()?]) {
        let vector = vector_of(op, operand)?;
        for (at, result) in map.as_affine_map(context)?.results.iter().enumerate() {
            let dim = dimension(result).filter(|&dim| dim < count)?;
            mask.shape[dim] = *vector.shape.get(at)?;
            mask.scalable[dim] = *vector.scalable.get(at)?;
        }
    }
    Some(mask)
}

fn check_mask(mask: Mask<View<'_>>) -> Checked {
    let op = *mask.0;
    let message = |message: &'static str| move || message.to_owned();
    let context = op.context;
    let (body, region) = mask.maskRegion();
    let block = required(body.region_blocks(region).first())?;
    let ops: Vec<OpRef<'_>> = body.block_ops(*block).map(|op| OpRef::new(context, body, op)).collect();
    ensure(ops.len() <= 2, message("expects only one operation to mask"))?;
    let Some((end, masked)) = ops.split_last().filter(|(end, _)| end.is(Yield::DEF)) else {
        return Err("expects a terminator within the mask region".to_owned());
    };
    let results: Vec<Value> = mask.results().collect();
    ensure(
        end.operands().len() == results.len(),
        message("expects number of results to match mask region yielded values"),
    )?;
    let Some(&masked) = masked.first() else { return Ok(()) };
    let Some(expected) = expected_mask(masked) else {
        return Err("expects a MaskableOpInterface within the mask region".to_owned());
    };
    let inner: Vec<Value> = body.results(masked.op).collect();
    ensure(
        inner.len() == results.len(),
        message("expects number of results to match maskable operation number of results"),
    )?;
    ensure(
        inner == end.operands(),
        message(
            "expects all the results from the MaskableOpInterface to match all the values returned by the terminator",
        ),
    )?;
    let types = |values: &[Value]| values.iter().map(|&value| op.type_of(value)).collect::<Vec<_>>();
    ensure(
        types(&inner) == types(&results),
        message("expects result type to match maskable operation result type"),
    )?;
    let vectors = types(&inner).into_iter().filter(|&ty| VectorType::of(context, ty).is_some());
    ensure(vectors.count() <= 1, message("multiple vector results not supported"))?;
    ensure(vector_of(op, mask.mask()).as_ref() == Some(&expected), || {
        format!(
            "expects a '{}' mask for the maskable operation",
            type_to_string(context, expected.ty(context))
        )
    })?;
    if let Some(passthru) = mask.passthru().map(|passthru| op.type_of(passthru)) {
        ensure(
            masked.is(TransferRead::DEF),
            message("doesn't expect a passthru argument for this maskable operation"),
        )?;
        ensure(inner.len() == 1, message("expects result when passthru argument is provided"))?;
        ensure(types(&inner)[0] == passthru, message("expects passthru type to match result type"))?;
    }
    Ok(())
}
