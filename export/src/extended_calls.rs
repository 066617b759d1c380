//! `tern.call`, `tern.invoke`, `tern.callbr`: calls that no operation of the dialect can say all of.

use tern_dialect::llvm::enums::AsmDialect;
use tern_dialect::{OpRef, llvm};
use tern_ir::TypeKind;
use tern_ir::constants::{ConstantKind, InlineAsm};
use tern_ir::instruction::{Bundle, CallBr, Instruction, Invoke};
use tern_mapping::asides;

use crate::functions::Site;
use crate::{Exporter, Result, ir, mlir};

impl Exporter<'_> {
    pub(crate) fn extended_call(
        &mut self,
        site: &mut Site<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        name: &str,
    ) -> Result<Instruction> {
        let context = self.context;
        let function_type = op.attribute(asides::FUNCTION_TYPE).and_then(|ty| self.ty(ty.as_type(context)?));
        let Some(function_type) = function_type else { return self.error(op, "requires a `function_type`") };
        let dense = |name: &'static str| {
            op.attribute(name).and_then(|sizes| sizes.as_dense_i32(context)).unwrap_or_default()
        };
        let segments = dense(asides::SUCCESSOR_SEGMENTS);
        let over_edges: usize = segments.iter().map(|&size| size.max(0) as usize).sum();
        let Some(own) = op.operands().len().checked_sub(over_edges) else {
            return self.error(op, "fewer operands than successors take");
        };
        let (own, mut over_edges) = op.operands().split_at(own);
        let mut own = self.values(site, op, own)?;
        let callee: ir::Value = if let Some(asm) = op.attribute(asides::ASM) {
            let asm = self.inline_asm_of(asm, function_type);
            let ptr = self.ir.types.common.ptr;
            self.ir.constants.intern(ptr, ConstantKind::InlineAsm(Box::new(asm))).into()
        } else if let Some(symbol) = op.attribute(asides::CALLEE).and_then(|callee| callee.as_symbol(context))
        {
            match self.symbols.get(&symbol) {
                Some(&global) => self.ir.address_of(global).into(),
                None => return self.error(op, "callee does not reference a symbol in the current scope"),
            }
        } else if own.is_empty() {
            return self.error(op, "must have a callee");
        } else {
            own.remove(0)
        };
        let mut values = self.argument_values(site, op, own)?;
        let sizes = dense(asides::BUNDLE_SIZES);
        let bundled: usize = sizes.iter().map(|&size| size.max(0) as usize).sum();
        let Some(count) = values.len().checked_sub(bundled) else {
            return self.error(op, "fewer operands than bundles take");
        };
        let mut inputs = values.split_off(count).into_iter();
        let tags =
            op.attribute(asides::BUNDLE_TAGS).and_then(|tags| tags.as_array(context)).unwrap_or_default();
        let mut bundles = Vec::with_capacity(sizes.len());
        for (index, size) in sizes.into_iter().enumerate() {
            let Some(tag) = tags.get(index).and_then(|&tag| self.bytes(tag)).map(<[u8]>::to_vec) else {
                return self.error(op, "operand bundle without a tag");
            };
            let tag = self.intern(&tag);
            bundles.push(Bundle { tag, inputs: inputs.by_ref().take(size.max(0) as usize).collect() });
        }
        let TypeKind::Function { .. } = self.ir.types.kind(function_type) else {
            return self.error(op, "`function_type` is no function type");
        };
        let call = self.call_site(op, callee, function_type, values, bundles)?;
        let mut targets = Vec::with_capacity(op.successors().len());
        for (index, &successor) in op.successors().iter().enumerate() {
            let size = segments.get(index).copied().unwrap_or(0).max(0) as usize;
            let Some((group, rest)) = over_edges.split_at_checked(size) else {
                return self.error(op, "fewer operands than successors take");
            };
            over_edges = rest;
            targets.push(self.edge(site, op, block, successor, group)?);
        }
        Ok(match (name, &targets[..]) {
            ("call", []) => Instruction::Call(Box::new(call)),
            ("invoke", &[normal, unwind]) => Instruction::Invoke(Box::new(Invoke { call, normal, unwind })),
            ("callbr", [fallthrough, indirect @ ..]) => Instruction::CallBr(Box::new(CallBr {
                call,
                fallthrough: *fallthrough,
                indirect: indirect.to_vec(),
            })),
            _ => return self.error(op, "has a wrong number of successors"),
        })
    }

    /// Inline assembly from a dictionary with the names of the fields of `llvm.inline_asm`.
    fn inline_asm_of(&mut self, asm: mlir::Attribute, function_type: ir::Type) -> InlineAsm {
        let context = self.context;
        let text = |exporter: &mut Self, name: &'static str| {
            let text = asm.entry(context, name).and_then(|text| exporter.bytes(text)).map(<[u8]>::to_vec);
            exporter.intern(&text.unwrap_or_default())
        };
        let dialect = asm.entry(context, "asm_dialect");
        InlineAsm {
            function_type,
            template: text(self, "asm_string"),
            constraints: text(self, "constraints"),
            side_effect: asm.entry(context, "has_side_effects").is_some(),
            align_stack: asm.entry(context, "is_align_stack").is_some(),
            intel_dialect: dialect.and_then(|dialect| llvm::as_asm_dialect(context, dialect))
                == Some(AsmDialect::AdIntel),
            unwind: asm.entry(context, asides::UNWIND).is_some(),
        }
    }
}
