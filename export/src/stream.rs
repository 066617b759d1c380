//! Export straight from text: bodies of functions are read, exported and dropped one after the other.

use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::location::SharedText;
use tern_mlir::{Body, Context, Op, OpRef};

use crate::layout::definition;
use crate::{Export, Exporter, Options, Result};

/// Reads bodies that were put off, each in the place of one that is not needed any more.
pub(crate) type ReadBody<'c> = Box<dyn FnMut(Op, Body) -> Option<Result<Body>> + Send + 'c>;

/// Bodies that were put off.
#[derive(Default)]
pub(crate) struct Bodies<'c> {
    read: Option<ReadBody<'c>>,
    /// One that is not needed any more.
    used: Body,
}

impl Bodies<'_> {
    /// Whether there are such.
    pub(crate) fn are_put_off(&self) -> bool {
        self.read.is_some()
    }
}

/// Whether a text is one for [`export_text`]: several threads read bodies side by side, and a small text or one that is mostly aliases
/// is read as a whole.
pub fn is_for_export_text(text: &[u8]) -> bool {
    rayon::current_num_threads() == 1 && asm::is_worth_outlining(text)
}

/// Exports a large text, losing nothing, as [`export`](crate::export) does the module that it holds. Its bodies are never all there at
/// once, which takes one thread less time and memory; several read them side by side.
///
/// `None` where the text is [not for that](is_for_export_text), has another form or something is wrong: it is to be read as a whole
/// then, by [`asm::parse`], for one.
pub fn export_text(
    context: &Context,
    name: &str,
    text: &SharedText,
    options: &ParseOptions,
) -> Option<Export> {
    if !is_for_export_text((**text).as_ref()) {
        return None;
    }
    let (module, mut unread) = asm::outline(context, name, text, options, "llvm.func")?;
    let mut exporter = Exporter::new(context, module.resources(), Options::default());
    exporter.bodies.read = Some(Box::new(move |member, used| unread.read(member, used)));
    exporter.module(&module).ok()
}

impl Exporter<'_> {
    /// The body of a function that is defined, if that was put off and is read now. It should be [handed back](Self::hand_back).
    pub(crate) fn read_body(&mut self, func: OpRef<'_>) -> Result<Option<Body>> {
        let Some(read) = self.bodies.read.as_mut().filter(|_| definition(func).is_some()) else {
            return Ok(None);
        };
        read(func.op, std::mem::take(&mut self.bodies.used)).transpose()
    }

    /// Takes back a body, for its memory.
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

    /// What a text becomes if it is exported straight, and if it is read as a whole.
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

    /// Functions that make a text large enough.
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
        let (mut module, mut unread) =
            asm::outline(&context, "text", &text, &ParseOptions::default(), "llvm.func").unwrap();
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
