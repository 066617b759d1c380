//! Attributes of functions, calls and variables that have another form today.

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

use crate::attributes::values::{Access, AttributeValue, MemoryEffects, MemoryLocation};
use crate::attributes::{Attribute, AttributeKind, AttributeList, AttributeListId, AttributeSetId};
use crate::entity::StrId;
use crate::globals::GlobalKind;
use crate::module::Module;

/// Takes the memories of the target out of `memory(…)`: LLVMs that did not know them wrote attributes without them, and they are read so.
pub(super) fn restrict_target_memories(module: &mut Module) {
    replace_sets(module, |module, attributes| {
        let at = attributes.iter().position(|attribute| attribute.kind() == Some(AttributeKind::Memory))?;
        let Attribute::Text(kind, text) = attributes[at] else { return None };
        let effects = MemoryEffects::parse(&module.text(text))?;
        let [first, second] = [MemoryLocation::TargetMem0, MemoryLocation::TargetMem1];
        let new = effects.with(first, Access::None).with(second, Access::None);
        (new != effects).then(|| {
            attributes[at] = Attribute::Text(kind, module.strings.intern(new.to_string().as_bytes()));
        })
    });
}

/// Old names of string attributes, their values, and what has replaced them; nothing if they mean nothing today.
type Row = (&'static str, Option<&'static str>, Option<New>);

#[derive(Clone, Copy)]
enum New {
    String(&'static str, &'static str),
    Keyword(AttributeKind),
}

/// As LLVM's reader of bitcode replaces them. The first row that fits a set counts for the attribute `"frame-pointer"`.
const STRINGS: &[Row] = &[
    ("no-frame-pointer-elim", Some("true"), Some(New::String("frame-pointer", "all"))),
    ("no-frame-pointer-elim-non-leaf", None, Some(New::String("frame-pointer", "non-leaf"))),
    ("no-frame-pointer-elim", None, Some(New::String("frame-pointer", "none"))),
    ("null-pointer-is-valid", Some("true"), Some(New::Keyword(AttributeKind::NullPointerIsValid))),
    ("null-pointer-is-valid", None, None),
];

/// Replaces string attributes that have become other attributes.
pub(super) fn upgrade_strings(module: &mut Module) {
    let known: FxHashMap<StrId, &str> = STRINGS
        .iter()
        .filter_map(|(name, ..)| Some((module.strings.find(name.as_bytes())?, *name)))
        .collect();
    if known.is_empty() {
        return;
    }
    let is_old =
        |attribute: &Attribute| matches!(attribute, Attribute::String(key, _) if known.contains_key(key));
    replace_sets(module, |module, attributes| {
        let old: Vec<Attribute> = attributes.iter().copied().filter(is_old).collect();
        if old.is_empty() {
            return None;
        }
        attributes.retain(|attribute| !is_old(attribute));
        let mut added: Vec<&str> = Vec::new();
        for &(name, value, new) in STRINGS {
            let fits = |attribute: &&Attribute| match **attribute {
                Attribute::String(key, text) => {
                    let text = text.map(|text| module.text(text)).unwrap_or_default();
                    known.get(&key) == Some(&name) && value.is_none_or(|value| value == text)
                }
                _ => false,
            };
            if !old.iter().any(|attribute| fits(&attribute)) {
                continue;
            }
            match new {
                Some(New::String(key, _)) if added.contains(&key) => {}
                Some(New::String(key, value)) => {
                    added.push(key);
                    let (key, value) = (key.as_bytes(), value.as_bytes());
                    let value = Some(module.strings.intern(value));
                    attributes.push(Attribute::String(module.strings.intern(key), value));
                }
                Some(New::Keyword(kind)) => attributes.push(Attribute::Enum(kind)),
                None => {}
            }
        }
        Some(())
    });
}

/// Replaces the sets of attributes that `change` changes, wherever they are used.
fn replace_sets(module: &mut Module, change: impl Fn(&Module, &mut Vec<Attribute>) -> Option<()>) {
    let mut sets: FxHashMap<AttributeSetId, AttributeSetId> = FxHashMap::default();
    for set in module.attributes.sets() {
        let mut attributes = module.attributes.get(set).to_vec();
        if change(module, &mut attributes).is_some() {
            sets.insert(set, module.attributes.set(&module.strings, attributes));
        }
    }
    if sets.is_empty() {
        return;
    }
    let new = |set: &AttributeSetId| *sets.get(set).unwrap_or(set);
    let mut lists: FxHashMap<AttributeListId, AttributeListId> = FxHashMap::default();
    for index in 0..module.attributes.count() {
        let list = AttributeListId::new(index);
        let AttributeList { function, ret, params } = module.attributes.get_list(list);
        let changed = AttributeList {
            function: new(function),
            ret: new(ret),
            params: params.iter().map(new).collect(),
        };
        let changed = module.attributes.list(changed);
        if changed != list {
            lists.insert(list, changed);
        }
    }
    for global in module.globals.values_mut() {
        match &mut global.kind {
            GlobalKind::Function(function) => {
                function.attributes = *lists.get(&function.attributes).unwrap_or(&function.attributes);
                for data in function.insts.values_mut() {
                    if let Some(call) = data.inst.call_site_mut() {
                        call.attributes = *lists.get(&call.attributes).unwrap_or(&call.attributes);
                    }
                }
            }
            GlobalKind::Variable(variable) => variable.attributes = new(&variable.attributes),
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
        }
    }
}
