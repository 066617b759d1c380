//! Imports straight to text: each thread imports functions one after the other, prints them and drops them, so that their bodies
//! are never all in memory at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tern_llvm_ir::function::Function;
use tern_llvm_ir::globals::GlobalKind;
use tern_mlir::asm::{self, PrintOptions, Streamed, Text};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::{Body, Context};

use crate::globals::weight;
use crate::{Begun, Compat, Import, Importer, Options, ir};

/// Imports a module and prints it. The text is the same as that of [`import_with`](crate::import_with) printed by [`asm::text`].
///
/// `begun` is the result of [`begin`](crate::begin) with the same context and options, if the caller has run it.
///
/// The bodies of functions are moved out of `module` and dropped as soon as they are printed; the returned module has no
/// functions. The rest of `module` is left to the caller, who may leak it: dropping millions of nodes is slow. If the options
/// make the translations of functions depend on each other ([`Compat::Upstream`], `intrinsic_operations`, or printing in generic
/// form or with unique names), the module is imported as a whole and `module` is left empty.
///
/// # Errors
/// Those of [`import_with`](crate::import_with).
pub fn import_to_text<'c>(
    context: &'c Context,
    module: &mut ir::Module,
    begun: Option<Begun>,
    options: Options,
    printing: &PrintOptions,
) -> Result<(Import, Text<'c>), Vec<Diagnostic>> {
    let depend = options.compat == Compat::Upstream || options.intrinsic_operations;
    if depend || printing.generic || printing.unique_names {
        let import = Importer::new(context, module, options, begun).module(&module.functions)?;
        drop(std::mem::take(module));
        let text = asm::text(context, &import.module, printing);
        return Ok((import, text));
    }
    let mut importer = Importer::new(context, module, options, begun);
    let frame = importer.module(&[])?;
    let operations = module.functions.iter().map(weight(module)).sum();
    let runs: Vec<Vec<ir::Global>> =
        tern_support::parallel::runs(&module.functions, tern_support::parallel::RUN, weight(module))
            .into_iter()
            .map(<[_]>::to_vec)
            .collect();
    // From here on, `module` is without its functions. The thread that imports a function drops it.
    let nothing = ir::Module::new();
    let known = importer.over(&nothing);
    let mut take = |global: ir::Global| match &mut module.globals[global].kind {
        GlobalKind::Function(function) => (global, function.take_definition()),
        _ => (global, Function::default()),
    };
    let runs: Vec<Mutex<Vec<(ir::Global, Function)>>> =
        runs.into_iter().map(|run| Mutex::new(run.into_iter().map(&mut take).collect())).collect();
    let importer = known.over(module);
    let failed: Mutex<Vec<(ir::Global, Vec<Diagnostic>)>> = Mutex::default();
    let maker = || -> Box<dyn FnMut(usize) -> Body + '_> {
        let mut importer = importer.clone();
        importer.expect(operations);
        let (runs, failed) = (&runs, &failed);
        Box::new(move |run| {
            let (mut body, block) = Body::with_block();
            for (global, function) in std::mem::take(&mut *lock(&runs[run])) {
                match importer.function_apart(global, &function) {
                    Ok(new) => {
                        let op = new.make(&mut body);
                        body.append_op(block, op);
                    }
                    Err(error) => {
                        let error = importer.unhandled_global(global, error);
                        lock(failed).push((global, importer.diagnostics(error).collect()));
                    }
                }
            }
            body
        })
    };
    let printed = asm::stream(context, &frame.module, Streamed { runs: runs.len(), maker: &maker }, printing);
    drop(importer);
    let mut failed = std::mem::take(&mut *lock(&failed));
    if !failed.is_empty() {
        let place = |function| module.functions.iter().position(|&known| known == function);
        failed.sort_by_key(|&(function, _)| place(function));
        return Err(failed.into_iter().flat_map(|(_, found)| found).collect());
    }
    let text = printed.finish();
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
    fn what_is_wrong_with_functions_is_said_in_their_order() {
        let function = |number: usize| {
            let bad = "a:\n  br label %b\nb:\n  %p = phi i32 [ 1, %a ]\n  ret i32 %p\n}\n";
            format!("define i32 @f{number}(i1 %c) {{\n  br i1 %c, label %a, label %b\n{bad}")
        };
        let mut module =
            tern_llvm_ir::read((0..9).map(function).collect::<String>().as_bytes(), "test").unwrap();
        let (context, options) = (Context::new(tern_dialect_llvm::DIALECTS), Options::default());
        let said = |found: Vec<Diagnostic>| -> Vec<String> {
            found.iter().map(|error| error.message().to_owned()).collect()
        };
        let whole = said(import_with(&context, &module, options).unwrap_err());
        let streamed = import_to_text(&context, &mut module, None, options, &PrintOptions::default());
        assert_eq!(said(streamed.err().unwrap()), whole);
        assert_eq!(whole.len(), 9);
    }

    #[test]
    fn the_text_is_that_of_the_whole_module() {
        let function = |number: usize| {
            let add = |at| format!("  %a{at} = add i32 %x, 1, !dbg !4\n  store i32 %a{at}, ptr @v\n");
            let body: String = (0..100).map(add).collect();
            format!("define i32 @f{number}(i32 %x) !dbg !3 {{\n{body}  ret i32 %x\n}}\n")
        };
        let functions: String = (0..40).map(function).collect();
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
                let strings = tern_llvm_ir::entity::Strings::default();
                let context = match threads {
                    1 => Context::new(tern_dialect_llvm::DIALECTS),
                    _ => Context::sharing(strings.table().clone(), tern_dialect_llvm::DIALECTS),
                };
                let options = Options::default();
                let look = |module: &ir::Module| crate::look(&context, module, options);
                let begin = |module: &ir::Module, looked| crate::begin(&context, module, looked, options);
                let (mut module, begun) =
                    tern_llvm_ir::read_with(text.as_bytes(), "test", &strings, look, begin).unwrap();
                let whole = import_with(&context, &module, Options::default()).unwrap();
                let whole = asm::print(&context, &whole.module, &printing);
                let stream = || {
                    let streamed = import_to_text(&context, &mut module, Some(begun), options, &printing);
                    streamed.unwrap().1.into_bytes()
                };
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let streamed = pool.install(stream);
                assert_eq!(String::from_utf8_lossy(&streamed), String::from_utf8_lossy(&whole));
            }
        }
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
            import_to_text(&context, &mut module, None, Options::default(), &PrintOptions::default())
                .unwrap();
        let text = String::from_utf8(text.into_bytes()).unwrap();
        assert_eq!(text.matches("DILocation(line, scope, inlinedAt)").count(), 3, "{text}");
    }
}
