//! Accesses of memory, lifetimes and addresses. Source: LangRef, Standard C Library Intrinsics, Memory Use Markers, Masked Vector Load
//! and Store Intrinsics.

use super::{CallRule, Called};
use crate::attributes::AttributeKind as Kind;
use crate::constants::ConstantKind;
use crate::function::Value;
use crate::instruction::Instruction;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::types::{Type, TypeKind};
use crate::verify::{Rule, broken, check};

pub(super) fn rule(name: &str) -> Option<CallRule> {
    Some(match name {
        "memcpy.element.unordered.atomic" | "memmove.element.unordered.atomic" => {
            |called| elements(called, true)
        }
        "memset.element.unordered.atomic" => |called| elements(called, false),
        "prefetch" => prefetch,
        "lifetime.start" | "lifetime.end" => lifetime,
        "invariant.start" => invariant,
        "masked.load" => masked_load,
        "masked.store" => masked_store,
        "ptrmask" => ptrmask,
        "threadlocal.address" => thread_local,
        "thread.pointer" => thread_pointer,
        "preserve.array.access.index" | "preserve.struct.access.index" => element_type_of_first,
        "get.dynamic.area.offset" => dynamic_area,
        "reloc.none" => relocation,
        "experimental.noalias.scope.decl" => scope,
        "init.trampoline" => trampoline,
        "stackprotector" => stack_protector,
        _ => return None,
    })
}

/// An access element by element: the alignments are at least the size of an element.
fn elements(called: &Called<'_, '_, '_>, copies: bool) -> Rule {
    let Some(size) = called.number(3) else { return Ok(()) };
    check!(
        size.is_power_of_two(),
        "element size of the element-wise atomic memory intrinsic must be a power of 2",
        called.inst
    );
    let is_aligned = |index| {
        let module = called.body.context.module;
        let set = called.body.set_at(called.call.attributes, index);
        module.attribute_number(set, Kind::Alignment).is_some_and(|alignment| alignment >= size)
    };
    check!(is_aligned(0), "incorrect alignment of the destination argument", called.inst);
    check!(!copies || is_aligned(1), "incorrect alignment of the source argument", called.inst);
    Ok(())
}

fn prefetch(called: &Called<'_, '_, '_>) -> Rule {
    let below = |index, limit| called.number(index).is_none_or(|number| number < limit);
    check!(below(1, 2), "rw argument to llvm.prefetch must be 0-1", called.inst);
    check!(below(2, 4), "locality argument to llvm.prefetch must be 0-3", called.inst);
    check!(below(3, 2), "cache type argument to llvm.prefetch must be 0-1", called.inst);
    Ok(())
}

fn lifetime(called: &Called<'_, '_, '_>) -> Rule {
    let is_alloca = matches!(called.defined(0), Some((_, Instruction::Alloca(_))));
    let is_poison = matches!(called.constant(0), Some(ConstantKind::Poison));
    let message = "llvm.lifetime.start/end can only be used on alloca or poison";
    check!(is_alloca || is_poison, message, called.inst);
    Ok(())
}

fn invariant(called: &Called<'_, '_, '_>) -> Rule {
    let message = "invariant_start parameter must be -1, 0 or a positive number";
    check!(called.signed(0).is_some_and(|size| size >= -1), message, called.inst);
    Ok(())
}

fn masked_load(called: &Called<'_, '_, '_>) -> Rule {
    let Some(result) = called.lanes(called.result()) else {
        check!(false, "masked_load: must return a vector", called.inst);
        return Ok(());
    };
    let mask = called.lanes(called.ty(1));
    check!(mask.is_some(), "masked_load: mask must be vector", called.inst);
    let same = called.ty(2) == called.result();
    check!(same, "masked_load: pass through and return type must match", called.inst);
    let same = mask.is_some_and(|mask| mask.same_count(result));
    check!(same, "masked_load: vector mask must be same length as return", called.inst);
    Ok(())
}

fn masked_store(called: &Called<'_, '_, '_>) -> Rule {
    let mask = called.lanes(called.ty(2));
    check!(mask.is_some(), "masked_store: mask must be vector", called.inst);
    let same = mask.zip(called.lanes(called.ty(0))).is_some_and(|(mask, value)| mask.same_count(value));
    check!(same, "masked_store: vector mask must be same length as value", called.inst);
    Ok(())
}

/// The rules for calls of an intrinsic with a type of an older LLVM, whose alignment was an argument. The reader replaces those that are right.
pub(super) fn older_rule(name: &str, module: &Module, ty: Type) -> Option<CallRule> {
    let TypeKind::Function { params, .. } = module.types.kind(ty) else { return None };
    if params.len() != 4 {
        return None;
    }
    Some(match name {
        "masked.load" => |called| older_alignment(called, 1, false),
        "masked.store" => |called| older_alignment(called, 2, false),
        "masked.gather" => |called| older_alignment(called, 1, true),
        "masked.scatter" => |called| older_alignment(called, 2, true),
        _ => return None,
    })
}

fn older_alignment(called: &Called<'_, '_, '_>, index: usize, may_be_zero: bool) -> Rule {
    let Some(alignment) = called.number(index) else { return Ok(()) };
    check!(alignment != 0 || may_be_zero, "Invalid zero alignment argument", called.inst);
    let is_right = alignment == 0 || alignment.is_power_of_two();
    check!(is_right, "Invalid alignment argument", called.inst);
    Ok(())
}

fn ptrmask(called: &Called<'_, '_, '_>) -> Rule {
    let (pointer, mask) = (called.ty(0), called.ty(1));
    check!(
        called.is_pointer(pointer),
        "llvm.ptrmask intrinsic first argument must be pointer or vector of pointers",
        called.inst
    );
    let (lanes, other) = (called.lanes(pointer), called.lanes(mask));
    check!(
        lanes.is_some() == other.is_some(),
        "llvm.ptrmask intrinsic arguments must be both scalars or both vectors",
        called.inst
    );
    let same = lanes.zip(other).is_none_or(|(lanes, other)| lanes.same_count(other));
    check!(same, "llvm.ptrmask intrinsic arguments must have the same number of elements", called.inst);
    let TypeKind::Pointer(space) = *called.body.types().kind(called.body.types().scalar(pointer)) else {
        return Ok(());
    };
    check!(
        called.body.context.layout.index_size(space) == called.width(mask),
        "llvm.ptrmask intrinsic second argument bitwidth must match pointer index type size of first argument",
        called.inst
    );
    Ok(())
}

fn thread_local(called: &Called<'_, '_, '_>) -> Rule {
    let global = match called.constant(0) {
        Some(ConstantKind::Global(global)) => Some(called.body.context.global(*global)),
        _ => None,
    };
    check!(global.is_some(), "llvm.threadlocal.address first argument must be a GlobalValue");
    let is_local = global.is_some_and(|global| called.body.context.is_thread_local(global));
    check!(is_local, "llvm.threadlocal.address operand isThreadLocal() must be true");
    Ok(())
}

fn thread_pointer(called: &Called<'_, '_, '_>) -> Rule {
    let globals = called.body.context.layout.global_address_space;
    let is_right = called.result() == called.body.types().pointer(globals);
    let message = "llvm.thread.pointer intrinsic return type must be for the globals address space";
    check!(is_right, message, called.inst);
    Ok(())
}

/// The first argument says with `elementtype` what it points to.
pub(super) fn element_type_of_first(called: &Called<'_, '_, '_>) -> Rule {
    let has = called.element_type(0).is_some();
    check!(has, "Intrinsic requires elementtype attribute on first argument.", called.inst);
    Ok(())
}

fn dynamic_area(called: &Called<'_, '_, '_>) -> Rule {
    let layout = &called.body.context.layout;
    let width = called.body.types().integer_width(called.result());
    check!(
        width == Some(layout.index_size(layout.alloca_address_space)),
        "get_dynamic_area_offset result type must be scalar integer matching alloca address space width",
        called.inst
    );
    Ok(())
}

fn relocation(called: &Called<'_, '_, '_>) -> Rule {
    check!(called.string(0).is_some(), "llvm.reloc.none argument must be a metadata string", called.inst);
    Ok(())
}

/// `llvm.experimental.noalias.scope.decl`: a list of one scope.
fn scope(called: &Called<'_, '_, '_>) -> Rule {
    let context = called.body.context;
    let Some(metadata) = called.metadata(0) else {
        let message = "llvm.experimental.noalias.scope.decl must have a MetadataAsValue argument";
        return Err(broken(message, [called.inst.into()]));
    };
    let Metadata::Node(list) = metadata else {
        return Err(broken("!id.scope.list must point to an MDNode", [called.inst.into()]));
    };
    let is_single = context.elements(list).len() == 1;
    check!(is_single, "!id.scope.list must point to a list with a single scope", called.inst);
    context.alias_scopes(list)
}

fn trampoline(called: &Called<'_, '_, '_>) -> Rule {
    let function = called.body.without_casts(called.arg(1));
    let is_function = called.body.context.function_named(function).is_some();
    let message = "llvm.init_trampoline parameter #2 must resolve to a function.";
    check!(is_function, message, called.inst);
    Ok(())
}

fn stack_protector(called: &Called<'_, '_, '_>) -> Rule {
    let slot: Value = called.body.without_casts(called.arg(1));
    let is_alloca = matches!(called.body.defined_by(slot), Some((_, Instruction::Alloca(_))));
    let message = "llvm.stackprotector parameter #2 must resolve to an alloca.";
    check!(is_alloca, message, called.inst);
    Ok(())
}
