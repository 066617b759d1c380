//! Writes module summaries: the summary of a module into its block, and a combined index of several modules as a file without a module.
//! Source: LLVM, `BitcodeWriter`.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::{Abbrev, BitWriter};
use super::contexts;
use super::enumerate::Ids;
use super::names::Characters;
use super::strings::StringTable;
use super::symtab;
use crate::bitcode::bitstream::Operand;
use crate::bitcode::codes::{block, module as module_code, module_strtab, summary as code};
use crate::bitcode::encodings::{Coded, SUMMARY_LINKAGES};
use crate::bitcode::numbers::rotate;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::globals::{Global, Linkage};
use crate::module::Module;
use crate::summary::{
    Access, CallEdge, FunctionSummary, ImportType, OffsetRange, Summary, SummaryKind, SummaryModule,
    SummaryValue, TypeIdResolution, TypeRef, ValueFlags, ValueName, ValueRef, ValueSummary, VariableSummary,
    VirtualFunction, guid,
};

/// The version of the summaries that LLVM 22 writes.
const VERSION: u64 = 12;

/// The flags that the summary of a module keeps; the others are of an index.
const MODULE_FLAGS: u64 = 0x208;

/// Whether a module has a summary that is written.
pub(super) fn is_written(module: &Module) -> bool {
    module.summary.as_ref().is_some_and(|summary| !summary.values.is_empty() || summary.flags != 0)
}

/// Whether the module is only a combined index: a summary without functions and variables.
pub(super) fn is_index(module: &Module) -> bool {
    is_written(module) && module.functions.is_empty() && module.variables.is_empty()
}

/// A global value of a GUID.
#[derive(Default)]
struct Entry {
    /// The global with this GUID, if the module has it.
    global: Option<Global>,
    /// The entries of the summary.
    values: Vec<SummaryValue>,
}

/// The abbreviations of a block of summaries.
#[derive(Default)]
struct Abbrevs {
    function: Abbrev,
    variable: Abbrev,
    vtable: Abbrev,
    alias: Abbrev,
    type_id: Abbrev,
    callsite: Abbrev,
    allocation: Abbrev,
    tree: Abbrev,
}

struct SummaryWriter<'w, 'm> {
    out: &'w mut BitWriter,
    strings: &'w mut StringTable,
    module: &'m Module,
    summary: &'m Summary,
    /// The ids of the globals of the module; none for an index.
    globals: Option<&'w Ids<'m>>,
    entries: BTreeMap<u64, Entry>,
    guids: FxHashMap<SummaryValue, u64>,
    /// The ids of GUIDs that are not those of globals.
    ids: BTreeMap<u64, u64>,
    modules: FxHashMap<SummaryModule, u64>,
    /// The frames of call stacks, and the index of each.
    stack_ids: Vec<u64>,
    stack_indices: FxHashMap<u64, u64>,
    /// The places of contexts in their tree, the next one last.
    contexts: Vec<u64>,
    abbrevs: Abbrevs,
}

/// Defines the abbreviation of a record that ends with an array.
fn list(out: &mut BitWriter, code: u32, parts: &[Operand], element: Operand) -> Abbrev {
    let head = std::iter::once(Operand::Literal(code.into()));
    let all: Vec<Operand> = head.chain(parts.iter().copied()).chain([Operand::Array, element]).collect();
    out.define(&all)
}

/// Writes the block of the summary of a module.
pub(super) fn write_of_module(out: &mut BitWriter, ids: &Ids<'_>, strings: &mut StringTable) {
    let Some(summary) = ids.module.summary.as_deref().filter(|_| is_written(ids.module)) else { return };
    let mut writer = SummaryWriter::new(out, strings, ids.module, summary, Some(ids));
    let id = match is_full_lto(ids.module) {
        true => block::FULL_LTO_GLOBALVAL_SUMMARY,
        false => block::GLOBALVAL_SUMMARY,
    };
    writer.begin(id, summary.flags & MODULE_FLAGS);
    if !summary.values.is_empty() {
        writer.number_other_globals();
        writer.head();
        writer.definitions_of_module(ids);
    }
    writer.out.exit();
}

/// Writes the block of a module that is only an index.
pub(super) fn write_index(out: &mut BitWriter, module: &Module, strings: &mut StringTable) {
    let Some(summary) = module.summary.as_deref() else { return };
    out.enter(block::MODULE, 3);
    out.record(module_code::VERSION, &[2], Abbrev::NONE);
    let mut writer = SummaryWriter::new(out, strings, module, summary, None);
    writer.paths();
    writer.begin(block::GLOBALVAL_SUMMARY, summary.flags);
    writer.number_definitions();
    writer.head();
    writer.definitions_of_index();
    writer.out.exit();
    out.exit();
}

/// Whether a module asks for link-time optimization of all modules as one.
fn is_full_lto(module: &Module) -> bool {
    module.named_metadata("llvm.module.flags").any(|flag| match flag.elements().collect::<Vec<_>>()[..] {
        [_, Some(key), Some(value)] if key.string() == Some(b"ThinLTO") => {
            value.constant().is_some_and(|value| *module.constants.kind(value) == ConstantKind::Integer(0))
        }
        _ => false,
    })
}

impl<'w, 'm> SummaryWriter<'w, 'm> {
    fn new(
        out: &'w mut BitWriter,
        strings: &'w mut StringTable,
        module: &'m Module,
        summary: &'m Summary,
        globals: Option<&'w Ids<'m>>,
    ) -> Self {
        let named: FxHashMap<StrId, Global> = match globals {
            Some(_) => module
                .listed_globals()
                .filter_map(|global| Some((module.globals[global].name?, global)))
                .collect(),
            None => FxHashMap::default(),
        };
        let mut entries: BTreeMap<u64, Entry> = BTreeMap::new();
        let mut guids = FxHashMap::default();
        for (value, entry) in &summary.values {
            let (guid, global) = match entry.name {
                ValueName::Guid(guid) => (guid, None),
                ValueName::Name(name) => match named.get(&name) {
                    Some(&global) => (module.guid(global), Some(global)),
                    None => (guid(module.strings.get(name)), None),
                },
            };
            guids.insert(value, guid);
            let known = entries.entry(guid).or_default();
            known.global = known.global.or(global);
            known.values.push(value);
        }
        Self {
            out,
            strings,
            module,
            summary,
            globals,
            entries,
            guids,
            ids: BTreeMap::new(),
            modules: FxHashMap::default(),
            stack_ids: Vec::new(),
            stack_indices: FxHashMap::default(),
            contexts: Vec::new(),
            abbrevs: Abbrevs::default(),
        }
    }

    /// Writes the paths of the modules of an index.
    fn paths(&mut self) {
        use Operand::{Array, Char6, Fixed, Literal, Vbr};
        self.out.enter(block::MODULE_STRTAB, 3);
        let mut path =
            |element| self.out.define(&[Literal(module_strtab::ENTRY.into()), Vbr(8), Array, element]);
        let (eight, seven, six) = (path(Fixed(8)), path(Fixed(7)), path(Char6));
        let mut hash = vec![Literal(module_strtab::HASH.into())];
        hash.extend([Fixed(32); 5]);
        let hash = self.out.define(&hash);
        let path = |module: SummaryModule| self.module.strings.get(self.summary.modules[module].path);
        let mut order: Vec<SummaryModule> = self.summary.modules.keys().collect();
        order.sort_by_key(|&module| path(module));
        for (id, module) in (0..).zip(order) {
            self.modules.insert(module, id);
            let text = path(module);
            let abbrev = match Characters::of(text) {
                Characters::Char6 => six,
                Characters::SevenBits => seven,
                Characters::EightBits => eight,
            };
            let record: Vec<u64> = std::iter::once(id).chain(text.iter().map(|&byte| byte.into())).collect();
            self.out.record(module_strtab::ENTRY, &record, abbrev);
            let words = self.summary.modules[module].hash;
            if words != [0; 5] {
                self.out.record(module_strtab::HASH, &words.map(u64::from), hash);
            }
        }
        self.out.exit();
    }

    fn begin(&mut self, id: u32, flags: u64) {
        self.out.enter(id, 4);
        self.out.record(code::VERSION, &[VERSION], Abbrev::NONE);
        self.out.record(code::FLAGS, &[flags], Abbrev::NONE);
    }

    fn functions(&self, guid: u64) -> impl Iterator<Item = &'m FunctionSummary> {
        let summary = self.summary;
        let values = self.entries.get(&guid).map(|entry| entry.values.clone()).unwrap_or_default();
        values.into_iter().flat_map(|value| &summary.values[value].summaries).filter_map(|it| {
            match &it.kind {
                SummaryKind::Function(function) => Some(&**function),
                _ => None,
            }
        })
    }

    /// Gives ids to globals that calls and references of a module know by their GUID only.
    fn number_other_globals(&mut self) {
        let mut last = self.globals.map_or(0, |ids| ids.value_count() as u64);
        for guid in self.entries.keys().copied().collect::<Vec<_>>() {
            let summaries =
                self.entries[&guid].values.iter().flat_map(|&value| &self.summary.values[value].summaries);
            for summary in summaries {
                let SummaryKind::Function(function) = &summary.kind else { continue };
                let calls = function.calls.iter().map(|call| call.callee);
                for value in calls.chain(summary.refs.iter().map(|it| it.value)) {
                    let guid = self.guids[&value];
                    if self.entries[&guid].global.is_none() && !self.ids.contains_key(&guid) {
                        last += 1;
                        self.ids.insert(guid, last);
                    }
                }
            }
        }
        self.collect_stack_ids(true);
    }

    /// Gives ids to the globals that an index defines.
    fn number_definitions(&mut self) {
        let mut last = 0;
        for (&guid, entry) in &self.entries {
            for summary in entry.values.iter().flat_map(|&value| &self.summary.values[value].summaries) {
                last += 1;
                self.ids.insert(guid, last);
                let SummaryKind::Function(function) = &summary.kind else { continue };
                for site in function.callsites.iter().filter(|site| site.stack_ids.is_empty()) {
                    if let Some(callee) = site.callee {
                        last += 1;
                        self.ids.insert(self.guids[&callee], last);
                    }
                }
            }
        }
        // Contexts of allocations are left out of an index.
        self.collect_stack_ids(false);
    }

    /// Numbers the frames of call sites, and of contexts of allocations if these are written, in the order in which the summary
    /// first mentions them anywhere.
    fn collect_stack_ids(&mut self, with_contexts: bool) {
        let (mut order, mut mentioned, mut wanted) = (Vec::new(), FxHashSet::default(), FxHashSet::default());
        for summary in self.summary.values.values().flat_map(|value| &value.summaries) {
            let SummaryKind::Function(function) = &summary.kind else { continue };
            let contexts = contexts_of(function).map(|frames| (frames, with_contexts));
            let sites = function.callsites.iter().map(|site| (&site.stack_ids[..], true));
            for (frames, is_written) in contexts.chain(sites) {
                order.extend(frames.iter().copied().filter(|&frame| mentioned.insert(frame)));
                wanted.extend(frames.iter().copied().filter(|_| is_written));
            }
        }
        order.retain(|frame| wanted.contains(frame));
        self.stack_indices = (0..).zip(&order).map(|(index, &frame)| (frame, index)).collect();
        self.stack_ids = order;
    }

    /// Writes what precedes the definitions.
    fn head(&mut self) {
        use Operand::{Array, Fixed, Literal, Vbr};
        let abbrev = self.out.define(&[Literal(code::VALUE_GUID.into()), Vbr(6), Fixed(32), Fixed(32)]);
        for (&guid, &id) in &self.ids {
            self.out.record(code::VALUE_GUID, &[id, guid >> 32, guid & 0xffff_ffff], abbrev);
        }
        if !self.stack_ids.is_empty() {
            let abbrev = self.out.define(&[Literal(code::STACK_IDS.into()), Array, Fixed(32)]);
            let words: Vec<u64> = self.stack_ids.iter().flat_map(|id| [id >> 32, id & 0xffff_ffff]).collect();
            self.out.record(code::STACK_IDS, &words, abbrev);
        }
        let mut abbrevs = Abbrevs::default();
        if self.globals.is_some() {
            let counts = |flags| [Vbr(8), flags, Vbr(8), Vbr(4), Vbr(4), Vbr(4), Vbr(4)];
            abbrevs.function = list(self.out, code::PERMODULE_PROFILE, &counts(Vbr(8)), Vbr(8));
            // For records with frequencies, which LLVM writes only if it is told to.
            list(self.out, code::PERMODULE_RELBF, &counts(Vbr(6)), Vbr(8));
            abbrevs.variable = list(self.out, code::PERMODULE_GLOBALVAR_INIT_REFS, &[Vbr(8), Vbr(6)], Vbr(8));
            let vtable = [Vbr(8), Vbr(6), Vbr(4)];
            abbrevs.vtable = list(self.out, code::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS, &vtable, Vbr(8));
            abbrevs.alias = self.out.define(&[Literal(code::ALIAS.into()), Vbr(8), Vbr(6), Vbr(8)]);
            abbrevs.type_id = list(self.out, code::TYPE_ID_METADATA, &[Vbr(8), Vbr(8)], Vbr(8));
            abbrevs.callsite = list(self.out, code::PERMODULE_CALLSITE_INFO, &[Vbr(8)], Vbr(8));
            abbrevs.allocation = list(self.out, code::PERMODULE_ALLOC_INFO, &[Vbr(4)], Vbr(8));
            abbrevs.tree = list(self.out, code::CONTEXT_RADIX_TREE_ARRAY, &[], Vbr(8));
        } else {
            let counts = [Vbr(8), Vbr(8), Vbr(6), Vbr(8), Vbr(4), Vbr(8), Vbr(4), Vbr(4), Vbr(4)];
            abbrevs.function = list(self.out, code::COMBINED_PROFILE, &counts, Vbr(8));
            abbrevs.variable =
                list(self.out, code::COMBINED_GLOBALVAR_INIT_REFS, &[Vbr(8), Vbr(8), Vbr(6)], Vbr(8));
            let alias = [Literal(code::COMBINED_ALIAS.into()), Vbr(8), Vbr(8), Vbr(6), Vbr(8)];
            abbrevs.alias = self.out.define(&alias);
            abbrevs.callsite =
                list(self.out, code::COMBINED_CALLSITE_INFO, &[Vbr(8), Vbr(4), Vbr(4)], Vbr(8));
            abbrevs.allocation =
                list(self.out, code::COMBINED_ALLOC_INFO_NO_CONTEXT, &[Vbr(4), Vbr(4)], Vbr(8));
        }
        self.abbrevs = abbrevs;
    }

    /// The id of a global; none if it has none.
    fn id(&self, value: SummaryValue) -> Option<u64> {
        let guid = self.guids[&value];
        match (self.globals, self.entries[&guid].global) {
            (Some(ids), Some(global)) => Some(ids.global(global)),
            _ => self.ids.get(&guid).copied(),
        }
    }

    /// The first definition of a global of the module.
    fn summary_of(&self, global: Global) -> Option<&'m ValueSummary> {
        let entry = self.entries.get(&self.module.guid(global))?;
        entry.values.iter().find_map(|&value| self.summary.values[value].summaries.first())
    }

    fn definitions_of_module(&mut self, ids: &Ids<'_>) {
        let module = self.module;
        let functions = module.functions.iter().filter_map(|&global| {
            let summary = self.summary_of(global)?;
            match &summary.kind {
                SummaryKind::Function(function) => Some((ids.global(global), summary, &**function)),
                _ => None,
            }
        });
        let functions: Vec<_> = functions.collect();
        let contexts = functions.iter().flat_map(|(.., function)| contexts_of(function));
        let contexts: Vec<Vec<u64>> = contexts.map(|context| self.indices_of(context)).collect();
        if !contexts.is_empty() {
            let (array, mut places) = contexts::tree(&contexts);
            self.out.record(code::CONTEXT_RADIX_TREE_ARRAY, &array, self.abbrevs.tree);
            places.reverse();
            self.contexts = places;
        }
        for (id, summary, function) in functions {
            self.function(&[id], summary, function);
        }
        for &global in &module.variables {
            let Some(summary) = self.summary_of(global) else { continue };
            if let SummaryKind::Variable(variable) = &summary.kind {
                self.variable_of_module(ids.global(global), summary, variable);
            }
        }
        for &global in &module.aliases {
            let (Some(summary), Some(base)) = (self.summary_of(global), symtab::object(module, global))
            else {
                continue;
            };
            let record = [ids.global(global), flags(summary), ids.global(base)];
            self.out.record(code::ALIAS, &record, self.abbrevs.alias);
        }
        let mut tables: Vec<_> =
            self.summary.type_ids.values().filter(|entry| !entry.vtables.is_empty()).collect();
        tables.sort_by_key(|entry| module.strings.get(entry.name));
        for entry in tables {
            let mut record = self.name(Some(entry.name));
            record.extend(
                entry.vtables.iter().flat_map(|&(offset, value)| [offset, self.id(value).unwrap_or(0)]),
            );
            self.out.record(code::TYPE_ID_METADATA, &record, self.abbrevs.type_id);
        }
        self.block_count();
    }

    fn definitions_of_index(&mut self) {
        let (mut aliases, mut type_ids) = (Vec::new(), BTreeSet::new());
        let summary = self.summary;
        let guids: Vec<u64> = self.entries.keys().copied().collect();
        for guid in guids {
            let id = self.ids.get(&guid).copied().unwrap_or(0);
            for value in self.entries[&guid].values.clone() {
                for definition in &summary.values[value].summaries {
                    let head = [id, self.modules.get(&definition.module).copied().unwrap_or(0)];
                    match &definition.kind {
                        SummaryKind::Alias(aliasee) => {
                            aliases.push((head, definition, *aliasee));
                            continue;
                        }
                        SummaryKind::Variable(variable) => {
                            let mut record = head.to_vec();
                            record.extend([flags(definition), variable_flags(variable)]);
                            record.extend(definition.refs.iter().filter_map(|it| self.id(it.value)));
                            let abbrev = self.abbrevs.variable;
                            self.out.record(code::COMBINED_GLOBALVAR_INIT_REFS, &record, abbrev);
                        }
                        SummaryKind::Function(function) => {
                            self.type_guids(function, &mut type_ids);
                            self.function(&head, definition, function);
                        }
                    }
                    self.original_name(definition);
                }
            }
        }
        for (head, definition, aliasee) in aliases {
            let id = aliasee.and_then(|aliasee| self.id(aliasee)).unwrap_or(0);
            let record = [head[0], head[1], flags(definition), id];
            self.out.record(code::COMBINED_ALIAS, &record, self.abbrevs.alias);
            self.original_name(definition);
            let functions = aliasee.map(|aliasee| self.guids[&aliasee]).into_iter();
            let functions: Vec<_> = functions.flat_map(|guid| self.functions(guid)).take(1).collect();
            functions.into_iter().for_each(|function| self.type_guids(function, &mut type_ids));
        }
        let mut resolved: Vec<_> = summary
            .type_ids
            .values()
            .filter_map(|entry| {
                Some((guid(self.module.strings.get(entry.name)), entry.name, entry.resolution.as_ref()?))
            })
            .filter(|(guid, ..)| type_ids.contains(guid))
            .collect();
        resolved.sort_by_key(|&(guid, ..)| guid);
        for (_, name, resolution) in resolved {
            self.type_id(name, resolution);
        }
        self.block_count();
    }

    /// Writes the name before promotion, which is not known, of a definition that is local to its module.
    fn original_name(&mut self, definition: &ValueSummary) {
        if matches!(definition.linkage, Linkage::Internal | Linkage::Private) {
            self.out.record(code::COMBINED_ORIGINAL_NAME, &[0], Abbrev::NONE);
        }
    }

    fn block_count(&mut self) {
        if self.summary.block_count != 0 {
            self.out.record(code::BLOCK_COUNT, &[self.summary.block_count], Abbrev::NONE);
        }
    }

    /// The offset and the length of a name in the table of strings.
    fn name(&mut self, name: Option<StrId>) -> Vec<u64> {
        let name = name.map_or(&b""[..], |name| self.module.strings.get(name));
        vec![self.strings.add(name), name.len() as u64]
    }

    fn type_guid(&self, ty: TypeRef) -> u64 {
        match ty {
            TypeRef::Guid(guid) => guid,
            TypeRef::Entry(entry) => guid(self.module.strings.get(self.summary.type_ids[entry].name)),
        }
    }

    /// Adds the type identifiers that a function refers to.
    fn type_guids(&self, function: &FunctionSummary, all: &mut BTreeSet<u64>) {
        let calls = function.vcalls().into_iter().flat_map(|(_, calls)| calls);
        let constant =
            function.const_vcalls().into_iter().flat_map(|(_, calls)| calls).map(|call| &call.function);
        all.extend(function.type_tests.iter().map(|&ty| self.type_guid(ty)));
        all.extend(calls.chain(constant).map(|call| self.type_guid(call.type_id)));
    }

    fn virtual_function(&self, function: &VirtualFunction) -> [u64; 2] {
        [self.type_guid(function.type_id), function.offset]
    }

    /// Writes what a function does with types and parameters, which precedes its own record.
    fn types_and_params(&mut self, function: &FunctionSummary) {
        if !function.type_tests.is_empty() {
            let record: Vec<u64> = function.type_tests.iter().map(|&ty| self.type_guid(ty)).collect();
            self.out.record(code::TYPE_TESTS, &record, Abbrev::NONE);
        }
        let codes = [code::TYPE_TEST_ASSUME_VCALLS, code::TYPE_CHECKED_LOAD_VCALLS];
        for (code, (_, calls)) in codes.into_iter().zip(function.vcalls()) {
            if !calls.is_empty() {
                let record: Vec<u64> = calls.iter().flat_map(|call| self.virtual_function(call)).collect();
                self.out.record(code, &record, Abbrev::NONE);
            }
        }
        let codes = [code::TYPE_TEST_ASSUME_CONST_VCALL, code::TYPE_CHECKED_LOAD_CONST_VCALL];
        for (code, (_, calls)) in codes.into_iter().zip(function.const_vcalls()) {
            for call in calls {
                let mut record = self.virtual_function(&call.function).to_vec();
                record.extend(&call.args);
                self.out.record(code, &record, Abbrev::NONE);
            }
        }
        let mut record = Vec::new();
        for access in &function.params {
            let callees: Option<Vec<u64>> = access.calls.iter().map(|call| self.id(call.callee)).collect();
            // A parameter with a callee that has no id is left out.
            let Some(callees) = callees else { continue };
            record.push(access.param);
            record.extend(range(access.offsets));
            record.push(callees.len() as u64);
            for (call, callee) in access.calls.iter().zip(callees) {
                record.extend([call.param, callee]);
                record.extend(range(call.offsets));
            }
        }
        if !record.is_empty() {
            self.out.record(code::PARAM_ACCESS, &record, Abbrev::NONE);
        }
    }

    fn indices_of(&self, stack_ids: &[u64]) -> Vec<u64> {
        stack_ids.iter().map(|frame| self.stack_indices.get(frame).copied().unwrap_or(0)).collect()
    }

    /// Writes the calls and allocations of a memory profile.
    fn profile(&mut self, function: &FunctionSummary) {
        let is_index = self.globals.is_none();
        for site in &function.callsites {
            let mut record = vec![site.callee.and_then(|callee| self.id(callee)).unwrap_or(0)];
            if is_index {
                record.extend([site.stack_ids.len() as u64, site.clones.len() as u64]);
            }
            record.extend(self.indices_of(&site.stack_ids));
            if is_index {
                record.extend(site.clones.iter().map(|&clone| u64::from(clone)));
            }
            let code = if is_index { code::COMBINED_CALLSITE_INFO } else { code::PERMODULE_CALLSITE_INFO };
            self.out.record(code, &record, self.abbrevs.callsite);
        }
        for alloc in &function.allocs {
            let mut record = vec![alloc.contexts.len() as u64];
            if is_index {
                record.push(alloc.versions.len() as u64);
            }
            for context in &alloc.contexts {
                record.push(context.kind.code().unwrap_or(0));
                if !is_index {
                    record.push(self.contexts.pop().unwrap_or(0));
                }
            }
            if is_index {
                record.extend(alloc.versions.iter().map(|version| version.code().unwrap_or(0)));
            }
            let code = match is_index {
                true => code::COMBINED_ALLOC_INFO_NO_CONTEXT,
                false => code::PERMODULE_ALLOC_INFO,
            };
            self.out.record(code, &record, self.abbrevs.allocation);
        }
    }

    /// Writes the summary of a function, whose record begins with `head`.
    fn function(&mut self, head: &[u64], definition: &ValueSummary, function: &FunctionSummary) {
        self.types_and_params(function);
        self.profile(function);
        let refs: Vec<(u64, &ValueRef)> =
            definition.refs.iter().filter_map(|it| Some((self.id(it.value)?, it))).collect();
        let count = |access: Access| refs.iter().filter(|(_, it)| it.access == access).count() as u64;
        let mut record = head.to_vec();
        record.extend([flags(definition), function.insts.into(), function.flags.bits().into()]);
        if self.globals.is_none() {
            // The number of times that it was entered, which is not used any more.
            record.push(0);
        }
        record.extend([refs.len() as u64, count(Access::ReadOnly), count(Access::WriteOnly)]);
        record.extend(refs.iter().map(|(id, _)| *id));
        for call in &function.calls {
            if let Some(callee) = self.id(call.callee) {
                record.extend([callee, hotness(call)]);
            }
        }
        let code = if self.globals.is_none() { code::COMBINED_PROFILE } else { code::PERMODULE_PROFILE };
        self.out.record(code, &record, self.abbrevs.function);
    }

    fn variable_of_module(&mut self, id: u64, definition: &ValueSummary, variable: &VariableSummary) {
        let mut record = vec![id, flags(definition), variable_flags(variable)];
        let mut refs: Vec<u64> = definition.refs.iter().filter_map(|it| self.id(it.value)).collect();
        refs.sort_unstable();
        if variable.vtable_functions.is_empty() {
            record.extend(refs);
            return self.out.record(code::PERMODULE_GLOBALVAR_INIT_REFS, &record, self.abbrevs.variable);
        }
        record.push(refs.len() as u64);
        record.extend(refs);
        for &(function, offset) in &variable.vtable_functions {
            record.extend([self.id(function).unwrap_or(0), offset]);
        }
        self.out.record(code::PERMODULE_VTABLE_GLOBALVAR_INIT_REFS, &record, self.abbrevs.vtable);
    }

    fn type_id(&mut self, name: StrId, resolution: &TypeIdResolution) {
        let mut record = self.name(Some(name));
        let test = &resolution.test;
        record.extend([
            test.kind.code().unwrap_or(0),
            test.size_m1_bit_width.into(),
            test.align_log2,
            test.size_m1,
            test.bit_mask.into(),
            test.inline_bits,
        ]);
        for (&offset, devirtualized) in &resolution.devirtualized {
            record.extend([offset, devirtualized.kind.code().unwrap_or(0)]);
            record.extend(self.name(devirtualized.single_impl));
            record.push(devirtualized.by_args.len() as u64);
            for (args, by) in &devirtualized.by_args {
                record.push(args.len() as u64);
                record.extend(args);
                record.extend([by.kind.code().unwrap_or(0), by.info, by.byte.into(), by.bit.into()]);
            }
        }
        self.out.record(code::TYPE_ID, &record, Abbrev::NONE);
    }
}

fn contexts_of(function: &FunctionSummary) -> impl Iterator<Item = &[u64]> {
    let contexts = function.allocs.iter().flat_map(|alloc| &alloc.contexts);
    contexts.map(|context| &context.stack_ids[..])
}

/// The first offset and the one behind the last.
fn range(offsets: OffsetRange) -> [u64; 2] {
    let end = offsets.last.wrapping_add(1);
    match offsets.first == end && end != -1 {
        // The empty range.
        true => [0, 0],
        false => [rotate(offsets.first), rotate(end)],
    }
}

fn hotness(call: &CallEdge) -> u64 {
    call.hotness.code().unwrap_or(0) | u64::from(call.tail) << 3
}

fn variable_flags(variable: &VariableSummary) -> u64 {
    u64::from(variable.flags.bits()) | u64::from(variable.vcall_visibility) << 3
}

/// The flags of a definition as one number.
fn flags(definition: &ValueSummary) -> u64 {
    let linkage = SUMMARY_LINKAGES.iter().position(|known| *known == definition.linkage).unwrap_or(0) as u64;
    let visibility = definition.visibility.code().unwrap_or(0);
    let flags = u64::from((definition.flags - ValueFlags::NO_RENAME_ON_PROMOTION).bits());
    let is_pinned = definition.flags.contains(ValueFlags::NO_RENAME_ON_PROMOTION);
    linkage
        | flags << 4
        | visibility << 8
        | u64::from(definition.import == ImportType::Declaration) << 10
        | u64::from(is_pinned) << 11
}
