//! Verifiers of `vector.transfer_read` and `vector.transfer_write`.

use tern_mlir::affine::{AffineExpr, AffineMap};
use tern_mlir::asm::{attribute_to_string, type_to_string};
use tern_mlir::declare::View;
use tern_mlir::{Attribute, OpRef, Value};

use super::{Checked, ensure, required, shape_of, vector, vector_of, verifiers};
use crate::vector::maps::{is_memref_or_ranked_tensor, transfer_mask};
use crate::vector::types::{VectorType, bit_width};
use crate::vector::{TransferRead, TransferWrite};

verifiers! {
    read: TransferRead = check_read;
    write: TransferWrite = check_write;
}

/// A read or write.
struct Transfer<'a> {
    op: OpRef<'a>,
    base: Value,
    indices: &'a [Value],
    mask: Option<Value>,
    /// The value that is read or written.
    vector: Value,
    map: Attribute,
    in_bounds: &'a [Attribute],
}

fn check_read(read: TransferRead<View<'_>>) -> Checked {
    let transfer = Transfer {
        op: *read.0,
        base: read.base(),
        indices: read.indices(),
        mask: read.mask(),
        vector: read.vector(),
        map: read.permutation_map(),
        in_bounds: read.in_bounds(),
    };
    transfer.check_indices()?;
    transfer.check()?;
    let (op, padding) = (*read.0, read.0.type_of(read.padding()));
    let element = shape_of(op, read.base())?.1;
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
    transfer.check_map()
}

fn check_write(write: TransferWrite<View<'_>>) -> Checked {
    let transfer = Transfer {
        op: *write.0,
        base: write.base(),
        indices: write.indices(),
        mask: write.mask(),
        vector: write.valueToStore(),
        map: write.permutation_map(),
        in_bounds: write.in_bounds(),
    };
    transfer.check_indices()?;
    let broadcast = transfer.map()?.results.contains(&AffineExpr::Constant(0));
    ensure(!broadcast, || "should not have broadcast dimensions".to_owned())?;
    transfer.check()?;
    transfer.check_map()
}

impl Transfer<'_> {
    fn map(&self) -> Result<&AffineMap, String> {
        required(self.map.as_affine_map(self.op.context))
    }

    fn check_indices(&self) -> Checked {
        let rank = shape_of(self.op, self.base)?.0.len();
        ensure(self.indices.len() == rank, || format!("requires {rank} indices"))
    }

    fn check(&self) -> Checked {
        let (op, context) = (self.op, self.op.context);
        let vector = &vector(op, self.vector)?;
        let map = self.map()?;
        let mask = self.mask.and_then(|mask| vector_of(op, mask));
        ensure(op.attribute("masked").is_none(), || {
            "masked attribute has been removed. Use in_bounds instead.".to_owned()
        })?;
        ensure(is_memref_or_ranked_tensor(context, op.type_of(self.base)), || {
            "requires source to be a memref or ranked tensor type".to_owned()
        })?;
        let (shape, element) = shape_of(op, self.base)?;
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
        let bounds = self.in_bounds.len();
        ensure(map.results.len() == bounds, || {
            let map = attribute_to_string(context, self.map);
            format!(
                "expects the in_bounds attr of same rank as permutation_map results: {map} vs inBounds of size: {bounds}"
            )
        })
    }

    fn check_map(&self) -> Checked {
        let map = self.map()?;
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
}
