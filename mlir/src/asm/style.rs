//! How the assembly of another version of MLIR differs from that of MLIR 22, which the printer otherwise prints.

use super::PrintedOp;
use crate::attributes::NamedAttributes;
use crate::context::Context;
use crate::types::Type;

/// Where the generic form has inherent attributes, and where the custom form has those that it does not spell itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inherent {
    /// In `<{…}>`, and in the custom form among the others. MLIR 17 to 23.
    Usual,
    /// Among the others. Until MLIR 16, which spells the sizes of groups of operands `operand_segment_sizes`, too.
    Among,
    /// In `<{…}>`: what the format of an operation does not spell needs the generic form. Since MLIR 24.
    Apart,
}

/// A version of MLIR other than 22. [`PrintOptions::style`](super::PrintOptions) has it.
pub trait Style: std::fmt::Debug + Sync {
    /// Where inherent attributes stand.
    fn inherent(&self) -> Inherent;

    /// Whether the version has another custom form of an operation, which is then printed in generic form.
    fn is_generic(&self, op: PrintedOp<'_>) -> bool;

    /// The name under which an operation is printed, if it is not its own.
    fn name(&self, op: PrintedOp<'_>) -> Option<String>;

    /// Changes the inherent attributes of an operation in generic form to those of the version.
    fn properties(&self, op: PrintedOp<'_>, properties: &mut NamedAttributes);

    /// The spelling of a type, if it differs.
    fn ty(&self, context: &Context, ty: Type) -> Option<String>;
}
