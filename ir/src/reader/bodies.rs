//! Bodies of functions, read side by side once everything else is read.
//!
//! A body that depends on nothing but the top level can be read at any time. While the top level is read, bodies are skipped:
//! `}` at the start of a line ends one, as LLVM prints them. Nodes of metadata that stand in bodies are read on the way,
//! so that the order of nodes is that of the text. Whatever does not fit this (a body of another form, a body
//! that declares an intrinsic by calling it, an error) is found out by the time that its body is read, and the text is
//! then read front to back.

use std::collections::HashSet;

use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::function::FunctionState;
use super::lexer::Token;
use super::tables::{Access, AddressedBlock, Tables};
use super::{Reader, Result};
use crate::function::Function;
use crate::globals::{Global, GlobalKind};
use crate::module::Module;

/// Texts shorter than this are not worth the threads.
const WORTHWHILE: usize = 1 << 16;

/// A body that was skipped.
pub(super) struct Skipped {
    global: Global,
    /// Where its braces are.
    braces: (usize, usize),
    /// What its header says.
    header: Box<FunctionState>,
    /// Blocks that others know already.
    addressed: Vec<AddressedBlock>,
}

/// What there is to know for skipping bodies.
#[derive(Default)]
pub(super) struct Bodies<'a> {
    skipped: Vec<Skipped>,
    /// The nodes that were found in bodies, as they are spelled.
    nodes: HashSet<&'a [u8], FxBuildHasher>,
}

/// Reads a module whose bodies depend on the top level alone.
///
/// # Errors
/// Where the text is wrong or depends otherwise; the message is then of no interest.
pub(super) fn read(text: &[u8]) -> Result<Module> {
    let mut reader = Reader::new(text, "");
    reader.bodies = Some(Box::default());
    reader.attribute_groups()?;
    reader.top_level()?;
    let mut skipped = reader.bodies.take().map(|bodies| bodies.skipped).unwrap_or_default();
    for body in &mut skipped {
        body.addressed = reader.own()?.addressed_blocks.remove(&body.global).unwrap_or_default();
    }
    reader.finish()?;
    let tables: &Tables = &reader.tables;
    let read = |body: Skipped| body.read(text, tables);
    let read: Result<Vec<(Global, Function)>> = if text.len() < WORTHWHILE {
        skipped.into_iter().map(read).collect()
    } else {
        skipped.into_par_iter().map(read).collect()
    };
    let read = read?;
    let Access::Own(tables) = reader.tables else { return reader.error("the tables are shared") };
    let mut module = tables.module;
    for (global, function) in read {
        module.globals[global].kind = GlobalKind::Function(Box::new(function));
    }
    Ok(module)
}

impl Skipped {
    fn read<'a>(self, text: &'a [u8], tables: &'a Tables) -> Result<(Global, Function)> {
        let (open, close) = self.braces;
        let mut reader = Reader::at(open, text, "", Access::Shared(tables));
        reader.function = Some(self.header);
        reader.addressed(self.addressed)?;
        if reader.body()? != close {
            return reader.error_at(close, "the body ends elsewhere");
        }
        let state = reader.function.take().unwrap_or_default();
        Ok((self.global, state.function))
    }
}

impl<'a> Reader<'a> {
    /// Skips the body at hand, whose header is read.
    pub(super) fn skip_body(&mut self, global: Global, header: Box<FunctionState>) -> Result<()> {
        let (text, open) = (self.lexer.text, self.start);
        let Some(length) = memchr::memmem::find(&text[open..], b"\n}") else {
            return self.error("expected '}' at the start of a line");
        };
        let close = open + length + 1;
        for at in memchr::memchr_iter(b'!', &text[open..close]) {
            self.node_in_body(open + at)?;
        }
        self.seek(close + 1);
        if let Some(bodies) = &mut self.bodies {
            bodies.skipped.push(Skipped { global, braces: (open, close), header, addressed: Vec::new() });
        }
        Ok(())
    }

    /// Reads what follows an exclamation mark if it is a node.
    fn node_in_body(&mut self, at: usize) -> Result<()> {
        let text = &self.lexer.text[at..];
        if !matches!(text.get(1), Some(b'{' | b'A'..=b'Z')) || text.starts_with(b"!DIArgList(") {
            return Ok(());
        }
        let end = memchr::memchr2(b')', b'}', text).unwrap_or(text.len());
        if self.bodies.as_mut().is_none_or(|bodies| bodies.nodes.insert(&text[..end])) {
            self.seek(at);
            self.node()?;
        }
        Ok(())
    }

    /// Whether a body that begins here is to be skipped.
    pub(super) fn skips_bodies(&self) -> bool {
        self.bodies.is_some() && self.token == Token::Punct(b'{')
    }
}

#[cfg(test)]
mod tests {
    use crate::reader::{bodies, read_in_order};
    use crate::write;

    /// Reads a text both ways; says whether its bodies could be skipped.
    fn skips(text: &str) -> bool {
        let in_order = write(&read_in_order(text.as_bytes(), "").unwrap());
        let side_by_side = bodies::read(text.as_bytes());
        if let Ok(module) = &side_by_side {
            assert_eq!(write(module), in_order);
        }
        side_by_side.is_ok()
    }

    #[test]
    fn bodies_that_depend_on_the_top_level_alone_are_skipped() {
        assert!(skips(
            "@table = global [1 x ptr] [ptr blockaddress(@f, %b)]\n\
             define void @f(ptr %p) {\n  br label %b\nb:\n  call void @g(ptr blockaddress(@f, %b)) #0, !x !{!0}\n  \
             store ptr @later, ptr %p\n  ret void, !y !{!0}\n}\n\
             declare void @g(ptr)\n@later = global i8 0\nattributes #0 = { nounwind }\n!0 = !{!\"}\"}\n"
        ));
    }

    #[test]
    fn other_bodies_are_read_in_order() {
        // Another form of body, a declaration by use, a block of another function, a node of its own.
        assert!(!skips("define void @f() { ret void }\ndefine void @g() {\n  ret void\n}\n"));
        assert!(!skips("define void @f() {\n  call void @llvm.donothing()\n  ret void\n}\n"));
        assert!(!skips(
            "define ptr @f() {\n  ret ptr blockaddress(@g, %b)\n}\ndefine void @g() {\n  br label %b\nb:\n  ret void\n}\n"
        ));
        assert!(!skips("define void @f() {\n  ret void, !x distinct !{}\n}\n"));
    }

    #[test]
    fn a_brace_at_the_start_of_a_line_need_not_end_the_body() {
        assert!(!skips("define void @f() {\n  call void asm \"{\n}\", \"\"()\n  ret void\n}\n"));
    }
}
