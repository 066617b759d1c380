//! Helpers for translations that modify functions of LLVM IR: attributes, metadata, calling conventions.

use tern_llvm_ir::attributes::{Attribute, AttributeList};
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::metadata::{MdNodeData, MdNodeKind, Metadata};
use tern_llvm_ir::{Function, Global, MdNode, Module};

fn function(module: &mut Module, global: Global) -> Option<&mut Function> {
    match &mut module.globals[global].kind {
        GlobalKind::Function(function) => Some(function),
        _ => None,
    }
}

/// The attribute sets of a function.
fn attributes(module: &mut Module, global: Global) -> AttributeList {
    let id = function(module, global).map(|function| function.attributes).unwrap_or_default();
    module.attributes.get_list(id).clone()
}

/// Sets the calling convention of a function, by LLVM's number.
pub fn set_calling_convention(module: &mut Module, global: Global, convention: u32) {
    if let Some(function) = function(module, global) {
        function.calling_convention = convention;
    }
}

/// Whether a function has a string attribute.
pub fn has_string_attribute(module: &mut Module, global: Global, key: &str) -> bool {
    let list = attributes(module, global);
    module.attributes.get(list.function).iter().any(|attribute| match attribute {
        Attribute::String(known, _) => module.strings.get(*known) == key.as_bytes(),
        _ => false,
    })
}

/// Sets a string attribute of a function, replacing one with the same key.
pub fn add_string_attribute(module: &mut Module, global: Global, key: &str, value: &str) {
    let mut list = attributes(module, global);
    let mut set = module.attributes.get(list.function).to_vec();
    let key = module.strings.intern(key.as_bytes());
    let value = (!value.is_empty()).then(|| module.strings.intern(value.as_bytes()));
    set.push(Attribute::String(key, value));
    list.function = module.attributes.set(&module.strings, set);
    let list = module.attributes.list(list);
    if let Some(function) = function(module, global) {
        function.attributes = list;
    }
}

/// A metadata node with these operands.
pub fn node(module: &mut Module, operands: Vec<Metadata>) -> MdNode {
    module.metadata.nodes.push(MdNodeData { distinct: false, kind: MdNodeKind::Tuple(operands.into()) })
}

/// An `i32` as a metadata operand.
pub fn integer(module: &mut Module, value: i32) -> Metadata {
    let i32 = module.types.common.i32;
    Metadata::Constant(module.constants.integer(&module.types, i32, i64::from(value)))
}

/// Attaches a metadata node of integers to a function, in place of one of the same kind.
pub fn attach_integers(module: &mut Module, global: Global, kind: &str, values: &[i32]) {
    let operands = values.iter().map(|&value| integer(module, value)).collect();
    let node = node(module, operands);
    let kind = module.strings.intern(kind.as_bytes());
    let attachments = &mut module.globals[global].attachments;
    attachments.retain(|(known, _)| *known != kind);
    attachments.push((kind, node));
}
