//! Runs a pipeline on a module, verifies the module between steps, and measures the time of each step.

use std::time::{Duration, Instant};

use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::{self, VerifyOptions};
use tern_mlir::{Body, Context, Module, Op, OpRef};

use crate::pass::{Failed, Target};
use crate::pipeline::{ANY, Pipeline, Step};

/// The outcome of running a pipeline.
#[derive(Debug)]
pub struct Ran {
    /// Whether every pass succeeded and the module was valid after each.
    pub succeeded: bool,
    /// The diagnostics of the passes and of the verifier, in the order in which they were reported.
    pub diagnostics: Vec<Diagnostic>,
    /// The time of each step that ran, including verification.
    pub times: Vec<Timing>,
}

/// The time that one step of a pipeline took, summed over all operations that it ran on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Timing {
    /// The name of the pass; for a nested pipeline, `'operation' Pipeline`.
    pub name: String,
    /// Wall-clock time.
    pub wall: Duration,
    /// The times of the steps of a nested pipeline; empty for a pass.
    pub parts: Vec<Timing>,
}

impl Pipeline {
    /// Runs the passes on the root of `module`, one after the other. If `verify_each`, the module is verified after each step
    /// of the outermost pipeline. The first pass that fails ends the run.
    pub fn run(&self, context: &Context, module: &mut Module, verify_each: bool) -> Ran {
        self.run_with(context, module, verify_each.then(VerifyOptions::default))
    }

    /// Like [`run`](Self::run), but with options for the verifier. The module is verified after each step of the outermost
    /// pipeline if `verify` is given.
    pub fn run_with(&self, context: &Context, module: &mut Module, verify: Option<VerifyOptions>) -> Ran {
        let mut diagnostics = Vec::new();
        let mut times = Vec::new();
        let result = self.run_on_root(context, module, verify, &mut diagnostics, &mut times);
        Ran { succeeded: result.is_ok(), diagnostics, times }
    }

    fn run_on_root(
        &self,
        context: &Context,
        module: &mut Module,
        verify: Option<VerifyOptions>,
        diagnostics: &mut Vec<Diagnostic>,
        times: &mut Vec<Timing>,
    ) -> Result<(), Failed> {
        let root = module.root();
        let name = OpRef::new(context, module.body(), root).name();
        if self.anchor() != ANY && self.anchor() != name {
            let message = format!("can't run '{}' pass manager on '{name}' op", self.anchor());
            diagnostics.push(Diagnostic::error(module.body().op_location(root), message));
            return Err(Failed);
        }
        for step in self.steps() {
            let mut timing = step.timing();
            let start = Instant::now();
            let mut result = step.run(context, module.body_mut(), root, diagnostics, &mut timing.parts);
            if let (Some(options), Ok(())) = (&verify, &result) {
                let found = verify::verify_with(context, module, options);
                if !found.is_empty() {
                    diagnostics.extend(found);
                    result = Err(Failed);
                }
            }
            timing.wall = start.elapsed();
            times.push(timing);
            result?;
        }
        Ok(())
    }
}

impl Step {
    /// A record of this step with zero time, to which the time of each run is added.
    pub(crate) fn timing(&self) -> Timing {
        match self {
            Step::Pass { def, .. } => Timing { name: def.name.to_owned(), ..Timing::default() },
            Step::Nested(pipeline) => Timing {
                name: format!("'{}' Pipeline", pipeline.anchor()),
                wall: Duration::ZERO,
                parts: pipeline.steps().iter().map(Step::timing).collect(),
            },
        }
    }

    pub(crate) fn run(
        &self,
        context: &Context,
        body: &mut Body,
        op: Op,
        diagnostics: &mut Vec<Diagnostic>,
        parts: &mut [Timing],
    ) -> Result<(), Failed> {
        match self {
            Step::Pass { pass, .. } => pass.run(&mut Target { context, body, op, diagnostics }),
            Step::Nested(pipeline) => {
                // The operation around a nested pipeline may be isolated, with a body of its own, or may share this body.
                let children = children(context, body, op, pipeline.anchor());
                let body = if body.nested(op).is_some() { body.nested_mut(op) } else { Some(body) };
                let Some(body) = body else { return Ok(()) };
                for child in children {
                    for (step, timing) in pipeline.steps().iter().zip(&mut *parts) {
                        let start = Instant::now();
                        let result = step.run(context, body, child, diagnostics, &mut timing.parts);
                        timing.wall += start.elapsed();
                        result?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// The operations directly nested in `op` that a pipeline anchored on `anchor` runs on.
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
