//! Verifiers of `vector.transfer_read` and `vector.transfer_write`.

use tern_mlir::OpRef;
use tern_mlir::affine::AffineExpr;
use tern_mlir::asm::{attribute_to_string, type_to_string};
use tern_mlir::types::Type;

use super::{Checked, attribute, ensure, required, verifiers};
use crate::vector::attributes::bools;
use crate::vector::maps::{is_memref_or_ranked_tensor, map_of, transfer_mask};
use crate::vector::types::{VectorType, bit_width, shaped, type_of, vector_of};

verifiers! {
    read = check_read;
    write = check_write;
}

fn source(op: OpRef<'_>) -> Result<(&[i64], Type), String> {
    required(shaped(op.context, required(type_of(op, "base"))?))
}

fn check_indices(op: OpRef<'_>) -> Checked {
    let rank = source(op)?.0.len();
    ensure(op.operand_group("indices").len() == rank, || format!("requires {rank} indices"))
}

fn check_read(op: OpRef<'_>) -> Checked {
    check_indices(op)?;
    check_transfer(op, &required(vector_of(op, "vector"))?)?;
    let (element, padding) = (source(op)?.1, required(type_of(op, "padding"))?);
    if VectorType::of(op.context, element).is_some() {
        ensure(padding == element, || "requires source element type and padding type to match.".to_owned())?;
    } else {
        ensure(bit_width(op.context, padding).is_some() || padding == element, || {
            "requires valid padding vector elemental type".to_owned()
        })?;
        ensure(padding == element, || {
            "requires formal padding and source of the same elemental type".to_owned()
        })?;
    }
    check_map(op)
}

fn check_write(op: OpRef<'_>) -> Checked {
    check_indices(op)?;
    let map = required(map_of(op.context, attribute(op, "permutation_map")?))?;
    let broadcast = map.results.contains(&AffineExpr::Constant(0));
    ensure(!broadcast, || "should not have broadcast dimensions".to_owned())?;
    check_transfer(op, &required(vector_of(op, "valueToStore"))?)?;
    check_map(op)
}

fn check_transfer(op: OpRef<'_>, vector: &VectorType) -> Checked {
    let context = op.context;
    let map_attribute = attribute(op, "permutation_map")?;
    let map = required(map_of(context, map_attribute))?;
    let mask = vector_of(op, "mask");
    ensure(op.attribute("masked").is_none(), || {
        "masked attribute has been removed. Use in_bounds instead.".to_owned()
    })?;
    ensure(is_memref_or_ranked_tensor(context, required(type_of(op, "base"))?), || {
        "requires source to be a memref or ranked tensor type".to_owned()
    })?;
    let (shape, element) = source(op)?;
    let minor = |vector: &VectorType| {
        let width = i64::from(bit_width(context, vector.element).unwrap_or(1));
        width.saturating_mul(vector.shape.last().copied().unwrap_or(1))
    };
    let results = "requires a permutation_map with result dims of the same rank as the vector type";
    if let Some(element) = VectorType::of(context, element) {
        ensure(minor(vector) % minor(&element).max(1) == 0, || {
            "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source".to_owned()
        })?;
        let Some(rank) = vector.rank().checked_sub(element.rank()) else {
            return Err("requires source vector element and vector result ranks to match.".to_owned());
        };
        ensure(map.results.len() == rank, || results.to_owned())?;
        ensure(mask.is_none(), || "does not support masks with vector element type".to_owned())?;
    } else {
        let width = i64::from(bit_width(context, element).unwrap_or(1)).max(1);
        ensure(minor(vector) % width == 0, || {
            "requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type".to_owned()
        })?;
        ensure(map.results.len() == vector.rank(), || results.to_owned())?;
    }
    ensure(map.symbols == 0, || "requires permutation_map without symbols".to_owned())?;
    ensure(map.dims as usize == shape.len(), || {
        "requires a permutation_map with input dims of the same rank as the source type".to_owned()
    })?;
    if let Some(mask) = mask {
        let inferred = required(transfer_mask(context, vector, map))?;
        ensure(mask == inferred, || {
            let show = |mask: &VectorType| type_to_string(context, mask.ty(context));
            format!(
                "inferred mask type ('{}') and mask operand type ('{}') don't match",
                show(&inferred),
                show(&mask)
            )
        })?;
    }
    let bounds = required(bools(context, attribute(op, "in_bounds")?))?.len();
    ensure(map.results.len() == bounds, || {
        let map = attribute_to_string(context, map_attribute);
        format!(
            "expects the in_bounds attr of same rank as permutation_map results: {map} vs inBounds of size: {bounds}"
        )
    })
}

fn check_map(op: OpRef<'_>) -> Checked {
    let map = required(map_of(op.context, attribute(op, "permutation_map")?))?;
    let mut seen = vec![false; map.dims as usize];
    for result in &map.results {
        match result {
            AffineExpr::Constant(0) => {}
            AffineExpr::Dim(dim) => {
                let twice = seen.get_mut(*dim as usize).is_some_and(|seen| std::mem::replace(seen, true));
                ensure(!twice, || {
                    "requires a permutation_map that is a permutation (found one dim used more than once)"
                        .to_owned()
                })?;
            }
            _ => {
                return Err("requires a projected permutation_map (at most one dim or the zero constant can appear in each result)".to_owned());
            }
        }
    }
    Ok(())
}
