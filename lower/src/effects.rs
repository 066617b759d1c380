//! The memory effects of operations, as far as passes need them. MLIR: `MemoryEffectOpInterface`.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::enums::AtomicOrdering;
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

/// Operations whose only effect is to read memory, unless an attribute makes them volatile or atomic.
const READS: &[&str] = &[
    "affine.load",
    "affine.vector_load",
    "llvm.load",
    "memref.load",
    "vector.expandload",
    "vector.gather",
    "vector.load",
    "vector.maskedload",
    "vector.transfer_read",
    "x86vector.avx.bcst_to_f32.packed",
    "x86vector.avx.cvt.packed.even.indexed_to_f32",
    "x86vector.avx.cvt.packed.odd.indexed_to_f32",
];

/// Allocations: removable when unused.
const ALLOCATES: &[&str] = &["llvm.alloca", "memref.alloc", "memref.alloca"];

/// The effects of an operation, including those of the operations in its regions.
pub fn effects(op: OpRef<'_>) -> Effects {
    let Some(def) = op.def() else { return Effects::Any };
    if def.has(|t| matches!(t, Trait::Pure | Trait::NoMemoryEffect)) {
        return Effects::None;
    }
    if def.has(|t| matches!(t, Trait::Declared("RecursiveMemoryEffects"))) {
        return of_regions(op);
    }
    match op.name() {
        "llvm.load" if is_special(op) => Effects::Any,
        name if READS.contains(&name) => Effects::Reads,
        name if ALLOCATES.contains(&name) => Effects::Allocates,
        _ => Effects::Any,
    }
}

/// Whether a memory access of the `llvm` dialect is volatile or atomic.
fn is_special(op: OpRef<'_>) -> bool {
    let ordering =
        op.property("ordering").and_then(|ordering| llvm::as_atomic_ordering(op.context, ordering));
    op.property("volatile_").is_some()
        || ordering.is_some_and(|ordering| ordering != AtomicOrdering::NotAtomic)
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
