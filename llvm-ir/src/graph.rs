//! The control-flow graph of a function, and what follows from it: dominators, loops, cycles, orders of blocks.
//!
//! ```
//! use tern_llvm_ir::graph::{Cfg, Dominators, Loops};
//!
//! let text = b"define void @f(i1 %c) {\n  br label %loop\nloop:\n  br i1 %c, label %loop, label %end\nend:\n  ret void\n}\n";
//! let module = tern_llvm_ir::read(text, "loop.ll").unwrap();
//! let (_, _, function) = module.definitions().next().unwrap();
//! let &[entry, header, end] = &function.layout[..] else { panic!() };
//! let cfg = Cfg::of(function);
//! let dominators = Dominators::new(&cfg);
//! assert!(dominators.dominates(entry, end));
//! let loops = Loops::new(&cfg, &dominators);
//! assert_eq!((loops.depth(header), loops.depth(end)), (1, 0));
//! ```

use crate::function::{Block, Function, Local};
use crate::instruction::{Inst, Instruction};

pub use tern_graph::*;

impl Flow for Function {
    type Node = Block;

    fn bound(&self) -> usize {
        self.blocks.len()
    }

    fn nodes(&self) -> impl Iterator<Item = Block> {
        self.layout.iter().copied()
    }

    fn successors(&self, block: Block) -> impl DoubleEndedIterator<Item = Block> {
        self.successors(block).into_iter()
    }
}

/// PHI nodes are instructions; blocks have no arguments. Arguments of the function are values from outside. Constants are no values here.
impl Ssa for Function {
    type Inst = Inst;
    type Value = Local;

    fn value_bound(&self) -> usize {
        self.locals.len()
    }

    fn insts(&self, block: Block) -> impl DoubleEndedIterator<Item = Inst> {
        self.block_insts(block).iter().copied()
    }

    fn results(&self, inst: Inst) -> impl Iterator<Item = Local> {
        self.insts[inst].result.expand().into_iter()
    }

    fn arguments(&self, _block: Block) -> impl Iterator<Item = Local> {
        std::iter::empty()
    }

    fn definition(&self, local: Local) -> Option<Inst> {
        self.locals[local].inst.expand()
    }

    fn for_each_operand(&self, inst: Inst, mut visit: impl FnMut(Local)) {
        self.insts[inst].inst.for_each_operand(self, |value| {
            if let Some(local) = value.local() {
                visit(local);
            }
        });
    }

    fn for_each_incoming(&self, inst: Inst, mut visit: impl FnMut(Block, Local)) -> bool {
        let Instruction::Phi { incoming, .. } = self.insts[inst].inst else { return false };
        for &(value, from) in self.list(incoming) {
            if let Some(local) = value.local() {
                visit(from, local);
            }
        }
        true
    }
}
