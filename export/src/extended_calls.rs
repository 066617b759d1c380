//! Exports `tern.call`, `tern.invoke` and `tern.callbr`: calls that no operation of the `llvm` dialect can express.

use tern_llvm_ir::TypeKind;
use tern_llvm_ir::instruction::{CallBr, Instruction, Invoke};
use tern_mapping::asides;
use tern_mlir::OpRef;

use crate::functions::Site;
use crate::{Exporter, Result, ir};

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
        let dense = |name: &'static str| match op.attribute(name).map(|sizes| sizes.as_dense_i32(context)) {
            None => Ok(Vec::new()),
            Some(Some(sizes)) if sizes.iter().all(|&size| size >= 0) => Ok(sizes),
            Some(_) => self.error(op, format!("malformed attribute '{name}'")),
        };
        let (segments, sizes) = (dense(asides::SUCCESSOR_SEGMENTS)?, dense(asides::BUNDLE_SIZES)?);
        let over_edges: usize = segments.iter().map(|&size| size as usize).sum();
        let Some(own) = op.operands().len().checked_sub(over_edges) else {
            return self.error(op, "fewer operands than successors take");
        };
        let (own, over_edges) = op.operands().split_at(own);
        let mut own = self.values(site, op, own)?;
        let callee: ir::Value = if let Some(asm) = op.attribute(asides::ASM) {
            self.inline_asm_of(function_type, op, |name| asm.entry(context, name))?
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
        let bundled: usize = sizes.iter().map(|&size| size as usize).sum();
        let Some(count) = values.len().checked_sub(bundled) else {
            return self.error(op, "fewer operands than bundles take");
        };
        let inputs = values.split_off(count);
        let tags = match op.attribute(asides::BUNDLE_TAGS).map(|tags| tags.as_array(context)) {
            None => &[],
            Some(Some(tags)) => tags,
            Some(None) => {
                return self.error(op, format!("malformed attribute '{}'", asides::BUNDLE_TAGS));
            }
        };
        let bundles = self.bundles_of(op, &sizes, tags, inputs)?;
        let TypeKind::Function { .. } = self.ir.types.kind(function_type) else {
            return self.error(op, "`function_type` is no function type");
        };
        let call = self.call_site(op, callee, function_type, values, bundles)?;
        let targets = self.edges(site, block, op, &segments, over_edges)?;
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
}
