//! Module flags that are merged in another way, or have other values, today.

use crate::constants::ConstantKind;
use crate::metadata::{MdNode, MdNodeData, MdNodeKind, Metadata};
use crate::module::Module;
use crate::types::Type;

/// How flags of two modules are merged, by LLVM's number.
const ERROR: u64 = 1;
const OVERRIDE: u64 = 4;
const MAX: u64 = 7;
const MIN: u64 = 8;

/// Flags with another behavior: which it was, and which it is.
const BEHAVIORS: &[(&str, &[u64], u64)] = &[
    ("PIC Level", &[ERROR, MAX], MIN),
    ("PIE Level", &[ERROR], MAX),
    ("branch-target-enforcement", &[ERROR], MIN),
    ("sign-return-address", &[ERROR], MIN),
    ("sign-return-address-all", &[ERROR], MIN),
    ("sign-return-address-with-bkey", &[ERROR], MIN),
];
const RENAMED: (&str, &str) = ("amdgpu_code_object_version", "amdhsa_code_object_version");
const SECTION: &str = "Objective-C Image Info Section";
/// The versions of Swift were bytes of this flag's value.
const GARBAGE_COLLECTION: &str = "Objective-C Garbage Collection";
const IMAGE_INFO: &str = "Objective-C Image Info Version";
const CLASS_PROPERTIES: &str = "Objective-C Class Properties";

/// A flag as data.
struct Flag {
    behavior: u64,
    name: String,
    value: Metadata,
}

/// Upgrades the module flags.
pub(super) fn upgrade(module: &mut Module) {
    let Some(id) = module.strings.find(b"llvm.module.flags") else { return };
    let Some(at) = module.metadata.named.iter().position(|(name, _)| *name == id) else { return };
    let nodes = module.metadata.named[at].1.clone();
    let mut changed = nodes.clone();
    let mut added = Vec::new();
    let (mut has_image_info, mut has_properties) = (false, false);
    for (index, &node) in nodes.iter().enumerate() {
        let Some(mut flag) = flag(module, node) else { continue };
        has_image_info |= flag.name == IMAGE_INFO;
        has_properties |= flag.name == CLASS_PROPERTIES;
        if change(module, &mut flag, &mut added) {
            changed[index] = flag.node(module);
        }
    }
    if has_image_info && !has_properties {
        let value = integer(module, module.types.common.i32, 0);
        added.insert(0, Flag { behavior: OVERRIDE, name: CLASS_PROPERTIES.to_owned(), value });
    }
    let added: Vec<MdNode> = added.into_iter().map(|flag| flag.node(module)).collect();
    changed.extend(added);
    module.metadata.named[at].1 = changed;
}

/// Upgrades a flag; returns whether it has changed. `added` gets new ones.
fn change(module: &Module, flag: &mut Flag, added: &mut Vec<Flag>) -> bool {
    let common = module.types.common;
    if let Some(&(_, old, new)) = BEHAVIORS.iter().find(|row| row.0 == flag.name) {
        let is_old = old.contains(&flag.behavior);
        if is_old {
            flag.behavior = new;
        }
        return is_old;
    }
    if flag.name == RENAMED.0 {
        flag.name = RENAMED.1.to_owned();
        return true;
    }
    if let (SECTION, Metadata::String(text)) = (&*flag.name, flag.value) {
        let old = module.text(text).into_owned();
        let new = old.split(',').map(str::trim).collect::<Vec<_>>().join(",");
        flag.value = Metadata::String(module.strings.intern(new.as_bytes()));
        return new != old;
    }
    let is_byte =
        |value: Metadata| matches!(value, Metadata::Constant(it) if module.constants.ty(it) == common.i8);
    if let (GARBAGE_COLLECTION, Some(value), false) =
        (&*flag.name, number(module, flag.value), is_byte(flag.value))
    {
        let byte = |shift: u32| (value >> shift & 0xff) as i64;
        (flag.behavior, flag.value) = (ERROR, integer(module, common.i8, byte(0)));
        if value > 0xff {
            let parts = [
                ("Swift ABI Version", common.i32, byte(8)),
                ("Swift Major Version", common.i8, byte(24)),
                ("Swift Minor Version", common.i8, byte(16)),
            ];
            added.extend(parts.map(|(name, ty, value)| {
                let value = integer(module, ty, value);
                Flag { behavior: ERROR, name: name.to_owned(), value }
            }));
        }
        return true;
    }
    false
}

/// Adds a flag of which all modules must have the same value.
pub(super) fn add(module: &mut Module, name: &str, value: Metadata) {
    let id = module.strings.intern(b"llvm.module.flags");
    let node = Flag { behavior: ERROR, name: name.to_owned(), value }.node(module);
    match module.metadata.named.iter_mut().find(|(known, _)| *known == id) {
        Some((_, nodes)) => nodes.push(node),
        None => module.metadata.named.push((id, vec![node])),
    }
}

/// Sets the value of a flag whose least value counts; adds the flag if there is none.
pub(super) fn set_flag(module: &mut Module, name: &str, value: u64) {
    let id = module.strings.intern(b"llvm.module.flags");
    let Some(list) = module.metadata.named.iter().position(|(known, _)| *known == id) else { return };
    let nodes = module.metadata.named[list].1.clone();
    let at = nodes.iter().position(|&node| flag(module, node).is_some_and(|flag| flag.name == name));
    let value = integer(module, module.types.common.i32, value as i64);
    let node = Flag { behavior: MIN, name: name.to_owned(), value }.node(module);
    match at {
        Some(at) => module.metadata.named[list].1[at] = node,
        None => module.metadata.named[list].1.push(node),
    }
}

/// The flag that a node is.
fn flag(module: &Module, node: MdNode) -> Option<Flag> {
    let MdNodeKind::Tuple(elements) = &module.metadata.nodes[node].kind else { return None };
    let &[behavior, Metadata::String(name), value] = &elements[..] else { return None };
    Some(Flag { behavior: number(module, behavior)?, name: module.text(name).into_owned(), value })
}

impl Flag {
    fn node(self, module: &mut Module) -> MdNode {
        let behavior = integer(module, module.types.common.i32, self.behavior as i64);
        let name = Metadata::String(module.strings.intern(self.name.as_bytes()));
        let kind = MdNodeKind::Tuple([behavior, name, self.value].into_iter().collect());
        module.metadata.nodes.push(MdNodeData { distinct: false, kind })
    }
}

pub(super) fn number(module: &Module, value: Metadata) -> Option<u64> {
    let Metadata::Constant(constant) = value else { return None };
    match *module.constants.kind(constant) {
        ConstantKind::Integer(number) => Some(number),
        ConstantKind::Zero => Some(0),
        _ => None,
    }
}

fn integer(module: &Module, ty: Type, value: i64) -> Metadata {
    Metadata::Constant(module.constants.integer(&module.types, ty, value))
}
