//! Imports memory effects of functions and calls: `memory(…)` becomes `#llvm.memory_effects`. LangRef: Function Attributes.

use tern_dialect_llvm::attributes::MEMORY_EFFECTS;
use tern_llvm_ir::attributes::values::{MemoryEffects, MemoryLocation};
use tern_llvm_ir::instruction::CallSite;
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::Tables;

impl Tables<'_, '_> {
    /// The memory effects of a call: its own attribute, limited to those of the callee and those implied by operand bundles.
    /// `None` if the call may access everything, and if what is implied is not written.
    pub(crate) fn call_memory_effects(&self, call: &CallSite) -> Option<Attribute> {
        if !self.policy.spells_implied {
            return None;
        }
        let effects = self.ir.call_memory_effects(call);
        (effects != MemoryEffects::EVERYTHING).then(|| self.effects(effects))
    }

    pub(crate) fn effects(&self, effects: MemoryEffects) -> Attribute {
        let access = |&location: &MemoryLocation| Param::Unsigned(effects.access(location).bits().into());
        let params: Vec<Param> = MemoryLocation::ALL.iter().map(access).collect();
        Attribute::declare(self.context, &MEMORY_EFFECTS, params)
    }
}
