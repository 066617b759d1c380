//! Garbage collection: roots, statepoints and what belongs to them. Source: LLVM, Garbage Collection with LLVM, Garbage Collection
//! Safepoints in LLVM.

use super::{CallRule, Called};
use crate::attributes::AttributeKind as Kind;
use crate::attributes::values::{Access, MemoryLocation};
use crate::constants::ConstantKind;
use crate::function::Value;
use crate::globals::calling_convention_name;
use crate::instruction::{Bundle, CallSite, Inst, Instruction};
use crate::types::{Type, TypeKind};
use crate::verify::{Body, Rule, broken, check};

const STATEPOINT: &[u8] = b"llvm.experimental.gc.statepoint";

pub(super) fn rule(name: &str) -> Option<CallRule> {
    Some(match name {
        "gcroot" => root,
        "gcread" | "gcwrite" => is_collected,
        "experimental.gc.statepoint" => |called| {
            is_collected(called)?;
            statepoint(called)?;
            statepoint_arguments(called)?;
            statepoint_uses(called)
        },
        "experimental.gc.result" => result,
        "experimental.gc.relocate" => relocate,
        "experimental.patchpoint" => patchpoint,
        _ => return None,
    })
}

fn is_collected(called: &Called<'_, '_, '_>) -> Rule {
    let has = called.body.function.gc.is_some();
    check!(has, "Enclosing function does not use GC.", called.inst);
    Ok(())
}

fn root(called: &Called<'_, '_, '_>) -> Rule {
    let slot = called.body.without_casts(called.arg(0));
    let Some((_, Instruction::Alloca(alloca))) = called.body.defined_by(slot) else {
        return Err(broken("llvm.gcroot parameter #1 must be an alloca.", [called.inst.into()]));
    };
    let is_constant = called.arg(1).constant().is_some();
    check!(is_constant, "llvm.gcroot parameter #2 must be a constant.", called.inst);
    let is_pointer = called.body.types().is_pointer(alloca.allocated);
    let is_null = matches!(called.constant(1), Some(ConstantKind::Zero));
    check!(
        is_pointer || !is_null,
        "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.",
        called.inst
    );
    is_collected(called)
}

/// The parts of the type of the function that a statepoint calls.
fn wrapped<'m>(called: &Called<'_, '_, 'm>, ty: Option<Type>) -> Option<(Type, &'m [Type], bool)> {
    match called.body.types().kind(ty?) {
        TypeKind::Function { ret, params, varargs } => Some((*ret, params, *varargs)),
        _ => None,
    }
}

fn statepoint(called: &Called<'_, '_, '_>) -> Rule {
    let inst = called.inst;
    let effects = called.body.context.module.call_memory_effects(called.call);
    let only_arguments = MemoryLocation::ALL
        .iter()
        .all(|&location| location == MemoryLocation::ArgMem || effects.access(location) == Access::None);
    check!(
        effects.writes() && !only_arguments,
        "gc.statepoint must read and write all memory to preserve reordering restrictions required by safepoint semantics",
        inst
    );
    let is_positive = called.signed(1).is_none_or(|bytes| bytes >= 0);
    check!(is_positive, "gc.statepoint number of patchable bytes must be positive", inst);
    let element = called.element_type(2);
    check!(element.is_some(), "gc.statepoint callee argument must have elementtype attribute", inst);
    let Some((ret, params, varargs)) = wrapped(called, element) else {
        return Err(broken("gc.statepoint callee elementtype must be function type", [inst.into()]));
    };
    let count = called.signed(3).unwrap_or(0);
    let message = "gc.statepoint number of arguments to underlying call must be positive";
    check!(count >= 0, message, inst);
    let wanted = params.len() as i64;
    if varargs {
        check!(count >= wanted, "gc.statepoint mismatch in number of vararg call args", inst);
        let is_void = ret == called.body.types().common.void;
        check!(is_void, "gc.statepoint doesn't support wrapping non-void vararg functions yet", inst);
    } else {
        check!(count == wanted, "gc.statepoint mismatch in number of call args", inst);
    }
    let is_known = called.number(4).is_none_or(|flags| flags & !3 == 0);
    check!(is_known, "unknown flag used in gc.statepoint flags argument", inst);
    Ok(())
}

fn statepoint_arguments(called: &Called<'_, '_, '_>) -> Rule {
    let inst = called.inst;
    let Some((_, params, varargs)) = wrapped(called, called.element_type(2)) else { return Ok(()) };
    for (index, &param) in params.iter().enumerate() {
        let same = called.call.args.get(5 + index).is_some_and(|&arg| called.body.type_of(arg) == param);
        check!(same, "gc.statepoint call argument does not match wrapped function type", inst);
        let is_sret = varargs && called.own(5 + index, Kind::StructRet);
        check!(!is_sret, "Attribute 'sret' cannot be used for vararg call arguments!", inst);
    }
    let count = called.number(3).unwrap_or(0) as usize;
    for (place, what, old) in [
        (5 + count, "transition arguments", "transition bundle"),
        (6 + count, "deoptimization arguments", "deopt operands"),
    ] {
        let number = called.number(place);
        let message = || format!("gc.statepoint number of {what} must be constant integer");
        check!(number.is_some(), message(), inst);
        check!(number == Some(0), format!("gc.statepoint w/inline {old} is deprecated"), inst);
    }
    check!(called.call.args.len() == 7 + count, "gc.statepoint too many arguments", inst);
    Ok(())
}

/// Only `gc.result` and `gc.relocate` use the token of a statepoint.
fn statepoint_uses(called: &Called<'_, '_, '_>) -> Rule {
    let body = called.body;
    for &user in body.users_of(called.inst) {
        let Instruction::Call(call) = body.inst(user) else {
            return Err(broken("illegal use of statepoint token", [called.inst.into(), user.into()]));
        };
        let name = body.context.called_intrinsic(call).map_or(&b""[..], |(_, name)| name);
        let is_result = name.starts_with(b"llvm.experimental.gc.result");
        check!(
            is_result || name.starts_with(b"llvm.experimental.gc.relocate"),
            "gc.result or gc.relocate are the only value uses of a gc.statepoint",
            called.inst,
            user,
        );
        let is_own = call.args.first().and_then(|&token| body.definition(token)) == Some(called.inst);
        let message = "gc.result connected to wrong gc.statepoint";
        check!(!is_result || is_own, message, called.inst, user);
    }
    Ok(())
}

impl<'m> Body<'_, 'm> {
    /// The statepoint whose token a value is.
    fn statepoint(&self, value: Value) -> Option<&'m CallSite> {
        self.statepoint_of(self.definition(value)?)
    }

    fn statepoint_of(&self, inst: Inst) -> Option<&'m CallSite> {
        let call = self.inst(inst).call_site()?;
        let (_, name) = self.context.called_intrinsic(call)?;
        name.starts_with(STATEPOINT).then_some(call)
    }
}

fn result(called: &Called<'_, '_, '_>) -> Rule {
    is_collected(called)?;
    if called.is_undef(0) {
        return Ok(());
    }
    let Some(statepoint) = called.body.statepoint(called.arg(0)) else {
        let message = "gc.result operand #1 must be from a statepoint";
        return Err(broken(message, [called.inst.into(), called.arg(0).into()]));
    };
    let element = called
        .body
        .context
        .module
        .attribute_type(called.body.set_at(statepoint.attributes, 2), Kind::ElementType);
    let same = wrapped(called, element).is_none_or(|(ret, ..)| ret == called.result());
    check!(same, "gc.result result type does not match wrapped callee", called.inst);
    Ok(())
}

fn relocate(called: &Called<'_, '_, '_>) -> Rule {
    let (body, inst) = (called.body, called.inst);
    check!(called.call.args.len() == 3, "wrong number of arguments", inst);
    let is_pointer = called.is_pointer(called.result());
    check!(is_pointer, "gc.relocate must return a pointer or a vector of pointers", inst);
    let statepoint = match called.defined(0) {
        Some((pad, Instruction::LandingPad(_))) => {
            let block = body.flow.place(pad).0;
            let predecessors = body.flow.predecessors(block);
            let only = predecessors.first().filter(|first| predecessors.iter().all(|from| from == *first));
            let Some(&only) = only else {
                return Err(broken("safepoints should have unique landingpads", [block.into()]));
            };
            let statepoint = body.function.terminator(only).and_then(|end| body.statepoint_of(end));
            check!(statepoint.is_some(), "gc relocate should be linked to a statepoint", only);
            statepoint
        }
        _ => {
            let token = called.arg(0);
            let statepoint = body.statepoint(token);
            check!(
                statepoint.is_some() || called.is_undef(0),
                "gc relocate is incorrectly tied to the statepoint",
                inst,
                token,
            );
            statepoint
        }
    };
    let Some(statepoint) = statepoint else { return Ok(()) };
    relocated(called, statepoint)
}

/// The pointers that `gc.relocate` is about.
fn relocated(called: &Called<'_, '_, '_>, statepoint: &CallSite) -> Rule {
    let (body, inst) = (called.body, called.inst);
    let live = body.bundle(statepoint, "gc-live");
    // Without a bundle the positions count the arguments.
    let values: &[Value] = live.map_or(&statepoint.args, |bundle: &Bundle| &bundle.inputs);
    let (Some(base), Some(derived)) = (called.number(1), called.number(2)) else { return Ok(()) };
    let (base, derived) = (values.get(base as usize), values.get(derived as usize));
    check!(base.is_some(), "gc.relocate: statepoint base index out of bounds", inst);
    check!(derived.is_some(), "gc.relocate: statepoint derived index out of bounds", inst);
    let (Some(&base), Some(&derived)) = (base, derived) else { return Ok(()) };
    let (base, derived, result) = (body.type_of(base), body.type_of(derived), called.result());
    for ty in [base, derived] {
        check!(called.is_pointer(ty), "gc.relocate: relocated value must be a pointer", inst);
    }
    let types = body.types();
    let same = types.is_vector(result) == types.is_vector(derived);
    check!(same, "gc.relocate: vector relocates to vector and pointer to pointer", inst);
    let same = types.scalar(result) == types.scalar(derived);
    check!(same, "gc.relocate: relocating a pointer shouldn't change its address space", inst);
    let collector = body.function.gc.map(|name| body.context.module.text(name));
    let message = "gc.relocate: calling function must have GCStrategy";
    check!(collector.is_some(), message, body.global);
    // Two of LLVM's collectors manage the pointers of one address space.
    let is_managed = |ty: Type| match collector.as_deref() {
        Some("statepoint-example" | "coreclr") => *types.kind(types.scalar(ty)) == TypeKind::Pointer(1),
        _ => true,
    };
    check!(is_managed(result), "gc.relocate: must return gc pointer", inst);
    for ty in [base, derived] {
        check!(is_managed(ty), "gc.relocate: relocated value must be a gc pointer", inst);
    }
    Ok(())
}

fn patchpoint(called: &Called<'_, '_, '_>) -> Rule {
    if calling_convention_name(called.call.calling_convention) == Some("anyregcc") {
        let types = called.body.types();
        let ty = called.result();
        let is_single = types.is_first_class(ty) && !types.is_aggregate(ty) && ty != types.common.token;
        check!(is_single, "patchpoint: invalid return type used with anyregcc", called.inst);
    }
    Ok(())
}
