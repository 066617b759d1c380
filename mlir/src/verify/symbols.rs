//! Checks symbol tables and references to symbols.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Verifier;
use crate::body::OpRef;
use crate::context::Ident;
use crate::diagnostic::Diagnostic;

impl<'a> Verifier<'a> {
    /// Checks that symbol names directly within `op` are unique, and that references to them are valid.
    pub(super) fn symbol_table(&mut self, op: OpRef<'a>) {
        let before = self.diagnostics.len();
        let table = self.symbols_of(op);
        if self.ends(before) {
            return;
        }
        let outer = std::mem::replace(&mut self.symbols, Arc::new(table));
        self.parents.push(op);
        self.symbol_users(op);
        self.parents.pop();
        self.symbols = outer;
    }

    /// The symbols defined in the regions of a symbol table.
    fn symbols_of(&mut self, op: OpRef<'a>) -> FxHashMap<Ident, OpRef<'a>> {
        let context = self.context;
        let mut table: FxHashMap<Ident, OpRef<'a>> = FxHashMap::default();
        let (body, regions) = op.body.regions(op.op);
        for &block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
            for op in body.block_ops(block).map(|op| OpRef::new(context, body, op)) {
                let Some(name) = op.symbol_name() else { continue };
                if let Some(existing) = table.insert(name, op) {
                    let message = format!("redefinition of symbol named '{}'", context.str(name));
                    let note = "see existing symbol definition here";
                    let diagnostic = Diagnostic::error(op.body.op_location(op.op), message);
                    self.report(op, diagnostic.with_note(existing.body.op_location(existing.op), note));
                    table.insert(name, existing);
                }
            }
        }
        table
    }

    /// Checks the symbol references within `op`, without entering nested symbol tables.
    fn symbol_users(&mut self, op: OpRef<'a>) {
        let context = self.context;
        let (body, regions) = op.body.regions(op.op);
        let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
        let mut ops = blocks.flat_map(|&block| body.block_ops(block)).map(|op| OpRef::new(context, body, op));
        match body.holds_bodies() {
            true => self.each(&ops.collect::<Vec<_>>(), Self::symbol_user),
            false => drop(ops.all(|op| self.symbol_user(op))),
        }
    }

    /// Checks the symbol references of one operation and its contents. Returns whether to continue.
    fn symbol_user(&mut self, op: OpRef<'a>) -> bool {
        let before = self.diagnostics.len();
        let facts = op.facts();
        if let Some(verify) = facts.symbol_user.filter(|_| !self.is_broken(op)) {
            verify(self, op);
        }
        if !self.ends(before) && !facts.is_symbol_table && !op.body.regions(op.op).1.is_empty() {
            self.parents.push(op);
            self.symbol_users(op);
            self.parents.pop();
        }
        !self.ends(before)
    }
}
