//! What a comparison tells about the branch that it decides: pointers are rarely equal, numbers rarely zero or negative, and strings
//! rarely the same. Source: LLVM, `BranchProbabilityInfo`.

use tern_llvm_ir::instruction::{BinaryOp, CallSite, CastOp, FloatPredicate, IntPredicate};
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::types::TypeKind;
use tern_llvm_ir::{Function, Instruction, Module, Value};

use super::Probability;
use crate::integers::Integer;

const LIKELY: Probability = Probability(20 << 26);
const UNLIKELY: Probability = Probability(12 << 26);
/// That no number is a NaN.
const ORDERED: Probability = Probability(((1 << 20) - 1) << 11);

/// The instruction that defines a value.
pub(super) fn defining(function: &Function, value: Value) -> Option<&Instruction> {
    let inst = function.locals[value.local()?].inst.expand()?;
    Some(&function.insts[inst].inst)
}

/// The probability that a condition holds, if it tells.
pub(super) fn probability(module: &Module, function: &Function, condition: Value) -> Option<Probability> {
    match *defining(function, condition)? {
        Instruction::ICmp { predicate, lhs, rhs, .. } => {
            if module.types.is_pointer(module.type_of(function, lhs)) {
                return equality(predicate);
            }
            of_integers(module, function, predicate, lhs, rhs)
        }
        Instruction::FCmp { predicate, .. } => match predicate {
            // LLVM takes equal numbers for likely.
            FloatPredicate::Oeq | FloatPredicate::One | FloatPredicate::Une => Some(LIKELY),
            FloatPredicate::Ueq => Some(UNLIKELY),
            FloatPredicate::Ord => Some(ORDERED),
            FloatPredicate::Uno => Some(ORDERED.complement()),
            _ => None,
        },
        _ => None,
    }
}

fn equality(predicate: IntPredicate) -> Option<Probability> {
    match predicate {
        IntPredicate::Eq => Some(UNLIKELY),
        IntPredicate::Ne => Some(LIKELY),
        _ => None,
    }
}

/// A constant, or a `bitcast` of one.
fn constant(module: &Module, function: &Function, value: Value) -> Option<Integer> {
    let value = match defining(function, value) {
        Some(&Instruction::Cast { op: CastOp::BitCast, value, .. }) => value,
        _ => value,
    };
    Integer::of(module, value.constant()?)
}

fn of_integers(
    module: &Module,
    function: &Function,
    predicate: IntPredicate,
    lhs: Value,
    rhs: Value,
) -> Option<Probability> {
    let number = constant(module, function, rhs)?;
    let left = defining(function, lhs);
    match left {
        // Nothing is known of single bits.
        Some(&Instruction::Binary { op: BinaryOp::And, rhs: bits, .. })
            if constant(module, function, bits).is_some_and(|bits| bits.unsigned().is_power_of_two()) =>
        {
            return None;
        }
        Some(Instruction::Call(call)) if compares_strings(module, call) => return equality(predicate),
        _ => {}
    }
    let probability = match predicate {
        _ if number.is_zero() => match predicate {
            IntPredicate::Eq | IntPredicate::Slt => UNLIKELY,
            IntPredicate::Ne | IntPredicate::Sgt => LIKELY,
            _ => return None,
        },
        _ if number.unsigned() == 1 => match predicate {
            IntPredicate::Slt => UNLIKELY,
            _ => return None,
        },
        _ if number.signed() == -1 => match predicate {
            IntPredicate::Eq => UNLIKELY,
            IntPredicate::Ne | IntPredicate::Sgt => LIKELY,
            _ => return None,
        },
        _ => return None,
    };
    Some(probability)
}

/// Whether a call is one of the C library's functions that compare strings or memory, by name and type.
fn compares_strings(module: &Module, call: &CallSite) -> bool {
    let Callee::Direct(callee) = module.called(call) else { return false };
    let Some(name) = module.name(callee) else { return false };
    let has_length = match name.strip_prefix(b"\x01").unwrap_or(name) {
        b"strcmp" | b"strcasecmp" => false,
        b"strncmp" | b"strncasecmp" | b"memcmp" | b"bcmp" => true,
        _ => return false,
    };
    let TypeKind::Function { ret, params, varargs: false } = module.types.kind(module.globals[callee].ty)
    else {
        return false;
    };
    let layout = module.layout();
    let sizes = Sizes { strings: &module.strings, types: &module.types, layout: &layout };
    let is_length = |ty| module.types.integer_width(ty).map(u64::from) == sizes.bits(module.types.pointer(0));
    module.types.integer_width(*ret) == Some(32)
        && params.len() == 2 + usize::from(has_length)
        && params[..2].iter().all(|&ty| module.types.is_pointer(ty))
        && params.get(2).is_none_or(|&ty| is_length(ty))
}
