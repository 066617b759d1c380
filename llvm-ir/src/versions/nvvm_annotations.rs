//! What kernels of NVIDIA's GPUs require, which versions before LLVM 21 read from `!nvvm.annotations` and newer ones from attributes.

use crate::attributes::Attribute;
use crate::edit::AttributeIndex;
use crate::globals::Global;
use crate::metadata::{MdNode, MdNodeData, MdNodeKind, Metadata};
use crate::module::Module;
use crate::upgrade::nvvm_annotations::{DIMENSIONS, GRID_CONSTANT, NUMBERS};

/// The first version that reads the attributes.
pub(super) const SINCE: u8 = 21;

/// Replaces the attributes by annotations of the functions.
pub(super) fn annotate(module: &mut Module) {
    let mut names = DIMENSIONS.iter().chain(NUMBERS).chain([&GRID_CONSTANT]);
    if names.all(|(_, attribute)| module.strings.find(attribute.as_bytes()).is_none()) {
        return;
    }
    let mut nodes = Vec::new();
    for global in module.functions.clone() {
        let mut properties = of_function(module, global);
        properties.extend(of_parameters(module, global));
        if !properties.is_empty() {
            let function = Metadata::Constant(module.address_of(global));
            let elements = std::iter::once(function).chain(properties).collect();
            nodes.push(tuple(module, elements));
        }
    }
    if nodes.is_empty() {
        return;
    }
    let name = module.strings.intern(b"nvvm.annotations");
    match module.metadata.named.iter_mut().find(|(known, _)| *known == name) {
        Some((_, list)) => list.append(&mut nodes),
        None => module.metadata.named.push((name, nodes)),
    }
}

/// Removes the attributes of a function that are numbers; returns keys and values in turns.
fn of_function(module: &mut Module, global: Global) -> Vec<Metadata> {
    let mut properties = Vec::new();
    for &(key, attribute) in DIMENSIONS {
        let keys = ["x", "y", "z"].map(|axis| format!("{key}{axis}"));
        properties.extend(numbers(module, global, attribute, &keys));
    }
    for &(key, attribute) in NUMBERS {
        properties.extend(numbers(module, global, attribute, &[key.to_owned()]));
    }
    properties
}

/// The properties that an attribute of numbers becomes, one for each number. An attribute of anything else stays.
fn numbers(module: &mut Module, global: Global, attribute: &str, keys: &[String]) -> Vec<Metadata> {
    let list = module.globals[global].as_function().map(|function| function.attributes);
    let set = list.map(|list| module.attribute_set(list, AttributeIndex::Function)).unwrap_or_default();
    let text = module.string_attribute(set, attribute).and_then(|text| std::str::from_utf8(text).ok());
    let values: Option<Vec<i64>> =
        text.and_then(|text| text.split(',').map(|part| part.trim().parse().ok()).collect());
    let Some(values) = values.filter(|values| values.len() <= keys.len()) else { return Vec::new() };
    take(module, global, AttributeIndex::Function, attribute);
    let property = |(key, value): (&String, i64)| {
        [Metadata::String(module.strings.intern(key.as_bytes())), number(module, value)]
    };
    keys.iter().zip(values).flat_map(property).collect()
}

/// Removes the attributes of the parameters; returns the key and the numbers of the parameters, from 1.
fn of_parameters(module: &mut Module, global: Global) -> Vec<Metadata> {
    let count = module.globals[global].as_function().map_or(0, |function| function.args.len());
    let mut constant = Vec::new();
    for place in 0..count {
        if take(module, global, AttributeIndex::Parameter(place), GRID_CONSTANT.1) {
            constant.push(number(module, place as i64 + 1));
        }
    }
    if constant.is_empty() {
        return Vec::new();
    }
    let list = tuple(module, constant);
    vec![Metadata::String(module.strings.intern(GRID_CONSTANT.0.as_bytes())), Metadata::Node(list)]
}

fn number(module: &Module, value: i64) -> Metadata {
    Metadata::Constant(module.constants.integer(&module.types, module.types.common.i32, value))
}

fn tuple(module: &mut Module, elements: Vec<Metadata>) -> MdNode {
    module.metadata.nodes.push(MdNodeData { distinct: false, kind: MdNodeKind::Tuple(elements.into()) })
}

/// Removes a string attribute; returns whether it was there.
fn take(module: &mut Module, global: Global, index: AttributeIndex, name: &str) -> bool {
    let Some(name) = module.strings.find(name.as_bytes()) else { return false };
    let is_it = |attribute| matches!(attribute, Attribute::String(known, _) if known == name);
    let list = module.globals[global].as_function().map(|function| function.attributes).unwrap_or_default();
    let is_there = module.attributes.get(module.attribute_set(list, index)).iter().copied().any(is_it);
    is_there && module.remove_attributes(global, index, is_it).is_ok()
}
