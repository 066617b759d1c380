//! Values of a loop as functions of the number of the iteration: sums of a constant, of values from outside the loop, and of a constant
//! times that number. All arithmetic wraps.

use rustc_hash::FxHashMap;
use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::constants::ConstantExpr;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::cranelift_entity::packed_option::PackedOption;
use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::graph::{Loop, Loops};
use tern_llvm_ir::instruction::{BinaryOp, CastOp, Flags};
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Block, ConstantKind, Function, Inst, Instruction, Local, Module, Type, Value};

use super::Induction;
use super::outside::{Entry, Outside};
use super::scalars::Scalar;
use crate::indices::{Offset, offsets};
use crate::integers::{Integer, mask};
use crate::known::Checked;

/// A function of the number of the iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Affine {
    pub(super) width: u32,
    /// The constant of the sum.
    pub(super) start: u128,
    pub(super) step: u128,
    /// Values from outside the loop, each with a factor that is not zero, in order.
    pub(super) terms: Vec<(Value, u128)>,
}

impl Affine {
    fn constant(width: u32, start: u128) -> Self {
        Self { width, start: start & mask(width), step: 0, terms: Vec::new() }
    }

    fn of_value(width: u32, value: Value) -> Self {
        Self { width, start: 0, step: 0, terms: vec![(value, 1)] }
    }

    /// The sum with `factor` times another.
    pub(super) fn plus(&self, other: &Self, factor: u128) -> Self {
        let sum = |a: u128, b: u128| a.wrapping_add(b.wrapping_mul(factor)) & mask(self.width);
        let mut terms = self.terms.clone();
        for &(value, times) in &other.terms {
            match terms.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => *known = sum(*known, times),
                None => terms.push((value, sum(0, times))),
            }
        }
        terms.retain(|&(_, times)| times != 0);
        terms.sort_unstable_by_key(|&(value, _)| value);
        Self {
            width: self.width,
            start: sum(self.start, other.start),
            step: sum(self.step, other.step),
            terms,
        }
    }

    /// The constant, if the value is one.
    pub(super) fn as_constant(&self) -> Option<u128> {
        (self.step == 0 && self.terms.is_empty()).then_some(self.start)
    }
}

/// How deep expressions are looked into, and how many values of a loop.
const DEPTH: u32 = 40;
const VALUES: usize = 2000;

/// The values of one loop.
pub(super) struct Evolution<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) loops: &'a Loops<Block>,
    pub(super) this: Loop,
    pub(super) latch: Block,
    places: &'a SecondaryMap<Inst, PackedOption<Block>>,
    layout: &'a DataLayout,
    outside: &'a Outside<'a>,
    entry: Entry,
    known: FxHashMap<Value, Option<Affine>>,
    /// The PHI node whose step is looked for. It stands for itself.
    variable: Option<Value>,
    left: usize,
}

impl<'a> Evolution<'a> {
    pub(super) fn new(
        (module, layout): (&'a Module, &'a DataLayout),
        function: &'a Function,
        places: &'a SecondaryMap<Inst, PackedOption<Block>>,
        loops: &'a Loops<Block>,
        outside: &'a Outside<'a>,
        (this, latch): (Loop, Block),
    ) -> Self {
        let (known, variable, left) = (FxHashMap::default(), None, VALUES);
        let entry = outside.entry(loops, this);
        Self { module, function, loops, this, latch, places, layout, outside, entry, known, variable, left }
    }

    pub(super) fn sizes(&self) -> Sizes<'a> {
        Sizes { strings: &self.module.strings, types: &self.module.types, layout: self.layout }
    }

    /// The width of integers and pointers.
    fn width(&self, ty: Type) -> Option<u32> {
        let types = &self.module.types;
        let width = match types.is_pointer(ty) {
            true => u32::try_from(self.sizes().bits(ty)?).ok()?,
            false => types.integer_width(ty)?,
        };
        Integer::new(width, 0).map(Integer::width)
    }

    /// The instruction that defines a value.
    pub(super) fn defining(&self, value: Value) -> Option<&'a Instruction> {
        let inst = self.function.locals[value.local()?].inst.expand()?;
        Some(&self.function.insts[inst].inst)
    }

    /// Whether a value is computed within the loop.
    pub(super) fn is_inside(&self, value: Value) -> bool {
        let inst = value.local().and_then(|local| self.function.locals[local].inst.expand());
        let block = inst.and_then(|inst| self.places[inst].expand());
        block.is_some_and(|block| self.loops.contains(self.this, block))
    }

    /// The PHI nodes in the header.
    fn header_phis(&self) -> impl Iterator<Item = (Local, &'a Instruction)> + use<'a> {
        let function = self.function;
        let insts = function.block_insts(self.loops[self.this].header).iter();
        insts.filter_map(move |&inst| {
            let data = &function.insts[inst];
            matches!(data.inst, Instruction::Phi { .. }).then_some((data.result.expand()?, &data.inst))
        })
    }

    /// What a PHI node in the header is at first, and after an iteration; none if there are several such values.
    pub(super) fn start_and_next(&self, phi: &Instruction) -> Option<(Value, Value)> {
        let Instruction::Phi { incoming, .. } = *phi else { return None };
        let (mut start, mut next) = (None, None);
        for &(value, from) in self.function.list(incoming) {
            let known = if from == self.latch { &mut next } else { &mut start };
            if *known.get_or_insert(value) != value {
                return None;
            }
        }
        start.zip(next)
    }

    pub(super) fn is_header_phi(&self, value: Value) -> bool {
        value.local().is_some_and(|local| self.header_phis().any(|(phi, _)| phi == local))
    }

    pub(super) fn inductions(&mut self) -> Vec<Induction> {
        let phis: Vec<_> = self.header_phis().collect();
        let induction = |(phi, inst): (Local, &Instruction)| {
            let (start, next) = self.start_and_next(inst)?;
            let step = self.step(phi.into(), next)?;
            Some(Induction { phi, start, step })
        };
        let found: Vec<Induction> = phis.into_iter().filter_map(induction).collect();
        self.known.clear();
        for &Induction { phi, start, step } in &found {
            if let Some(start) = self.value(start) {
                let step = Affine { step: step.unsigned(), ..Affine::constant(step.width(), 0) };
                self.known.insert(phi.into(), Some(start.plus(&step, 1)));
            }
        }
        found
    }

    /// What an iteration adds to a PHI node, if that is a constant.
    fn step(&mut self, phi: Value, next: Value) -> Option<Integer> {
        let width = self.width(self.module.type_of(self.function, phi))?;
        self.variable = Some(phi);
        self.known.clear();
        self.known.insert(phi, Some(Affine::of_value(width, phi)));
        let next = self.value(next);
        self.variable = None;
        let step = next?.plus(&Affine::of_value(width, phi), mask(width)).as_constant()?;
        Integer::new(width, step)
    }

    /// A value as a function of the iteration.
    pub(super) fn value(&mut self, value: Value) -> Option<Affine> {
        self.value_at(value, DEPTH)
    }

    fn value_at(&mut self, value: Value, depth: u32) -> Option<Affine> {
        if let Some(known) = self.known.get(&value) {
            return known.clone();
        }
        self.left = self.left.checked_sub(1)?;
        let found = self.look_into(value, depth.checked_sub(1)?);
        self.known.insert(value, found.clone());
        found
    }

    fn look_into(&mut self, value: Value, depth: u32) -> Option<Affine> {
        let width = self.width(self.module.type_of(self.function, value))?;
        let opaque = || Affine::of_value(width, value);
        if let Some(constant) = value.constant() {
            let kind = self.module.constants.kind(constant);
            return Some(match (Integer::of(self.module, constant), kind) {
                (Some(integer), _) => Affine::constant(width, integer.unsigned()),
                (None, ConstantKind::Zero) => Affine::constant(width, 0),
                (None, ConstantKind::Expr(expr)) => match &**expr {
                    ConstantExpr::GetElementPtr { element, base, indices, .. } => {
                        let indices: Vec<Value> = indices.iter().map(|&index| index.into()).collect();
                        self.address(width, *element, (*base).into(), &indices, depth).unwrap_or_else(opaque)
                    }
                    _ => opaque(),
                },
                _ => opaque(),
            });
        }
        let Some(inst) = self.defining(value) else { return Some(self.before(value, width)) };
        let is_inside = self.is_inside(value);
        let found = self.instruction(inst, width, depth);
        // What is computed before the loop does not change in it.
        found.or_else(|| (!is_inside).then(|| self.before(value, width)))
    }

    /// A value from before the loop.
    fn before(&self, value: Value, width: u32) -> Affine {
        match self.outside.integer(value, self.entry) {
            Some(integer) => Affine::constant(width, integer.unsigned()),
            None => Affine::of_value(width, value),
        }
    }

    /// The constant that a value from before the loop is.
    pub(super) fn scalar(&self, value: Value) -> Option<Scalar> {
        match value.constant() {
            Some(constant) => Scalar::of(self.module, &self.sizes(), constant),
            None => self.outside.integer(value, self.entry).map(Scalar::Integer),
        }
    }

    /// Whether the function takes denormal numbers for what they are.
    pub(super) fn keeps_denormals(&self) -> bool {
        let set = self.module.attributes.get_list(self.function.attributes).function;
        let has = |key| self.module.string_attribute(set, key).is_some_and(|mode| mode != b"ieee,ieee");
        !has("denormal-fp-math")
            && !has("denormal-fp-math-f32")
            && self.module.attribute(set, AttributeKind::DenormalFpEnv).is_none()
    }

    fn instruction(&mut self, inst: &Instruction, width: u32, depth: u32) -> Option<Affine> {
        match *inst {
            Instruction::Binary { op: BinaryOp::Or, flags, lhs, rhs } if flags.contains(Flags::DISJOINT) => {
                self.binary(BinaryOp::Add, lhs, rhs, width, depth)
            }
            Instruction::Binary { op, lhs, rhs, .. } => self.binary(op, lhs, rhs, width, depth),
            Instruction::ExtractValue { aggregate, indices } if self.function.list(indices) == [0] => {
                let Checked { op, lhs, rhs, .. } = Checked::defining(self.module, self.function, aggregate)?;
                self.binary(op, lhs, rhs, width, depth)
            }
            Instruction::Cast {
                op: CastOp::PtrToInt | CastOp::IntToPtr | CastOp::BitCast, value, ..
            } => self.value_at(value, depth).filter(|inner| inner.width == width),
            Instruction::Cast { op: CastOp::Trunc, value, .. } => {
                let inner = self.value_at(value, depth).filter(|inner| inner.terms.is_empty())?;
                let (start, step) = (inner.start & mask(width), inner.step & mask(width));
                Some(Affine { width, start, step, terms: Vec::new() })
            }
            Instruction::Cast { op: op @ (CastOp::ZExt | CastOp::SExt), value, .. } => {
                let inner = self.value_at(value, depth)?;
                let integer = Integer::new(inner.width, inner.as_constant()?)?.cast(op, width)?;
                Some(Affine::constant(width, integer.unsigned()))
            }
            Instruction::GetElementPtr { element, base, indices, .. } => {
                let indices = self.function.list(indices).to_vec();
                self.address(width, element, base, &indices, depth)
            }
            _ => None,
        }
    }

    fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value, width: u32, depth: u32) -> Option<Affine> {
        let factor = match op {
            BinaryOp::Add => 1,
            BinaryOp::Sub => mask(width),
            BinaryOp::Mul | BinaryOp::Shl => {
                let factor = self.value_at(rhs, depth)?.as_constant()?;
                let factor = match op {
                    BinaryOp::Mul => factor,
                    _ => 1u128.checked_shl(u32::try_from(factor).ok()?).filter(|_| factor < width.into())?,
                };
                return Some(Affine::constant(width, 0).plus(&self.value_at(lhs, depth)?, factor));
            }
            _ => return None,
        };
        let (lhs, rhs) = (self.value_at(lhs, depth)?, self.value_at(rhs, depth)?);
        Some(lhs.plus(&rhs, factor))
    }

    fn address(
        &mut self,
        width: u32,
        element: Type,
        base: Value,
        indices: &[Value],
        depth: u32,
    ) -> Option<Affine> {
        let mut sum = self.value_at(base, depth).filter(|base| base.width == width)?;
        let offsets = offsets(self.module, &self.sizes(), element, indices.iter().copied())?;
        for offset in offsets {
            let (index, size) = match offset {
                Offset::Field(bytes) => {
                    sum = sum.plus(&Affine::constant(width, bytes.into()), 1);
                    continue;
                }
                Offset::Times(index, size) => (self.value_at(index, depth)?, size),
            };
            let index = match index.as_constant() {
                Some(constant) => {
                    let signed = Integer::new(index.width, constant)?.signed();
                    Affine::constant(width, signed as u128)
                }
                None => Some(index).filter(|index| index.width == width)?,
            };
            sum = sum.plus(&index, size.into());
        }
        Some(sum)
    }
}
