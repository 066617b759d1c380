//! `affine-expand-index-ops`: expands `affine.delinearize_index` and `affine.linearize_index` to arithmetic.

use super::lower_affine::{delinearize, linearize};
use crate::greedy::rewrite_greedily;
use crate::pass::{Failed, Pass, PassDef, Target};
use tern_dialect_core::affine;

/// The declaration of the pass.
pub static AFFINE_EXPAND_INDEX_OPS: PassDef = PassDef {
    name: "affine-expand-index-ops",
    summary: "Lower affine operations operating on indices into more fundamental operations",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(AffineExpandIndexOps)),
};

struct AffineExpandIndexOps;

impl Pass for AffineExpandIndexOps {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        rewrite_greedily(target.context, target.body, target.op, &|b, op| {
            let values = match b.op_ref(op).name() {
                affine::DelinearizeIndex::NAME => delinearize(b, op),
                affine::LinearizeIndex::NAME => linearize(b, op),
                _ => None,
            };
            values.is_some_and(|values| {
                b.replace(op, &values);
                true
            })
        });
        Ok(())
    }
}
