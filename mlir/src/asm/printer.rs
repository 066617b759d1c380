//! The printer's state, and what hand-written syntax is printed with.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tern_support::text::{push_escaped, push_number, push_text};

use super::PrintOptions;
use super::aliases::{Aliases, Found};
use super::body_names::BodyNames;
use super::lexer::{BARE, is};
use super::template_lines::Lines;
use super::templates::Templates;
use super::text::{Holes, Piece, ROOM, Text};
use crate::attributes::{Attribute, NamedAttribute};
use crate::context::{Context, Ident};
use crate::types::Type;

/// The printer of a text.
pub struct Printer<'c> {
    /// The context in which everything is interned.
    pub context: &'c Context,
    pub(super) out: Vec<u8>,
    /// What is still to be filled in there.
    pub(super) holes: Holes,
    /// What is still to be printed between.
    pub(super) lines: Lines,
    /// What came before.
    done: Vec<Piece>,
    pub(super) options: PrintOptions,
    /// Whether integers of type `i64` and floats of type `f64` are printed without their type.
    pub(super) elide_default_types: bool,
    pub(super) indent: usize,
    /// The dialect whose operations need no prefix here.
    pub(super) default_dialect: &'static str,
    pub(super) names: Arc<BodyNames>,
    /// The names in bodies that are yet to be printed, by the body's address.
    pub(super) prepared: FxHashMap<usize, Arc<BodyNames>>,
    pub(super) aliases: Aliases,
    /// Types that can refer to themselves and whose bodies are being printed.
    pub open_types: Vec<Type>,
    /// What follows the mnemonics of types, which are printed over and over.
    pub(super) type_texts: FxHashMap<Type, Box<[u8]>>,
    /// Attributes that lead to no alias.
    pub(super) attribute_texts: FxHashMap<Attribute, Box<[u8]>>,
    /// Values of enums that are parameters, by the address of the enum.
    pub(super) enum_texts: FxHashMap<(usize, u64), Box<[u8]>>,
    /// Which names are keywords, as far as that was asked, by index.
    keywords: Vec<Option<bool>>,
    pub(super) templates: Templates,
    pub(super) members: Members,
}

/// Where the operations of the region go that is printed next.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Members {
    /// Into the region.
    #[default]
    Within,
    /// Nowhere yet: they are printed by others.
    Apart,
    /// Behind so many pieces.
    Behind(usize),
}

/// Whether a name is spelled without quotes.
fn is_keyword(name: &[u8]) -> bool {
    name.first().is_some_and(|&first| first.is_ascii_alphabetic() || first == b'_')
        && name.iter().all(|&byte| is(byte, BARE))
}

impl<'c> Printer<'c> {
    pub(super) fn new(context: &'c Context, options: PrintOptions) -> Self {
        Self {
            context,
            out: Vec::new(),
            holes: Holes::default(),
            lines: Lines::default(),
            done: Vec::new(),
            options,
            elide_default_types: false,
            indent: 0,
            default_dialect: "builtin",
            names: Arc::default(),
            prepared: FxHashMap::default(),
            aliases: Aliases::Off,
            open_types: Vec::new(),
            type_texts: FxHashMap::default(),
            attribute_texts: FxHashMap::default(),
            enum_texts: FxHashMap::default(),
            keywords: Vec::new(),
            templates: Templates::default(),
            members: Members::Within,
        }
    }

    /// What was printed since the last call.
    pub(super) fn take_pieces(&mut self) -> Vec<Piece> {
        self.end_piece();
        std::mem::take(&mut self.done)
    }

    /// What was printed, as a whole.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let text = Text::new(self.context, self.options, self.take_pieces());
        drop(self);
        text.into_bytes()
    }

    /// What is printed from here on is another piece.
    pub(super) fn end_piece(&mut self) {
        if !self.out.is_empty() || !self.lines.is_empty() {
            self.done.push(Piece::take(&mut self.out, &mut self.holes, &mut self.lines));
        }
    }

    /// About how long the piece at hand is.
    pub(super) fn piece_len(&self) -> usize {
        self.out.len() + self.lines.len()
    }

    /// What is printed from here on is behind the operations of the region at hand.
    pub(super) fn leave_out_members(&mut self) {
        self.end_piece();
        self.members = Members::Behind(self.done.len());
    }

    /// Ends the piece, and takes what was printed behind the operations of a region that are printed by others.
    fn take_behind(&mut self) -> Vec<Piece> {
        self.end_piece();
        match std::mem::take(&mut self.members) {
            Members::Behind(count) => self.done.split_off(count),
            _ => Vec::new(),
        }
    }

    /// A printer with room for a piece.
    fn for_pieces(mut self) -> Self {
        self.out.reserve(ROOM);
        self
    }

    /// A printer in the same state that prints elsewhere.
    fn fork(&self) -> Printer<'c> {
        Printer {
            elide_default_types: self.elide_default_types,
            indent: self.indent,
            default_dialect: self.default_dialect,
            names: self.names.clone(),
            prepared: self.prepared.clone(),
            aliases: self.aliases.fork(),
            open_types: self.open_types.clone(),
            ..Printer::new(self.context, self.options)
        }
    }

    /// Prints runs of items one after the other, on all threads.
    pub(super) fn in_pieces<T: Sync>(
        &mut self,
        runs: &[&[T]],
        print: impl Fn(&mut Printer<'c>, &[T]) + Sync,
    ) {
        if runs.len() < 2 {
            return runs.iter().for_each(|run| print(self, run));
        }
        self.on_all_threads(runs, || |printer: &mut Printer<'c>, run: &&[T]| print(printer, run));
    }

    /// Prints items one after the other, each with what `printing` gives for a thread. What one of them prints around
    /// [`Members`] stands around all that follow.
    pub(super) fn on_all_threads<T: Sync, P: FnMut(&mut Printer<'c>, &T)>(
        &mut self,
        items: &[T],
        printing: impl Fn() -> P + Sync,
    ) {
        self.end_piece();
        let mut behind = Vec::new();
        // One thread prints in order anyway, and then nothing has to be put together.
        if rayon::current_num_threads() < 2 {
            self.out.reserve(ROOM);
            let mut print = printing();
            for item in items {
                print(self, item);
                behind.append(&mut self.take_behind());
            }
            return self.done.append(&mut behind);
        }
        let start = self.fork();
        let make = |item: &T, kept: &mut Option<(Printer<'c>, P)>, part: &mut Part| {
            let (printer, print) = kept.get_or_insert_with(|| (start.fork().for_pieces(), printing()));
            print(printer, item);
            part.behind = printer.take_behind();
            part.pieces = printer.take_pieces();
            if let Aliases::Collecting(collector) = &mut printer.aliases {
                collector.exchange_found(&mut part.found);
            }
        };
        tern_support::parallel::in_order(items, make, |_, part| {
            self.done.append(&mut part.pieces);
            behind.append(&mut part.behind);
            if let Aliases::Collecting(collector) = &mut self.aliases {
                collector.append(&mut part.found);
            }
        });
        self.done.append(&mut behind);
    }

    /// Makes the text at hand shorter.
    pub(super) fn truncate(&mut self, length: usize) {
        self.out.truncate(length);
        self.holes.truncate(length);
    }

    /// Prints what `print` does, and says where that begins, if it is the same wherever it stands.
    pub(super) fn print_fixed(&mut self, print: impl FnOnce(&mut Self)) -> Option<usize> {
        let (start, holes) = (self.out.len(), self.holes.count());
        print(self);
        // A line of its own begins with spaces that depend on where it stands.
        let is_fixed = self.holes.count() == holes && memchr::memchr(b'\n', &self.out[start..]).is_none();
        is_fixed.then_some(start)
    }

    /// Prints text as it is.
    #[inline]
    pub fn text(&mut self, text: &str) {
        push_text(&mut self.out, text.as_bytes());
    }

    /// Prints a number.
    #[inline(always)]
    pub fn number(&mut self, number: impl itoa::Integer + TryInto<u32> + Copy) {
        match number.try_into() {
            Ok(short) => push_number(&mut self.out, short),
            Err(_) => self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    /// Prints `"text"`, escaped.
    pub fn quoted(&mut self, text: Ident) {
        if self.looks_through() {
            return;
        }
        let context = self.context;
        self.text("\"");
        push_escaped(&mut self.out, context.bytes(text));
        self.text("\"");
    }

    /// Prints `@name`, quoted where it must be.
    pub fn print_symbol_name(&mut self, name: Ident) {
        self.text("@");
        self.print_keyword_or_string(name);
    }

    /// Prints a keyword, or a string where it is none.
    pub fn print_keyword_or_string(&mut self, name: Ident) {
        let index = name.0 as usize;
        if self.keywords.len() <= index {
            self.keywords.resize(index + 1, None);
        }
        let bytes = self.context.bytes(name);
        match *self.keywords[index].get_or_insert_with(|| is_keyword(bytes)) {
            true => push_text(&mut self.out, bytes),
            false => self.quoted(name),
        }
    }

    /// Prints `{a = b, c}`.
    pub fn print_dictionary(&mut self, entries: &[NamedAttribute]) {
        let context = self.context;
        if self.looks_through() {
            let values = entries.iter().map(|entry| entry.value);
            return values
                .filter(|&value| value != context.common.unit)
                .for_each(|it| self.print_attribute(it));
        }
        self.text("{");
        for (index, entry) in entries.iter().enumerate() {
            self.text(if index == 0 { "" } else { ", " });
            self.print_keyword_or_string(entry.name);
            if entry.value != context.common.unit {
                self.text(" = ");
                self.print_attribute(entry.value);
            }
        }
        self.text("}");
    }

    /// Prints `#dialect<"text">` or `#dialect.text`, with `sigil`.
    pub(super) fn print_opaque(&mut self, sigil: &str, dialect: Ident, text: Ident) {
        let context = self.context;
        self.text(sigil);
        self.out.extend_from_slice(context.bytes(dialect));
        let body = context.bytes(text);
        self.text(if body.starts_with(b"<") { "" } else { "." });
        self.out.extend_from_slice(body);
    }

    /// Begins a new line, indented.
    pub fn new_line(&mut self) {
        self.no_template();
        self.indented_line(self.indent);
    }

    /// Begins a new line with so many spaces.
    #[inline]
    pub(super) fn indented_line(&mut self, indent: usize) {
        push_line(&mut self.out, indent);
    }
}

/// Begins a new line with so many spaces.
#[inline(always)]
pub(super) fn push_line(out: &mut Vec<u8>, indent: usize) {
    // To copy as much as is known beforehand takes no call.
    const LINE: &[u8; 32] = b"\n                               ";
    let end = out.len() + 1 + indent;
    out.extend_from_slice(LINE);
    if indent < LINE.len() {
        out.truncate(end);
    } else {
        out.resize(end, b' ');
    }
}

/// What a thread prints at once.
#[derive(Default)]
struct Part {
    pieces: Vec<Piece>,
    /// What comes behind all others.
    behind: Vec<Piece>,
    found: Found,
}

#[cfg(test)]
mod tests {
    use super::{PrintOptions, Printer};

    #[test]
    fn a_text_with_lines_of_its_own_or_a_number_to_come_is_not_fixed() {
        let context = crate::test_dialect::context();
        let mut printer = Printer::new(&context, PrintOptions::default());
        printer.text("before");
        assert_eq!(printer.print_fixed(|printer| printer.text("same")), Some(6));
        assert_eq!(printer.print_fixed(|printer| printer.new_line()), None);
        assert_eq!(printer.print_fixed(|printer| printer.holes.distinct(&printer.out, 1)), None);
    }
}
