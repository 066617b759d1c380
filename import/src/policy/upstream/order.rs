//! The order in which MLIR's own importer visits blocks and values.

use cranelift_entity::SecondaryMap;
use tern_llvm_ir::Inst;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::graph::post_order;
use tern_mlir::Location;

use crate::functions::BodyState;
use crate::{Error, Importer, Result, Tables, ir};

/// The blocks that are imported, in the order in which they are visited: the reachable ones.
pub(crate) fn walk_order(function: &Function) -> Vec<ir::Block> {
    let mut seen = SecondaryMap::new();
    let mut order = post_order(function.layout[0], &mut seen, |block| function.successors(block));
    order.reverse();
    order
}

impl Importer<'_, '_> {
    /// Gives the arguments of a block the locations of the PHI nodes that they stand for. The order of locations affects the form of
    /// recursive debug information.
    pub(crate) fn locate_phis(&mut self, site: &mut BodyState<'_>, function: &Function, phis: &[Inst]) {
        for &inst in phis {
            let local = function.insts[inst].result.expand();
            let argument = local.and_then(|local| site.function().locals[local]);
            if let Some(argument) = argument {
                let location = self.inst_location(function, inst);
                site.body.set_argument_location(argument, location);
            }
        }
    }

    /// Visits an operand that becomes an attribute. MLIR's own importer creates an operation for the constant nevertheless.
    #[inline]
    pub(crate) fn visit_unused(&mut self, site: &mut BodyState<'_>, operand: ir::Value) -> Result<()> {
        if self.policy.walks() {
            self.value(site, operand)?;
        }
        Ok(())
    }
}

impl Tables<'_, '_> {
    /// Checks that a block may be left out because it is unreachable. `location` is that of the function.
    pub(crate) fn leave_out_block(
        &self,
        global: ir::Global,
        function: &Function,
        block: ir::Block,
        location: Location,
    ) -> Result<()> {
        if self.block_tag(global, block).is_none() {
            return Ok(());
        }
        let name = function.blocks[block].name.map(|name| self.ir.text(name)).unwrap_or_default();
        Err(Error::at(location, format!("unreachable block '{name}' with address taken")))
    }
}
