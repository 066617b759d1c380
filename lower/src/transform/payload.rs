//! References to payload operations at any nesting depth.

use tern_mlir::{Body, Op};

/// The path to an operation at or within the one that a script works on. Every step but the last is an operation that is
/// isolated from above, as each of those has a body of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Payload {
    /// The isolated operations around it, outermost first, each in the body of the previous one.
    around: Vec<Op>,
    /// The operation, in the body of the last of `around`.
    op: Op,
}

impl Payload {
    /// The path to the operation that a script works on.
    pub(super) fn root(op: Op) -> Self {
        Self { around: Vec::new(), op }
    }

    /// Follows the path, starting in `body`; returns the body that holds the operation, or `None` if the operation is gone.
    pub(super) fn find<'b>(&self, body: &'b Body) -> Option<(&'b Body, Op)> {
        let body = self.around.iter().try_fold(body, |body, &op| body.nested(op))?;
        Some((body, self.op))
    }

    /// The mutable form of [`find`](Self::find).
    pub(super) fn find_mut<'b>(&self, body: &'b mut Body) -> Option<(&'b mut Body, Op)> {
        let body = self.around.iter().try_fold(body, |body, &op| body.nested_mut(op))?;
        Some((body, self.op))
    }

    /// Whether the operation is `other` or nested in it.
    pub(super) fn is_within(&self, other: &Self, root: &Body) -> bool {
        let Some((body, wanted)) = other.find(root) else { return false };
        let depth = other.around.len();
        if !self.around.starts_with(&other.around) {
            return false;
        }
        let mine = self.around.get(depth).copied().unwrap_or(self.op);
        std::iter::successors(Some(mine), |&op| {
            body.op_block(op)
                .and_then(|block| body.block_region(block))
                .and_then(|region| body.region_parent(region))
        })
        .any(|op| op == wanted)
    }

    /// The operation and everything nested in it, inner operations first.
    pub(super) fn walk(&self, root: &Body) -> Vec<Self> {
        let mut found = Vec::new();
        // Collected in reverse: an operation before those nested in it.
        let mut pending = vec![self.clone()];
        while let Some(payload) = pending.pop() {
            if let Some((body, op)) = payload.find(root) {
                let around = match body.nested(op) {
                    Some(_) => payload.around.iter().copied().chain([op]).collect(),
                    None => payload.around.clone(),
                };
                let (body, regions) = body.regions(op);
                let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
                let inner = blocks.flat_map(|&block| body.block_ops(block));
                pending.extend(inner.map(|op| Self { around: around.clone(), op }));
            }
            found.push(payload);
        }
        found.reverse();
        found
    }
}
