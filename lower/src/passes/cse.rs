//! `cse`: common subexpression elimination, and removal of operations whose results are unused.
//!
//! Blocks are visited in dominance order. An operation is replaced by an equal one that dominates it. An operation that reads
//! memory can only be replaced by one in the same block, if nothing in between writes.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use tern_mlir::declare::Trait;
use tern_mlir::graph::Dominators;
use tern_mlir::{Attribute, Block, Body, Context, Op, OpName, OpRef, Region, Type, Value};

use crate::effects::{Effects, effects, is_removable};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static CSE: PassDef = PassDef {
    name: "cse",
    summary: "Eliminate common sub-expressions",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(CommonSubexpressions)),
};

struct CommonSubexpressions;

impl Pass for CommonSubexpressions {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        isolated(target.context, target.body, target.op);
        Ok(())
    }
}

/// Processes an isolated operation, whose regions use no values from outside. The recursion is as deep as the nesting of
/// operations, which the parser limits.
fn isolated(context: &Context, body: &mut Body, op: Op) {
    let op_ref = OpRef::new(context, body, op);
    let graph = op_ref.def().is_none_or(|def| def.has(|t| matches!(t, Trait::GraphRegion)));
    let regions = body.regions(op).1.to_vec();
    let body = if body.nested(op).is_some() { body.nested_mut(op) } else { Some(body) };
    let Some(body) = body else { return };
    let mut cse = Cse::of(context, body);
    for region in regions {
        cse.region(region, graph);
    }
    let (replaced, dead, inner) = (cse.replaced, cse.dead, cse.isolated);
    body.map_operands(|operand| *replaced.get(&operand).unwrap_or(&operand));
    body.erase_ops(&dead);
    for op in inner.into_iter().filter(|&op| body.op_block(op).is_some()).collect::<Vec<_>>() {
        isolated(context, body, op);
    }
}

/// The key of an operation: two operations are equal if their keys are equal and their regions have equal content.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    name: OpName,
    properties: Attribute,
    attributes: Attribute,
    operands: Vec<Value>,
    results: Vec<Type>,
    regions: usize,
}

/// An operation that may replace later ones.
#[derive(Clone, Copy)]
struct Candidate {
    op: Op,
    block: Block,
    /// The number of regions around it.
    depth: usize,
}

/// A region that is being visited.
struct Frame {
    dominators: Dominators<Block>,
    block: Option<Block>,
}

struct Cse<'a> {
    context: &'a Context,
    body: &'a Body,
    known: FxHashMap<Key, Vec<Candidate>>,
    /// The keys added in this region, in order, to be removed when it ends.
    log: Vec<Key>,
    frames: Vec<Frame>,
    /// Values used by operations of graph regions that were visited before the definition of the value.
    used_early: SecondaryMap<Value, bool>,
    replaced: FxHashMap<Value, Value>,
    /// Operations to be removed, in order.
    dead: Vec<Op>,
    gone: SecondaryMap<Op, bool>,
    /// Isolated operations found on the way, to be processed separately.
    isolated: Vec<Op>,
}

impl<'a> Cse<'a> {
    fn of(context: &'a Context, body: &'a Body) -> Self {
        Self {
            context,
            body,
            known: FxHashMap::default(),
            log: Vec::new(),
            frames: Vec::new(),
            used_early: SecondaryMap::new(),
            replaced: FxHashMap::default(),
            dead: Vec::new(),
            gone: SecondaryMap::new(),
            isolated: Vec::new(),
        }
    }

    fn region(&mut self, region: Region, graph: bool) {
        let dominators = Dominators::of(&self.body.flow(region));
        let blocks: Vec<Block> = dominators.tree().map(|(block, _)| block).collect();
        self.frames.push(Frame { dominators, block: None });
        let before = self.log.len();
        for block in blocks {
            if let Some(frame) = self.frames.last_mut() {
                frame.block = Some(block);
            }
            for op in self.body.block_ops(block) {
                self.operation(op, block, graph);
            }
        }
        for key in self.log.drain(before..) {
            if let Some(candidates) = self.known.get_mut(&key) {
                candidates.pop();
            }
        }
        self.frames.pop();
    }

    fn operation(&mut self, op: Op, block: Block, graph: bool) {
        let op_ref = OpRef::new(self.context, self.body, op);
        if self.body.nested(op).is_some() {
            self.isolated.push(op);
        } else {
            let graphs = op_ref.def().is_none_or(|def| def.has(|t| matches!(t, Trait::GraphRegion)));
            for &region in self.body.regions(op).1 {
                self.region(region, graphs);
            }
        }
        if !op_ref.def().is_some_and(|def| def.is_terminator()) {
            self.simplify(op_ref, block, graph);
        }
        if graph {
            for &operand in self.body.operands(op) {
                self.used_early[operand] = true;
            }
        }
    }

    fn simplify(&mut self, op: OpRef<'a>, block: Block, graph: bool) {
        let body = self.body;
        if !body.has_uses(op.op) && is_removable(op) {
            return self.remove(op.op);
        }
        let effects = effects(op);
        let regions = body.regions(op.op).1;
        let simple = regions.iter().all(|&region| body.region_blocks(region).len() <= 1);
        if !simple || body.nested(op.op).is_some() || !matches!(effects, Effects::None | Effects::Reads) {
            return;
        }
        let key = self.key(op);
        let found = self.find(op, &key);
        let found = found.filter(|found| {
            effects == Effects::None || found.block == block && self.nothing_writes(found.op, op.op)
        });
        let early = graph && body.results(op.op).any(|result| self.used_early[result]);
        match found {
            Some(found) if !early => {
                let by = body.results(found.op).map(|value| *self.replaced.get(&value).unwrap_or(&value));
                let by: Vec<Value> = by.collect();
                self.replaced.extend(body.results(op.op).zip(by));
                self.remove(op.op);
            }
            _ => {
                let depth = self.frames.len() - 1;
                self.known.entry(key.clone()).or_default().push(Candidate { op: op.op, block, depth });
                self.log.push(key);
            }
        }
    }

    fn remove(&mut self, op: Op) {
        self.dead.push(op);
        self.gone[op] = true;
    }

    fn resolved(&self, value: Value) -> Value {
        *self.replaced.get(&value).unwrap_or(&value)
    }

    fn key(&self, op: OpRef<'_>) -> Key {
        let body = self.body;
        let mut operands: Vec<Value> = op.operands().iter().map(|&value| self.resolved(value)).collect();
        if is_commutative(op) {
            operands.sort_unstable();
        }
        Key {
            name: body.op_name(op.op),
            properties: body.properties(op.op),
            attributes: body.attributes(op.op),
            operands,
            results: body.results(op.op).map(|result| body.value_type(result)).collect(),
            regions: body.regions(op.op).1.len(),
        }
    }

    /// The innermost known operation that equals `op` and dominates it.
    fn find(&self, op: OpRef<'_>, key: &Key) -> Option<Candidate> {
        let candidates = self.known.get(key)?.iter().rev();
        let mut visible = candidates.filter(|candidate| {
            self.frames.get(candidate.depth).is_some_and(|frame| {
                frame.block.is_some_and(|block| frame.dominators.dominates(candidate.block, block))
            })
        });
        visible
            .find(|candidate| {
                let (a, b) = (self.body.regions(candidate.op).1, self.body.regions(op.op).1);
                let mut same = FxHashMap::default();
                a.iter().zip(b).all(|(&a, &b)| self.equal_regions(a, b, &mut same))
            })
            .copied()
    }

    /// Whether no operation between two operations of a block writes memory.
    fn nothing_writes(&self, first: Op, last: Op) -> bool {
        let between = std::iter::successors(self.body.next_op(first), |&op| self.body.next_op(op));
        let between = between.take_while(|&op| op != last);
        between
            .map(|op| effects(OpRef::new(self.context, self.body, op)))
            .all(|effects| effects <= Effects::Reads)
    }

    /// Whether two regions, each empty or of one block, are equal. `same` maps values of the second region to values of the
    /// first.
    fn equal_regions(&self, a: Region, b: Region, same: &mut FxHashMap<Value, Value>) -> bool {
        let body = self.body;
        let (a, b) = match (body.region_blocks(a), body.region_blocks(b)) {
            ([], []) => return true,
            (&[a], &[b]) => (a, b),
            _ => return false,
        };
        let (of_a, of_b) = (body.block_arguments(a), body.block_arguments(b));
        let types = |values: &[Value]| values.iter().map(|&value| body.value_type(value)).collect::<Vec<_>>();
        if types(of_a) != types(of_b) {
            return false;
        }
        same.extend(of_b.iter().copied().zip(of_a.iter().copied()));
        let stays = |op: &Op| !self.gone[*op];
        let (mut ops_a, mut ops_b) = (body.block_ops(a).filter(stays), body.block_ops(b).filter(stays));
        loop {
            match (ops_a.next(), ops_b.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if self.equal(a, b, same) => {
                    same.extend(body.results(b).zip(body.results(a)));
                }
                _ => return false,
            }
        }
    }

    fn equal(&self, a: Op, b: Op, same: &mut FxHashMap<Value, Value>) -> bool {
        let body = self.body;
        if body.nested(a).is_some() || body.nested(b).is_some() {
            return false;
        }
        let mut key_a = self.key(OpRef::new(self.context, body, a));
        let mut key_b = self.key(OpRef::new(self.context, body, b));
        for operand in &mut key_b.operands {
            *operand = *same.get(operand).unwrap_or(operand);
        }
        if is_commutative(OpRef::new(self.context, body, a)) {
            key_a.operands.sort_unstable();
            key_b.operands.sort_unstable();
        }
        let (regions_a, regions_b) = (body.regions(a).1, body.regions(b).1);
        key_a == key_b && regions_a.iter().zip(regions_b).all(|(&a, &b)| self.equal_regions(a, b, same))
    }
}

fn is_commutative(op: OpRef<'_>) -> bool {
    op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::Commutative)))
}
