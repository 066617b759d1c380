//! Checks that a module does not depend on the layout of its text; shared by property tests, fuzzers and tests of files.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::{Context, Module};
use tern_testing::Choices;
use tern_testing::relayout::{self, Language};

use crate::pipeline::{self, Result};

/// The file name in locations, by which locations that are not printed explicitly can be detected.
const NAME: &str = "<laid out>";

/// The size from which a text is read by several threads.
const LARGE: usize = 1 << 16;

/// Changes the layout of LLVM IR. With the simplest choices it stays as it is.
pub fn relaid_llvm(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    large(relayout::relaid(Language::Llvm, text, choices), b";", choices)
}

/// Changes the layout of MLIR.
pub fn relaid_mlir(text: &[u8], choices: &mut Choices) -> Vec<u8> {
    static CONTEXT: LazyLock<Context> = LazyLock::new(tern_dialect_core::context);
    // The body of an undeclared attribute or type is arbitrary text.
    let are_tokens =
        |dialect: &str| CONTEXT.dialect(dialect).is_some_and(|dialect| !dialect.unknown_operations);
    large(relayout::relaid(Language::Mlir(&are_tokens), text, choices), b"//", choices)
}

/// In some cases, appends a comment so large that several threads read the text.
fn large(mut text: Vec<u8>, comment: &[u8], choices: &mut Choices) -> Vec<u8> {
    if choices.chance(15) {
        text.push(b'\n');
        text.extend_from_slice(comment);
        text.resize(text.len() + LARGE, b'-');
    }
    text
}

/// Checks that readable LLVM IR gives the same module in another layout. Returns whether it is readable.
///
/// # Errors
/// The first difference.
pub fn llvm_is_the_same(text: &[u8], relaid: &[u8]) -> Result<bool> {
    let Ok(module) = tern_llvm_ir::read(without_origin(text), NAME) else { return Ok(false) };
    let again = tern_llvm_ir::read(without_origin(relaid), NAME)
        .map_err(|error| about(&error.to_string(), relaid))?;
    // A readable module may be invalid.
    let Ok(written) = tern_llvm_ir::try_write(&module) else { return Ok(false) };
    let again = tern_llvm_ir::try_write(&again).map_err(|problem| about(&problem.to_string(), relaid))?;
    same(&written, &again, relaid)?;
    Ok(true)
}

/// A text without the comment by which LLVM says that it printed it. The reader upgrades what old LLVMs printed, and other layouts have no
/// comments.
fn without_origin(text: &[u8]) -> &[u8] {
    match text.starts_with(b"; ModuleID = ") {
        true => &text[text.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len())..],
        false => text,
    }
}

/// Checks that importable LLVM IR is imported to the same module in another layout.
///
/// # Errors
/// The first difference.
pub fn import_is_the_same(text: &[u8], relaid: &[u8]) -> Result<()> {
    same_if_any(
        pipeline::import(without_origin(text)).ok(),
        pipeline::import(without_origin(relaid)).ok(),
        relaid,
    )
}

/// Checks that readable MLIR gives the same module in another layout. Returns whether it is readable.
///
/// # Errors
/// The first difference.
pub fn mlir_is_the_same(text: &[u8], relaid: &[u8]) -> Result<bool> {
    let options = ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() };
    let context = tern_dialect_core::context();
    let Ok(module) = asm::parse(&context, NAME, text, &options) else { return Ok(false) };
    let printed = print(&context, &module, true);
    // Operations without an explicit location get their position in the text.
    let debug_info = !printed.windows(NAME.len()).any(|window| window == NAME.as_bytes());
    let printed = if debug_info { printed } else { print(&context, &module, false) };
    let exported = export(&context, &module);
    let again = asm::parse(&context, NAME, relaid, &options).map_err(|errors| {
        let error = &errors[0];
        let place = error.location().offset().and_then(|offset| context.sources().position(offset));
        let place = place.map_or_else(String::new, |place| format!("{}:{}: ", place.line, place.column));
        about(&format!("{place}{error}"), relaid)
    })?;
    same(&printed, &print(&context, &again, debug_info), relaid)?;
    if debug_info {
        same_if_any(exported, export(&context, &again), relaid)?;
    }
    Ok(true)
}

fn print(context: &Context, module: &Module, debug_info: bool) -> Vec<u8> {
    asm::print(context, module, &PrintOptions { for_mlir: true, debug_info, ..PrintOptions::default() })
}

fn export(context: &Context, module: &Module) -> Option<Vec<u8>> {
    tern_llvm_ir::try_write(&tern_export::export(context, module).ok()?.module).ok()
}

fn same_if_any(one: Option<Vec<u8>>, other: Option<Vec<u8>>, relaid: &[u8]) -> Result<()> {
    match (one, other) {
        (None, None) => Ok(()),
        (Some(one), Some(other)) => same(&one, &other, relaid),
        (one, _) => Err(about(&format!("one of them is refused: {}", one.is_some()), relaid)),
    }
}

fn same(one: &[u8], other: &[u8], relaid: &[u8]) -> Result<()> {
    if one == other {
        return Ok(());
    }
    let lines = |text: &[u8]| String::from_utf8_lossy(text).lines().map(str::to_owned).collect::<Vec<_>>();
    let (one, other) = (lines(one), lines(other));
    let at = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    Err(about(&format!("line {at}: {:?} becomes {:?}", one.get(at), other.get(at)), relaid))
}

fn about(message: &str, relaid: &[u8]) -> String {
    format!("{message}\n{}", String::from_utf8_lossy(&relaid[..relaid.len().min(20_000)]))
}

/// A seed computed from a text.
pub fn seed_of(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish() >> 1
}
