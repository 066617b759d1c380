//! `convert-func-to-llvm`: converts functions, calls and returns to the `llvm` dialect.

use crate::conversion::{Legality, LowerOptions, Patterns, TypeConverter, convert_partially};
use crate::func;
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::passes::{BARE_POINTERS, INDEX_BITWIDTH, index_width};
use tern_mlir::builtin;

/// The declaration of the pass.
pub static CONVERT_FUNC_TO_LLVM: PassDef = PassDef {
    name: "convert-func-to-llvm",
    summary: "Convert from the Func dialect to the LLVM dialect",
    anchor: Some(builtin::ModuleOp::NAME),
    options: &[INDEX_BITWIDTH, BARE_POINTERS],
    make: |options| {
        let index_width = index_width(options)?;
        Ok(Box::new(ConvertFuncToLlvm { index_width, bare_pointers: options.flag(BARE_POINTERS.name) }))
    },
};

struct ConvertFuncToLlvm {
    index_width: u32,
    bare_pointers: bool,
}

impl Pass for ConvertFuncToLlvm {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let mut options = LowerOptions::new(target.op(), self.index_width);
        options.bare_pointers = self.bare_pointers;
        let converter = TypeConverter::new(target.context, options);
        let mut patterns = Patterns::new(&converter);
        func::patterns(&mut patterns);
        convert_partially(target, &Legality::llvm(), &patterns)
    }
}
