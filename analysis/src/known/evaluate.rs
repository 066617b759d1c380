//! What is known of the result of an instruction.

use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::instruction::{BinaryOp, CallSite, CastOp, Flags};
use tern_llvm_ir::intrinsics::base_name;
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::{Block, Function, Inst, Instruction, Local, Module, Value};

use super::conditions::{Condition, implied, refined};
use super::domain::Known;
use super::intrinsics::either;
use super::{arithmetic, intrinsics, operands};
use crate::integers::Integer;

/// What is known of the operands of an instruction.
pub(super) trait Operands {
    /// What is known of a value before the instruction.
    fn known(&self, value: Value) -> Option<Known>;
    /// What is known of a value at the end of another block.
    fn known_at_end(&self, value: Value, block: Block) -> Option<Known>;
    /// The conditions under which control goes from one block to another.
    fn conditions(&self, from: Block, to: Block) -> &[(Local, Condition)];
}

/// What is known of the result of an instruction, which is an integer of which nothing else is known, or a vector of such. `None` if
/// nothing is known of its operands yet, or if it is always poison.
pub(super) fn result(
    module: &Module,
    function: &Function,
    (block, inst): (Block, Inst),
    nothing: Known,
    operands: &impl Operands,
) -> Option<Known> {
    let known = |value: Value| operands.known(value);
    let is_integer = |value: Value| {
        let ty = module.types.scalar(module.type_of(function, value));
        module.types.integer_width(ty).is_some_and(|width| Known::nothing(width).is_some())
    };
    match &function.insts[inst].inst {
        &Instruction::Binary { op, flags, lhs, rhs } => {
            arithmetic::binary(op, flags, known(lhs)?, known(rhs)?)
        }
        &Instruction::Cast { op: CastOp::PtrToInt | CastOp::PtrToAddr, value, .. } => {
            nothing.with_bits(address_zeros(function, value), 0)
        }
        &Instruction::Cast { op, flags, value } if is_integer(value) => {
            arithmetic::cast(op, flags, known(value)?, nothing.width())
        }
        &Instruction::ICmp { predicate, lhs, rhs, .. } if is_integer(lhs) => {
            match arithmetic::compare(predicate, known(lhs)?, known(rhs)?) {
                Some(holds) => Integer::new(1, holds.into()).map(Known::exactly),
                None => Some(nothing),
            }
        }
        &Instruction::Select { condition, then, otherwise, .. } => {
            let chosen = |value: Value, truth: bool| {
                if known(condition).and_then(|it| it.constant()).is_some_and(|it| it.is_zero() == truth) {
                    return None;
                }
                // One that is `undef` may be another number where it is compared than where it is chosen.
                match is_never_undef(module, function, value, DEPTH) {
                    true => {
                        refined(value, known(value)?, &implied(module, function, condition, truth), &known)
                    }
                    false => known(value),
                }
            };
            either(chosen(then, true), chosen(otherwise, false))
        }
        Instruction::Phi { incoming, .. } => {
            let from = |&(value, from): &(Value, Block)| {
                let at_end = |value: Value| operands.known_at_end(value, from);
                refined(value, at_end(value)?, operands.conditions(from, block), &at_end)
            };
            function.list(*incoming).iter().filter_map(from).reduce(Known::or)
        }
        &Instruction::Freeze(value) => match is_never_poison(module, function, value, DEPTH) {
            true => known(value),
            false => Some(nothing),
        },
        &Instruction::ExtractElement { vector, .. } => known(vector),
        &Instruction::InsertElement { vector, value, .. } => either(known(vector), known(value)),
        &Instruction::ShuffleVector { a, b, mask } => {
            let length = module.types.element_count(module.type_of(function, a)).unwrap_or(0);
            let takes = |first: bool| {
                function.list(mask).iter().any(|&at| at != u32::MAX && (u64::from(at) < length) == first)
            };
            match (takes(true), takes(false)) {
                (true, true) => either(known(a), known(b)),
                (false, true) => known(b),
                _ => known(a),
            }
        }
        &Instruction::ExtractValue { aggregate, indices } => {
            match Checked::defining(module, function, aggregate) {
                Some(Checked { op, lhs, rhs, .. }) if function.list(indices) == [0] => {
                    arithmetic::binary(op, Flags::empty(), known(lhs)?, known(rhs)?)
                }
                _ => Some(nothing),
            }
        }
        Instruction::Call(call) => {
            let said = operands::of_result(module, function, inst, nothing)?;
            match of_intrinsic(module, call, nothing, &known, &is_integer) {
                Some(computed) => said.and(computed?),
                None => Some(said),
            }
        }
        Instruction::Invoke(_) | Instruction::Load { .. } => {
            operands::of_result(module, function, inst, nothing)
        }
        _ => Some(nothing),
    }
}

/// The lowest bits that are zero in the address of an object.
fn address_zeros(function: &Function, pointer: Value) -> u128 {
    let inst = pointer.local().and_then(|local| function.locals[local].inst.expand());
    let alignment = match inst.map(|inst| &function.insts[inst].inst) {
        Some(Instruction::Alloca(alloca)) => alloca.alignment.bytes(),
        _ => None,
    };
    u128::from(alignment.unwrap_or(1).max(1)) - 1
}

/// The name of the intrinsic that is called, without `llvm.` and the suffixes for its types.
fn intrinsic_name<'m>(module: &'m Module, call: &CallSite) -> Option<&'m str> {
    let Callee::Intrinsic(callee) = module.called(call) else { return None };
    base_name(std::str::from_utf8(module.name(callee)?).ok()?)?.strip_prefix("llvm.")
}

/// What is known of the result of an intrinsic; `None` if the call is of something else, `Some(None)` if the result is always poison.
fn of_intrinsic(
    module: &Module,
    call: &CallSite,
    nothing: Known,
    known: &impl Fn(Value) -> Option<Known>,
    is_integer: &impl Fn(Value) -> bool,
) -> Option<Option<Known>> {
    let name = intrinsic_name(module, call)?;
    let mut args = Vec::new();
    for &arg in &call.args {
        if !is_integer(arg) {
            args.push(None);
            continue;
        }
        match known(arg) {
            Some(known) => args.push(Some(known)),
            None => return Some(None),
        }
    }
    Some(intrinsics::result(name, &args, nothing.width()))
}

/// The result of an intrinsic whose arguments are constants; `None` if it is not known, or poison. `integer` tells the integer that an
/// argument is.
pub(crate) fn intrinsic(
    module: &Module,
    call: &CallSite,
    width: u32,
    integer: impl Fn(Value) -> Option<Integer>,
) -> Option<Integer> {
    let name = intrinsic_name(module, call)?;
    let args: Vec<Option<Known>> = call.args.iter().map(|&arg| integer(arg).map(Known::exactly)).collect();
    intrinsics::result(name, &args, width)?.constant()
}

/// What an intrinsic such as `llvm.sadd.with.overflow` computes and checks.
pub(crate) struct Checked {
    pub(crate) op: BinaryOp,
    pub(crate) is_signed: bool,
    pub(crate) lhs: Value,
    pub(crate) rhs: Value,
}

impl Checked {
    /// The operation that a call checks; `None` if it calls something else.
    pub(crate) fn of(module: &Module, call: &CallSite) -> Option<Self> {
        let (op, is_signed) = match intrinsic_name(module, call)? {
            "sadd.with.overflow" => (BinaryOp::Add, true),
            "uadd.with.overflow" => (BinaryOp::Add, false),
            "ssub.with.overflow" => (BinaryOp::Sub, true),
            "usub.with.overflow" => (BinaryOp::Sub, false),
            "smul.with.overflow" => (BinaryOp::Mul, true),
            "umul.with.overflow" => (BinaryOp::Mul, false),
            _ => return None,
        };
        let &[lhs, rhs] = &call.args[..] else { return None };
        Some(Self { op, is_signed, lhs, rhs })
    }

    /// The operation whose result, a number and whether it overflowed, a value is.
    pub(crate) fn defining(module: &Module, function: &Function, result: Value) -> Option<Self> {
        let inst = function.locals[result.local()?].inst.expand()?;
        Self::of(module, function.insts[inst].inst.call_site()?)
    }
}

/// How many instructions behind one another are looked at.
const DEPTH: u32 = 6;

/// Whether a value cannot be `undef`; it may be poison. Source: LangRef, Undefined Values.
fn is_never_undef(module: &Module, function: &Function, value: Value, depth: u32) -> bool {
    let is_said = |set| module.attribute(set, AttributeKind::NoUndef).is_some();
    let Some(local) = value.local() else { return operands::element(module, value).is_some() };
    let Some(inst) = function.locals[local].inst.expand() else {
        return is_said(module.argument_attributes(function, local));
    };
    let data = &function.insts[inst].inst;
    let is_safe = match data {
        Instruction::Freeze(_) => return true,
        Instruction::Load { .. } => {
            let mut attachments = function.inst_attachments(inst).iter();
            return attachments.any(|(kind, _)| module.strings.get(*kind) == b"noundef");
        }
        Instruction::Call(call) => {
            return module.call_attributes(call, AttributeIndex::Result).into_iter().any(is_said);
        }
        Instruction::Binary { .. }
        | Instruction::ICmp { .. }
        | Instruction::Cast { .. }
        | Instruction::Select { .. } => true,
        _ => false,
    };
    let mut all = is_safe && depth > 0;
    data.for_each_operand(function, |operand| {
        all = all && is_never_undef(module, function, operand, depth - 1);
    });
    all
}

/// Whether a value cannot be poison. Source: LangRef, Poison Values.
fn is_never_poison(module: &Module, function: &Function, value: Value, depth: u32) -> bool {
    let Some(local) = value.local() else { return operands::element(module, value).is_some() };
    let Some(inst) = function.locals[local].inst.expand() else {
        let set = module.argument_attributes(function, local);
        return module.attribute(set, AttributeKind::NoUndef).is_some();
    };
    let inst = &function.insts[inst].inst;
    let is_safe = match inst {
        Instruction::Freeze(_) => return true,
        &Instruction::Binary { op: BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, rhs, .. } => {
            operands::element(module, rhs).is_some_and(|by| by.unsigned() < by.width().into())
        }
        Instruction::Binary { .. } | Instruction::ICmp { .. } | Instruction::Cast { .. } => true,
        _ => false,
    };
    let mut all = is_safe && depth > 0 && inst.flags().is_empty();
    inst.for_each_operand(function, |operand| {
        all = all && is_never_poison(module, function, operand, depth - 1);
    });
    all
}
