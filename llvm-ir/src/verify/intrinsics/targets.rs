//! Intrinsics of single targets. Source: LLVM, User Guide for AMDGPU Backend, User Guide for NVPTX Back-end; LLVM 22's behaviour.

use super::{CallRule, Called, Lanes};
use crate::attributes::AttributeKind as Kind;
use crate::constants::ConstantKind;
use crate::function::Value;
use crate::globals::calling_convention_name;
use crate::instruction::Instruction;
use crate::metadata::Metadata;
use crate::types::{Type, TypeKind};
use crate::verify::{Rule, broken, check};

pub(super) fn rule(name: &str) -> Option<CallRule> {
    let (target, rest) = name.split_once('.')?;
    match target {
        "aarch64" | "arm" => arm(rest),
        "amdgcn" => amdgcn(rest),
        "nvvm" => match rest {
            "setmaxnreg.inc.sync.aligned.u32" | "setmaxnreg.dec.sync.aligned.u32" => Some(registers),
            _ => None,
        },
        _ => None,
    }
}

fn arm(name: &str) -> Option<CallRule> {
    Some(match name {
        "ldaxr" | "ldxr" | "ldaex" | "ldrex" => super::memory::element_type_of_first,
        "stlxr" | "stxr" | "stlex" | "strex" => |called| {
            let has = called.element_type(1).is_some();
            check!(has, "Intrinsic requires elementtype attribute on second argument.", called.inst);
            Ok(())
        },
        "prefetch" => |called| {
            let below = |index, limit| called.number(index).is_none_or(|number| number < limit);
            check!(below(1, 2), "write argument to llvm.aarch64.prefetch must be 0 or 1", called.inst);
            check!(below(2, 4), "target argument to llvm.aarch64.prefetch must be 0-3", called.inst);
            check!(below(3, 2), "stream argument to llvm.aarch64.prefetch must be 0 or 1", called.inst);
            check!(below(4, 2), "isdata argument to llvm.aarch64.prefetch must be 0 or 1", called.inst);
            Ok(())
        },
        "range.prefetch" => |called| {
            let below = |index, limit| called.number(index).is_none_or(|number| number < limit);
            check!(below(1, 2), "write argument to llvm.aarch64.range.prefetch must be 0 or 1", called.inst);
            check!(below(2, 2), "stream argument to llvm.aarch64.range.prefetch must be 0 or 1", called.inst);
            Ok(())
        },
        _ => return None,
    })
}

fn registers(called: &Called<'_, '_, '_>) -> Rule {
    let Some(count) = called.number(0) else { return Ok(()) };
    check!(count % 8 == 0, "reg_count argument to nvvm.setmaxnreg must be in multiples of 8");
    let is_within = (24..=256).contains(&count);
    check!(is_within, "reg_count argument to nvvm.setmaxnreg must be within [24, 256]");
    Ok(())
}

fn amdgcn(name: &str) -> Option<CallRule> {
    Some(match name {
        "cs.chain" => chain,
        "init.exec.from.input" => inputs,
        "set.inactive.chain.arg" => inactive,
        "call.whole.wave" => whole_wave,
        "s.prefetch.data" => prefetch,
        "mfma.scale.f32.16x16x128.f8f6f4" | "mfma.scale.f32.32x32x64.f8f6f4" => {
            |called| matrix(called, [3, 4], [0, 1], ["cbsz", "blgp"], [8, 8, 6, 6, 4])
        }
        "wmma.f32.16x16x128.f8f6f4" => |called| wide_matrix(called),
        "wmma.scale.f32.16x16x128.f8f6f4" | "wmma.scale16.f32.16x16x128.f8f6f4" => {
            |called| wide_matrix(called)
        }
        _ if name.starts_with("cooperative.atomic.") => |called| {
            let context = called.body.context;
            let is_string = match called.metadata(called.call.args.len() - 1) {
                Some(Metadata::Node(scope)) => matches!(context.elements(scope), [Metadata::String(_)]),
                _ => false,
            };
            let message = "cooperative atomic intrinsics require that the last argument is a metadata string";
            check!(is_string, message, called.inst);
            Ok(())
        },
        _ => return None,
    })
}

/// The calling convention of the function that is being checked.
fn convention(called: &Called<'_, '_, '_>) -> &'static str {
    calling_convention_name(called.body.function.calling_convention).unwrap_or_default()
}

fn chain(called: &Called<'_, '_, '_>) -> Rule {
    let inst = called.inst;
    let is_right = matches!(convention(called), "amdgpu_cs" | "amdgpu_cs_chain" | "amdgpu_cs_chain_preserve");
    check!(is_right, "Intrinsic cannot be called from functions with this calling convention", inst);
    let has = |index| called.body.argument_has(called.call, index, Kind::InReg);
    check!(has(2), "SGPR arguments must have the `inreg` attribute", inst);
    check!(!has(3), "VGPR arguments must not have the `inreg` attribute", inst);
    let next = super::flow::next(called, inst).map(|next| called.body.inst(next));
    let is_end = matches!(next, Some(Instruction::Unreachable));
    check!(is_end, "llvm.amdgcn.cs.chain must be followed by unreachable", inst);
    Ok(())
}

/// The position of a parameter of the function that is being checked.
fn parameter(called: &Called<'_, '_, '_>, value: Value) -> Option<usize> {
    value.local().and_then(|local| called.body.function.argument_position(local))
}

fn is_in_register(called: &Called<'_, '_, '_>, parameter: usize) -> bool {
    called.body.has(called.body.set_at(called.body.function.attributes, parameter), Kind::InReg)
}

fn inputs(called: &Called<'_, '_, '_>) -> Rule {
    let is_right = parameter(called, called.arg(0)).is_some_and(|place| is_in_register(called, place));
    let message = "only inreg arguments to the parent function are valid as inputs to this intrinsic";
    check!(is_right, message, called.inst);
    Ok(())
}

fn inactive(called: &Called<'_, '_, '_>) -> Rule {
    let inst = called.inst;
    let is_right = matches!(convention(called), "amdgpu_cs_chain" | "amdgpu_cs_chain_preserve");
    check!(
        is_right,
        "Intrinsic can only be used from functions with the amdgpu_cs_chain or amdgpu_cs_chain_preserve calling conventions",
        inst
    );
    let is_marked = called.body.argument_has(called.call, 1, Kind::InReg);
    check!(!is_marked, "Value for inactive lanes must not have the `inreg` attribute", inst);
    let Some(place) = parameter(called, called.arg(1)) else {
        return Err(broken("Value for inactive lanes must be a function argument", [inst.into()]));
    };
    let is_scalar = is_in_register(called, place);
    check!(!is_scalar, "Value for inactive lanes must be a VGPR function argument", inst);
    Ok(())
}

/// A call of a function for whole waves.
fn whole_wave(called: &Called<'_, '_, '_>) -> Rule {
    let (body, inst) = (called.body, called.inst);
    let Some(ConstantKind::Global(global)) = called.constant(0) else {
        return Err(broken("Indirect whole wave calls are not allowed", [inst.into()]));
    };
    let value = body.context.global(*global);
    let (Some(function), TypeKind::Function { params, varargs, .. }) =
        (value.as_function(), body.types().kind(value.ty))
    else {
        return Err(broken("Indirect whole wave calls are not allowed", [inst.into()]));
    };
    let is_right = calling_convention_name(function.calling_convention) == Some("amdgpu_gfx_whole_wave");
    check!(is_right, "Callee must have the amdgpu_gfx_whole_wave calling convention", inst);
    check!(!varargs, "Variadic whole wave calls are not allowed", inst);
    let args = &called.call.args[1..];
    let same = args.len() + 1 == params.len();
    check!(same, "Call argument count must match callee argument count", inst);
    let takes_mask = params.first() == Some(&body.types().common.i1);
    check!(takes_mask, "Callee must have i1 as its first argument", inst);
    for (index, (&arg, &param)) in args.iter().zip(&params[1..]).enumerate() {
        check!(body.type_of(arg) == param, "Argument types must match", inst);
        let set = body.set_at(function.attributes, index + 1);
        let same = body.has(set, Kind::InReg) == body.argument_has(called.call, index + 1, Kind::InReg);
        check!(same, "Argument inreg attributes must match", inst);
    }
    Ok(())
}

fn prefetch(called: &Called<'_, '_, '_>) -> Rule {
    let is_right = matches!(called.body.types().kind(called.ty(0)), TypeKind::Pointer(0 | 1 | 4));
    check!(is_right, "llvm.amdgcn.s.prefetch.data only supports global or constant memory");
    Ok(())
}

fn registers_of(called: &Called<'_, '_, '_>, ty: Type) -> Option<Lanes> {
    called.lanes(ty).filter(|lanes| !lanes.scalable && lanes.element == called.body.types().common.i32)
}

/// Matrices of small numbers: the operands at `places` have as many registers as their formats, at `formats`, need.
fn matrix(
    called: &Called<'_, '_, '_>,
    formats: [usize; 2],
    places: [usize; 2],
    names: [&str; 2],
    needed: [u64; 5],
) -> Rule {
    let inst = called.inst;
    let format = |index: usize| called.number(formats[index]).unwrap_or(0) as usize;
    for index in [0, 1] {
        let is_known = format(index) < needed.len();
        let message = || format!("invalid value for {} format", names[index]);
        check!(is_known, message(), inst, called.arg(formats[index]));
    }
    let sizes = if needed[0] == 8 { ([4, 6, 8], "4, 6 or 8") } else { ([8, 12, 16], "8, 12 or 16") };
    for place in places {
        let lanes = registers_of(called, called.ty(place));
        let is_right = lanes.is_some_and(|lanes| sizes.0.contains(&lanes.count));
        let message = || format!("operand {place} must be {} element i32 vector", sizes.1);
        check!(is_right, message(), inst, called.arg(place));
    }
    for index in [0, 1] {
        let lanes = registers_of(called, called.ty(places[index]));
        let is_enough = lanes.is_some_and(|lanes| lanes.count >= needed[format(index)]);
        let other = called.arg(formats[index]);
        check!(is_enough, "invalid vector type for format", inst, called.arg(places[index]), other);
    }
    Ok(())
}

fn wide_matrix(called: &Called<'_, '_, '_>) -> Rule {
    matrix(called, [0, 2], [1, 3], ["matrix", "matrix"], [16, 16, 12, 12, 8])
}
