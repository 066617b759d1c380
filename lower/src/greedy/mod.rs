//! The greedy rewrite driver: applies patterns, folds, and removes dead operations until a fixed point. MLIR:
//! `applyPatternsGreedily`.
//!
//! The order and position of new operations follow MLIR 22. Each round starts with a worklist of all operations, the last one
//! first; a change puts the operations that it may affect back on the worklist. Constants are kept at the beginning of their
//! body, without duplicates.

mod constants;
mod regions;
mod rewriter;
mod worklist;

use tern_mlir::fold::{Folded, fold, fold_in_place, is_constant};
use tern_mlir::{Body, Context, Op, Value};

use crate::effects::{is_removable, remove_unused};

pub use rewriter::GreedyRewriter;

/// The default limit on the number of rounds.
const MAX_ROUNDS: usize = 10;

/// The configuration of the driver. MLIR: `GreedyRewriteConfig`.
#[derive(Clone, Copy, Debug)]
pub struct GreedyConfig {
    /// Whether a round starts with the first operation rather than the last.
    pub top_down: bool,
    /// Whether to remove unreachable blocks and dead block arguments.
    pub simplify_regions: bool,
    /// The maximum number of rounds; `None` means no limit.
    pub max_rounds: Option<usize>,
}

impl Default for GreedyConfig {
    fn default() -> Self {
        Self { top_down: false, simplify_regions: false, max_rounds: Some(MAX_ROUNDS) }
    }
}

/// Rewrites an operation if the pattern matches: makes its replacement, and [replaces](GreedyRewriter::replace_by) or
/// [erases](GreedyRewriter::erase) it. Returns whether it matched.
pub type GreedyPattern<'p> = dyn Fn(&mut GreedyRewriter<'_, '_>, Op) -> bool + 'p;

/// Applies `pattern` to everything nested in `op`, folds operations, removes dead ones, and moves constants to the beginning of their
/// body, for at most ten rounds. Returns whether anything changed. `docs/EXTENDING.md` shows a pass that uses it.
pub fn rewrite_greedily(context: &Context, body: &mut Body, op: Op, pattern: &GreedyPattern<'_>) -> bool {
    let mut changed = false;
    crate::passes::walk_bodies(body, op, &mut |body, _| {
        // The outermost operation may share its body with operations around it.
        if !body.root_regions().is_empty() {
            changed |= rewrite_body(context, body, GreedyConfig::default(), pattern).changed;
        }
    });
    changed
}

/// Folds everything nested in an isolated operation, without patterns. Returns whether it reached a fixed point within the
/// limit.
pub fn fold_greedily(context: &Context, body: &mut Body, op: Op, config: GreedyConfig) -> bool {
    let Some(body) = body.nested_mut(op) else { return true };
    let mut converged = true;
    crate::passes::walk_nested(body, &mut |body, _| {
        converged &= rewrite_body(context, body, config, &|_, _| false).converged;
    });
    converged
}

/// The outcome of rewriting a body.
struct Rewritten {
    changed: bool,
    /// Whether a fixed point was reached: the last round changed nothing.
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
        let ops = body.ops_in_postorder();
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

/// Processes the worklist until it is empty. Returns whether anything changed.
fn round(rewriter: &mut GreedyRewriter<'_, '_>, pattern: &GreedyPattern<'_>) -> bool {
    let mut changed = false;
    while let Some(op) = rewriter.core.listener.pop() {
        if !rewriter.core.body.has_uses(op) && is_removable(rewriter.op_ref(op)) {
            rewriter.erase(op);
            changed = true;
            continue;
        }
        rewriter.core.begin(op);
        let constant = is_constant(rewriter.op_ref(op));
        changed |=
            !constant && (fold_to_values(rewriter, op) || fold_in(rewriter, op)) || pattern(rewriter, op);
    }
    changed
}

/// Folds an operation in place, into a canonical equivalent.
fn fold_in(rewriter: &mut GreedyRewriter<'_, '_>, op: Op) -> bool {
    let changed = fold_in_place(rewriter, op);
    if changed {
        rewriter.modified(op);
    }
    changed
}

/// Folds an operation to known values and replaces it.
fn fold_to_values(rewriter: &mut GreedyRewriter<'_, '_>, op: Op) -> bool {
    let Some(results) = fold(rewriter.op_ref(op)) else { return false };
    let mut values: Vec<Value> = Vec::with_capacity(results.len());
    for (folded, result) in results.into_iter().zip(rewriter.core.body.results(op)) {
        let value = match folded {
            Folded::Value(value) => Some(value),
            Folded::Constant(attribute) => {
                let ty = rewriter.core.body.value_type(result);
                tern_mlir::fold::make_constant(rewriter, op, attribute, ty)
            }
        };
        // Constants made for earlier results are dead now and will be removed.
        let Some(value) = value else { return false };
        values.push(value);
    }
    rewriter.replace(op, &values);
    true
}
