//! Exports straight from text. On a single thread, the bodies of functions are parsed, exported and dropped one after the other, so
//! that they are never all in memory at once.

use std::collections::BTreeMap;

use tern_dialect_llvm::{ops, versions};
use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::bytecode::{self, ReadOptions};
use tern_mlir::declare::Dialect;
use tern_mlir::location::SharedText;
use tern_mlir::{Body, Context, Module, Op, OpRef};
use tern_support::ways;

use crate::layout::definition;
use crate::{Diagnostic, Export, Exporter, Options, Result, export_with, ir, verified};

/// Parses the deferred body of an operation. Reuses the memory of the given body.
pub(crate) type ReadBody<'c> = Box<dyn FnMut(Op, Body) -> Option<Result<Body>> + Send + 'c>;

/// Bodies whose parsing is deferred.
#[derive(Default)]
pub(crate) struct Bodies<'c> {
    read: Option<ReadBody<'c>>,
    /// A body whose memory can be reused.
    used: Body,
}

impl Bodies<'_> {
    /// Whether there are deferred bodies.
    pub(crate) fn are_put_off(&self) -> bool {
        self.read.is_some()
    }
}

/// A module of LLVM IR that was exported from a text.
pub struct ExportedText {
    /// The module in LLVM IR.
    pub module: ir::Module,
    /// How often each kind of construct was left out because LLVM IR cannot represent it.
    pub losses: BTreeMap<String, u64>,
    /// The module of MLIR, without the bodies of its functions if they were exported one by one, and its context. A program that
    /// ends soon can [`forget`](std::mem::forget) it: to drop millions of attributes takes a considerable part of the time.
    pub source: (Module, Context),
}

/// Why a text was not exported.
pub struct ExportTextError {
    /// The errors of the parser; if there are none, one diagnostic for each operation or type that LLVM IR cannot represent.
    pub diagnostics: Vec<Diagnostic>,
    /// What the locations of the diagnostics refer to.
    pub context: Box<Context>,
}

/// Reads MLIR, assembly or bytecode, in a context with the given dialects, and exports it. The result is that of reading and
/// [`export_with`] one after the other, but may take less time and memory. Operations of other dialects are read, so that exporting
/// them is the error. `name` is the name of the text in locations. The text is released as soon as it is not needed.
///
/// # Errors
/// What is wrong with the text, or the errors of [`export_with`].
pub fn export_text(
    text: SharedText,
    name: &str,
    dialects: &[&'static Dialect],
    options: Options,
) -> std::result::Result<ExportedText, ExportTextError> {
    let mut context = Context::new(dialects);
    let is_bytecode = bytecode::is_bytecode((*text).as_ref());
    // Several threads parse bodies in parallel, which is faster.
    let in_parts = !is_bytecode && !ways::is_plain();
    if in_parts && rayon::current_num_threads() == 1 {
        if let Some((source, Export { module, losses })) = export_in_parts(&context, name, &text, options) {
            return Ok(ExportedText { module, losses, source: (source, context) });
        }
        if !context.sources().is_empty() {
            // Forget what was parsed.
            context = Context::new(dialects);
        }
    }
    let read = if is_bytecode {
        let options = ReadOptions { allow_unregistered_dialects: true, ..ReadOptions::default() };
        bytecode::read(&context, (*text).as_ref(), &options).map_err(|error| vec![error])
    } else {
        versions::parse(&context, name, (*text).as_ref(), &parse_options())
    };
    // Memory use peaks later.
    drop(text);
    let exported = read.and_then(|source| export_of_any_version(&context, source, options));
    match exported {
        Ok((Export { module, losses }, source)) => {
            Ok(ExportedText { module, losses, source: (source, context) })
        }
        Err(diagnostics) => Err(ExportTextError { diagnostics, context: Box::new(context) }),
    }
}

/// Exports a module. If that fails, it is tried again with what older versions of MLIR have in another form, as generic syntax does not say
/// which version printed it.
fn export_of_any_version(
    context: &Context,
    mut source: Module,
    options: Options,
) -> std::result::Result<(Export, Module), Vec<Diagnostic>> {
    let found = match export_with(context, &source, options) {
        Ok(export) => return Ok((export, source)),
        Err(found) => found,
    };
    let again = versions::upgrade(context, &mut source).ok().map(|()| export_with(context, &source, options));
    match again {
        Some(Ok(export)) => Ok((export, source)),
        _ => Err(found),
    }
}

fn parse_options() -> ParseOptions {
    ParseOptions { allow_unregistered_dialects: true, ..ParseOptions::default() }
}

/// Parses and exports a large text body by body; the result is that of [`export_with`] for the parsed module.
///
/// `None` if that does not pay, if the text is laid out differently from what is printed, or if there is any error. The text must
/// then be parsed as a whole, which also reports the error.
fn export_in_parts(
    context: &Context,
    name: &str,
    text: &SharedText,
    options: Options,
) -> Option<(Module, Export)> {
    let (module, mut unread) =
        asm::parse_without_bodies(context, name, text, &parse_options(), ops::Func::NAME)?;
    if versions::is_downgraded(context, &module) {
        return None;
    }
    let mut exporter = Exporter::new(context, module.resources(), options);
    exporter.bodies.read = Some(Box::new(move |member, used| unread.read(member, used)));
    let export = exporter.module(&module).ok()?;
    let export = if options.verify { verified(context, export).ok()? } else { export };
    Some((module, export))
}

impl Exporter<'_> {
    /// Parses the body of a function if it was deferred. Pass it to [`hand_back`](Self::hand_back) when done.
    pub(crate) fn read_body(&mut self, func: OpRef<'_>) -> Result<Option<Body>> {
        let Some(read) = self.bodies.read.as_mut().filter(|_| definition(func).is_some()) else {
            return Ok(None);
        };
        read(func.op, std::mem::take(&mut self.bodies.used)).transpose()
    }

    /// Takes a body back to reuse its memory.
    pub(crate) fn hand_back(&mut self, body: Option<Body>) {
        if let Some(body) = body {
            self.bodies.used = body;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::Arc;

    use tern_mlir::asm::{self, ParseOptions};
    use tern_mlir::location::SharedText;
    use tern_mlir::{Context, asm::PrintOptions};

    use super::export_in_parts;
    use crate::Options;
    use crate::{export, ir};

    /// The results of exporting a text straight and as a whole.
    fn both(text: &str) -> (Option<String>, Option<String>) {
        let write = |module| String::from_utf8(ir::write(&module)).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let straight = || {
            let shared: SharedText = Arc::new(text.to_owned());
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            export_in_parts(&context, "text", &shared, Options::default()).map(|(_, export)| export)
        };
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = asm::parse(&context, "text", text.as_bytes(), &ParseOptions::default()).ok();
        let whole = module.and_then(|module| export(&context, &module).ok());
        (
            pool.install(straight).map(|exported| write(exported.module)),
            whole.map(|exported| write(exported.module)),
        )
    }

    /// Enough functions to make a text large.
    fn fillers() -> String {
        let mut text = String::new();
        for n in 0..1_000 {
            let _ = writeln!(
                text,
                "  llvm.func @f{n}(%arg0: i32) -> i32 {{\n    %0 = llvm.add %arg0, %arg0 : i32\n    llvm.return %0 : i32\n  }}"
            );
        }
        text
    }

    const MEMBERS: &str = r#"  llvm.mlir.global internal constant @g() {addr_space = 0 : i32} : !llvm.ptr {
    %0 = llvm.blockaddress <function = @tagged, tag = <id = 7>> : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @tagged(%arg0: i1) {
    llvm.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    llvm.blocktag <id = 7>
    llvm.return
  }
  llvm.func @declared(i32)
"#;

    #[test]
    fn exporting_in_parts_gives_the_same_module() {
        for text in [format!("module {{\n{MEMBERS}{}}}\n", fillers()), format!("{MEMBERS}{}", fillers())] {
            let (straight, whole) = both(&text);
            let straight = straight.unwrap();
            assert!(
                straight.contains("blockaddress(@tagged, %3)"),
                "{}",
                &straight[straight.find("@g").unwrap()..][..100]
            );
            assert_eq!(Some(straight), whole);
        }
    }

    #[test]
    fn places_in_the_text_are_known() {
        let scoped = "#file = #llvm.di_file<\"a.c\" in \"\">\n\
            #unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>\n\
            #sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = \"s\", file = #file, subprogramFlags = Definition>\n\
            llvm.func @s() {\n  llvm.call @s() : () -> ()\n  llvm.return\n} loc(fused<#sp>[\"a.c\":1:1])\n";
        let (straight, whole) = both(&format!("{scoped}{}", fillers()));
        assert!(straight.as_ref().is_some_and(|text| text.contains("!DILocation(line: 5, column: 3")));
        assert_eq!(straight, whole);
    }

    #[test]
    fn invalid_texts_are_not_exported_in_parts() {
        for wrong in ["    llvm.br ^nowhere\n", "    llvm.call @nothing() : () -> ()\n    llvm.return\n"] {
            let text = format!("module {{\n{}  llvm.func @w() {{\n{wrong}  }}\n}}\n", fillers());
            assert_eq!(both(&text), (None, None));
        }
    }

    #[test]
    fn bodies_are_read_as_often_as_they_are_asked_for() {
        let text: SharedText = Arc::new(format!("module {{\n{MEMBERS}{}}}\n", fillers()));
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let (mut module, mut unread) = asm::parse_without_bodies(
            &context,
            "text",
            &text,
            &ParseOptions::default(),
            tern_dialect_llvm::ops::Func::NAME,
        )
        .unwrap();
        let root = module.root();
        for _ in 0..2 {
            let members = module.body_mut().nested_mut(root).unwrap();
            let all: Vec<_> =
                members.block_ops(members.region_blocks(members.root_regions()[0])[0]).collect();
            for member in all {
                let members = module.body_mut().nested_mut(root).unwrap();
                let used = members.nested(member).cloned().unwrap_or_default();
                if let Some(read) = unread.read(member, used) {
                    *members.nested_mut(member).unwrap() = read.unwrap();
                }
            }
            let printed = asm::print(&context, &module, &PrintOptions::default());
            assert_eq!(String::from_utf8_lossy(&printed).as_bytes(), (*text).as_ref());
        }
    }
}
