//! `canonicalize`: folds operations, in place or to known values, and removes dead operations, unreachable blocks and dead
//! block arguments.
//!
//! It uses the folders of `lower/src/folds/`, as conversions do. The canonicalization patterns that upstream's dialects
//! register besides their folders are not implemented; the `llvm` dialect has none.

use crate::greedy::{GreedyConfig, fold_greedily};
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static CANONICALIZE: PassDef = PassDef {
    name: "canonicalize",
    summary: "Canonicalize operations",
    anchor: None,
    options: &[
        OptionDecl {
            name: "max-iterations",
            kind: OptionKind::Integer,
            default: "10",
            summary: "Max. iterations between applying patterns / simplifying regions",
        },
        OptionDecl {
            name: "region-simplify",
            kind: OptionKind::Choice(&["disabled", "normal"]),
            default: "normal",
            summary: "Perform control flow optimizations to the region tree",
        },
        OptionDecl {
            name: "test-convergence",
            kind: OptionKind::Flag,
            default: "false",
            summary: "Test only: Fail pass on non-convergence to detect cyclic pattern",
        },
        OptionDecl {
            name: "top-down",
            kind: OptionKind::Flag,
            default: "true",
            summary: "Seed the worklist in general top-down order",
        },
    ],
    make: |options| {
        let rounds = options.integer("max-iterations");
        Ok(Box::new(Canonicalize {
            config: GreedyConfig {
                top_down: options.flag("top-down"),
                simplify_regions: options.text("region-simplify") == "normal",
                // A negative number means no limit.
                max_rounds: usize::try_from(rounds).ok(),
            },
            must_converge: options.flag("test-convergence"),
        }))
    },
};

struct Canonicalize {
    config: GreedyConfig,
    must_converge: bool,
}

impl Pass for Canonicalize {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let converged = fold_greedily(target.context, target.body, target.op, self.config);
        if converged || !self.must_converge { Ok(()) } else { Err(Failed) }
    }
}
