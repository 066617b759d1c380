//! Verifiers of masks and of `vector.mask`.

use tern_mlir::asm::type_to_string;
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, Value};

use super::{Checked, ensure, numbers, required, verifiers};
use crate::vector::maps::{dimension, map_of, transfer_mask};
use crate::vector::types::{VectorType, type_of, vector_of};

verifiers! {
    create_mask = check_create_mask;
    mask = check_mask;
}

/// Checks `vector.constant_mask`.
pub(in crate::vector) fn constant_mask(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (Some(result), Ok(sizes)) = (vector_of(op, "result"), numbers(op, "mask_dim_sizes")) else { return };
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

fn check_create_mask(op: OpRef<'_>) -> Checked {
    let (rank, count) = (required(vector_of(op, "result"))?.rank(), op.operands().len());
    if rank == 0 {
        return ensure(count == 1, || "must specify exactly one operand for 0-D create_mask".to_owned());
    }
    ensure(count == rank, || "must specify an operand for each result vector dimension".to_owned())
}

/// The mask type with which `vector.mask` can mask an operation; `None` if it cannot.
pub(in crate::vector) fn expected_mask(op: OpRef<'_>) -> Option<VectorType> {
    let context = op.context;
    let transfer = |vector: &str| {
        let map = map_of(context, op.property("permutation_map")?)?;
        transfer_mask(context, &vector_of(op, vector)?, map)
    };
    let vector = match op.name() {
        "vector.contract" => return contraction_mask(op),
        "vector.transfer_read" => return transfer("vector"),
        "vector.transfer_write" => return transfer("valueToStore"),
        "vector.reduction" => vector_of(op, "vector"),
        "vector.multi_reduction" => vector_of(op, "source"),
        "vector.outerproduct" => vector_of(op, "result"),
        "vector.gather" => vector_of(op, "indices"),
        _ => return None,
    };
    Some(vector?.with_element(context.common.i1))
}

/// The mask of a contraction covers all iteration dimensions.
fn contraction_mask(op: OpRef<'_>) -> Option<VectorType> {
    let context = op.context;
    let maps = op.property("indexing_maps")?.as_array(context)?;
    let count = map_of(context, *maps.first()?)?.dims as usize;
    let mut mask = VectorType::fixed(&vec![0; count], context.common.i1);
    for (&map, name) in maps.iter().zip(["lhs", "rhs"]) {
        let vector = vector_of(op, name)?;
        for (at, result) in map_of(context, map)?.results.iter().enumerate() {
            let dim = dimension(result).filter(|&dim| dim < count)?;
            mask.shape[dim] = *vector.shape.get(at)?;
            mask.scalable[dim] = *vector.scalable.get(at)?;
        }
    }
    Some(mask)
}

fn check_mask(op: OpRef<'_>) -> Checked {
    let message = |message: &'static str| move || message.to_owned();
    let context = op.context;
    let (body, regions) = op.body.regions(op.op);
    let block = required(regions.first().and_then(|&region| body.region_blocks(region).first()))?;
    let ops: Vec<OpRef<'_>> = body.block_ops(*block).map(|op| OpRef::new(context, body, op)).collect();
    ensure(ops.len() <= 2, message("expects only one operation to mask"))?;
    let Some((end, masked)) = ops.split_last().filter(|(end, _)| end.name() == "vector.yield") else {
        return Err("expects a terminator within the mask region".to_owned());
    };
    let results: Vec<Value> = op.body.results(op.op).collect();
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
    ensure(vector_of(op, "mask").as_ref() == Some(&expected), || {
        format!(
            "expects a '{}' mask for the maskable operation",
            type_to_string(context, expected.ty(context))
        )
    })?;
    if let Some(passthru) = type_of(op, "passthru") {
        ensure(
            masked.name() == "vector.transfer_read",
            message("doesn't expect a passthru argument for this maskable operation"),
        )?;
        ensure(inner.len() == 1, message("expects result when passthru argument is provided"))?;
        ensure(types(&inner)[0] == passthru, message("expects passthru type to match result type"))?;
    }
    Ok(())
}
