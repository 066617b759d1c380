//! Loops that are run: what decides about them depends on nothing but constants and PHI nodes that begin with constants. Source: LLVM,
//! `ScalarEvolution`, which runs 100 iterations.

use rustc_hash::FxHashMap;
use tern_llvm_ir::instruction::{Atomicity, CastOp, Flags};
use tern_llvm_ir::{Instruction, Local, Type, Value};

use super::affine::Evolution;
use super::memory;
use super::scalars::Scalar;
use crate::floats::Float;
use crate::indices::offsets;
use crate::integers::Integer;
use crate::known::{self, Checked};

/// How many instructions may decide about the loop, and how many iterations are run.
const INSTRUCTIONS: usize = 64;
const ITERATIONS: u128 = 1024;

/// What decides about a loop.
pub(super) struct Program<'a> {
    decides: Value,
    /// The instructions, operands first.
    instructions: Vec<(Local, &'a Instruction)>,
    /// The PHI nodes with their next values.
    phis: Vec<(Local, Value)>,
    /// The values of PHI nodes in the first iteration, and of what is computed before the loop.
    values: FxHashMap<Local, Scalar>,
}

impl<'a> Program<'a> {
    /// What computes the integer that decides; `None` if it does not begin with constants, or takes memory that may change.
    pub(super) fn new(evolution: &Evolution<'a>, decides: Value) -> Option<Self> {
        let (instructions, phis, values) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut program = Self { decides, instructions, phis, values };
        // Whether the operands of a value have been visited.
        let mut seen: FxHashMap<Local, bool> = FxHashMap::default();
        let mut roots = vec![decides];
        while let Some(root) = roots.pop() {
            let mut stack = vec![root];
            while let Some(&value) = stack.last() {
                let Some(local) = value.local() else {
                    stack.pop();
                    continue;
                };
                match seen.get(&local) {
                    Some(true) => drop(stack.pop()),
                    Some(false) => {
                        stack.pop();
                        seen.insert(local, true);
                        program.instructions.push((local, evolution.defining(value)?));
                    }
                    None => {
                        if seen.len() == INSTRUCTIONS {
                            return None;
                        }
                        if !evolution.is_inside(value) {
                            seen.insert(local, true);
                            program.values.insert(local, evolution.scalar(value)?);
                            continue;
                        }
                        let inst = evolution.defining(value)?;
                        if evolution.is_header_phi(value) {
                            let (start, next) = evolution.start_and_next(inst)?;
                            seen.insert(local, true);
                            program.values.insert(local, evolution.scalar(start)?);
                            program.phis.push((local, next));
                            roots.push(next);
                            continue;
                        }
                        if !is_evaluated(inst) {
                            return None;
                        }
                        seen.insert(local, false);
                        inst.for_each_operand(evolution.function, |operand| stack.push(operand));
                    }
                }
            }
        }
        Some(program)
    }

    /// How many iterations what decides is such that the loop goes on.
    pub(super) fn count(
        mut self,
        evolution: &Evolution<'a>,
        goes_on: impl Fn(Integer) -> bool,
        steps: &mut usize,
    ) -> Option<u128> {
        for count in 0..ITERATIONS {
            *steps = steps.checked_sub(self.instructions.len() + 1)?;
            for &(result, inst) in &self.instructions {
                let value = Step { evolution, values: &self.values }.evaluate(inst, result)?;
                self.values.insert(result, value);
            }
            let step = Step { evolution, values: &self.values };
            if !goes_on(step.integer(self.decides)?) {
                return Some(count);
            }
            let next = self.phis.iter().map(|&(phi, next)| Some((phi, step.get(next)?)));
            let next: Vec<(Local, Scalar)> = next.collect::<Option<_>>()?;
            self.values.extend(next);
        }
        None
    }
}

fn is_evaluated(inst: &Instruction) -> bool {
    match inst {
        Instruction::Binary { .. }
        | Instruction::FNeg { .. }
        | Instruction::ICmp { .. }
        | Instruction::FCmp { .. }
        | Instruction::Cast { .. }
        | Instruction::Select { .. }
        | Instruction::Freeze(_)
        | Instruction::GetElementPtr { .. }
        | Instruction::ExtractValue { .. }
        | Instruction::Call(_) => true,
        Instruction::Load { volatile, atomicity, .. } => !volatile && *atomicity == Atomicity::NONE,
        _ => false,
    }
}

/// Flags that let the machine round otherwise, or give zero another sign.
const INEXACT: Flags =
    Flags::REASSOC.union(Flags::NSZ).union(Flags::ARCP).union(Flags::CONTRACT).union(Flags::AFN);

/// Evaluates instructions of an iteration.
struct Step<'e, 'a> {
    evolution: &'e Evolution<'a>,
    /// The operands.
    values: &'e FxHashMap<Local, Scalar>,
}

impl Step<'_, '_> {
    fn get(&self, value: Value) -> Option<Scalar> {
        match value.local() {
            Some(local) => self.values.get(&local).copied(),
            None => self.evolution.scalar(value),
        }
    }

    fn integer(&self, value: Value) -> Option<Integer> {
        self.get(value)?.integer()
    }

    /// A floating-point number; `None` as well if the function may take it for zero.
    fn float(&self, value: Value) -> Option<Float> {
        self.rounded(self.get(value)?.float()?)
    }

    fn rounded(&self, float: Float) -> Option<Float> {
        (!float.is_denormal() || self.evolution.keeps_denormals()).then_some(float)
    }

    fn evaluate(&self, inst: &Instruction, result: Local) -> Option<Scalar> {
        let Evolution { module, function, .. } = *self.evolution;
        let sizes = self.evolution.sizes();
        let ty = function.locals[result].ty;
        let boolean = |holds: bool| Integer::new(1, holds.into()).map(Scalar::Integer);
        match *inst {
            Instruction::Binary { op, flags, lhs, rhs } => match self.get(lhs)? {
                Scalar::Integer(lhs) => lhs.binary(op, self.integer(rhs)?).map(Scalar::Integer),
                Scalar::Float(_) if flags.intersects(INEXACT) => None,
                _ => {
                    let computed = self.float(lhs)?.binary(op, self.float(rhs)?)?;
                    self.rounded(computed).map(Scalar::Float)
                }
            },
            Instruction::FNeg { value, .. } => Some(Scalar::Float(self.get(value)?.float()?.negated())),
            Instruction::ICmp { predicate, lhs, rhs, .. } => match (self.get(lhs)?, self.get(rhs)?) {
                (Scalar::Integer(lhs), Scalar::Integer(rhs)) => boolean(lhs.compare(predicate, rhs)),
                (Scalar::Address(lhs), Scalar::Address(rhs)) => {
                    boolean(lhs.compare(module, &sizes, predicate, rhs)?)
                }
                _ => None,
            },
            Instruction::FCmp { predicate, lhs, rhs, .. } => {
                boolean(self.float(lhs)?.compare(predicate, self.float(rhs)?)?)
            }
            Instruction::Cast { op, flags, value } => self.cast(op, flags, self.get(value)?, ty),
            Instruction::Select { condition, then, otherwise, .. } => {
                self.get(if self.integer(condition)?.is_zero() { otherwise } else { then })
            }
            Instruction::Freeze(value) => self.get(value),
            Instruction::GetElementPtr { element, base, indices, .. } => {
                let offsets = offsets(module, &sizes, element, function.list(indices).iter().copied())?;
                let base = self.get(base)?.address()?;
                base.indexed(&offsets, |index| self.integer(index)).map(Scalar::Address)
            }
            Instruction::Load { address, .. } => {
                memory::load(module, &sizes, self.get(address)?.address()?, ty)
            }
            Instruction::Call(ref call) => match module.types.integer_width(ty) {
                Some(width) => {
                    known::intrinsic(module, call, width, |value| self.integer(value)).map(Scalar::Integer)
                }
                None => self.checked(&Checked::of(module, call)?),
            },
            Instruction::ExtractValue { aggregate, indices } => match self.get(aggregate)? {
                Scalar::Checked(number, overflows) => match function.list(indices) {
                    [0] => Some(Scalar::Integer(number)),
                    [1] => boolean(overflows),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn checked(&self, Checked { op, is_signed, lhs, rhs }: &Checked) -> Option<Scalar> {
        let (lhs, rhs) = (self.integer(*lhs)?, self.integer(*rhs)?);
        Some(Scalar::Checked(lhs.binary(*op, rhs)?, lhs.overflows(*op, *is_signed, rhs)?))
    }

    fn cast(&self, op: CastOp, flags: Flags, value: Scalar, ty: Type) -> Option<Scalar> {
        let Evolution { module, .. } = *self.evolution;
        let sizes = self.evolution.sizes();
        let width = module.types.integer_width(ty);
        let float = || self.rounded(value.float()?);
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
                value.integer()?.cast(op, width?).map(Scalar::Integer)
            }
            CastOp::FpTrunc | CastOp::FpExt if flags.intersects(INEXACT) => None,
            CastOp::FpTrunc | CastOp::FpExt => {
                self.rounded(float()?.converted(module, ty)?).map(Scalar::Float)
            }
            CastOp::FpToUi | CastOp::FpToSi => {
                float()?.to_integer(width?, op == CastOp::FpToSi).map(Scalar::Integer)
            }
            CastOp::UiToFp | CastOp::SiToFp => {
                Float::of_integer(module, ty, value.integer()?, op == CastOp::SiToFp).map(Scalar::Float)
            }
            CastOp::BitCast if module.types.is_pointer(ty) => Some(value),
            CastOp::BitCast => value.reinterpreted(module, &sizes, ty),
            CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr | CastOp::AddrSpaceCast => None,
        }
    }
}
