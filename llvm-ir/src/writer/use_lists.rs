//! Writes directives that order uses.

use super::Writer;
use crate::function::Function;
use crate::use_lists::UsedInFunction;

impl Writer<'_> {
    /// Writes the directives of a function, after its blocks.
    pub(super) fn use_lists_of_function(&mut self, function: &Function) {
        if function.use_list_orders.is_empty() {
            return;
        }
        self.use_lists_begin();
        for order in &function.use_list_orders {
            self.text("  uselistorder ");
            match order.of {
                UsedInFunction::Value(value) => self.typed_value(value),
                UsedInFunction::Block(block) => self.label(block),
            }
            self.use_list_indexes(&order.indexes);
        }
    }

    /// Writes the directives about constants, after the functions.
    pub(super) fn use_lists_of_module(&mut self) {
        let module = self.module;
        if module.use_list_orders.is_empty() {
            return;
        }
        self.use_lists_begin();
        for order in &module.use_list_orders {
            self.text("uselistorder ");
            self.typed_constant(order.of);
            self.use_list_indexes(&order.indexes);
        }
    }

    fn use_lists_begin(&mut self) {
        self.text("\n");
        if self.comments.is_some() {
            self.text("; uselistorder directives\n");
        }
    }

    /// Writes `, { 1, 0 }` and a line break.
    fn use_list_indexes(&mut self, indexes: &[u32]) {
        self.text(", { ");
        self.separated(indexes, |writer, &index| writer.number(index));
        self.text(" }\n");
    }
}
