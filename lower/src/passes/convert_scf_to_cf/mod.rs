//! `convert-scf-to-cf`: lowers structured control flow to blocks and branches.

mod conditions;
mod loops;
mod parallel;

use tern_dialect_core::{cf, scf};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Block, Op, Region, Value};

use crate::conversion::{Legal, Legality, NoMatch, Patterns, Rewriter, convert_partially};
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static CONVERT_SCF_TO_CF: PassDef = PassDef {
    name: "convert-scf-to-cf",
    summary: "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
    anchor: None,
    options: &[OptionDecl {
        name: "allow-pattern-rollback",
        kind: OptionKind::Flag,
        default: "true",
        summary: "Experimental performance flag to disallow pattern rollback",
    }],
    make: |_| Ok(Box::new(ConvertScfToCf)),
};

/// Operations that are illegal after the pass.
const STRUCTURED: [&str; 7] = [
    scf::ExecuteRegion::NAME,
    scf::For::NAME,
    scf::Forall::NAME,
    scf::If::NAME,
    scf::IndexSwitch::NAME,
    scf::Parallel::NAME,
    scf::While::NAME,
];

struct ConvertScfToCf;

impl Pass for ConvertScfToCf {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let mut patterns = Patterns::untyped();
        add_patterns(&mut patterns);
        let illegal = |legality: Legality, &name: &&'static str| legality.op(name, Legal::No);
        let legality = STRUCTURED.iter().fold(Legality::new(), illegal).others(Legal::Yes);
        convert_partially(target, &legality, &patterns)
    }
}

/// Adds the patterns of the pass.
pub(crate) fn add_patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on_untyped(&[scf::If::NAME], conditions::lower_if);
    patterns.on_untyped(&[scf::IndexSwitch::NAME], conditions::lower_index_switch);
    patterns.on_untyped(&[scf::ExecuteRegion::NAME], conditions::lower_execute_region);
    patterns.on_untyped(&[scf::For::NAME], loops::lower_for);
    patterns.on_untyped(&[scf::While::NAME], loops::lower_while);
    patterns.on_untyped(&[scf::Parallel::NAME], parallel::lower_parallel);
    patterns.on_untyped(&[scf::Forall::NAME], parallel::lower_forall);
}

/// The block that holds an operation.
fn block_of(b: &Rewriter<'_, '_>, op: Op) -> Result<Block, NoMatch> {
    b.body().op_block(op).ok_or_else(|| "the operation stands nowhere".into())
}

/// The first and the last block of a region, and the terminator of the last block.
fn ends(b: &Rewriter<'_, '_>, region: Region) -> Result<(Block, Block, Op), NoMatch> {
    let blocks = b.body().region_blocks(region);
    let (&first, &last) = blocks.first().zip(blocks.last()).ok_or("a region is empty")?;
    // Replaced operations are still in the block; skip them.
    let end = b.body().block_ops(last).rfind(|&op| !b.is_gone(op)).ok_or("a block does not end")?;
    Ok((first, last, end))
}

/// Makes `cf.br`.
fn br(b: &mut Rewriter<'_, '_>, to: Block, values: &[Value]) -> Op {
    b.create(cf::Br::build(values, to))
}

/// Makes `cf.cond_br`.
fn cond_br(b: &mut Rewriter<'_, '_>, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) -> Op {
    b.create(cf::CondBr::build(condition, yes.1, no.1, yes.0, no.0))
}
