//! Intrinsics that have another name or other parameters today.

use rustc_hash::FxHashMap;

use super::{Order, barriers, lifetimes};
use crate::globals::GlobalKind;
use crate::intrinsics::{Change, Names, base_name, change_calls, full_name};
use crate::module::Module;
use crate::types::Type;

/// Intrinsics whose calls LLVM rebuilds when it renames them, keeping only the arguments and the debug location.
const REBUILT: &[&str] =
    &["llvm.bitreverse", "llvm.convert.from.fp16", "llvm.ctpop", "llvm.objectsize", "llvm.thread.pointer"];

/// Upgrades the declared intrinsics of a module, and their calls.
pub(super) fn upgrade(module: &mut Module, order: Order) {
    let mut names = None;
    let mut changes = FxHashMap::default();
    let mut lifetimes = Vec::new();
    for global in module.functions.clone() {
        let value = &module.globals[global];
        let (Some(id), ty, Some(function)) = (value.name, value.ty, value.as_function()) else { continue };
        let name = module.strings.get(id);
        if !name.starts_with(b"llvm.") || !function.is_declaration() {
            continue;
        }
        if let Some(marker) = lifetimes::Marker::of(module, global) {
            let names = names.get_or_insert_with(|| Names::of(module));
            marker.replace_declaration(module, names);
            match order {
                Order::Text => lifetimes::change_calls(module, names, &[marker]),
                Order::Bitcode => lifetimes.push(marker),
            }
            continue;
        }
        if !is_renamed(module, name, ty) {
            continue;
        }
        let (calling_convention, old) = (function.calling_convention, module.text(id).into_owned());
        let rebuilt = base_name(&old).is_some_and(|base| REBUILT.contains(&base));
        let names = names.get_or_insert_with(|| Names::of(module));
        let Some(full) = names.full_name(module, &old, ty) else { continue };
        if full == old.as_bytes() {
            continue;
        }
        module.functions.retain(|&other| other != global);
        let callee = match names.function(module, &full, ty) {
            Some(known) => known,
            None => {
                names.make_room(module, &full, ".renamed");
                names.globals.remove(&id);
                names.declare(module, global, &full, ty);
                global
            }
        };
        if let GlobalKind::Function(function) = &mut module.globals[callee].kind {
            function.calling_convention = calling_convention;
        }
        if rebuilt || callee != global {
            changes.insert(global, Change { callee: module.address_of(callee), rebuilt });
        }
    }
    if !changes.is_empty() {
        change_calls(module, |callee, _| changes.get(&callee).copied());
    }
    if let (false, Some(names)) = (lifetimes.is_empty(), &mut names) {
        lifetimes::change_calls(module, names, &lifetimes);
    }
    barriers::upgrade(module);
}

/// Whether a declaration may have to be renamed. Cheaper than determining the new name.
fn is_renamed(module: &Module, name: &[u8], ty: Type) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    full_name(module, name, ty, |_| false).is_some_and(|full| full != name.as_bytes())
}
