//! Regions that control enters and leaves with values: what is handed over is what is taken.

use super::Verifier;
use crate::asm::type_to_string;
use crate::body::{OpRef, Value};
use crate::diagnostic::Diagnostic;

/// A way that control can take from an operation into one of its regions, from there to another, or out.
pub struct RegionEdge<'a> {
    /// The terminator that control comes from; `None` for the operation itself.
    pub from: Option<OpRef<'a>>,
    /// The values that are handed over.
    pub operands: Vec<Value>,
    /// Where control goes.
    pub to: RegionTarget,
    /// The values that stand for them there: arguments of a block or results.
    pub inputs: Vec<Value>,
}

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionTarget {
    /// Into the region of this number.
    Region(usize),
    /// Behind the operation.
    Parent,
}

impl Verifier<'_> {
    /// Checks the edges of an operation; all values are of the body that it stands in.
    pub(super) fn region_edges(&mut self, op: OpRef<'_>, edges: Vec<RegionEdge<'_>>) {
        for edge in edges {
            let problem = if edge.operands.len() == edge.inputs.len() {
                let pairs = edge.operands.iter().zip(&edge.inputs);
                let mut types = pairs.map(|(&from, &to)| (op.type_of(from), op.type_of(to))).enumerate();
                let Some((index, (found, wanted))) = types.find(|(_, (found, wanted))| found != wanted)
                else {
                    continue;
                };
                let (found, wanted) = (type_to_string(op.context, found), type_to_string(op.context, wanted));
                format!(
                    "successor operand type #{index} '{found}' should match successor input type #{index} '{wanted}'"
                )
            } else {
                let (found, wanted) = (edge.operands.len(), edge.inputs.len());
                format!(
                    "region branch point has {found} operands, but region successor needs {wanted} inputs"
                )
            };
            let from = edge.from.map_or("parent".to_owned(), |from| format!("Operation {}", from.name()));
            let to = match edge.to {
                RegionTarget::Region(index) => format!("Region #{index}"),
                RegionTarget::Parent => "parent".to_owned(),
            };
            let message =
                format!("'{}' op along control flow edge from {from} to {to}: {problem}", op.name());
            let point = edge.from.unwrap_or(op);
            let diagnostic = Diagnostic::error(op.body.op_location(op.op), message)
                .with_note(point.body.op_location(point.op), "region branch point");
            return self.report(op, diagnostic);
        }
    }
}
