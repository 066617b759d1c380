//! Properties that hold for any module: what is printed can be read and prints the same; nothing is lost on the way to the
//! dialect and back; LLVM and MLIR agree.
//!
//! Modules of LLVM IR come from `tern_testing`, which runs the properties too: `TERN_CASES` and `TERN_SEED` say how many cases and
//! from which seed. A failure is shrunk and kept in `regressions/`, to be tried first from then on.

#[path = "properties/attributes.rs"]
mod attributes;
#[path = "properties/dialect.rs"]
mod dialect;
#[path = "properties/execution.rs"]
mod execution;
#[path = "properties/integers.rs"]
mod integers;
#[path = "properties/intrinsics.rs"]
mod intrinsics;
#[path = "properties/layout.rs"]
mod layout;
#[path = "properties/mutants.rs"]
mod mutants;
#[path = "properties/upstream.rs"]
mod upstream;

use std::path::Path;

use proptest::prelude::*;
use tern_llvm_ir::Module;
use tern_llvm_ir::addressed_blocks::name_addressed_blocks;
use tern_llvm_ir::globals::GlobalKind;
use tern_roundtrip_tests::oracle::{self, essence, first_difference};
use tern_roundtrip_tests::pipeline;
use tern_testing::canonical::{merged_nodes, sort_attachments};
use tern_testing::property::{Property, Verdict, halved};
use tern_testing::{Choices, llvm};

fn property(name: &'static str) -> Property {
    // So many in each run of the tests; `TERN_CASES` and `TERN_SEED` look further.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    Property::new(name, &folder).cases(10_000).seed(20_778)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The text of one generated module, as LLVM prints it: structs that nothing uses are not in it.
fn generated(choices: &mut Choices) -> Vec<u8> {
    tern_llvm_ir::writer::write_with_comments(&llvm::module(choices, &llvm::Options::default()), "generated")
}

/// A text as LLVM prints it, as far as Tern does.
fn as_llvm(text: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = tern_llvm_ir::read(text, "printed.ll").map_err(|error| error.to_string())?;
    sort_attachments(&mut module);
    Ok(tern_llvm_ir::writer::write_with_comments(&module, "generated"))
}

/// All cases in one module, for oracles that are processes.
fn together(cases: &[Choices], options: llvm::Options) -> Module {
    let mut generator = llvm::Generator::new(options);
    for (number, case) in cases.iter().enumerate() {
        let mut choices = case.clone();
        match number {
            0 => generator.header(&mut choices),
            // A module has one; the decisions about it are made all the same.
            _ => llvm::Generator::new(options).header(&mut choices),
        }
        generator.case(&mut choices);
    }
    generator.finish()
}

/// An error with the module that it is about.
fn about<T>(result: Result<T, String>, source: &[u8]) -> Result<T, String> {
    result.map_err(|error| format!("{error}\n{}", text(source)))
}

fn same(before: &[u8], after: &[u8], source: &[u8]) -> Verdict {
    if before == after {
        return Ok(());
    }
    // Nodes that hold the same may be there twice until LLVM reads them.
    let (before, after) = (merged_nodes(&text(before)), merged_nodes(&text(after)));
    if before == after {
        return Ok(());
    }
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let difference = first_difference(&lines(&before), &lines(&after));
    Err(format!("{}\n{}", difference.unwrap_or_default(), text(source)))
}

/// Whether two modules of `source` are the same as LLVM prints them, comments aside.
fn alike(before: &[u8], after: &[u8], source: &[u8]) -> Verdict {
    match first_difference(&essence(before), &essence(after)) {
        Some(difference) => Err(format!("{difference}\n{}", text(source))),
        None => Ok(()),
    }
}

#[test]
fn llvm_ir_is_printed_as_it_was_read() {
    property("llvm_ir_is_printed_as_it_was_read").check(|choices| {
        let printed = generated(choices);
        // What a module is read to does not depend on the order of predecessors in comments.
        let once = about(as_llvm(&printed), &printed)?;
        same(&once, &about(as_llvm(&once), &printed)?, &printed)?;
        let (before, after) = (essence(&printed), essence(&once));
        first_difference(&before, &after).map_or(Ok(()), |difference| about(Err(difference), &printed))
    });
}

#[test]
fn nothing_is_lost_on_the_way_to_the_dialect_and_back() {
    property("nothing_is_lost_on_the_way_to_the_dialect_and_back").check(|choices| {
        let source = generated(choices);
        let back = about(pipeline::there_and_back(&source), &source)?;
        same(&about(as_llvm(&source), &source)?, &about(as_llvm(&back), &source)?, &source)
    });
}

#[test]
fn the_dialect_is_printed_as_it_was_read() {
    property("the_dialect_is_printed_as_it_was_read").check(|choices| {
        let source = generated(choices);
        let imported = about(pipeline::import(&source), &source)?;
        let printed = about(pipeline::reprint_as_imported(&imported, &source), &imported)?;
        // As in MLIR, operand bundles that are not there leave a space until they are read as none.
        let imported = text(&imported).replace("  : i1", " : i1");
        same(imported.as_bytes(), &printed, &source)
    });
}

#[test]
fn bytecode_holds_what_text_holds() {
    property("bytecode_holds_what_text_holds").check(|choices| {
        let source = generated(choices);
        let bytecode = about(pipeline::import_to_bytecode(&source), &source)?;
        let back = about(pipeline::export(&bytecode), &source)?;
        same(&about(as_llvm(&source), &source)?, &about(as_llvm(&back), &source)?, &source)
    });
}

/// What import of an export gives is the same module again, although many spellings lead to one: what import writes is the
/// spelling that it would choose.
#[test]
fn an_export_is_imported_as_it_was() {
    property("an_export_is_imported_as_it_was").check(|choices| {
        let source = merged_nodes(&text(&generated(choices))).into_bytes();
        let imported = about(pipeline::import(&source), &source)?;
        let exported = about(pipeline::export(&imported).and_then(|text| as_llvm(&text)), &imported)?;
        let exported = merged_nodes(&text(&exported)).into_bytes();
        same(&imported, &about(pipeline::import(&exported), &exported)?, &source)
    });
}

/// LLVM accepts what is generated, and prints it as the generator's text has it.
#[test]
fn llvm_prints_what_tern_prints() {
    property("llvm_prints_what_tern_prints").batches_of(250).check_batches(|cases| {
        halved(cases, &|cases| {
            let source = tern_llvm_ir::writer::write_with_comments(
                &together(cases, llvm::Options::default()),
                "<stdin>",
            );
            let printed = about(oracle::printed_by_llvm(&source), &source)?;
            alike(&source, &printed, &source)
        })
    });
}

/// LLVM verifies every export, and it is to LLVM what the original was.
#[test]
fn llvm_sees_no_difference_after_the_way_there_and_back() {
    property("llvm_sees_no_difference_after_the_way_there_and_back").batches_of(250).check_batches(|cases| {
        halved(cases, &|cases| {
            let source = tern_llvm_ir::write(&together(cases, llvm::Options::default()));
            let back = about(pipeline::there_and_back(&source), &source)?;
            let before = about(oracle::printed_by_llvm(&source), &source)?;
            let after = about(oracle::printed_by_llvm(&back), &source)?;
            alike(&before, &after, &source)
        })
    });
}

/// Tern and `mlir-opt` verify what import prints, and nothing is lost where `mlir-opt` prints it anew, but the names of values and
/// blocks, which it does not keep.
#[test]
fn nothing_is_lost_through_mlir_opt() {
    property("nothing_is_lost_through_mlir_opt").cases(2_000).batches_of(250).check_batches(|cases| {
        halved(cases, &|cases| {
            let source = tern_llvm_ir::write(&without_names(together(cases, llvm::Options::default())));
            let imported = about(pipeline::import(&source), &source)?;
            about(pipeline::check(&imported), &imported)?;
            let flags = ["--allow-unregistered-dialect", "--mlir-print-debuginfo"];
            let printed = about(oracle::run("mlir-opt", &flags, &imported), &imported)?;
            let back = about(pipeline::export(&printed), &printed)?;
            let before = about(oracle::printed_by_llvm(&source), &source)?;
            alike(&before, &about(oracle::printed_by_llvm(&back), &back)?, &source)
        })
    });
}

/// The module with numbers in the place of names of values and blocks; those blocks keep theirs whose address is taken where LLVM reads no
/// number.
fn without_names(mut module: Module) -> Module {
    for global in module.globals.values_mut() {
        if let GlobalKind::Function(function) = &mut global.kind {
            function.locals.values_mut().for_each(|local| local.name = None);
            function.blocks.values_mut().for_each(|block| block.name = None);
        }
    }
    name_addressed_blocks(&mut module);
    module
}

/// The result, or the failure with the module.
fn done(result: pipeline::Result<Vec<u8>>, source: &str) -> Result<Vec<u8>, TestCaseError> {
    result.map_err(|error| TestCaseError::fail(format!("{error}\n{source}")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn any_attribute_is_printed_as_it_was_read(module in attributes::module()) {
        let once = done(pipeline::reprint_dialect(module.as_bytes()), &module)?;
        let twice = done(pipeline::reprint_dialect(&once), &text(&once))?;
        prop_assert_eq!(text(&once), text(&twice));
    }
}

proptest! {
    // Each case starts processes.
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn mlir_opt_prints_what_tern_prints(module in attributes::module()) {
        let flags = ["--allow-unregistered-dialect", "--mlir-print-op-generic"];
        let upstream = done(oracle::run("mlir-opt", &flags, module.as_bytes()), &module)?;
        let printed = done(pipeline::reprint_dialect(module.as_bytes()), &module)?;
        let ours = done(oracle::run("mlir-opt", &flags, &printed), &text(&printed))?;
        prop_assert_eq!(text(&upstream), text(&ours));
    }
}
