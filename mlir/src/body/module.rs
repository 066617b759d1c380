//! A whole program.

use super::{Body, Op};
use crate::resources::Resources;

/// A whole program: a body with one region of one block that holds one operation, normally `builtin.module`.
#[derive(Clone, Debug)]
pub struct Module {
    body: Body,
    root: Op,
    resources: Resources,
}

impl Module {
    /// A module around the operation that `make` creates in the given body.
    pub fn new(make: impl FnOnce(&mut Body) -> Op) -> Self {
        let (mut body, block) = Body::with_block();
        let root = make(&mut body);
        if body.op_block(root).is_none() {
            body.append_op(block, root);
        }
        Self { body, root, resources: Resources::default() }
    }

    /// A module with outermost body `body`, whose only operation is `root`.
    pub(crate) fn from_body(body: Body, root: Op) -> Self {
        Self { body, root, resources: Resources::default() }
    }

    /// The outermost body: it holds nothing but the root operation.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Mutable access to the outermost body.
    pub fn body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    /// The outermost operation.
    pub fn root(&self) -> Op {
        self.root
    }

    /// Resources attached to the module (MLIR's `dialect_resources` and `external_resources`).
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// Replaces the attached resources.
    pub fn set_resources(&mut self, resources: Resources) {
        self.resources = resources;
    }
}
