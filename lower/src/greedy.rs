//! Greedy rewriting: patterns that make operations of operations, folding, and removal of what nothing uses, again and again
//! until nothing changes. MLIR: `applyPatternsGreedily`.
//!
//! Constants stand at the beginning of the body that they are in, each once: those that are found elsewhere are moved to the
//! very front, one after the other, as MLIR's driver does it.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect::{Attribute, Block, Body, Context, Location, Op, OpName, OpRef, OpState, Type, Value};

use crate::conversion::{Builder, Folded, Point, fold, is_constant, put};
use crate::effects::remove_unused;

/// How often a body is gone through at most.
const MAX_ROUNDS: usize = 10;

/// How deep patterns may rewrite what patterns made.
const MAX_DEPTH: u32 = 256;

/// Rewrites an operation, where it fits: makes what replaces it, and [replaces](GreedyRewriter::replace) or
/// [erases](GreedyRewriter::erase) it. Returns whether it did.
pub type GreedyPattern<'p> = dyn Fn(&mut GreedyRewriter<'_, '_>, Op) -> bool + 'p;

/// Rewrites what `op` holds. Returns whether anything changed.
pub fn rewrite_greedily(context: &Context, body: &mut Body, op: Op, pattern: &GreedyPattern<'_>) -> bool {
    let mut changed = false;
    crate::passes::walk_bodies(body, op, &mut |body, _| {
        // The outermost operation may stand in a body that holds more than it.
        if !body.root_regions().is_empty() {
            changed |= rewrite_body(context, body, pattern);
        }
    });
    changed
}

fn rewrite_body(context: &Context, body: &mut Body, pattern: &GreedyPattern<'_>) -> bool {
    let mut any = false;
    for _ in 0..MAX_ROUNDS {
        let mut rewriter = GreedyRewriter {
            context,
            body,
            point: None,
            location: Location::unknown(context),
            made: Vec::new(),
            replaced: FxHashMap::default(),
            gone: false,
        };
        let hoisted = rewriter.hoist_constants();
        // What is known is looked for before anything is taken apart.
        let folded = rewriter.sweep(&|_, _| false);
        let rewritten = rewriter.sweep(pattern) || folded;
        let ops = rewriter.ops();
        let removed = remove_unused(context, rewriter.body, &ops);
        any |= hoisted || rewritten || removed;
        if !rewritten && !removed {
            break;
        }
    }
    any
}

/// Changes a body; a [`Builder`] that stands before the operation that is rewritten.
pub struct GreedyRewriter<'a, 'c> {
    context: &'c Context,
    body: &'a mut Body,
    point: Option<Point>,
    location: Location,
    /// Operations that were made, to be rewritten in turn.
    made: Vec<Op>,
    /// What stands for results of operations that are gone.
    replaced: FxHashMap<Value, Value>,
    /// Whether the operation at hand is gone.
    gone: bool,
}

impl<'c> GreedyRewriter<'_, 'c> {
    /// An operation, to be looked at. Its operands are what they are now.
    pub fn op_ref(&self, op: Op) -> OpRef<'_> {
        OpRef::new(self.context, self.body, op)
    }

    /// `values` stand for the results of the operation at hand, which is gone.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        for (result, &value) in self.body.results(op).zip(values) {
            self.replaced.insert(result, value);
        }
        self.erase();
    }

    /// The operation at hand is gone; nothing may use its results.
    pub fn erase(&mut self) {
        self.gone = true;
    }

    /// `arith.constant value : ty`.
    pub fn arith_constant(&mut self, ty: Type, value: Attribute) -> Value {
        self.value("arith.constant", &[], ty, &[("value", value)])
    }

    fn resolve(&self, mut value: Value) -> Value {
        // What stands for something is there before it, so that the chain ends.
        while let Some(&by) = self.replaced.get(&value) {
            value = by;
        }
        value
    }

    fn resolve_operands(&mut self, op: Op) {
        if self.replaced.is_empty() {
            return;
        }
        for index in 0..self.body.operands(op).len() {
            let value = self.resolve(self.body.operands(op)[index]);
            self.body.operands_mut(op)[index] = value;
        }
    }

    fn blocks(&self) -> Vec<Block> {
        let roots = self.body.root_regions().iter();
        roots.flat_map(|&region| self.body.region_blocks(region).to_vec()).collect()
    }

    /// All operations, those in regions right after the one that has them.
    fn ops(&self) -> Vec<Op> {
        let mut pending: Vec<Op> = Vec::new();
        for block in self.blocks().into_iter().rev() {
            let start = pending.len();
            pending.extend(self.body.block_ops(block));
            pending[start..].reverse();
        }
        let mut ops = Vec::new();
        while let Some(op) = pending.pop() {
            ops.push(op);
            if self.body.nested(op).is_none() {
                for &region in self.body.regions(op).1.iter().rev() {
                    for &block in self.body.region_blocks(region).iter().rev() {
                        let start = pending.len();
                        pending.extend(self.body.block_ops(block));
                        pending[start..].reverse();
                    }
                }
            }
        }
        ops
    }

    /// Goes over all operations in order, and rewrites those that patterns fit. Returns whether one did.
    fn sweep(&mut self, pattern: &GreedyPattern<'_>) -> bool {
        let mut changed = false;
        for op in self.ops() {
            if self.body.op_block(op).is_some() {
                changed |= self.visit(op, pattern, 0);
            }
        }
        // Uses that come before what is used, as in loops.
        for op in self.ops() {
            self.resolve_operands(op);
        }
        changed
    }

    fn visit(&mut self, op: Op, pattern: &GreedyPattern<'_>, depth: u32) -> bool {
        self.resolve_operands(op);
        if is_constant(self.op_ref(op)) || depth >= MAX_DEPTH {
            return false;
        }
        self.point = Some(Point::Before(op));
        self.location = self.body.op_location(op);
        self.gone = false;
        if !self.fold(op) && !pattern(self, op) {
            // What a pattern made that did not fit is dead.
            self.made.clear();
            return false;
        }
        let made = std::mem::take(&mut self.made);
        if self.gone {
            self.body.remove_op(op);
        }
        for op in made {
            if self.body.op_block(op).is_some() {
                self.visit(op, pattern, depth + 1);
            }
        }
        true
    }

    /// Replaces an operation by what it is known to result in.
    fn fold(&mut self, op: Op) -> bool {
        let Some(results) = fold(self.op_ref(op)) else { return false };
        let mut values = Vec::with_capacity(results.len());
        for (folded, result) in results.into_iter().zip(self.body.results(op)) {
            values.push(match folded {
                Folded::Value(value) => value,
                Folded::Constant(attribute) => {
                    let ty = self.body.value_type(result);
                    let Some(value) = crate::folds::vector::constant(self, attribute, ty) else {
                        return false;
                    };
                    value
                }
            });
        }
        self.replace(op, &values);
        true
    }

    /// Puts constants at the beginning, each once. Returns whether anything was moved.
    fn hoist_constants(&mut self) -> bool {
        let Some(entry) = self.blocks().first().copied() else { return false };
        let mut known: FxHashMap<(OpName, Attribute, Type), Op> = FxHashMap::default();
        let mut kept: FxHashSet<Op> = FxHashSet::default();
        let mut changed = false;
        for op in self.ops() {
            let reference = self.op_ref(op);
            if !is_constant(reference) || !reference.operands().is_empty() {
                continue;
            }
            let Some(result) = reference.result() else { continue };
            let key = (self.body.op_name(op), self.body.properties(op), self.body.value_type(result));
            if let Some(&other) = known.get(&key) {
                if let Some(value) = self.body.result(other) {
                    self.replaced.insert(result, value);
                }
                self.body.remove_op(op);
                changed = true;
                continue;
            }
            known.insert(key, op);
            kept.insert(op);
            let first = self.body.block_first(entry) == Some(op);
            let follows = self.body.op_block(op) == Some(entry)
                && self.body.previous_op(op).is_some_and(|before| kept.contains(&before));
            if !first && !follows {
                self.body.remove_op(op);
                put(self.body, Point::Start(entry), op);
                changed = true;
            }
        }
        for op in self.ops() {
            self.resolve_operands(op);
        }
        changed
    }
}

impl<'c> Builder<'c> for GreedyRewriter<'_, 'c> {
    fn context(&self) -> &'c Context {
        self.context
    }

    fn body(&self) -> &Body {
        self.body
    }

    fn location(&self) -> Location {
        self.location
    }

    fn insert(&mut self, state: OpState) -> Op {
        let op = self.body.create_op(self.context, state);
        if let Some(point) = self.point {
            put(self.body, point, op);
        }
        self.made.push(op);
        op
    }
}
