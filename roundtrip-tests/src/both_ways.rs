//! Compares each fast path with its plain twin, on any text, valid or not: results, losses and diagnostics must be equal.
//!
//! One function for each pair of results: [`read`], [`read_bitcode`] and [`parse`] for the readers and what they hold, [`import`] and [`export`] for the
//! translations of modules and of whole texts. Each returns all that it finds. [`llvm`], [`bitcode`], [`mlir`] and [`bytecode`] run these on
//! threads set to different [`Way`]s: the plain twins on one thread; the fast paths, however small the input, on one thread and on
//! three. `docs/ARCHITECTURE.md` lists the fast paths.

use std::panic::resume_unwind;
use std::sync::{Arc, LazyLock};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tern_export::{ExportTextError, ExportedText, export_text};
use tern_import::{Format, ImportTextError, import_text};
use tern_llvm_ir as ir;
use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::bytecode::{ReadOptions, WriteOptions};
use tern_mlir::declare::Dialect;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::location::SharedText;
use tern_mlir::verify::{VerifyOptions, verify_with};
use tern_mlir::{Context, Module};
use tern_support::ways::{self, Way};

use crate::pipeline::Result;

/// What was found, and how it is called.
type Findings = Vec<(&'static str, Vec<u8>)>;

/// Threads that go one way.
struct Side {
    name: &'static str,
    threads: ThreadPool,
}

impl Side {
    fn new(name: &'static str, way: Way, threads: usize) -> Self {
        /// The stack of the threads of the command.
        const STACK: usize = 8 << 20;
        let threads = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
        let threads = threads.start_handler(move |_| ways::choose(way)).build();
        Self { name, threads: threads.expect("threads can be started") }
    }

    /// Runs it on these threads.
    ///
    /// A plain thread waits for them. A thread of another pool would take further work of its own pool meanwhile: cases of a
    /// property would nest on its stack without bound.
    fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let done = thread::scope(|scope| scope.spawn(|| self.threads.install(work)).join());
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// The first is what the others are compared with.
static SIDES: LazyLock<[Side; 3]> = LazyLock::new(|| {
    [
        Side::new("the plain way", Way::Plain, 1),
        Side::new("the fast way on one thread", Way::Eager, 1),
        Side::new("the fast way on three threads", Way::Eager, 3),
    ]
});

/// For what does not depend on the order of metadata nodes.
static IN_ORDER: LazyLock<Side> = LazyLock::new(|| Side::new("front to back", Way::InOrder, 1));

/// For texts that are large enough for several threads anyway.
static USUAL: LazyLock<Side> = LazyLock::new(|| Side::new("the usual way on three threads", Way::Usual, 3));

/// The dialects of all groups.
pub static DIALECTS: LazyLock<Vec<&'static Dialect>> = LazyLock::new(|| {
    [
        tern_dialect_llvm::DIALECTS,
        tern_dialect_tern::DIALECTS,
        tern_dialect_core::DIALECTS,
        tern_dialect_hardware::DIALECTS,
    ]
    .concat()
});

/// Compares all that is done with LLVM IR, and with its import.
///
/// # Errors
/// The first difference.
pub fn llvm(text: &[u8]) -> Result<()> {
    compare(text, read, &[&IN_ORDER])?;
    compare(text, import, &[])?;
    match crate::pipeline::import(text) {
        Ok(imported) => mlir(&imported),
        Err(_) => Ok(()),
    }
}

/// Compares all that is done with MLIR's assembly.
///
/// # Errors
/// The first difference.
pub fn mlir(text: &[u8]) -> Result<()> {
    compare(text, parse, &[])?;
    compare(text, export, &[])
}

/// Compares all that is done with MLIR's bytecode.
///
/// # Errors
/// The first difference.
pub fn bytecode(bytes: &[u8]) -> Result<()> {
    compare(bytes, parse, &[])?;
    compare(bytes, export, &[])
}

/// Compares all that is done with LLVM's bitcode.
///
/// # Errors
/// The first difference.
pub fn bitcode(bytes: &[u8]) -> Result<()> {
    compare(bytes, read_bitcode, &[])
}

/// The size from which texts are usually read by several threads.
const LARGE: usize = 1 << 16;

fn compare(text: &[u8], find: fn(&[u8]) -> Findings, more: &[&Side]) -> Result<()> {
    let [plain, others @ ..] = &*SIDES;
    let expected = plain.run(|| find(text));
    let usual = (text.len() > LARGE).then_some(&*USUAL);
    for side in others.iter().chain(more.iter().copied()).chain(usual) {
        let found = side.run(|| find(text));
        let names = |findings: &Findings| findings.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        if names(&found) != names(&expected) {
            return Err(format!("{}: {:?} instead of {:?}", side.name, names(&found), names(&expected)));
        }
        for ((name, expected), (_, found)) in expected.iter().zip(&found) {
            if found != expected {
                return Err(format!("{}: {name}: {}", side.name, first_difference(expected, found)));
            }
        }
    }
    Ok(())
}

fn first_difference(expected: &[u8], found: &[u8]) -> String {
    let (expected, found) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(found));
    let (mut expected, mut found) = (expected.lines(), found.lines());
    for line in 1.. {
        match (expected.next(), found.next()) {
            (None, None) => break,
            (one, other) if one == other => {}
            (one, other) => {
                let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
                let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
                let part = |line: &str| {
                    let bytes = &line.as_bytes()[same.saturating_sub(40).min(line.len())..];
                    String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned()
                };
                return format!("line {line}: {:?} instead of {:?}", part(other), part(one));
            }
        }
    }
    "other ends of lines".to_owned()
}

/// Reads LLVM IR: what the module is; or the errors.
pub fn read(text: &[u8]) -> Findings {
    match ir::read(text, "input.ll") {
        Ok(module) => seen(&module),
        Err(error) => vec![
            ("error of the reader", said_by_reader(&error).into()),
            ("all errors of the reader", lines(error.all().map(said_by_reader))),
        ],
    }
}

/// Reads bitcode: what the module is; or the error.
pub fn read_bitcode(bytes: &[u8]) -> Findings {
    match ir::bitcode::read(bytes, "input.bc") {
        Ok(module) => seen(&module),
        Err(error) => vec![("error of the reader", said_by_reader(&error).into())],
    }
}

/// What a module is as text and as bitcode, and what that is read as.
fn seen(module: &ir::Module) -> Findings {
    let mut findings = vec![
        ("warnings", lines(module.warnings.iter().map(said_by_reader))),
        ("written LLVM IR", written(module)),
        ("number of nodes", module.metadata.nodes.len().to_string().into()),
    ];
    match ir::bitcode::write::write(module, &ir::bitcode::write::Options::default()) {
        Ok(bitcode) => {
            let again = match ir::bitcode::read(&bitcode, "input.bc") {
                Ok(module) => written(&module),
                Err(error) => said_by_reader(&error).into(),
            };
            findings.extend([("bitcode", bitcode), ("what bitcode is read as", again)]);
        }
        Err(problem) => findings.push(("bitcode", problem.to_string().into())),
    }
    findings
}

/// Imports LLVM IR: the module as a whole, and text to text, in both formats and for both importers.
pub fn import(text: &[u8]) -> Findings {
    let mut findings = Vec::new();
    let Ok(module) = ir::read(text, "input.ll") else { return findings };
    let lossless = tern_import::Options::default();
    let upstream = tern_import::Options {
        // Wrong modules give findings, too.
        verify: false,
        compat: tern_import::Compat::Upstream,
        intrinsic_operations: true,
        expensive_warnings: true,
        ..lossless
    };
    for (name, options) in [("lossless import", lossless), ("import as upstream", upstream)] {
        let context = Context::new(&DIALECTS);
        match tern_import::import_with(&context, &module, options) {
            Ok(import) => {
                findings.push((name, printed(&context, &import.module, located())));
                findings.push(("losses", format!("{:?}", import.losses).into()));
                findings.push(("messages", said(&context, &import.diagnostics)));
            }
            Err(errors) => findings.push((name, said(&context, &errors))),
        }
        for format in [Format::Assembly(PrintOptions::default()), Format::Bytecode] {
            let mut found = Vec::new();
            match import_text(text, "input.ll", &DIALECTS, options, format, |_| ()) {
                Ok(imported) => {
                    let _ = imported.write_to(&mut found);
                    found.extend(format!("{:?}", imported.losses).into_bytes());
                }
                Err(ImportTextError::Read(error)) => found.extend(said_by_reader(&error).into_bytes()),
                Err(ImportTextError::Verify(errors)) => {
                    found.extend(lines(errors.iter().map(said_by_reader)))
                }
                Err(ImportTextError::Import(errors)) => {
                    found.extend(lines(errors.iter().map(ToString::to_string)));
                }
            }
            findings.push(("import of a text", found));
        }
    }
    findings
}

fn located() -> PrintOptions {
    PrintOptions { debug_info: true, ..PrintOptions::default() }
}

/// Reads MLIR: the module printed in several ways, as bytecode, its errors; or the errors of the parser.
pub fn parse(text: &[u8]) -> Findings {
    let context = Context::new(&DIALECTS);
    let module = match module_of(&context, text, false) {
        Ok(module) => module,
        Err(errors) => {
            let first = module_of(&Context::new(&DIALECTS), text, true).err().unwrap_or_default();
            let first = said(&context, &first[..first.len().min(1)]);
            return vec![("errors of the parser", said(&context, &errors)), ("first error", first)];
        }
    };
    let mut findings = vec![
        ("text with locations", printed(&context, &module, located())),
        (
            "text",
            printed(
                &context,
                &module,
                PrintOptions { for_mlir: true, discard_names: true, ..PrintOptions::default() },
            ),
        ),
        ("generic text", printed(&context, &module, PrintOptions { generic: true, ..located() })),
        (
            "text with unique names",
            printed(&context, &module, PrintOptions { unique_names: true, ..located() }),
        ),
        ("bytecode", tern_mlir::bytecode::write(&context, &module, &WriteOptions::default())),
    ];
    for first_only in [false, true] {
        let options = VerifyOptions { first_only, show_operations: !first_only };
        let errors = verify_with(&context, &module, &options);
        findings.push(("errors of the verifier", said(&context, &errors)));
    }
    findings
}

/// Exports MLIR: the module as a whole, for both exporters, and text to text.
pub fn export(text: &[u8]) -> Findings {
    let mut findings = Vec::new();
    for compat in [tern_export::Compat::Lossless, tern_export::Compat::Upstream] {
        let options = tern_export::Options { compat, ..Default::default() };
        let context = Context::new(&DIALECTS);
        if let Ok(module) = module_of(&context, text, false) {
            match tern_export::export_with(&context, &module, options) {
                Ok(export) => {
                    findings.push(("export", written(&export.module)));
                    findings.push(("losses", format!("{:?}", export.losses).into()));
                }
                Err(errors) => findings.push(("errors of the export", said(&context, &errors))),
            }
        }
        let shared: SharedText = Arc::new(text.to_vec());
        findings.push(match export_text(shared.clone(), "input.mlir", &DIALECTS, options) {
            Ok(ExportedText { module, losses, .. }) => {
                let text = [written(&module), format!("{losses:?}").into()].concat();
                ("export of a text", text)
            }
            Err(ExportTextError { diagnostics, context }) => {
                ("errors of the export of a text", said(&context, &diagnostics))
            }
        });
    }
    findings
}

fn module_of(
    context: &Context,
    text: &[u8],
    stop_at_first_error: bool,
) -> std::result::Result<Module, Vec<Diagnostic>> {
    if tern_mlir::bytecode::is_bytecode(text) {
        let options = ReadOptions { allow_unregistered_dialects: true, ..ReadOptions::default() };
        return tern_mlir::bytecode::read(context, text, &options).map_err(|error| vec![error]);
    }
    let options =
        ParseOptions { allow_unregistered_dialects: true, stop_at_first_error, ..ParseOptions::default() };
    asm::parse(context, "input.mlir", text, &options)
}

fn printed(context: &Context, module: &Module, options: PrintOptions) -> Vec<u8> {
    asm::print(context, module, &options)
}

fn written(module: &ir::Module) -> Vec<u8> {
    ir::try_write(module).unwrap_or_else(|problem| problem.to_string().into())
}

fn said_by_reader(error: &ir::Diagnostic) -> String {
    format!("{}:{}:{}: {}", error.file(), error.line(), error.column(), error.message())
}

/// Diagnostics with their positions and notes.
fn said(context: &Context, diagnostics: &[Diagnostic]) -> Vec<u8> {
    let at = |location: tern_mlir::Location| match location.position(context) {
        Some(position) => format!("{}:{}:{}", position.file, position.line, position.column),
        None => asm::attribute_to_string(context, location.to_attribute(context)),
    };
    lines(diagnostics.iter().flat_map(|diagnostic| {
        let first =
            format!("{}: {}: {}", at(diagnostic.location()), diagnostic.severity(), diagnostic.message());
        let notes =
            diagnostic.notes().iter().map(move |(location, note)| format!("{}: {note}", at(*location)));
        std::iter::once(first).chain(notes).collect::<Vec<_>>()
    }))
}

fn lines(all: impl Iterator<Item = String>) -> Vec<u8> {
    all.map(|line| line + "\n").collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use rayon::prelude::*;

    use super::*;

    /// Cases on the stack of this thread.
    fn nesting() -> usize {
        thread_local!(static CASES: Cell<usize> = const { Cell::new(0) });
        CASES.set(CASES.get() + 1);
        let nesting = CASES.get();
        SIDES[0].run(|| thread::sleep(Duration::from_millis(1)));
        CASES.set(CASES.get() - 1);
        nesting
    }

    #[test]
    fn cases_in_parallel_do_not_nest() {
        let deepest = (0..100).into_par_iter().map(|_| nesting()).max();
        assert_eq!(deepest, Some(1));
    }
}
