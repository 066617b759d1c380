//! Operations for LLVM's SME intrinsics.

use tern_mlir::OpRef;
use tern_mlir::declare::{AttrClass, families};

use super::{MOP_PREDICATE, MOP_VECTOR, SVE_PREDICATE, SVE_VECTOR, element_of, shape_of};
use crate::constraints::{I32, LLVM_TYPE, POINTER};

/// Whether all operands of these names, and the result if there is one, are vectors of the same shape.
fn have_same_shape(op: OpRef<'_>, names: &[&str]) -> bool {
    let operands = names.iter().flat_map(|name| op.operand_group(name).iter().copied());
    let mut shapes = operands.chain(op.result()).map(|value| shape_of(op.context, op.type_of(value)));
    let first = shapes.next();
    shapes.all(|shape| Some(shape) == first)
}

families! { "arm_sme.intr." => "llvm.aarch64.sme.";
    /// Clears the 64-bit element tiles that are selected by a mask.
    family [] {
        attributes: { tile_mask: required(AttrClass::Integer(32)) },
        intrinsic: { immediates: &[(0, "tile_mask")] },
    }
    "zero";

    /// Adds the outer product of two vectors to a tile (`mopa`), or subtracts it (`mops`). The letters before give the
    /// signedness of the factors.
    family [] {
        operands: {
            lhs_predicate: one(MOP_PREDICATE), rhs_predicate: one(MOP_PREDICATE), lhs_vector: one(MOP_VECTOR),
            rhs_vector: one(MOP_VECTOR)
        },
        attributes: { tile_id: required(AttrClass::Integer(32)) },
        intrinsic: { immediates: &[(0, "tile_id")] },
    }
    "mopa", "mopa.wide", "mops", "mops.wide", "smopa.wide", "smopa.za32", "smops.wide", "smops.za32", "sumopa.wide",
    "sumops.wide", "umopa.wide", "umopa.za32", "umops.wide", "umops.za32", "usmopa.wide", "usmops.wide";

    /// Loads a row (`horiz`) or a column (`vert`) of a tile.
    family [] {
        operands: { predicate: one(SVE_PREDICATE), load_address: one(POINTER), tile_slice_index: one(I32) },
        attributes: { tile_id: required(AttrClass::Integer(32)) },
        intrinsic: { immediates: &[(2, "tile_id")] },
    }
    "ld1b.horiz", "ld1b.vert", "ld1d.horiz", "ld1d.vert", "ld1h.horiz", "ld1h.vert", "ld1q.horiz", "ld1q.vert",
    "ld1w.horiz", "ld1w.vert";

    /// Stores a row (`horiz`) or a column (`vert`) of a tile.
    family [] {
        operands: { predicate: one(SVE_PREDICATE), store_address: one(POINTER), tile_slice_index: one(I32) },
        attributes: { tile_id: required(AttrClass::Integer(32)) },
        intrinsic: { immediates: &[(2, "tile_id")] },
    }
    "st1b.horiz", "st1b.vert", "st1d.horiz", "st1d.vert", "st1h.horiz", "st1h.vert", "st1q.horiz", "st1q.vert",
    "st1w.horiz", "st1w.vert";

    /// Stores a row of the whole array.
    family [] {
        operands: { index: one(I32), store_address: one(POINTER), offset: one(I32) },
        intrinsic: {},
    }
    "str";

    /// Replaces the active elements of a vector by those of a row or column of a tile.
    family [] {
        traits: [
            Predicate {
                summary: "all of {vector, predicate, res} have same shape",
                check: |op| have_same_shape(op, &["vector", "predicate"])
            },
            Predicate {
                summary: "all of {vector, res} have same element type",
                check: |op: OpRef<'_>| {
                    let values = op.operands().first().copied().into_iter().chain(op.result());
                    let mut elements = values.map(|value| element_of(op.context, op.type_of(value)));
                    let first = elements.next();
                    elements.all(|element| Some(element) == first)
                }
            },
        ],
        operands: { vector: one(SVE_VECTOR), predicate: one(SVE_PREDICATE), tile_slice_index: one(I32) },
        attributes: { tile_id: required(AttrClass::Integer(32)) },
        results: { res: one(LLVM_TYPE) },
        intrinsic: { immediates: &[(2, "tile_id")] },
    }
    "read.horiz", "read.vert";

    /// Replaces the active elements of a row or column of a tile by those of a vector.
    family [] {
        traits: [Predicate {
            summary: "all of {predicate, vector} have same shape",
            check: |op| have_same_shape(op, &["predicate", "vector"])
        }],
        operands: { tile_slice_index: one(I32), predicate: one(SVE_PREDICATE), vector: one(SVE_VECTOR) },
        attributes: { tile_id: required(AttrClass::Integer(32)) },
        intrinsic: { immediates: &[(0, "tile_id")] },
    }
    "write.horiz", "write.vert";

    /// The number of 64-bit elements in a vector in streaming mode.
    family [] {
        traits: [Predicate {
            summary: "`res` is i64",
            check: |op: OpRef<'_>| op.result().is_some_and(|result| op.type_of(result) == op.context.common.i64)
        }],
        results: { res: one(LLVM_TYPE) },
        intrinsic: {},
    }
    "cntsd";
}
