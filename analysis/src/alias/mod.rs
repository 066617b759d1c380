//! Whether two accesses to memory may meet.
//!
//! [`Aliases`] answers this for the pointers of a function, from these sources, the first that knows:
//!
//! * objects: an `alloca`, a global variable, what a `noalias` call returns and what a `noalias` or `byval` argument points to are all
//!   different; no pointer from elsewhere is to an object whose address is not yet known elsewhere; an access that is larger than an object
//!   does not touch it;
//! * addresses: `getelementptr`s are taken apart into constants and multiples of integers, whose ranges, divisors and differences are looked
//!   at. PHI nodes and `select`s are looked through;
//! * `!tbaa`: accesses to types that have nothing in common;
//! * `!alias.scope` and `!noalias`.
//!
//! Source for the rules: LangRef, Pointer Aliasing Rules, `getelementptr`, Parameter Attributes, and the metadata; for the answers, what
//! `opt -passes=aa-eval` prints.
//!
//! ```
//! use tern_analysis::alias::{Alias, Aliases};
//!
//! let text = b"define i32 @f(ptr %p, i64 %i) {\n  %own = alloca i32\n  %next = getelementptr inbounds i8, ptr %p, i64 2\n\
//!     \x20 store i32 1, ptr %own\n  store i32 2, ptr %p\n  store i32 3, ptr %next\n  %v = load i32, ptr %own\n  ret i32 %v\n}\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (_, _, function) = module.definitions().next().unwrap();
//! let aliases = Aliases::of(&module, function);
//! let accesses: Vec<_> = function.instructions().filter_map(|(_, inst)| aliases.location(inst)).collect();
//! let &[own, first, second, again] = &accesses[..] else { panic!() };
//! assert_eq!(aliases.alias(&own, &first), Alias::No);
//! assert_eq!(aliases.alias(&first, &second), Alias::Partial(Some(2)));
//! assert_eq!(aliases.alias(&own, &again), Alias::Must);
//! ```

mod address;
mod calls;
mod captures;
mod distance;
mod location;
mod origins;
mod scopes;
#[cfg(test)]
mod tests;
mod type_tags;
mod variables;
mod walk;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use serde::Serialize;
use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::cranelift_entity::packed_option::PackedOption;
use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::graph::{Cfg, Cycles, Dominators};
use tern_llvm_ir::{Block, Function, Inst, Local, Module, Value};

use crate::known::{Known, KnownIntegers};
use crate::memory::is_constant_tag;
use crate::uses::LocalUses;
use address::Address;
pub use location::{Location, Size, Tags};
use origins::Origin;
use walk::Walk;

/// How two accesses meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Alias {
    /// They have no byte in common.
    No,
    /// Nothing is known.
    May,
    /// They have bytes in common, and do not begin at the same one. The second begins so many bytes behind the first, if that is known.
    Partial(Option<i64>),
    /// They begin at the same byte.
    Must,
}

impl Alias {
    /// The answer for the accesses in the other order.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::Partial(Some(offset)) => Self::Partial(offset.checked_neg()),
            other => other,
        }
    }

    /// What holds if either of two answers does.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        match (self, other) {
            _ if self == other => self,
            (Self::Partial(_) | Self::Must, Self::Partial(_) | Self::Must) => Self::Partial(None),
            _ => Self::May,
        }
    }
}

/// What was found out about single pointers.
#[derive(Debug, Default)]
struct Pointers {
    addresses: FxHashMap<Value, Rc<Address>>,
    origins: FxHashMap<Value, Option<Rc<[Origin]>>>,
    captures: FxHashMap<Local, Rc<captures::CapturedAt>>,
}

/// Answers for the accesses of a function. What is found out about a pointer is kept for the next question.
#[derive(Debug)]
pub struct Aliases<'a> {
    module: &'a Module,
    function: &'a Function,
    layout: DataLayout,
    uses: LocalUses,
    cfg: Cfg<Block>,
    cycles: Cycles<Block>,
    blocks: SecondaryMap<Inst, PackedOption<Block>>,
    /// The positions of instructions in their blocks.
    places: SecondaryMap<Inst, u32>,
    is_null_valid: bool,
    pointers: RefCell<Pointers>,
    integers: OnceCell<KnownIntegers>,
}

impl<'a> Aliases<'a> {
    /// Prepares to answer questions about a function of the module.
    pub fn of(module: &'a Module, function: &'a Function) -> Self {
        let cfg = Cfg::of(function);
        let cycles = Cycles::new(&cfg);
        let mut places = SecondaryMap::with_capacity(function.insts.len());
        for &block in &function.layout {
            for (place, &inst) in (0..).zip(function.block_insts(block)) {
                places[inst] = place;
            }
        }
        Self {
            module,
            function,
            layout: module.layout(),
            uses: LocalUses::of(function),
            cfg,
            cycles,
            blocks: function.blocks_of_insts(),
            places,
            is_null_valid: module.has_attribute(function, AttributeKind::NullPointerIsValid),
            pointers: RefCell::default(),
            integers: OnceCell::new(),
        }
    }

    /// What an instruction accesses; see [`Location::of`].
    pub fn location(&self, inst: Inst) -> Option<Location> {
        Location::with_layout(self.module, &self.layout, self.function, inst)
    }

    /// How two accesses of the function meet, by all that is known.
    pub fn alias(&self, a: &Location, b: &Location) -> Alias {
        match self.basic(a, b) {
            Alias::May if !self.may_meet_by_type(a, b) || !self.may_meet_by_scope(a, b) => Alias::No,
            basic => basic,
        }
    }

    /// How two accesses of the function meet, by their pointers and sizes alone.
    pub fn basic(&self, a: &Location, b: &Location) -> Alias {
        Walk::new(self).alias((a.pointer, a.size), (b.pointer, b.size))
    }

    /// Whether two accesses may meet as far as their `!tbaa` says.
    pub fn may_meet_by_type(&self, a: &Location, b: &Location) -> bool {
        let tags = a.tags.tbaa.zip(b.tags.tbaa);
        tags.is_none_or(|(a, b)| type_tags::may_meet(self.module, a, b))
    }

    /// Whether two accesses may meet as far as their `!alias.scope` and `!noalias` say.
    pub fn may_meet_by_scope(&self, a: &Location, b: &Location) -> bool {
        scopes::may_meet(self.module, a.tags, b.tags)
    }

    /// Whether the memory never changes: it is that of constants, or `!tbaa` says so.
    pub fn is_constant(&self, location: &Location) -> bool {
        let by_tag = |tag| is_constant_tag(self.module, self.module.node(tag));
        location.tags.tbaa.is_some_and(by_tag) || self.are_constant(location.pointer)
    }

    fn address(&self, pointer: Value) -> Rc<Address> {
        if let Some(known) = self.pointers.borrow().addresses.get(&pointer) {
            return known.clone();
        }
        let found = Rc::new(Address::of(self.module, &self.layout, self.function, pointer));
        self.pointers.borrow_mut().addresses.insert(pointer, found.clone());
        found
    }

    /// The known bits and range of an integer.
    fn known(&self, value: Value) -> Option<Known> {
        let all = || KnownIntegers::new(self.module, self.function, &self.cfg, Dominators::new(&self.cfg));
        self.integers.get_or_init(all).value(self.module, value)
    }

    /// Whether an instruction runs at most once in a call of the function.
    fn runs_once(&self, inst: Inst) -> bool {
        let block = self.blocks[inst].expand();
        block.is_some_and(|block| self.cfg.is_reachable(block) && self.cycles.innermost(block).is_none())
    }
}
