//! Imports calls that no operation of the `llvm` dialect can express as operations of the `tern` dialect: `callbr`, inline
//! assembly that is invoked or has operand bundles, metadata among the arguments of `invoke` or the operands of bundles, and an
//! `invoke` that unwinds to a funclet.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::enums::AsmDialect;
use tern_dialect_tern::names;
use tern_llvm_ir::Inst;
use tern_llvm_ir::constants::{ConstantKind, InlineAsm};
use tern_llvm_ir::function::Function;
use tern_llvm_ir::instruction::CallSite;
use tern_mapping::asides;
use tern_mlir::Attribute;
use tern_mlir::declare::OpDef;

use crate::attributes::Fields;
use crate::builder::{Attributes, New, symbol};
use crate::functions::BodyState;
use crate::{Importer, Result, Tables, ir};

impl<'c> Importer<'_, 'c> {
    /// `tern.call`, `tern.invoke` or `tern.callbr`. The operands are the arguments, then those of bundles, then those of the successors.
    pub(crate) fn extended_call(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
        def: &'static OpDef,
        call: &CallSite,
        targets: &[ir::Block],
    ) -> Result<New<'c>> {
        let context = self.context;
        let inputs = call.bundles.iter().flat_map(|bundle| &bundle.inputs);
        let values: Vec<ir::Value> = call.args.iter().chain(inputs).copied().collect();
        let arguments = self.arguments(site, &values)?;
        let mut new = New::op(context, def.name);
        if let Some(asm) = self.asm(call) {
            let asm = self.asm_dictionary(&asm.clone());
            new = new.aside(names::ASM, asm);
        } else if let Some(callee) = self.direct_callee(call) {
            new = new.aside(names::CALLEE, symbol(context, self.symbol(callee)));
        } else {
            new = new.operands([self.value(site, call.callee)?]);
        }
        let own = function.insts[inst].result.expand();
        let place = own.map(|own| (own, self.inst_location(function, inst)));
        let (successors, operands, segments) = self.edges(site, targets.iter().copied(), place)?;
        let function_type = self.type_attribute(call.function_type);
        new = new
            .operands(arguments.operands)
            .operands(operands)
            .successors(successors)
            .aside(names::FUNCTION_TYPE, function_type)
            .aside(names::SUCCESSOR_SEGMENTS, self.attributes.dense_i32(self.context, &segments));
        if let Some(forms) = arguments.aside {
            new = new.aside(asides::METADATA_ARGS, forms);
        }
        if !call.bundles.is_empty() {
            let tags = call.bundles.iter().map(|bundle| self.text_attribute(bundle.tag));
            let sizes: Vec<i32> = call.bundles.iter().map(|bundle| bundle.inputs.len() as i32).collect();
            new = new
                .aside(names::BUNDLE_TAGS, Attribute::array(context, tags.collect::<Vec<_>>()))
                .aside(names::BUNDLE_SIZES, self.attributes.dense_i32(self.context, &sizes));
        }
        new = self.with_tail(new, call.tail);
        new = self.with_calling_convention(new, call.calling_convention, false);
        new = self.with_fast_math(new, call.flags, false);
        let new = self.with_function_attributes(new, call, Fields::None);
        Ok(self.with_signature_attributes(new, call, own.is_some(), false))
    }
}

impl<'c> Tables<'_, 'c> {
    /// Whether a call needs an operation of the `tern` dialect. `plain` is false for `invoke`.
    pub(crate) fn needs_extension(&self, call: &CallSite, plain: bool) -> bool {
        if !self.policy.keeps_all {
            return false;
        }
        let metadata = |value: &ir::Value| {
            let kind = value.constant().map(|constant| self.ir.constants.kind(constant));
            matches!(
                kind,
                Some(ConstantKind::Metadata(_) | ConstantKind::LocalMetadata(_) | ConstantKind::ArgList(_))
            )
        };
        self.asm(call).is_some() && (!plain || !call.bundles.is_empty())
            || (!plain || self.called_intrinsic(call).is_none()) && call.args.iter().any(metadata)
            || call.bundles.iter().any(|bundle| bundle.inputs.iter().any(metadata))
    }

    /// The inline assembly that is called, if the callee is that.
    pub(crate) fn asm(&self, call: &CallSite) -> Option<&InlineAsm> {
        match self.ir.constants.kind(call.callee.constant()?) {
            ConstantKind::InlineAsm(asm) => Some(asm),
            _ => None,
        }
    }

    /// Inline assembly as a dictionary, with the field names of `llvm.inline_asm`.
    fn asm_dictionary(&self, asm: &InlineAsm) -> Attribute {
        let context = self.context;
        let mut entries = Attributes::new(context);
        entries.string("asm_string", self.ir.strings.get(asm.template));
        entries.string("constraints", self.ir.strings.get(asm.constraints));
        entries.unit("has_side_effects", asm.side_effect);
        entries.unit("is_align_stack", asm.align_stack);
        let dialect = if asm.intel_dialect { AsmDialect::AdIntel } else { AsmDialect::AdAtt };
        entries.set("asm_dialect", llvm::asm_dialect(context, dialect));
        entries.unit(asides::UNWIND, asm.unwind);
        entries.dictionary()
    }
}
