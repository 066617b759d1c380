//! Instructions that MLIR's own importer does not import in place.

use tern_dialect_llvm::intrinsics::DbgLabel;
use tern_dialect_llvm::ops;
use tern_llvm_ir::Inst;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::instruction::{CastOp, Instruction};
use tern_llvm_ir::metadata::Metadata;

use crate::builder::New;
use crate::functions::BodyState;
use crate::{Importer, Result, Tables};

impl<'c> Importer<'_, 'c> {
    /// Imports an instruction that does not become an operation in place: a debug record, which comes after the value that it
    /// describes, a label, or the declaration of a scope that no memory access is in. `None` for all others.
    pub(crate) fn instruction_apart(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
    ) -> Option<Result<()>> {
        if let Some(record) = self.record_of(function, inst) {
            // A label has no value, so it stays where it is.
            if let Some(label) = self.label(&record) {
                let new = New::of(self.context, DbgLabel::start().label(label));
                return Some(self.finish(site, function, inst, new));
            }
            if self.options.debug_records_as_calls
                && let Some(error) = self.unhandled_record(site, &record)
            {
                return Some(Err(error));
            }
            site.function_mut().records.push(inst);
            return Some(Ok(()));
        }
        if !self.is_unused_scope(&function.insts[inst].inst) {
            return None;
        }
        let location = self.inst_location(function, inst);
        self.warn_of_dropped(site, inst, location);
        self.count_loss("declaration of an alias scope that no access is in");
        Some(Ok(()))
    }

    /// Adds the location and the fields for attachments to an operation, and counts the attachments that have no field.
    pub(crate) fn with_modelled_parts(
        &mut self,
        site: &BodyState<'_>,
        function: &Function,
        inst: Inst,
        mut new: New<'c>,
    ) -> Result<New<'c>> {
        let data = &function.insts[inst];
        let attachments = function.inst_attachments(inst);
        new.state.location = match &data.inst {
            Instruction::DebugRecord(record) => self.record_location(record.location),
            _ => self.location_of(attachments),
        };
        if new.is(ops::CallIntrinsic::DEF) && data.result.is_none() {
            // MLIR's own importer reports the instruction as dropped and ignores its metadata.
            self.warn_of_dropped(site, inst, new.state.location);
            return Ok(new);
        }
        self.modelled_attachments(new, (site.function().global, inst), attachments)
    }
}

impl Tables<'_, '_> {
    /// Whether an instruction declares a scope that no memory access is in.
    fn is_unused_scope(&self, inst: &Instruction) -> bool {
        let Instruction::Call(call) = inst else { return false };
        if self.options.unregistered_intrinsics {
            return false;
        }
        let name = self.called_intrinsic(call).and_then(|callee| self.ir.globals[callee].name);
        if name.is_none_or(|name| self.ir.strings.get(name) != b"llvm.experimental.noalias.scope.decl") {
            return false;
        }
        let argument = call.args.first().and_then(|argument| argument.constant());
        let scopes = match argument.map(|constant| self.ir.constants.kind(constant)) {
            Some(ConstantKind::Metadata(Metadata::Node(node))) => self.tuple(*node).unwrap_or_default(),
            _ => &[],
        };
        let known = &self.decided.access_metadata;
        let is_known =
            |scope: &Metadata| self.operand_node(*scope).is_some_and(|scope| known.contains_key(&scope));
        !scopes.iter().all(is_known)
    }
}

/// Whether MLIR has no operation for an instruction.
pub(crate) fn is_unmodelled(inst: &Instruction) -> bool {
    match inst {
        Instruction::CallBr(_)
        | Instruction::CatchSwitch(_)
        | Instruction::CatchPad { .. }
        | Instruction::CatchRet { .. }
        | Instruction::CleanupPad { .. }
        | Instruction::CleanupRet { .. } => true,
        Instruction::Cast { op, .. } => *op == CastOp::PtrToAddr,
        _ => false,
    }
}
