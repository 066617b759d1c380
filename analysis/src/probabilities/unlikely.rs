//! Branches of a loop that make their own condition false: `if (++n == 10) n = 0;`. Having been taken, such a branch is not taken again in
//! the next iteration. Source: LLVM, `BranchProbabilityInfo`.

use rustc_hash::FxHashSet;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::cranelift_entity::packed_option::PackedOption;
use tern_llvm_ir::globals::Linkage;
use tern_llvm_ir::graph::{Loop, Loops};
use tern_llvm_ir::instruction::{BinaryOp, FloatPredicate, IntPredicate};
use tern_llvm_ir::{Block, Constant, ConstantKind, Function, GlobalKind, Inst, Instruction, Module, Value};

use crate::integers::Integer;

/// What a comparison compares: a number of operations with constants, of a PHI node.
struct Compared {
    phi: Inst,
    /// The operations, the last first.
    operations: Vec<(BinaryOp, Constant)>,
}

/// Finds such branches in a function.
pub(super) struct Unlikely<'a> {
    module: &'a Module,
    function: &'a Function,
    places: SecondaryMap<Inst, PackedOption<Block>>,
    loops: &'a Loops<Block>,
    /// How many instructions and incoming values may still be looked at, so that webs of PHI nodes take no quadratic time.
    steps: usize,
}

impl<'a> Unlikely<'a> {
    pub(super) fn new(module: &'a Module, function: &'a Function, loops: &'a Loops<Block>) -> Self {
        let steps = 4_000_000 + 64 * function.insts.len();
        Self { module, function, places: function.blocks_of_insts(), loops, steps }
    }

    /// The successors of a block that make the condition of the block's branch such that they are not taken.
    pub(super) fn successors(&mut self, block: Block) -> Vec<Block> {
        let Some(inner) = self.loops.innermost(block) else { return Vec::new() };
        let terminator = self.function.terminator(block).map(|inst| &self.function.insts[inst].inst);
        match terminator {
            Some(&Instruction::CondBr { condition, then, otherwise }) => {
                self.unlikely(inner, condition, [then, otherwise]).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn step(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        Some(())
    }

    fn unlikely(
        &mut self,
        inner: Loop,
        condition: Value,
        [then, otherwise]: [Block; 2],
    ) -> Option<Vec<Block>> {
        let comparison = &self.function.insts[self.defined_by(condition)?].inst;
        let (Instruction::ICmp { lhs, rhs, .. } | Instruction::FCmp { lhs, rhs, .. }) = *comparison else {
            return None;
        };
        let right = rhs.constant()?;
        let compared = self.compared(inner, lhs)?;
        let mut found = Vec::new();
        let (mut seen, mut pending) = (FxHashSet::from_iter([compared.phi]), vec![compared.phi]);
        while let Some(phi) = pending.pop() {
            let Instruction::Phi { incoming, .. } = self.function.insts[phi].inst else { continue };
            for &(value, from) in self.function.list(incoming) {
                self.step()?;
                if !self.loops.contains(inner, from) {
                    continue;
                }
                if let Some(phi) = self.defined_by(value).filter(|&inst| self.is_phi(inst)) {
                    if seen.insert(phi) {
                        pending.push(phi);
                    }
                    continue;
                }
                let Some(constant) = value.constant().filter(|_| from == then || from == otherwise) else {
                    continue;
                };
                let holds = self.holds(comparison, constant, &compared.operations, right);
                if holds.is_some_and(|holds| from == if holds { otherwise } else { then }) {
                    found.push(from);
                }
            }
        }
        Some(found)
    }

    fn defined_by(&self, value: Value) -> Option<Inst> {
        self.function.locals[value.local()?].inst.expand()
    }

    fn is_phi(&self, inst: Inst) -> bool {
        matches!(self.function.insts[inst].inst, Instruction::Phi { .. })
    }

    fn compared(&mut self, inner: Loop, value: Value) -> Option<Compared> {
        let mut inst = self.defined_by(value)?;
        let mut operations = Vec::new();
        while !self.is_phi(inst) {
            let Instruction::Binary { op, lhs, rhs, .. } = self.function.insts[inst].inst else {
                return None;
            };
            self.step()?;
            self.is_inside(inner, inst).then_some(())?;
            operations.push((op, rhs.constant()?));
            inst = self.defined_by(lhs)?;
        }
        self.is_inside(inner, inst).then_some(Compared { phi: inst, operations })
    }

    fn is_inside(&self, inner: Loop, inst: Inst) -> bool {
        self.places[inst].expand().is_some_and(|block| self.loops.contains(inner, block))
    }

    /// Whether a comparison holds if the PHI node is a constant.
    fn holds(
        &self,
        comparison: &Instruction,
        phi: Constant,
        operations: &[(BinaryOp, Constant)],
        right: Constant,
    ) -> Option<bool> {
        let module = self.module;
        match (comparison, Integer::of(module, phi)) {
            (&Instruction::ICmp { predicate, .. }, Some(mut left)) => {
                for &(op, constant) in operations.iter().rev() {
                    left = left.binary(op, Integer::of(module, constant)?)?;
                }
                Some(left.compare(predicate, Integer::of(module, right)?))
            }
            (&Instruction::ICmp { predicate, .. }, None) if operations.is_empty() => {
                let is_equal = match (phi, right) {
                    _ if is_null(module, phi) && is_null(module, right) => true,
                    _ if is_null(module, phi) => is_not_null(module, right).then_some(false)?,
                    _ if is_null(module, right) => is_not_null(module, phi).then_some(false)?,
                    _ => return None,
                };
                match predicate {
                    IntPredicate::Eq => Some(is_equal),
                    IntPredicate::Ne => Some(!is_equal),
                    _ => None,
                }
            }
            (&Instruction::FCmp { predicate, .. }, None) if operations.is_empty() => {
                Some(compare_floats(predicate, float(module, phi)?, float(module, right)?))
            }
            _ => None,
        }
    }
}

fn is_null(module: &Module, constant: Constant) -> bool {
    *module.constants.kind(constant) == ConstantKind::Zero
}

/// Whether a constant is the address of something that exists.
fn is_not_null(module: &Module, constant: Constant) -> bool {
    let ConstantKind::Global(global) = *module.constants.kind(constant) else { return false };
    let global = &module.globals[global];
    let exists = matches!(global.kind, GlobalKind::Variable(_) | GlobalKind::Function(_));
    exists && global.linkage != Linkage::ExternWeak && global.address_space == 0
}

fn float(module: &Module, constant: Constant) -> Option<f64> {
    let data = module.constants.get(constant);
    let ConstantKind::Float(bits) = data.kind else { return None };
    match data.ty {
        ty if ty == module.types.common.double => Some(f64::from_bits(bits as u64)),
        ty if ty == module.types.common.float => Some(f32::from_bits(bits as u32).into()),
        _ => None,
    }
}

fn compare_floats(predicate: FloatPredicate, left: f64, right: f64) -> bool {
    let order = left.partial_cmp(&right);
    let ordered = |holds: fn(std::cmp::Ordering) -> bool| order.is_some_and(holds);
    let unordered = |holds: fn(std::cmp::Ordering) -> bool| order.is_none_or(holds);
    match predicate {
        FloatPredicate::False => false,
        FloatPredicate::Oeq => ordered(|it| it.is_eq()),
        FloatPredicate::Ogt => ordered(|it| it.is_gt()),
        FloatPredicate::Oge => ordered(|it| it.is_ge()),
        FloatPredicate::Olt => ordered(|it| it.is_lt()),
        FloatPredicate::Ole => ordered(|it| it.is_le()),
        FloatPredicate::One => ordered(|it| it.is_ne()),
        FloatPredicate::Ord => order.is_some(),
        FloatPredicate::Ueq => unordered(|it| it.is_eq()),
        FloatPredicate::Ugt => unordered(|it| it.is_gt()),
        FloatPredicate::Uge => unordered(|it| it.is_ge()),
        FloatPredicate::Ult => unordered(|it| it.is_lt()),
        FloatPredicate::Ule => unordered(|it| it.is_le()),
        FloatPredicate::Une => unordered(|it| it.is_ne()),
        FloatPredicate::Uno => order.is_none(),
        FloatPredicate::True => true,
    }
}
