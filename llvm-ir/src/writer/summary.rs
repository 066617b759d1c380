//! Writes the module summary, in LLVM's order: globals by GUID, type identifiers by GUID, and those with virtual tables by name.

use std::collections::BTreeMap;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use super::Writer;
use crate::entity::StrId;
use crate::summary::{
    AllocationType, ByArgumentKind, CallEdge, ConstCall, Devirtualization, DevirtualizationKind,
    FunctionFlags, FunctionSummary, Hotness, OffsetRange, ParamAccess, Summary, SummaryKind, SummaryValue,
    TypeIdEntry, TypeIdResolution, TypeRef, TypeTest, ValueEntry, ValueFlags, ValueName, ValueSummary,
    VariableFlags, VariableSummary, VirtualFunction, guid,
};

/// The numbers of entries, and the order that they follow from.
struct SummarySlots<'m> {
    /// The GUID of each global.
    guids: SecondaryMap<SummaryValue, u64>,
    /// The globals by GUID: their number, and all entries for them.
    values: BTreeMap<u64, (u32, Vec<&'m ValueEntry>)>,
    /// The resolved type identifiers by GUID and name: their number.
    type_ids: BTreeMap<(u64, &'m [u8]), (u32, &'m TypeIdResolution)>,
    /// The type identifiers with virtual tables, by name.
    vtables: BTreeMap<&'m [u8], Vec<(u64, SummaryValue)>>,
}

impl<'m> SummarySlots<'m> {
    fn new(writer: &Writer<'m>, summary: &'m Summary) -> Self {
        let module = writer.module;
        let name = |entry: &TypeIdEntry| module.strings.get(entry.name);
        let mut slots = Self {
            guids: SecondaryMap::new(),
            values: BTreeMap::new(),
            type_ids: BTreeMap::new(),
            vtables: BTreeMap::new(),
        };
        let named: FxHashMap<StrId, u64> = match summary.values.is_empty() {
            true => FxHashMap::default(),
            false => module
                .globals
                .keys()
                .filter_map(|global| Some((module.globals[global].name?, module.guid(global))))
                .collect(),
        };
        for (value, entry) in &summary.values {
            let guid = match entry.name {
                ValueName::Guid(guid) => guid,
                ValueName::Name(name) => {
                    named.get(&name).copied().unwrap_or_else(|| guid(module.strings.get(name)))
                }
            };
            slots.guids[value] = guid;
            slots.values.entry(guid).or_default().1.push(entry);
        }
        for entry in summary.type_ids.values() {
            if let Some(resolution) = &entry.resolution {
                slots.type_ids.insert((guid(name(entry)), name(entry)), (0, resolution));
            }
            if !entry.vtables.is_empty() {
                slots.vtables.entry(name(entry)).or_default().extend(&entry.vtables);
            }
        }
        let first = summary.modules.len() as u32;
        let of_values = slots.values.values_mut().map(|(slot, _)| slot);
        let all = of_values.chain(slots.type_ids.values_mut().map(|(slot, _)| slot));
        for (slot, number) in all.zip(first..) {
            *slot = number;
        }
        slots
    }

    fn value(&self, value: SummaryValue) -> u32 {
        self.values.get(&self.guids[value]).map_or(0, |&(slot, _)| slot)
    }

    /// The numbers of all type identifiers with a GUID.
    fn type_ids_of(&self, guid: u64) -> impl Iterator<Item = u32> {
        self.type_ids
            .range((guid, &b""[..])..)
            .take_while(move |((it, _), _)| *it == guid)
            .map(|(_, &(slot, _))| slot)
    }

    /// The number of entries for modules, globals and type identifiers.
    fn count(&self, summary: &Summary) -> usize {
        summary.modules.len() + self.values.len() + self.type_ids.len() + self.vtables.len()
    }
}

impl<'m> Writer<'m> {
    /// Writes the summary, if the module has one.
    pub(super) fn summary(&mut self) {
        let Some(summary) = &self.module.summary else { return };
        self.text("\n");
        for (number, (entry, guid)) in self.summary_entries(summary).into_iter().enumerate() {
            self.text("^");
            self.number(number);
            self.text(" = ");
            self.out.extend_from_slice(&entry);
            if let Some(guid) = guid.filter(|_| self.comments.is_some()) {
                self.text(" ; guid = ");
                self.number(guid);
            }
            self.text("\n");
        }
    }

    /// The texts of the entries, each with the GUID of its name. An entry's place is its number.
    pub(super) fn summary_entries(&mut self, summary: &'m Summary) -> Vec<(Vec<u8>, Option<u64>)> {
        let slots = SummarySlots::new(self, summary);
        let mut entries = Vec::with_capacity(slots.count(summary) + 2);
        let outer = std::mem::take(&mut self.out);
        let mut add = |writer: &mut Self, guid| entries.push((std::mem::take(&mut writer.out), guid));
        for entry in summary.modules.values() {
            let path = self.module.strings.get(entry.path);
            self.text("module: (path: \"");
            // LLVM has the modules that are linked as one under the empty path.
            self.escaped(if path.is_empty() { b"[Regular LTO]" } else { path });
            self.text("\", hash: ");
            self.numbers(&entry.hash);
            self.text(")");
            add(self, None);
        }
        for (&guid, (_, values)) in &slots.values {
            let is_named = self.summary_value(&slots, guid, values);
            add(self, is_named.then_some(guid));
        }
        for (&(guid, name), (_, resolution)) in &slots.type_ids {
            self.text("typeid: (name: ");
            self.summary_name(name);
            self.text(", summary: (");
            self.type_id_resolution(resolution);
            self.text("))");
            add(self, Some(guid));
        }
        for (name, vtables) in &slots.vtables {
            self.text("typeidCompatibleVTable: (name: ");
            self.summary_name(name);
            self.text(", summary: ");
            self.parenthesized(vtables, |writer, &(offset, value)| {
                writer.text("(offset: ");
                writer.number(offset);
                writer.summary_reference(", ", slots.value(value));
                writer.text(")");
            });
            self.text(")");
            add(self, Some(guid(name)));
        }
        if summary.flags != 0 {
            self.text("flags: ");
            self.number(summary.flags);
            add(self, None);
        }
        self.text("blockcount: ");
        self.number(summary.block_count);
        add(self, None);
        self.out = outer;
        entries
    }

    /// Writes `(item, item)`.
    fn parenthesized<T>(&mut self, items: impl IntoIterator<Item = T>, item: impl FnMut(&mut Self, T)) {
        self.text("(");
        self.separated(items, item);
        self.text(")");
    }

    /// Writes `(1, 2)`.
    fn numbers<T: itoa::Integer + Copy>(&mut self, numbers: &[T]) {
        self.parenthesized(numbers, |writer, &number| writer.number(number));
    }

    /// Writes `label` and `(item, item)`; nothing if there are no items.
    fn labelled<T>(&mut self, label: &str, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        if !items.is_empty() {
            self.text(label);
            self.parenthesized(items, |writer, it| item(writer, it));
        }
    }

    /// Writes `label` and `^number`.
    fn summary_reference(&mut self, label: &str, number: u32) {
        self.text(label);
        self.text("^");
        self.number(number);
    }

    /// Writes a quoted name. LLVM escapes nothing in it; what its reader would take for something else is escaped here, and line breaks are.
    fn summary_name(&mut self, name: &[u8]) {
        self.text("\"");
        match name.iter().any(|byte| matches!(byte, b'"' | b'\\' | b'\n')) {
            true => self.escaped(name),
            false => self.out.extend_from_slice(name),
        }
        self.text("\"");
    }

    /// Writes `name: 0, name: 1`.
    fn summary_flags<T>(&mut self, names: &[(&str, T)], mut is_set: impl FnMut(&T) -> bool) {
        self.separated(names, |writer, (name, flag)| {
            writer.text(name);
            writer.text(if is_set(flag) { ": 1" } else { ": 0" });
        });
    }

    /// Writes the entries for a global as one. Returns whether it has a name.
    fn summary_value(&mut self, slots: &SummarySlots<'m>, guid: u64, entries: &[&'m ValueEntry]) -> bool {
        let name = entries.iter().find_map(|entry| match entry.name {
            ValueName::Name(name) => Some(self.module.strings.get(name)),
            ValueName::Guid(_) => None,
        });
        match name {
            Some(name) => {
                self.text("gv: (name: ");
                self.summary_name(name);
            }
            None => {
                self.text("gv: (guid: ");
                self.number(guid);
            }
        }
        let summaries: Vec<&ValueSummary> = entries.iter().flat_map(|entry| &entry.summaries).collect();
        self.labelled(", summaries: ", &summaries, |writer, summary| writer.value_summary(slots, summary));
        self.text(")");
        name.is_some()
    }

    fn value_summary(&mut self, slots: &SummarySlots<'m>, summary: &ValueSummary) {
        self.text(match summary.kind {
            SummaryKind::Function(_) => "function: (module: ",
            SummaryKind::Variable(_) => "variable: (module: ",
            SummaryKind::Alias(_) => "alias: (module: ",
        });
        self.summary_reference("", summary.module.as_u32());
        self.text(", flags: (linkage: ");
        self.text(summary.linkage.spelling());
        self.text(", visibility: ");
        self.text(summary.visibility.spelling());
        self.text(", ");
        // LLVM 22 does not know the last one.
        let (_, known) = ValueFlags::NAMES.split_last().unwrap_or((&("", ValueFlags::empty()), &[]));
        self.summary_flags(known, |flag| summary.flags.contains(*flag));
        self.text(", importType: ");
        self.text(summary.import.spelling());
        if summary.flags.contains(ValueFlags::NO_RENAME_ON_PROMOTION) {
            self.text(", noRenameOnPromotion: 1");
        }
        self.text(")");
        match &summary.kind {
            SummaryKind::Function(function) => self.function_summary(slots, function),
            SummaryKind::Variable(variable) => self.variable_summary(slots, variable),
            SummaryKind::Alias(Some(aliasee)) => {
                self.summary_reference(", aliasee: ", slots.value(*aliasee));
            }
            SummaryKind::Alias(None) => self.text(", aliasee: null"),
        }
        self.labelled(", refs: ", &summary.refs, |writer, it| {
            writer.word(it.access.spelling());
            writer.summary_reference("", slots.value(it.value));
        });
        self.text(")");
    }

    fn variable_summary(&mut self, slots: &SummarySlots<'m>, variable: &VariableSummary) {
        self.text(", varFlags: (");
        self.summary_flags(VariableFlags::NAMES, |flag| variable.flags.contains(*flag));
        // LLVM keeps it in bitcode, but prints it only for virtual tables.
        let is_kept = variable.vcall_visibility != 0 && self.comments.is_none();
        if is_kept || !variable.vtable_functions.is_empty() {
            self.text(", vcall_visibility: ");
            self.number(variable.vcall_visibility);
        }
        self.text(")");
        self.labelled(", vTableFuncs: ", &variable.vtable_functions, |writer, &(function, offset)| {
            writer.summary_reference("(virtFunc: ", slots.value(function));
            writer.text(", offset: ");
            writer.number(offset);
            writer.text(")");
        });
    }

    fn function_summary(&mut self, slots: &SummarySlots<'m>, function: &FunctionSummary) {
        self.text(", insts: ");
        self.number(function.insts);
        if !function.flags.is_empty() {
            self.text(", funcFlags: (");
            self.summary_flags(FunctionFlags::NAMES, |flag| function.flags.contains(*flag));
            self.text(")");
        }
        self.labelled(", calls: ", &function.calls, |writer, call| writer.call_edge(slots, call));
        self.type_id_info(slots, function);
        self.labelled(", allocs: ", &function.allocs, |writer, alloc| {
            writer.text("(versions: ");
            writer.parenthesized(&alloc.versions, |writer, it: &AllocationType| writer.text(it.spelling()));
            writer.text(", memProf: ");
            writer.parenthesized(&alloc.contexts, |writer, context| {
                writer.text("(type: ");
                writer.text(context.kind.spelling());
                writer.text(", stackIds: ");
                writer.numbers(&context.stack_ids);
                writer.text(")");
            });
            writer.text(")");
        });
        self.labelled(", callsites: ", &function.callsites, |writer, site| {
            match site.callee {
                Some(callee) => writer.summary_reference("(callee: ", slots.value(callee)),
                None => writer.text("(callee: null"),
            }
            writer.text(", clones: ");
            writer.numbers(&site.clones);
            writer.text(", stackIds: ");
            writer.numbers(&site.stack_ids);
            writer.text(")");
        });
        self.labelled(", params: ", &function.params, |writer, param| writer.param_access(slots, param));
    }

    fn call_edge(&mut self, slots: &SummarySlots<'m>, call: &CallEdge) {
        self.summary_reference("(callee: ", slots.value(call.callee));
        if call.hotness != Hotness::Unknown {
            self.text(", hotness: ");
            self.text(call.hotness.spelling());
        } else if call.relative_frequency != 0 {
            self.text(", relbf: ");
            self.number(call.relative_frequency);
        }
        self.text(if call.tail { ", tail: 1)" } else { ")" });
    }

    fn param_access(&mut self, slots: &SummarySlots<'m>, param: &ParamAccess) {
        self.text("(");
        self.param_offsets(param.param, param.offsets);
        self.labelled(", calls: ", &param.calls, |writer, call| {
            writer.summary_reference("(callee: ", slots.value(call.callee));
            writer.text(", ");
            writer.param_offsets(call.param, call.offsets);
            writer.text(")");
        });
        self.text(")");
    }

    /// Writes `param: 0, offset: [0, 7]`.
    fn param_offsets(&mut self, param: u64, offsets: OffsetRange) {
        self.text("param: ");
        self.number(param);
        self.text(", offset: [");
        self.number(offsets.first);
        self.text(", ");
        self.number(offsets.last);
        self.text("]");
    }

    fn type_id_info(&mut self, slots: &SummarySlots<'m>, function: &FunctionSummary) {
        let mut label = ", typeIdInfo: (";
        if !function.type_tests.is_empty() {
            self.text(label);
            label = ", ";
            self.text("typeTests: ");
            let found: Vec<_> =
                function.type_tests.iter().flat_map(|&test| self.type_references(slots, test)).collect();
            self.parenthesized(found, Self::type_reference);
        }
        for (name, calls) in function.vcalls() {
            if !calls.is_empty() {
                self.text(std::mem::replace(&mut label, ", "));
                self.text(name);
                self.text(": ");
                self.parenthesized(calls, |writer, call| writer.virtual_function(slots, *call));
            }
        }
        for (name, calls) in function.const_vcalls() {
            if !calls.is_empty() {
                self.text(std::mem::replace(&mut label, ", "));
                self.text(name);
                self.text(": ");
                self.parenthesized(calls, |writer, call: &ConstCall| {
                    writer.text("(");
                    writer.virtual_function(slots, call.function);
                    writer.labelled(", args: ", &call.args, |writer, arg| writer.number(*arg));
                    writer.text(")");
                });
            }
        }
        if label == ", " {
            self.text(")");
        }
    }

    /// What a reference to a type identifier is printed as: the numbers of all identifiers with its GUID, or the GUID if there are none.
    fn type_references(&self, slots: &SummarySlots<'m>, reference: TypeRef) -> Vec<Result<u32, u64>> {
        let guid = match (reference, &self.module.summary) {
            (TypeRef::Entry(entry), Some(summary)) => {
                guid(self.module.strings.get(summary.type_ids[entry].name))
            }
            (TypeRef::Guid(guid), _) => guid,
            (TypeRef::Entry(_), None) => 0,
        };
        let known: Vec<_> = slots.type_ids_of(guid).map(Ok).collect();
        if known.is_empty() { vec![Err(guid)] } else { known }
    }

    fn type_reference(&mut self, reference: Result<u32, u64>) {
        match reference {
            Ok(number) => self.summary_reference("", number),
            Err(guid) => self.number(guid),
        }
    }

    fn virtual_function(&mut self, slots: &SummarySlots<'m>, function: VirtualFunction) {
        let references = self.type_references(slots, function.type_id);
        self.separated(references, |writer, reference| {
            writer.text(if reference.is_ok() { "vFuncId: (" } else { "vFuncId: (guid: " });
            writer.type_reference(reference);
            writer.text(", offset: ");
            writer.number(function.offset);
            writer.text(")");
        });
    }

    fn type_id_resolution(&mut self, resolution: &TypeIdResolution) {
        let TypeTest { kind, size_m1_bit_width, align_log2, size_m1, bit_mask, inline_bits } =
            resolution.test;
        self.text("typeTestRes: (kind: ");
        self.text(kind.spelling());
        self.text(", sizeM1BitWidth: ");
        self.number(size_m1_bit_width);
        let optional = [
            (", alignLog2: ", align_log2),
            (", sizeM1: ", size_m1),
            (", bitMask: ", bit_mask.into()),
            (", inlineBits: ", inline_bits),
        ];
        for (label, number) in optional.into_iter().filter(|&(_, number)| number != 0) {
            self.text(label);
            self.number(number);
        }
        self.text(")");
        if resolution.devirtualized.is_empty() {
            return;
        }
        self.text(", wpdResolutions: ");
        self.parenthesized(&resolution.devirtualized, |writer, (&offset, devirtualized)| {
            writer.text("(offset: ");
            writer.number(offset);
            writer.devirtualization(devirtualized);
            writer.text(")");
        });
    }

    fn devirtualization(&mut self, devirtualized: &Devirtualization) {
        self.text(", wpdRes: (kind: ");
        self.text(devirtualized.kind.spelling());
        let name = devirtualized.single_impl.map_or(&b""[..], |name| self.module.strings.get(name));
        if devirtualized.kind == DevirtualizationKind::SingleImpl || !name.is_empty() {
            self.text(", singleImplName: ");
            self.summary_name(name);
        }
        if !devirtualized.by_args.is_empty() {
            self.text(", resByArg: ");
            self.parenthesized(&devirtualized.by_args, |writer, (args, by)| {
                writer.text("args: ");
                writer.numbers(args);
                writer.text(", byArg: (kind: ");
                writer.text(by.kind.spelling());
                let has_info =
                    matches!(by.kind, ByArgumentKind::UniformReturnValue | ByArgumentKind::UniqueReturnValue);
                if has_info || by.info != 0 {
                    writer.text(", info: ");
                    writer.number(by.info);
                }
                if by.byte != 0 || by.bit != 0 {
                    writer.text(", byte: ");
                    writer.number(by.byte);
                    writer.text(", bit: ");
                    writer.number(by.bit);
                }
                writer.text(")");
            });
        }
        self.text(")");
    }
}
