//! Checks that generated modules do not depend on the layout of their text, for Tern as well as for LLVM and MLIR.

use tern_mlir::{Context, asm};
use tern_roundtrip_tests::layout::{llvm_is_the_same, mlir_is_the_same, relaid_llvm, relaid_mlir, seed_of};
use tern_roundtrip_tests::{oracle, pipeline};
use tern_testing::property::halved;
use tern_testing::{Choices, llvm};

use crate::dialect::{ANY, for_mlir};
use crate::{about, alike, generated, property, same, text, together};

#[test]
fn llvm_ir_laid_out_anew_is_the_same() {
    property("llvm_ir_laid_out_anew_is_the_same").cases(3_000).check(|choices| {
        let source = generated(choices);
        llvm_is_the_same(&source, &relaid_llvm(&source, choices)).map(drop)
    });
}

#[test]
fn imported_modules_laid_out_anew_are_the_same() {
    property("imported_modules_laid_out_anew_are_the_same").cases(750).check(|choices| {
        let source = generated(choices);
        let imported = about(pipeline::import(&source), &source)?;
        let relaid = relaid_llvm(&source, choices);
        same(&imported, &about(pipeline::import(&relaid), &relaid)?, &relaid)?;
        match mlir_is_the_same(&imported, &relaid_mlir(&imported, choices))? {
            true => Ok(()),
            false => about(Err("what is imported cannot be read".to_owned()), &imported),
        }
    });
}

#[test]
fn any_dialect_module_laid_out_anew_is_the_same() {
    property("any_dialect_module_laid_out_anew_is_the_same").cases(1_250).check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let made = tern_testing::dialect::module(&context, choices, &ANY);
        let source = asm::print(&context, &made, &for_mlir());
        match mlir_is_the_same(&source, &relaid_mlir(&source, choices))? {
            true => Ok(()),
            false => about(Err("what is printed cannot be read".to_owned()), &source),
        }
    });
}

/// LLVM and MLIR consider the changed layout equal, so Tern must too.
#[test]
fn llvm_reads_what_is_laid_out_anew() {
    property("llvm_reads_what_is_laid_out_anew").cases(250).batches_of(25).check_batches(|cases| {
        halved(cases, &|cases| {
            let source = tern_llvm_ir::write(&together(cases, llvm::Options::default()));
            let mut choices = Choices::from_seed(seed_of(&source));
            let relaid = relaid_llvm(&source, &mut choices);
            let printed = |text: &[u8]| about(oracle::printed_by_llvm(text), text);
            alike(&printed(&source)?, &printed(&relaid)?, &relaid)?;
            let imported = about(pipeline::import(&source), &source)?;
            let relaid = relaid_mlir(&imported, &mut choices);
            let printed = |text: &[u8]| {
                let flags =
                    ["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-debuginfo"];
                about(oracle::run("mlir-opt", &flags, text), text)
            };
            match printed(&imported)? == printed(&relaid)? {
                true => Ok(()),
                false => Err(format!("mlir-opt prints something else of\n{}", text(&relaid))),
            }
        })
    });
}
