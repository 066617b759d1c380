//! The operands and successors of instructions. Each is listed once, for reading and for changing.

use smallvec::SmallVec;

use super::{DebugRecord, Inst, Instruction, RecordOperand, Successors};
use crate::function::{Block, Function, Value};

/// The operands of an instruction; mostly few.
pub type Operands = SmallVec<[Value; 4]>;

/// Defines a visitor of operands and one of blocks; with `mut`, for changing them.
macro_rules! visitors {
    ($values:ident, $blocks:ident $(, $mut:tt)?) => {
        /// Visits the values that an instruction uses, in the order of LLVM's operands: the callee comes last. Lists are looked up in
        /// `values` and `edges`. Values in debug records are not visited, because they are not operands in LLVM.
        #[inline]
        fn $values(
            & $($mut)? self,
            values: & $($mut)? [Value],
            edges: & $($mut)? [(Value, Block)],
            mut visit: impl FnMut(& $($mut)? Value),
        ) {
            match self {
                Self::Ret(value) => value.into_iter().for_each(visit),
                Self::CondBr { condition: value, .. }
                | Self::IndirectBr { address: value, .. }
                | Self::Resume(value)
                | Self::FNeg { value, .. }
                | Self::Cast { value, .. }
                | Self::Freeze(value)
                | Self::ExtractValue { aggregate: value, .. }
                | Self::Load { address: value, .. }
                | Self::VaArg { list: value }
                | Self::CatchRet { pad: value, .. }
                | Self::CleanupRet { pad: value, .. } => visit(value),
                Self::Switch(switch) => {
                    visit(& $($mut)? switch.value);
                    for (value, _) in & $($mut)? switch.cases {
                        visit(value);
                    }
                }
                Self::CatchSwitch(switch) => visit(& $($mut)? switch.parent),
                Self::Binary { lhs: a, rhs: b, .. }
                | Self::ICmp { lhs: a, rhs: b, .. }
                | Self::FCmp { lhs: a, rhs: b, .. }
                | Self::ExtractElement { vector: a, index: b }
                | Self::ShuffleVector { a, b, .. }
                | Self::InsertValue { aggregate: a, value: b, .. }
                | Self::Store { value: a, address: b, .. } => {
                    visit(a);
                    visit(b);
                }
                Self::Select { condition: a, then: b, otherwise: c, .. }
                | Self::InsertElement { vector: a, value: b, index: c } => {
                    visit(a);
                    visit(b);
                    visit(c);
                }
                Self::Phi { incoming, .. } => {
                    for (value, _) in & $($mut)? edges[incoming.range()] {
                        visit(value);
                    }
                }
                Self::Alloca(alloca) => visit(& $($mut)? alloca.count),
                Self::CmpXchg(cmpxchg) => {
                    visit(& $($mut)? cmpxchg.address);
                    visit(& $($mut)? cmpxchg.expected);
                    visit(& $($mut)? cmpxchg.new);
                }
                Self::AtomicRmw(rmw) => {
                    visit(& $($mut)? rmw.address);
                    visit(& $($mut)? rmw.value);
                }
                Self::GetElementPtr { base: first, indices: rest, .. }
                | Self::CatchPad { parent: first, args: rest }
                | Self::CleanupPad { parent: first, args: rest } => {
                    visit(first);
                    for value in & $($mut)? values[rest.range()] {
                        visit(value);
                    }
                }
                Self::LandingPad(pad) => {
                    for (value, _) in & $($mut)? pad.clauses {
                        visit(value);
                    }
                }
                Self::Call(_) | Self::Invoke(_) | Self::CallBr(_) => {
                    let call = match self {
                        Self::Call(call) => & $($mut)? **call,
                        Self::Invoke(invoke) => & $($mut)? invoke.call,
                        Self::CallBr(callbr) => & $($mut)? callbr.call,
                        _ => return,
                    };
                    for value in & $($mut)? call.args {
                        visit(value);
                    }
                    for bundle in & $($mut)? call.bundles {
                        for value in & $($mut)? bundle.inputs {
                            visit(value);
                        }
                    }
                    visit(& $($mut)? call.callee);
                }
                Self::Br(_) | Self::Unreachable | Self::Fence(_) | Self::DebugRecord(_) => {}
            }
        }

        /// Visits the successors of a terminator, in the order of LLVM's operands, once for each edge.
        #[inline]
        fn $blocks(& $($mut)? self, mut visit: impl FnMut(& $($mut)? Block)) {
            match self {
                Self::Br(block) | Self::CatchRet { successor: block, .. } => visit(block),
                Self::CondBr { then, otherwise, .. } => {
                    visit(then);
                    visit(otherwise);
                }
                Self::Switch(switch) => {
                    visit(& $($mut)? switch.default);
                    for (_, block) in & $($mut)? switch.cases {
                        visit(block);
                    }
                }
                Self::IndirectBr { destinations, .. } => destinations.into_iter().for_each(visit),
                Self::Invoke(invoke) => {
                    visit(& $($mut)? invoke.normal);
                    visit(& $($mut)? invoke.unwind);
                }
                Self::CallBr(callbr) => {
                    visit(& $($mut)? callbr.fallthrough);
                    for block in & $($mut)? callbr.indirect {
                        visit(block);
                    }
                }
                Self::CatchSwitch(switch) => {
                    for block in & $($mut)? switch.handlers {
                        visit(block);
                    }
                    if let Some(block) = & $($mut)? switch.unwind {
                        visit(block);
                    }
                }
                Self::CleanupRet { unwind, .. } => unwind.into_iter().for_each(visit),
                _ => {}
            }
        }
    };
}

impl Instruction {
    visitors!(values, blocks);
    visitors!(values_mut, blocks_mut, mut);

    /// Visits the values that an instruction of `function` uses, in the order of LLVM's operands: the callee comes last. Values in
    /// debug records are not visited, because they are not operands in LLVM; see [`DebugRecord::values`].
    #[inline]
    pub fn for_each_operand(&self, function: &Function, mut visit: impl FnMut(Value)) {
        self.values(&function.values, &function.edges, |value| visit(*value));
    }

    /// The successors of a terminator, in the order of LLVM's operands, once for each edge; empty for other instructions.
    #[inline]
    pub fn successors(&self) -> Successors {
        let mut successors = Successors::new();
        self.blocks(|block| successors.push(*block));
        successors
    }

    /// Visits the successors of a terminator, so that they can be changed. PHI nodes of old and new successors are the caller's
    /// business.
    pub fn for_each_successor_mut(&mut self, visit: impl FnMut(&mut Block)) {
        self.blocks_mut(visit);
    }
}

impl Function {
    /// The operands of an instruction, in LLVM's order; see [`Instruction::for_each_operand`].
    pub fn operands(&self, inst: Inst) -> Operands {
        let mut operands = Operands::new();
        self.insts[inst].inst.for_each_operand(self, |value| operands.push(value));
        operands
    }

    /// Visits the operands of an instruction, so that they can be changed; the order is that of [`operands`](Self::operands).
    pub fn for_each_operand_mut(&mut self, inst: Inst, visit: impl FnMut(&mut Value)) {
        self.insts[inst].inst.values_mut(&mut self.values, &mut self.edges, visit);
    }
}

impl DebugRecord {
    /// The values that the record describes: locals and constants, those in lists included.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        let values = self.operands.iter().flat_map(|operand| match operand {
            RecordOperand::Value(value) => std::slice::from_ref(value),
            RecordOperand::ArgList(values) => values,
            RecordOperand::Metadata(_) => &[],
        });
        values.copied()
    }

    /// Mutable access to what [`values`](Self::values) lists.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.operands.iter_mut().flat_map(|operand| match operand {
            RecordOperand::Value(value) => std::slice::from_mut(value),
            RecordOperand::ArgList(values) => values,
            RecordOperand::Metadata(_) => &mut [],
        })
    }
}
