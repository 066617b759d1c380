//! What functions and calls access: `memory(…)` as `#llvm.memory_effects`. LangRef: Function Attributes.

use tern_dialect::Attribute;
use tern_dialect::declare::Param;
use tern_dialect::llvm::attributes::MEMORY_EFFECTS;
use tern_dialect::llvm::enums::ModRefInfo;
use tern_ir::attributes::{Attribute as IrAttribute, AttributeKind, AttributeSetId};
use tern_ir::constants::ConstantKind;
use tern_ir::instruction::CallSite;
use tern_mapping::attributes::{MEMORY_LOCATIONS, MEMORY_SHIFTS};

use crate::Importer;

/// The access to each of [`MEMORY_LOCATIONS`], as two bits: reads, writes.
type Accesses = [u64; MEMORY_LOCATIONS.len()];

const READS: u64 = ModRefInfo::Ref.value();
const WRITES: u64 = ModRefInfo::Mod.value();
const EVERYTHING: Accesses = [READS | WRITES; MEMORY_LOCATIONS.len()];

/// Operand bundles that stand for no reads, or no writes, of the call.
const NOT_READING: &[&[u8]] = &[b"ptrauth", b"kcfi", b"convergencectrl"];
const NOT_WRITING: &[&[u8]] = &[b"deopt", b"funclet", b"ptrauth", b"kcfi", b"convergencectrl"];

impl Importer<'_, '_> {
    /// The field for `memory(…)`; `None` where the text is not understood.
    pub(crate) fn memory_effects(&self, text: &str) -> Option<Attribute> {
        accesses(text).map(|accesses| self.effects(accesses))
    }

    /// What a call accesses: what both it and the function that it calls may, and whatever its operand bundles stand for.
    /// `None` where that is everything.
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
        (all != EVERYTHING).then(|| self.effects(all))
    }

    fn accesses_of(&self, set: AttributeSetId) -> Accesses {
        let given = self.ir.attributes.get(set).iter().find_map(|attribute| match attribute {
            IrAttribute::Text(AttributeKind::Memory, text) => accesses(&self.ir.text(*text)),
            _ => None,
        });
        given.unwrap_or(EVERYTHING)
    }

    fn effects(&self, accesses: Accesses) -> Attribute {
        Attribute::declare(self.context, &MEMORY_EFFECTS, accesses.map(Param::Unsigned))
    }
}

/// `memory(read, argmem: none)`, by location: what is said first holds for all that nothing else is said of.
fn accesses(text: &str) -> Option<Accesses> {
    let access = |word: &str| ModRefInfo::from_spelling(word.trim()).map(ModRefInfo::value);
    let mut default = 0;
    let mut given = Vec::new();
    for part in text.split(',') {
        match part.split_once(':') {
            None => default = access(part)?,
            Some((location, word)) => given.push((location.trim(), access(word)?)),
        }
    }
    let of = |(location, _): (&str, &str)| {
        given.iter().find(|(known, _)| *known == location).map_or(default, |(_, access)| *access)
    };
    Some(std::array::from_fn(|index| of(MEMORY_LOCATIONS[index])))
}

/// The accesses in LLVM's own packed form.
pub(crate) fn packed(text: &str) -> Option<u64> {
    let accesses = accesses(text)?;
    Some(accesses.iter().zip(MEMORY_SHIFTS).fold(0, |all, (access, shift)| all | access << shift))
}

#[cfg(test)]
mod tests {
    use super::{accesses, packed};

    #[test]
    fn what_is_not_named_is_accessed_as_the_rest() {
        assert_eq!(accesses("none"), Some([0; 6]));
        assert_eq!(accesses("read, argmem: readwrite, errnomem: none"), Some([1, 3, 1, 0, 1, 1]));
        assert_eq!(accesses("argmem: write"), Some([0, 2, 0, 0, 0, 0]));
        assert_eq!(accesses("argmem: often"), None);
        assert_eq!(packed("argmem: write, inaccessiblemem: read"), Some(2 | 1 << 2));
    }
}
