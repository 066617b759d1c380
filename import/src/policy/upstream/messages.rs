//! Messages of MLIR's own importer about instructions, constants and globals.

use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::instruction::Instruction;
use tern_llvm_ir::{Constant, Global, Inst, TypeKind};
use tern_mlir::Location;

use crate::functions::BodyState;
use crate::{Error, Importer, Tables, ir};

impl Importer<'_, '_> {
    /// Adds the message about the instruction in which an error occurred.
    #[cold]
    pub(crate) fn unhandled(
        &mut self,
        site: &BodyState<'_>,
        function: &Function,
        inst: Inst,
        error: Error,
    ) -> Error {
        if !self.policy.mlir_messages {
            return error;
        }
        let what = match &function.insts[inst].inst {
            Instruction::Call(call) if self.called_intrinsic(call).is_some() => "intrinsic",
            Instruction::Call(_)
            | Instruction::Invoke(_)
            | Instruction::Br(_)
            | Instruction::CondBr { .. }
            | Instruction::Switch(_)
            | Instruction::IndirectBr { .. }
            | Instruction::LandingPad(_)
            | Instruction::GetElementPtr { .. } => return error,
            _ => "instruction",
        };
        let location = self.inst_location(function, inst);
        let text = self.instruction_text(site.function().global, inst);
        error.and(Some(location), format!("unhandled {what}: {text}"))
    }

    /// Warns of an instruction that is dropped.
    pub(crate) fn warn_of_dropped(&mut self, site: &BodyState<'_>, inst: Inst, location: Location) {
        let global = site.function().global;
        self.warn_expensively(location, |importer| {
            format!("dropped instruction: {}", importer.instruction_text(global, inst))
        });
    }

    /// Reports a zero of scalable vectors that has no attribute. The zero becomes an operation.
    pub(crate) fn report_scalable_zero(&mut self, ty: ir::Type) {
        if !self.policy.mlir_messages {
            return;
        }
        let mut element = ty;
        while let TypeKind::Array { element: next, .. } = self.ir.types.kind(element) {
            element = *next;
        }
        if matches!(self.ir.types.kind(element), TypeKind::Vector { scalable: true, .. }) {
            // MLIR's own importer checks vectors twice and arrays once.
            for _ in 0..if element == ty { 2 } else { 1 } {
                let unknown = Location::unknown(self.context);
                self.report(unknown, |_| "scalable vectors not supported".into());
            }
        }
    }
}

impl Tables<'_, '_> {
    /// Adds what is reported about the global that contains an error.
    #[cold]
    pub(crate) fn unhandled_global(&self, global: Global, error: Error) -> Error {
        let value = &self.ir.globals[global];
        if !self.policy.mlir_messages {
            let name = value.name.map_or_else(|| "unnamed".into(), |name| self.ir.text(name));
            return error.within(&format!("@{name}"));
        }
        let what = match &value.kind {
            GlobalKind::Function(_) => return error,
            GlobalKind::Variable(_) => "variable",
            GlobalKind::Alias(_) => "alias",
            GlobalKind::IFunc(_) => "ifunc",
        };
        error.and(None, format!("unhandled global {what}: {}", self.global_text(global)))
    }

    /// The error for an argument that is metadata.
    #[cold]
    pub(crate) fn unhandled_argument(
        &self,
        site: &BodyState<'_>,
        argument: ir::Value,
        kind: &ConstantKind,
    ) -> Error {
        let global = site.function().global;
        let text = match kind {
            ConstantKind::Metadata(metadata) => self.metadata_text(*metadata),
            ConstantKind::LocalMetadata(local) => self.value_text(global, (*local).into()),
            _ => self.value_text(global, argument),
        };
        Error::new(format!("unhandled value: {text}"))
    }

    /// The error for a constant that no operation computes.
    #[cold]
    pub(crate) fn unhandled_constant(&self, constant: Constant) -> Error {
        let why = match self.ir.constants.kind(constant) {
            ConstantKind::NoCfi(_) => "no_cfi is unsupported",
            _ => "ptrauth(...) is unsupported",
        };
        let text = ir::writer::constant_to_string(self.ir, constant);
        Error::new(format!("unhandled constant: {text} since {why}"))
    }
}
