//! Parallel verification of independent operations: each thread has a verifier of its own, and diagnostics are merged in the order
//! of the operations.

use std::sync::Arc;

use rayon::prelude::*;
use tern_support::parallel::{RUN, fair_run, runs};
use tern_support::ways;

use super::check_cache::CheckCache;
use super::{MAX_DIAGNOSTICS, Verifier};
use crate::body::OpRef;

impl<'a> Verifier<'a> {
    /// Calls `verify` for operations that are independent of each other, on all threads if that is worthwhile. Stops after the
    /// first one for which it returns false. The result does not depend on the number of threads.
    pub(super) fn each(&mut self, ops: &[OpRef<'a>], verify: impl Fn(&mut Self, OpRef<'a>) -> bool + Sync) {
        let weight = |op: &OpRef<'a>| op.body.weight(op.op);
        let total: usize = ops.iter().map(weight).sum();
        if total < ways::limit(RUN) || rayon::current_num_threads() < 2 {
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
            // Beyond the limit, sequential verification would not have reported more either.
            let room = MAX_DIAGNOSTICS.saturating_sub(self.diagnostics.len());
            self.diagnostics.extend(part.diagnostics.into_iter().take(room));
            self.broken.extend(part.broken);
            if !goes_on {
                break;
            }
        }
    }

    /// A verifier with the same surroundings and no diagnostics.
    fn fork(&self) -> Self {
        Self {
            context: self.context,
            diagnostics: Vec::new(),
            options: self.options,
            symbols: Arc::clone(&self.symbols),
            parents: self.parents.clone(),
            broken: self.broken.clone(),
            known: CheckCache::default(),
        }
    }
}
