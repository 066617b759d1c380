//! The drop-in import: what `mlir-translate` imports, and what it says meanwhile.

use tern_roundtrip_tests::agreement;
use tern_testing::llvm;

use super::{about, property};

/// Import as upstream gives and says what `mlir-translate` does, of any module; what makes that crash aside.
#[test]
fn mlir_translate_imports_what_tern_imports() {
    let options = llvm::Options { beyond_mlir: false, beyond_importer: false, ..llvm::Options::default() };
    // A process for each: fewer than of the others.
    property("mlir_translate_imports_what_tern_imports").cases(1_500).check(|choices| {
        let source = tern_ir::write(&llvm::module(choices, &options));
        about(agreement::imports_as_upstream(&source), &source)
    });
}
