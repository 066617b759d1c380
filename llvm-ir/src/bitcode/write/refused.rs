//! What a module can have that LLVM 22 has no bitcode for.

use cranelift_entity::{EntityRef, EntitySet};
use rustc_hash::FxHashSet;

use crate::attributes::{Attribute, AttributeKind, AttributeSetId};
use crate::entity::StrId;
use crate::globals::GlobalKind;
use crate::instruction::{Alignment, Instruction};
use crate::metadata::MdNodeKind;
use crate::module::Module;
use crate::types::Type;
use crate::versions::LlvmVersion;

use super::nodes::has_record;

/// Attributes that only LLVM 23 has.
const NEWER: &[AttributeKind] =
    &[AttributeKind::DenormalFpEnv, AttributeKind::Flatten, AttributeKind::NoIpa, AttributeKind::NoOutline];

/// The first part of a module that cannot be written, in words.
pub(super) fn part(module: &Module, version: LlvmVersion) -> Option<String> {
    if !module.module_asm_targets.is_empty() {
        return Some("bitcode of LLVM 22 has no targets of module-level assembly".to_owned());
    }
    let strings = &module.strings;
    let mut kinds = FxHashSet::default();
    for data in module.metadata.nodes.values() {
        if let MdNodeKind::Specialized { kind, .. } = data.kind
            && kinds.insert(kind)
            && !has_record(strings.get(kind))
        {
            return Some(format!("bitcode of LLVM 22 has no metadata of the kind {}", module.text(kind)));
        }
    }
    if (0..module.types.count()).map(Type::new).any(|ty| module.types.is_byte(ty)) {
        return Some("LLVM 22 has no byte types".to_owned());
    }
    if version.has_opaque_pointers() && module.types.has_typed_pointers() {
        return Some("bitcode of LLVM 22 has no typed pointers".to_owned());
    }
    let mut lists = EntitySet::new();
    for (_, _, function) in module.functions() {
        if function.preferred_alignment != Alignment::NONE {
            return Some("bitcode of LLVM 22 has no preferred alignments".to_owned());
        }
        let calls = function.instructions().filter_map(|(_, inst)| match &function.insts[inst].inst {
            Instruction::AtomicRmw(rmw) if rmw.elementwise => Some(None),
            inst => inst.call_site().map(|call| Some(call.attributes)),
        });
        for list in calls.chain([Some(function.attributes)]) {
            let Some(list) = list else {
                return Some("bitcode of LLVM 22 has no elementwise atomic operations".to_owned());
            };
            if !lists.insert(list) {
                continue;
            }
            let list = module.attributes.get_list(list);
            for &set in [list.function, list.ret].iter().chain(&list.params) {
                if let Some(problem) = attribute(module, set) {
                    return Some(problem);
                }
            }
        }
    }
    let variables = module.globals.values().filter_map(|value| match &value.kind {
        GlobalKind::Variable(variable) => Some(variable.attributes),
        _ => None,
    });
    variables.into_iter().find_map(|set| attribute(module, set))
}

/// An attribute of a set that cannot be written, in words.
fn attribute(module: &Module, set: AttributeSetId) -> Option<String> {
    let attributes = module.attributes.get(set);
    if let Some(kind) = attributes.iter().find_map(newer) {
        return Some(format!("bitcode of LLVM 22 has no attribute `{}`", kind.spelling()));
    }
    // Strings of attributes end with a zero.
    let has_zero = |text: StrId| module.strings.get(text).contains(&0);
    let with_zero = attributes.iter().find_map(|attribute| match *attribute {
        Attribute::String(key, value) => (has_zero(key) || value.is_some_and(has_zero)).then_some(key),
        _ => None,
    });
    with_zero.map(|key| {
        format!(
            "bitcode has no string attributes with a zero byte: \"{}\"",
            module.strings.get(key).escape_ascii()
        )
    })
}

fn newer(attribute: &Attribute) -> Option<AttributeKind> {
    attribute.kind().filter(|kind| NEWER.contains(kind))
}
