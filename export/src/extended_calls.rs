//! Exports `tern.call`, `tern.invoke` and `tern.callbr`: calls that no operation of the `llvm` dialect can express.

use tern_dialect_tern::calls::{CallParts, Callee, NO_SYMBOL};
use tern_llvm_ir::instruction::{CallBr, Instruction, Invoke};
use tern_mlir::{OpRef, Value};

use crate::functions::BodyState;
use crate::{Exporter, Result, ir};

impl Exporter<'_> {
    pub(crate) fn extended_call(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        name: &str,
    ) -> Result<Instruction> {
        let parts = CallParts::of(op).or_else(|message| self.error(op, message))?;
        let Some(function_type) = self.ty(parts.function_type) else {
            return self.error(op, "`function_type` has no LLVM IR");
        };
        let operands = self.values(site, op, parts.operands)?;
        let callee: ir::Value = match parts.callee {
            Callee::Assembly(asm) => {
                self.inline_asm_of(function_type, op, |name| asm.entry(self.context, name))?
            }
            Callee::Symbol(symbol) => match self.tables.symbols.get(&symbol) {
                Some(&global) => self.ir.address_of(global).into(),
                None => return self.error(op, NO_SYMBOL),
            },
            Callee::Value(callee) => self.value(site, op, callee)?,
        };
        let mut values = self.argument_values(site, op, operands)?;
        let bundled = parts.bundle_sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
        let Some(count) = values.len().checked_sub(bundled) else {
            return self.error(op, "fewer operands than bundles take");
        };
        let inputs = values.split_off(count);
        let sizes: Vec<i32> = parts.bundle_sizes.iter().map(|&size| size as i32).collect();
        let bundles = self.bundles_of(op, &sizes, parts.bundle_tags, inputs)?;
        let call = self.call_site(op, callee, function_type, values, bundles)?;
        let targets = self.extended_edges(site, block, op, &parts.edges)?;
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

    /// The edges to the successors of an operation of the dialect `tern`, with the operands that each gets.
    pub(crate) fn extended_edges(
        &mut self,
        site: &mut BodyState<'_>,
        block: ir::Block,
        op: OpRef<'_>,
        operands: &[&[Value]],
    ) -> Result<Vec<ir::Block>> {
        let edges = op.successors().iter().zip(operands);
        edges.map(|(&successor, operands)| self.edge(site, op, block, successor, operands)).collect()
    }
}
