//! `llvm-request-c-wrappers`: marks functions so that their lowering adds wrappers callable from C.

use tern_dialect_core::func;
use tern_mlir::{Attribute, NamedAttribute};

use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static REQUEST_C_WRAPPERS: PassDef = PassDef {
    name: "llvm-request-c-wrappers",
    summary: "Request C wrapper emission for all functions",
    anchor: Some(func::Func::NAME),
    options: &[],
    make: |_| Ok(Box::new(RequestCWrappers)),
};

struct RequestCWrappers;

impl Pass for RequestCWrappers {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let (context, name) = (target.context, target.context.ident("llvm.emit_c_interface"));
        let attributes = target.body.attributes(target.op).as_dictionary(context).unwrap_or_default();
        let others = attributes.iter().copied().filter(|entry| entry.name != name);
        let request = NamedAttribute { name, value: context.common.unit };
        let attributes = Attribute::dictionary(context, others.chain([request]).collect::<Vec<_>>());
        target.body.set_attributes(target.op, attributes);
        Ok(())
    }
}
