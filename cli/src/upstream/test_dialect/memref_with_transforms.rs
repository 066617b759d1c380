//! `test-memref-to-llvm-with-transforms`: converts `func` to `llvm` in one conversion with the patterns of
//! `expand-strided-metadata`. Source: MLIR's `test/lib/Conversion/MemRefToLLVM`.
//!
//! Those patterns have no effect there: each of them makes operations of `memref`, `arith` or `affine`, which are neither legal in
//! this conversion nor converted by it, so that each application is rolled back. The patterns of `func` remain.

use tern_lower::conversion::{Legality, LowerOptions, Patterns, TypeConverter, convert_partially};
use tern_lower::{Failed, Pass, PassDef, Target, func};

/// The declaration of the pass.
pub(super) static TEST_MEMREF_TO_LLVM_WITH_TRANSFORMS: PassDef = PassDef {
    name: "test-memref-to-llvm-with-transforms",
    summary: "Tests conversion of MemRef dialects + `func.func` to LLVM dialect with MemRef transforms",
    anchor: Some("builtin.module"),
    options: &[],
    make: |_| Ok(Box::new(TestMemRefToLlvmWithTransforms)),
};

struct TestMemRefToLlvmWithTransforms;

impl Pass for TestMemRefToLlvmWithTransforms {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        // Upstream's pass does not look at the data layout of the module.
        let converter = TypeConverter::new(target.context, LowerOptions::default());
        let mut patterns = Patterns::new(&converter);
        func::patterns(&mut patterns);
        convert_partially(target, &Legality::llvm(), &patterns)
    }
}
