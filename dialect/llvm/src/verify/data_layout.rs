//! The verifier of the attribute `llvm.data_layout`, a layout string of LLVM. LangRef: Data Layout.

use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::OpRef;
use tern_mlir::context::Ident;
use tern_mlir::verify::Verifier;

/// Checks a discardable attribute.
pub(crate) fn attribute(verifier: &mut Verifier<'_>, op: OpRef<'_>, name: Ident, value: Attribute) {
    let name = op.context.str(name);
    if name != "llvm.data_layout" {
        return;
    }
    match value.kind(op.context) {
        AttrKind::String { value, .. } => {
            let specifications = op.context.str(*value);
            if let Err(message) = tern_support::datalayout::check(specifications) {
                verifier.error(op, format!("invalid data layout descriptor: {message}"));
            }
        }
        _ => verifier.error(op, format!("expected '{name}' to be a string attributes")),
    }
}
