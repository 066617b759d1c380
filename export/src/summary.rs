//! Exports the module summary and the orders of uses.

use tern_llvm_ir::use_lists::{UseListOrder, UsedInFunction};
use tern_llvm_ir::{Constant, Global};
use tern_mapping::asides;
use tern_mlir::{Attribute, OpRef};

use crate::{Exporter, Result};

impl Exporter<'_> {
    /// Exports the summary and all orders of uses, once everything else is complete. What does not fit the module any more is left out
    /// and counted: orders of another number of uses, definitions of globals that do not exist.
    pub(crate) fn summary(&mut self, module: OpRef<'_>) -> Result<()> {
        let definitions = self.tables.definitions.iter().map(|(&global, &func)| (global, func));
        let mut definitions: Vec<(Global, OpRef<'_>)> = definitions.collect();
        definitions.sort_unstable_by_key(|&(global, _)| global);
        for (global, func) in definitions {
            if let Some(orders) = func.attribute(asides::USE_LIST_ORDERS) {
                self.use_lists_of_function(func, global, orders)?;
            }
        }
        if let Some(orders) = module.attribute(asides::USE_LIST_ORDERS) {
            self.use_lists_of_module(module, orders)?;
        }
        if self.ir.has_use_list_orders() {
            (0..self.ir.retain_use_list_orders()).for_each(|_| self.count_loss(asides::USE_LIST_ORDERS));
        }
        let Some(entries) = module.attribute(asides::SUMMARY) else { return Ok(()) };
        let entries = entries.as_array(self.context).unwrap_or_default();
        let entries: Vec<Vec<u8>> =
            entries.iter().filter_map(|&entry| self.bytes(entry).map(<[u8]>::to_vec)).collect();
        match tern_llvm_ir::reader::read_summary(&mut self.ir, entries.iter().map(Vec::as_slice)) {
            Ok(missing) => {
                (0..missing)
                    .for_each(|_| self.count_loss("entry of the summary for a global that does not exist"));
                Ok(())
            }
            Err(error) => {
                let message =
                    format!("the summary has an error: {} in '{}'", error.message(), error.source_line());
                self.error(module, message)
            }
        }
    }

    fn use_lists_of_module(&mut self, module: OpRef<'_>, orders: Attribute) -> Result<()> {
        for &order in orders.as_array(self.context).unwrap_or_default() {
            let of = self.used_constant(order);
            let order = of.and_then(|of| Some(UseListOrder { of, indexes: self.use_list_indexes(order)? }));
            let Some(order) = order else { return self.wrong_use_list(module) };
            self.ir.use_list_orders.push(order);
        }
        Ok(())
    }

    fn use_lists_of_function(&mut self, func: OpRef<'_>, global: Global, orders: Attribute) -> Result<()> {
        let context = self.context;
        let Some(function) = self.ir.globals[global].as_function() else { return Ok(()) };
        let (locals, blocks): (Vec<_>, _) = (function.locals_in_order().collect(), function.layout.clone());
        let mut found = Vec::new();
        for &order in orders.as_array(context).unwrap_or_default() {
            let place =
                |name| order.get(context, context.ident(name)).and_then(|place| place.as_i64(context));
            let place = |name| place(name).map(|place| usize::try_from(place).unwrap_or(usize::MAX));
            let of = if let Some(block) = place(asides::BLOCK) {
                blocks.get(block).copied().map(UsedInFunction::Block)
            } else if let Some(local) = place(asides::LOCAL) {
                locals.get(local).map(|&local| UsedInFunction::Value(local.into()))
            } else {
                match self.used_constant(order) {
                    Some(constant) => Some(UsedInFunction::Value(constant.into())),
                    None => return self.wrong_use_list(func),
                }
            };
            let Some(indexes) = self.use_list_indexes(order) else { return self.wrong_use_list(func) };
            match of {
                Some(of) => found.push(UseListOrder { of, indexes }),
                // The function has changed.
                None => self.count_loss(asides::USE_LIST_ORDERS),
            }
        }
        if let Some(function) = self.ir.globals[global].as_function_mut() {
            function.use_list_orders.extend(found);
        }
        Ok(())
    }

    fn used_constant(&mut self, order: Attribute) -> Option<Constant> {
        let constant = order.get(self.context, self.context.ident(asides::CONSTANT))?;
        self.constant_of_attribute(constant)
    }

    /// The indexes of an order, if they are a permutation of two places at least.
    fn use_list_indexes(&self, order: Attribute) -> Option<Vec<u32>> {
        let indexes =
            order.get(self.context, self.context.ident(asides::ORDER))?.as_dense_i32(self.context)?;
        let indexes: Vec<u32> = indexes.iter().map(|index| index.cast_unsigned()).collect();
        tern_llvm_ir::use_lists::indexes_objection(&indexes).is_none().then_some(indexes)
    }

    fn wrong_use_list<T>(&self, op: OpRef<'_>) -> Result<T> {
        self.error(op, format!("has an element of `{}` that is no order of uses", asides::USE_LIST_ORDERS))
    }
}
