//! Protection of branches on ARM: flags of the module were for all functions, and today functions have attributes of their own.

use super::module_flags::{number, set_flag};
use crate::attributes::{Attribute, AttributeSetId};
use crate::edit::AttributeIndex;
use crate::function::Function;
use crate::globals::GlobalKind;
use crate::metadata::{MdNodeKind, Metadata};
use crate::module::Module;

/// Flags that are attributes of the same name.
const SAME: [&str; 3] = ["branch-target-enforcement", "branch-protection-pauth-lr", "guarded-control-stack"];
const SIGN: &str = "sign-return-address";
const SIGN_ALL: &str = "sign-return-address-all";
const SIGN_B: &str = "sign-return-address-with-bkey";
const KEY: &str = "sign-return-address-key";

/// The value of a flag of which functions have had their attributes.
const DONE: u64 = 2;

/// Gives functions the attributes that the flags stand for.
pub(super) fn upgrade(module: &mut Module) {
    let Some(triple) = module.target_triple else { return };
    let triple = module.text(triple);
    if !["arm", "thumb", "aarch64"].iter().any(|begin| triple.starts_with(begin)) {
        return;
    }
    let names = SAME.into_iter().chain([SIGN, SIGN_ALL, SIGN_B, KEY]);
    if !names.into_iter().any(|name| module.strings.find(name.as_bytes()).is_some()) {
        return;
    }
    let flags = flags(module);
    let value =
        |name: &str| flags.iter().rev().find(|(known, _)| known == name).map_or(0, |(_, value)| *value);
    let all = SAME.into_iter().chain([SIGN, SIGN_ALL, SIGN_B]);
    if all.clone().any(|name| flags.iter().any(|(known, value)| known == name && *value == DONE)) {
        return;
    }
    let is_set = SAME.map(|name| value(name) == 1);
    let (signs, signs_all, key_b) = (value(SIGN) == 1, value(SIGN_ALL) == 1, value(SIGN_B) == 1);
    for global in module.functions.clone() {
        let Some(function) = module.globals[global].as_function() else { continue };
        if Function::is_declaration(function) {
            continue;
        }
        let list = function.attributes;
        let set = module.attribute_set(list, AttributeIndex::Function);
        let mut attributes = module.attributes.get(set).to_vec();
        if signs {
            let which = if signs_all { "all" } else { "non-leaf" };
            set_if_missing(module, &mut attributes, SIGN, which);
            set_if_missing(module, &mut attributes, KEY, if key_b { "b_key" } else { "a_key" });
        } else if text(module, &attributes, SIGN).as_deref() == Some("none") {
            remove(module, &mut attributes, SIGN);
            remove(module, &mut attributes, KEY);
        }
        for (name, is_set) in SAME.into_iter().zip(is_set) {
            match text(module, &attributes, name).as_deref() {
                None if is_set => {
                    attributes.push(Attribute::String(module.strings.intern(name.as_bytes()), None));
                }
                Some("false") => remove(module, &mut attributes, name),
                Some("true") => {
                    remove(module, &mut attributes, name);
                    attributes.push(Attribute::String(module.strings.intern(name.as_bytes()), None));
                }
                _ => {}
            }
        }
        let set: AttributeSetId = module.attributes.set(&module.strings, attributes);
        let list = module.with_attribute_set(list, AttributeIndex::Function, set);
        if let GlobalKind::Function(function) = &mut module.globals[global].kind {
            function.attributes = list;
        }
    }
    for (name, is_set) in SAME.into_iter().zip(is_set) {
        if is_set {
            set_flag(module, name, DONE);
        }
    }
    if signs {
        set_flag(module, SIGN, DONE);
        for (name, is_set) in [(SIGN_ALL, signs_all), (SIGN_B, key_b)] {
            if is_set {
                set_flag(module, name, DONE);
            }
        }
    }
}

/// The module flags that are numbers, in order.
fn flags(module: &Module) -> Vec<(String, u64)> {
    let Some(id) = module.strings.find(b"llvm.module.flags") else { return Vec::new() };
    let nodes = module.metadata.named.iter().filter(|(name, _)| *name == id).flat_map(|(_, nodes)| nodes);
    let flag = |node| match &module.metadata.nodes[node].kind {
        MdNodeKind::Tuple(elements) => match elements[..] {
            [_, Metadata::String(name), value] => {
                Some((module.text(name).into_owned(), number(module, value)?))
            }
            _ => None,
        },
        MdNodeKind::Specialized { .. } => None,
    };
    nodes.filter_map(|&node| flag(node)).collect()
}

fn is(module: &Module, attribute: &Attribute, name: &str) -> bool {
    matches!(attribute, Attribute::String(key, _) if module.strings.get(*key) == name.as_bytes())
}

/// The value of a string attribute.
fn text(module: &Module, attributes: &[Attribute], name: &str) -> Option<String> {
    attributes.iter().find(|attribute| is(module, attribute, name)).map(|attribute| match attribute {
        Attribute::String(_, Some(value)) => module.text(*value).into_owned(),
        _ => String::new(),
    })
}

fn remove(module: &Module, attributes: &mut Vec<Attribute>, name: &str) {
    attributes.retain(|attribute| !is(module, attribute, name));
}

fn set_if_missing(module: &Module, attributes: &mut Vec<Attribute>, name: &str, value: &str) {
    if text(module, attributes, name).is_none() {
        let [key, value] = [name, value].map(|it| module.strings.intern(it.as_bytes()));
        attributes.push(Attribute::String(key, Some(value)));
    }
}
