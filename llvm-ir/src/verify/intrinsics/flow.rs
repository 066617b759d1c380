//! What leaves, suspends or resumes a function, what refers to its frame, and assumptions. Source: LangRef, Variable Argument Handling,
//! Deoptimization Intrinsics, `llvm.assume`, `llvm.localescape`; LLVM, Coroutines in LLVM.

use super::{CallRule, Called};
use crate::attributes::AttributeClass;
use crate::attributes::{AttributeKind as Kind, AttributePlace};
use crate::constants::ConstantKind;
use crate::globals::GlobalKind;
use crate::instruction::{Bundle, Inst, Instruction};
use crate::types::TypeKind;
use crate::verify::{Rule, broken, check};

pub(super) fn rule(name: &str) -> Option<CallRule> {
    Some(match name {
        "assume" => assume,
        "coro.id" => coroutine,
        "localescape" => escape,
        "localrecover" => recover,
        "eh.exceptioncode" | "eh.exceptionpointer" => exception,
        "experimental.guard" => guard,
        "experimental.deoptimize" => deoptimize,
        "va_start" => variable_arguments,
        "callbr.landingpad" => landing,
        _ => return None,
    })
}

fn assume(called: &Called<'_, '_, '_>) -> Rule {
    if called.call.bundles.is_empty() {
        return Ok(());
    }
    let is_true = called.number(0) == Some(1);
    check!(is_true, "assume with operand bundles must have i1 true condition", called.inst);
    for bundle in &called.call.bundles {
        assumption(called, bundle)?;
    }
    Ok(())
}

/// An operand bundle of `llvm.assume`: an attribute, with its value.
fn assumption(called: &Called<'_, '_, '_>, bundle: &Bundle) -> Rule {
    let (body, inst) = (called.body, called.inst);
    let tag = body.context.module.strings.get(bundle.tag);
    let types = body.types();
    let count = bundle.inputs.len();
    let ty = |index: usize| body.type_of(bundle.inputs[index]);
    let is_integer = |index| types.integer_width(ty(index)).is_some();
    if tag == b"separate_storage" {
        check!(count == 2, "separate_storage assumptions should have 2 arguments", inst);
        let are_pointers = types.is_pointer(ty(0)) && types.is_pointer(ty(1));
        check!(are_pointers, "arguments to separate_storage assumptions should be pointers", inst);
        return Ok(());
    }
    let kind = Kind::from_spelling(tag);
    let is_text = || std::str::from_utf8(tag).is_ok_and(crate::verify::attributes::is_known_text);
    let is_known = tag == b"ignore" || kind.is_some() || is_text();
    check!(is_known, "tags must be valid attribute names", inst);
    let Some(kind) = kind else {
        check!(count <= 2, "too many arguments", inst);
        return Ok(());
    };
    if matches!(kind, Kind::Alignment | Kind::Dereferenceable) {
        if kind == Kind::Alignment {
            let is_right = matches!(count, 2 | 3);
            check!(is_right, "alignment assumptions should have 2 or 3 arguments", inst);
        } else {
            check!(count == 2, "dereferenceable assumptions should have 2 arguments", inst);
        }
        check!(types.is_pointer(ty(0)), "first argument should be a pointer", inst);
        check!(is_integer(1), "second argument should be an integer", inst);
        let is_right = count < 3 || is_integer(2);
        check!(is_right, "third argument should be an integer if present", inst);
        return Ok(());
    }
    check!(count <= 2, "too many arguments", inst);
    if has_number(kind) {
        check!(count == 2, "this attribute should have 2 arguments", inst);
        let is_number = body.is_immediate(bundle.inputs[1]) && is_integer(1);
        check!(is_number, "the second argument should be a constant integral value", inst);
    } else if kind.applies_to(AttributePlace::Parameter) {
        check!(count == 1, "this attribute should have one argument", inst);
    } else if kind.applies_to(AttributePlace::Function) {
        check!(count == 0, "this attribute has no argument", inst);
    }
    Ok(())
}

/// Whether LLVM stores an attribute as a number.
fn has_number(kind: Kind) -> bool {
    kind.class() == AttributeClass::Integer
        || matches!(
            kind,
            Kind::AllocKind
                | Kind::AllocSize
                | Kind::Captures
                | Kind::Memory
                | Kind::NoFPClass
                | Kind::UWTable
                | Kind::VScaleRange
        )
}

fn coroutine(called: &Called<'_, '_, '_>) -> Rule {
    let context = called.body.context;
    let info = called.body.without_casts(called.arg(3));
    let kind = info.constant().map(|info| context.constants().kind(info));
    if matches!(kind, Some(ConstantKind::Zero)) {
        return Ok(());
    }
    let initializer = match kind {
        Some(ConstantKind::Global(global)) => match &context.global(*global).kind {
            GlobalKind::Variable(variable)
                if variable.constant
                    && !variable.externally_initialized
                    && !context.global(*global).linkage.is_interposable() =>
            {
                variable.initializer
            }
            _ => None,
        },
        _ => None,
    };
    let Some(initializer) = initializer else {
        let message = "info argument of llvm.coro.id must refer to an initialized constant";
        return Err(broken(message, []));
    };
    let data = context.constants().get(initializer);
    let is_right = matches!(data.kind, ConstantKind::Aggregate(_)) && !context.types().is_vector(data.ty);
    check!(is_right, "info argument of llvm.coro.id must refer to either a struct or an array");
    Ok(())
}

/// `llvm.localescape`: once, in the entry, for allocations of a fixed size there.
fn escape(called: &Called<'_, '_, '_>) -> Rule {
    let (body, inst) = (called.body, called.inst);
    let entry = body.function.layout[0];
    let is_entry = body.flow.place(inst).0 == entry;
    check!(is_entry, "llvm.localescape used outside of entry block", inst);
    let is_first = body.escaped.get().is_none();
    check!(is_first, "multiple calls to llvm.localescape in one function", inst);
    for &arg in &called.call.args {
        if arg.constant().is_some_and(|arg| *body.context.constants().kind(arg) == ConstantKind::Zero) {
            continue;
        }
        let slot = body.without_casts(arg);
        let is_fixed = body.defined_by(slot).is_some_and(|(found, inst)| match inst {
            Instruction::Alloca(alloca) => {
                alloca.count.constant().is_some_and(|_| body.is_immediate(alloca.count))
                    && body.flow.place(found).0 == entry
                    && !alloca.inalloca
            }
            _ => false,
        });
        check!(is_fixed, "llvm.localescape only accepts static allocas", inst);
    }
    body.escaped.set(Some(called.call.args.len() as u64));
    Ok(())
}

fn recover(called: &Called<'_, '_, '_>) -> Rule {
    let (body, inst) = (called.body, called.inst);
    let function = body.without_casts(called.arg(0));
    let named = body.context.function_named(function);
    let defined = named.filter(|&global| {
        body.context.global(global).as_function().is_some_and(|function| !function.is_declaration())
    });
    let Some(defined) = defined else {
        let message = "llvm.localrecover first argument must be function defined in this module";
        return Err(broken(message, [inst.into()]));
    };
    if let Some(index) = called.number(2) {
        body.recovered.borrow_mut().push((defined, index.saturating_add(1)));
    }
    Ok(())
}

fn exception(called: &Called<'_, '_, '_>) -> Rule {
    let is_pad = matches!(called.defined(0), Some((_, Instruction::CatchPad { .. })));
    check!(is_pad, "eh.exceptionpointer argument must be a catchpad", called.inst);
    Ok(())
}

/// Whether a call has exactly one bundle `deopt`.
fn has_state(called: &Called<'_, '_, '_>) -> bool {
    let strings = &called.body.context.module.strings;
    called.call.bundles.iter().filter(|bundle| strings.get(bundle.tag) == b"deopt").count() == 1
}

fn is_call(called: &Called<'_, '_, '_>) -> bool {
    matches!(called.body.inst(called.inst), Instruction::Call(_))
}

fn guard(called: &Called<'_, '_, '_>) -> Rule {
    check!(is_call(called), "experimental_guard cannot be invoked", called.inst);
    let message = "experimental_guard must have exactly one \"deopt\" operand bundle";
    check!(has_state(called), message);
    Ok(())
}

fn deoptimize(called: &Called<'_, '_, '_>) -> Rule {
    let (body, inst) = (called.body, called.inst);
    check!(is_call(called), "experimental_deoptimize cannot be invoked", inst);
    let message = "experimental_deoptimize must have exactly one \"deopt\" operand bundle";
    check!(has_state(called), message);
    let same = called.result() == body.ret;
    check!(same, "experimental_deoptimize return type must match caller return type");
    let Some(Instruction::Ret(returns)) = next(called, inst).map(|next| body.inst(next)) else {
        return Err(broken("calls to experimental_deoptimize must be followed by a return", []));
    };
    let result = body.function.insts[inst].result.expand();
    let same = result.is_none() || returns.and_then(crate::function::Value::local) == result;
    check!(
        same,
        "calls to experimental_deoptimize must be followed by a return of the value computed by experimental_deoptimize"
    );
    Ok(())
}

/// The instruction after another one in its block.
pub(super) fn next(called: &Called<'_, '_, '_>, inst: Inst) -> Option<Inst> {
    let body = called.body;
    let (block, position) = body.flow.place(inst);
    let rest = &body.function.block_insts(block)[position as usize + 1..];
    rest.iter().copied().find(|&inst| body.inst(inst).debug_record().is_none())
}

fn variable_arguments(called: &Called<'_, '_, '_>) -> Rule {
    let ty = called.body.value.ty;
    let varargs = matches!(called.body.types().kind(ty), TypeKind::Function { varargs: true, .. });
    check!(varargs, "va_start called in a non-varargs function");
    Ok(())
}

/// `llvm.callbr.landingpad`: first in an indirect destination of the `callbr`.
fn landing(called: &Called<'_, '_, '_>) -> Rule {
    let (body, inst) = (called.body, called.inst);
    let Some((_, Instruction::CallBr(callbr))) = called.defined(0) else {
        return Err(broken("intrinstic requires callbr operand", [inst.into()]));
    };
    let block = body.flow.place(inst).0;
    let predecessors = body.flow.predecessors(block);
    let only = predecessors.first().filter(|first| predecessors.iter().all(|from| from == *first));
    let Some(&only) = only else {
        return Err(broken("Intrinsic in block must have 1 unique predecessor", [inst.into()]));
    };
    let end = body.function.terminator(only).map(|end| body.inst(end));
    let is_callbr = matches!(end, Some(Instruction::CallBr(_)));
    check!(is_callbr, "Intrinsic must have corresponding callbr in predecessor", inst);
    check!(
        callbr.indirect.contains(&block),
        "Intrinsic's corresponding callbr must have intrinsic's parent basic block in indirect destination list",
        inst
    );
    let first =
        body.function.block_insts(block).iter().find(|&&inst| body.inst(inst).debug_record().is_none());
    check!(first == Some(&inst), "No other instructions may proceed intrinsic", inst);
    Ok(())
}
