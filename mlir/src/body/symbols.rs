//! Symbols: operations that others refer to by name. MLIR: `SymbolTable`.

use super::OpRef;
use crate::attributes::{AttrKind, Attribute};
use crate::context::Ident;

impl OpRef<'_> {
    /// The name of a symbol, its `sym_name`. An operation that is not declared has it among its discardable attributes.
    pub fn symbol_name(self) -> Option<Ident> {
        match self.property("sym_name").or_else(|| self.attribute("sym_name"))?.kind(self.context) {
            AttrKind::String { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The `sym_visibility` of a symbol, found like its name.
    pub fn symbol_visibility(self) -> Option<Attribute> {
        self.property("sym_visibility").or_else(|| self.attribute("sym_visibility"))
    }
}
