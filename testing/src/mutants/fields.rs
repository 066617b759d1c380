//! Changes of the fields of instructions: flags, operations, predicates, alignments, orderings, indices.

use tern_llvm_ir::instruction::{
    Alignment, Atomicity, BinaryOp, CastOp, Flags, FloatPredicate, Instruction, IntPredicate, Opcode,
    Ordering, RmwOp,
};
use tern_llvm_ir::versions::LlvmVersion;
use tern_llvm_ir::{Function, Inst};

use super::Mutation;
use crate::Choices;

impl Mutation<'_> {
    pub(super) fn field(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(|_, inst| inst.debug_record().is_none())?;
        let scope = self.choices.chance(30).then(|| self.text("singlethread"));
        let mut choices = std::mem::replace(self.choices, Choices::replay(Vec::new()));
        let changed = change(self.function_mut(global), inst, &mut choices, scope);
        *self.choices = choices;
        changed
    }
}

fn atomicity(choices: &mut Choices, scope: Option<tern_llvm_ir::StrId>) -> Atomicity {
    let ordering = *choices.pick(Ordering::ALL);
    Atomicity { ordering, scope: scope.filter(|_| ordering != Ordering::NotAtomic) }
}

fn alignment(choices: &mut Choices) -> Alignment {
    Alignment::new(1 << choices.below(34)).unwrap_or(Alignment::NONE)
}

/// Changes the flags of an instruction; they are among those that its opcode can have.
fn flags(opcode: Opcode, flags: &mut Flags, choices: &mut Choices) -> Option<()> {
    let all: Vec<Flags> = opcode.flags_in(LlvmVersion::DEFAULT).iter().collect();
    *flags ^= if all.is_empty() { return None } else { *choices.pick(&all) };
    Some(())
}

fn change(
    function: &mut Function,
    inst: Inst,
    choices: &mut Choices,
    scope: Option<tern_llvm_ir::StrId>,
) -> Option<()> {
    let opcode = function.insts[inst].inst.opcode();
    let mut inner = function.insts[inst].inst.clone();
    match &mut inner {
        Instruction::Binary { op, flags: own, .. } => match choices.chance(50) {
            true => {
                *op = *choices.pick(BinaryOp::ALL);
                *own &= Opcode::Binary(*op).flags_in(LlvmVersion::DEFAULT);
            }
            false => flags(opcode, own, choices)?,
        },
        Instruction::Cast { op, flags: own, .. } => match choices.chance(70) {
            true => {
                *op = *choices.pick(CastOp::ALL);
                *own &= Opcode::Cast(*op).flags_in(LlvmVersion::DEFAULT);
            }
            false => flags(opcode, own, choices)?,
        },
        Instruction::ICmp { predicate, flags: own, .. } => {
            *predicate = *choices.pick(IntPredicate::ALL);
            flags(opcode, own, choices)?;
        }
        Instruction::FCmp { predicate, flags: own, .. } => {
            *predicate = *choices.pick(FloatPredicate::ALL);
            flags(opcode, own, choices)?;
        }
        Instruction::FNeg { flags: own, .. }
        | Instruction::Select { flags: own, .. }
        | Instruction::Phi { flags: own, .. }
        | Instruction::GetElementPtr { flags: own, .. } => flags(opcode, own, choices)?,
        Instruction::Call(call) => flags(opcode, &mut call.flags, choices)?,
        Instruction::Load { alignment: own, atomicity: atomic, volatile, .. }
        | Instruction::Store { alignment: own, atomicity: atomic, volatile, .. } => match choices.below(3) {
            0 => *own = alignment(choices),
            1 => *atomic = atomicity(choices, scope),
            _ => *volatile = !*volatile,
        },
        Instruction::Fence(atomic) => *atomic = atomicity(choices, scope),
        Instruction::CmpXchg(cmpxchg) => match choices.below(4) {
            0 => cmpxchg.success = *choices.pick(Ordering::ALL),
            1 => cmpxchg.failure = *choices.pick(Ordering::ALL),
            2 => cmpxchg.alignment = alignment(choices),
            _ => cmpxchg.weak = !cmpxchg.weak,
        },
        Instruction::AtomicRmw(rmw) => match choices.below(3) {
            0 => rmw.op = *choices.pick(RmwOp::ALL),
            1 => rmw.atomicity = atomicity(choices, scope),
            _ => rmw.alignment = alignment(choices),
        },
        Instruction::Alloca(alloca) => match choices.below(3) {
            0 => alloca.alignment = alignment(choices),
            1 => alloca.inalloca = !alloca.inalloca,
            _ => alloca.swifterror = !alloca.swifterror,
        },
        Instruction::ExtractValue { indices, .. }
        | Instruction::InsertValue { indices, .. }
        | Instruction::ShuffleVector { mask: indices, .. } => {
            let mut numbers: Vec<u32> = function.list(*indices).to_vec();
            let at = choices.below(numbers.len().max(1));
            *numbers.get_mut(at)? = *choices.pick(&[0, 1, 2, 5, 100]);
            *indices = function.push_numbers(&numbers);
        }
        Instruction::LandingPad(pad) => match choices.below(3) {
            0 => pad.cleanup = !pad.cleanup,
            1 if !pad.clauses.is_empty() => {
                let at = choices.below(pad.clauses.len());
                pad.clauses[at].1 = !pad.clauses[at].1;
            }
            _ => pad.clauses.clear(),
        },
        _ => return None,
    }
    function.insts[inst].inst = inner;
    Some(())
}
