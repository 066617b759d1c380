//! What MLIR's own importer makes of calls beyond the operations themselves.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::ops;
use tern_llvm_ir::attributes::{Attribute as IrAttribute, AttributeKind};
use tern_llvm_ir::instruction::CallSite;
use tern_llvm_ir::{Global, Inst, TypeKind};
use tern_mlir::{Attribute, Value};

use crate::builder::New;
use crate::functions::BodyState;
use crate::{Importer, Result, ir};

impl<'c> Importer<'_, 'c> {
    /// The callee, if it is an operand that is visited before the arguments.
    pub(crate) fn early_callee(
        &mut self,
        site: &mut BodyState<'_>,
        call: &CallSite,
    ) -> Result<Option<Value>> {
        if !self.policy.walks()
            || self.direct_callee(call).is_some()
            || self.mismatched_callee(call).is_some()
        {
            return Ok(None);
        }
        self.value(site, call.callee).map(Some)
    }

    /// The address of a function that is called with an incompatible type, as an operand.
    pub(crate) fn mismatched_address(
        &mut self,
        site: &mut BodyState<'_>,
        function: &ir::function::Function,
        inst: Inst,
        call: &CallSite,
        callee: Global,
    ) -> Result<Option<Value>> {
        let location = self.inst_location(function, inst);
        let types = [call.function_type, self.ir.globals[callee].ty].map(|ty| {
            let ty = self.ty(ty);
            tern_mlir::asm::type_to_string(self.context, ty)
        });
        let [own, known] = types;
        self.warn(location, format!("incompatible call and callee types: '{own}' and '{known}'"));
        let mut new = self.address_of(callee).result(llvm::types::pointer(self.context, 0));
        new.state.location = location;
        let block = self.imported_block(site, site.function().block)?;
        let op = site.append_new(block, new);
        Ok(site.body.result(op))
    }

    /// Adds what `llvm.inline_asm` has besides its operands: the element types of these, and a result of type `void` if there is no other.
    pub(crate) fn with_asm_parts(&mut self, new: New<'c>, call: &CallSite) -> New<'c> {
        let operands = self.asm_operands(call);
        let new = new.with(|new| ops::InlineAsm(new).operand_attrs(operands.as_deref()).0);
        let void = matches!(self.ir.types.kind(call.function_type), TypeKind::Function { ret, .. } if *ret == self.ir.types.common.void);
        if void { new.result(llvm::types::void(self.context)) } else { new }
    }

    /// The element types of the operands of inline assembly, if some have one.
    fn asm_operands(&mut self, call: &CallSite) -> Option<Vec<Attribute>> {
        let (context, module) = (self.context, self.ir);
        let list = module.attributes.get_list(call.attributes);
        let mut any = false;
        let mut operands = Vec::with_capacity(call.args.len());
        for index in 0..call.args.len() {
            let set = list.params.get(index).copied().unwrap_or_default();
            let mut entries = Vec::new();
            for attribute in module.attributes.get(set) {
                match attribute {
                    IrAttribute::Type(AttributeKind::ElementType, ty) => {
                        any = true;
                        let value = self.type_attribute(*ty);
                        entries.push(tern_mlir::NamedAttribute { name: context.ident("elementtype"), value });
                    }
                    _ => self.count_loss("attribute of an operand of inline assembly"),
                }
            }
            operands.push(Attribute::dictionary(context, entries));
        }
        any.then_some(operands)
    }
}
