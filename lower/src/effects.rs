//! The memory effects of operations, as far as passes need them. MLIR: `MemoryEffectOpInterface`.

use tern_mlir::declare::{OpDef, Trait};
use tern_mlir::{Body, Context, Op, OpRef, ValueDef};

/// The side effects of an operation, ordered from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effects {
    /// No side effects.
    None,
    /// Allocates memory, to which its results refer.
    Allocates,
    /// Reads memory.
    Reads,
    /// May have any side effect.
    Any,
}

/// The effects of an operation, including those of the operations in its regions: those that its declaration states by
/// [traits](Trait), or any.
pub fn effects(op: OpRef<'_>) -> Effects {
    let Some(def) = op.def() else { return Effects::Any };
    let mut all = None;
    for t in def.traits {
        let effects = match t {
            Trait::Pure | Trait::NoMemoryEffect => return Effects::None,
            Trait::UnknownEffectsIf(is_unknown) if is_unknown(op) => Effects::Any,
            Trait::RecursiveMemoryEffects => of_regions(op),
            Trait::MemAlloc(_) => Effects::Allocates,
            Trait::MemRead(_) => Effects::Reads,
            Trait::MemWrite(_) | Trait::MemFree(_) => Effects::Any,
            _ => continue,
        };
        all = all.max(Some(effects));
    }
    all.unwrap_or(Effects::Any)
}

/// The effects of the operations in the regions of `op`. The recursion is as deep as the nesting of regions, which the parser
/// limits.
fn of_regions(op: OpRef<'_>) -> Effects {
    let (body, regions) = op.body.regions(op.op);
    let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
    let ops = blocks.flat_map(|&block| body.block_ops(block));
    // Memory allocated inside is freed when the region ends.
    ops.map(|inner| effects(OpRef::new(op.context, body, inner))).max().unwrap_or(Effects::None)
}

/// Whether an operation may be removed if its results are unused.
pub fn is_removable(op: OpRef<'_>) -> bool {
    let stays = |def: &OpDef| def.is_terminator() || def.has(|t| matches!(t, Trait::Symbol));
    !op.def().is_none_or(stays) && effects(op) <= Effects::Reads
}

/// Removes those of `ops` whose results are unused, and then the definitions of their operands that become unused. `ops` are
/// the candidates, all in one body. Returns whether anything was removed.
pub(crate) fn remove_unused(context: &Context, body: &mut Body, ops: &[Op]) -> bool {
    let mut removed = false;
    let mut pending = ops.to_vec();
    while let Some(op) = pending.pop() {
        let stays = body.op_block(op).is_none() || body.has_uses(op);
        if stays || !is_removable(OpRef::new(context, body, op)) {
            continue;
        }
        for gone in body.ops_within(op).into_iter().chain([op]) {
            let definitions =
                body.operands(gone).iter().filter_map(|&operand| match body.value_def(operand) {
                    ValueDef::Result(definition, _) => Some(definition),
                    ValueDef::Argument(..) => None,
                });
            pending.extend(definitions);
        }
        body.erase(op);
        removed = true;
    }
    removed
}
