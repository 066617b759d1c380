//! Conditions of an instruction alone, and the parts of instructions that conditions are about.

use tern_llvm_ir::instruction::{Ordering, TailKind};
use tern_llvm_ir::{Instruction, Value};

use super::syntax::Test;

/// Tests of the instruction alone.
pub(super) fn plain(test: &Test, instruction: &Instruction) -> bool {
    match test {
        Test::IntPredicate(wanted) => {
            matches!(instruction, Instruction::ICmp { predicate, .. } if predicate == wanted)
        }
        Test::FloatPredicate(wanted) => {
            matches!(instruction, Instruction::FCmp { predicate, .. } if predicate == wanted)
        }
        Test::Rmw(wanted) => matches!(instruction, Instruction::AtomicRmw(rmw) if rmw.op == *wanted),
        Test::Operation(opcode, rmw) => match instruction {
            Instruction::AtomicRmw(it) => Some(it.op) == *rmw,
            _ => Some(instruction.opcode()) == *opcode,
        },
        Test::Flag(flag) => instruction.flags().contains(*flag),
        Test::Volatile => match instruction {
            Instruction::Load { volatile, .. } | Instruction::Store { volatile, .. } => *volatile,
            Instruction::CmpXchg(it) => it.volatile,
            Instruction::AtomicRmw(it) => it.volatile,
            _ => false,
        },
        Test::Atomic => orderings(instruction).iter().any(|&it| it != Ordering::NotAtomic),
        Test::Ordering(wanted) => orderings(instruction).contains(wanted),
        Test::Weak => matches!(instruction, Instruction::CmpXchg(it) if it.weak),
        Test::Tail(wanted) => {
            *wanted != TailKind::None && instruction.call_site().is_some_and(|call| call.tail == *wanted)
        }
        Test::Cleanup => matches!(instruction, Instruction::LandingPad(pad) if pad.cleanup),
        Test::InAlloca => matches!(instruction, Instruction::Alloca(alloca) if alloca.inalloca),
        _ => false,
    }
}

fn orderings(instruction: &Instruction) -> [Ordering; 2] {
    let (one, other) = match instruction {
        Instruction::Load { atomicity, .. }
        | Instruction::Store { atomicity, .. }
        | Instruction::Fence(atomicity) => (atomicity.ordering, atomicity.ordering),
        Instruction::CmpXchg(it) => (it.success, it.failure),
        Instruction::AtomicRmw(it) => (it.atomicity.ordering, it.atomicity.ordering),
        _ => (Ordering::NotAtomic, Ordering::NotAtomic),
    };
    [one, other]
}

pub(super) fn alignment(instruction: &Instruction) -> Option<u64> {
    let alignment = match instruction {
        Instruction::Load { alignment, .. } | Instruction::Store { alignment, .. } => *alignment,
        Instruction::Alloca(it) => it.alignment,
        Instruction::CmpXchg(it) => it.alignment,
        Instruction::AtomicRmw(it) => it.alignment,
        _ => return None,
    };
    Some(alignment.bytes().unwrap_or(0))
}

/// The address that an instruction accesses, or computes another one from.
pub(super) fn address(instruction: &Instruction) -> Option<Value> {
    match instruction {
        Instruction::Load { address, .. } => Some(*address),
        Instruction::GetElementPtr { base, .. } => Some(*base),
        Instruction::CmpXchg(it) => Some(it.address),
        Instruction::AtomicRmw(it) => Some(it.address),
        Instruction::VaArg { list } => Some(*list),
        _ => None,
    }
}

/// The address that an instruction writes to.
pub(super) fn written_address(instruction: &Instruction) -> Option<Value> {
    match instruction {
        Instruction::Store { address, .. } => Some(*address),
        Instruction::CmpXchg(it) => Some(it.address),
        Instruction::AtomicRmw(it) => Some(it.address),
        _ => None,
    }
}
