//! `llvm-legalize-for-export`: ensures that no terminator names a block with arguments twice.
//!
//! LLVM's PHI nodes distinguish predecessor blocks, not edges. If a terminator passes different arguments to one block along
//! two edges, every edge but the first gets a block of its own, which branches on.

use rustc_hash::FxHashSet;
use tern_dialect_llvm::ops as llvm;
use tern_mlir::{Block, Body, Context, Op, OpState, Region};

use super::walk_bodies;
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static LEGALIZE_FOR_EXPORT: PassDef = PassDef {
    name: "llvm-legalize-for-export",
    summary: "Legalize LLVM dialect to be convertible to LLVM IR",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(LegalizeForExport)),
};

struct LegalizeForExport;

impl Pass for LegalizeForExport {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let context = target.context;
        walk_bodies(target.body, target.op, &mut |body, ops| {
            for &op in ops {
                let (inner, regions) = body.regions(op);
                let regions: Vec<Region> = regions.to_vec();
                let many = regions.iter().any(|&region| inner.region_blocks(region).len() > 1);
                let inner = if body.nested(op).is_some() { body.nested_mut(op) } else { Some(&mut *body) };
                if let Some(inner) = inner.filter(|_| many) {
                    for region in regions {
                        distinguish_edges(context, inner, region);
                    }
                }
            }
        });
        Ok(())
    }
}

/// Splits the edges of `region` that lead to a successor that an earlier edge of the same terminator leads to.
fn distinguish_edges(context: &Context, body: &mut Body, region: Region) {
    let blocks: Vec<Block> = body.region_blocks(region).to_vec();
    for terminator in blocks.into_iter().filter_map(|block| body.block_last(block)).collect::<Vec<Op>>() {
        let mut seen = FxHashSet::default();
        let mut successors = body.successors(terminator).to_vec();
        let mut changed = false;
        for successor in &mut successors {
            if !body.block_arguments(*successor).is_empty() && !seen.insert(*successor) {
                *successor = block_on_edge(context, body, region, terminator, *successor);
                changed = true;
            }
        }
        if changed {
            body.set_successors(terminator, &successors);
        }
    }
}

/// Makes a block at the end of `region` that passes its arguments on to `successor`.
fn block_on_edge(
    context: &Context,
    body: &mut Body,
    region: Region,
    terminator: Op,
    successor: Block,
) -> Block {
    let block = body.add_block(region);
    for argument in body.block_arguments(successor).to_vec() {
        let (ty, location) = (body.value_type(argument), body.value_location(argument));
        body.add_argument(block, ty, location);
    }
    let mut branch = OpState::new(context.op_name(llvm::Br::NAME), body.op_location(terminator));
    branch.operands = body.block_arguments(block).into();
    branch.successors.push(successor);
    let branch = body.create_op(context, branch);
    body.append_op(block, branch);
    block
}
