//! What functions say of themselves in bitcode of older LLVMs: attributes that mean nothing for their types, or something else today.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::nodes::Nodes;
use super::{bodies_that, take_body};
use crate::attributes::{Attribute, AttributeKind, AttributeListId, AttributeSetId};
use crate::edit::AttributeIndex;
use crate::entity::StrId;
use crate::function::Function;
use crate::globals::{Global, GlobalKind};
use crate::instruction::{CallSite, Instruction};
use crate::metadata::{MdNode, MdNodeKind, Metadata};
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::verify::can_apply;

pub(super) fn upgrade(module: &mut Module) {
    strict_calls(module);
    types(module);
    types_of_calls(module);
    sections(module);
    atomics(module);
    weights(module);
}

/// Calls with strict floating-point numbers in functions without: they are only calls of what is not built in.
fn strict_calls(module: &mut Module) {
    let is_strict =
        |set: AttributeSetId| module.attributes.get(set).contains(&Attribute::Enum(AttributeKind::StrictFP));
    if !module.attributes.sets().any(is_strict) {
        return;
    }
    let mut lists: FxHashMap<AttributeListId, AttributeListId> = FxHashMap::default();
    let is_other = |function: &Function| {
        let set = module.attribute_set(function.attributes, AttributeIndex::Function);
        !has(module, set, AttributeKind::StrictFP)
    };
    for global in bodies_that(module, is_other) {
        let Some(mut function) = take_body(module, global) else { continue };
        for inst in function.insts.keys() {
            let Some(call) = function.insts[inst].inst.call_site() else { continue };
            let set = module.attribute_set(call.attributes, AttributeIndex::Function);
            let is_strict = has(module, set, AttributeKind::StrictFP) || is_strict_function(module, call);
            if !is_strict || is_constrained(module, call.callee) {
                continue;
            }
            let list = call.attributes;
            let new = *lists.entry(list).or_insert_with(|| {
                let mut attributes = module.attributes.get(set).to_vec();
                attributes.retain(|attribute| attribute.kind() != Some(AttributeKind::StrictFP));
                if !attributes.contains(&Attribute::Enum(AttributeKind::NoBuiltin)) {
                    attributes.push(Attribute::Enum(AttributeKind::NoBuiltin));
                }
                let set = module.attributes.set(&module.strings, attributes);
                module.with_attribute_set(list, AttributeIndex::Function, set)
            });
            if let Some(call) = function.insts[inst].inst.call_site_mut() {
                call.attributes = new;
            }
        }
        module.globals[global].kind = GlobalKind::Function(function);
    }
}

/// Whether what is called is a function for strict floating-point numbers.
fn is_strict_function(module: &Module, call: &CallSite) -> bool {
    let function = module.named_callee(call).and_then(|global| module.globals[global].as_function());
    function.is_some_and(|function| {
        let set = module.attribute_set(function.attributes, AttributeIndex::Function);
        has(module, set, AttributeKind::StrictFP)
    })
}

fn has(module: &Module, set: AttributeSetId, kind: AttributeKind) -> bool {
    module.attributes.get(set).iter().any(|attribute| attribute.kind() == Some(kind))
}

fn is_constrained(module: &Module, callee: crate::Value) -> bool {
    let Some(crate::ConstantKind::Global(global)) = callee.constant().map(|it| module.constants.kind(it))
    else {
        return false;
    };
    let name = module.globals[*global].name.map(|name| module.strings.get(name)).unwrap_or_default();
    name.starts_with(b"llvm.experimental.constrained.")
}

/// Takes attributes from results and parameters of functions that cannot have them.
fn types(module: &mut Module) {
    for global in module.functions.clone() {
        let value = &module.globals[global];
        let Some(function) = value.as_function() else { continue };
        let list = function.attributes;
        if list == AttributeListId::default() {
            continue;
        }
        let TypeKind::Function { ret, params, .. } = module.types.kind(value.ty) else { continue };
        let new = fitting(module, list, *ret, params).unwrap_or(list);
        set_list(module, global, new);
    }
}

/// The list without attributes that values of these types cannot have; `None` if it has none.
fn fitting(module: &Module, list: AttributeListId, ret: Type, params: &[Type]) -> Option<AttributeListId> {
    let mut new = None;
    for (place, ty) in places(ret, params) {
        let set = module.attribute_set(new.unwrap_or(list), place);
        if !fit(module, set, ty) {
            let all = module.attributes.get(set).iter().copied();
            let kept: Vec<Attribute> = all.filter(|attribute| fits(module, attribute, ty)).collect();
            let set = module.attributes.set(&module.strings, kept);
            new = Some(module.with_attribute_set(new.unwrap_or(list), place, set));
        }
    }
    new
}

/// The places of the result and of the arguments, with their types.
fn places(ret: Type, params: &[Type]) -> impl Iterator<Item = (AttributeIndex, Type)> {
    let params = params.iter().enumerate().map(|(index, &ty)| (AttributeIndex::Parameter(index), ty));
    std::iter::once((AttributeIndex::Result, ret)).chain(params)
}

/// Whether values of a type can have all attributes of a set.
fn fit(module: &Module, set: AttributeSetId, ty: Type) -> bool {
    module.attributes.get(set).iter().all(|attribute| fits(module, attribute, ty))
}

fn fits(module: &Module, attribute: &Attribute, ty: Type) -> bool {
    attribute.kind().is_none_or(|kind| can_apply(&module.types, kind, ty))
}

/// Takes attributes from calls that their results and arguments cannot have.
fn types_of_calls(module: &mut Module) {
    let is_wrong =
        |known: &mut FxHashMap<(AttributeListId, Type), bool>, function: &Function, call: &CallSite| {
            let find = || {
                types_of_call(module, function, call).is_some_and(|(ret, params)| {
                    !places(ret, &params)
                        .all(|(place, ty)| fit(module, module.attribute_set(call.attributes, place), ty))
                })
            };
            if call.attributes == AttributeListId::default() {
                false
            } else if has_varargs(module, call) {
                find()
            } else {
                *known.entry((call.attributes, call.function_type)).or_insert_with(find)
            }
        };
    let wrong: Vec<Global> = module
        .functions
        .par_iter()
        .map_init(FxHashMap::default, |known, &global| {
            let function = module.globals[global].as_function()?;
            let mut calls = function.insts.values().filter_map(|data| data.inst.call_site());
            calls.any(|call| is_wrong(known, function, call)).then_some(global)
        })
        .flatten()
        .collect();
    for global in wrong {
        let Some(mut function) = take_body(module, global) else { continue };
        for inst in function.insts.keys() {
            let Some(call) = function.insts[inst].inst.call_site() else { continue };
            let Some((ret, params)) = types_of_call(module, &function, call) else { continue };
            let new = fitting(module, call.attributes, ret, &params);
            if let (Some(new), Some(call)) = (new, function.insts[inst].inst.call_site_mut()) {
                call.attributes = new;
            }
        }
        module.globals[global].kind = GlobalKind::Function(function);
    }
}

fn has_varargs(module: &Module, call: &CallSite) -> bool {
    matches!(module.types.kind(call.function_type), TypeKind::Function { varargs: true, .. })
}

/// The types of the result and of the arguments of a call.
fn types_of_call(module: &Module, function: &Function, call: &CallSite) -> Option<(Type, Vec<Type>)> {
    let TypeKind::Function { ret, params, varargs } = module.types.kind(call.function_type) else {
        return None;
    };
    let params = match varargs {
        true => call.args.iter().map(|&arg| module.type_of(function, arg)).collect(),
        false => params.to_vec(),
    };
    Some((*ret, params))
}

fn set_list(module: &mut Module, global: Global, list: AttributeListId) {
    if let GlobalKind::Function(function) = &mut module.globals[global].kind {
        function.attributes = list;
    }
}

/// Takes a string attribute from a function, and returns its value.
fn take(module: &mut Module, global: Global, key: StrId) -> Option<Option<StrId>> {
    let list = module.globals[global].as_function()?.attributes;
    let set = module.attribute_set(list, AttributeIndex::Function);
    let mut attributes = module.attributes.get(set).to_vec();
    let at = attributes.iter().position(|it| matches!(it, Attribute::String(known, _) if *known == key))?;
    let Attribute::String(_, value) = attributes.remove(at) else { return None };
    let set = module.attributes.set(&module.strings, attributes);
    let list = module.with_attribute_set(list, AttributeIndex::Function, set);
    set_list(module, global, list);
    Some(value)
}

/// The attribute `"implicit-section-name"` was a section.
fn sections(module: &mut Module) {
    let Some(key) = module.strings.find(b"implicit-section-name") else { return };
    for global in module.functions.clone() {
        if let Some(section) = take(module, global, key) {
            module.globals[global].section = section;
        }
    }
}

/// The attribute `"amdgpu-unsafe-fp-atomics"` of functions is metadata of instructions today.
fn atomics(module: &mut Module) {
    const KINDS: [&[u8]; 3] = [
        b"amdgpu.no.fine.grained.host.memory",
        b"amdgpu.no.remote.memory.access",
        b"amdgpu.ignore.denormal.mode",
    ];
    let Some(key) = module.strings.find(b"amdgpu-unsafe-fp-atomics") else { return };
    let mut nodes = Nodes::default();
    for global in module.functions.clone() {
        if module.globals[global].as_function().is_none_or(Function::is_declaration) {
            continue;
        }
        let value = take(module, global, key).flatten();
        if value.is_none_or(|value| module.strings.get(value) != b"true") {
            continue;
        }
        let empty = nodes.tuple(&mut module.metadata, &[]);
        let kinds = KINDS.map(|kind| module.strings.intern(kind));
        let GlobalKind::Function(function) = &mut module.globals[global].kind else { continue };
        let insts: Vec<_> = function.insts.keys().collect();
        for inst in insts {
            let Instruction::AtomicRmw(rmw) = &function.insts[inst].inst else { continue };
            if !rmw.op.is_float() {
                continue;
            }
            let mut attachments = function.inst_attachments(inst).to_vec();
            attachments.retain(|(kind, _)| !kinds.contains(kind));
            attachments.extend(kinds.map(|kind| (kind, empty)));
            let attachments = function.push_attachments(&attachments);
            function.set_attachments(inst, attachments);
        }
    }
}

/// Drops weights of branches, of which there must be one for each successor.
fn weights(module: &mut Module) {
    let (Some(kind), Some(name)) = (module.strings.find(b"prof"), module.strings.find(b"branch_weights"))
    else {
        return;
    };
    let expected = module.strings.find(b"expected");
    let count = |module: &Module, node: MdNode| match &module.metadata.nodes[node].kind {
        MdNodeKind::Tuple(elements) if elements.first() == Some(&Metadata::String(name)) => {
            let is_expected = |it: &Metadata| matches!(it, Metadata::String(word) if Some(*word) == expected);
            Some(elements.len() - 1 - usize::from(elements.get(1).is_some_and(is_expected)))
        }
        _ => None,
    };
    let has_weights = |function: &Function| {
        function.attachments.iter().any(|(known, node)| *known == kind && count(module, *node).is_some())
    };
    for global in bodies_that(module, has_weights) {
        let Some(mut function) = take_body(module, global) else { continue };
        for inst in function.insts.keys() {
            let attachments = function.inst_attachments(inst);
            let found = attachments.iter().find(|(known, _)| *known == kind);
            let Some(found) = found.and_then(|(_, node)| count(module, *node)) else { continue };
            let wanted = match &function.insts[inst].inst {
                Instruction::Br(_) | Instruction::Call(_) => 1,
                Instruction::CondBr { .. } | Instruction::Select { .. } => 2,
                Instruction::Switch(switch) => 1 + switch.cases.len(),
                Instruction::IndirectBr { destinations, .. } => destinations.len(),
                _ => continue,
            };
            if found != wanted {
                let kept: Vec<_> = attachments.iter().copied().filter(|(known, _)| *known != kind).collect();
                let kept = function.push_attachments(&kept);
                function.set_attachments(inst, kept);
            }
        }
        module.globals[global].kind = GlobalKind::Function(function);
    }
}
