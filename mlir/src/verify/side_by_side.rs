//! Operations that can be verified at the same time: each with a verifier of its own, whose findings are put together in the
//! order of the operations.

use std::sync::Arc;

use rayon::prelude::*;

use super::known::Known;
use super::{MAX_DIAGNOSTICS, Verifier};
use crate::body::OpRef;
use tern_support::parallel::{RUN, fair_run, runs};

impl<'a> Verifier<'a> {
    /// Calls `verify` for operations of which none has to do with what is found at another: on all threads, if they are worth
    /// it. The first for which it returns false is the last that counts. What is found does not depend on the number of threads.
    pub(super) fn each(&mut self, ops: &[OpRef<'a>], verify: impl Fn(&mut Self, OpRef<'a>) -> bool + Sync) {
        let weight = |op: &OpRef<'a>| op.body.weight(op.op);
        let total: usize = ops.iter().map(weight).sum();
        if total < RUN || rayon::current_num_threads() < 2 {
            ops.iter().all(|&op| verify(self, op));
            return;
        }
        let verify_run = |run: &&[OpRef<'a>]| {
            let mut verifier = self.fork();
            let goes_on = run.iter().all(|&op| verify(&mut verifier, op));
            (verifier, goes_on)
        };
        let parts: Vec<_> = runs(ops, fair_run(total), weight).par_iter().map(verify_run).collect();
        for (part, goes_on) in parts {
            // At the limit nothing more would have been reported.
            let room = MAX_DIAGNOSTICS.saturating_sub(self.diagnostics.len());
            self.diagnostics.extend(part.diagnostics.into_iter().take(room));
            self.broken.extend(part.broken);
            if !goes_on {
                break;
            }
        }
    }

    /// A verifier at the same place that has found nothing yet.
    fn fork(&self) -> Self {
        Self {
            context: self.context,
            diagnostics: Vec::new(),
            options: self.options,
            symbols: Arc::clone(&self.symbols),
            parents: self.parents.clone(),
            broken: self.broken.clone(),
            known: Known::default(),
        }
    }
}
