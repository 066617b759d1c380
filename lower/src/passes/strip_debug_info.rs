//! `strip-debuginfo`: replaces the locations of operations and block arguments by the unknown location.

use tern_mlir::Location;

use super::walk_bodies;
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static STRIP_DEBUG_INFO: PassDef = PassDef {
    name: "strip-debuginfo",
    summary: "Strip debug info from all operations",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(StripDebugInfo)),
};

struct StripDebugInfo;

impl Pass for StripDebugInfo {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let unknown = Location::unknown(target.context);
        walk_bodies(target.body, target.op, &mut |body, ops| {
            for &op in ops {
                body.set_location(op, unknown);
                let (inner, regions) = body.regions(op);
                let blocks = regions.iter().flat_map(|&region| inner.region_blocks(region));
                let arguments: Vec<_> =
                    blocks.flat_map(|&block| inner.block_arguments(block)).copied().collect();
                if arguments.is_empty() {
                    continue;
                }
                let inner = if body.nested(op).is_some() { body.nested_mut(op) } else { Some(&mut *body) };
                if let Some(inner) = inner {
                    for argument in arguments {
                        inner.set_argument_location(argument, unknown);
                    }
                }
            }
        });
        Ok(())
    }
}
