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

use crate::function::{Block, Function};

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
