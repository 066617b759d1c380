//! Checks the drop-in replacement: the results and messages of `mlir-translate` for import and export.

use tern_mlir::Context;
use tern_mlir::asm;
use tern_roundtrip_tests::agreement;
use tern_testing::{dialect, llvm};

use super::dialect::for_mlir;
use super::{about, property};

/// The upstream-compatible import gives the results and messages of `mlir-translate` for any module that does not crash it.
#[test]
fn mlir_translate_imports_what_tern_imports() {
    let options = llvm::Options { beyond_mlir: false, beyond_importer: false, ..llvm::Options::default() };
    // One process per case, so fewer cases.
    property("mlir_translate_imports_what_tern_imports").cases(750).check(|choices| {
        let source = tern_llvm_ir::write(&llvm::module(choices, &options));
        about(agreement::imports_as_upstream(&source), &source)
    });
}

/// The upstream-compatible export gives the result of `mlir-translate` for any module that it can export.
#[test]
fn mlir_translate_exports_what_tern_exports() {
    let options = dialect::Options { beyond_exporter: false, ..dialect::Options::default() };
    property("mlir_translate_exports_what_tern_exports").cases(500).check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let made = dialect::module(&context, choices, &options);
        let source = asm::print(&context, &made, &for_mlir());
        about(agreement::exports_as_upstream(&source), &source)
    });
}
