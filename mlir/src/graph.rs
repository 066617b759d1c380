//! The control-flow graph of a region, and what follows from it: dominators, loops, cycles, orders of blocks. Also the
//! users of values, slices and liveness in a region.
//!
//! ```
//! use tern_mlir::asm::{self, ParseOptions};
//! use tern_mlir::graph::{Liveness, Part, Uses, backward_slice};
//! use tern_mlir::{Context, OpRef};
//!
//! // `Context::new(tern_dialect_llvm::DIALECTS)` knows the dialect `llvm`, and which operands its branches pass.
//! let context = Context::new(&[]);
//! let text = b"%a = \"x.a\"() : () -> i32\n%b = \"x.b\"(%a, %a) : (i32, i32) -> i32\n\"x.c\"(%b) : (i32) -> ()\n";
//! let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
//! let module = asm::parse(&context, "values.mlir", text, &options).unwrap();
//! let (body, regions) = module.body().regions(module.root());
//! let graph = body.values(&context, regions[0]);
//! let [a, b, c] = body.ops()[..] else { panic!() };
//! assert_eq!(backward_slice(&graph, c), [Part::Inst(b), Part::Inst(a)]);
//! assert_eq!(Uses::of(&graph).users(body.result(a).unwrap()), [b, b]);
//! assert_eq!(Liveness::of(&graph).unwrap().pressure(&graph, |_| 0), [1]);
//! ```

use crate::body::{Block, Body, Op, OpRef, Region, Value, ValueDef};
use crate::context::Context;
use crate::verify::successor_operands;

pub use tern_graph::*;

/// The control-flow graph of a region in its current state.
#[derive(Clone, Copy)]
pub struct RegionFlow<'b> {
    /// The body that has the region.
    pub body: &'b Body,
    /// The region.
    pub region: Region,
}

impl RegionFlow<'_> {
    /// Whether an operation is in a block of the region itself.
    fn contains(self, op: Op) -> bool {
        self.body.op_block(op).and_then(|block| self.body.block_region(block)) == Some(self.region)
    }
}

impl Flow for RegionFlow<'_> {
    type Node = Block;

    fn bound(&self) -> usize {
        self.body.block_count()
    }

    fn nodes(&self) -> impl Iterator<Item = Block> {
        self.body.region_blocks(self.region).iter().copied()
    }

    fn successors(&self, block: Block) -> impl DoubleEndedIterator<Item = Block> {
        self.body.block_last(block).map_or(&[][..], |last| self.body.successors(last)).iter().copied()
    }
}

/// The control-flow graph of a region with operations and values. An operation counts with those that are nested in it: it has the values
/// as operands that they use and that are defined outside of it.
#[derive(Clone, Copy)]
pub struct RegionValues<'b> {
    /// The context that the body belongs to.
    pub context: &'b Context,
    /// The region.
    pub flow: RegionFlow<'b>,
}

impl Flow for RegionValues<'_> {
    type Node = Block;

    fn bound(&self) -> usize {
        self.flow.bound()
    }

    fn nodes(&self) -> impl Iterator<Item = Block> {
        self.flow.nodes()
    }

    fn successors(&self, block: Block) -> impl DoubleEndedIterator<Item = Block> {
        self.flow.successors(block)
    }
}

impl Ssa for RegionValues<'_> {
    type Inst = Op;
    type Value = Value;

    fn value_bound(&self) -> usize {
        self.flow.body.value_count()
    }

    fn insts(&self, block: Block) -> impl DoubleEndedIterator<Item = Op> {
        self.flow.body.block_ops(block)
    }

    fn results(&self, op: Op) -> impl Iterator<Item = Value> {
        self.flow.body.results(op)
    }

    fn arguments(&self, block: Block) -> impl Iterator<Item = Value> {
        self.flow.body.block_arguments(block).iter().copied()
    }

    fn definition(&self, value: Value) -> Option<Op> {
        match self.flow.body.value_def(value) {
            ValueDef::Result(op, _) => Some(op).filter(|&op| self.flow.contains(op)),
            ValueDef::Argument(..) => None,
        }
    }

    fn for_each_operand(&self, op: Op, mut visit: impl FnMut(Value)) {
        let body = self.flow.body;
        body.operands(op).iter().copied().for_each(&mut visit);
        let nested = body.ops_within(op).into_iter().flat_map(|inner| body.operands(inner));
        nested.copied().filter(|&value| !body.is_defined_within(value, op)).for_each(visit);
    }

    fn for_each_passed(&self, op: Op, mut visit: impl FnMut(Value, Value)) {
        let (body, op) = (self.flow.body, OpRef::new(self.context, self.flow.body, op));
        for (index, &successor) in op.successors().iter().enumerate() {
            let operands = successor_operands(op, index).unwrap_or_default();
            operands.iter().zip(body.block_arguments(successor)).for_each(|(&from, &to)| visit(from, to));
        }
    }
}

impl Body {
    /// The control-flow graph of a region.
    pub fn flow(&self, region: Region) -> RegionFlow<'_> {
        RegionFlow { body: self, region }
    }

    /// The control-flow graph of a region with operations and values.
    pub fn values<'b>(&'b self, context: &'b Context, region: Region) -> RegionValues<'b> {
        RegionValues { context, flow: self.flow(region) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::{self, ParseOptions};

    const TEXT: &str = r#"test.func @f(%x: i32, %c: i1) {
  %a = "test.a"(%x) : (i32) -> i32
  test.cond_br %c, ^inner(%a : i32), ^end(%x : i32)
^inner(%p: i32):
  %n = "test.n"() ({
    %i = "test.i"(%p) : (i32) -> i32
    "test.j"(%i, %a) : (i32, i32) -> ()
  }) : () -> i32
  test.br ^end(%n : i32)
^end(%r: i32):
  test.return %r : i32
}
"#;

    /// Calls `check` with the values of the function's region.
    fn check(check: impl FnOnce(RegionValues<'_>)) {
        let context = crate::test_dialect::context();
        let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
        let module = asm::parse(&context, "test", TEXT.as_bytes(), &options).expect("it parses");
        let members = module.body().nested(module.root()).expect("a module");
        let (body, regions) = members.regions(members.ops()[0]);
        check(body.values(&context, regions[0]));
    }

    /// Operations by name, arguments by block and index.
    fn shown(graph: RegionValues<'_>, parts: &[Part<Op, Value>]) -> Vec<String> {
        let RegionFlow { body, region } = graph.flow;
        let show = |part: &Part<Op, Value>| match *part {
            Part::Inst(op) => OpRef::new(graph.context, body, op).name().to_owned(),
            Part::Argument(value) => {
                let ValueDef::Argument(block, index) = body.value_def(value) else { panic!("an argument") };
                let block = body.region_blocks(region).iter().position(|&it| it == block);
                format!("{}.{index}", block.expect("it is in the region"))
            }
        };
        parts.iter().map(show).collect()
    }

    #[test]
    fn operations_use_what_is_used_within_them() {
        check(|graph| {
            let body = graph.flow.body;
            let [entry, inner, _] = *body.region_blocks(graph.flow.region) else { panic!("three blocks") };
            let uses = Uses::of(&graph);
            let users = |value| uses.users(value).iter().map(|&op| Part::Inst(op)).collect::<Vec<_>>();
            let a = body.made_result(body.block_first(entry).expect("an operation"));
            assert_eq!(shown(graph, &users(a)), ["test.cond_br", "test.n"]);
            assert_eq!(shown(graph, &users(body.block_arguments(inner)[0])), ["test.n"]);
            // What is defined within an operation is none of its operands.
            let operands = operands_of(graph, body.block_first(inner).expect("an operation"));
            assert_eq!(operands.len(), 2);
        });
    }

    fn operands_of(graph: RegionValues<'_>, op: Op) -> Vec<Value> {
        let mut values = Vec::new();
        graph.for_each_operand(op, |value| values.push(value));
        values
    }

    #[test]
    fn slices_follow_arguments_of_blocks() {
        check(|graph| {
            let body = graph.flow.body;
            let [entry, _, end] = *body.region_blocks(graph.flow.region) else { panic!("three blocks") };
            let last = body.block_last(end).expect("an operation");
            let slice = backward_slice(&graph, last);
            assert_eq!(shown(graph, &slice), ["2.0", "0.0", "test.n", "1.0", "test.a"]);
            let first = body.block_first(entry).expect("an operation");
            let slice = forward_slice(&graph, &Uses::of(&graph), first);
            assert_eq!(
                shown(graph, &slice),
                ["test.cond_br", "1.0", "test.n", "test.br", "2.0", "test.return"]
            );
        });
    }

    #[test]
    fn values_are_live_up_to_their_last_use() {
        check(|graph| {
            let body = graph.flow.body;
            let [entry, inner, end] = *body.region_blocks(graph.flow.region) else { panic!("three blocks") };
            let liveness = Liveness::of(&graph).expect("it is small");
            let a = body.made_result(body.block_first(entry).expect("an operation"));
            assert_eq!((liveness.live_in(entry), liveness.live_out(entry)), (&[][..], &[a][..]));
            assert_eq!((liveness.live_in(inner), liveness.live_out(inner)), (&[a][..], &[][..]));
            assert!(liveness.live_in(end).is_empty());
            // `%x`, `%c` and `%a` at the first branch.
            assert_eq!(liveness.pressure(&graph, |_| 0), [3]);
        });
    }

    #[test]
    fn operations_of_a_block_are_listed_from_both_ends() {
        check(|graph| {
            let entry = graph.flow.body.region_blocks(graph.flow.region)[0];
            let forward: Vec<Op> = graph.insts(entry).collect();
            let mut backward: Vec<Op> = graph.insts(entry).rev().collect();
            backward.reverse();
            assert_eq!((forward.len(), &forward), (2, &backward));
            let mut both = graph.insts(entry);
            assert_eq!(
                [both.next(), both.next_back(), both.next(), both.next_back()],
                [Some(forward[0]), Some(forward[1]), None, None]
            );
        });
    }
}
