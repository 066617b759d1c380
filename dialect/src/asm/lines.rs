//! Lines that repeat: most operations of a text were read before, but for the names of the values and blocks that they use. What
//! such a line means is kept, and the next one is made of that and of its own names.
//!
//! Kept is what depends on nothing else: an operation without regions that fills its line, up to its location. Custom syntax may ask
//! which token follows, so that has to be of a kind that followed before; and whether two operands are the same, so no name may
//! be there twice.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use super::ParseResult;
use super::lexer::{Token, name_length};
use super::operations::Unresolved;
use super::parser::{MAX_DEPTH, Parser};
use super::templates::is_ambiguous;
use crate::attributes::Attribute;
use crate::body::{Block, Op, Value};
use crate::context::OpName;
use crate::location::Location;
use crate::types::Type;

/// How many lines are kept at most.
const MOST: usize = 1 << 14;

/// How long a line is at most that is kept, and how many names are in it: each is looked for among the others.
const LONGEST: usize = 1 << 9;
const MOST_NAMES: usize = 16;

/// How many lines that were read once are remembered: what never repeats is not kept.
const ONCE: usize = 1 << 14;

/// The lines that are kept, by their hashes.
pub(super) struct Lines<'a> {
    kept: FxHashMap<u64, Kept<'a>>,
    /// The hashes of lines that were read, where no other took the place.
    once: Box<[u64]>,
}

impl Default for Lines<'_> {
    fn default() -> Self {
        Self { kept: FxHashMap::default(), once: vec![0; ONCE].into() }
    }
}

impl Lines<'_> {
    /// Whether a line of this hash was read before; if not, it is from now on.
    fn was_read(&mut self, hash: u64) -> bool {
        std::mem::replace(&mut self.once[hash as usize % ONCE], hash) == hash
    }
}

/// The rest of a line from the name of an operation on, without its location.
pub(super) struct Line<'a> {
    text: Named<'a>,
    hash: u64,
}

/// A text, and where names are in it, from behind the sigil on.
struct Named<'a> {
    text: &'a [u8],
    names: SmallVec<[(u16, u16); 6]>,
}

/// What a line means.
struct Kept<'a> {
    text: Named<'a>,
    op: OpName,
    properties: Attribute,
    attributes: Attribute,
    result_types: Box<[Type]>,
    /// Of each operand which name it is, and its type.
    operands: Box<[(usize, Type)]>,
    /// Of each successor which name it is.
    successors: Box<[usize]>,
    /// How deep the line nests.
    height: u32,
    /// What has followed it.
    followers: Followers,
}

/// Kinds of tokens, as bits.
#[derive(Clone, Copy)]
pub(super) struct Followers(u8);

impl Followers {
    /// The kind of a token, if it is one that can follow an operation.
    fn of(token: Token<'_>) -> Self {
        Self(match token {
            Token::Percent(_) => 1,
            Token::Caret(_) => 2,
            Token::Punct(b'}') => 4,
            Token::Bare(b"loc") => 8,
            Token::Bare(name) if name.contains(&b'.') => 16,
            _ => 0,
        })
    }
}

impl<'a> Line<'a> {
    /// The line that `start` is in, from there on; `None` where it cannot be kept.
    fn at(text: &'a [u8], start: usize) -> Option<Self> {
        let rest = &text[start..];
        let text = without_location(&rest[..memchr::memchr(b'\n', rest)?]).trim_ascii_end();
        if text.len() > LONGEST {
            return None;
        }
        let mut line = Named { text, names: SmallVec::new() };
        let (mut hasher, mut done) = (FxHasher::default(), 0);
        for sigil in memchr::memchr2_iter(b'%', b'^', text) {
            let begin = sigil + 1;
            let end = begin + name_length(&text[begin..]);
            // `%0#1` is one of several values of a name.
            if line.names.len() == MOST_NAMES || text.get(end) == Some(&b'#') {
                return None;
            }
            line.names.push((begin as u16, end as u16));
            hasher.write(&text[done..begin]);
            done = end;
        }
        hasher.write(&text[done..]);
        Some(Self { text: line, hash: hasher.finish() })
    }
}

/// A line without the `loc(…)` at its end, where that is an alias.
fn without_location(line: &[u8]) -> &[u8] {
    let Some((b')', _)) = line.split_last() else { return line };
    let open = memchr::memrchr(b'(', line).unwrap_or(0);
    line[..open].strip_suffix(b" loc").unwrap_or(line)
}

impl<'a> Named<'a> {
    fn name(&self, index: usize) -> &'a [u8] {
        let (begin, end) = self.names[index];
        &self.text[begin.into()..end.into()]
    }

    /// Where the sigil of a name is.
    fn sigil(&self, index: usize) -> usize {
        usize::from(self.names[index].0) - 1
    }

    /// Whether some name is there twice.
    fn repeats_a_name(&self) -> bool {
        is_ambiguous((0..self.names.len()).map(|index| self.name(index)))
    }

    /// Whether two texts are the same but for the names in them.
    fn is_like(&self, other: &Self) -> bool {
        if self.names.len() != other.names.len() {
            return false;
        }
        let (mut here, mut there) = (0, 0);
        for (own, others) in self.names.iter().zip(&other.names) {
            if self.text[here..own.0.into()] != other.text[there..others.0.into()] {
                return false;
            }
            (here, there) = (own.1.into(), others.1.into());
        }
        self.text[here..] == other.text[there..]
    }
}

/// What is known before an operation is read that is to be kept.
pub(super) struct Before<'a> {
    line: Line<'a>,
    start: usize,
    deepest: u32,
    expanded: u64,
}

/// Where an operation ended without its location.
pub(super) struct End {
    position: usize,
    followers: Followers,
    /// Whether no other operation goes before it.
    alone: bool,
}

impl<'a> Parser<'a, '_> {
    /// The line of the operation at hand, if it can be kept.
    pub(super) fn line(&self) -> Option<Line<'a>> {
        // What a name without a dialect means depends on what is around it.
        let named = matches!(self.token, Token::Bare(name) if name.contains(&b'.'));
        let plain = named && !self.options.old_spellings && self.open_types.is_empty();
        if plain { Line::at(self.lexer.text, self.start) } else { None }
    }

    /// Makes the operation at hand of a line that is kept; `None` where there is none, and nothing is read then.
    pub(super) fn repeat(&mut self, line: &Line<'a>, location: Location) -> ParseResult<Option<Op>> {
        let Some(lines) = self.memo.lines.take() else { return Ok(None) };
        let made = match lines.kept.get(&line.hash) {
            Some(kept) if kept.text.is_like(&line.text) => self.make_again(kept, &line.text, location),
            _ => Ok(None),
        };
        self.memo.lines = Some(lines);
        made
    }

    fn make_again(
        &mut self,
        kept: &Kept<'a>,
        line: &Named<'a>,
        location: Location,
    ) -> ParseResult<Option<Op>> {
        let start = self.start;
        if self.depth + kept.height > MAX_DEPTH || line.repeats_a_name() {
            return Ok(None);
        }
        self.seek(start + line.text.len());
        let follows = kept.followers.0 & Followers::of(self.token).0 != 0;
        let Some(operands) = follows.then(|| self.operands_again(kept, line, start)).flatten() else {
            self.seek(start);
            return Ok(None);
        };
        let block = |&index: &usize| self.block_named(line.name(index), start + line.sigil(index));
        let successors: SmallVec<[Block; 2]> = kept.successors.iter().map(block).collect();
        self.deepest = self.deepest.max(self.depth + kept.height);
        let location = self.optional_location()?.unwrap_or(location);
        let (properties, attributes) = (kept.properties, kept.attributes);
        let body = self.body();
        let op = body.create_simple(kept.op, location, &operands, &kept.result_types, properties, attributes);
        if !successors.is_empty() {
            body.set_successors(op, &successors);
        }
        Ok(Some(op))
    }

    /// The operands that are named in a line; `None` where one has another type.
    fn operands_again(
        &mut self,
        kept: &Kept<'a>,
        line: &Named<'a>,
        start: usize,
    ) -> Option<SmallVec<[Value; 4]>> {
        let mut operands = SmallVec::new();
        for &(index, ty) in &kept.operands {
            let name = Unresolved::single(line.name(index), start + line.sigil(index));
            operands.push(self.resolve(name, ty).ok()?);
        }
        Some(operands)
    }

    /// Notes what is known before an operation is read whose line was read before, and may be kept.
    pub(super) fn before(&mut self, line: Option<Line<'a>>) -> Option<Before<'a>> {
        let line = line?;
        self.memo.lines.get_or_insert_default().was_read(line.hash).then(|| Before {
            line,
            start: self.start,
            deepest: std::mem::replace(&mut self.deepest, self.depth),
            expanded: self.expanded,
        })
    }

    /// The end of an operation that was read up to the token at hand.
    pub(super) fn end(&self) -> End {
        let followers = Followers::of(self.token);
        End { position: self.start, followers, alone: self.implied.is_empty() }
    }

    /// Keeps the line of an operation, if that can be.
    pub(super) fn keep(&mut self, before: Before<'a>, op: Op, end: &End) {
        let Before { line: Line { text, hash }, start, deepest, expanded } = before;
        let height = self.deepest - self.depth;
        self.deepest = self.deepest.max(deepest);
        let rest = self.lexer.text.get(start + text.text.len()..end.position);
        let fills_its_line = rest.is_some_and(|rest| rest.iter().all(u8::is_ascii_whitespace));
        // How much text aliases stand for is counted for each use.
        if !end.alone || !fills_its_line || self.expanded != expanded || text.repeats_a_name() {
            return;
        }
        let known = self.memo.lines.as_deref_mut().and_then(|lines| lines.kept.get_mut(&hash));
        if let Some(known) = known {
            if known.text.is_like(&text) {
                known.followers.0 |= end.followers.0;
            }
        } else if let Some(kept) = self.kept(text, op, height, end.followers)
            && let Some(lines) = self.memo.lines.as_deref_mut()
            && lines.kept.len() < MOST
        {
            lines.kept.insert(hash, kept);
        }
    }

    /// What a line means, if it names nothing but the operands and successors of `op`, and each of them once.
    fn kept(&mut self, text: Named<'a>, op: Op, height: u32, followers: Followers) -> Option<Kept<'a>> {
        let names = 0..text.names.len();
        let (values, blocks): (Vec<_>, Vec<_>) =
            names.partition(|&index| text.text[text.sigil(index)] == b'%');
        let value = |&index: &usize| self.known_value(Unresolved::single(text.name(index), 0)).ok()?;
        let named: Option<Vec<Value>> = values.iter().map(value).collect();
        let targets: Option<Vec<Block>> =
            blocks.iter().map(|&index| self.known_block(text.name(index))).collect();
        let body = self.body();
        let uses = places(body.operands(op), &named?)?;
        let operands = uses.iter().zip(body.operands(op));
        let operands = operands.map(|(&place, &value)| (values[place], body.value_type(value))).collect();
        let successors = places(body.successors(op), &targets?)?.iter().map(|&place| blocks[place]).collect();
        let holds_regions = body.nested(op).is_some() || !body.regions(op).1.is_empty();
        (!holds_regions).then(|| Kept {
            text,
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

/// Where each of `all` is in `list`, if that holds the same in another order.
fn places<T: Copy + PartialEq>(all: &[T], list: &[T]) -> Option<Vec<usize>> {
    let place = |one: &T| list.iter().position(|other| other == one);
    let places: Vec<usize> = all.iter().map(place).collect::<Option<_>>()?;
    (places.len() == list.len() && !is_ambiguous(&places)).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::super::{ParseOptions, PrintOptions, parse, print};
    use super::Parser;
    use crate::context::Context;

    /// The lines that are kept of a region.
    fn kept(region: &str) -> Vec<String> {
        let context = Context::new();
        let mut parser = Parser::new(&context, region.as_bytes(), 0, ParseOptions::default());
        parser.push_frame();
        parser.region_here(true, &[]).unwrap_or_else(|error| panic!("{}", error.message()));
        let lines = parser.memo.lines.unwrap_or_default();
        let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let mut kept: Vec<String> = lines.kept.values().map(|kept| text(kept.text.text)).collect();
        kept.sort();
        kept
    }

    /// Reads functions with these bodies, which are spelled as they are printed.
    fn survives(bodies: &[&str]) {
        let functions: Vec<String> = (0..)
            .zip(bodies)
            .map(|(at, body)| {
                format!("  llvm.func @f{at}(%arg0: i32, %arg1: i32, %arg2: !llvm.ptr) {{\n{body}  }}\n")
            })
            .collect();
        let text = format!("module {{\n{}}}\n", functions.concat());
        let context = Context::new();
        let module = parse(&context, "t", text.as_bytes(), &ParseOptions::default());
        let module = module.unwrap_or_else(|errors| panic!("{:?}", errors[0].message()));
        let printed = print(&context, &module, &PrintOptions::default());
        assert_eq!(String::from_utf8_lossy(&printed), text);
    }

    #[test]
    fn what_repeats_is_kept() {
        assert_eq!(kept("{\n  %0 = llvm.mlir.poison : i32\n  llvm.unreachable\n}\n"), [""; 0]);
        let repeated = "%0 = llvm.mlir.poison : i32\n%1 = llvm.mlir.poison : i32\n\
            %2 = llvm.add %0, %1 : i32\n%3 = llvm.add %1, %2 : i32 loc(#a)\n%4 = llvm.sub %1, %2 : i32\nllvm.br ^b\n\
            ^b:\nllvm.br ^c\n^c:\nllvm.unreachable\n";
        assert_eq!(
            kept(&format!("{{\n{repeated}}}\n#a = loc(unknown)\n")),
            ["llvm.add %1, %2 : i32", "llvm.br ^c", "llvm.mlir.poison : i32"]
        );
    }

    #[test]
    fn what_depends_on_more_is_not_kept() {
        for (first, second) in [
            // One name twice.
            ("llvm.add %0, %0 : i32", "llvm.add %1, %1 : i32"),
            // Several lines, or several operations on one.
            ("llvm.add %0,\n %1 : i32", "llvm.add %1,\n %0 : i32"),
            (
                "llvm.add %0, %1 : i32 %x = llvm.mlir.zero : i64",
                "llvm.add %1, %0 : i32 %y = llvm.mlir.undef : i64",
            ),
            // What looks like a name and is none, and one of several values.
            ("llvm.add %0, %1 {a = \"%0\"} : i32", "llvm.add %0, %1 {a = \"%1\"} : i32"),
            ("llvm.add %0, %1 : i32 // %2", "llvm.add %0, %1 : i32 // %3"),
            ("llvm.add %0#0, %1 : i32", "llvm.add %1#0, %0 : i32"),
        ] {
            let values = "%0 = llvm.mlir.poison : i32\n%1 = llvm.mlir.undef : i32\n";
            let text = format!("{{\n{values}%2 = {first}\n%3 = {second}\nllvm.unreachable\n}}\n");
            assert_eq!(kept(&text), [""; 0], "{text}");
        }
    }

    #[test]
    fn repeated_lines_mean_what_they_say() {
        let body = "    llvm.cond_br %0, ^bb1(%arg0 : i32), ^bb2\n  ^bb1(%1: i32):  // pred: ^bb0\n    \
            %2 = llvm.add %1, %arg1 : i32\n    %3 = llvm.load %arg2 {alignment = 4 : i64} : !llvm.ptr -> i32\n    \
            llvm.store %2, %arg2 : i32, !llvm.ptr\n    llvm.store %3, %arg2 : i32, !llvm.ptr\n    llvm.br ^bb2\n  \
            ^bb2:  // 2 preds: ^bb0, ^bb1\n    llvm.return\n";
        let other = body.replace("%arg0 : i32", "%arg1 : i32").replace("%1, %arg1", "%arg1, %1");
        let flags = [
            "    %0 = llvm.icmp \"eq\" %arg0, %arg1 : i32\n",
            "    %0 = llvm.icmp \"eq\" %arg1, %arg0 : i32\n",
        ];
        let bodies: Vec<String> =
            flags.iter().flat_map(|flag| [format!("{flag}{body}"), format!("{flag}{other}")]).collect();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        survives(&bodies.repeat(3));
    }

    #[test]
    fn members_of_several_modules_may_be_spelled_alike() {
        let members =
            "    llvm.mlir.global external @g() {addr_space = 0 : i32} : i32\n    llvm.func @f(i32)\n";
        let modules: Vec<String> =
            (0..5).map(|at| format!("  builtin.module @m{at} {{\n{members}  }}\n")).collect();
        let text = format!("module {{\n{}}}\n", modules.concat());
        let context = Context::new();
        let module = parse(&context, "t", text.as_bytes(), &ParseOptions::default()).unwrap();
        assert!(crate::verify::verify(&context, &module).is_empty());
        let printed = print(&context, &module, &PrintOptions::default());
        assert_eq!(String::from_utf8_lossy(&printed), text.replace("builtin.", ""));
        assert!(kept(&format!("{{\n{}}}\n", modules.concat())).is_empty());
    }

    #[test]
    fn errors_are_those_of_a_first_reading() {
        let add = "%a = llvm.add %0, %1 : i32\n";
        let add = |at: usize| add.replace("%a", &format!("%a{at}"));
        for (wrong, message) in [
            (
                "%3 = llvm.add %0, %w : i32",
                "use of value '%w' expects different type than prior uses: 'i32' vs 'i64'",
            ),
            ("%a0 = llvm.add %0, %1 : i32", "redefinition of SSA value '%a0'"),
            ("llvm.add %0, %1 : i32 {", "expected operation name in quotes"),
        ] {
            let text = format!(
                "llvm.func @f() {{\n%0 = llvm.mlir.poison : i32\n%1 = llvm.mlir.poison : i32\n%w = llvm.mlir.poison : i64\n\
                 {}{}{}{wrong}\nllvm.return\n}}\n",
                add(0),
                add(1),
                add(2)
            );
            let context = Context::new();
            let errors = parse(&context, "t", text.as_bytes(), &ParseOptions::default()).unwrap_err();
            assert_eq!(errors[0].message(), message);
        }
    }
}
