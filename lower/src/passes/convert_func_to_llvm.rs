//! `convert-func-to-llvm`: functions, calls and returns become those of the `llvm` dialect.

use crate::conversion::{Legality, LowerOptions, Patterns, TypeConverter, convert_partially};
use crate::func;
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration.
pub static CONVERT_FUNC_TO_LLVM: PassDef = PassDef {
    name: "convert-func-to-llvm",
    summary: "Convert from the Func dialect to the LLVM dialect",
    anchor: Some("builtin.module"),
    options: &[
        OptionDecl {
            name: "index-bitwidth",
            kind: OptionKind::Integer,
            default: "0",
            summary: "Bitwidth of the index type, 0 to use size of machine word",
        },
        OptionDecl {
            name: "use-bare-ptr-memref-call-conv",
            kind: OptionKind::Flag,
            default: "false",
            summary: "Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types",
        },
    ],
    make: |options| {
        let index_width = crate::passes::index_width(options)?;
        Ok(Box::new(ConvertFuncToLlvm {
            index_width,
            bare_pointers: options.flag("use-bare-ptr-memref-call-conv"),
        }))
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
