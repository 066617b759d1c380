//! Running a pipeline.

use tern_dialect::diagnostic::Diagnostic;
use tern_dialect::{Body, Context, Module, Op, OpRef, verify};

use crate::pass::{Failed, Target};
use crate::pipeline::{ANY, Pipeline, Step};

/// What came of running a pipeline.
#[derive(Debug)]
pub struct Ran {
    /// Whether all passes did their work, and the module was valid after each.
    pub succeeded: bool,
    /// What the passes and the verifier had to say.
    pub diagnostics: Vec<Diagnostic>,
}

impl Pipeline {
    /// Runs the passes on the root of a module, one after the other. The module is verified after each step of the
    /// outermost pipeline if `verify_each`. The first pass that fails is the last that runs.
    pub fn run(&self, context: &Context, module: &mut Module, verify_each: bool) -> Ran {
        let mut diagnostics = Vec::new();
        let result = self.run_on_root(context, module, verify_each, &mut diagnostics);
        Ran { succeeded: result.is_ok(), diagnostics }
    }

    fn run_on_root(
        &self,
        context: &Context,
        module: &mut Module,
        verify_each: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), Failed> {
        let root = module.root();
        let name = OpRef::new(context, module.body(), root).name();
        if self.anchor() != ANY && self.anchor() != name {
            let message = format!("can't run '{}' pass manager on '{name}' op", self.anchor());
            diagnostics.push(Diagnostic::error(module.body().op_location(root), message));
            return Err(Failed);
        }
        for step in self.steps() {
            step.run(context, module.body_mut(), root, diagnostics)?;
            if verify_each {
                let found = verify::verify(context, module);
                if !found.is_empty() {
                    diagnostics.extend(found);
                    return Err(Failed);
                }
            }
        }
        Ok(())
    }
}

impl Step {
    fn run(
        &self,
        context: &Context,
        body: &mut Body,
        op: Op,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<(), Failed> {
        match self {
            Step::Pass { pass, .. } => pass.run(&mut Target { context, body, op, diagnostics }),
            Step::Nested(pipeline) => {
                // What a pipeline is nested in may be isolated itself, or hold the operations in the same body.
                let children = children(context, body, op, pipeline.anchor());
                let body = if body.nested(op).is_some() { body.nested_mut(op) } else { Some(body) };
                let Some(body) = body else { return Ok(()) };
                for child in children {
                    for step in pipeline.steps() {
                        step.run(context, body, child, diagnostics)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// The operations right within `op` that a pipeline for `anchor` runs on.
fn children(context: &Context, body: &Body, op: Op, anchor: &str) -> Vec<Op> {
    let (body, regions) = body.regions(op);
    let ops = regions.iter().flat_map(|&region| body.region_blocks(region));
    let ops = ops.flat_map(|&block| body.block_ops(block)).map(|op| OpRef::new(context, body, op));
    let fits = |op: &OpRef<'_>| match anchor {
        ANY => op.def().is_some_and(|def| def.is_isolated()),
        name => op.name() == name,
    };
    ops.filter(fits).map(|op| op.op).collect()
}
