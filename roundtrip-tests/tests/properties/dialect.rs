//! Properties of arbitrary modules of the `llvm` dialect, whether import would produce them or not.

use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::bytecode::{self, ReadOptions, WriteOptions};
use tern_mlir::{Context, Module};
use tern_roundtrip_tests::{oracle, pipeline};
use tern_testing::Choices;
use tern_testing::canonical::merged_nodes;
use tern_testing::dialect::compare::difference;
use tern_testing::dialect::{Generator, Options, module};
use tern_testing::property::{Verdict, halved};

use crate::{about, as_llvm, property, same, text};

/// The printing options for `mlir-opt`.
pub(super) fn for_mlir() -> PrintOptions {
    PrintOptions { for_mlir: true, ..PrintOptions::default() }
}

/// With attributes of all declarations.
pub(super) const ANY: Options =
    Options { functions: 2, blocks: 6, operations: 5, for_export: false, beyond_exporter: true };

/// Puts all cases in one module.
fn together(context: &Context, cases: &[Choices], options: Options) -> Module {
    let mut generator = Generator::new(context, options);
    for (number, case) in cases.iter().enumerate() {
        let mut choices = case.clone();
        match number {
            0 => generator.header(&mut choices),
            // A module has one header, but every case must make the decisions for it.
            _ => Generator::new(context, options).header(&mut choices),
        }
        generator.case(&mut choices);
    }
    generator.finish()
}

fn shown(context: &Context, module: &Module) -> Vec<u8> {
    asm::print(context, module, &for_mlir())
}

/// Checks that the module that was read equals the one that was written.
fn unchanged(context: &Context, made: &Module, read: Result<Module, String>) -> Verdict {
    let source = shown(context, made);
    match difference(context, made, &about(read, &source)?) {
        Some(difference) => Err(format!("{difference}\n{}", text(&source))),
        None => Ok(()),
    }
}

fn parsed(context: &Context, source: &[u8]) -> Result<Module, String> {
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    asm::parse(context, "made.mlir", source, &options).map_err(|found| {
        let at = found
            .first()
            .map(|first| asm::attribute_to_string(context, first.location().to_attribute(context)));
        format!("{}: {}", at.unwrap_or_default(), found.first().map(ToString::to_string).unwrap_or_default())
    })
}

#[test]
fn any_dialect_module_is_valid_and_read_as_it_was_written() {
    property("any_dialect_module_is_valid_and_read_as_it_was_written").check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let made = module(&context, choices, &ANY);
        let wrong = tern_mlir::verify::verify(&context, &made);
        if let Some(first) = wrong.first() {
            return Err(format!("{first}\n{}", text(&shown(&context, &made))));
        }
        for generic in [false, true] {
            let printed =
                asm::print(&context, &made, &PrintOptions { generic, debug_info: true, ..for_mlir() });
            unchanged(&context, &made, parsed(&context, &printed))?;
        }
        Ok(())
    });
}

#[test]
fn any_dialect_module_is_in_bytecode_as_it_was() {
    property("any_dialect_module_is_in_bytecode_as_it_was").check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let made = module(&context, choices, &ANY);
        let bytes = bytecode::write(&context, &made, &WriteOptions::default());
        let options = ReadOptions { allow_unregistered_dialects: true, ..ReadOptions::default() };
        let read = bytecode::read(&context, &bytes, &options).map_err(|diagnostic| diagnostic.to_string());
        unchanged(&context, &made, read)
    });
}

fn exported(context: &Context, module: &Module) -> Result<Vec<u8>, String> {
    let exported = tern_export::export(context, module)
        .map_err(|found| found.iter().map(|diagnostic| format!("{diagnostic}\n")).collect::<String>())?;
    match exported.losses.keys().all(|loss| pipeline::is_of_location(loss)) {
        true => Ok(tern_llvm_ir::write(&exported.module)),
        false => Err(format!("left out: {:?}", exported.losses)),
    }
}

fn imported(context: &Context, source: &[u8]) -> Result<Module, String> {
    let module = tern_llvm_ir::read(source, "exported.ll").map_err(|error| error.to_string())?;
    tern_import::import(context, &module)
        .map_err(|found| found.iter().map(|diagnostic| format!("{diagnostic}\n")).collect())
}

/// Many modules of the dialect have the same export: they differ in where constants are made, whether an operation or a call by
/// name represents an intrinsic, whether a global is initialized by a value or a region, and which defaults are spelled. So
/// importing an export and exporting it again gives the same text, except for metadata nodes that are equal in LLVM.
#[test]
fn any_dialect_module_is_exported_as_its_import_is() {
    property("any_dialect_module_is_exported_as_its_import_is").check(|choices| {
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let made = module(&context, choices, &Options::default());
        let source = shown(&context, &made);
        let once = about(exported(&context, &made), &source)?;
        let again = about(imported(&context, &once).and_then(|module| exported(&context, &module)), &source)?;
        let canonical = |printed: &[u8]| as_llvm(printed).map(|printed| merged_nodes(&text(&printed)));
        let (once, again) = (about(canonical(&once), &source)?, about(canonical(&again), &source)?);
        same(once.as_bytes(), again.as_bytes(), &source)
    });
}

/// LLVM's verifier accepts every export.
#[test]
fn llvm_accepts_exports_of_any_dialect_module() {
    property("llvm_accepts_exports_of_any_dialect_module").batches_of(250).check_batches(|cases| {
        halved(cases, &|cases| {
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            let made = together(&context, cases, Options::default());
            let source = shown(&context, &made);
            let once = about(exported(&context, &made), &source)?;
            about(oracle::printed_by_llvm(&once), &source).map(drop)
        })
    });
}

/// `mlir-opt` reads and verifies every generated module.
#[test]
fn mlir_opt_accepts_any_dialect_module() {
    property("mlir_opt_accepts_any_dialect_module").batches_of(250).check_batches(|cases| {
        halved(cases, &|cases| {
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            let made = together(&context, cases, ANY);
            let source = asm::print(&context, &made, &PrintOptions { debug_info: true, ..for_mlir() });
            let flags = ["--allow-unregistered-dialect", "-o", "/dev/null"];
            about(oracle::run("mlir-opt", &flags, &source), &source).map(drop)
        })
    });
}
