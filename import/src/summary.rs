//! Imports the module summary and the orders of uses, which become asides of the module and of functions.

use rustc_hash::FxHashMap;
use tern_llvm_ir::Function;
use tern_llvm_ir::use_lists::UsedInFunction;
use tern_mapping::asides;
use tern_mlir::{Attribute, NamedAttribute};

use crate::Importer;
use crate::builder::{Attributes, string};

impl Importer<'_, '_> {
    /// Adds the summary and the orders of uses of constants to the attributes of the module.
    pub(crate) fn summary(&mut self, attributes: &mut Attributes<'_>) {
        let (context, module) = (self.context, self.ir);
        (0..module.lost_use_list_orders).for_each(|_| self.count_loss(asides::USE_LIST_ORDERS));
        if !self.policy.keeps_all {
            if module.summary.is_some() {
                self.count_loss("module summary");
            }
            module.use_list_orders.iter().for_each(|_| self.count_loss(asides::USE_LIST_ORDERS));
            return;
        }
        if module.summary.is_some() {
            let entries = tern_llvm_ir::writer::summary_to_texts(module);
            let entries: Vec<Attribute> = entries.iter().map(|entry| string(context, entry)).collect();
            attributes.set(asides::SUMMARY, Attribute::array(context, entries));
        }
        if !module.use_list_orders.is_empty() {
            let orders = module.use_list_orders.iter().map(|order| {
                let used = self.constant_attribute(order.of);
                self.use_list_order(asides::CONSTANT, used, &order.indexes)
            });
            let orders: Vec<Attribute> = orders.collect();
            attributes.set(asides::USE_LIST_ORDERS, Attribute::array(context, orders));
        }
    }

    /// The aside for the orders of uses in a function.
    pub(crate) fn use_lists_of_function(&mut self, function: &Function) -> Attribute {
        let context = self.context;
        let number = |number: usize| Attribute::integer(context, context.common.i64, number as i64);
        let locals: FxHashMap<_, _> = function.locals_in_order().zip(0..).collect();
        let blocks: FxHashMap<_, _> = function.layout.iter().copied().zip(0..).collect();
        let orders = function.use_list_orders.iter().filter_map(|order| {
            let (name, used) = match order.of {
                UsedInFunction::Block(block) => (asides::BLOCK, number(*blocks.get(&block)?)),
                UsedInFunction::Value(value) => match (value.local(), value.constant()) {
                    (Some(local), _) => (asides::LOCAL, number(*locals.get(&local)?)),
                    (None, constant) => (asides::CONSTANT, self.constant_attribute(constant?)),
                },
            };
            Some(self.use_list_order(name, used, &order.indexes))
        });
        let orders: Vec<Attribute> = orders.collect();
        Attribute::array(context, orders)
    }

    fn use_list_order(&self, name: &str, used: Attribute, indexes: &[u32]) -> Attribute {
        let context = self.context;
        let indexes: Vec<i32> = indexes.iter().map(|&index| index.cast_signed()).collect();
        let entry = |name, value| NamedAttribute { name: context.ident(name), value };
        let order = Attribute::dense_i32(context, &indexes);
        Attribute::dictionary(context, vec![entry(name, used), entry(asides::ORDER, order)])
    }
}
