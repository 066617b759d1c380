//! Exports instructions other than calls.

use smallvec::SmallVec;
use tern_dialect_llvm::ops;
use tern_dialect_tern::funclets::{self, CatchPad, CleanupPad, WRONG_SUCCESSORS};
use tern_dialect_tern::operands::{MISSING_OPERANDS, Operands, SURPLUS_OPERANDS};
use tern_llvm_ir::instruction::{CatchSwitch, Flags, Instruction, LandingPad, Switch};
use tern_llvm_ir::{MdNode, StrId, TypeKind};
use tern_mapping::{asides, flags};
use tern_mlir::{Ident, OpRef, OpShape};

use crate::functions::BodyState;
use crate::instruction_cache::{Common, InstructionTemplate};
use crate::parallel::OpenPart;
use crate::{Exporter, Result, ir, mlir};

impl Exporter<'_> {
    /// Exports an operation of the shape `shape` as an instruction at the end of `block`.
    pub(crate) fn instruction(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        shape: OpShape,
    ) -> Result<()> {
        // If the shape has a cached form, its operations have a translation.
        if self.instruction_cache.all[shape].form.is_none() {
            let kind = self.kind(op);
            if kind.is_tag {
                return Ok(());
            }
            if !kind.is_translated {
                return self.no_translation(op);
            }
        }
        self.translated(site, block, op, shape).map_err(|error| self.failed(op, error))
    }

    /// Whether an operation becomes a debug record.
    pub(crate) fn is_record(&self, op: OpRef<'_>) -> bool {
        self.kind(op).is_record || op.attribute(asides::DEBUG_RECORD).is_some()
    }

    /// The metadata of the instruction for an operation, in a function with this subprogram.
    pub(crate) fn all_attachments(
        &mut self,
        op: OpRef<'_>,
        subprogram: Option<MdNode>,
    ) -> Result<Vec<(StrId, MdNode)>> {
        let mut attachments = self.attachments(op, op.attribute(asides::ATTACHMENTS))?;
        self.modelled_attachments(op, subprogram, &mut attachments)?;
        self.foreign_attributes(op, &mut attachments)?;
        Ok(attachments)
    }

    fn translated(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        shape: OpShape,
    ) -> Result<()> {
        let Common { is_record, is_bare, form, .. } = self.instruction_cache.all[shape];
        let mut attachments = Vec::new();
        let first_open = self.open_count();
        if !is_record {
            let location = op.body.op_location(op.op);
            // A position in the parsed text outside of a subprogram does not become a node.
            let has_none = is_bare && !site.in_subprogram && location.offset().is_some();
            match is_bare {
                _ if has_none || self.leave_open(|| OpenPart::Attachments(op.op, is_bare)) => {}
                true => {
                    self.location_attachment(location, site.subprogram, &mut attachments);
                }
                false => attachments = self.all_attachments(op, site.subprogram)?,
            }
        }
        // Operations with a cached form are not from other dialects.
        if form.is_none() && self.extension(site, block, op, &attachments)? {
            return Ok(());
        }
        let Some(inst) = self.operation(site, block, op, shape)? else { return Ok(()) };
        if self.tables.policy.uses_builder
            && let Some(result) = op.result()
            && let Some(local) = site.results[result]
        {
            let ty = site.function.locals[local].ty;
            let mut folder = self.folder();
            if let Some(value) = folder.instruction(&site.function, &inst, ty) {
                site.values[result] = Some(value);
                return Ok(());
            }
        }
        let list = site.function.push_attachments(&attachments);
        let mut result = op.result().and_then(|result| site.results[result]);
        if let Instruction::Call(call) = &inst
            && let TypeKind::Function { ret, .. } = *self.ir.types.kind(call.function_type)
            && ret != self.ir.types.common.void
        {
            match result {
                // The declared type of the intrinsic determines the type of the result.
                Some(result) => site.function.locals[result].ty = ret,
                // The operation drops the result of the intrinsic.
                None => result = Some(site.function.add_local(ret, None)),
            }
        }
        let inst = site.function.append(block, inst, result, list);
        self.parts_of(first_open, inst);
        Ok(())
    }

    fn operation(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        shape: OpShape,
    ) -> Result<Option<Instruction>> {
        let form = self.form(op, shape)?;
        match form {
            InstructionTemplate::Br => return self.br(site, block, op).map(Some),
            InstructionTemplate::CondBr(then, otherwise) => {
                return self.cond_br(site, block, op, [then, otherwise]).map(Some);
            }
            InstructionTemplate::Call(form) => return self.formed_call(site, op, shape, form).map(Some),
            InstructionTemplate::Other => return self.other(site, block, op),
            _ => {}
        }
        let mut operands: SmallVec<[ir::Value; 4]> = SmallVec::new();
        for &operand in op.operands() {
            operands.push(self.value(site, op, operand)?);
        }
        let inst = match (form, &operands[..]) {
            (InstructionTemplate::Fields(template), operands) => {
                let inst = self.instruction_of_template(template, operands);
                self.completed(site, op, inst)?
            }
            (InstructionTemplate::GetElementPtr { flags, element, indices }, &[base, ref dynamic @ ..]) => {
                let Some(element) = element.and_then(|element| self.ty(element)) else {
                    return self.error(op, "element type without LLVM IR");
                };
                let indices: SmallVec<[ir::Value; 4]> =
                    self.instruction_cache.indices(indices, dynamic).collect();
                let indices = site.function.push_values(&indices);
                Instruction::GetElementPtr { flags, element, base, indices }
            }
            _ => return self.no_translation(op),
        };
        Ok(Some(inst))
    }

    /// Exports an operation that has no cached form.
    fn other(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
    ) -> Result<Option<Instruction>> {
        self.check_segments(op)?;
        if let Some(intrinsic) = op.def().and_then(|def| def.intrinsic.as_ref()) {
            return self.intrinsic_op(site, op, intrinsic);
        }
        let kind = self.kind(op);
        let (dialect, name, model_name) = (kind.dialect, kind.name, kind.model_name);
        let is_tern = kind.is_tern;
        if dialect != "llvm" && !is_tern {
            return self.no_translation(op);
        }
        match name {
            "call" | "invoke" | "callbr" if is_tern => {
                return self.extended_call(site, block, op, name).map(Some);
            }
            "catchswitch" | "catchret" | "cleanupret" if is_tern => {
                return self.funclet_branch(site, block, op, name).map(Some);
            }
            _ => {}
        }
        match model_name {
            ops::Call::NAME => return self.call(site, op).map(Some),
            ops::CallIntrinsic::NAME => {
                return self.call_intrinsic(site, ops::CallIntrinsic::like(op)).map(Some);
            }
            ops::InlineAsm::NAME => return self.inline_asm(site, ops::InlineAsm::like(op)).map(Some),
            ops::Invoke::NAME => return self.invoke(site, block, ops::Invoke::like(op)).map(Some),
            ops::CondBr::NAME
            | ops::Switch::NAME
            | ops::IndirectBr::NAME
            | "tern.catchswitch"
            | "tern.catchret"
            | "tern.cleanupret" => return self.branch(site, block, op).map(Some),
            _ => {}
        }
        let mut operands: SmallVec<[ir::Value; 4]> = SmallVec::new();
        for &operand in op.operands() {
            operands.push(self.value(site, op, operand)?);
        }
        let inst = match (model_name, &operands[..]) {
            (ops::Return::NAME, []) => Instruction::Ret(None),
            (ops::Return::NAME, &[value]) => Instruction::Ret(Some(value)),
            (ops::ShuffleVector::NAME, &[a, b]) => {
                let mask = ops::ShuffleVector::like(op).mask().unwrap_or_default();
                let poison = op.attribute(asides::POISON_MASK).is_some();
                let index = |number: i32| if poison { u32::MAX } else { number as u32 };
                let mask: Vec<u32> = mask.into_iter().map(index).collect();
                Instruction::ShuffleVector { a, b, mask: site.function.push_numbers(&mask) }
            }
            (ops::Landingpad::NAME, clauses) => self.landing_pad(site, op, clauses)?,
            (CatchPad::NAME, &[parent, ref args @ ..]) => {
                Instruction::CatchPad { parent, args: site.function.push_values(args) }
            }
            (CleanupPad::NAME, &[parent, ref args @ ..]) => {
                Instruction::CleanupPad { parent, args: site.function.push_values(args) }
            }
            (_, operands) => match self.instruction_of_fields(op, operands, Some(&mut site.function))? {
                Some(inst) => inst,
                None => return self.no_translation(op),
            },
        };
        Ok(Some(inst))
    }

    /// Adds to an instruction what LLVM's builder would.
    fn completed(
        &mut self,
        site: &BodyState<'_>,
        op: OpRef<'_>,
        mut inst: Instruction,
    ) -> Result<Instruction> {
        if let Instruction::Select { flags, then, .. } = &mut inst {
            *flags = self.flags_on(self.ir.type_of(&site.function, *then), *flags);
        }
        let mut result = None;
        if matches!(inst, Instruction::Load { .. }) {
            result = op.result().and_then(|result| self.ty(op.type_of(result)));
            if result.is_none() {
                return self.error(op, "result type without LLVM IR");
            }
        }
        if self.tables.policy.uses_builder
            && let Some(ty) = self.ir.accessed_type(&site.function, &inst, result)
        {
            self.sizes().write_implied_alignment(&mut inst, ty);
        }
        Ok(inst)
    }

    fn landing_pad(
        &mut self,
        site: &BodyState<'_>,
        op: OpRef<'_>,
        clauses: &[ir::Value],
    ) -> Result<Instruction> {
        let context = self.context;
        let mut clauses = clauses.to_vec();
        let beside = op.attribute(asides::CLAUSES).and_then(|beside| beside.as_array(context));
        for (clause, &beside) in clauses.iter_mut().zip(beside.unwrap_or_default()) {
            if beside == context.common.unit {
                continue;
            }
            match self.constant_of_attribute(beside) {
                Some(constant) => *clause = constant.into(),
                None => return self.error(op, "malformed constant in an attribute"),
            }
        }
        let clauses = clauses.iter().map(|&value| {
            let ty = self.ir.type_of(&site.function, value);
            (value, matches!(self.ir.types.kind(ty), TypeKind::Array { .. }))
        });
        let (cleanup, clauses) = (ops::Landingpad::like(op).cleanup(), clauses.collect());
        Ok(Instruction::LandingPad(Box::new(LandingPad { cleanup, clauses })))
    }

    fn br(&mut self, site: &mut BodyState<'_>, block: ir::Block, op: OpRef<'_>) -> Result<Instruction> {
        match *op.successors() {
            [target] => Ok(Instruction::Br(self.edge(site, op, block, target, op.operands())?)),
            _ => self.error(op, "has a wrong number of operands or successors"),
        }
    }

    fn cond_br(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        sizes: [i32; 2],
    ) -> Result<Instruction> {
        let [then, otherwise] = sizes.map(|size| size.max(0) as usize);
        let groups = op.operands().split_first().and_then(|(condition, over_edges)| {
            let (to_first, to_second) = over_edges.split_at_checked(then)?;
            (to_second.len() >= otherwise).then_some((*condition, to_first, to_second))
        });
        let Some((condition, to_first, to_second)) = groups else {
            return self.error(op, MISSING_OPERANDS);
        };
        if to_second.len() != otherwise {
            return self.error(op, SURPLUS_OPERANDS);
        }
        let &[first, second] = op.successors() else {
            return self.error(op, "has a wrong number of operands or successors");
        };
        let then = self.edge(site, op, block, first, to_first)?;
        let otherwise = self.edge(site, op, block, second, to_second)?;
        let condition = self.value(site, op, condition)?;
        Ok(Instruction::CondBr { condition, then, otherwise })
    }

    /// Exports branches. Each successor becomes an edge.
    fn branch(&mut self, site: &mut BodyState<'_>, block: ir::Block, op: OpRef<'_>) -> Result<Instruction> {
        let operands = op.operands();
        // The number of operands before those of successors, and the number for each successor.
        let groups = op.operand_segment_sizes().unwrap_or_default();
        let name = self.kind(op).model_name;
        let (own, sizes): (usize, Vec<i32>) = match name {
            ops::CondBr::NAME => match &groups[..] {
                [1, over_edges @ ..] => (1, over_edges.to_vec()),
                _ => return self.error(op, "requires attribute 'operandSegmentSizes'"),
            },
            ops::Switch::NAME => {
                let [1, default, _] = groups[..] else {
                    return self.error(op, "requires attribute 'operandSegmentSizes'");
                };
                let cases = ops::Switch::like(op).case_operand_segments().unwrap_or_default();
                (1, std::iter::once(default).chain(cases).collect())
            }
            _ => (1, ops::IndirectBr::like(op).indbr_operand_segments().unwrap_or_default()),
        };
        let Some(over_edges) = operands.get(own..) else {
            return self.error(op, MISSING_OPERANDS);
        };
        let targets = self.edges(site, block, op, &sizes, over_edges)?;
        let first = match operands.first() {
            Some(&first) if own == 1 => Some(self.value(site, op, first)?),
            _ => None,
        };
        Ok(match (name, first, &targets[..]) {
            (ops::CondBr::NAME, Some(condition), &[then, otherwise]) => {
                Instruction::CondBr { condition, then, otherwise }
            }
            (ops::Switch::NAME, Some(value), [default, cases @ ..]) => {
                let values = self.case_values(site, op, ops::Switch::like(op).case_values(), value)?;
                if values.len() != cases.len() {
                    return self.error(
                        op,
                        "expects number of branch weights and case values to match number of successors",
                    );
                }
                let cases = values.into_iter().map(ir::Value::from).zip(cases.iter().copied()).collect();
                Instruction::Switch(Box::new(Switch { value, default: *default, cases }))
            }
            (ops::IndirectBr::NAME, Some(address), destinations) => {
                Instruction::IndirectBr { address, destinations: destinations.into() }
            }
            _ => return self.error(op, WRONG_SUCCESSORS),
        })
    }

    /// Exports a terminator that has to do with funclets.
    fn funclet_branch(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        name: &str,
    ) -> Result<Instruction> {
        let (operand, edges) = Operands::with_one(op).or_else(|message| self.error(op, message))?;
        let targets = self.extended_edges(site, block, op, &edges)?;
        let operand = self.value(site, op, operand)?;
        Ok(match (name, &targets[..]) {
            ("catchswitch", targets) => {
                let count = funclets::handlers(op).or_else(|message| self.error(op, message))?;
                let (handlers, unwind) = targets.split_at(count);
                Instruction::CatchSwitch(Box::new(CatchSwitch {
                    parent: operand,
                    handlers: handlers.to_vec(),
                    unwind: unwind.first().copied(),
                }))
            }
            ("catchret", &[successor]) => Instruction::CatchRet { pad: operand, successor },
            ("cleanupret", &[]) => Instruction::CleanupRet { pad: operand, unwind: None },
            ("cleanupret", &[unwind]) => Instruction::CleanupRet { pad: operand, unwind: Some(unwind) },
            _ => return self.error(op, WRONG_SUCCESSORS),
        })
    }

    /// Checks that `operandSegmentSizes` covers all operands.
    fn check_segments(&self, op: OpRef<'_>) -> Result<()> {
        if !op.has_operand_segment_sizes() {
            return Ok(());
        }
        let sizes = op.operand_segment_sizes().unwrap_or_default();
        let groups = op.def().map_or(sizes.len(), |def| def.operands.len());
        let total: i64 = sizes.iter().map(|&size| i64::from(size)).sum();
        if sizes.len() != groups || sizes.iter().any(|&size| size < 0) || total != op.operands().len() as i64
        {
            return self.error(op, "has other operands than 'operandSegmentSizes' says");
        }
        Ok(())
    }

    fn case_values(
        &mut self,
        site: &BodyState<'_>,
        op: OpRef<'_>,
        values: Option<mlir::Attribute>,
        value: ir::Value,
    ) -> Result<Vec<ir::Constant>> {
        let Some(values) = values else { return Ok(Vec::new()) };
        let element = self.ir.type_of(&site.function, value);
        match self.constants_of(values, element) {
            Ok(constants) => Ok(constants),
            Err(_) => self.error(op, "case values do not have the type of the value"),
        }
    }

    /// The scope with this name. An empty name in LLVM means the scope of the system.
    pub(crate) fn scope(&self, name: Option<Ident>) -> Option<StrId> {
        let name = name.filter(|&name| !self.context.bytes(name).is_empty())?;
        Some(self.text(name))
    }

    /// Fast-math flags for an instruction with this result type. LLVM allows them only for floating-point results.
    pub(crate) fn flags_on(&self, result: ir::Type, flags: Flags) -> Flags {
        if self.ir.types.takes_fast_math(result) { flags } else { Flags::empty() }
    }

    pub(crate) fn fast_math(&self, op: OpRef<'_>) -> Result<Flags> {
        flags::fast_math(op).or_else(|message| self.error(op, message))
    }
}
