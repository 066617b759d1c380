//! Integers from before a loop that can be only one number.

use tern_llvm_ir::graph::{Cfg, Loop, Loops};
use tern_llvm_ir::{Block, Function, Module, Value};

use crate::integers::Integer;
use crate::known::KnownIntegers;

/// The function of a loop, and known bits and ranges of its integers, which are asked for only when they are needed.
pub(super) struct Outside<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) cfg: &'a Cfg<Block>,
    pub(super) known: &'a dyn Fn() -> &'a KnownIntegers,
}

/// Where a loop begins.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) header: Block,
    /// The only block outside that leads to the header; none if there are several.
    pub(super) from: Option<Block>,
}

impl Outside<'_> {
    pub(super) fn entry(&self, loops: &Loops<Block>, of: Loop) -> Entry {
        let header = loops[of].header;
        let mut from = self.cfg.predecessors(header).filter(|&from| !loops.contains(of, from));
        let only = from.next().filter(|&first| from.all(|other| other == first));
        Entry { header, from: only }
    }

    /// The number that a value is when a loop begins, unless it is poison; `None` if it is no integer, or may be several.
    pub(super) fn integer(&self, value: Value, entry: Entry) -> Option<Integer> {
        self.module.types.integer_width(self.module.type_of(self.function, value))?;
        let known = (self.known)();
        let known = match entry.from {
            Some(from) => known.on_edge(self.module, value, from, entry.header),
            None => known.at(self.module, value, entry.header),
        };
        known?.constant()
    }
}
