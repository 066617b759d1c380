//! `!nvvm.annotations`, which are attributes and calling conventions today.

use rustc_hash::FxHashSet;

use super::module_flags::number;
use super::nodes::Nodes;
use crate::attributes::{Attribute, AttributeKind};
use crate::constants::ConstantKind;
use crate::edit::AttributeIndex;
use crate::globals::{Global, GlobalKind};
use crate::metadata::{MdNodeKind, Metadata};
use crate::module::Module;

/// The calling convention of kernels.
const KERNEL: u32 = 71;

/// Properties that are a number, and attributes. Of two properties for an attribute, the first is the newer one.
pub(crate) const NUMBERS: &[(&str, &str)] = &[
    ("maxclusterrank", "nvvm.maxclusterrank"),
    ("cluster_max_blocks", "nvvm.maxclusterrank"),
    ("minctasm", "nvvm.minctasm"),
    ("maxnreg", "nvvm.maxnreg"),
];

/// Properties that are numbers for three dimensions.
pub(crate) const DIMENSIONS: &[(&str, &str)] =
    &[("maxntid", "nvvm.maxntid"), ("reqntid", "nvvm.reqntid"), ("cluster_dim_", "nvvm.cluster_dim")];

/// The property that lists parameters, and the attribute of each.
pub(crate) const GRID_CONSTANT: (&str, &str) = ("grid_constant", "nvvm.grid_constant");

/// Upgrades the annotations: what is an attribute today goes, and so do annotations of nothing and repeated ones.
pub(super) fn upgrade(module: &mut Module) {
    let Some(id) = module.strings.find(b"nvvm.annotations") else { return };
    let Some(at) = module.metadata.named.iter().position(|(name, _)| *name == id) else { return };
    let (mut kept, mut seen, mut content) = (Vec::new(), FxHashSet::default(), FxHashSet::default());
    let mut nodes = Nodes::default();
    for node in module.metadata.named[at].1.clone() {
        let data = module.metadata.nodes[node].clone();
        // Equal nodes are one.
        if !seen.insert(node) || !data.distinct && !content.insert(data.kind.clone()) {
            continue;
        }
        let MdNodeKind::Tuple(elements) = &data.kind else {
            kept.push(node);
            continue;
        };
        let Some(global) = elements.first().and_then(|first| annotated(module, *first)) else { continue };
        let mut rest = vec![elements[0]];
        for property in elements[1..].chunks(2) {
            let is_done = match *property {
                [Metadata::String(key), value] => {
                    let key = module.text(key).into_owned();
                    apply(module, global, &key, value).is_some()
                }
                _ => false,
            };
            if !is_done {
                rest.extend_from_slice(property);
            }
        }
        if rest.len() == elements.len() {
            kept.push(node);
        } else if rest.len() > 1 {
            kept.push(nodes.tuple(&mut module.metadata, &rest));
        }
    }
    module.metadata.named[at].1 = kept;
}

fn annotated(module: &Module, metadata: Metadata) -> Option<Global> {
    let Metadata::Constant(constant) = metadata else { return None };
    match *module.constants.kind(constant) {
        ConstantKind::Global(global) => Some(global),
        _ => None,
    }
}

/// Gives a function what a property says; `None` if it stays a property.
fn apply(module: &mut Module, global: Global, key: &str, value: Metadata) -> Option<()> {
    module.globals[global].as_function()?;
    if key == GRID_CONSTANT.0 {
        let Metadata::Node(node) = value else { return None };
        let MdNodeKind::Tuple(elements) = module.metadata.nodes[node].kind.clone() else { return None };
        let numbers: Vec<u64> =
            elements.iter().map(|&it| number(module, it).filter(|&it| it > 0)).collect::<Option<_>>()?;
        let attribute = Attribute::String(module.strings.intern(GRID_CONSTANT.1.as_bytes()), None);
        for number in numbers {
            add(module, global, AttributeIndex::Parameter(number as usize - 1), attribute);
        }
        return Some(());
    }
    let dimension = DIMENSIONS.iter().find_map(|(name, attribute)| {
        let place = ["x", "y", "z"].iter().position(|&axis| key.strip_prefix(name) == Some(axis))?;
        Some((*attribute, place))
    });
    let single = NUMBERS.iter().find(|(name, _)| *name == key).map(|(_, attribute)| *attribute);
    let number = number(module, value)?;
    match key {
        "kernel" => {
            if let (true, GlobalKind::Function(function)) = (number != 0, &mut module.globals[global].kind) {
                function.calling_convention = KERNEL;
            }
        }
        "align" => {
            let bytes = number & 0xffff;
            if !bytes.is_power_of_two() {
                return None;
            }
            let index = match number >> 16 {
                0 => AttributeIndex::Result,
                place => AttributeIndex::Parameter(usize::try_from(place).ok()? - 1),
            };
            add(module, global, index, Attribute::Integer(AttributeKind::StackAlignment, bytes));
        }
        _ => {
            let (name, text) = match (single, dimension) {
                (Some(name), _) => (name, number.to_string()),
                (_, Some((name, place))) => (name, with_dimension(module, global, name, place, number)),
                _ => return None,
            };
            let (name, text) =
                (module.strings.intern(name.as_bytes()), module.strings.intern(text.as_bytes()));
            add(module, global, AttributeIndex::Function, Attribute::String(name, Some(text)));
        }
    }
    Some(())
}

/// The value of an attribute for three dimensions with one of them set; those before it are 1 if they are not set.
fn with_dimension(module: &Module, global: Global, name: &str, place: usize, number: u64) -> String {
    let set = module.globals[global].as_function().map(|function| function.attributes);
    let set = set.map(|list| module.attribute_set(list, AttributeIndex::Function)).unwrap_or_default();
    let known = module.string_attribute(set, name).map(|text| String::from_utf8_lossy(text).into_owned());
    let mut all: Vec<String> = known
        .filter(|known| !known.is_empty())
        .map(|known| known.split(',').take(3).map(|part| part.trim().to_owned()).collect())
        .unwrap_or_default();
    while all.len() <= place {
        all.push("1".to_owned());
    }
    all[place] = number.to_string();
    all.join(",")
}

fn add(module: &mut Module, global: Global, index: AttributeIndex, attribute: Attribute) {
    let Some(function) = module.globals[global].as_function() else { return };
    if let AttributeIndex::Parameter(place) = index
        && place >= function.args.len()
    {
        return;
    }
    let list = function.attributes;
    let mut attributes = module.attributes.get(module.attribute_set(list, index)).to_vec();
    let is_same = |other: &Attribute| match (*other, attribute) {
        (Attribute::String(a, _), Attribute::String(b, _)) => a == b,
        (other, attribute) => other.kind().is_some() && other.kind() == attribute.kind(),
    };
    attributes.retain(|other| !is_same(other));
    attributes.push(attribute);
    let set = module.attributes.set(&module.strings, attributes);
    let list = module.with_attribute_set(list, index, set);
    if let GlobalKind::Function(function) = &mut module.globals[global].kind {
        function.attributes = list;
    }
}
