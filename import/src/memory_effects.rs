//! Imports memory effects of functions and calls: `memory(…)` becomes `#llvm.memory_effects`. LangRef: Function Attributes.

use tern_dialect_llvm::attributes::MEMORY_EFFECTS;
use tern_dialect_llvm::enums::ModRefInfo;
use tern_llvm_ir::attributes::{Attribute as IrAttribute, AttributeKind, AttributeSetId};
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::instruction::CallSite;
use tern_mapping::attributes::MEMORY_LOCATIONS;
use tern_mapping::packed::{Accesses, accesses};
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::Importer;

const READS: u64 = ModRefInfo::Ref.value();
const WRITES: u64 = ModRefInfo::Mod.value();
const EVERYTHING: Bits = [READS | WRITES; MEMORY_LOCATIONS.len()];

/// [`Accesses`] as two bits for each location.
type Bits = [u64; MEMORY_LOCATIONS.len()];

/// Operand bundles that do not imply that the call reads (or writes) memory. All others do.
const NOT_READING: &[&[u8]] = &[b"ptrauth", b"kcfi", b"convergencectrl"];
const NOT_WRITING: &[&[u8]] = &[b"deopt", b"funclet", b"ptrauth", b"kcfi", b"convergencectrl"];

impl Importer<'_, '_> {
    /// The memory effects of a call: its own attribute, limited to those of the callee and those implied by operand bundles.
    /// `None` if the call may access everything.
    pub(crate) fn call_memory_effects(&self, call: &CallSite) -> Option<Attribute> {
        let module = self.ir;
        let own = self.accesses_of(module.attributes.get_list(call.attributes).function);
        let callee = match call.callee.constant().map(|callee| module.constants.kind(callee)) {
            Some(ConstantKind::Global(global)) => module.globals[*global].as_function(),
            _ => None,
        };
        let mut all = own;
        if let Some(callee) = callee {
            let implied = |harmless: &[&[u8]], access| {
                let other = |tag| !harmless.contains(&module.strings.get(tag));
                if call.bundles.iter().any(|bundle| other(bundle.tag)) { access } else { 0 }
            };
            let implied = implied(NOT_READING, READS) | implied(NOT_WRITING, WRITES);
            let callee = self.accesses_of(module.attributes.get_list(callee.attributes).function);
            all.iter_mut().zip(callee).for_each(|(access, callee)| *access &= callee | implied);
        }
        (all != EVERYTHING).then(|| self.effects_of(all))
    }

    fn accesses_of(&self, set: AttributeSetId) -> Bits {
        let given = self.ir.attributes.get(set).iter().find_map(|attribute| match attribute {
            IrAttribute::Text(AttributeKind::Memory, text) => accesses(&self.ir.text(*text)),
            _ => None,
        });
        given.map_or(EVERYTHING, |given| given.map(ModRefInfo::value))
    }

    pub(crate) fn effects(&self, accesses: Accesses) -> Attribute {
        self.effects_of(accesses.map(ModRefInfo::value))
    }

    fn effects_of(&self, accesses: Bits) -> Attribute {
        Attribute::declare(self.context, &MEMORY_EFFECTS, accesses.map(Param::Unsigned))
    }
}
