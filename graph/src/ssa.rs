//! Control-flow graphs with instructions and values in SSA form: users of values, and slices.

use std::hash::Hash;
use std::marker::PhantomData;

use cranelift_entity::EntityRef;

use crate::{Flow, Lists, reachable};

/// A control-flow graph of blocks with instructions that define and use values in SSA form: a function of LLVM IR, a region of MLIR.
///
/// Where values of several blocks meet, LLVM IR has a PHI node, which is an instruction, and MLIR an argument of a block, to which branches
/// pass operands. A graph has the one or the other.
pub trait Ssa: Flow {
    /// An instruction of LLVM IR, an operation of MLIR.
    type Inst: EntityRef + Hash;
    /// A value: a result, an argument of a block, or one from outside of the graph, such as an argument of a function of LLVM IR.
    type Value: EntityRef + Hash;

    /// A number that is greater than the index of each value.
    fn value_bound(&self) -> usize;

    /// The instructions of a block, in order.
    fn insts(&self, node: Self::Node) -> impl DoubleEndedIterator<Item = Self::Inst>;

    /// The results of an instruction.
    fn results(&self, inst: Self::Inst) -> impl Iterator<Item = Self::Value>;

    /// The arguments of a block.
    fn arguments(&self, node: Self::Node) -> impl Iterator<Item = Self::Value>;

    /// The instruction that has a value as a result; none for arguments and values from outside.
    fn definition(&self, value: Self::Value) -> Option<Self::Inst>;

    /// Visits the operands of an instruction, once for each use, and values that instructions nested in it use and that are defined outside
    /// of it.
    fn for_each_operand(&self, inst: Self::Inst, visit: impl FnMut(Self::Value));

    /// If an instruction is a PHI node, visits its operands, each with the block that it comes from, and returns true.
    fn for_each_incoming(&self, _inst: Self::Inst, _visit: impl FnMut(Self::Node, Self::Value)) -> bool {
        false
    }

    /// Visits the operands that an instruction passes to arguments of its successors, each with the argument.
    fn for_each_passed(&self, _inst: Self::Inst, _visit: impl FnMut(Self::Value, Self::Value)) {}
}

/// The users of values.
#[derive(Clone, Debug)]
pub struct Uses<I, V> {
    lists: Lists<I>,
    values: PhantomData<V>,
}

impl<I: EntityRef, V: EntityRef> Uses<I, V> {
    /// Collects them.
    pub fn of(graph: &impl Ssa<Inst = I, Value = V>) -> Self {
        let mut pairs = Vec::with_capacity(2 * graph.value_bound());
        for inst in graph.nodes().flat_map(|node| graph.insts(node)) {
            graph.for_each_operand(inst, |value| pairs.push((value.index() as u32, inst)));
        }
        Self { lists: Lists::of_pairs(graph.value_bound(), &pairs), values: PhantomData }
    }

    /// The instructions that have a value as an operand, once for each use, in the order of the graph.
    pub fn users(&self, value: V) -> &[I] {
        self.lists.of(value.index())
    }
}

/// A part of a slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part<I, V> {
    /// An instruction.
    Inst(I),
    /// An argument of a block, or a value from outside of the graph.
    Argument(V),
}

/// What an instruction depends on, through operands, PHI nodes and arguments of blocks, each once, nearest first. Memory and control flow
/// are not followed.
pub fn backward_slice<S: Ssa>(graph: &S, from: S::Inst) -> Vec<Part<S::Inst, S::Value>> {
    let mut passed = Vec::new();
    for branch in graph.nodes().filter_map(|node| graph.insts(node).next_back()) {
        graph.for_each_passed(branch, |value, argument| passed.push((argument.index() as u32, value)));
    }
    let passed = Lists::of_pairs(graph.value_bound(), &passed);
    beyond(from, |part, found| {
        let mut follow = |value| found(graph.definition(value).map_or(Part::Argument(value), Part::Inst));
        match part {
            Part::Inst(inst) => graph.for_each_operand(inst, follow),
            Part::Argument(argument) => passed.of(argument.index()).iter().copied().for_each(&mut follow),
        }
    })
}

/// What depends on the results of an instruction, through operands, PHI nodes and arguments of blocks, each once, nearest first. Memory and
/// control flow are not followed.
pub fn forward_slice<S: Ssa>(
    graph: &S,
    uses: &Uses<S::Inst, S::Value>,
    from: S::Inst,
) -> Vec<Part<S::Inst, S::Value>> {
    beyond(from, |part, found| {
        let mut follow = |used: S::Value| {
            for &user in uses.users(used) {
                found(Part::Inst(user));
                graph.for_each_passed(user, |value, argument| {
                    if value == used {
                        found(Part::Argument(argument));
                    }
                });
            }
        };
        match part {
            Part::Inst(inst) => graph.results(inst).for_each(follow),
            Part::Argument(argument) => follow(argument),
        }
    })
}

/// What can be reached from an instruction, without it.
fn beyond<I: EntityRef + Hash, V: EntityRef + Hash>(
    from: I,
    next: impl Fn(Part<I, V>, &mut dyn FnMut(Part<I, V>)),
) -> Vec<Part<I, V>> {
    reachable([Part::Inst(from)], next).split_off(1)
}
