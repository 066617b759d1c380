//! Loops that are run: their conditions depend on nothing but constants and PHI nodes that begin with constants. Source: LLVM,
//! `ScalarEvolution`, which runs 100 iterations.

use rustc_hash::FxHashMap;
use tern_llvm_ir::{Instruction, Local, Value};

use super::affine::Evolution;
use crate::integers::Integer;

/// How many instructions may decide about the loop, and how many iterations are run.
const INSTRUCTIONS: usize = 64;
const ITERATIONS: u128 = 1024;

/// How many iterations a condition is as it must be for the loop to go on.
pub(super) fn count(
    evolution: &Evolution<'_>,
    condition: Value,
    goes_on: bool,
    steps: &mut usize,
) -> Option<u128> {
    let program = Program::new(evolution, condition)?;
    let mut values: FxHashMap<Local, Integer> =
        program.phis.iter().map(|&(phi, start, _)| (phi, start)).collect();
    for count in 0..ITERATIONS {
        *steps = steps.checked_sub(program.instructions.len() + 1)?;
        for &(result, inst) in &program.instructions {
            let value = evaluate(evolution, inst, result, &values)?;
            values.insert(result, value);
        }
        let get = |value: Value| operand(evolution, value, &values);
        if get(condition)?.is_zero() == goes_on {
            return Some(count);
        }
        let next: Vec<(Local, Integer)> =
            program.phis.iter().map(|&(phi, _, next)| Some((phi, get(next)?))).collect::<Option<_>>()?;
        values.extend(next);
    }
    None
}

/// The instructions that decide about the loop, operands first, and the PHI nodes with their starts and next values.
struct Program<'a> {
    instructions: Vec<(Local, &'a Instruction)>,
    phis: Vec<(Local, Integer, Value)>,
}

impl<'a> Program<'a> {
    fn new(evolution: &Evolution<'a>, condition: Value) -> Option<Self> {
        let mut program = Self { instructions: Vec::new(), phis: Vec::new() };
        // Whether the operands of a value have been visited.
        let mut seen: FxHashMap<Local, bool> = FxHashMap::default();
        let mut roots = vec![condition];
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
                        let inst = evolution.defining(value).filter(|_| evolution.is_inside(value))?;
                        if evolution.is_header_phi(value) {
                            let (start, next) = evolution.start_and_next(inst)?;
                            seen.insert(local, true);
                            program.phis.push((
                                local,
                                Integer::of(evolution.module, start.constant()?)?,
                                next,
                            ));
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
}

fn is_evaluated(inst: &Instruction) -> bool {
    matches!(
        inst,
        Instruction::Binary { .. }
            | Instruction::ICmp { .. }
            | Instruction::Cast { .. }
            | Instruction::Select { .. }
            | Instruction::Freeze(_)
    )
}

fn operand(evolution: &Evolution<'_>, value: Value, values: &FxHashMap<Local, Integer>) -> Option<Integer> {
    match value.local() {
        Some(local) => values.get(&local).copied(),
        None => Integer::of(evolution.module, value.constant()?),
    }
}

fn evaluate(
    evolution: &Evolution<'_>,
    inst: &Instruction,
    result: Local,
    values: &FxHashMap<Local, Integer>,
) -> Option<Integer> {
    let get = |value: Value| operand(evolution, value, values);
    let width = || evolution.module.types.integer_width(evolution.function.locals[result].ty);
    match *inst {
        Instruction::Binary { op, lhs, rhs, .. } => get(lhs)?.binary(op, get(rhs)?),
        Instruction::ICmp { predicate, lhs, rhs, .. } => {
            Integer::new(1, get(lhs)?.compare(predicate, get(rhs)?).into())
        }
        Instruction::Cast { op, value, .. } => get(value)?.cast(op, width()?),
        Instruction::Select { condition, then, otherwise, .. } => {
            get(if get(condition)?.is_zero() { otherwise } else { then })
        }
        Instruction::Freeze(value) => get(value),
        _ => None,
    }
}
