//! `set-llvm-module-datalayout`: sets the attribute `llvm.data_layout` of a module.

use tern_mlir::builtin;
use tern_mlir::{Attribute, NamedAttribute};

use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static SET_LLVM_MODULE_DATA_LAYOUT: PassDef = PassDef {
    name: "set-llvm-module-datalayout",
    summary: "Attach a datalayout string as a module attribute",
    anchor: Some(builtin::ModuleOp::NAME),
    options: &[OptionDecl {
        name: "data-layout",
        kind: OptionKind::String,
        default: "",
        summary: "String description (LLVM format) of the data layout that is expected on the produced module",
    }],
    make: |options| Ok(Box::new(SetDataLayout { layout: options.text("data-layout").to_owned() })),
};

struct SetDataLayout {
    layout: String,
}

impl Pass for SetDataLayout {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let context = target.context;
        if let Err(message) = tern_dialect_llvm::check_data_layout(&self.layout) {
            let location = target.body.op_location(target.op);
            return Err(target.error(location, format!("invalid data layout descriptor: {message}")));
        }
        let name = context.name("llvm.data_layout");
        let value = Attribute::string(context, &self.layout);
        let before = target.body.attributes(target.op).as_dictionary(context).unwrap_or_default();
        let all = before.iter().copied().chain([NamedAttribute { name, value }]).collect::<Vec<_>>();
        target.body.set_attributes(target.op, Attribute::dictionary(context, all));
        Ok(())
    }
}
