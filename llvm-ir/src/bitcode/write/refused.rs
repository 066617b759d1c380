//! What a module can have that LLVM 22 has no bitcode for.

use cranelift_entity::EntityRef;
use rayon::prelude::*;

use crate::attributes::{Attribute, AttributeKind, AttributeListId, AttributeSetId};
use crate::entity::StrId;
use crate::globals::{Global, GlobalKind};
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
    let mut last = None;
    for data in module.metadata.nodes.values() {
        if let MdNodeKind::Specialized { kind, .. } = data.kind
            && last.replace(kind) != Some(kind)
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
    let has_refused_attributes = module.attributes.sets().any(|set| attribute(module, set).is_some());
    let list = |list: AttributeListId| {
        let list = module.attributes.get_list(list);
        let mut sets = [list.function, list.ret].into_iter().chain(list.params.iter().copied());
        sets.find_map(|set| attribute(module, set))
    };
    let in_function = |global: &Global| {
        let function = module.globals[*global].as_function()?;
        if function.preferred_alignment != Alignment::NONE {
            return Some("bitcode of LLVM 22 has no preferred alignments".to_owned());
        }
        let in_body = function.instructions().find_map(|(_, inst)| match &function.insts[inst].inst {
            Instruction::AtomicRmw(rmw) if rmw.elementwise => {
                Some("bitcode of LLVM 22 has no elementwise atomic operations".to_owned())
            }
            inst if has_refused_attributes => inst.call_site().and_then(|call| list(call.attributes)),
            _ => None,
        });
        in_body.or_else(|| has_refused_attributes.then(|| list(function.attributes)).flatten())
    };
    if let Some(problem) = module.functions.par_iter().find_map_first(in_function) {
        return Some(problem);
    }
    if !has_refused_attributes {
        return None;
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
