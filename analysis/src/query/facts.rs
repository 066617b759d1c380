//! What a query asks of a module and its functions, each computed when it is first asked for.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::cranelift_entity::packed_option::PackedOption;
use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::types::{Type, TypeKind};
use tern_llvm_ir::{Block, Constant, Function, Global, Inst, Module, writer};

use super::operands::without_space;
use super::patterns::{Names, NamesKind, TypeKinds, TypePattern};
use super::syntax::{Globals, Nested};
use crate::call_graph::CallGraph;
use crate::graph::{Cfg, Dominators, Loops};
use crate::memory::Memory;
use crate::stack::Stack;
use crate::uses::{CallSite, ConstantUses, LocalUses};

/// A set of entities by index.
pub(super) type Set = Vec<bool>;

pub(super) fn has(set: &[bool], entity: impl EntityRef) -> bool {
    set.get(entity.index()).copied().unwrap_or(false)
}

/// Facts about a module. Threads share them.
pub(super) struct Facts<'m> {
    pub(super) module: &'m Module,
    layout: DataLayout,
    uses: OnceLock<ConstantUses>,
    calls: OnceLock<CallGraph>,
    memory: OnceLock<Memory>,
    stack: OnceLock<Stack>,
    /// Intrinsics, each with a function that calls it, sorted.
    intrinsic_calls: OnceLock<Vec<(Global, Global)>>,
    /// By slot: globals, constants or types.
    sets: Vec<OnceLock<Set>>,
    /// By slot: the globals of a set.
    lists: Vec<OnceLock<Vec<Global>>>,
}

impl<'m> Facts<'m> {
    pub(super) fn new(module: &'m Module, slots: usize) -> Self {
        Self {
            module,
            layout: module.layout(),
            uses: OnceLock::new(),
            calls: OnceLock::new(),
            memory: OnceLock::new(),
            stack: OnceLock::new(),
            intrinsic_calls: OnceLock::new(),
            sets: (0..slots).map(|_| OnceLock::new()).collect(),
            lists: (0..slots).map(|_| OnceLock::new()).collect(),
        }
    }

    pub(super) fn sizes(&self) -> Sizes<'_> {
        Sizes { strings: &self.module.strings, types: &self.module.types, layout: &self.layout }
    }

    pub(super) fn uses(&self) -> &ConstantUses {
        self.uses.get_or_init(|| ConstantUses::of(self.module))
    }

    pub(super) fn calls(&self) -> &CallGraph {
        self.calls.get_or_init(|| CallGraph::with_uses(self.module, self.uses()))
    }

    pub(super) fn memory(&self) -> &Memory {
        self.memory.get_or_init(|| Memory::of(self.module, self.calls()))
    }

    pub(super) fn stack(&self) -> &Stack {
        self.stack.get_or_init(|| Stack::of(self.module, self.calls()))
    }

    /// The intrinsics that are called, each with its callers. The call graph does not have them.
    pub(super) fn intrinsic_calls(&self) -> &[(Global, Global)] {
        self.intrinsic_calls.get_or_init(|| {
            let module = self.module;
            let intrinsic = |site: &CallSite| {
                let function = module.globals[site.caller].as_function()?;
                let call = function.insts[site.inst].inst.call_site()?;
                let callee = module.called(call).global().filter(|&it| module.is_intrinsic(it))?;
                Some((callee, site.caller))
            };
            let mut calls: Vec<_> = self.uses().call_sites().iter().filter_map(intrinsic).collect();
            calls.sort_unstable();
            calls.dedup();
            calls
        })
    }

    /// The functions that call an intrinsic.
    pub(super) fn callers_of_intrinsic(&self, intrinsic: Global) -> impl Iterator<Item = Global> + '_ {
        let calls = self.intrinsic_calls();
        let first = calls.partition_point(|&(callee, _)| callee < intrinsic);
        calls[first..].iter().take_while(move |(callee, _)| *callee == intrinsic).map(|&(_, caller)| caller)
    }

    /// The set in a slot.
    pub(super) fn set(&self, slot: usize, compute: impl FnOnce() -> Set) -> &Set {
        self.sets[slot].get_or_init(compute)
    }

    /// The globals of a set.
    pub(super) fn globals(&self, globals: &Globals) -> &Set {
        match globals {
            Globals::Named(names) => self.named(names),
            Globals::Found(nested) => self.set(nested.slot, || {
                let mut set = vec![false; self.module.globals.len()];
                for global in self.of_subject(nested.subject) {
                    set[global.index()] = self.global_is(&nested.condition, global);
                }
                set
            }),
        }
    }

    pub(super) fn named(&self, names: &Names) -> &Set {
        self.set(names.slot, || {
            let mut set = vec![false; self.module.globals.len()];
            // A name that is not in the table of strings is no global's.
            if let NamesKind::Exact(exact) = &names.kind
                && self.module.strings.find(exact).is_none()
            {
                return set;
            }
            for global in self.module.listed_globals() {
                set[global.index()] = self.module.name(global).is_some_and(|name| names.matches(name));
            }
            set
        })
    }

    /// The globals of a set, one after the other.
    pub(super) fn elements(&self, globals: &Globals) -> &[Global] {
        let slot = match globals {
            Globals::Named(names) => names.slot,
            Globals::Found(nested) => nested.slot,
        };
        self.lists[slot].get_or_init(|| {
            let set = self.globals(globals);
            self.module.listed_globals().filter(|&global| has(set, global)).collect()
        })
    }

    /// The constants that name a global of a set, or consist of such.
    pub(super) fn constants_of(&self, globals: &Globals, slot: usize) -> &Set {
        self.set(slot, || {
            let globals = self.globals(globals);
            let constants = &self.module.constants;
            let mut set = vec![false; constants.len()];
            // Operands come before the constants that have them.
            for constant in constants.ids() {
                let kind = constants.kind(constant);
                let mut is_in = kind.global().is_some_and(|global| has(globals, global));
                kind.for_each_operand(|operand| is_in |= set[operand.index()]);
                set[constant.index()] = is_in;
            }
            set
        })
    }

    /// Whether a type fits a pattern.
    pub(super) fn type_is(&self, pattern: &TypePattern, ty: Type) -> bool {
        let types = &self.module.types;
        let kind = types.kind(ty);
        match &pattern.kind {
            TypeKinds::Integers => matches!(kind, TypeKind::Integer(_)),
            TypeKinds::Floats => types.is_float(ty),
            TypeKinds::Pointers => types.is_pointer(ty),
            TypeKinds::Vectors => matches!(kind, TypeKind::Vector { .. }),
            TypeKinds::Arrays => matches!(kind, TypeKind::Array { .. }),
            TypeKinds::Structs => matches!(kind, TypeKind::Struct { .. } | TypeKind::Identified(_)),
            TypeKinds::Text(text) => {
                let set = self.set(pattern.slot, || {
                    let printed = |index| writer::type_to_string(self.module, Type::new(index));
                    (0..types.count())
                        .map(|index| text.matches(without_space(&printed(index)).as_bytes()))
                        .collect()
                });
                has(set, ty)
            }
        }
    }

    /// The text of a number or other simple constant without its type.
    pub(super) fn literal(&self, constant: Constant) -> String {
        let text = writer::constant_to_string(self.module, constant);
        text.rsplit(' ').next().unwrap_or_default().to_owned()
    }
}

/// A function with what is known about it.
pub(super) struct Scope<'f, 'm> {
    pub(super) facts: &'f Facts<'m>,
    pub(super) global: Global,
    pub(super) function: &'m Function,
    uses: OnceCell<LocalUses>,
    shape: OnceCell<(Cfg<Block>, Loops<Block>)>,
    blocks: OnceCell<SecondaryMap<Inst, PackedOption<Block>>>,
    /// By block: the edges into it.
    predecessors: OnceCell<SecondaryMap<Block, u32>>,
    /// By slot: instructions or blocks.
    sets: RefCell<FxHashMap<usize, Rc<Set>>>,
    /// By slot and instruction: whether a query that has others in it finds it.
    known: RefCell<FxHashMap<(usize, Inst), bool>>,
}

impl<'f, 'm> Scope<'f, 'm> {
    /// A function with a body.
    pub(super) fn new(facts: &'f Facts<'m>, global: Global) -> Option<Self> {
        let function = facts.module.globals[global].as_function().filter(|it| !it.is_declaration())?;
        Some(Self {
            facts,
            global,
            function,
            uses: OnceCell::new(),
            shape: OnceCell::new(),
            blocks: OnceCell::new(),
            predecessors: OnceCell::new(),
            sets: RefCell::default(),
            known: RefCell::default(),
        })
    }

    pub(super) fn uses(&self) -> &LocalUses {
        self.uses.get_or_init(|| LocalUses::of(self.function))
    }

    pub(super) fn cfg(&self) -> &Cfg<Block> {
        &self.shape().0
    }

    pub(super) fn loops(&self) -> &Loops<Block> {
        &self.shape().1
    }

    fn shape(&self) -> &(Cfg<Block>, Loops<Block>) {
        self.shape.get_or_init(|| {
            let cfg = Cfg::of(self.function);
            let loops = Loops::new(&cfg, &Dominators::new(&cfg));
            (cfg, loops)
        })
    }

    /// The number of edges into a block.
    pub(super) fn predecessors(&self, block: Block) -> u32 {
        self.predecessors.get_or_init(|| {
            let mut counts = SecondaryMap::with_capacity(self.function.blocks.len());
            for &from in &self.function.layout {
                self.function.successors(from).into_iter().for_each(|to| counts[to] += 1);
            }
            counts
        })[block]
    }

    /// Whether a query finds an instruction. The answers to queries with others in them are kept: a chain of such would ask again and
    /// again.
    pub(super) fn is_found(&self, nested: &Nested, inst: Inst) -> bool {
        let Some(block) = self.block(inst) else { return false };
        if !nested.deep {
            return self.inst_is(&nested.condition, block, inst);
        }
        let key = (nested.slot, inst);
        if let Some(&known) = self.known.borrow().get(&key) {
            return known;
        }
        let found = self.inst_is(&nested.condition, block, inst);
        self.known.borrow_mut().insert(key, found);
        found
    }

    /// The block of an instruction, if it is in one.
    pub(super) fn block(&self, inst: Inst) -> Option<Block> {
        self.blocks.get_or_init(|| self.function.blocks_of_insts())[inst].expand()
    }

    /// The set in a slot.
    pub(super) fn set(&self, slot: usize, compute: impl FnOnce() -> Set) -> Rc<Set> {
        if let Some(known) = self.sets.borrow().get(&slot) {
            return Rc::clone(known);
        }
        let set = Rc::new(compute());
        self.sets.borrow_mut().insert(slot, Rc::clone(&set));
        set
    }
}
