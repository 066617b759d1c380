//! Imports straight from text to text. Nodes of debug information are looked at while the bodies of functions are read. Then each
//! thread imports functions one after the other, prints them and drops them, so that their MLIR is never all in memory at once.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rustc_hash::FxHashSet;
use tern_dialect_llvm::versions::{self, MlirVersion};
use tern_llvm_ir::entity::Strings;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::globals::GlobalKind;
use tern_mlir::asm::{self, PrintOptions, Text};
use tern_mlir::bytecode::{self, WriteOptions};
use tern_mlir::declare::Dialect;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Body, Context, Module};
use tern_support::ways;

use crate::globals::weight;
use crate::policy::Policy;
use crate::representations::Representations;
use crate::state::Decisions;
use crate::{Import, Importer, Options, has_locations, import_with, ir};

/// The format of the result of [`import_text`].
#[derive(Clone, Copy, Debug)]
pub enum Format {
    /// MLIR's assembly. A lossless import of a module with debug information prints locations, whatever the options say.
    Assembly(PrintOptions),
    /// MLIR's bytecode. A lossless import stores the names of values in locations.
    Bytecode,
}

/// A text of LLVM IR that was imported, ready to be written.
///
/// It holds all that the import has made. A program that ends soon can [`forget`](std::mem::forget) it: to drop millions of
/// attributes one by one takes a considerable part of the time of an import.
pub struct ImportedText {
    /// How often each kind of construct was left out, as in [`Import::losses`].
    pub losses: BTreeMap<String, u64>,
    /// The messages of MLIR's own importer, as in [`Import::diagnostics`].
    pub diagnostics: Vec<Diagnostic>,
    contents: Contents,
    context: Context,
    _made: (ir::Module, Module),
}

enum Contents {
    /// Completed while it is written.
    Assembly(Text),
    Bytecode(Vec<u8>),
}

impl ImportedText {
    /// Writes the module in the chosen format.
    ///
    /// # Errors
    /// The first error of `sink`.
    pub fn write_to(&self, sink: &mut (dyn Write + Send + Sync)) -> io::Result<()> {
        match &self.contents {
            Contents::Assembly(text) => text.write_to(&self.context, sink),
            Contents::Bytecode(bytes) => sink.write_all(bytes),
        }
    }
}

/// Why a text was not imported.
#[derive(Debug)]
pub enum ImportTextError {
    /// It is not LLVM IR.
    Read(ir::Diagnostic),
    /// LLVM's verifier refuses the module; the first problems, each with its place and with what it is about as notes.
    Verify(Vec<ir::Diagnostic>),
    /// One diagnostic for each construct that cannot be imported, in the order of the module. They have no locations.
    Import(Vec<Diagnostic>),
}

/// Reads LLVM IR as text, imports it into a context with the given dialects, and prints it. The result is that of
/// [`tern_llvm_ir::read`], [`import_with`] and [`asm::text`] one after the other, but takes less time and memory. `name` is the name
/// of the text in diagnostics; the text is dropped as soon as it has been read and [verified](Options::verify). Debug information that
/// LLVM's reader would leave out, because it is broken or of another version, is left out then: that is a warning of the module, and
/// counted in [`ImportedText::losses`].
///
/// `prepare` is called between reading and importing, for instance to look at the warnings of the module, or to remove something
/// from it. It may not change or add metadata nodes, for which representations have been chosen then.
///
/// # Errors
/// The first error in the text, what the verifier finds, or the errors of [`import_with`].
pub fn import_text(
    text: impl AsRef<[u8]> + Sync,
    name: &str,
    dialects: &[&'static Dialect],
    options: Options,
    format: Format,
    prepare: impl FnOnce(&mut ir::Module),
) -> Result<ImportedText, ImportTextError> {
    // One thread reads the top level while another creates the context, which is first needed for function bodies. The module
    // and the context share a string table, so that strings need not be copied between them.
    let strings = Strings::default();
    let created = OnceLock::new();
    let context = || Context::sharing(strings.table().clone(), dialects);
    let overlapped = matches!(format, Format::Assembly(_)) && !ways::is_plain();
    let choose = |module: &ir::Module| {
        let looked = overlapped.then(|| look(created.get_or_init(context), module, options));
        let (created, context) = (&created, &context);
        move |module: &ir::Module| {
            let count = module.metadata.nodes.len();
            looked.map(|forms| (begin(created.get_or_init(context), module, forms, options), count))
        }
    };
    let reading = ir::ReadOptions { strings: strings.clone(), ..Default::default() };
    let read = || ir::read_overlapped(text.as_ref(), name, &reading, choose);
    let (read, _) = rayon::join(read, || created.get_or_init(context));
    let (mut module, forms) = read.map_err(ImportTextError::Read)?;
    // When old constructs in bodies are upgraded, there may be more nodes.
    let count = module.metadata.nodes.len();
    let mut forms = forms.filter(|&(_, looked_at)| looked_at == count).map(|(forms, _)| forms);
    let context = created.into_inner().unwrap_or_else(context);
    let ignored = match options.verify {
        true => verified(&mut module, Some(text.as_ref()), name).map_err(ImportTextError::Verify)?,
        false => None,
    };
    if ignored.is_some() {
        // Forms were chosen for nodes that are no longer used.
        forms = None;
    }
    // Memory use peaks later.
    drop(text);
    prepare(&mut module);
    finish(context, module, (forms, ignored), options, format)
}

/// As [`import_text`], for a module that was read from bitcode.
///
/// # Errors
/// What the verifier finds, with places in the text of the module, or names if it has none; or the errors of [`import_with`].
pub fn import_module(
    mut module: ir::Module,
    name: &str,
    dialects: &[&'static Dialect],
    options: Options,
    format: Format,
    prepare: impl FnOnce(&mut ir::Module),
) -> Result<ImportedText, ImportTextError> {
    let overlapped = matches!(format, Format::Assembly(_)) && !ways::is_plain();
    // Much of either runs on one thread.
    let choose = || {
        let context = Context::sharing(module.strings.table().clone(), dialects);
        let forms = overlapped.then(|| begin(&context, &module, look(&context, &module, options), options));
        (context, forms)
    };
    let verify = || options.verify.then(|| ir::verify(&module));
    let ((context, mut forms), report) = rayon::join(choose, verify);
    let ignored = match report {
        Some(report) => accept(report, &mut module, None, name).map_err(ImportTextError::Verify)?,
        None => None,
    };
    if ignored.is_some() {
        // Forms were chosen for nodes that are no longer used.
        forms = None;
    }
    prepare(&mut module);
    finish(context, module, (forms, ignored), options, format)
}

/// Imports a module that was read and verified.
fn finish(
    context: Context,
    mut module: ir::Module,
    (forms, ignored): (Option<Representations>, Option<ir::verify::Ignored>),
    options: Options,
    format: Format,
) -> Result<ImportedText, ImportTextError> {
    let names = Policy::of(options).keeps_all;
    let (import, contents) = match format {
        Format::Assembly(printing) => {
            let locations = names && ignored.is_none() && has_locations(&module);
            let style = options.mlir.style().or(printing.style);
            let printing = PrintOptions { debug_info: printing.debug_info || locations, style, ..printing };
            let imported = match options.mlir != MlirVersion::DEFAULT {
                true => import_with(&context, &module, options).map(|mut import| {
                    versions::downgrade(&context, &mut import.module, options.mlir);
                    let text = asm::text(&context, &import.module, &printing);
                    (import, text)
                }),
                false => import_and_print(&context, &mut module, forms, options, &printing),
            };
            imported.map(|(import, text)| (import, Contents::Assembly(text)))
        }
        Format::Bytecode => import_with(&context, &module, options).map(|import| {
            let options = WriteOptions { names, ..WriteOptions::default() };
            let bytes = bytecode::write(&context, &import.module, &options);
            (import, Contents::Bytecode(bytes))
        }),
    }
    .map_err(ImportTextError::Import)?;
    let Import { module: imported, mut losses, diagnostics } = import;
    if let Some(ignored) = ignored {
        *losses.entry(ignored.kind().to_owned()).or_default() += ignored.count;
    }
    Ok(ImportedText { losses, diagnostics, contents, context, _made: (module, imported) })
}

/// The number of problems of a module that are reported.
pub const MOST_PROBLEMS: usize = 20;

/// Verifies a module that was read from `text`, or from bitcode. Debug information that LLVM's reader would remove is removed, and that is
/// a warning of the module, with its place before that.
///
/// # Errors
/// The problems, at most [`MOST_PROBLEMS`].
pub fn verified(
    module: &mut ir::Module,
    text: Option<&[u8]>,
    name: &str,
) -> Result<Option<ir::verify::Ignored>, Vec<ir::Diagnostic>> {
    let report = ir::verify(module);
    accept(report, module, text, name)
}

/// What [`verified`] does with the report on a module.
fn accept(
    report: ir::verify::Report,
    module: &mut ir::Module,
    text: Option<&[u8]>,
    name: &str,
) -> Result<Option<ir::verify::Ignored>, Vec<ir::Diagnostic>> {
    let warning = report.warning(module, text, name, MOST_PROBLEMS);
    module.warnings.extend(warning);
    if !report.is_empty() {
        return Err(report.diagnostics(module, text, name, MOST_PROBLEMS));
    }
    if report.ignored.is_some() {
        ir::debug_info::strip(module);
    }
    Ok(report.ignored)
}

/// Phase 1 of choosing representations of debug information: examines each node on its own, on all threads. Does not need the
/// bodies of functions.
fn look(context: &Context, module: &ir::Module, options: Options) -> Representations {
    let mut importer = Importer::with(context, module, (options, Policy::of(options)), Decisions::default());
    importer.look_at_nodes();
    importer.into_decisions().representations
}

/// Phase 2: chooses a representation for every node, given the result of phase 1. Does not need the bodies of functions. Runs on
/// one thread, because each node depends on the nodes that it refers to.
fn begin(
    context: &Context,
    module: &ir::Module,
    representations: Representations,
    options: Options,
) -> Representations {
    let policy = Policy::of(options);
    let decided = Decisions { representations, ..Decisions::default() };
    let mut importer = Importer::with(context, module, (options, policy), decided);
    importer.choose_representations();
    importer.into_decisions().representations
}

/// Imports a module and prints it. The text is the same as that of [`import_with`] printed by [`asm::text`].
///
/// `forms` is the result of [`begin`], if it has been run.
///
/// The bodies of functions are moved out of `module` and dropped as soon as they are printed. If the options make the translations of
/// functions depend on each other ([`Policy::streams`], or printing in generic form or with unique names), the module is imported as
/// a whole and `module` is left empty.
fn import_and_print(
    context: &Context,
    module: &mut ir::Module,
    forms: Option<Representations>,
    options: Options,
    printing: &PrintOptions,
) -> Result<(Import, Text), Vec<Diagnostic>> {
    let policy = Policy::of(options);
    if ways::is_plain() || !policy.streams() || printing.generic || printing.unique_names {
        let import = Importer::new(context, module, options, forms).module(&module.functions)?;
        drop(std::mem::take(module));
        let text = asm::text(context, &import.module, printing);
        return Ok((import, text));
    }
    let mut importer = Importer::new(context, module, options, forms);
    let frame = importer.module(&[])?;
    let operations = module.functions.iter().map(weight(module)).sum();
    let runs: Vec<Vec<ir::Global>> =
        tern_support::parallel::runs(&module.functions, tern_support::parallel::RUN, weight(module))
            .into_iter()
            .map(<[_]>::to_vec)
            .collect();
    // From here on, `module` is without its functions, but for those whose blocks constants of other functions may name. The thread
    // that imports a function drops it.
    let decided = importer.into_decisions();
    let addressed: FxHashSet<ir::Global> = decided.block_tags.keys().map(|&(global, _)| global).collect();
    let mut take = |global: ir::Global| match &mut module.globals[global].kind {
        GlobalKind::Function(function) if addressed.contains(&global) => (global, (**function).clone()),
        GlobalKind::Function(function) => (global, function.take_definition()),
        _ => unreachable!("the list of functions names functions"),
    };
    let runs: Vec<Mutex<Vec<(ir::Global, Function)>>> =
        runs.into_iter().map(|run| Mutex::new(run.into_iter().map(&mut take).collect())).collect();
    let importer = Importer::with(context, module, (options, policy), decided);
    let failed: Mutex<Vec<(ir::Global, Vec<Diagnostic>)>> = Mutex::default();
    let (batches, failed_in) = (&runs, &failed);
    let maker = move || {
        let mut importer = importer.for_thread();
        importer.expect(operations);
        move |batch: usize| {
            let (mut body, block) = Body::with_block();
            for (global, function) in std::mem::take(&mut *lock(&batches[batch])) {
                match importer.function_apart(global, &function) {
                    Ok(new) => {
                        let op = new.make(&mut body);
                        body.append_op(block, op);
                    }
                    Err(error) => {
                        let error = importer.unhandled_global(global, error);
                        lock(failed_in).push((global, importer.diagnostics(error).collect()));
                    }
                }
            }
            body
        }
    };
    let text = asm::text_in_batches(context, &frame.module, runs.len(), maker, printing);
    let mut failed = std::mem::take(&mut *lock(&failed));
    if !failed.is_empty() {
        let place = |function| module.functions.iter().position(|&known| known == function);
        failed.sort_by_key(|&(function, _)| place(function));
        return Err(failed.into_iter().flat_map(|(_, found)| found).collect());
    }
    Ok((frame, text))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import_with;

    #[test]
    fn errors_are_in_the_order_of_functions() {
        let function = |number: usize| {
            let bad = "a:\n  br label %b\nb:\n  %p = phi i32 [ 1, %a ]\n  ret i32 %p\n}\n";
            format!("define i32 @f{number}(i1 %c) {{\n  br i1 %c, label %a, label %b\n{bad}")
        };
        let mut module =
            tern_llvm_ir::read((0..9).map(function).collect::<String>().as_bytes(), "test").unwrap();
        let (context, options) = (Context::new(tern_dialect_llvm::DIALECTS), Options::default());
        let messages = |found: Vec<Diagnostic>| -> Vec<String> {
            found.iter().map(|error| error.message().to_owned()).collect()
        };
        let whole = messages(import_with(&context, &module, options).unwrap_err());
        let streamed = import_and_print(&context, &mut module, None, options, &PrintOptions::default());
        assert_eq!(messages(streamed.err().unwrap()), whole);
        assert_eq!(whole.len(), 9);
    }

    #[test]
    fn the_text_is_that_of_the_whole_module() {
        let function = |number: usize| {
            let add = |at| format!("  %a{at} = add i32 %x, 1, !dbg !4\n  store i32 %a{at}, ptr @v\n");
            let body: String = (0..100).map(add).collect();
            format!("define i32 @f{number}(i32 %x) !dbg !3 {{\n{body}  ret i32 %x\n}}\n")
        };
        let mut functions: String = (0..40).map(function).collect();
        // A constant of a function names a block of another that precedes it.
        functions += "define void @g() {\n  br label %l\nl:\n  ret void\n}\n\
            define void @h() prefix [1 x ptr] [ptr blockaddress(@g, %l)] {\n  ret void\n}\n";
        let metadata = "!llvm.dbg.cu = !{!0}\n!kept = !{!5}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n!1 = !DIFile(filename: \"f\", directory: \"\")\n\
            !2 = !DISubroutineType(types: !{})\n\
            !3 = distinct !DISubprogram(name: \"f\", file: !1, type: !2, unit: !0, spFlags: DISPFlagDefinition)\n\
            !4 = !DILocation(line: 1, scope: !3)\n!5 = !{!0, !\"more\"}\n";
        let text = format!("@v = global i32 0\n@w = alias i32, ptr @v\n{functions}{metadata}");
        for text in [&text[..], "", "@v = global i32 0\n", "define void @f() {\n  ret void\n}\n"] {
            for (debug_info, threads) in [(false, 1), (true, 1), (false, 3), (true, 3)] {
                let printing = PrintOptions { debug_info, ..PrintOptions::default() };
                // With and without a shared string table.
                let reading = ir::ReadOptions::default();
                let context = match threads {
                    1 => Context::new(tern_dialect_llvm::DIALECTS),
                    _ => Context::sharing(reading.strings.table().clone(), tern_dialect_llvm::DIALECTS),
                };
                let options = Options::default();
                let choose = |module: &ir::Module| {
                    let looked = look(&context, module, options);
                    |module: &ir::Module| begin(&context, module, looked, options)
                };
                let (mut module, forms) =
                    ir::read_overlapped(text.as_bytes(), "test", &reading, choose).unwrap();
                let whole = import_with(&context, &module, Options::default()).unwrap();
                let whole = asm::print(&context, &whole.module, &printing);
                let stream = || {
                    let streamed = import_and_print(&context, &mut module, Some(forms), options, &printing);
                    streamed.unwrap().1.into_bytes(&context)
                };
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let streamed = pool.install(stream);
                assert_eq!(String::from_utf8_lossy(&streamed), String::from_utf8_lossy(&whole));
            }
        }
    }

    #[test]
    fn a_text_is_prepared_before_it_is_imported() {
        let text = "define i32 @f() {\n  ret i32 1\n}\ndefine i32 @g() {\n  ret i32 2\n}\n";
        let import = |text: &str, format| {
            let remove_first = |module: &mut ir::Module| {
                module.functions.remove(0);
            };
            import_text(text, "test", tern_dialect_llvm::DIALECTS, Options::default(), format, remove_first)
        };
        let write = |imported: ImportedText| {
            let mut written = Vec::new();
            imported.write_to(&mut written).unwrap();
            written
        };
        let assembly = write(import(text, Format::Assembly(PrintOptions::default())).unwrap());
        let assembly = String::from_utf8(assembly).unwrap();
        assert!(assembly.contains("llvm.func @g") && !assembly.contains("llvm.func @f"), "{assembly}");
        assert!(bytecode::is_bytecode(&write(import(text, Format::Bytecode).unwrap())));
        let wrong = import("define i32 @f(", Format::Bytecode);
        assert!(matches!(wrong, Err(ImportTextError::Read(error)) if error.line() == 1));
    }

    #[test]
    fn locations_that_come_back_to_themselves_are_in_the_table() {
        let text = b"define void @f() !dbg !1 {\n  ret void, !dbg !2\n}\n!llvm.dbg.cu = !{!0}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !5)\n\
            !1 = distinct !DISubprogram(name: \"f\", unit: !0, file: !5)\n\
            !2 = !DILocation(line: 1, scope: !1, inlinedAt: !3)\n\
            !3 = distinct !DILocation(line: 2, scope: !1, inlinedAt: !4)\n\
            !4 = distinct !DILocation(line: 3, scope: !1, inlinedAt: !3)\n\
            !5 = !DIFile(filename: \"f\", directory: \"\")\n";
        let mut module = tern_llvm_ir::read(text, "test").unwrap();
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let (_, text) =
            import_and_print(&context, &mut module, None, Options::default(), &PrintOptions::default())
                .unwrap();
        let text = String::from_utf8(text.into_bytes(&context)).unwrap();
        assert_eq!(text.matches("DILocation(line, scope, inlinedAt)").count(), 3, "{text}");
    }
}
