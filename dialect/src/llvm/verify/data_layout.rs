//! The attribute `llvm.data_layout` holds a data layout as LLVM spells it. LangRef: Data Layout.

use crate::attributes::{AttrKind, Attribute};
use crate::body::OpRef;
use crate::context::Ident;
use crate::verify::Verifier;

/// Checks a discardable attribute.
pub(in crate::llvm) fn attribute(verifier: &mut Verifier<'_>, op: OpRef<'_>, name: Ident, value: Attribute) {
    let name = op.context.str(name);
    if name != "llvm.data_layout" {
        return;
    }
    match value.kind(op.context) {
        AttrKind::String { value, .. } => {
            let specifications = op.context.str(*value);
            if let Err(message) = tern_datalayout::check(specifications) {
                verifier.error(op, format!("invalid data layout descriptor: {message}"));
            }
        }
        _ => verifier.error(op, format!("expected '{name}' to be a string attributes")),
    }
}
