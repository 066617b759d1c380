//! `finalize-memref-to-llvm`: converts memrefs to descriptors, and operations on them to the `llvm` dialect.

use crate::conversion::{Legal, Legality, LowerOptions, Patterns, TypeConverter, convert_partially};
use crate::memref;
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::passes::{ALIGNED_ALLOC, INDEX_BITWIDTH, index_width};
use tern_dialect_core::func;
use tern_mlir::builtin;

/// The declaration of the pass.
pub static FINALIZE_MEMREF_TO_LLVM: PassDef = PassDef {
    name: "finalize-memref-to-llvm",
    summary: "Finalize MemRef dialect to LLVM dialect conversion",
    anchor: Some(builtin::ModuleOp::NAME),
    options: &[
        INDEX_BITWIDTH,
        ALIGNED_ALLOC,
        OptionDecl {
            name: "use-generic-functions",
            kind: OptionKind::Flag,
            default: "false",
            summary: "Use generic allocation and deallocation functions instead of the classic 'malloc', 'aligned_alloc' and 'free' functions",
        },
    ],
    make: |options| {
        Ok(Box::new(FinalizeMemRefToLlvm {
            index_width: index_width(options)?,
            aligned_alloc: options.flag(ALIGNED_ALLOC.name),
            generic_functions: options.flag("use-generic-functions"),
        }))
    },
};

struct FinalizeMemRefToLlvm {
    index_width: u32,
    aligned_alloc: bool,
    generic_functions: bool,
}

impl Pass for FinalizeMemRefToLlvm {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let mut options = LowerOptions::new(target.op(), self.index_width);
        options.aligned_alloc = self.aligned_alloc;
        options.generic_functions = self.generic_functions;
        let converter = TypeConverter::new(target.context, options);
        let mut patterns = Patterns::new(&converter);
        memref::patterns(&mut patterns);
        let legality = Legality::llvm().op(func::Func::NAME, Legal::Yes);
        convert_partially(target, &legality, &patterns)
    }
}
