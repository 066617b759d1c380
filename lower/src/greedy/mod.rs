//! Greedy rewriting: patterns that make operations of operations, folding, and removal of what nothing uses, again and again
//! until nothing changes. MLIR: `applyPatternsGreedily`.
//!
//! Order and position of what is made are those of MLIR 22: each round looks at all operations, the last one first, and then at
//! what a change may have given a chance to. Constants stand at the beginning of the body that they are in, each once.

mod constants;
mod regions;
mod rewriter;
mod worklist;

use tern_mlir::{Body, Context, Op, Value};

use crate::conversion::{Folded, Point, fold, fold_in_place, is_constant};
use crate::effects::{is_removable, remove_unused};

pub use rewriter::GreedyRewriter;

/// How often a body is gone through at most, where nothing else is said.
const MAX_ROUNDS: usize = 10;

/// How a body is rewritten. MLIR: `GreedyRewriteConfig`.
#[derive(Clone, Copy, Debug)]
pub struct GreedyConfig {
    /// Whether a round looks at the first operation first.
    pub top_down: bool,
    /// Whether blocks that are not reached, and arguments of blocks that nothing needs, are removed.
    pub simplify_regions: bool,
    /// How often a body is gone through at most; `None` stands for no limit.
    pub max_rounds: Option<usize>,
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self { top_down: false, simplify_regions: false, max_rounds: Some(MAX_ROUNDS) }
    }
}

/// Rewrites an operation, where it fits: makes what replaces it, and [replaces](GreedyRewriter::replace) or
/// [erases](GreedyRewriter::erase) it. Returns whether it did.
pub type GreedyPattern<'p> = dyn Fn(&mut GreedyRewriter<'_, '_>, Op) -> bool + 'p;

/// Rewrites what `op` holds. Returns whether anything changed.
pub fn rewrite_greedily(context: &Context, body: &mut Body, op: Op, pattern: &GreedyPattern<'_>) -> bool {
    let mut changed = false;
    crate::passes::walk_bodies(body, op, &mut |body, _| {
        // The outermost operation may stand in a body that holds more than it.
        if !body.root_regions().is_empty() {
            changed |= rewrite_body(context, body, GreedyConfig::default(), pattern).changed;
        }
    });
    changed
}

/// Folds what an isolated operation holds, as `config` says, without further patterns. Returns whether the last round changed
/// nothing.
pub fn fold_greedily(context: &Context, body: &mut Body, op: Op, config: GreedyConfig) -> bool {
    let Some(body) = body.nested_mut(op) else { return true };
    let mut converged = true;
    crate::passes::walk_nested(body, &mut |body, _| {
        converged &= rewrite_body(context, body, config, &|_, _| false).converged;
    });
    converged
}

/// What came of rewriting a body.
struct Rewritten {
    changed: bool,
    /// Whether the last round changed nothing.
    converged: bool,
}

fn rewrite_body(
    context: &Context,
    body: &mut Body,
    config: GreedyConfig,
    pattern: &GreedyPattern<'_>,
) -> Rewritten {
    let mut any = false;
    for _ in 0..config.max_rounds.unwrap_or(usize::MAX) {
        let mut rewriter = GreedyRewriter::new(context, body);
        any |= rewriter.fill_worklist(config.top_down);
        let rewritten = round(&mut rewriter, pattern);
        let ops = rewriter.ops();
        let unreached = config.simplify_regions && regions::remove_unreached(body);
        let removed = remove_unused(context, body, &ops);
        let unneeded = config.simplify_regions && regions::remove_unneeded(context, body);
        let changed = rewritten || unreached || removed || unneeded;
        any |= changed;
        if !changed {
            return Rewritten { changed: any, converged: true };
        }
    }
    Rewritten { changed: any, converged: false }
}

/// Looks at what is on the worklist, until that is empty. Returns whether anything changed.
fn round(rewriter: &mut GreedyRewriter<'_, '_>, pattern: &GreedyPattern<'_>) -> bool {
    let mut changed = false;
    while let Some(op) = rewriter.worklist.pop() {
        if !rewriter.is_used(op) && is_removable(rewriter.op_ref(op)) {
            rewriter.erase(op);
            changed = true;
            continue;
        }
        rewriter.begin(op);
        let constant = is_constant(rewriter.op_ref(op));
        changed |=
            !constant && (fold_to_values(rewriter, op) || fold_in(rewriter, op)) || pattern(rewriter, op);
    }
    changed
}

/// Changes an operation into an equal one that is preferred.
fn fold_in(rewriter: &mut GreedyRewriter<'_, '_>, op: Op) -> bool {
    let changed = fold_in_place(rewriter, op);
    if changed {
        rewriter.modified(op);
    }
    changed
}

/// Replaces an operation by what it is known to result in.
fn fold_to_values(rewriter: &mut GreedyRewriter<'_, '_>, op: Op) -> bool {
    let Some(results) = fold(rewriter.op_ref(op)) else { return false };
    let mut values: Vec<Value> = Vec::with_capacity(results.len());
    for (folded, result) in results.into_iter().zip(rewriter.body.results(op)) {
        let value = match folded {
            Folded::Value(value) => Some(value),
            Folded::Constant(attribute) => {
                let ty = rewriter.body.value_type(result);
                crate::conversion::fold_constant(rewriter, op, attribute, ty)
            }
        };
        // What was made so far is dead, and goes as such.
        let Some(value) = value else { return false };
        values.push(value);
    }
    rewriter.replace(op, &values);
    true
}

impl GreedyRewriter<'_, '_> {
    /// Stands before an operation that is to be looked at.
    fn begin(&mut self, op: Op) {
        self.point = Some(Point::Before(op));
        self.location = self.body.op_location(op);
    }
}
