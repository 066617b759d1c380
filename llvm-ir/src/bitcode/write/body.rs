//! Gives ids to what only one body has: arguments, constants, results, blocks, and the metadata that refers to them. Source: LLVM,
//! `ValueEnumerator::incorporateFunction`.

use std::ops::Deref;

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;

use super::enumerate::{Ids, NONE};
use super::nodes::Md;
use super::operands::{self, Operand, in_bitcode, mask_constant};
use crate::constants::{Constant, ConstantKind};
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::Global;
use crate::instruction::{DebugRecord, DebugRecordKind, Instruction, RecordOperand};

/// The ids of a module, alone or with those of a body.
pub(super) trait Lookup<'m> {
    /// The ids of the module.
    fn of_module(&self) -> &Ids<'m>;

    /// The id of a constant.
    fn constant(&self, constant: Constant) -> u64;

    /// The id of metadata.
    fn metadata_id(&self, md: Md) -> u64;

    /// The id of metadata plus one, or zero if there is none.
    fn metadata_or_null(&self, md: Option<Md>) -> u64 {
        md.map_or(0, |md| self.metadata_id(md).wrapping_add(1))
    }
}

impl<'m> Lookup<'m> for Ids<'m> {
    fn of_module(&self) -> &Self {
        self
    }

    fn constant(&self, constant: Constant) -> u64 {
        id_of(self, self.constant_ids(), constant)
    }

    fn metadata_id(&self, md: Md) -> u64 {
        u64::from(self.place_of_metadata(md)).wrapping_sub(1)
    }
}

/// The id of a constant, by the ids of those that are no globals.
fn id_of(ids: &Ids<'_>, constants: &SecondaryMap<Constant, u32>, constant: Constant) -> u64 {
    if constants[constant] != NONE {
        return constants[constant].into();
    }
    let constant = in_bitcode(ids.module, constant);
    match *ids.module.constants.kind(constant) {
        ConstantKind::Global(global) => ids.global(global),
        _ if constants[constant] != NONE => constants[constant].into(),
        _ => 0,
    }
}

/// Memory for the ids of one body after the other.
#[derive(Default)]
pub(super) struct Memory {
    /// The ids of the constants of the module, and, while a body is written, of its own.
    constants: SecondaryMap<Constant, u32>,
    is_filled: bool,
    locals: Vec<u32>,
    blocks: Vec<u32>,
}

/// The ids of a module and of one body.
pub(super) struct BodyIds<'b, 'm> {
    of_module: &'b Ids<'m>,
    memory: &'b mut Memory,
    function: &'m Function,
    /// The constants of the body, with the number of their uses.
    constants: Vec<(Constant, u32)>,
    /// The id of the first constant.
    first_constant: u32,
    /// The strings and then the other metadata that only the body uses.
    metadata: (&'b [Md], &'b [Md]),
    /// The metadata that refers to locals. It follows the other metadata.
    own_metadata: Vec<Md>,
    /// The ids of locals as metadata.
    metadata_of_locals: FxHashMap<Local, u64>,
    /// Lists of arguments, with their ids.
    lists: Vec<(&'m [Value], u64)>,
    list_indices: FxHashMap<&'m [Value], u32>,
}

impl<'m> Deref for BodyIds<'_, 'm> {
    type Target = Ids<'m>;

    fn deref(&self) -> &Ids<'m> {
        self.of_module
    }
}

impl<'b, 'm> BodyIds<'b, 'm> {
    /// Gives ids to what only a body has.
    pub(super) fn new(
        ids: &'b Ids<'m>,
        memory: &'b mut Memory,
        global: Global,
        function: &'m Function,
    ) -> Self {
        if !memory.is_filled {
            memory.constants.clone_from(ids.constant_ids());
            memory.is_filled = true;
        }
        memory.locals.clear();
        memory.locals.resize(function.locals.len(), NONE);
        memory.blocks.clear();
        memory.blocks.resize(function.blocks.len(), NONE);
        let mut body = Self {
            of_module: ids,
            memory,
            function,
            constants: Vec::new(),
            first_constant: 0,
            metadata: ids.metadata_of(global),
            own_metadata: Vec::new(),
            metadata_of_locals: FxHashMap::default(),
            lists: Vec::new(),
            list_indices: FxHashMap::default(),
        };
        let mut next = ids.value_count() as u32;
        for &arg in &function.args {
            body.memory.locals[arg.index()] = next;
            next += 1;
        }
        body.first_constant = next;
        body.add_constants();
        body.add_results();
        body
    }

    fn add_constants(&mut self) {
        let function = self.function;
        for (index, &block) in function.layout.iter().enumerate() {
            self.memory.blocks[block.index()] = index as u32;
            for &inst in function.block_insts(block) {
                let data = &function.insts[inst];
                operands::each(function, &data.inst, |operand| {
                    if let Operand::Value(value) | Operand::Case(value) = operand
                        && let Some(constant) = value.constant()
                    {
                        self.add_operand(constant);
                    }
                });
                if let (Instruction::ShuffleVector { mask, .. }, Some(local)) =
                    (&data.inst, data.result.expand())
                {
                    let mask = mask_constant(self.module, function.locals[local].ty, function.list(*mask));
                    self.add_constant(mask);
                }
            }
        }
        let mut constants = std::mem::take(&mut self.constants);
        self.sort(&mut constants);
        for (id, &(constant, _)) in (self.first_constant..).zip(&constants) {
            self.memory.constants[constant] = id;
        }
        self.constants = constants;
    }

    /// Adds a constant that is an operand of an instruction, if it is listed among the constants of the body.
    fn add_operand(&mut self, constant: Constant) {
        match self.module.constants.kind(constant) {
            ConstantKind::Global(_)
            | ConstantKind::Metadata(_)
            | ConstantKind::LocalMetadata(_)
            | ConstantKind::ArgList(_) => {}
            _ => self.add_constant(constant),
        }
    }

    /// Adds a constant and before it what it consists of, or counts a use.
    fn add_constant(&mut self, constant: Constant) {
        let module = self.of_module.module;
        let (first, ids, constants) = (self.first_constant, &mut self.memory.constants, &mut self.constants);
        operands::in_postorder(module, constant, |constant, is_left| {
            if is_left {
                ids[constant] = first + constants.len() as u32;
                constants.push((constant, 1));
                return false;
            }
            let id = ids[constant];
            if id != NONE {
                // Uses of constants of the module do not count any more.
                if let Some((_, uses)) = id.checked_sub(first).and_then(|at| constants.get_mut(at as usize)) {
                    *uses += 1;
                }
                return false;
            }
            !matches!(module.constants.kind(constant), ConstantKind::Global(_))
        });
    }

    fn add_results(&mut self) {
        let function = self.function;
        let module = self.of_module.module;
        let mut next = self.first_constant + self.constants.len() as u32;
        let mut locals: Vec<Local> = Vec::new();
        let mut lists: Vec<&'m [Value]> = Vec::new();
        let mut records: Vec<&'m DebugRecord> = Vec::new();
        for (_, inst) in function.instructions() {
            let data = &function.insts[inst];
            if let Instruction::DebugRecord(record) = &data.inst {
                records.push(record);
                continue;
            }
            // Only calls have metadata as operands.
            if data.inst.call_site().is_some() {
                operands::each(function, &data.inst, |operand| {
                    let Operand::Value(value) = operand else { return };
                    match value.constant().map(|constant| module.constants.kind(constant)) {
                        Some(ConstantKind::LocalMetadata(local)) => locals.push(*local),
                        Some(ConstantKind::ArgList(values)) => {
                            lists.push(values);
                            locals.extend(values.iter().filter_map(|value| value.local()));
                        }
                        _ => {}
                    }
                });
            }
            for record in records.drain(..) {
                let count = match record.kind {
                    DebugRecordKind::Label => 0,
                    DebugRecordKind::Assign => 2,
                    _ => 1,
                };
                for operand in [0, 4].into_iter().take(count).filter_map(|at| record.operands.get(at)) {
                    match operand {
                        RecordOperand::Value(value) => locals.extend(value.local()),
                        RecordOperand::ArgList(values) => {
                            lists.push(values);
                            locals.extend(values.iter().filter_map(|value| value.local()));
                        }
                        RecordOperand::Metadata(_) => {}
                    }
                }
            }
            if let Some(local) = data.result.expand() {
                self.memory.locals[local.index()] = next;
                next += 1;
            }
        }
        let before = self.metadata_count() + self.metadata.0.len() + self.metadata.1.len();
        for local in locals {
            let own = &mut self.own_metadata;
            self.metadata_of_locals.entry(local).or_insert_with(|| {
                own.push(Md::Local(local));
                (before + own.len()) as u64 - 1
            });
        }
        for list in lists {
            let index = self.lists.len() as u32;
            if *self.list_indices.entry(list).or_insert(index) == index {
                self.own_metadata.push(Md::ArgList(index));
                self.lists.push((list, (before + self.own_metadata.len()) as u64 - 1));
            }
        }
    }

    /// The constants of the body, in order.
    pub(super) fn own_constants(&self) -> impl Iterator<Item = Constant> + '_ {
        self.constants.iter().map(|&(constant, _)| constant)
    }

    /// The id of the first result.
    pub(super) fn first_result(&self) -> u64 {
        u64::from(self.first_constant) + self.constants.len() as u64
    }

    /// The strings and then the other metadata that only the body has.
    pub(super) fn own_metadata(&self) -> (&[Md], impl Iterator<Item = Md> + Clone + '_) {
        let (strings, others) = self.metadata;
        (strings, others.iter().chain(&self.own_metadata).copied())
    }

    /// The id of a value.
    pub(super) fn value(&self, value: Value) -> u64 {
        match value.kind() {
            ValueKind::Local(local) => self.memory.locals[local.index()].into(),
            ValueKind::Constant(constant) => self.constant(constant),
        }
    }

    /// The id of a block.
    pub(super) fn block(&self, block: Block) -> u64 {
        self.memory.blocks[block.index()].into()
    }

    /// A list of arguments as metadata.
    pub(super) fn list(&self, values: &[Value]) -> Option<Md> {
        self.list_indices.get(values).copied().map(Md::ArgList)
    }

    /// The arguments of a list.
    pub(super) fn arguments_of(&self, list: u32) -> &'m [Value] {
        self.lists[list as usize].0
    }

    /// The type of a local.
    pub(super) fn local_type(&self, local: Local) -> crate::types::Type {
        self.function.locals[local].ty
    }
}

impl<'m> Lookup<'m> for BodyIds<'_, 'm> {
    fn of_module(&self) -> &Ids<'m> {
        self.of_module
    }

    fn constant(&self, constant: Constant) -> u64 {
        id_of(self.of_module, &self.memory.constants, constant)
    }

    fn metadata_id(&self, md: Md) -> u64 {
        match md {
            Md::Local(local) => self.metadata_of_locals.get(&local).copied().unwrap_or(u64::MAX),
            Md::ArgList(list) => self.lists[list as usize].1,
            other => self.of_module.metadata_id(other),
        }
    }
}

impl Drop for BodyIds<'_, '_> {
    fn drop(&mut self) {
        for &(constant, _) in &self.constants {
            self.memory.constants[constant] = NONE;
        }
    }
}
