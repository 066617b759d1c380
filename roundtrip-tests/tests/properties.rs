//! Properties that hold for any module: what is printed can be read and prints the same; nothing is lost on the way to the
//! dialect and back.
//!
//! A failure is shrunk, and its seed is kept in `proptest-regressions`, to be tried first from then on.

#[path = "properties/dialect.rs"]
mod dialect;
#[path = "properties/llvm.rs"]
mod llvm;

use proptest::prelude::*;
use tern_roundtrip_tests::oracle::{self, essence};
use tern_roundtrip_tests::pipeline;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The result, or the failure with the module.
fn done(result: pipeline::Result<Vec<u8>>, source: &str) -> Result<Vec<u8>, TestCaseError> {
    result.map_err(|error| TestCaseError::fail(format!("{error}\n{source}")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn llvm_ir_is_printed_as_it_was_read(module in llvm::module()) {
        let printed = done(pipeline::reprint_ir(module.as_bytes()), &module)?;
        prop_assert_eq!(essence(module.as_bytes()), essence(&printed));
    }

    #[test]
    fn nothing_is_lost_on_the_way_to_the_dialect_and_back(module in llvm::module()) {
        let before = done(pipeline::reprint_ir(module.as_bytes()), &module)?;
        let after = done(pipeline::there_and_back(module.as_bytes()), &module)?;
        prop_assert_eq!(text(&before), text(&after));
    }

    #[test]
    fn the_dialect_is_printed_as_it_was_read(module in llvm::module()) {
        let imported = done(pipeline::import(module.as_bytes()), &module)?;
        let printed = done(pipeline::reprint_dialect(&imported), &module)?;
        prop_assert_eq!(text(&imported), text(&printed));
    }

    #[test]
    fn any_attribute_is_printed_as_it_was_read(module in dialect::module()) {
        let once = done(pipeline::reprint_dialect(module.as_bytes()), &module)?;
        let twice = done(pipeline::reprint_dialect(&once), &text(&once))?;
        prop_assert_eq!(text(&once), text(&twice));
    }
}

proptest! {
    // Each case starts processes.
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn llvm_accepts_what_is_generated(module in llvm::module()) {
        if let Err(error) = oracle::printed_by_llvm(module.as_bytes()) {
            return Err(TestCaseError::fail(format!("{error}\n{module}")));
        }
    }

    #[test]
    fn mlir_opt_reads_what_import_prints(module in llvm::module()) {
        let imported = done(pipeline::import(module.as_bytes()), &module)?;
        done(oracle::run("mlir-opt", &[], &imported), &text(&imported))?;
    }

    #[test]
    fn mlir_opt_prints_what_tern_prints(module in dialect::module()) {
        let flags = ["--allow-unregistered-dialect", "--mlir-print-op-generic"];
        let upstream = done(oracle::run("mlir-opt", &flags, module.as_bytes()), &module)?;
        let printed = done(pipeline::reprint_dialect(module.as_bytes()), &module)?;
        let ours = done(oracle::run("mlir-opt", &flags, &printed), &text(&printed))?;
        prop_assert_eq!(text(&upstream), text(&ours));
    }
}
