//! How the operands of an operation are divided: its own, and those for each successor. The verifier and export share it.

use tern_mlir::{OpRef, Value};

use crate::names;

/// The error for terminators with too few operands.
pub const MISSING_OPERANDS: &str = "fewer operands than successors take";
/// The error for terminators with too many operands.
pub const SURPLUS_OPERANDS: &str = "more operands than successors take";

/// The operands of an operation, divided.
#[derive(Debug)]
pub struct Operands<'a> {
    /// The operands that are not passed to a successor.
    pub own: &'a [Value],
    /// For each successor, the operands that are passed to it.
    pub edges: Vec<&'a [Value]>,
}

impl<'a> Operands<'a> {
    /// Divides the operands of `op` by its `successor_segments`.
    ///
    /// # Errors
    /// If the segments are malformed, or do not fit the successors or the operands.
    pub fn of(op: OpRef<'a>) -> Result<Self, String> {
        let sizes = sizes(op, names::SUCCESSOR_SEGMENTS)?;
        let total = sizes.iter().fold(0usize, |total, &size| total.saturating_add(size));
        let Some(own) = op.operands().len().checked_sub(total) else {
            return Err(MISSING_OPERANDS.to_owned());
        };
        let (own, mut rest) = op.operands().split_at(own);
        let mut edges = Vec::with_capacity(op.successors().len());
        for index in 0..op.successors().len() {
            let size = match sizes.get(index) {
                Some(&size) => size,
                // If no successor takes operands, the sizes may be omitted.
                None if sizes.is_empty() => 0,
                None => return Err(MISSING_OPERANDS.to_owned()),
            };
            let (edge, after) = rest.split_at(size);
            rest = after;
            edges.push(edge);
        }
        match rest.is_empty() {
            true => Ok(Self { own, edges }),
            false => Err(SURPLUS_OPERANDS.to_owned()),
        }
    }

    /// As [`of`](Self::of), for an operation with one operand of its own. Returns it and those for each successor.
    ///
    /// # Errors
    /// If the operation has another number of operands.
    pub fn with_one(op: OpRef<'a>) -> Result<(Value, Vec<&'a [Value]>), String> {
        let Self { own, edges } = Self::of(op)?;
        match *own {
            [operand] => Ok((operand, edges)),
            [] => Err(MISSING_OPERANDS.to_owned()),
            [..] => Err(SURPLUS_OPERANDS.to_owned()),
        }
    }
}

/// The sizes in a discardable attribute of `op`; empty if it is not set.
pub(crate) fn sizes(op: OpRef<'_>, name: &'static str) -> Result<Vec<usize>, String> {
    let Some(sizes) = op.attribute(name) else { return Ok(Vec::new()) };
    let sizes = sizes.as_dense_i32(op.context).unwrap_or_else(|| vec![-1]);
    let sizes: Option<_> = sizes.into_iter().map(|size| usize::try_from(size).ok()).collect();
    sizes.ok_or_else(|| format!("malformed attribute '{name}'"))
}
