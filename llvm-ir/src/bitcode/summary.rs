//! Reads module summaries, of one module or of several that are linked.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::bitstream::{Cursor, Operands, Result};
use super::codes::{block, module_strtab, summary as code};
use super::encodings::{Coded, SUMMARY_LINKAGES};
use super::metadata::bytes_of;
use super::numbers::rotated;
use super::tables::Tables;
use crate::diagnostic::Diagnostic;
use crate::entity::StrId;
use crate::globals::{GlobalKind, Linkage, Visibility};
use crate::summary::{
    Access, Allocation, AllocationContext, AllocationType, ByArgument, ByArgumentKind, CallEdge, Callsite,
    ConstCall, Devirtualization, DevirtualizationKind, FunctionFlags, FunctionSummary, Hotness, ImportType,
    ModuleEntry, OffsetRange, ParamAccess, ParamCall, Summary, SummaryKind, SummaryModule, SummaryTypeId,
    SummaryValue, TypeIdEntry, TypeIdResolution, TypeRef, TypeTest, ValueEntry, ValueFlags, ValueName,
    ValueRef, ValueSummary, VariableFlags, VariableSummary, VirtualFunction,
};

/// The versions of summaries that are known.
const FIRST_VERSION: u64 = 1;
const LAST_VERSION: u64 = 14;

/// Positions of bits in the flags of a global.
const FLAGS_SHIFT: u32 = 4;
const VISIBILITY_SHIFT: u32 = 8;
const IMPORT_SHIFT: u32 = 10;
const NO_RENAME_SHIFT: u32 = 11;

/// The position of the visibility of virtual calls in the flags of a variable.
const VCALL_SHIFT: u32 = 3;

/// The bits of a relative frequency, after which there is a bit for tail calls.
const FREQUENCY_BITS: u32 = 28;

/// A block of a summary that is not read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnreadSummary {
    pub(super) id: u32,
    /// The position after the id of the block.
    pub(super) position: u64,
}

/// The parts of a summary by their ids in the file.
#[derive(Default)]
struct SummaryTables {
    summary: Summary,
    values: FxHashMap<u64, SummaryValue>,
    values_by_guid: FxHashMap<u64, SummaryValue>,
    modules: FxHashMap<u64, SummaryModule>,
    modules_by_path: FxHashMap<StrId, SummaryModule>,
    type_ids: FxHashMap<StrId, SummaryTypeId>,
    /// The module of the file, if it is not only a summary.
    this: Option<SummaryModule>,
    version: u64,
    /// What belongs to the next function.
    pending: FunctionSummary,
    stack_ids: Vec<u64>,
    /// The callers of allocations, as a tree in an array: a negative number is the distance to where the path goes on.
    contexts: Vec<u64>,
    /// How many callers of allocations may still be taken from the tree.
    most_callers: u64,
    has_cfi_functions: bool,
}

impl Tables<'_> {
    /// Reads the blocks that the summary consists of.
    pub(super) fn read_summary(&mut self) -> Result<()> {
        let blocks = std::mem::take(&mut self.summaries);
        if blocks.iter().all(|block| block.id == block::MODULE_STRTAB) {
            return Ok(());
        }
        // A tree can stand for many more callers than it has elements, and no real one does.
        let most_callers = self.file.rest() * 4;
        let mut reader = SummaryTables { most_callers, ..SummaryTables::default() };
        reader.take_globals(self);
        for block in &blocks {
            let mut cursor = self.file.at(block.position);
            cursor.enter(block.id, &self.info)?;
            match block.id {
                block::MODULE_STRTAB => reader.read_modules(self, &mut cursor)?,
                _ => reader.read_block(self, &mut cursor)?,
            }
        }
        if let (Some(module), Some(hash)) = (reader.this, self.hash) {
            reader.summary.modules[module].hash = hash;
        }
        if reader.has_cfi_functions {
            let message =
                "the functions with jump tables of control-flow integrity are left out of the summary";
            self.module.warnings.push(Diagnostic::of_bits(self.file_name, blocks[0].position, message));
        }
        self.module.summary = Some(Box::new(reader.finish(self)));
        Ok(())
    }
}

impl SummaryTables {
    /// Makes entries for the globals of the module, whose ids are their places.
    fn take_globals(&mut self, tables: &Tables<'_>) {
        let module = &tables.module;
        if module.source_filename.is_some() {
            let path = module.strings.intern(tables.file_name.as_bytes());
            self.this = Some(self.add_module(path));
        }
        let globals = module.globals.iter().filter(|(_, value)| !matches!(value.kind, GlobalKind::IFunc(_)));
        for (id, (global, value)) in (0..).zip(globals) {
            let name = value.name.filter(|&name| !module.strings.get(name).is_empty());
            let entry = self.value_of(module.guid(global), name);
            self.values.insert(id, entry);
        }
        for &(id, guid) in &tables.summary_ids {
            let entry = self.value_of(guid, None);
            self.values.insert(id, entry);
        }
    }

    /// The entry for a GUID.
    fn value_of(&mut self, guid: u64, name: Option<StrId>) -> SummaryValue {
        let values = &mut self.summary.values;
        let new = || values.push(ValueEntry { name: ValueName::Guid(guid), summaries: Vec::new() });
        let value = *self.values_by_guid.entry(guid).or_insert_with(new);
        if let Some(name) = name {
            self.summary.values[value].name = ValueName::Name(name);
        }
        value
    }

    fn add_module(&mut self, path: StrId) -> SummaryModule {
        let modules = &mut self.summary.modules;
        let new = || modules.push(ModuleEntry { path, hash: [0; 5] });
        *self.modules_by_path.entry(path).or_insert_with(new)
    }

    /// Reads the paths of the modules.
    fn read_modules(&mut self, tables: &Tables<'_>, cursor: &mut Cursor<'_>) -> Result<()> {
        let mut record = Vec::new();
        let mut last = None;
        while let Some((code, _)) = cursor.next_record(&mut record)? {
            match (code, &record[..]) {
                (module_strtab::ENTRY, [id, path @ ..]) => {
                    let path = tables.module.strings.intern(&bytes_of(path));
                    let module = self.add_module(path);
                    self.modules.insert(*id, module);
                    last = Some(module);
                }
                (module_strtab::HASH, words) => match (last.take(), hash(words)) {
                    (Some(module), Some(hash)) => self.summary.modules[module].hash = hash,
                    _ => return cursor.error("a hash has five words and follows the path of a module"),
                },
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the rest of a block of summaries, which was entered.
    fn read_block(&mut self, tables: &Tables<'_>, cursor: &mut Cursor<'_>) -> Result<()> {
        let mut record = Vec::new();
        self.version = match (cursor.next_record(&mut record)?, record.first()) {
            (Some((code::VERSION, _)), Some(&version @ FIRST_VERSION..=LAST_VERSION)) => version,
            (Some((code::VERSION, _)), _) => return cursor.error("a summary of an unknown version"),
            _ => return cursor.error("a summary does not begin with its version"),
        };
        while let Some((code, _)) = cursor.next_record(&mut record)? {
            let mut operands = Operands::new(&record, "the record of a summary is too short");
            self.record(tables, cursor, code, &mut operands)?;
        }
        Ok(())
    }

    fn record(
        &mut self,
        tables: &Tables<'_>,
        cursor: &Cursor<'_>,
        code: u32,
        operands: &mut Operands<'_>,
    ) -> Result<()> {
        match code {
            code::FLAGS => self.summary.flags = operands.next(cursor)?,
            code::BLOCK_COUNT => {
                let count = operands.next(cursor)?;
                self.summary.block_count = self.summary.block_count.wrapping_add(count);
            }
            code::VALUE_GUID => {
                let (id, mut guid) = (operands.next(cursor)?, operands.next(cursor)?);
                if self.version >= 11 {
                    guid = guid << 32 | operands.next(cursor)?;
                }
                let value = self.value_of(guid, None);
                self.values.insert(id, value);
            }
            code::PERMODULE | code::PERMODULE_PROFILE | code::PERMODULE_RELBF => {
                self.function(cursor, operands, false, code)?;
            }
            code::COMBINED | code::COMBINED_PROFILE => self.function(cursor, operands, true, code)?,
            code::PERMODULE_GLOBALVAR_INIT_REFS | code::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS => {
                self.variable(cursor, operands, false, code)?;
            }
            code::COMBINED_GLOBALVAR_INIT_REFS => self.variable(cursor, operands, true, code)?,
            code::ALIAS => self.alias(cursor, operands, false)?,
            code::COMBINED_ALIAS => self.alias(cursor, operands, true)?,
            code::TYPE_TESTS => {
                self.pending.type_tests.extend(operands.rest().iter().map(|&it| TypeRef::Guid(it)))
            }
            code::TYPE_TEST_ASSUME_VCALLS | code::TYPE_CHECKED_LOAD_VCALLS => {
                let mut calls = Vec::new();
                while !operands.is_empty() {
                    calls.push(virtual_function(cursor, operands)?);
                }
                match code {
                    code::TYPE_TEST_ASSUME_VCALLS => self.pending.type_test_assume_vcalls.extend(calls),
                    _ => self.pending.type_checked_load_vcalls.extend(calls),
                }
            }
            code::TYPE_TEST_ASSUME_CONST_VCALL | code::TYPE_CHECKED_LOAD_CONST_VCALL => {
                let function = virtual_function(cursor, operands)?;
                let call = ConstCall { function, args: operands.rest().to_vec() };
                match code {
                    code::TYPE_TEST_ASSUME_CONST_VCALL => {
                        self.pending.type_test_assume_const_vcalls.push(call)
                    }
                    _ => self.pending.type_checked_load_const_vcalls.push(call),
                }
            }
            code::PARAM_ACCESS => self.param_accesses(cursor, operands)?,
            code::STACK_IDS => self.stack_ids = self.stack_ids_of(operands.rest()),
            code::CONTEXT_RADIX_TREE_ARRAY => self.contexts = operands.rest().to_vec(),
            code::PERMODULE_CALLSITE_INFO | code::COMBINED_CALLSITE_INFO => {
                self.callsite(cursor, operands, code == code::COMBINED_CALLSITE_INFO)?;
            }
            code::PERMODULE_ALLOC_INFO | code::COMBINED_ALLOC_INFO | code::COMBINED_ALLOC_INFO_NO_CONTEXT => {
                self.allocation(cursor, operands, code)?
            }
            code::TYPE_ID => self.type_id(tables, cursor, operands)?,
            code::TYPE_ID_METADATA => self.virtual_tables(tables, cursor, operands)?,
            code::CFI_FUNCTION_DEFS | code::CFI_FUNCTION_DECLS => {
                self.has_cfi_functions |= !operands.is_empty();
            }
            // Names before promotion and sizes of contexts are not printed; unknown records are skipped.
            _ => {}
        }
        Ok(())
    }

    /// The entry with this id.
    fn value(&self, cursor: &Cursor<'_>, id: u64) -> Result<SummaryValue> {
        match self.values.get(&id) {
            Some(&value) => Ok(value),
            None => cursor.error("a summary refers to an unknown global"),
        }
    }

    /// The start of the record of a definition: the entry, and what all kinds have.
    fn head(
        &self,
        cursor: &Cursor<'_>,
        operands: &mut Operands<'_>,
        is_combined: bool,
    ) -> Result<(SummaryValue, ValueSummary)> {
        let value = self.value(cursor, operands.next(cursor)?)?;
        let module = match is_combined {
            true => self.modules.get(&operands.next(cursor)?).copied(),
            false => self.this,
        };
        let Some(module) = module else { return cursor.error("a summary is of an unknown module") };
        let bits = operands.next(cursor)?;
        let mut flags = ValueFlags::from_bits_truncate((bits >> FLAGS_SHIFT & 0xf) as u8);
        flags.set(ValueFlags::NO_RENAME_ON_PROMOTION, bits >> NO_RENAME_SHIFT & 1 != 0);
        if self.version < 3 {
            flags |= ValueFlags::NOT_ELIGIBLE_TO_IMPORT | ValueFlags::LIVE;
        }
        let linkage = SUMMARY_LINKAGES.get((bits & 0xf) as usize).copied().unwrap_or(Linkage::External);
        let visibility = Visibility::of_code(bits >> VISIBILITY_SHIFT & 3).unwrap_or(Visibility::Default);
        let import = match bits >> IMPORT_SHIFT & 1 {
            0 => ImportType::Definition,
            _ => ImportType::Declaration,
        };
        let (refs, kind) = (Vec::new(), SummaryKind::Alias(None));
        Ok((value, ValueSummary { module, linkage, visibility, flags, import, refs, kind }))
    }

    fn refs(&self, cursor: &Cursor<'_>, ids: &[u64]) -> Result<Vec<ValueRef>> {
        ids.iter().map(|&id| Ok(ValueRef { value: self.value(cursor, id)?, access: Access::Any })).collect()
    }

    fn function(
        &mut self,
        cursor: &Cursor<'_>,
        operands: &mut Operands<'_>,
        is_combined: bool,
        code: u32,
    ) -> Result<()> {
        let (value, mut summary) = self.head(cursor, operands, is_combined)?;
        let insts = operands.next(cursor)? as u32;
        // Fields were added with these versions: flags, a count that is not used any more, the numbers of references of two kinds.
        let since = |version: u64, operands: &mut Operands<'_>| match self.version >= version {
            true => operands.next(cursor),
            false => Ok(0),
        };
        let flags = FunctionFlags::from_bits_truncate(since(4, operands)? as u16);
        if is_combined {
            since(6, operands)?;
        }
        let count = operands.next(cursor)?;
        let (read_only, write_only) = (since(5, operands)? as usize, since(7, operands)? as usize);
        summary.refs = self.refs(cursor, operands.take(cursor, count)?)?;
        // They are the last ones.
        let of_kind = summary.refs.iter_mut().rev();
        for (index, reference) in of_kind.take(read_only.saturating_add(write_only)).enumerate() {
            reference.access = if index < write_only { Access::WriteOnly } else { Access::ReadOnly };
        }
        let mut calls = Vec::new();
        while !operands.is_empty() {
            calls.push(self.call(cursor, operands, code)?);
        }
        let function = FunctionSummary { insts, flags, calls, ..std::mem::take(&mut self.pending) };
        summary.kind = SummaryKind::Function(Box::new(function));
        self.summary.values[value].summaries.push(summary);
        Ok(())
    }

    fn call(&self, cursor: &Cursor<'_>, operands: &mut Operands<'_>, code: u32) -> Result<CallEdge> {
        let callee = self.value(cursor, operands.next(cursor)?)?;
        let mut call = CallEdge { callee, hotness: Hotness::Unknown, relative_frequency: 0, tail: false };
        let has_profile = matches!(code, code::PERMODULE_PROFILE | code::COMBINED_PROFILE);
        if self.version == 1 {
            // Counts, which LLVM ignores.
            operands.take(cursor, 1 + u64::from(has_profile))?;
        } else if has_profile {
            let bits = operands.next(cursor)?;
            call.tail = bits & 8 != 0;
            call.hotness = coded(cursor, bits & 7)?;
        } else if code == code::PERMODULE_RELBF {
            let bits = operands.next(cursor)?;
            call.relative_frequency = (bits & ((1 << FREQUENCY_BITS) - 1)) as u32;
            call.tail = bits >> FREQUENCY_BITS & 1 != 0;
        }
        Ok(call)
    }

    fn variable(
        &mut self,
        cursor: &Cursor<'_>,
        operands: &mut Operands<'_>,
        is_combined: bool,
        code: u32,
    ) -> Result<()> {
        let (value, mut summary) = self.head(cursor, operands, is_combined)?;
        let bits = if self.version >= 5 { operands.next(cursor)? } else { 0 };
        let mut variable = VariableSummary {
            flags: VariableFlags::from_bits_truncate((bits & 7) as u8),
            vcall_visibility: (bits >> VCALL_SHIFT & 3).min(2) as u8,
            vtable_functions: Vec::new(),
        };
        let count = match code {
            code::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS => operands.next(cursor)?,
            _ => operands.rest().len() as u64,
        };
        summary.refs = self.refs(cursor, operands.take(cursor, count)?)?;
        while !operands.is_empty() {
            let function = self.value(cursor, operands.next(cursor)?)?;
            variable.vtable_functions.push((function, operands.next(cursor)?));
        }
        summary.kind = SummaryKind::Variable(variable);
        self.summary.values[value].summaries.push(summary);
        Ok(())
    }

    fn alias(&mut self, cursor: &Cursor<'_>, operands: &mut Operands<'_>, is_combined: bool) -> Result<()> {
        let (value, mut summary) = self.head(cursor, operands, is_combined)?;
        let aliasee = self.value(cursor, operands.next(cursor)?)?;
        let known = &self.summary.values[aliasee].summaries;
        let is_known = known.iter().any(|known| known.module == summary.module);
        if !is_known && !is_combined {
            return cursor.error("an alias precedes the summary of what it stands for");
        }
        summary.kind = SummaryKind::Alias(Some(aliasee).filter(|_| is_known));
        self.summary.values[value].summaries.push(summary);
        Ok(())
    }

    fn param_accesses(&mut self, cursor: &Cursor<'_>, operands: &mut Operands<'_>) -> Result<()> {
        let offsets = |operands: &mut Operands<'_>| -> Result<OffsetRange> {
            let (first, end) = (rotated(operands.next(cursor)?), rotated(operands.next(cursor)?));
            Ok(OffsetRange { first, last: end.wrapping_sub(1) })
        };
        self.pending.params.clear();
        while !operands.is_empty() {
            let (param, range) = (operands.next(cursor)?, offsets(operands)?);
            let mut access = ParamAccess { param, offsets: range, calls: Vec::new() };
            for _ in 0..operands.next(cursor)? {
                let (param, callee) = (operands.next(cursor)?, operands.next(cursor)?);
                let callee = self.value(cursor, callee)?;
                access.calls.push(ParamCall { callee, param, offsets: offsets(operands)? });
            }
            self.pending.params.push(access);
        }
        Ok(())
    }

    /// The ids of stack frames, which since version 12 are pairs of 32 bits.
    fn stack_ids_of(&self, record: &[u64]) -> Vec<u64> {
        match self.version {
            12.. => record.chunks_exact(2).map(|pair| pair[0] << 32 | pair[1]).collect(),
            _ => record.to_vec(),
        }
    }

    fn stack_id(&self, cursor: &Cursor<'_>, index: u64) -> Result<u64> {
        match usize::try_from(index).ok().and_then(|index| self.stack_ids.get(index)) {
            Some(&id) => Ok(id),
            None => cursor.error("a summary refers to an unknown stack frame"),
        }
    }

    fn stack_ids_at(&self, cursor: &Cursor<'_>, indices: &[u64]) -> Result<Vec<u64>> {
        indices.iter().map(|&index| self.stack_id(cursor, index)).collect()
    }

    fn callsite(
        &mut self,
        cursor: &Cursor<'_>,
        operands: &mut Operands<'_>,
        is_combined: bool,
    ) -> Result<()> {
        let id = operands.next(cursor)?;
        let site = match is_combined {
            true => {
                let (stack_ids, clones) = (operands.next(cursor)?, operands.next(cursor)?);
                Callsite {
                    // The summary need not have the callee.
                    callee: self.values.get(&id).copied(),
                    stack_ids: self.stack_ids_at(cursor, operands.take(cursor, stack_ids)?)?,
                    clones: operands.take(cursor, clones)?.iter().map(|&clone| clone as u32).collect(),
                }
            }
            false => Callsite {
                callee: Some(self.value(cursor, id)?),
                stack_ids: self.stack_ids_at(cursor, operands.rest())?,
                clones: vec![0],
            },
        };
        self.pending.callsites.push(site);
        Ok(())
    }

    fn allocation(&mut self, cursor: &Cursor<'_>, operands: &mut Operands<'_>, code: u32) -> Result<()> {
        let has_count = self.version >= 10 || code != code::PERMODULE_ALLOC_INFO;
        let count = if has_count { operands.next(cursor)? } else { u64::MAX };
        let versions = if code == code::PERMODULE_ALLOC_INFO { 0 } else { operands.next(cursor)? };
        let mut contexts = Vec::new();
        while (contexts.len() as u64) < count && (has_count || !operands.is_empty()) {
            let kind = coded(cursor, operands.next(cursor)?)?;
            let stack_ids = match code {
                code::COMBINED_ALLOC_INFO_NO_CONTEXT => Vec::new(),
                _ => self.context(cursor, operands)?,
            };
            contexts.push(AllocationContext { kind, stack_ids });
        }
        let versions = match code {
            code::PERMODULE_ALLOC_INFO => vec![AllocationType::None],
            _ => {
                let versions = operands.take(cursor, versions)?.iter();
                versions.map(|&version| coded(cursor, version)).collect::<Result<_>>()?
            }
        };
        self.pending.allocs.push(Allocation { versions, contexts });
        Ok(())
    }

    /// The callers of an allocation: a list, or since version 10 usually a place in the tree.
    fn context(&mut self, cursor: &Cursor<'_>, operands: &mut Operands<'_>) -> Result<Vec<u64>> {
        let first = operands.next(cursor)?;
        if self.contexts.is_empty() {
            return self.stack_ids_at(cursor, operands.take(cursor, first)?);
        }
        let at = |index: u32| match self.contexts.get(index as usize) {
            Some(&element) => Ok(element as u32 as i32),
            None => cursor.error("a summary refers to an unknown context"),
        };
        let mut index = first as u32;
        let count = at(index)?.max(0);
        self.most_callers = match self.most_callers.checked_sub(count as u64) {
            Some(rest) => rest,
            None => return cursor.error("a summary has too many callers of allocations"),
        };
        let mut stack_ids = Vec::new();
        for _ in 0..count {
            index = index.saturating_add(1);
            if let distance @ ..0 = at(index)? {
                index = index.saturating_add(distance.unsigned_abs());
            }
            stack_ids.push(self.stack_id(cursor, at(index)? as u32 as u64)?);
        }
        Ok(stack_ids)
    }

    /// The entry for a type identifier, whose name is the next two operands.
    fn type_id_entry(
        &mut self,
        tables: &Tables<'_>,
        cursor: &Cursor<'_>,
        operands: &mut Operands<'_>,
    ) -> Result<SummaryTypeId> {
        let name = name(tables, cursor, operands)?;
        let entries = &mut self.summary.type_ids;
        let new = || entries.push(TypeIdEntry { name, resolution: None, vtables: Vec::new() });
        Ok(*self.type_ids.entry(name).or_insert_with(new))
    }

    fn type_id(
        &mut self,
        tables: &Tables<'_>,
        cursor: &Cursor<'_>,
        operands: &mut Operands<'_>,
    ) -> Result<()> {
        let entry = self.type_id_entry(tables, cursor, operands)?;
        let mut next = || operands.next(cursor);
        let test = TypeTest {
            kind: coded(cursor, next()?)?,
            size_m1_bit_width: next()? as u32,
            align_log2: next()?,
            size_m1: next()?,
            bit_mask: next()? as u8,
            inline_bits: next()?,
        };
        let known = self.summary.type_ids[entry].resolution.take();
        let mut devirtualized = known.map(|known| known.devirtualized).unwrap_or_default();
        while !operands.is_empty() {
            let offset = operands.next(cursor)?;
            devirtualized.insert(offset, devirtualization(tables, cursor, operands)?);
        }
        self.summary.type_ids[entry].resolution = Some(TypeIdResolution { test, devirtualized });
        Ok(())
    }

    fn virtual_tables(
        &mut self,
        tables: &Tables<'_>,
        cursor: &Cursor<'_>,
        operands: &mut Operands<'_>,
    ) -> Result<()> {
        let entry = self.type_id_entry(tables, cursor, operands)?;
        while !operands.is_empty() {
            let offset = operands.next(cursor)?;
            let value = self.value(cursor, operands.next(cursor)?)?;
            self.summary.type_ids[entry].vtables.push((offset, value));
        }
        Ok(())
    }

    /// The summary, its modules in the order of their paths.
    fn finish(self, tables: &Tables<'_>) -> Summary {
        let mut summary = self.summary;
        let path = |module: SummaryModule| tables.module.strings.get(summary.modules[module].path);
        let mut order: Vec<SummaryModule> = summary.modules.keys().collect();
        order.sort_by_key(|&module| path(module));
        let modules = order.iter().map(|&module| summary.modules[module].clone()).collect();
        let places: BTreeMap<SummaryModule, SummaryModule> =
            order.into_iter().zip(summary.modules.keys()).collect();
        for value in summary.values.values_mut().flat_map(|value| &mut value.summaries) {
            value.module = places[&value.module];
        }
        summary.modules = modules;
        summary
    }
}

/// The words of a hash.
pub(super) fn hash(words: &[u64]) -> Option<[u32; 5]> {
    <[u64; 5]>::try_from(words).ok().map(|words| words.map(|word| word as u32))
}

/// The case with a number that must be known.
fn coded<T: Coded>(cursor: &Cursor<'_>, number: u64) -> Result<T> {
    match T::of_code(number) {
        Some(case) => Ok(case),
        None => cursor.error("a summary has a number of no meaning"),
    }
}

/// The name whose offset and size are the next two operands.
fn name(tables: &Tables<'_>, cursor: &Cursor<'_>, operands: &mut Operands<'_>) -> Result<StrId> {
    let (offset, size) = (operands.next(cursor)?, operands.next(cursor)?);
    Ok(tables.name(cursor, offset, size)?.unwrap_or_else(|| tables.module.strings.intern(b"")))
}

fn virtual_function(cursor: &Cursor<'_>, operands: &mut Operands<'_>) -> Result<VirtualFunction> {
    let type_id = TypeRef::Guid(operands.next(cursor)?);
    Ok(VirtualFunction { type_id, offset: operands.next(cursor)? })
}

fn devirtualization(
    tables: &Tables<'_>,
    cursor: &Cursor<'_>,
    operands: &mut Operands<'_>,
) -> Result<Devirtualization> {
    let kind: DevirtualizationKind = coded(cursor, operands.next(cursor)?)?;
    let single_impl = name(tables, cursor, operands)?;
    let single_impl = Some(single_impl).filter(|&name| !tables.module.strings.get(name).is_empty());
    let mut by_args = BTreeMap::new();
    for _ in 0..operands.next(cursor)? {
        let count = operands.next(cursor)?;
        let args = operands.take(cursor, count)?.to_vec();
        let kind: ByArgumentKind = coded(cursor, operands.next(cursor)?)?;
        let (info, byte, bit) = (operands.next(cursor)?, operands.next(cursor)?, operands.next(cursor)?);
        by_args.insert(args, ByArgument { kind, info, byte: byte as u32, bit: bit as u32 });
    }
    Ok(Devirtualization { kind, single_impl, by_args })
}
