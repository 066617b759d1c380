//! Parallel and deferred parsing of the bodies of functions and globals.
//!
//! A body depends on nothing outside it but aliases, so the main parser skips bodies and other threads parse them. The end of a
//! body is found by indentation: a `}` indented like the line where the body begins, as all printers write it. If the text does
//! not fit this scheme (a body laid out differently, an error), parsing it fails, and the whole text is parsed again sequentially.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use tern_support::ways;

use super::alias_table::AliasTable;
use super::lexer::Token;
use super::operations::RegionArgument;
use super::parse_cache::ParseCache;
use super::parser::Parser;
use super::{ParseOptions, ParseResult};
use crate::body::{Block, Body, Module, Op, OpState};
use crate::context::Context;
use crate::declare::OpDef;

/// The least amount of text worth parsing in parallel, in bytes.
pub(super) const WORTHWHILE: usize = 1 << 16;

/// State of a parser that skips bodies.
pub(super) struct Deferred<'a> {
    /// Sends skipped bodies to the threads that parse them.
    skipped: Sender<Skipped<'a>>,
    /// Bodies that may use aliases defined later in the text.
    waiting: Vec<SkippedBody<'a>>,
    /// The place of each skipped body in the module, by its index.
    places: Vec<Place>,
}

/// A skipped body.
struct SkippedBody<'a> {
    /// Its index among all skipped bodies.
    index: usize,
    /// Offsets of its opening and closing brace.
    braces: (usize, usize),
    arguments: Vec<RegionArgument<'a>>,
    /// The dialect whose operations need no prefix in it.
    dialect: &'static str,
    depth: u32,
}

/// The place of a body in the module.
struct Place {
    /// The operation that owns the body, the operation around that, and so on, as far as they have been created.
    path: Vec<Op>,
    /// The nesting level, in bodies, of the last operation in `path`; initially, that of the skipped body.
    level: usize,
}

/// A text whose bodies can be skipped.
#[derive(Clone, Copy)]
struct Source<'a, 'c> {
    context: &'c Context,
    text: &'a [u8],
    base: u32,
    options: ParseOptions,
}

/// A skipped body, and the aliases that it may use.
type Skipped<'a> = (SkippedBody<'a>, Arc<AliasTable<'a>>);

/// The parser after everything but the skipped bodies was parsed, the top-level block, and the places of the bodies.
type Around<'a, 'c> = (Parser<'a, 'c>, Block, Vec<Place>);

/// Parses a module with its bodies in parallel; `None` if the text is invalid or laid out differently.
pub(super) fn read<'a>(
    context: &Context,
    text: &'a [u8],
    base: u32,
    options: ParseOptions,
) -> Option<Module> {
    let source = Source::new(context, text, base, options)?;
    let (sender, skipped) = channel();
    let read_body = |cache: &mut ParseCache<'a>, skipped: Skipped<'a>| {
        let (open, close) = skipped.0.braces;
        let mut body = Body::new();
        // Printers put each operation on its own line, so this estimates the number of operations.
        body.reserve(memchr::memchr_iter(b'\n', &text[open..close]).count());
        Ok((skipped.0.index, source.read(&skipped, cache, body)?))
    };
    let bodies = || skipped.into_iter().par_bridge().map_init(ParseCache::default, read_body).collect();
    let (around, bodies): (_, ParseResult<Vec<_>>) = rayon::join(|| source.around(sender), bodies);
    let ((mut parser, block, places), bodies) = (around?, bodies.ok()?);
    for (index, read) in bodies {
        *places[index].find(parser.body())? = read;
    }
    parser.whole_module(block).ok()
}

/// Parses a module except for the bodies of its members called `later`, which get an empty block until they are requested. `None`
/// if the text is invalid or laid out differently.
pub(super) fn parse_without_bodies<'a, 'c>(
    context: &'c Context,
    text: &'a [u8],
    base: u32,
    options: ParseOptions,
    later: &str,
) -> Option<(Module, Unread<'a, 'c>)> {
    let source = Source::new(context, text, base, options)?;
    let (sender, skipped) = channel();
    let (mut parser, block, places) = source.around(sender)?;
    let mut unread = Unread { source, bodies: FxHashMap::default(), cache: ParseCache::default() };
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
                let read = source.read(&skipped, &mut unread.cache, Body::new()).ok()?;
                *place.find(parser.body())? = read;
            }
        }
    }
    Some((parser.whole_module(block).ok()?, unread))
}

/// Estimated text per operation, on the low side: unused capacity is never touched.
const BYTES_OF_OP: usize = 64;

/// Whether a text is worth [`parse_without_bodies`]: it is large, and aliases (which stand before and behind everything else) take little of
/// it. The text stays in memory for as long as bodies are unread, which only pays off if it is smaller than the parsed bodies.
pub(super) fn is_worthwhile(text: &[u8]) -> bool {
    text.len() >= ways::limit(WORTHWHILE) && is_mostly_bodies(text)
}

fn is_mostly_bodies(text: &[u8]) -> bool {
    let is_alias = |at: usize| {
        let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
        matches!(text.get(line), Some(b'#' | b'!'))
    };
    let eighth = text.len() / 8;
    ![eighth, text.len() - eighth].into_iter().any(is_alias)
}

/// Bodies that were skipped when a module was parsed.
pub struct Unread<'a, 'c> {
    source: Source<'a, 'c>,
    /// By the module member that owns the body.
    bodies: FxHashMap<Op, Skipped<'a>>,
    cache: ParseCache<'a>,
}

impl Unread<'_, '_> {
    /// Parses the body of a module member, reusing the memory of `used`, a body that is no longer needed; `None` if this member's
    /// body was not skipped.
    ///
    /// # Errors
    /// The first error in the body; it need not be the first error of the text.
    pub fn read(&mut self, member: Op, mut used: Body) -> Option<ParseResult<Body>> {
        let skipped = self.bodies.get(&member)?;
        used.clear();
        let (open, close) = skipped.0.braces;
        used.reserve((close - open) / BYTES_OF_OP);
        Some(self.source.read(skipped, &mut self.cache, used))
    }
}

impl<'a, 'c> Source<'a, 'c> {
    fn new(context: &'c Context, text: &'a [u8], base: u32, options: ParseOptions) -> Option<Self> {
        // After an error everything is parsed again sequentially, so stop at once.
        let options = ParseOptions { stop_at_first_error: true, ..options };
        (!options.old_spellings).then_some(Self { context, text, base, options })
    }

    /// Parses everything but the bodies that can be skipped, which are sent to `sender`.
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

    /// Parses a skipped body into `empty`.
    fn read(
        self,
        (skipped, aliases): &Skipped<'a>,
        cache: &mut ParseCache<'a>,
        empty: Body,
    ) -> ParseResult<Body> {
        let text = &self.text[..=skipped.braces.1];
        let parser = Parser::with_aliases(self.context, text, self.base, self.options, Arc::clone(aliases));
        skipped.read(parser, cache, empty)
    }
}

impl Place {
    /// The skipped body's place within the top-level body.
    fn find<'b>(&self, top: &'b mut Body) -> Option<&'b mut Body> {
        self.path.iter().rev().try_fold(top, |body, &op| body.nested_mut(op))
    }
}

impl<'a> Deferred<'a> {
    /// Sends a body to be parsed.
    fn hand_on(&self, skipped: SkippedBody<'a>, aliases: &Arc<AliasTable<'a>>) {
        // Sending fails after an error, when there is no receiver any more.
        let _ = self.skipped.send((skipped, Arc::clone(aliases)));
    }

    /// Notes that an operation was created, `level` bodies deep.
    pub(super) fn made(&mut self, op: Op, level: usize) {
        for place in self.places.iter_mut().rev().take_while(|place| place.level > level) {
            place.path.push(op);
            place.level = level;
        }
    }
}

impl<'a, 'c> Parser<'a, 'c> {
    /// Parses the body of a function or global, whose entry block has `arguments`, into `state`. If bodies are parsed in parallel,
    /// skips it and leaves an empty block for now.
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

    /// The offsets of the braces of the body at the current token, if it can be skipped.
    fn skippable(&self) -> Option<(usize, usize)> {
        self.deferred.as_ref()?;
        let (text, open) = (self.lexer.text, self.start);
        let mut ahead = self.lexer;
        // An empty body is an error for some functions, so do not skip it.
        if self.token != Token::Punct(b'{') || ahead.next().1 == Token::Punct(b'}') {
            return None;
        }
        let line = memchr::memrchr(b'\n', &text[..open]).map_or(0, |newline| newline + 1);
        let indent = text[line..].iter().take_while(|&&byte| byte == b' ').count();
        let end = [b"\n", &text[line..line + indent], b"}"].concat();
        let close = open + memchr::memmem::find(&text[open..], &end)? + end.len() - 1;
        Some((open, close))
    }

    /// Sends the bodies that waited for aliases, all of which are known now. Returns the places of all bodies.
    fn hand_on_waiting(&mut self) -> Vec<Place> {
        let Some(mut deferred) = self.deferred.take() else { return Vec::new() };
        for skipped in std::mem::take(&mut deferred.waiting) {
            deferred.hand_on(skipped, &self.aliases);
        }
        deferred.places
    }
}

impl<'a> SkippedBody<'a> {
    /// Parses the body into `empty`, with a parser whose text ends at the closing brace; `cache` carries caches from body to body.
    fn read(&self, mut parser: Parser<'a, '_>, cache: &mut ParseCache<'a>, empty: Body) -> ParseResult<Body> {
        parser.seek(self.braces.0);
        (parser.default_dialect, parser.depth) = (self.dialect, self.depth);
        parser.cache = std::mem::take(cache);
        parser.push_frame();
        *parser.body() = empty;
        parser.region_here(true, &self.arguments)?;
        let body = parser.pop_frame();
        if parser.token != Token::Eof || !parser.undeclared.is_empty() {
            return Err(parser.error("the body ends elsewhere"));
        }
        *cache = parser.cache;
        Ok(body)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PrintOptions, parse, print};
    use super::{ParseOptions, Parser, WORTHWHILE, is_mostly_bodies};

    /// Whether the bodies of a text are skipped. Also checks that skipping does not change the result.
    fn skips(text: &str) -> bool {
        // Repeat the functions, under other names, until the text is large enough.
        let count = WORTHWHILE / text.len() + 1;
        let functions: Vec<String> = (0..count).map(|at| text.replace("@f", &format!("@f{at}"))).collect();
        let functions = format!("module {{\n{}}}\n", functions.concat());
        // Bodies wait for aliases that are defined behind them, and for no others.
        let alias = "#a = 7 : i32\n";
        let [before, behind] =
            [format!("{alias}{functions}"), format!("{functions}{alias}")].map(reads_the_same);
        assert_eq!(before, behind);
        behind
    }

    /// As `skips`, for a whole text.
    fn reads_the_same(text: String) -> bool {
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
