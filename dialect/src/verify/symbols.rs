//! Symbol tables.

use rustc_hash::FxHashMap;

use super::Verifier;
use crate::attributes::AttrKind;
use crate::body::{Body, OpRef, Region};
use crate::context::Ident;
use crate::diagnostic::Diagnostic;

impl<'a> Verifier<'a> {
    /// The symbols that the regions of a symbol table define.
    pub(super) fn symbol_table(&mut self, body: &'a Body, regions: &[Region]) -> FxHashMap<Ident, OpRef<'a>> {
        let context = self.context;
        let mut table: FxHashMap<Ident, OpRef<'a>> = FxHashMap::default();
        for &block in regions.iter().flat_map(|&region| body.region_blocks(region)) {
            for op in body.block_ops(block).map(|op| OpRef::new(context, body, op)) {
                let name = op.property("sym_name").or_else(|| op.attribute("sym_name"));
                let Some(AttrKind::String { value, .. }) = name.map(|name| name.kind(context)) else {
                    continue;
                };
                if let Some(existing) = table.insert(*value, op) {
                    let message = format!("redefinition of symbol named '{}'", context.str(*value));
                    let note = "see existing symbol definition here";
                    self.diagnostics.push(
                        Diagnostic::error(op.body.op_location(op.op), message)
                            .with_note(existing.body.op_location(existing.op), note),
                    );
                    table.insert(*value, existing);
                }
            }
        }
        table
    }
}
