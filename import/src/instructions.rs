//! Imports instructions other than calls.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::interfaces::FastmathFlagsInterface;
use tern_dialect_llvm::ops;
use tern_dialect_tern::calls::CallBr;
use tern_dialect_tern::funclets::{CatchPad, CatchRet, CatchSwitch, CleanupPad, CleanupRet};
use tern_dialect_tern::names;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::function::{Function, Local};
use tern_llvm_ir::instruction::{Flags, Instruction};
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Inst, TypeKind};
use tern_mapping::asides;
use tern_mapping::flags::subset;
use tern_mapping::names::Named;
use tern_mlir::declare::OpDef;
use tern_mlir::types::TypeKind as Mlir;
use tern_mlir::{AttrKind, Attribute, Block, Location, Op, Value};
use tern_support::ways;

use crate::builder::New;
use crate::constants::scalable_mask;
use crate::functions::{BodyState, Values};
use crate::op_cache::Uses;
use crate::policy::is_unmodelled;
use crate::{Error, Importer, Result, Tables};

impl<'m, 'c> Importer<'m, 'c> {
    /// Imports an instruction other than a PHI node and appends it to the current block.
    #[inline(always)]
    pub(crate) fn instruction(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
    ) -> Result<()> {
        if self.policy.walks()
            && let Some(done) = self.instruction_apart(site, function, inst)
        {
            return done;
        }
        if !self.instruction_imports.is_empty()
            && let Some(new) = self.instruction_of_dialect(site, function, inst)
        {
            return match new {
                Ok(new) => self.finish(site, function, inst, new),
                Err(error) => Err(self.unhandled(site, function, inst, error)),
            };
        }
        let data = &function.insts[inst];
        let result = data.result.expand().map(|local| function.locals[local].ty);
        let mut uses = Uses::default();
        let shape = match !self.policy.keeps_all && is_unmodelled(&data.inst) {
            true => Err(Error::nothing()),
            false => self.shape(site, &data.inst, result, &mut uses),
        };
        let refused = self.is_refused(function, &data.inst, result);
        let new = match shape {
            Ok(Some(shape)) if self.policy.repeats && !refused && !ways::is_plain() => {
                return self.repeat(site, function, inst, shape, &uses);
            }
            Ok(Some(shape)) => {
                let new = self.of_shape(&shape, data).in_tern(refused);
                Ok(new.operands(uses.operands).successors(uses.successors))
            }
            Ok(None) => self.operation(site, function, inst).map(|new| new.in_tern(refused)),
            Err(error) => Err(error),
        };
        match new {
            Ok(new) => self.finish(site, function, inst, new),
            Err(error) => Err(self.unhandled(site, function, inst, error)),
        }
    }

    /// The operation for an instruction that has no [shape](crate::op_cache::Shape), without its result.
    fn operation(&mut self, site: &mut BodyState<'_>, function: &Function, inst: Inst) -> Result<New<'c>> {
        let data = &function.insts[inst];
        match &data.inst {
            Instruction::Call(call) => self.call(site, function, inst, call),
            Instruction::DebugRecord(record) => self.debug_record(site, record),
            other if other.is_terminator() => self.terminator(site, function, inst, other),
            other => {
                let result = data.result.expand().map(|local| function.locals[local].ty);
                self.computation(site, other, result)
            }
        }
    }

    /// Gives an operation its result, name and metadata, and appends it to the current block.
    pub(crate) fn finish(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
        mut new: New<'c>,
    ) -> Result<()> {
        let data = &function.insts[inst];
        let result = data.result.expand();
        if let Some(local) = result {
            let ty = self.ty(function.locals[local].ty);
            new = new.result(ty);
        }
        let attachments = function.inst_attachments(inst);
        if !self.policy.keeps_all {
            new = self.with_modelled_parts(site, function, inst, new)?;
        } else if !attachments.is_empty() {
            new.state.location = self.location_of(attachments);
            new = self.with_attachments(new, attachments);
        }
        if data.inst.is_terminator()
            && let Some(phis) = self.phi_aside(site)
        {
            new = new.aside(asides::PHIS, phis);
        }
        let new = self.without_asides(new);
        let op = new.make_with(&mut site.body, &mut site.dictionaries);
        self.put(site, function, op, result)
    }

    /// Appends an operation to the current block; `result` is the local that it defines.
    #[inline(always)]
    pub(crate) fn put(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        op: Op,
        result: Option<Local>,
    ) -> Result<()> {
        let block = self.imported_block(site, site.function().block)?;
        site.append(block, op);
        if let (Some(local), Some(value)) = (result, site.body.result(op)) {
            self.define(site, function, local, value);
        }
        Ok(())
    }

    #[inline(always)]
    fn define(&mut self, site: &mut BodyState<'_>, function: &Function, local: Local, value: Value) {
        self.name_value(&mut site.body, value, function.locals[local].name, Named::Result);
        site.function_mut().locals[local] = Some(value);
    }

    /// The operation for an instruction that computes a value and has no [shape](crate::op_cache::Shape).
    fn computation(
        &mut self,
        site: &mut BodyState<'_>,
        inst: &Instruction,
        result: Option<tern_llvm_ir::Type>,
    ) -> Result<New<'c>> {
        let context = self.context;
        Ok(match inst {
            Instruction::ShuffleVector { a, b, mask } => {
                let operands = self.values(site, &[*a, *b])?;
                let numbers = site.function().function.list(*mask);
                let mut mask: Vec<i32> = numbers.iter().map(|&number| number as i32).collect();
                let kind = result.map(|ty| self.ir.types.kind(ty));
                let Some(&TypeKind::Vector { len, scalable, .. }) = kind else {
                    return Err(Error::new("a shuffle that is no vector"));
                };
                if let (true, [number]) = (scalable, &mask[..]) {
                    mask = scalable_mask(*number, len)?;
                }
                // The only scalable mask in MLIR is all zeros.
                let poison =
                    scalable && self.policy.satisfies_verifier && mask.iter().all(|&number| number < 0);
                if poison {
                    mask.fill(0);
                }
                New::of(context, ops::ShuffleVector::start().mask(&mask[..]))
                    .operands(operands)
                    .unit_aside(asides::POISON_MASK, poison)
            }
            Instruction::ExtractValue { aggregate, .. } => {
                let function = Some(site.function().function);
                let aggregate = self.value(site, *aggregate)?;
                self.operation_of_fields(inst, function).operands([aggregate])
            }
            Instruction::InsertValue { aggregate, value, .. } => {
                let function = Some(site.function().function);
                let operands = self.values(site, &[*aggregate, *value])?;
                self.operation_of_fields(inst, function).operands(operands)
            }
            Instruction::LandingPad(pad) => self.landing_pad(site, pad)?,
            Instruction::CatchPad { parent, args } => self.pad(site, CatchPad::DEF, *parent, *args)?,
            Instruction::CleanupPad { parent, args } => self.pad(site, CleanupPad::DEF, *parent, *args)?,
            Instruction::Phi { .. } => {
                return Err(Error::new("PHI node that is not at the start of its block"));
            }
            _ => unreachable!("all other instructions have a shape, are calls or terminators"),
        })
    }

    fn pad(
        &mut self,
        site: &mut BodyState<'_>,
        def: &'static OpDef,
        parent: tern_llvm_ir::Value,
        args: tern_llvm_ir::instruction::List<tern_llvm_ir::Value>,
    ) -> Result<New<'c>> {
        let args = site.function().function.list(args).iter().copied();
        let operands: Vec<_> = std::iter::once(parent).chain(args).collect();
        Ok(New::op(self.context, def.name).operands(self.values(site, &operands)?))
    }

    fn terminator(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
        data: &Instruction,
    ) -> Result<New<'c>> {
        Ok(match data {
            Instruction::Switch(switch) => {
                let value = self.value(site, switch.value)?;
                let (default, default_operands) = self.edge(site, switch.default, None)?;
                let cases = switch.cases.iter().map(|&(_, block)| block);
                let (successors, operands, segments) = self.edges(site, cases, None)?;
                let sizes = [1, default_operands.len(), operands.len()];
                let values = self.case_values(&switch.cases);
                self.built(ops::Switch::start().case_operand_segments(&segments[..]).case_values(values))
                    .operands([value])
                    .operands(default_operands)
                    .operands(operands)
                    .successors([default])
                    .successors(successors)
                    .segments(&mut self.attributes, &sizes)
            }
            Instruction::IndirectBr { address, destinations } => {
                let address = self.value(site, *address)?;
                let (successors, operands, segments) =
                    self.edges(site, destinations.iter().copied(), None)?;
                self.built(ops::IndirectBr::start().indbr_operand_segments(&segments[..]))
                    .operands(std::iter::once(address).chain(operands))
                    .successors(successors)
            }
            Instruction::Invoke(invoke) => self.invoke(site, function, inst, invoke)?,
            Instruction::CallBr(callbr) => {
                let targets: Vec<_> =
                    std::iter::once(callbr.fallthrough).chain(callbr.indirect.iter().copied()).collect();
                self.extended_call(site, function, inst, CallBr::DEF, &callbr.call, &targets)?
            }
            Instruction::CatchSwitch(switch) => {
                let parent = self.value(site, switch.parent)?;
                let targets: Vec<_> = switch.handlers.iter().copied().chain(switch.unwind).collect();
                let new = self.extension(site, CatchSwitch::DEF, parent, &targets)?;
                new.unit_aside(names::UNWIND_TO_CALLER, switch.unwind.is_none())
            }
            Instruction::CatchRet { pad, successor } => {
                let pad = self.value(site, *pad)?;
                self.extension(site, CatchRet::DEF, pad, &[*successor])?
            }
            Instruction::CleanupRet { pad, unwind } => {
                let pad = self.value(site, *pad)?;
                let targets: Vec<_> = unwind.iter().copied().collect();
                self.extension(site, CleanupRet::DEF, pad, &targets)?
            }
            _ => unreachable!("all other terminators have a shape"),
        })
    }

    /// A terminator of the `tern` dialect with one operand, followed by those of its successors.
    fn extension(
        &mut self,
        site: &mut BodyState<'_>,
        def: &'static OpDef,
        operand: Value,
        targets: &[tern_llvm_ir::Block],
    ) -> Result<New<'c>> {
        let (successors, operands, segments) = self.edges(site, targets.iter().copied(), None)?;
        Ok(New::op(self.context, def.name)
            .operands(std::iter::once(operand).chain(operands))
            .successors(successors)
            .aside(names::SUCCESSOR_SEGMENTS, self.attributes.dense_i32(self.context, &segments)))
    }

    /// The successors for `targets`, along the next edge to each; the operands of all of them, and how many each takes.
    pub(crate) fn edges(
        &mut self,
        site: &mut BodyState<'_>,
        targets: impl IntoIterator<Item = tern_llvm_ir::Block>,
        own: Option<(Local, Location)>,
    ) -> Result<(Vec<Block>, Values, Vec<i32>)> {
        let (mut successors, mut operands, mut segments) = (Vec::new(), Values::new(), Vec::new());
        for target in targets {
            let begin = operands.len();
            successors.push(self.edge_to(site, target, own, &mut operands)?);
            segments.push((operands.len() - begin) as i32);
        }
        Ok((successors, operands, segments))
    }

    /// The case values of a switch as a dense attribute.
    fn case_values(&mut self, cases: &[(tern_llvm_ir::Value, tern_llvm_ir::Block)]) -> Option<Attribute> {
        let context = self.context;
        let first = cases.first()?.0.constant()?;
        let element = self.ir.constants.ty(first);
        let width = self.ir.types.integer_width(element)?;
        let size = width.div_ceil(8).max(1) as usize;
        let mut data = Vec::with_capacity(size * cases.len());
        for (value, _) in cases {
            match self.ir.constants.kind(value.constant()?) {
                ConstantKind::Integer(bits) => data.extend_from_slice(&bits.to_le_bytes()[..size.min(8)]),
                ConstantKind::BigInteger(limbs) => {
                    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                    data.extend_from_slice(&bytes[..size]);
                }
                _ => return None,
            }
        }
        let element = self.ty(element);
        let count = cases.len() as i64;
        let ty = context.ty(Mlir::Vector { shape: [count].into(), scalable: [false].into(), element });
        let splat = cases.len() == 1;
        Some(context.attr(AttrKind::DenseElements { ty, data: data.into(), splat }))
    }
}

impl<'m, 'c> Tables<'m, 'c> {
    pub(crate) fn with_fast_math(&self, new: New<'c>, fast: Flags, field: bool) -> New<'c> {
        match subset(fast) {
            None => new,
            Some(fast) if field => new.with(|new| FastmathFlagsInterface(new).fastmathFlags(fast).0),
            Some(fast) => new.aside(asides::FASTMATH, llvm::fastmath(self.context, fast)),
        }
    }

    /// Writes the alignment of an allocation or access where LLVM IR has none.
    pub(crate) fn write_alignment(
        &self,
        site: &BodyState<'_>,
        inst: &mut Instruction,
        result: Option<tern_llvm_ir::Type>,
    ) {
        let Some(ty) = self.ir.accessed_type(site.function().function, inst, result) else { return };
        let sizes = Sizes { strings: &self.ir.strings, types: &self.ir.types, layout: &self.layout };
        sizes.write_implied_alignment(inst, ty);
    }
}
