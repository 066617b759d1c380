//! The printed text: pieces with holes for what is known only when everything is printed (alias names, numbers of distinct
//! attributes) and with deferred lines. The holes are filled on all threads while the text is written; the alias definitions
//! around it are printed only then.

use std::io::{self, Write};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tern_support::text::{push_part, push_text};
use tern_support::ways;

use super::aliases::Names;
use super::deferred_lines::{Lines, Run};
use super::{PrintOptions, Printer};
use crate::attributes::Attribute;
use crate::context::Context;

/// A printed text that is completed when it is written, with the context that the printed module belongs to.
pub struct Text {
    options: PrintOptions,
    names: Arc<Names>,
    /// Attributes whose aliases are defined before the text, in order.
    before: Vec<Attribute>,
    pieces: Vec<Piece>,
    /// Attributes whose aliases are defined behind the text, in order.
    behind: Vec<Attribute>,
}

/// The numbers of distinct attributes by identity, assigned in print order.
pub(super) type Numbers = Arc<FxHashMap<u64, u64>>;

/// A piece of a text.
#[derive(Default)]
pub(super) struct Piece {
    text: Vec<u8>,
    holes: Holes,
    /// Deferred lines to be inserted.
    lines: Lines,
}

/// The holes of a piece, by position. [`LIMIT`] keeps positions small.
#[derive(Default)]
pub(super) struct Holes {
    aliases: Vec<AliasHole>,
    distinct: Vec<NumberHole>,
}

/// The position for an attribute's alias name.
type AliasHole = (u32, Attribute);

/// The position for the number of a distinct attribute.
pub(super) type NumberHole = (u32, u64);

/// The size at which a piece ends, at the next operation. Buffers of this size stay in the CPU cache.
pub(super) const LIMIT: usize = 1 << 17;

/// The capacity for a piece and the operation that exceeds its limit; unused capacity costs nothing.
pub(super) const ROOM: usize = 2 * LIMIT;

impl Holes {
    /// Adds a hole for an alias name at the end of `text`.
    pub(super) fn alias(&mut self, text: &[u8], attribute: Attribute) {
        self.aliases.push((text.len() as u32, attribute));
    }

    /// Adds a hole for the number of a distinct attribute at the end of `text`.
    pub(super) fn distinct(&mut self, text: &[u8], id: u64) {
        self.distinct.push((text.len() as u32, id));
    }

    pub(super) fn count(&self) -> usize {
        self.aliases.len() + self.distinct.len()
    }

    /// The number of holes of each kind, for [`since`](Self::since).
    pub(super) fn marks(&self) -> (usize, usize) {
        (self.aliases.len(), self.distinct.len())
    }

    /// The holes added since `marks` returned these counts.
    pub(super) fn since(&self, (aliases, distinct): (usize, usize)) -> (&[AliasHole], &[NumberHole]) {
        (&self.aliases[aliases..], &self.distinct[distinct..])
    }

    /// Moves all holes out, leaving none.
    fn take(&mut self) -> Self {
        let all = Self { aliases: self.aliases[..].into(), distinct: self.distinct[..].into() };
        self.aliases.clear();
        self.distinct.clear();
        all
    }

    /// Swaps the holes for numbers with `distinct`, and drops the holes for aliases.
    pub(super) fn exchange_distinct(&mut self, distinct: &mut Vec<NumberHole>) {
        self.aliases.clear();
        std::mem::swap(&mut self.distinct, distinct);
    }

    /// Drops the holes behind `length`, after the text was truncated.
    pub(super) fn truncate(&mut self, length: usize) {
        self.aliases.truncate(self.aliases.partition_point(|hole| hole.0 as usize <= length));
        self.distinct.truncate(self.distinct.partition_point(|hole| hole.0 as usize <= length));
    }
}

impl Piece {
    /// Takes the printed text as a piece, leaving buffers of the usual size. Copies the text, unless it has grown much beyond that
    /// size.
    pub(super) fn take(text: &mut Vec<u8>, holes: &mut Holes, lines: &mut Lines) -> Self {
        let (holes, lines) = (holes.take(), lines.take());
        if text.len() > ROOM {
            return Self { text: std::mem::replace(text, Vec::with_capacity(ROOM)), holes, lines };
        }
        let piece = text[..].into();
        text.clear();
        Self { text: piece, holes, lines }
    }

    /// The approximate length of the piece.
    fn len(&self) -> usize {
        self.text.len() + self.lines.len()
    }

    /// The piece in sections of about [`LIMIT`] bytes.
    fn sections(&self) -> impl Iterator<Item = Section<'_>> {
        let length = self.text.len();
        let count = (length / ways::limit(LIMIT)).max(1);
        (0..count).map(move |section| {
            let (begin, end) = (length * section / count, length * (section + 1) / count);
            // A hole at the end of a section belongs to the next section, if there is one.
            let before = (section + 1 < count).then_some(end);
            Section {
                begin,
                text: &self.text[begin..end],
                aliases: between(&self.holes.aliases, begin, before),
                distinct: between(&self.holes.distinct, begin, before),
                runs: between(self.lines.runs(), begin, before),
                lines: &self.lines,
            }
        })
    }
}

/// The holes at positions from `from` up to but excluding `before`.
fn between<T>(holes: &[(u32, T)], from: usize, before: Option<usize>) -> &[(u32, T)] {
    let index = |place: usize| holes.partition_point(|hole| (hole.0 as usize) < place);
    &holes[index(from)..before.map_or(holes.len(), index)]
}

/// A part of a piece that is completed on its own.
struct Section<'p> {
    /// Its start within the piece.
    begin: usize,
    text: &'p [u8],
    aliases: &'p [AliasHole],
    distinct: &'p [NumberHole],
    runs: &'p [Run],
    /// The deferred lines of the whole piece.
    lines: &'p Lines,
}

impl Section<'_> {
    /// Whether the text has no holes and no deferred lines.
    fn is_plain(&self) -> bool {
        self.aliases.is_empty() && self.distinct.is_empty() && self.runs.is_empty()
    }

    /// Fills all holes except numbers.
    fn fill(&self, names: &Names, filled: &mut Filled) {
        let Filled { text: out, numbers } = filled;
        let mut done = 0;
        let mut copy = |out: &mut Vec<u8>, place: u32| {
            let to = place as usize - self.begin;
            push_part(out, self.text, done, to);
            done = to;
        };
        let (mut aliases, mut distinct) = (self.aliases.iter().peekable(), self.distinct.iter().peekable());
        let mut fill_until = |out: &mut Vec<u8>, place: u32| loop {
            let alias = aliases.peek().map_or(u32::MAX, |hole| hole.0);
            if let Some(&(at, id)) = distinct.next_if(|hole| hole.0 <= alias.min(place)) {
                copy(out, at);
                numbers.push((out.len() as u32, id));
            } else if let Some(&(at, attribute)) = aliases.next_if(|hole| hole.0 <= place) {
                copy(out, at);
                push_text(out, names.get(attribute).unwrap_or_default());
            } else {
                return copy(out, place);
            }
        };
        for &(place, run) in self.runs {
            // Holes at the start of the run belong to text that was printed before it.
            fill_until(out, place);
            self.lines.append(run, names, out);
        }
        fill_until(out, (self.begin + self.text.len()) as u32);
    }
}

/// A unit of work for one thread.
enum Part<'t> {
    Definitions(&'t [Attribute]),
    Section(Section<'t>),
}

/// A text that lacks only numbers.
#[derive(Default)]
struct Filled {
    text: Vec<u8>,
    numbers: Vec<NumberHole>,
}

impl Filled {
    /// Calls `write` with consecutive parts of the text, including the numbers; distinct attributes without a number get the next
    /// one.
    fn number(&self, numbers: &mut Numbers, mut write: impl FnMut(&[u8])) {
        let mut done = 0;
        for &(at, id) in &self.numbers {
            write(&self.text[done..at as usize]);
            done = at as usize;
            let number = numbers.get(&id).copied().unwrap_or_else(|| {
                let next = numbers.len() as u64;
                Arc::make_mut(numbers).insert(id, next);
                next
            });
            write(itoa::Buffer::new().format(number).as_bytes());
        }
        write(&self.text[done..]);
    }
}

impl Text {
    pub(super) fn new(options: PrintOptions, pieces: Vec<Piece>) -> Self {
        Self { options, names: Arc::default(), before: Vec::new(), pieces, behind: Vec::new() }
    }

    /// The text with alias names, and definitions before and behind it.
    pub(super) fn with_aliases(self, names: Names, before: Vec<Attribute>, behind: Vec<Attribute>) -> Self {
        Self { names: names.into(), before, behind, ..self }
    }

    /// Writes the text.
    ///
    /// # Errors
    /// The first error of `writer`.
    pub fn write_to(&self, context: &Context, writer: &mut (dyn Write + Send + Sync)) -> io::Result<()> {
        let mut result = Ok(());
        self.in_order(context, &mut Numbers::default(), |text| {
            if result.is_ok() {
                result = writer.write_all(text);
            }
        });
        result
    }

    /// The complete text.
    pub fn into_bytes(self, context: &Context) -> Vec<u8> {
        self.numbered(context, &mut Numbers::default())
    }

    /// The complete text, given the numbers of some distinct attributes; the others get the next ones.
    pub(super) fn numbered(self, context: &Context, numbers: &mut Numbers) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.pieces.iter().map(Piece::len).sum());
        self.in_order(context, numbers, |text| bytes.extend_from_slice(text));
        bytes
    }

    /// Calls `write` with consecutive parts of the text.
    fn in_order<'c>(&self, context: &'c Context, numbers: &mut Numbers, mut write: impl FnMut(&[u8]) + Send) {
        fn definitions(attributes: &[Attribute]) -> impl Iterator<Item = Part<'_>> {
            attributes.chunks(ways::limit(tern_support::parallel::RUN)).map(Part::Definitions)
        }
        let sections = self.pieces.iter().flat_map(Piece::sections).map(Part::Section);
        let parts: Vec<Part<'_>> =
            definitions(&self.before).chain(sections).chain(definitions(&self.behind)).collect();
        let fill = |part: &Part<'_>, printer: &mut Option<Printer<'c>>, filled: &mut Filled| {
            filled.text.clear();
            filled.text.reserve(ROOM);
            filled.numbers.clear();
            match part {
                Part::Definitions(attributes) => printer
                    .get_or_insert_with(|| Printer::with_aliases(context, self.options, &self.names))
                    .definitions(attributes, &mut filled.text, &mut filled.numbers),
                Part::Section(section) if section.is_plain() => {}
                Part::Section(section) => section.fill(&self.names, filled),
            }
        };
        tern_support::parallel::in_order(&parts, fill, |part, filled| match part {
            Part::Section(section) if section.is_plain() => write(section.text),
            _ => filled.number(numbers, &mut write),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{Filled, Holes, LIMIT, Lines, Names, Numbers, Piece, Section};
    use crate::attributes::Attribute;

    #[test]
    fn sections_are_the_piece_with_each_hole_once() {
        let context = crate::test_dialect::context();
        let attribute = Attribute::bool(&context, true);
        let mut names = Names::default();
        names.set(attribute, &Names::beginning("alias"), 0);
        let length = 3 * LIMIT + 1;
        // At section boundaries, and in between.
        let places = [0, 1, LIMIT, LIMIT + 1, 2 * LIMIT, length - 1, length];
        let (mut text, mut holes, mut expected) = (Vec::new(), Holes::default(), Vec::new());
        for (index, place) in places.into_iter().enumerate() {
            let more: Vec<u8> = (text.len()..place).map(|at| b'a' + (at % 26) as u8).collect();
            text.extend_from_slice(&more);
            expected.extend_from_slice(&more);
            match index % 2 {
                0 => holes.alias(&text, attribute),
                _ => holes.distinct(&text, 7),
            }
            expected.extend_from_slice(if index % 2 == 0 { b"#alias" } else { b"0" });
        }
        let piece = Piece::take(&mut text, &mut holes, &mut Lines::default());
        let sections: Vec<Section<'_>> = piece.sections().collect();
        assert_eq!(sections.len(), 3);
        let (mut numbers, mut all) = (Numbers::default(), Vec::new());
        for section in sections {
            let mut filled = Filled::default();
            section.fill(&names, &mut filled);
            filled.number(&mut numbers, |text| all.extend_from_slice(text));
        }
        assert!(all == expected);
        assert_eq!(numbers.len(), 1);
    }
}
