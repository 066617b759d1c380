//! Bodies of functions that are read side by side, once all around them is read.
//!
//! What a function holds depends on nothing outside but aliases, so its body is skipped at first. A body ends with `}` that is
//! indented as the line where it begins, as all printers have it. Whatever does not fit this (a body of another form, an error)
//! is found out by the time that it is read, and the text is then read front to back.

use rayon::prelude::*;

use super::lexer::Token;
use super::memo::Memo;
use super::operations::RegionArgument;
use super::parser::Parser;
use super::{ParseOptions, ParseResult};
use crate::body::{Body, Module, Op, OpState};
use crate::context::Context;
use crate::declare::OpDef;

/// How much text is worth the trouble of sharing it.
pub(super) const WORTHWHILE: usize = 1 << 16;

/// The bodies that were skipped, in the order of the text.
#[derive(Default)]
pub(super) struct Deferred<'a> {
    bodies: Vec<SkippedBody<'a>>,
}

/// A body that was skipped.
struct SkippedBody<'a> {
    /// Where its braces are.
    braces: (usize, usize),
    arguments: Vec<RegionArgument<'a>>,
    /// The dialect whose operations need no prefix in it.
    dialect: &'static str,
    depth: u32,
    /// The operation that it belongs to, the one that holds this, and so on, as far as they are made.
    path: Vec<Op>,
    /// How many bodies were being read around the last of these, and it itself.
    level: usize,
}

/// Reads a module of which bodies can be skipped; `None` where the text is wrong or has another form.
pub(super) fn read(context: &Context, text: &[u8], base: u32, options: ParseOptions) -> Option<Module> {
    if options.old_spellings {
        return None;
    }
    // After an error all is read again, front to back.
    let options = ParseOptions { stop_at_first_error: true, ..options };
    let mut parser = Parser::new(context, text, base, options);
    parser.deferred = Some(Deferred::default());
    parser.module().ok()
}

impl Deferred<'_> {
    /// Notes that an operation is made, in the innermost of so many bodies.
    pub(super) fn made(&mut self, op: Op, level: usize) {
        for body in self.bodies.iter_mut().rev().take_while(|body| body.level > level) {
            body.path.push(op);
            body.level = level;
        }
    }
}

impl<'a, 'c> Parser<'a, 'c> {
    /// Reads the body of a function, whose entry block has `arguments`, into `state`: perhaps only after everything around it,
    /// and then there is an empty block meanwhile.
    ///
    /// # Errors
    /// As [`parse_region`](Self::parse_region).
    pub fn parse_body(&mut self, state: &mut OpState, arguments: &[RegionArgument<'a>]) -> ParseResult<()> {
        let Some(braces) = self.skippable() else { return self.parse_region(state, arguments) };
        let def = self.context.op_name_data(state.name).def;
        let skipped = SkippedBody {
            braces,
            arguments: arguments.to_vec(),
            dialect: def.and_then(OpDef::default_dialect).unwrap_or_default(),
            depth: self.depth,
            path: Vec::new(),
            level: self.frames.len() + 1,
        };
        if let Some(deferred) = &mut self.deferred {
            deferred.bodies.push(skipped);
        }
        let mut body = Body::new();
        let region = body.add_root_region();
        body.add_block(region);
        state.body = Some(Box::new(body));
        self.seek(braces.1 + 1);
        Ok(())
    }

    /// The braces of the body at hand, if it can be skipped.
    fn skippable(&self) -> Option<(usize, usize)> {
        self.deferred.as_ref()?;
        let (text, open) = (self.lexer.text, self.start);
        let mut ahead = self.lexer;
        // What is empty is an error of some functions.
        if self.token != Token::Punct(b'{') || ahead.next().1 == Token::Punct(b'}') {
            return None;
        }
        let line = memchr::memrchr(b'\n', &text[..open]).map_or(0, |newline| newline + 1);
        let indent = text[line..].iter().take_while(|&&byte| byte == b' ').count();
        let end = [b"\n", &text[line..line + indent], b"}"].concat();
        let close = open + memchr::memmem::find(&text[open..], &end)? + end.len() - 1;
        Some((open, close))
    }

    /// Reads the bodies that were skipped, and puts them where they belong in the body of the whole text.
    ///
    /// # Errors
    /// Where one is wrong or has another form; the message is of no interest.
    pub(super) fn read_deferred(&mut self, whole: &mut Body) -> ParseResult<()> {
        let Some(Deferred { bodies }) = self.deferred.take() else { return Ok(()) };
        let parts = bodies.par_iter().map_init(Memo::default, |memo, body| body.read(self, memo));
        let parts: Vec<Body> = parts.collect::<ParseResult<_>>()?;
        for (skipped, read) in bodies.iter().zip(parts) {
            let mut path = skipped.path.iter().rev();
            let found = path.try_fold(&mut *whole, |body, &op| body.nested_mut(op));
            *found.ok_or_else(|| self.error("a function without its body"))? = read;
        }
        Ok(())
    }
}

impl<'a> SkippedBody<'a> {
    /// Reads the body, with what `around` knows and what was read before.
    fn read(&self, around: &Parser<'a, '_>, memo: &mut Memo<'a>) -> ParseResult<Body> {
        let (open, close) = self.braces;
        let mut parser = around.of_part(open, close + 1);
        (parser.default_dialect, parser.depth) = (self.dialect, self.depth);
        parser.memo = std::mem::take(memo);
        parser.push_frame();
        // Operations are printed on lines of their own.
        parser.body().reserve(memchr::memchr_iter(b'\n', &around.lexer.text[open..close]).count());
        parser.region_here(true, &self.arguments)?;
        let body = parser.pop_frame();
        if parser.token != Token::Eof || !parser.undeclared.is_empty() {
            return Err(parser.error("the body ends elsewhere"));
        }
        *memo = parser.memo;
        Ok(body)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PrintOptions, parse, print};
    use super::{ParseOptions, Parser, WORTHWHILE};
    use crate::context::Context;

    /// Says whether the bodies of a text can be skipped, and checks that this changes nothing.
    fn skips(text: &str) -> bool {
        // The same functions often enough, under other names.
        let count = WORTHWHILE / text.len() + 1;
        let functions: Vec<String> = (0..count).map(|at| text.replace("@f", &format!("@f{at}"))).collect();
        let text = format!("module {{\n{}}}\n#a = 7 : i32\n", functions.concat());
        let (context, options) = (Context::new(), ParseOptions::default());
        let in_order = Parser::new(&context, text.as_bytes(), 0, options).module();
        let side_by_side = super::read(&context, text.as_bytes(), 0, options);
        let show =
            |module| print(&context, module, &PrintOptions { debug_info: true, ..PrintOptions::default() });
        if let Some(module) = &side_by_side {
            assert_eq!(
                String::from_utf8_lossy(&show(module)),
                String::from_utf8_lossy(&show(&in_order.unwrap()))
            );
        }
        side_by_side.is_some()
    }

    #[test]
    fn bodies_as_they_are_printed_are_skipped() {
        assert!(skips(
            "  llvm.func @f(%x: i32) -> i32 {\n    %y = llvm.add %x, %x {a = #a} : i32\n    llvm.br ^end\n  ^end:\n    \
             llvm.return %y : i32\n  }\n  func.func private @fg(i32)\n"
        ));
        assert!(skips(
            "  module @f {\n    func.func @f(%x: i32) {\n      return\n    }\n  }\n  func.func @fg(%x: i32) {\n    return\n  }\n"
        ));
    }

    #[test]
    fn other_bodies_are_read_in_order() {
        assert!(!skips("  llvm.func @f() {\n    llvm.return }\n  llvm.func @fg() { llvm.return\n  }\n"));
        assert!(!skips("  llvm.func @f() {\n  \"x.y\"() ({\n  }) : () -> ()\n    llvm.return\n  }\n"));
        assert!(!skips("  llvm.func @f() {\n    llvm.br ^nowhere\n  }\n"));
        assert!(!skips("  func.func @f() {\n  }\n"));
    }

    #[test]
    fn errors_are_those_of_reading_in_order() {
        let text = format!(
            "llvm.func @f() {{\n  llvm.return\n}}\nllvm.func @g() {{\n  llvm.br ^b\n}}\n{}",
            "// filler\n".repeat(WORTHWHILE / 10 + 1)
        );
        let context = Context::new();
        let errors = parse(&context, "t", text.as_bytes(), &ParseOptions::default()).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].message(), "reference to an undefined block '^b'");
    }
}
