//! `reconcile-unrealized-casts`: removes chains of casts that lead back to the type they started from.
//!
//! If the results of a cast have the types of the operands of an earlier cast in its chain, they are replaced by these
//! operands. Casts that are used only by dead casts are removed.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_mlir::builtin;
use tern_mlir::{Body, Op, Value, ValueDef};

use super::walk_bodies;
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static RECONCILE_UNREALIZED_CASTS: PassDef = PassDef {
    name: "reconcile-unrealized-casts",
    summary: "Simplify and eliminate unrealized conversion casts",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(ReconcileUnrealizedCasts)),
};

struct ReconcileUnrealizedCasts;

impl Pass for ReconcileUnrealizedCasts {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let context = target.context;
        let name = context.op_name(builtin::UnrealizedConversionCast::NAME);
        walk_bodies(target.body, target.op, &mut |body, ops| {
            let casts: Vec<Op> = ops.iter().copied().filter(|&op| body.op_name(op) == name).collect();
            reconcile(body, &casts, ops);
        });
        Ok(())
    }
}

/// Reconciles `casts`. `ops` are all operations of the body to process, `casts` included.
pub(crate) fn reconcile(body: &mut Body, casts: &[Op], ops: &[Op]) {
    if casts.is_empty() {
        return;
    }
    let is_cast: FxHashSet<Op> = casts.iter().copied().collect();
    // The replacements of the results of casts that lead back.
    let mut replaced = Replaced::default();
    for &cast in casts {
        let wanted: Vec<_> = body.results(cast).map(|result| body.value_type(result)).collect();
        let mut next = Some(cast);
        // In a graph region, the chain may be cyclic.
        for _ in 0..=casts.len() {
            let Some(before) = next else { break };
            let inputs = body.operands(before);
            if inputs.iter().map(|&input| body.value_type(input)).eq(wanted.iter().copied()) {
                let inputs: Vec<Value> = inputs.iter().map(|&input| replaced.resolve(input)).collect();
                // It may also lead back to the cast itself.
                if !body.results(cast).any(|result| inputs.contains(&result)) {
                    replaced.by.extend(body.results(cast).zip(inputs));
                }
                break;
            }
            next = cast_before(body, before, &is_cast, &mut replaced).filter(|&before| before != cast);
        }
    }
    for &op in ops {
        body.map_operands_of(op, |operand| replaced.resolve(operand));
    }
    remove_dead(body, ops, &is_cast);
}

/// The replacements of values.
#[derive(Default)]
struct Replaced {
    by: FxHashMap<Value, Value>,
}

impl Replaced {
    /// Follows the chain of replacements of `value` to its end, and shortens the chain. There are no cycles: each entry leads
    /// from a value that had no replacement to others that have none.
    fn resolve(&mut self, value: Value) -> Value {
        let mut last = value;
        while let Some(&by) = self.by.get(&last) {
            last = by;
        }
        let mut next = value;
        while next != last {
            next = self.by.insert(next, last).unwrap_or(last);
        }
        last
    }
}

/// The cast whose results are exactly the operands of `cast`, with replacements applied.
fn cast_before(body: &Body, cast: Op, is_cast: &FxHashSet<Op>, replaced: &mut Replaced) -> Option<Op> {
    let mut operands = body.operands(cast).iter().map(|&operand| replaced.resolve(operand));
    let first = operands.next()?;
    let ValueDef::Result(before, _) = body.value_def(first) else { return None };
    let whole = is_cast.contains(&before) && body.results(before).eq(std::iter::once(first).chain(operands));
    whole.then_some(before)
}

/// Removes casts that no other operation uses, directly or through other casts.
fn remove_dead(body: &mut Body, ops: &[Op], is_cast: &FxHashSet<Op>) {
    let definition = |value: Value| match body.value_def(value) {
        ValueDef::Result(op, _) => Some(op).filter(|op| is_cast.contains(op)),
        ValueDef::Argument(..) => None,
    };
    let users = ops.iter().filter(|op| !is_cast.contains(op));
    let mut pending: Vec<Op> =
        users.flat_map(|&op| body.operands(op)).filter_map(|&value| definition(value)).collect();
    let mut alive: FxHashSet<Op> = FxHashSet::default();
    while let Some(cast) = pending.pop() {
        if alive.insert(cast) {
            pending.extend(body.operands(cast).iter().filter_map(|&value| definition(value)));
        }
    }
    let dead: Vec<Op> = is_cast.difference(&alive).copied().collect();
    body.erase_ops(&dead);
}
