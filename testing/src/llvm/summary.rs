//! Generates module summaries and orders of uses.

use std::collections::BTreeMap;

use tern_llvm_ir::Global;
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::globals::{GlobalKind, Linkage, Visibility};
use tern_llvm_ir::summary::{
    Access, Allocation, AllocationContext, AllocationType, ByArgument, ByArgumentKind, CallEdge, Callsite,
    ConstCall, Devirtualization, DevirtualizationKind, FunctionFlags, FunctionSummary, Hotness, ImportType,
    ModuleEntry, OffsetRange, ParamAccess, ParamCall, Summary, SummaryKind, SummaryModule, SummaryTypeId,
    SummaryValue, TypeIdEntry, TypeIdResolution, TypeRef, TypeTest, TypeTestKind, ValueEntry, ValueFlags,
    ValueName, ValueRef, ValueSummary, VariableFlags, VariableSummary, VirtualFunction,
};
use tern_llvm_ir::use_lists::{UseListOrder, UsedInFunction, UsesInFunction, UsesOfConstants};

use super::Generator;

impl Generator {
    /// Generates the summary of the module.
    pub(super) fn summary(&mut self) {
        let mut summary = Summary::default();
        for path in ["a.o", "b \"2\".o"] {
            let hash = std::array::from_fn(|_| self.choices.number());
            summary.modules.push(ModuleEntry { path: self.text(path), hash });
        }
        let globals: Vec<Global> = self.module.listed_globals().collect();
        let named: Vec<(Global, _)> = globals
            .into_iter()
            .filter_map(|global| Some((global, self.module.globals[global].name?)))
            .filter(|&(_, name)| !self.module.strings.get(name).is_empty())
            .collect();
        for &(_, name) in &named {
            summary.values.push(ValueEntry { name: ValueName::Name(name), summaries: Vec::new() });
        }
        let guid = ValueName::Guid(self.choices.bits() | 1);
        summary.values.push(ValueEntry { name: guid, summaries: Vec::new() });
        for name in ["_ZTS1A", "type \"2\""] {
            let vtables = self.several(2, |it| (it.choices.bits(), it.summary_value(&summary)));
            let resolution = self.choices.chance(70).then(|| self.type_id_resolution());
            if resolution.is_some() || !vtables.is_empty() {
                summary.type_ids.push(TypeIdEntry { name: self.text(name), resolution, vtables });
            }
        }
        // Aliases come last, because they refer to summaries.
        for alias in [false, true] {
            for (index, &(global, _)) in named.iter().enumerate() {
                let value = SummaryValue::new(index);
                if self.choices.chance(70)
                    && let Some(made) = self.value_summary(&summary, global, alias)
                {
                    summary.values[value].summaries.push(made);
                }
            }
        }
        summary.flags = self.choices.bits() & 0x3ff;
        summary.block_count = self.choices.bits();
        self.module.summary = Some(Box::new(summary));
    }

    /// Some things, at most this many.
    fn several<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.choices.below(most + 1)).map(|_| make(self)).collect()
    }

    fn summary_value(&mut self, summary: &Summary) -> SummaryValue {
        SummaryValue::new(self.choices.below(summary.values.len()))
    }

    /// A definition of a global, of which aliases are made if `alias` is set, and others if it is not.
    fn value_summary(&mut self, summary: &Summary, global: Global, alias: bool) -> Option<ValueSummary> {
        let kind = match &self.module.globals[global].kind {
            GlobalKind::Variable(_) if !alias => SummaryKind::Variable(self.variable_summary(summary)),
            GlobalKind::Function(_) if !alias => {
                SummaryKind::Function(Box::new(self.function_summary(summary)))
            }
            GlobalKind::Alias(_) if alias => {
                let defined: Vec<SummaryValue> = summary
                    .values
                    .iter()
                    .filter(|(_, entry)| {
                        entry.summaries.iter().any(|it| !matches!(it.kind, SummaryKind::Alias(_)))
                    })
                    .map(|(value, _)| value)
                    .collect();
                let is_known = !defined.is_empty() && self.choices.chance(80);
                SummaryKind::Alias(is_known.then(|| *self.choices.pick(&defined)))
            }
            _ => return None,
        };
        let mut refs = match kind {
            SummaryKind::Alias(_) => Vec::new(),
            _ => self.several(3, |it| ValueRef {
                value: it.summary_value(summary),
                access: *it.choices.pick(Access::ALL),
            }),
        };
        refs.sort_by_key(|it| it.access);
        Some(ValueSummary {
            module: SummaryModule::new(self.choices.below(summary.modules.len())),
            linkage: *self.choices.pick(Linkage::ALL),
            visibility: *self.choices.pick(Visibility::ALL),
            flags: ValueFlags::from_bits_truncate(self.choices.number() as u8)
                - ValueFlags::NO_RENAME_ON_PROMOTION,
            import: *self.choices.pick(ImportType::ALL),
            refs,
            kind,
        })
    }

    fn variable_summary(&mut self, summary: &Summary) -> VariableSummary {
        VariableSummary {
            flags: VariableFlags::from_bits_truncate(self.choices.number() as u8),
            vcall_visibility: self.choices.below(3) as u8,
            vtable_functions: self.several(2, |it| (it.summary_value(summary), it.choices.bits())),
        }
    }

    fn function_summary(&mut self, summary: &Summary) -> FunctionSummary {
        FunctionSummary {
            insts: self.choices.number(),
            flags: FunctionFlags::from_bits_truncate(self.choices.number() as u16),
            calls: self.several(3, |it| {
                let hotness = *it.choices.pick(Hotness::ALL);
                let relative_frequency =
                    if hotness == Hotness::Unknown { it.choices.number() >> 4 } else { 0 };
                let callee = it.summary_value(summary);
                CallEdge { callee, hotness, relative_frequency, tail: it.choices.chance(30) }
            }),
            type_tests: self.several(2, |it| it.type_ref(summary)),
            type_test_assume_vcalls: self.several(2, |it| it.virtual_function(summary)),
            type_checked_load_vcalls: self.several(2, |it| it.virtual_function(summary)),
            type_test_assume_const_vcalls: self.several(1, |it| it.const_call(summary)),
            type_checked_load_const_vcalls: self.several(2, |it| it.const_call(summary)),
            allocs: self.several(2, |it| {
                let mut allocation = Allocation {
                    versions: it.several(2, |it| *it.choices.pick(AllocationType::ALL)),
                    contexts: it.several(2, |it| AllocationContext {
                        kind: *it.choices.pick(AllocationType::ALL),
                        stack_ids: it.several(2, |it| it.choices.bits()),
                    }),
                };
                // There is at least one of each.
                allocation.versions.push(AllocationType::None);
                let stack_ids = vec![it.choices.bits()];
                allocation.contexts.push(AllocationContext { kind: AllocationType::Cold, stack_ids });
                allocation
            }),
            callsites: self.several(2, |it| Callsite {
                callee: it.choices.chance(80).then(|| it.summary_value(summary)),
                clones: vec![it.choices.number()],
                stack_ids: it.several(2, |it| it.choices.bits()),
            }),
            params: self.several(2, |it| ParamAccess {
                param: it.choices.bits(),
                offsets: it.offset_range(),
                calls: it.several(2, |it| ParamCall {
                    callee: it.summary_value(summary),
                    param: it.choices.bits(),
                    offsets: it.offset_range(),
                }),
            }),
        }
    }

    fn offset_range(&mut self) -> OffsetRange {
        OffsetRange { first: self.choices.bits().cast_signed(), last: self.choices.bits().cast_signed() }
    }

    fn type_ref(&mut self, summary: &Summary) -> TypeRef {
        // The text has the GUID of an identifier that is not resolved.
        let resolved: Vec<SummaryTypeId> = summary
            .type_ids
            .iter()
            .filter(|(_, entry)| entry.resolution.is_some())
            .map(|(type_id, _)| type_id)
            .collect();
        match resolved.is_empty() || self.choices.chance(30) {
            true => TypeRef::Guid(self.choices.bits()),
            false => TypeRef::Entry(*self.choices.pick(&resolved)),
        }
    }

    fn virtual_function(&mut self, summary: &Summary) -> VirtualFunction {
        VirtualFunction { type_id: self.type_ref(summary), offset: self.choices.bits() }
    }

    fn const_call(&mut self, summary: &Summary) -> ConstCall {
        ConstCall { function: self.virtual_function(summary), args: self.several(2, |it| it.choices.bits()) }
    }

    fn type_id_resolution(&mut self) -> TypeIdResolution {
        let test = TypeTest {
            kind: *self.choices.pick(TypeTestKind::ALL),
            size_m1_bit_width: self.choices.number(),
            align_log2: self.choices.bits(),
            size_m1: self.choices.bits(),
            bit_mask: self.choices.number() as u8,
            inline_bits: self.choices.bits(),
        };
        let mut devirtualized = BTreeMap::new();
        for _ in 0..self.choices.below(3) {
            let kind = *self.choices.pick(DevirtualizationKind::ALL);
            let name = (kind == DevirtualizationKind::SingleImpl).then(|| self.text("_ZN1A1fEv"));
            let by_args = self.several(2, |it| {
                let args = vec![it.choices.bits()];
                let kind = *it.choices.pick(ByArgumentKind::ALL);
                let by = ByArgument {
                    kind,
                    info: it.choices.bits(),
                    byte: it.choices.number(),
                    bit: it.choices.number(),
                };
                (args, by)
            });
            let it = Devirtualization { kind, single_impl: name, by_args: by_args.into_iter().collect() };
            devirtualized.insert(self.choices.bits(), it);
        }
        TypeIdResolution { test, devirtualized }
    }

    /// Generates orders of the uses of locals, blocks and globals.
    pub(super) fn use_list_orders(&mut self) {
        for global in self.module.functions.clone() {
            let Some(function) = self.module.globals[global].as_function() else { continue };
            let uses = UsesInFunction::of(function);
            let locals: Vec<_> = function
                .locals_in_order()
                .map(|local| (UsedInFunction::Value(local.into()), uses.local(local)))
                .collect();
            let blocks: Vec<_> = function
                .layout
                .iter()
                .map(|&block| (UsedInFunction::Block(block), uses.block(block)))
                .collect();
            for (of, count) in locals.into_iter().chain(blocks) {
                if let Some(indexes) = self.permutation(count)
                    && let Some(function) = self.module.globals[global].as_function_mut()
                {
                    function.use_list_orders.push(UseListOrder { of, indexes });
                }
            }
        }
        let globals: Vec<Global> = self.module.listed_globals().collect();
        for global in globals {
            let of = self.module.address_of(global);
            let count = UsesOfConstants::of(&self.module).constant(of);
            if let Some(indexes) = self.permutation(count) {
                self.module.use_list_orders.push(UseListOrder { of, indexes });
            }
        }
    }

    /// A permutation of this many places that is not the identity; rarely.
    fn permutation(&mut self, count: u32) -> Option<Vec<u32>> {
        if count < 2 || !self.choices.chance(30) {
            return None;
        }
        let mut indexes: Vec<u32> = (0..count).collect();
        for at in 1..indexes.len() {
            indexes.swap(at, self.choices.below(at + 1));
        }
        if indexes.is_sorted() {
            indexes.reverse();
        }
        Some(indexes)
    }
}
