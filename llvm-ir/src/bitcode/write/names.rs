//! The names of values and blocks of a function, in the order of LLVM's symbol table: a hash table that grows, whose slots are visited in
//! order. Source: LLVM, `StringMap`.

use cranelift_entity::EntitySet;
use twox_hash::XxHash3_64;

use super::bits::{Abbrev, BitWriter, char6};
use super::module::abbrev;
use crate::bitcode::codes::value_symtab as code;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::{Block, Function, Local};
use crate::globals::Global;
use crate::instruction::Instruction;
use crate::module::Module;

/// What has a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Named {
    Local(Local),
    Block(Block),
}

/// A slot of the table: the hash, the name, and what has it.
type Slot<'m> = Option<(u32, &'m [u8], Named)>;

/// Names by their hashes.
#[derive(Default)]
pub(super) struct SymbolTable<'m> {
    slots: Vec<Slot<'m>>,
    count: usize,
}

impl<'m> SymbolTable<'m> {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The names in the order of their slots.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'m [u8], Named)> + '_ {
        self.slots.iter().flatten().map(|&(_, name, named)| (name, named))
    }

    fn put(slots: &mut [Slot<'m>], entry: (u32, &'m [u8], Named)) {
        let mask = slots.len() - 1;
        let mut at = entry.0 as usize & mask;
        let mut step = 1;
        while slots[at].is_some() {
            at = (at + step) & mask;
            step += 1;
        }
        slots[at] = Some(entry);
    }

    /// Adds a name that is not in the table.
    fn insert(&mut self, name: &'m [u8], named: Named) {
        if self.slots.is_empty() {
            self.slots.resize(16, None);
        }
        Self::put(&mut self.slots, (XxHash3_64::oneshot(name) as u32, name, named));
        self.count += 1;
        let size = self.slots.len();
        let grown = match self.count * 4 > size * 3 {
            true => size * 2,
            false if size - self.count <= size / 8 => size,
            false => return,
        };
        let mut slots = vec![None; grown];
        self.slots.iter().flatten().for_each(|&entry| Self::put(&mut slots, entry));
        self.slots = slots;
    }
}

/// Adds names in the order in which LLVM's reader of text meets them.
struct Collector<'m> {
    module: &'m Module,
    function: &'m Function,
    table: SymbolTable<'m>,
    /// Those that have been met.
    locals: EntitySet<Local>,
    blocks: EntitySet<Block>,
}

impl<'m> Collector<'m> {
    fn add(&mut self, name: Option<StrId>, named: Named) {
        let Some(name) = name else { return };
        let is_new = match named {
            Named::Local(local) => self.locals.insert(local),
            Named::Block(block) => self.blocks.insert(block),
        };
        if is_new {
            self.table.insert(self.module.strings.get(name), named);
        }
    }

    fn block(&mut self, block: Block) {
        self.add(self.function.blocks[block].name, Named::Block(block));
    }

    fn local(&mut self, local: Local) {
        self.add(self.function.locals[local].name, Named::Local(local));
    }

    /// The blocks that an instruction mentions, in the order of the text.
    fn blocks_of(&mut self, inst: &Instruction) {
        match inst {
            Instruction::Phi { incoming, .. } => {
                self.function.list(*incoming).iter().for_each(|&(_, block)| self.block(block));
            }
            Instruction::CatchSwitch(switch) => {
                switch.handlers.iter().chain(&switch.unwind).for_each(|&block| self.block(block));
            }
            other => other.successors().into_iter().for_each(|block| self.block(block)),
        }
        let (module, function) = (self.module, self.function);
        inst.for_each_operand(function, |value| {
            if let Some(constant) = value.constant()
                && let ConstantKind::BlockAddress(global, block) = *module.constants.kind(constant)
                && module.globals[global].as_function().is_some_and(|other| std::ptr::eq(other, function))
            {
                self.block(block);
            }
        });
    }
}

/// The names of a function. `addressed` are the blocks that LLVM's reader makes before it reads the body.
pub(super) fn of_function<'m>(
    module: &'m Module,
    global: Global,
    function: &'m Function,
    addressed: &[Block],
) -> SymbolTable<'m> {
    let has_names = function.locals.values().any(|local| local.name.is_some())
        || function.blocks.values().any(|block| block.name.is_some());
    if !has_names {
        return SymbolTable::default();
    }
    let (locals, blocks) = (EntitySet::new(), EntitySet::new());
    let mut names = Collector { module, function, table: SymbolTable::default(), locals, blocks };
    // Instructions that upgrades have added get their names at the end; the last of those for a call has taken over its name.
    let added = module.renewed.iter().filter(|it| it.body == global && !it.callee_only && !it.has_uses);
    let added: Vec<Local> = added.filter_map(|it| function.insts.get(it.inst)?.result.expand()).collect();
    function.args.iter().for_each(|&arg| names.local(arg));
    addressed.iter().for_each(|&block| names.block(block));
    for &block in &function.layout {
        names.block(block);
        for &inst in function.block_insts(block) {
            names.blocks_of(&function.insts[inst].inst);
            let result = function.insts[inst].result.expand();
            result.filter(|local| !added.contains(local)).into_iter().for_each(|local| names.local(local));
        }
    }
    added.into_iter().for_each(|local| names.local(local));
    names.table
}

/// How the characters of a string can be encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Characters {
    Char6,
    SevenBits,
    EightBits,
}

impl Characters {
    pub(super) fn of(text: &[u8]) -> Self {
        if text.iter().any(|byte| !byte.is_ascii()) {
            Self::EightBits
        } else if text.iter().all(|&byte| char6(byte).is_some()) {
            Self::Char6
        } else {
            Self::SevenBits
        }
    }
}

/// Writes the record of a name.
pub(super) fn write(out: &mut BitWriter, name: &[u8], named: Named, id: u64) {
    let characters = Characters::of(name);
    let (code, abbrev): (u32, Abbrev) = match (named, characters) {
        (Named::Block(_), Characters::Char6) => (code::BBENTRY, abbrev::BLOCK_NAME_6),
        (Named::Block(_), _) => (code::BBENTRY, abbrev::NAME_8),
        (Named::Local(_), Characters::Char6) => (code::ENTRY, abbrev::NAME_6),
        (Named::Local(_), Characters::SevenBits) => (code::ENTRY, abbrev::NAME_7),
        (Named::Local(_), Characters::EightBits) => (code::ENTRY, abbrev::NAME_8),
    };
    let record: Vec<u64> = std::iter::once(id).chain(name.iter().map(|&byte| byte.into())).collect();
    out.record(code, &record, abbrev);
}
