//! Typed pointers, for LLVM before 15: [`infer`] finds out what each pointer points to, [`retype`] gives values their types and puts casts
//! where two uses do not agree. Debug information, hints of attributes and the uses themselves are the evidence; only a pointer of which
//! nothing is known is an `i8*`.

mod bodies;
mod constants;
mod infer;
mod intrinsics;
mod terms;
#[cfg(test)]
mod tests;

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use super::Losses;
use crate::attributes::{Attribute, AttributeListId};
use crate::constants::ConstantKind;
use crate::function::Local;
use crate::globals::Global;
use crate::instruction::Inst;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::{StructId, Type, TypeKind};
use infer::{Body, Infer};

/// The types of a function's values, and those that its instructions state, with typed pointers.
#[derive(Default)]
struct BodyTypes {
    locals: FxHashMap<Local, Type>,
    stated: FxHashMap<Inst, Type>,
}

/// All types that were found.
struct Found {
    /// The types of globals.
    globals: SecondaryMap<Global, Option<Type>>,
    fields: Vec<(StructId, Box<[Type]>)>,
    bodies: FxHashMap<Global, BodyTypes>,
}

/// Gives the pointers of a module their types.
pub(super) fn assign(module: &mut Module, losses: &mut Losses) {
    let Found { globals, fields, mut bodies } = find(module);
    for (id, fields) in fields {
        module.types.structs[id].fields = Some(fields);
    }
    let opaque: Vec<(Global, Type)> =
        module.functions.iter().map(|&it| (it, module.globals[it].ty)).collect();
    let retyper = constants::Retyper::new(module, globals);
    for global in module.listed_globals().collect::<Vec<_>>() {
        let value = &mut module.globals[global];
        value.ty = retyper.global_type(global);
        retyper.properties(value);
    }
    let mut casts = 0;
    for global in module.functions.clone() {
        let types = bodies.remove(&global).unwrap_or_default();
        let Some(function) = module.globals[global].as_function_mut() else { continue };
        let function = std::mem::take(function);
        let (function, count) = bodies::retype(module, &retyper, global, function, types);
        casts += count;
        if let Some(place) = module.globals[global].as_function_mut() {
            *place = function;
        }
    }
    for node in module.metadata.nodes.values_mut() {
        for operand in node.kind.operands_mut() {
            if let Metadata::Constant(constant) = operand {
                *constant = retyper.natural(*constant);
            }
        }
    }
    for (global, opaque) in opaque {
        if module.is_intrinsic(global)
            && let Some(name) = intrinsics::name(module, global, opaque)
        {
            module.globals[global].name = Some(module.strings.intern(name.as_bytes()));
        }
    }
    losses.count("cast between types of pointers, added because two uses differ", casts, false);
}

/// Infers the types of a module.
fn find(module: &Module) -> Found {
    let mut infer = Infer::new(module);
    let structs: Vec<StructId> = module.types.structs.keys().collect();
    let mut fields = Vec::new();
    for id in structs {
        let ty = module.types.intern(TypeKind::Identified(id));
        let Some(terms) = infer.fields_of(ty) else { continue };
        fields.push((id, terms.into_iter().map(|term| infer.resolved(term)).collect()));
    }
    let mut globals = SecondaryMap::new();
    for global in module.listed_globals() {
        let term = infer.value_of(global);
        globals[global] = Some(infer.resolved(term));
    }
    let mut bodies = FxHashMap::default();
    for (global, Body { locals, stated }) in std::mem::take(&mut infer.bodies) {
        let locals = locals.into_iter().map(|(local, term)| (local, infer.resolved(term))).collect();
        let stated = stated.into_iter().map(|(inst, term)| (inst, infer.resolved(term))).collect();
        bodies.insert(global, BodyTypes { locals, stated });
    }
    Found { globals, fields, bodies }
}

/// The list with the types of attributes as the parameters have them.
fn attributes(module: &Module, list: AttributeListId, params: &[Type]) -> AttributeListId {
    let mut sets = module.attributes.get_list(list).clone();
    let mut changed = false;
    for (set, &param) in sets.params.iter_mut().zip(params) {
        let TypeKind::TypedPointer { pointee, .. } = *module.types.kind(param) else { continue };
        let retyped = |attribute: &Attribute| match *attribute {
            Attribute::Type(kind, _) => Attribute::Type(kind, pointee),
            other => other,
        };
        let attributes: Vec<Attribute> = module.attributes.get(*set).iter().map(retyped).collect();
        if attributes[..] != *module.attributes.get(*set) {
            (*set, changed) = (module.attributes.set(&module.strings, attributes), true);
        }
    }
    if changed { module.attributes.list(sets) } else { list }
}

/// Whether a constant has no type by itself: it has any that is asked for.
fn is_any(kind: &ConstantKind) -> bool {
    matches!(kind, ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison)
}
