//! Exports straight from text: the bodies of functions are parsed, exported and dropped one after the other, so that they are
//! never all in memory at once.

use tern_dialect_llvm::ops;
use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::location::SharedText;
use tern_mlir::{Body, Context, Op, OpRef};

use crate::layout::definition;
use crate::{Export, Exporter, Options, Result};

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

/// Whether [`export_text`] pays off for a text. It does not with several threads, which parse bodies in parallel, nor for a text
/// that is small or consists mostly of aliases.
pub fn is_for_export_text(text: &[u8]) -> bool {
    rayon::current_num_threads() == 1 && asm::is_worth_outlining(text)
}

/// Exports a large text without losing anything; the result is that of [`export`](crate::export) for the parsed module. The
/// bodies are never all in memory at once, which saves time and memory on a single thread.
///
/// Returns `None` if the text is [not suitable](is_for_export_text) or not in the expected form, or if there is any error. The
/// caller must then parse it as a whole, with [`asm::parse`] for instance, which also reports the error.
pub fn export_text(
    context: &Context,
    name: &str,
    text: &SharedText,
    options: &ParseOptions,
) -> Option<Export> {
    if !is_for_export_text((**text).as_ref()) {
        return None;
    }
    let (module, mut unread) = asm::outline(context, name, text, options, ops::Func::NAME)?;
    let mut exporter = Exporter::new(context, module.resources(), Options::default());
    exporter.bodies.read = Some(Box::new(move |member, used| unread.read(member, used)));
    exporter.module(&module).ok()
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

    use super::export_text;
    use crate::{export, ir};

    /// The results of exporting a text straight and as a whole.
    fn both(text: &str) -> (Option<String>, Option<String>) {
        let write = |module| String::from_utf8(ir::write(&module)).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let straight = || {
            let shared: SharedText = Arc::new(text.to_owned());
            export_text(&Context::new(tern_dialect_llvm::DIALECTS), "text", &shared, &ParseOptions::default())
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
    fn what_is_exported_straight_is_what_is_exported_as_a_whole() {
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
    fn what_is_wrong_is_left_to_those_who_say_what() {
        for wrong in ["    llvm.br ^nowhere\n", "    llvm.call @nothing() : () -> ()\n    llvm.return\n"] {
            let text = format!("module {{\n{}  llvm.func @w() {{\n{wrong}  }}\n}}\n", fillers());
            assert_eq!(both(&text), (None, None));
        }
    }

    #[test]
    fn bodies_are_read_as_often_as_they_are_asked_for() {
        let text: SharedText = Arc::new(format!("module {{\n{MEMBERS}{}}}\n", fillers()));
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let (mut module, mut unread) = asm::outline(
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
