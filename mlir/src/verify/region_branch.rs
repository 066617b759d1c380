//! Checks control flow into and out of regions: the values passed along each edge must match what the target expects.

use super::Verifier;
use crate::asm::type_to_string;
use crate::body::{OpRef, Value};
use crate::diagnostic::Diagnostic;

/// An edge along which control can flow from an operation into one of its regions, between regions, or out.
pub struct RegionEdge<'a> {
    /// The terminator at which the edge starts; `None` for the operation itself.
    pub from: Option<OpRef<'a>>,
    /// The values passed along the edge.
    pub operands: Vec<Value>,
    /// The target of the edge.
    pub to: RegionTarget,
    /// The values that receive them at the target: block arguments or results.
    pub inputs: Vec<Value>,
}

/// The target of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionTarget {
    /// The region with this index.
    Region(usize),
    /// The point after the operation.
    Parent,
}

impl Verifier<'_> {
    /// Checks the edges of an operation; all values must be of the body that contains it.
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
