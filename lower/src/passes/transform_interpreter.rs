//! `transform-interpreter`: runs a script of the `transform` dialect on the operation that holds it.

use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::transform;

/// The declaration of the pass.
pub static TRANSFORM_INTERPRETER: PassDef = PassDef {
    name: "transform-interpreter",
    summary: "transform dialect interpreter",
    anchor: None,
    options: &[
        OptionDecl {
            name: "disable-expensive-checks",
            kind: OptionKind::Flag,
            default: "false",
            summary: "Of no effect: uses of consumed handles are always found",
        },
        OptionDecl {
            name: "entry-point",
            kind: OptionKind::String,
            default: "__transform_main",
            summary: "Entry point of the pass pipeline.",
        },
    ],
    make: |options| {
        Ok(Box::new(TransformInterpreter { entry_point: options.text("entry-point").to_owned() }))
    },
};

struct TransformInterpreter {
    entry_point: String,
}

impl Pass for TransformInterpreter {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        transform::run(target, &self.entry_point)
    }
}
