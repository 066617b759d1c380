//! Bodies of functions and globals that are read side by side, and beside everything around them.
//!
//! What these hold depends on nothing outside but aliases, so a body is skipped at first, for other threads to read. A
//! body ends with `}` that is indented as the line where it begins, as all printers have it. Whatever does not fit this (a body
//! of another form, an error) is found out by the time that it is read, and the text is then read front to back.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::alias_table::AliasTable;
use super::lexer::Token;
use super::memo::Memo;
use super::operations::RegionArgument;
use super::parser::Parser;
use super::{ParseOptions, ParseResult};
use crate::body::{Block, Body, Module, Op, OpState};
use crate::context::Context;
use crate::declare::OpDef;

/// How much text is worth the trouble of sharing it.
pub(super) const WORTHWHILE: usize = 1 << 16;

/// What becomes of the bodies that are skipped.
pub(super) struct Deferred<'a> {
    /// To those who read them.
    skipped: Sender<Skipped<'a>>,
    /// Those that may use aliases whose definitions follow in the text.
    waiting: Vec<SkippedBody<'a>>,
    /// Where each belongs.
    places: Vec<Place>,
}

/// A body that was skipped.
struct SkippedBody<'a> {
    /// Which one it is.
    index: usize,
    /// Where its braces are.
    braces: (usize, usize),
    arguments: Vec<RegionArgument<'a>>,
    /// The dialect whose operations need no prefix in it.
    dialect: &'static str,
    depth: u32,
}

/// Where a body belongs.
struct Place {
    /// The operation that it belongs to, the one that holds this, and so on, as far as they are made.
    path: Vec<Op>,
    /// How many bodies were being read around the last of these, and it itself.
    level: usize,
}

/// A text of which bodies can be skipped.
#[derive(Clone, Copy)]
struct Source<'a, 'c> {
    context: &'c Context,
    text: &'a [u8],
    base: u32,
    options: ParseOptions,
}

/// A body that was skipped, and the aliases that it may use.
type Skipped<'a> = (SkippedBody<'a>, Arc<AliasTable<'a>>);

/// What is around the bodies that were skipped, and where they belong.
type Around<'a, 'c> = (Parser<'a, 'c>, Block, Vec<Place>);

/// Reads a module of which bodies can be skipped; `None` where the text is wrong or has another form.
pub(super) fn read<'a>(
    context: &Context,
    text: &'a [u8],
    base: u32,
    options: ParseOptions,
) -> Option<Module> {
    let source = Source::new(context, text, base, options)?;
    let (sender, skipped) = channel();
    let read_body = |memo: &mut Memo<'a>, skipped: Skipped<'a>| {
        let (open, close) = skipped.0.braces;
        let mut body = Body::new();
        // Operations are printed on lines of their own.
        body.reserve(memchr::memchr_iter(b'\n', &text[open..close]).count());
        Ok((skipped.0.index, source.read(&skipped, memo, body)?))
    };
    let bodies = || skipped.into_iter().par_bridge().map_init(Memo::default, read_body).collect();
    let (around, bodies): (_, ParseResult<Vec<_>>) = rayon::join(|| source.around(sender), bodies);
    let ((mut parser, block, places), bodies) = (around?, bodies.ok()?);
    for (index, read) in bodies {
        *places[index].find(parser.body())? = read;
    }
    parser.whole_module(block).ok()
}

/// Reads a module but for bodies of its members that are called `later`. These have an empty block in their place until
/// they are asked for. `None` where the text is wrong or has another form.
pub(super) fn outline<'a, 'c>(
    context: &'c Context,
    text: &'a [u8],
    base: u32,
    options: ParseOptions,
    later: &str,
) -> Option<(Module, Unread<'a, 'c>)> {
    let source = Source::new(context, text, base, options)?;
    let (sender, skipped) = channel();
    let (mut parser, block, places) = source.around(sender)?;
    let mut unread = Unread { source, bodies: FxHashMap::default(), memo: Memo::default() };
    let (only_module, later) = (parser.only_module(block), context.op_name(later));
    for skipped in skipped {
        let place = &places[skipped.0.index];
        let member = match (&place.path[..], only_module) {
            (&[member, outer], Some(module)) if outer == module => {
                Some((member, parser.body().nested(outer)?))
            }
            (&[member], None) => Some((member, &*parser.body())),
            _ => None,
        };
        match member.filter(|&(member, members)| members.op_name(member) == later) {
            Some((member, _)) => {
                unread.bodies.insert(member, skipped);
            }
            None => {
                let read = source.read(&skipped, &mut unread.memo, Body::new()).ok()?;
                *place.find(parser.body())? = read;
            }
        }
    }
    Some((parser.whole_module(block).ok()?, unread))
}

/// About as much text as an operation is, rather too little: room that is not used is not touched.
const BYTES_OF_OP: usize = 64;

/// Whether a text is worth an [`outline`]: a large one of which aliases, which stand before and behind all else, take little. Who reads
/// bodies later holds the text as long, and that must be less than bodies would take.
pub fn is_worth_outlining(text: &[u8]) -> bool {
    text.len() >= WORTHWHILE && is_mostly_bodies(text)
}

fn is_mostly_bodies(text: &[u8]) -> bool {
    let is_alias = |at: usize| {
        let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
        matches!(text.get(line), Some(b'#' | b'!'))
    };
    let eighth = text.len() / 8;
    ![eighth, text.len() - eighth].into_iter().any(is_alias)
}

/// Bodies that were put off when a module was read.
pub struct Unread<'a, 'c> {
    source: Source<'a, 'c>,
    /// Those of the members of the module.
    bodies: FxHashMap<Op, Skipped<'a>>,
    memo: Memo<'a>,
}

impl Unread<'_, '_> {
    /// Reads the body of a member of the module, in the place of one that is not needed any more; `None` if it was not put off.
    ///
    /// # Errors
    /// What is wrong with it; it need not be the first error of the text.
    pub fn read(&mut self, member: Op, mut used: Body) -> Option<ParseResult<Body>> {
        let skipped = self.bodies.get(&member)?;
        used.clear();
        let (open, close) = skipped.0.braces;
        used.reserve((close - open) / BYTES_OF_OP);
        Some(self.source.read(skipped, &mut self.memo, used))
    }
}

impl<'a, 'c> Source<'a, 'c> {
    fn new(context: &'c Context, text: &'a [u8], base: u32, options: ParseOptions) -> Option<Self> {
        // After an error all is read again, front to back.
        let options = ParseOptions { stop_at_first_error: true, ..options };
        (!options.old_spellings).then_some(Self { context, text, base, options })
    }

    /// Reads what is around the bodies that can be skipped, which go to `sender`.
    fn around(self, sender: Sender<Skipped<'a>>) -> Option<Around<'a, 'c>> {
        let mut parser = Parser::new(self.context, self.text, self.base, self.options);
        parser.deferred = Some(Deferred { skipped: sender, waiting: Vec::new(), places: Vec::new() });
        let block = parser.top_level().ok()?;
        if !parser.all_aliases_are_defined() {
            return None;
        }
        let places = parser.hand_on_waiting();
        Some((parser, block, places))
    }

    /// Reads a body that was skipped into an empty one.
    fn read(self, (skipped, aliases): &Skipped<'a>, memo: &mut Memo<'a>, empty: Body) -> ParseResult<Body> {
        let text = &self.text[..=skipped.braces.1];
        let parser = Parser::with_aliases(self.context, text, self.base, self.options, Arc::clone(aliases));
        skipped.read(parser, memo, empty)
    }
}

impl Place {
    /// The body that belongs here, in the one at the top level.
    fn find<'b>(&self, top: &'b mut Body) -> Option<&'b mut Body> {
        self.path.iter().rev().try_fold(top, |body, &op| body.nested_mut(op))
    }
}

impl<'a> Deferred<'a> {
    /// Lets others read a body.
    fn hand_on(&self, skipped: SkippedBody<'a>, aliases: &Arc<AliasTable<'a>>) {
        // After an error nobody reads any more.
        let _ = self.skipped.send((skipped, Arc::clone(aliases)));
    }

    /// Notes that an operation is made, in the innermost of so many bodies.
    pub(super) fn made(&mut self, op: Op, level: usize) {
        for place in self.places.iter_mut().rev().take_while(|place| place.level > level) {
            place.path.push(op);
            place.level = level;
        }
    }
}

impl<'a, 'c> Parser<'a, 'c> {
    /// Reads the body of a function or global, whose entry block has `arguments`, into `state`: perhaps someone else does, and then
    /// there is an empty block meanwhile.
    ///
    /// # Errors
    /// As [`parse_region`](Self::parse_region).
    pub fn parse_body(&mut self, state: &mut OpState, arguments: &[RegionArgument<'a>]) -> ParseResult<()> {
        let Some(braces) = self.skippable() else { return self.parse_region(state, arguments) };
        let def = self.context.op_name_data(state.name).def;
        let (start, depth, level) = (self.start, self.depth, self.frames.len() + 1);
        if let Some(deferred) = &mut self.deferred {
            let skipped = SkippedBody {
                index: deferred.places.len(),
                braces,
                arguments: arguments.to_vec(),
                dialect: def.and_then(OpDef::default_dialect).unwrap_or_default(),
                depth,
            };
            deferred.places.push(Place { path: Vec::new(), level });
            match self.aliases.ends_before(start) {
                true => deferred.hand_on(skipped, &self.aliases),
                false => deferred.waiting.push(skipped),
            }
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

    /// Lets the bodies be read that waited for aliases; all of them are known now. Returns where each body belongs.
    fn hand_on_waiting(&mut self) -> Vec<Place> {
        let Some(mut deferred) = self.deferred.take() else { return Vec::new() };
        for skipped in std::mem::take(&mut deferred.waiting) {
            deferred.hand_on(skipped, &self.aliases);
        }
        deferred.places
    }
}

impl<'a> SkippedBody<'a> {
    /// Reads the body by a parser of the text up to its end, with what was read before, into an empty one.
    fn read(&self, mut parser: Parser<'a, '_>, memo: &mut Memo<'a>, empty: Body) -> ParseResult<Body> {
        parser.seek(self.braces.0);
        (parser.default_dialect, parser.depth) = (self.dialect, self.depth);
        parser.memo = std::mem::take(memo);
        parser.push_frame();
        *parser.body() = empty;
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
    use super::{ParseOptions, Parser, WORTHWHILE, is_mostly_bodies};

    /// Says whether the bodies of a text can be skipped, and checks that this changes nothing.
    fn skips(text: &str) -> bool {
        // The same functions often enough, under other names.
        let count = WORTHWHILE / text.len() + 1;
        let functions: Vec<String> = (0..count).map(|at| text.replace("@f", &format!("@f{at}"))).collect();
        let functions = format!("module {{\n{}}}\n", functions.concat());
        // Bodies wait for aliases that are defined behind them, and for no others.
        let alias = "#a = 7 : i32\n";
        let [before, behind] =
            [format!("{alias}{functions}"), format!("{functions}{alias}")].map(reads_alike);
        assert_eq!(before, behind);
        behind
    }

    /// The same for a whole text.
    fn reads_alike(text: String) -> bool {
        let (context, options) = (crate::test_dialect::context(), ParseOptions::default());
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
            "  test.func @f(%x: i32) -> i32 {\n    %y = test.add %x, %x {a = #a} : i32\n    test.br ^end\n  ^end:\n    \
             test.return %y : i32\n  }\n  test.func private @fg(i32)\n"
        ));
        assert!(skips(
            "  test.global @f {\n    %0 = test.constant(#a) : i32\n    test.return %0 : i32\n  }\n"
        ));
        assert!(skips(
            "  module @f {\n    test.func @f(%x: i32) {\n      test.return\n    }\n  }\n  test.func @fg(%x: i32) {\n    test.return\n  }\n"
        ));
    }

    #[test]
    fn texts_of_many_aliases_are_known() {
        let (aliases, rest) = ("#a = 7 : i32\n".repeat(20), "test.func @f()\n".repeat(80));
        assert!(is_mostly_bodies(rest.as_bytes()) && is_mostly_bodies(b""));
        assert!(is_mostly_bodies(format!("#a = 7 : i32\n{rest}!a = i32\n").as_bytes()));
        assert!(!is_mostly_bodies(format!("{aliases}{rest}").as_bytes()));
        assert!(!is_mostly_bodies(format!("{rest}{aliases}").as_bytes()));
    }

    #[test]
    fn other_bodies_are_read_in_order() {
        assert!(!skips("  test.func @f() {\n    test.return }\n  test.func @fg() { test.return\n  }\n"));
        assert!(!skips("  test.func @f() {\n  \"x.y\"() ({\n  }) : () -> ()\n    test.return\n  }\n"));
        assert!(!skips("  test.func @f() {\n    test.br ^nowhere\n  }\n"));
        assert!(!skips("  func.func @f() {\n  }\n"));
    }

    #[test]
    fn errors_are_those_of_reading_in_order() {
        let text = format!(
            "test.func @f() {{\n  test.return\n}}\ntest.func @g() {{\n  test.br ^b\n}}\n{}",
            "// filler\n".repeat(WORTHWHILE / 10 + 1)
        );
        let context = crate::test_dialect::context();
        let errors = parse(&context, "t", text.as_bytes(), &ParseOptions::default()).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].message(), "reference to an undefined block '^b'");
    }
}
