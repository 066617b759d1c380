//! Objective-C's automatic reference counting: the runtime's functions are intrinsics today, if a module says by a named node how returned
//! values are marked; the node is a module flag.

use super::{bodies_that, take_body};
use crate::constants::{Constant, ConstantKind};
use crate::function::Function;
use crate::globals::{Global, GlobalKind};
use crate::instruction::{Bundle, CallSite, Inst, Instruction};
use crate::intrinsics::{Names, rebuild};
use crate::metadata::{MdNodeKind, Metadata};
use crate::module::Module;
use crate::types::TypeKind;

const MARKER: &str = "clang.arc.retainAutoreleasedReturnValueMarker";

/// The functions of the runtime, without `objc_`, whose intrinsics are `llvm.objc.` and the name, with dots for underscores.
const FUNCTIONS: &[&str] = &[
    "autorelease",
    "autoreleasePoolPop",
    "autoreleasePoolPush",
    "autoreleaseReturnValue",
    "copyWeak",
    "destroyWeak",
    "initWeak",
    "loadWeak",
    "loadWeakRetained",
    "moveWeak",
    "release",
    "retain",
    "retainAutorelease",
    "retainAutoreleaseReturnValue",
    "retainAutoreleasedReturnValue",
    "retainBlock",
    "storeStrong",
    "storeWeak",
    "unsafeClaimAutoreleasedReturnValue",
    "retainedObject",
    "unretainedObject",
    "unretainedPointer",
    "retain_autorelease",
    "sync_enter",
    "sync_exit",
    "arc_annotation_topdown_bbstart",
    "arc_annotation_topdown_bbend",
    "arc_annotation_bottomup_bbstart",
    "arc_annotation_bottomup_bbend",
];

pub(super) fn upgrade(module: &mut Module) {
    calls_of_markers(module);
    let mut names = None;
    replace(module, &mut names, "clang.arc.use", "llvm.objc.clang.arc.use");
    if !marker(module) {
        return;
    }
    for name in FUNCTIONS {
        let new = format!("llvm.objc.{}", name.replace('_', "."));
        replace(module, &mut names, &format!("objc_{name}"), &new);
    }
}

/// Makes the marker a module flag; returns whether there is one.
fn marker(module: &mut Module) -> bool {
    let Some(id) = module.strings.find(MARKER.as_bytes()) else { return false };
    let Some(at) = module.metadata.named.iter().position(|(name, _)| *name == id) else { return false };
    let node = module.metadata.named[at].1.first();
    let Some(MdNodeKind::Tuple(elements)) = node.map(|&node| &module.metadata.nodes[node].kind) else {
        return false;
    };
    let Some(&Metadata::String(text)) = elements.first() else { return false };
    let text = module.text(text).into_owned();
    let value = match text.split('#').collect::<Vec<_>>()[..] {
        [before, behind] => format!("{before};{behind}"),
        _ => text,
    };
    let value = Metadata::String(module.strings.intern(value.as_bytes()));
    super::module_flags::add(module, MARKER, value);
    module.metadata.named.retain(|(name, _)| *name != id);
    true
}

/// Lets calls of a function call an intrinsic.
fn replace(module: &mut Module, names: &mut Option<Names>, old: &str, new: &str) {
    let Some(id) = module.strings.find(old.as_bytes()) else { return };
    let Some(&global) = module.functions.iter().find(|&&it| module.globals[it].name == Some(id)) else {
        return;
    };
    let names = names.get_or_insert_with(|| Names::of(module));
    let Some(short) = new.strip_prefix("llvm.") else { return };
    let Some(intrinsic) = super::maker::declare(module, names, short, &[]) else { return };
    let callee = module.address_of(intrinsic);
    let ty = module.globals[intrinsic].ty;
    let debug_location = module.strings.find(b"dbg");
    let mut stays = false;
    for body in module.functions.clone() {
        let Some(mut function) = take_body(module, body) else { continue };
        for inst in function.insts.keys() {
            if !calls(module, &function, inst, global) {
                continue;
            }
            if !fits(module, &function, inst, ty) {
                stays = true;
                continue;
            }
            let tail = function.insts[inst].inst.call_site().map(|call| call.tail);
            rebuild(&mut function, inst, debug_location);
            if let Some(call) = function.insts[inst].inst.call_site_mut() {
                (call.callee, call.function_type) = (callee.into(), ty);
                call.tail = tail.unwrap_or(call.tail);
            }
        }
        module.globals[body].kind = GlobalKind::Function(function);
    }
    if !stays && !is_used(module, global) {
        module.functions.retain(|&other| other != global);
    }
}

fn calls(module: &Module, function: &Function, inst: Inst, callee: Global) -> bool {
    let Instruction::Call(call) = &function.insts[inst].inst else { return false };
    let constant = call.callee.constant().map(|constant| module.constants.kind(constant));
    constant == Some(&ConstantKind::Global(callee))
}

/// Whether a call has the types of the intrinsic; pointers are all of one type.
fn fits(module: &Module, function: &Function, inst: Inst, ty: crate::Type) -> bool {
    let Some(call) = function.insts[inst].inst.call_site() else { return false };
    let (TypeKind::Function { ret: old, .. }, TypeKind::Function { ret, params, varargs }) =
        (module.types.kind(call.function_type), module.types.kind(ty))
    else {
        return false;
    };
    old == ret
        && (call.args.len() == params.len() || *varargs && call.args.len() > params.len())
        && call.args.iter().zip(params).all(|(&arg, &param)| module.type_of(function, arg) == param)
}

/// Whether a function is still used by an instruction or a global.
fn is_used(module: &mut Module, global: Global) -> bool {
    let address: Constant = module.address_of(global);
    let in_constants =
        module.constants.ids().any(|constant| module.constants.kind(constant).operands().contains(&address));
    let in_body = |function: &Function| {
        function.instructions().any(|(_, inst)| {
            let mut is_operand = false;
            function.insts[inst].inst.for_each_operand(function, |value| {
                is_operand |= value.constant() == Some(address);
            });
            is_operand
        })
    };
    in_constants || module.definitions().any(|(_, _, function)| in_body(function))
}

/// What older LLVMs wrote of calls alone: a bundle that marks nothing, and a comment in a call of inline assembly.
fn calls_of_markers(module: &mut Module) {
    let bundle = module.strings.find(b"clang.arc.attachedcall");
    let comments = comments(module);
    if bundle.is_none() && comments.is_empty() {
        return;
    }
    let is_empty = |it: &Bundle| Some(it.tag) == bundle && it.inputs.is_empty();
    let changes = |call: &CallSite| {
        call.bundles.iter().any(is_empty)
            || comments.iter().any(|(old, _)| call.callee.constant() == Some(*old))
    };
    let changed = bodies_that(module, |function| {
        function.insts.values().any(|data| data.inst.call_site().is_some_and(changes))
    });
    for global in changed {
        let GlobalKind::Function(function) = &mut module.globals[global].kind else { continue };
        for data in function.insts.values_mut() {
            let Some(call) = data.inst.call_site_mut() else { continue };
            call.bundles.retain(|it| !is_empty(it));
            if let Some((_, new)) = comments.iter().find(|(old, _)| call.callee.constant() == Some(*old)) {
                call.callee = (*new).into();
            }
        }
    }
}

/// Inline assembly that marks the register of a returned value, as it was and as it is.
fn comments(module: &Module) -> Vec<(Constant, Constant)> {
    let comment = |constant: Constant| {
        let data = module.constants.get(constant);
        let ConstantKind::InlineAsm(asm) = &data.kind else { return None };
        let template = module.strings.get(asm.template);
        let at = memchr::memmem::find(template, b"# marker")?;
        let is_marker = template.starts_with(b"mov\tfp")
            && memchr::memmem::find(template, b"objc_retainAutoreleaseReturnValue").is_some();
        let mut new = template.to_vec();
        new[at] = b';';
        let mut asm = asm.clone();
        asm.template = module.strings.intern(&new);
        is_marker.then(|| (constant, module.constants.intern(data.ty, ConstantKind::InlineAsm(asm))))
    };
    module.constants.ids().filter_map(comment).collect()
}
