//! Integers from before a loop that can be only one number.

use std::cell::OnceCell;

use tern_llvm_ir::graph::{Cfg, Dominators};
use tern_llvm_ir::{Block, Function, Module, Value};

use crate::integers::Integer;
use crate::known::KnownIntegers;

/// What is known of the integers of a function, computed when it is first asked for.
pub(super) struct Outside<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) cfg: &'a Cfg<Block>,
    pub(super) dominators: &'a Dominators<Block>,
    pub(super) known: OnceCell<KnownIntegers>,
}

impl Outside<'_> {
    /// The number that a value is where a block begins, unless it is poison; `None` if it is no integer, or may be several.
    pub(super) fn integer(&self, value: Value, block: Block) -> Option<Integer> {
        self.module.types.integer_width(self.module.type_of(self.function, value))?;
        let compute = || KnownIntegers::new(self.module, self.function, self.cfg, self.dominators.clone());
        self.known.get_or_init(compute).at(self.module, value, block)?.constant()
    }
}
