//! The line cache of the parser. Most operations in a text repeat an earlier one except for the names of values and blocks. The
//! cache maps such a line to its parsed operation, from which the next one is created with its own names.
//!
//! A line is cached only if its meaning depends on nothing else: an operation without regions that fills its line up to the
//! location. Custom parsers must be pure functions of the text, the kind of the next token and the equality of operand names. So
//! an entry records which kinds of tokens have followed it, and a line in which a name occurs twice is not cached.
//!
//! Lines are found without tokenizing, as printers space them (`%0 = `), and compared a word at a time: first with the line that
//! came next the last time the text looked like this, then with the one of the same hash.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_support::text::equal;
use tern_support::ways;

use super::ParseResult;
use super::byte_scan::{Hash, first_of, none_of, word};
use super::lexer::{Lexer, Token};
use super::operations::Unresolved;
use super::parser::{MAX_DEPTH, Parser};
use super::templates::is_ambiguous;
use super::value_names::Name;
use crate::attributes::Attribute;
use crate::body::{Block, Op, Value};
use crate::context::OpName;
use crate::types::Type;

/// The maximum number of cached lines.
const MOST: usize = 1 << 14;

/// The maximum length of a cached line, because every operation on it searches for its end; and the maximum number of names in it,
/// because each name is compared with the others.
const LONGEST: usize = 1 << 11;
const MOST_NAMES: usize = 16;

/// Below this number of entries, every line is cached on first sight; above it, only lines that were seen before.
const UNTRIED: usize = MOST / 2;

/// The number of slots that remember lines seen once.
const ONCE: usize = 1 << 14;

/// The number of slots that predict which line comes next.
const PLACES: usize = 1 << 12;

/// The line cache.
pub(super) struct Lines<'a> {
    kept: Vec<Kept<'a>>,
    /// Indices into `kept` by hash.
    places: FxHashMap<u64, u32>,
    /// A direct-mapped table of the hashes of lines seen so far.
    once: Box<[u64]>,
    /// `last` is the index of the line found last. `expected` predicts the next one, by a hash of `last` and the start of the
    /// text.
    last: u32,
    expected: Box<[u32]>,
    /// The names in the current line.
    names: Vec<Place>,
}

impl Default for Lines<'_> {
    fn default() -> Self {
        Self {
            // Unused capacity is never touched, whereas growing would copy.
            kept: Vec::with_capacity(MOST),
            places: FxHashMap::default(),
            once: vec![0; ONCE].into(),
            last: 0,
            expected: vec![0; PLACES].into(),
            names: Vec::new(),
        }
    }
}

impl<'a> Lines<'a> {
    /// Whether a line with this hash should be cached.
    fn is_worthwhile(&mut self, hash: u64) -> bool {
        !ways::is_plain()
            && (self.kept.len() < UNTRIED
                || std::mem::replace(&mut self.once[hash as usize % ONCE], hash) == hash)
    }

    /// Looks up the line at the start of `text`. Returns its length and cache index; fills `names` with the names in it.
    fn find(&mut self, text: &[u8]) -> Option<(usize, u32)> {
        let beginning = Hash::default().with(self.last.into()).with(word(text));
        let place = beginning.finish() as usize % PLACES;
        let expected = self.expected[place];
        if let Some(kept) = self.kept.get(expected as usize)
            && let Some(length) = kept.line().again(text, &mut self.names)
        {
            self.last = expected;
            return Some((length, expected));
        }
        let (length, hash) = scan(text, &mut self.names)?;
        let found = *self.places.get(&hash)?;
        (self.last, self.expected[place]) = (found, found);
        let line = Named { text: &text[..length], names: &self.names };
        self.kept[found as usize].line().is_like(line).then_some((length, found))
    }
}

/// The rest of a line from the operation's name on, without the location.
pub(super) struct Line<'a> {
    text: &'a [u8],
    names: Vec<Place>,
    hash: u64,
}

/// A name in a line: its range after the sigil, and its number.
#[derive(Clone, Copy)]
struct Place {
    begin: u16,
    end: u16,
    number: u32,
}

impl Place {
    /// The name that begins at `begin`.
    #[inline(always)]
    fn of(text: &[u8], begin: usize) -> Self {
        let (end, number) = Name::end(text, begin);
        Self { begin: begin as u16, end: end as u16, number }
    }

    fn range(self) -> Range<usize> {
        self.begin.into()..self.end.into()
    }
}

/// A text and the names in it.
#[derive(Clone, Copy)]
struct Named<'a, 'n> {
    text: &'a [u8],
    names: &'n [Place],
}

/// A cache entry: a line and its parsed operation.
struct Kept<'a> {
    text: &'a [u8],
    names: Box<[Place]>,
    op: OpName,
    properties: Attribute,
    attributes: Attribute,
    result_types: Box<[Type]>,
    /// For each operand, the index of its name and its type.
    operands: Box<[(usize, Type)]>,
    /// For each successor, the index of its name.
    successors: Box<[usize]>,
    /// The nesting depth of the line.
    height: u32,
    /// The kinds of tokens that have followed it.
    followers: Followers,
}

/// A set of token kinds.
#[derive(Clone, Copy)]
pub(super) struct Followers(u8);

impl Followers {
    const VALUE: u8 = 1;
    const LOCATION: u8 = 8;

    /// The start of the token that follows `at`, and its kind.
    #[inline(always)]
    fn at(text: &[u8], at: usize) -> (usize, Self) {
        let mut lexer = Lexer { text, position: at };
        lexer.skip_space();
        if let [b'%', b'0'..=b'9', ..] = text[lexer.position..] {
            return (lexer.position, Self(Self::VALUE));
        }
        let (start, token) = lexer.next();
        (start, Self::of(token))
    }

    /// The kind of a token; empty if it cannot follow an operation.
    fn of(token: Token<'_>) -> Self {
        Self(match token {
            Token::Percent(_) => Self::VALUE,
            Token::Caret(_) => 2,
            Token::Punct(b'}') => 4,
            Token::Bare(b"loc") => Self::LOCATION,
            Token::Bare(name) if name.contains(&b'.') => 16,
            _ => 0,
        })
    }
}

impl<'a> Kept<'a> {
    fn line(&self) -> Named<'a, '_> {
        Named { text: self.text, names: &self.names }
    }
}

/// The bytes that end a line, or the piece before a name.
const STOPS: [u8; 3] = [b'\n', b'%', b'^'];

/// Scans the line at the start of `text`: returns its length without the location, and its hash without the names, which go to
/// `names`. `None` if the line cannot be cached.
fn scan(text: &[u8], names: &mut Vec<Place>) -> Option<(usize, u64)> {
    names.clear();
    // Everything before `at` is hashed. The piece after the last name starts at `piece`; `before` is the hash up to there.
    let (mut at, mut piece) = (0, 0);
    let (mut hash, mut before) = (Hash::default(), Hash::default());
    loop {
        if at >= text.len().min(LONGEST) {
            return None;
        }
        if at == piece {
            while let Some(bytes) = text[at..].first_chunk()
                && none_of(STOPS, bytes)
            {
                let (words, _) = bytes.as_chunks();
                hash = words.iter().fold(hash, |hash, word| hash.with(u64::from_le_bytes(*word)));
                at += bytes.len();
            }
        }
        let next = word(&text[at..]);
        let Some(plain) = first_of(STOPS, next) else {
            (hash, at) = (hash.with(next), at + 8);
            continue;
        };
        hash = hash.with(next & !(u64::MAX << (8 * plain)));
        at += plain;
        if text[at] == b'\n' {
            break;
        }
        let name = Place::of(text, at + 1);
        let end = name.end.into();
        // `%0#1` selects one of several results.
        if names.len() == MOST_NAMES || text.get(end) == Some(&b'#') {
            return None;
        }
        names.push(name);
        (at, piece, before) = (end, end, hash);
    }
    let end = without_location(&text[..at]).len();
    if end < at {
        hash = before.with_all(text[..end].get(piece..)?);
    }
    Some((end, hash.finish()))
}

/// The line without the `loc(…)` at its end, if that is an alias.
fn without_location(line: &[u8]) -> &[u8] {
    let Some((b')', _)) = line.split_last() else { return line };
    let open = line.iter().rposition(|&byte| byte == b'(').unwrap_or(0);
    line[..open].strip_suffix(b" loc").unwrap_or(line)
}

impl<'a> Named<'a, '_> {
    fn name(self, index: usize) -> Name<'a> {
        let place = self.names[index];
        Name::of_number(&self.text[place.range()], place.number)
    }

    /// The position of a name's sigil.
    fn sigil(self, index: usize) -> usize {
        usize::from(self.names[index].begin) - 1
    }

    /// Whether a name occurs twice.
    fn repeats_a_name(self) -> bool {
        (1..self.names.len()).any(|index| (0..index).any(|before| self.name(index) == self.name(before)))
    }

    /// Whether two lines are equal except for their names.
    fn is_like(self, other: Named<'_, '_>) -> bool {
        if self.names.len() != other.names.len() {
            return false;
        }
        let (mut here, mut there) = (0, 0);
        for (own, others) in self.names.iter().zip(other.names) {
            let pieces = (&self.text[here..own.begin.into()], &other.text[there..others.begin.into()]);
            if !equal(pieces.0, pieces.1) {
                return false;
            }
            (here, there) = (own.end.into(), others.end.into());
        }
        equal(&self.text[here..], &other.text[there..])
    }

    /// Matches this line against the start of `text`, ignoring names. Returns the length of the match and fills `names`; `None` if
    /// they differ.
    fn again(self, text: &[u8], names: &mut Vec<Place>) -> Option<usize> {
        names.clear();
        let (mut here, mut there) = (0, 0);
        for own in self.names {
            let piece = &self.text[here..own.begin.into()];
            let begin = there + piece.len();
            if !equal(piece, text.get(there..begin)?) {
                return None;
            }
            let others = Place::of(text, begin);
            names.push(others);
            (here, there) = (own.end.into(), others.end.into());
        }
        let piece = &self.text[here..];
        let end = there + piece.len();
        let ends = match text.get(end)? {
            b'\n' => true,
            b' ' => text[end..].starts_with(b" loc(#"),
            _ => false,
        };
        (ends && equal(piece, &text[there..end])).then_some(end)
    }
}

/// The state before an operation whose line is to be cached.
pub(super) struct Before<'a> {
    line: Line<'a>,
    start: usize,
    deepest: u32,
    expanded: u64,
}

/// The end of an operation, before its location.
pub(super) struct End {
    position: usize,
    followers: Followers,
}

impl<'a> Parser<'a, '_> {
    /// The line of the operation at the current token, if it can be cached.
    pub(super) fn line(&self) -> Option<Line<'a>> {
        // The meaning of a name without a dialect depends on the surrounding operation.
        let named = matches!(self.token, Token::Bare(name) if name.contains(&b'.'));
        let plain = named && !self.options.old_spellings && self.open_types.is_empty();
        if !plain {
            return None;
        }
        let (text, mut names) = (&self.lexer.text[self.start..], Vec::new());
        let (length, hash) = scan(text, &mut names)?;
        Some(Line { text: &text[..length], names, hash })
    }

    /// Parses operations from the current token on and appends them to `block`, for as long as their lines are in the cache.
    pub(super) fn repeat(&mut self, block: Block) -> ParseResult<()> {
        let Some(mut lines) = self.cache.lines.take() else { return Ok(()) };
        let mut at = self.start;
        let result = loop {
            match self.make_again(&mut lines, block, &mut at) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        self.cache.lines = Some(lines);
        if at != self.start {
            self.seek(at);
        }
        result
    }

    /// Parses the operation at `at` and moves `at` behind it. Returns false if its line is not cached.
    fn make_again(&mut self, lines: &mut Lines<'a>, block: Block, at: &mut usize) -> ParseResult<bool> {
        let (text, begin) = (self.lexer.text, *at);
        let (result, start) = match text.get(begin) {
            Some(b'%') => {
                let (end, number) = Name::end(text, begin + 1);
                let [b' ', b'=', b' ', ..] = text[end..] else { return Ok(false) };
                (Some(Name::of_number(&text[begin + 1..end], number)), end + 3)
            }
            Some(b'a'..=b'z') => (None, begin),
            _ => return Ok(false),
        };
        let Some((length, kept)) = lines.find(&text[start..]) else { return Ok(false) };
        let (kept, end) = (&lines.kept[kept as usize], start + length);
        let line = Named { text: &text[start..end], names: &lines.names };
        let (next, followers) = Followers::at(text, end);
        let depth = self.depth + 1 + kept.height;
        if depth > MAX_DEPTH
            || result.is_some() && kept.result_types.len() != 1
            || line.repeats_a_name()
            || kept.followers.0 & followers.0 == 0
        {
            return Ok(false);
        }
        let mut operands: SmallVec<[Value; 4]> = SmallVec::new();
        for &(index, ty) in &kept.operands {
            let operand = Unresolved::single(line.name(index), start + line.sigil(index));
            match self.resolve(operand, ty) {
                Ok(value) => operands.push(value),
                // A value has another type than in the cached line.
                Err(_) => return Ok(false),
            }
        }
        self.deepest = self.deepest.max(depth);
        *at = next;
        let mut location = self.location_at(start);
        if followers.0 == Followers::LOCATION {
            self.seek(next);
            location = self.optional_location()?.unwrap_or(location);
            *at = self.start;
        }
        let (properties, attributes) = (kept.properties, kept.attributes);
        let body = self.body();
        let op = body.create_simple(kept.op, location, &operands, &kept.result_types, properties, attributes);
        if !kept.successors.is_empty() {
            let named = |&index: &usize| self.block_named(line.name(index).text, start + line.sigil(index));
            let successors: SmallVec<[Block; 2]> = kept.successors.iter().map(named).collect();
            self.body().set_successors(op, &successors);
        }
        self.append_read(block, op);
        if let (Some(name), Some(value)) = (result, self.body().result(op)) {
            self.define_results(name, value, 1, begin)?;
        }
        Ok(true)
    }

    /// Saves the state before an operation whose line may be cached.
    pub(super) fn before(&mut self, line: Option<Line<'a>>) -> Option<Before<'a>> {
        let line = line?;
        self.cache.lines.get_or_insert_default().is_worthwhile(line.hash).then(|| Before {
            line,
            start: self.start,
            deepest: std::mem::replace(&mut self.deepest, self.depth),
            expanded: self.expanded,
        })
    }

    /// The end of the operation that was parsed up to the current token.
    pub(super) fn end(&self) -> End {
        let followers = Followers::of(self.token);
        End { position: self.start, followers }
    }

    /// Caches the line of an operation, if possible.
    pub(super) fn keep(&mut self, before: Before<'a>, op: Op, end: &End) {
        let Before { line, start, deepest, expanded } = before;
        let text = Named { text: line.text, names: &line.names };
        let height = self.deepest - self.depth;
        self.deepest = self.deepest.max(deepest);
        let rest = self.lexer.text.get(start + text.text.len()..end.position);
        let fills_its_line = rest.is_some_and(|rest| rest.iter().all(u8::is_ascii_whitespace));
        // Lines that expand aliases are not cached, because each use counts toward the expansion limit.
        // What looks like a location at the end of a line may be inside a comment.
        let has_comment = || memchr::memmem::find(text.text, b"//").is_some();
        if !fills_its_line || self.expanded != expanded || text.repeats_a_name() || has_comment() {
            return;
        }
        let known = self.cache.lines.as_deref_mut().and_then(|lines| {
            let place = *lines.places.get(&line.hash)?;
            lines.kept.get_mut(place as usize)
        });
        if let Some(known) = known {
            if known.line().is_like(text) {
                known.followers.0 |= end.followers.0;
            }
        } else if let Some(kept) = self.kept(text, op, height, end.followers)
            && let Some(lines) = self.cache.lines.as_deref_mut()
            && lines.kept.len() < MOST
        {
            lines.places.insert(line.hash, lines.kept.len() as u32);
            lines.kept.push(kept);
        }
    }

    /// A cache entry for a line, if its names are exactly the operands and successors of `op`, each once.
    fn kept(&mut self, line: Named<'a, '_>, op: Op, height: u32, followers: Followers) -> Option<Kept<'a>> {
        let names = 0..line.names.len();
        let (values, blocks): (Vec<_>, Vec<_>) =
            names.partition(|&index| line.text[line.sigil(index)] == b'%');
        let value = |&index: &usize| self.known_value(Unresolved::single(line.name(index), 0)).ok()?;
        let named: Option<Vec<Value>> = values.iter().map(value).collect();
        let targets: Option<Vec<Block>> =
            blocks.iter().map(|&index| self.known_block(line.name(index).text)).collect();
        let body = self.body();
        let uses = places(body.operands(op), &named?)?;
        let operands = uses.iter().zip(body.operands(op));
        let operands = operands.map(|(&place, &value)| (values[place], body.value_type(value))).collect();
        let successors = places(body.successors(op), &targets?)?.iter().map(|&place| blocks[place]).collect();
        let holds_regions = body.nested(op).is_some() || !body.regions(op).1.is_empty();
        (!holds_regions).then(|| Kept {
            text: line.text,
            names: line.names.into(),
            op: body.op_name(op),
            properties: body.properties(op),
            attributes: body.attributes(op),
            result_types: body.results(op).map(|value| body.value_type(value)).collect(),
            operands,
            successors,
            height,
            followers,
        })
    }
}

/// For each item of `all`, its index in `list`; `None` unless `list` is a permutation of `all`.
fn places<T: Copy + PartialEq>(all: &[T], list: &[T]) -> Option<Vec<usize>> {
    let place = |one: &T| list.iter().position(|other| other == one);
    let places: Vec<usize> = all.iter().map(place).collect::<Option<_>>()?;
    (places.len() == list.len() && !is_ambiguous(&places)).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::super::{ParseOptions, PrintOptions, parse, print};
    use super::Parser;

    /// The cached lines of a region.
    fn kept(region: &str) -> Vec<String> {
        let context = crate::test_dialect::context();
        let mut parser = Parser::new(&context, region.as_bytes(), 0, ParseOptions::default());
        parser.push_frame();
        parser.region_here(true, &[]).unwrap_or_else(|error| panic!("{}", error.message()));
        let lines = parser.cache.lines.unwrap_or_default();
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let mut kept: Vec<String> = lines.kept.iter().map(|kept| text(kept.text)).collect();
        kept.sort();
        kept
    }

    /// Parses functions with these bodies, and checks that they print as they were spelled.
    fn survives(bodies: &[&str]) {
        let functions: Vec<String> = (0..)
            .zip(bodies)
            .map(|(at, body)| {
                format!("  test.func @f{at}(%arg0: i32, %arg1: i32, %arg2: !test.ptr) {{\n{body}  }}\n")
            })
            .collect();
        let text = format!("module {{\n{}}}\n", functions.concat());
        let context = crate::test_dialect::context();
        let module = parse(&context, "t", text.as_bytes(), &ParseOptions::default());
        let module = module.unwrap_or_else(|errors| panic!("{:?}", errors[0].message()));
        let printed = print(&context, &module, &PrintOptions::default());
        assert_eq!(String::from_utf8_lossy(&printed), text);
    }

    #[test]
    fn what_repeats_is_kept_once() {
        let repeated = "%0 = test.poison : i32\n%1 = test.poison : i32\n\
            %2 = test.add %0, %1 : i32\n%3 = test.add %1, %2 : i32 loc(#a)\n%4 = test.sub %1, %2 : i32\ntest.br ^b\n\
            ^b:\ntest.br ^c\n^c:\ntest.unreachable\n";
        let lines = [
            "test.add %0, %1 : i32",
            "test.br ^b",
            "test.poison : i32",
            "test.sub %1, %2 : i32",
            "test.unreachable",
        ];
        assert_eq!(kept(&format!("{{\n{repeated}}}\n#a = loc(unknown)\n")), lines);
    }

    #[test]
    fn of_many_lines_those_that_repeat_are_kept() {
        // Long enough that each is worth to be kept.
        let constant = |n: usize| format!("test.constant({} : i32) : i32\n", 10_000 + n);
        let mut region: String = (0..super::UNTRIED + 5).map(constant).collect();
        assert_eq!(kept(&format!("{{\n{region}}}\n")).len(), super::UNTRIED);
        (0..2).for_each(|_| region.push_str(&constant(super::UNTRIED + 3)));
        assert_eq!(kept(&format!("{{\n{region}}}\n")).len(), super::UNTRIED + 1);
    }

    #[test]
    fn lines_mean_the_same_however_they_are_spaced() {
        let lines = [
            "%1 = test.add %0, %0 : i32",
            "%2 = test.add %0, %1 : i32",
            "%3 = test.add %1, %2 : i32",
            "%x = test.add %3, %y : i32 loc(#a)",
            "%5:1 = test.add %y, %3 : i32 loc(#a)",
            "%y = test.add %3, %5#0 : i32 loc(unknown)",
            "%700 = test.add %007, %y : i32 loc(\"%x\")",
            "%007 = test.add %x, %y : i32",
            "test.cond_br %b, ^bb1, ^7",
            "^7:",
            "test.cond_br %b, ^bb1, ^bb01",
            "^bb01:",
            "test.cond_br %b, ^bb1, ^7",
            "^bb1:",
            "test.br ^c",
            "^c:",
            "test.return",
        ];
        let read = |between: &str, edit: &dyn Fn(&str) -> String| {
            let lines: Vec<String> = lines.iter().map(|line| edit(line)).collect();
            let text = format!(
                "#a = loc(\"a\":1:2)\ntest.func @f(%0: i32, %b: i1) {{\n{}\n}}\n",
                lines.join(between)
            );
            let context = crate::test_dialect::context();
            let module = parse(&context, "t", text.as_bytes(), &ParseOptions::default());
            let module = module.unwrap_or_else(|errors| panic!("{:?} in {text}", errors[0].message()));
            let printed = print(&context, &module, &PrintOptions::default());
            String::from_utf8_lossy(&printed).into_owned()
        };
        // All on one line, so that no line is cached.
        let wanted = read(" ", &|line| line.to_owned());
        for between in ["\n", "\n    ", "\r\n\t", " \n\n      ", "\n// %0\n ", " // ^c\n"] {
            assert_eq!(read(between, &|line| line.to_owned()), wanted, "{between:?}");
            assert_eq!(read(between, &|line| line.replace(' ', "  ")), wanted, "{between:?}");
            assert_eq!(read(between, &|line| line.replace(" = ", "=")), wanted, "{between:?}");
            assert_eq!(read(between, &|line| line.replace(" loc(#", " loc( #")), wanted, "{between:?}");
        }
    }

    #[test]
    fn what_depends_on_more_is_not_kept() {
        for (first, second) in [
            // One name twice.
            ("test.add %0, %0 : i32", "test.add %1, %1 : i32"),
            // Operations that span lines, or share one.
            ("test.add %0,\n %1 : i32", "test.add %1,\n %0 : i32"),
            ("test.add %0, %1 : i32 %x = test.undef : i64", "test.add %1, %0 : i32 %y = test.undef : i64"),
            // Text that looks like a name but is none, and one of several results.
            ("test.add %0, %1 {a = \"%0\"} : i32", "test.add %0, %1 {a = \"%1\"} : i32"),
            ("test.add %0, %1 : i32 // %2", "test.add %0, %1 : i32 // %3"),
            ("test.add %0#0, %1 : i32", "test.add %1#0, %0 : i32"),
        ] {
            let values = "%0 = test.poison : i32\n%1 = test.undef : i32\n";
            let text = format!("{{\n{values}%2 = {first}\n%3 = {second}\ntest.unreachable\n}}\n");
            assert!(kept(&text).iter().all(|line| !line.contains("test.add")), "{text}");
        }
    }

    #[test]
    fn a_comment_at_the_end_of_a_line_is_no_location() {
        let text = "#a = loc(\"a\":1:1)\ntest.func @f(%0: i32) {\n%1 = test.add %0, %0 : i32 //\nloc(#a)\n%2 = test.add %0, %1 : i32 //\n\
            loc(#a)\n%3 = test.add %1, %2 : i32 // loc(#nowhere)\ntest.return\n}\n";
        let context = crate::test_dialect::context();
        let module = parse(&context, "t", text.as_bytes(), &ParseOptions::default());
        assert!(module.is_ok(), "{:?}", module.err().map(|errors| errors[0].message().to_owned()));
    }

    #[test]
    fn repeated_lines_mean_what_they_say() {
        let body = "    test.cond_br %0, ^bb1(%arg0 : i32), ^bb2\n  ^bb1(%1: i32):  // pred: ^bb0\n    \
            %2 = test.add %1, %arg1 : i32\n    %3 = test.load %arg2 {alignment = 4 : i64} : !test.ptr -> i32\n    \
            test.store %2, %arg2 : i32, !test.ptr\n    test.store %3, %arg2 : i32, !test.ptr\n    test.br ^bb2\n  \
            ^bb2:  // 2 preds: ^bb0, ^bb1\n    test.return\n";
        let other = body.replace("%arg0 : i32", "%arg1 : i32").replace("%1, %arg1", "%arg1, %1");
        let flags = [
            "    %0 = test.icmp \"eq\" %arg0, %arg1 : i32\n",
            "    %0 = test.icmp \"eq\" %arg1, %arg0 : i32\n",
        ];
        let bodies: Vec<String> =
            flags.iter().flat_map(|flag| [format!("{flag}{body}"), format!("{flag}{other}")]).collect();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        survives(&bodies.repeat(3));
    }

    #[test]
    fn members_of_several_modules_may_have_the_same_text() {
        let members = "    test.func private @g()\n    test.func private @f(i32)\n";
        let modules: Vec<String> =
            (0..5).map(|at| format!("  builtin.module @m{at} {{\n{members}  }}\n")).collect();
        let text = format!("module {{\n{}}}\n", modules.concat());
        let context = crate::test_dialect::context();
        let module = parse(&context, "t", text.as_bytes(), &ParseOptions::default()).unwrap();
        assert!(crate::verify::verify(&context, &module).is_empty());
        let printed = print(&context, &module, &PrintOptions::default());
        assert_eq!(String::from_utf8_lossy(&printed), text.replace("builtin.", ""));
        assert!(kept(&format!("{{\n{}}}\n", modules.concat())).is_empty());
    }

    #[test]
    fn errors_are_those_of_a_first_reading() {
        let add = "%a = test.add %0, %1 : i32\n";
        let add = |at: usize| add.replace("%a", &format!("%a{at}"));
        for (wrong, message) in [
            (
                "%3 = test.add %0, %w : i32",
                "use of value '%w' expects different type than prior uses: 'i32' vs 'i64'",
            ),
            ("%a0 = test.add %0, %1 : i32", "redefinition of SSA value '%a0'"),
            ("test.add %0, %1 : i32 {", "expected operation name in quotes"),
        ] {
            let text = format!(
                "test.func @f() {{\n%0 = test.poison : i32\n%1 = test.poison : i32\n%w = test.poison : i64\n\
                 {}{}{}{wrong}\ntest.return\n}}\n",
                add(0),
                add(1),
                add(2)
            );
            let context = crate::test_dialect::context();
            let errors = parse(&context, "t", text.as_bytes(), &ParseOptions::default()).unwrap_err();
            assert_eq!(errors[0].message(), message);
        }
    }
}
